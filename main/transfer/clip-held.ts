// Whether a program still writes to a clip: asked before it is begun and before its last bytes leave, as far as the system shows it.
import type { Clip, FailureCause } from '../model.ts';
import type { Clock, Writers } from '../ports.ts';
import { minuteMs } from '../retry.ts';

/** Thrown by the body when a program holds the clip for writing: what was read of it may be half of what it will be (F-23). */
export class ClipHeld extends Error {}

/** It goes on by itself once the program lets it go, however long that takes. */
export const clipInUse: FailureCause = { kind: 'retry', why: 'clip-busy', afterMs: null, bounded: false };

export interface HeldPorts {
  readonly clock: Pick<Clock, 'now'>;
  /** Left out = nobody can be seen to write. */
  readonly writers?: Pick<Writers, 'holding'> | undefined;
}

/**
 * Programs that share files, and some that made them, keep them open for days: what has not changed for so long is not being written,
 * and thousands of clips that lay there need no look.
 */
const youngMs = 10 * minuteMs;

/** Throws nothing. */
export async function isWrittenTo({ clock, writers }: HeldPorts, { path, identity, mtimeMs }: Clip): Promise<boolean> {
  if (!writers || Math.abs(clock.now() - mtimeMs) >= youngMs) return false;
  const holding = await writers.holding([{ path, device: identity.device, inode: identity.inode }]);
  return holding?.has(path) === true;
}

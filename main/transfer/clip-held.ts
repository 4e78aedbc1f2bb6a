// Whether a program still writes to a clip: asked before it is begun and before its last bytes leave, as far as the system shows it.
import type { Clip, FailureCause } from '../model.ts';
import type { Clock, Writers } from '../ports.ts';
import { minuteMs } from '../retry.ts';
import { smallBytes } from './small-body.ts';

/** Thrown by the body when a program holds the clip for writing: what was read of it may be half of what it will be (F-23). */
export class ClipHeld extends Error {}

/** It goes on by itself once the program lets it go, however long that takes. */
export const clipInUse: FailureCause = { kind: 'retry', why: 'clip-busy', afterMs: null, bounded: false };

export interface HeldPorts {
  readonly clock: Pick<Clock, 'now'>;
  /** Left out = nobody can be seen to write. */
  readonly writers?: Pick<Writers, 'holding'> | undefined;
}

/** Thousands of small clips leave in a minute: of those, the ones that changed lately are asked about. */
const youngMs = 10 * minuteMs;

/** Throws nothing. */
export async function isWrittenTo({ clock, writers }: HeldPorts, { path, identity, mtimeMs }: Clip): Promise<boolean> {
  const isYoung = Math.abs(clock.now() - mtimeMs) < youngMs;
  if (!writers || (identity.size <= smallBytes && !isYoung)) return false;
  const holding = await writers.holding([{ path, device: identity.device, inode: identity.inode }]);
  return holding?.has(path) === true;
}

// Whether a program still writes to a clip: asked before it is begun and before its last bytes leave, as far as the system shows it.
import type { Clip, FailureCause } from '../model.ts';
import { type Clock, FileError, type Files, type Writers } from '../ports.ts';
import { minuteMs } from '../retry.ts';

/** Thrown by the body when a program holds the clip for writing: what was read of it may be half of what it will be (F-23). */
export class ClipHeld extends Error {}

/** It goes on by itself once the program lets it go, however long that takes. */
export const clipInUse: FailureCause = { kind: 'retry', why: 'clip-busy', afterMs: null, bounded: false };

export interface HeldPorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly files: Pick<Files, 'stat'>;
  /** Left out = nobody can be seen to write. */
  readonly writers?: Pick<Writers, 'holding'> | undefined;
}

/**
 * Programs that share files, and some that made them, keep them open for days: what has not changed for so long is not being written,
 * and thousands of clips that lay there need no look.
 */
const youngMs = 10 * minuteMs;

/** What is there now, whatever was known of it. A path that leads nowhere is nobody's business here. */
export async function isWrittenTo(
  { clock, files, writers }: HeldPorts,
  { path }: Pick<Clip, 'path'>,
): Promise<boolean> {
  if (!writers) return false;
  const stat = await files.stat(path).catch((error: unknown) => {
    if (error instanceof FileError) return null;
    throw error;
  });
  if (!stat) return false;
  // A writer may set the time of its file back again and again; the time of that it cannot set.
  const changedAt = [stat.mtimeMs, stat.changedMs ?? stat.mtimeMs];
  if (changedAt.every((at) => Math.abs(clock.now() - at) >= youngMs)) return false;
  const holding = await writers.holding([{ path, device: stat.device, inode: stat.inode }]);
  return holding?.has(path) === true;
}

/** The last look before the end of a clip may leave. Throws ClipHeld, and the signal's reason. */
export async function checkLetGo(ports: HeldPorts, clip: Pick<Clip, 'path'>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (await isWrittenTo(ports, clip)) throw new ClipHeld('A program still writes to the clip');
  signal.throwIfAborted();
}

// Due times under a wall clock that somebody sets (F-13): they move with it, and none is longer than its reason allows.
import type { WallMs } from '../../model.ts';
import type { Clock } from '../../ports.ts';
import { longestBackOffMs } from '../../retry.ts';

/**
 * No due time is later than this for a good reason: the clock may have been put back while the app was closed. `heldMs` is what is left
 * of the time that the job's host asked for, which is kept apart from the clock (hosts/circuit.ts); all else is our own back-off.
 */
export function latestDue(now: WallMs, heldMs: number): WallMs {
  return now + Math.max(heldMs, longestBackOffMs);
}

/** Gives by how many ms the wall clock was set ahead since the last call, less than 0 = back; 0 = it was not. A sleep may look like ahead. */
export function watchClock(clock: Clock): () => number {
  let offset = clock.now() - clock.monotonic();
  return () => {
    const was = offset;
    offset = clock.now() - clock.monotonic();
    const ahead = offset - was;
    return Math.abs(ahead) > 1_000 ? ahead : 0;
  };
}

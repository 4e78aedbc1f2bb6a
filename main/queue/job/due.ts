// Due times under a wall clock that somebody sets (F-13): they move with it, and none is longer than its reason allows.
import type { JobState, WallMs } from '../../model.ts';
import type { Clock } from '../../ports.ts';
import { longestBackOffMs } from '../../retry.ts';

/** When the state goes on by itself; null = at once, or not by itself. */
export function dueAt(state: JobState): WallMs | null {
  if (state.kind === 'unclear') return state.nextLookAt;
  return state.kind === 'waiting' || state.kind === 'describing' ? state.until : null;
}

function withDue(state: JobState, at: WallMs): JobState {
  if (state.kind === 'unclear') return { ...state, nextLookAt: at };
  return state.kind === 'waiting' || state.kind === 'describing' ? { ...state, until: at } : state;
}

/** The same state after the wall clock was set by `ms`. */
export function movedDue(state: JobState, ms: number): JobState {
  const at = dueAt(state);
  return at === null ? state : withDue(state, at + ms);
}

/**
 * The same state, due no later than its reason allows: the clock may have been put back while the app was closed. `heldMs` is what
 * is left of the time that its host asked for, which is kept apart from the clock (hosts/circuit.ts); everything else is our own back-off.
 */
export function clampedDue(state: JobState, now: WallMs, heldMs: number): JobState {
  const at = dueAt(state);
  const latest = now + Math.max(heldMs, longestBackOffMs);
  return at === null || at <= latest ? state : withDue(state, latest);
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

// When to try again and what to send next: pure policy.
import type { Job, SiteId } from '../../model.ts';
import { secondMs } from '../../retry.ts';

const firstLookMs = 2 * secondMs;

/** True when an attempt that ended without an answer `ageMs` ago can no longer come true (F-02). */
export function isSettled(ageMs: number, settleMs: number): boolean {
  return ageMs >= settleMs;
}

/** The wall time of the next look on the site: ever later after the attempt's end, at last at the settle time itself. */
export function nextLook(since: number, now: number, settleMs: number): number {
  const age = Math.max(0, now - since);
  if (age >= settleMs) return now;
  // 2 s, 4 s, 8 s … after the end, and once exactly when the settle time is over.
  const step = Math.max(firstLookMs, age);
  return Math.min(since + settleMs, now + step);
}

/** From this size on a cut costs so much that a clip goes alone among its like (decision 6). */
export const bigBytes = 64 * 1024 * 1024;

export interface Lanes {
  /** Small clips that go to one site in parallel, whoever's they are. */
  readonly small: number;
  /** Big clips that go to one site in parallel; 1 as long as a cut costs the whole file. */
  readonly big: number;
}

export interface Running {
  readonly siteId: SiteId;
  readonly bytes: number;
  /** When the last byte was taken, in monotonic ms; null = it is being sent. */
  readonly awaitsSince: number | null;
  /** When it last had moved by `leastBytes`, or its request began, in monotonic ms; Infinity = it has not begun. */
  readonly movedAt: number;
}

/** A clip that moves by less in `standstillMs` stands still: a line that is as slow as that takes no clip at all. */
export const leastBytes = 15 * 1024;
export const standstillMs = 15 * secondMs;

/** Whether a clip is being sent and has stopped on its way, or all but stopped, at monotonic ms `at`. */
function standsStill({ awaitsSince, movedAt }: Running, at: number): boolean {
  return awaitsSince === null && at - movedAt >= standstillMs;
}

/** A site that answers this soon after the last byte, in ms, gets clip after clip; behind a slower one the next begins meanwhile (F-46). */
export const answerSoonMs = 2 * secondMs;

/** Uploads that may be open at one site, those among them whose answer is awaited: each holds a worker there. */
export const mostOpen = 8;

/** Whether a clip that was begun keeps others from beginning, at monotonic ms `at`. */
export function holdsLane({ awaitsSince }: Pick<Running, 'awaitsSince'>, at: number): boolean {
  return awaitsSince === null || at - awaitsSince < answerSoonMs;
}

export function isBig(bytes: number): boolean {
  return bytes >= bigBytes;
}

/**
 * Lanes that are left beside the clips that hold one. Of those that stand still a single one counts for none, or clips with nothing
 * wrong would wait for as long as it does; where that ends in one more that stands still, it is the line, and no other begins.
 */
function lanesLeft(lanes: number, holding: readonly Running[], at: number): number {
  const beside = holding.some((one) => standsStill(one, at)) ? 1 : 0;
  return lanes + beside - holding.length;
}

/** How many more clips of each kind may start for a site at monotonic ms `at`. */
export function room(siteId: SiteId, running: Iterable<Running>, lanes: Lanes, at: number): Lanes {
  const there = [...running].filter((one) => one.siteId === siteId);
  const holding = there.filter((one) => holdsLane(one, at));
  const open = Math.max(mostOpen, lanes.small + lanes.big) - there.length;
  const within = (left: number): number => Math.max(0, Math.min(left, open));
  const small = holding.filter(({ bytes }) => !isBig(bytes));
  const big = holding.filter(({ bytes }) => isBig(bytes));
  return { small: within(lanesLeft(lanes.small, small, at)), big: within(lanesLeft(lanes.big, big, at)) };
}

/** Whether so many answers are awaited at a site, at monotonic ms `at`, that no clip begins there although lanes are free. */
export function isFullOfSilence(siteId: SiteId, running: Iterable<Running>, lanes: Lanes, at: number): boolean {
  const there = [...running].filter((one) => one.siteId === siteId);
  const holding = there.filter((one) => holdsLane(one, at)).length;
  return there.length >= Math.max(mostOpen, lanes.small + lanes.big) && holding < lanes.small + lanes.big;
}

/** A big clip that was cut keeps its lane for a try or two, as long as the next one is this near. */
export const keptLaneMs = 5 * secondMs;
const keptTries = 2;

/**
 * Whether no other big clip is to begin in the lane of a clip that was just cut: it was begun first, so it is to be finished first.
 * One that fails again and again gives its lane up (F-46).
 */
export function keepsLane({ state, failures }: Job, now: number): boolean {
  if (state.kind !== 'waiting' || state.why !== 'connection-lost' || state.until === null) return false;
  return failures <= keptTries && state.until > now && state.until - now <= keptLaneMs;
}

/**
 * The big clips that may begin, at most `lanes`, in order: each clip that keeps a lane takes one from those behind it. Both in order
 * of the queue.
 */
export function beginning(ready: readonly Job[], kept: readonly Job[], lanes: number): readonly Job[] {
  const chosen: Job[] = [];
  for (const job of ready) {
    const ahead = kept.filter((one) => one.position < job.position).length;
    if (chosen.length + ahead >= lanes) break;
    chosen.push(job);
  }
  return chosen;
}

/** Milliseconds until a due time; a clock that was put back never makes a job wait longer than the longest back-off (F-13). */
export function untilDue(dueAt: number | null, now: number, longestMs: number): number {
  return dueAt === null ? 0 : Math.min(Math.max(0, dueAt - now), longestMs);
}

/** A job whose clip the site is already known to refuse is not sent at all. */
export function isKnownTooLarge(job: Job, tooLargeFrom: number | null): boolean {
  return tooLargeFrom !== null && job.clip.identity.size >= tooLargeFrom;
}

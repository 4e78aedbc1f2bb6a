// When to try again and what to send next: pure policy.
import type { Job, SiteId } from '../../model.ts';
import { secondMs } from '../../retry.ts';

const firstLookMs = 2 * secondMs;

/** True when an attempt that ended without an answer `ageMs` ago can no longer come true (F-02). */
export function isSettled(ageMs: number, settleMs: number): boolean {
  return ageMs >= settleMs;
}

/** Time, in ms after an attempt's end, in which a computer that nobody knew of shows that it sends for the account, too. */
const strangersShowMs = 60 * secondMs;

/**
 * When a video of which only name and size speak is taken for the clip, in ms after its attempt's end: another computer may have sent
 * one of the same name and size, and only by its other clips can it be known (decision 4). As long as the settle time it never has to be.
 */
export function believedAfterMs(settleMs: number): number {
  return Math.min(settleMs, strangersShowMs);
}

/** The wall time of the next look on the site: ever later after the attempt's end, at last at the settle time itself. */
export function nextLook(since: number, now: number, settleMs: number): number {
  const age = Math.max(0, now - since);
  if (age >= settleMs) return now;
  // 2 s, 4 s, 8 s … after the end, and once exactly when the settle time is over.
  const step = Math.max(firstLookMs, age);
  return Math.min(since + settleMs, now + step);
}

/** While the site itself says that it makes a video of the clip, it is asked again after at most so many ms. */
const comingMostMs = 60 * secondMs;
/** In ms after the attempt's end: a site that is at it for so long never ends, and the clip's user is asked. */
export const comingMs = 24 * 3_600 * secondMs;

/** The wall time of the next look for a clip of which the site says that it makes a video of it now. */
export function nextLookForComing(since: number, now: number): number {
  return now + Math.min(comingMostMs, Math.max(firstLookMs, now - since));
}

/** From this size on a cut costs so much that a clip goes alone among its like (decision 6). */
export const bigBytes = 64 * 1024 * 1024;

export interface Lanes {
  /** Small clips that go to one site in parallel, whoever's they are. */
  readonly small: number;
  /** Big clips that go to one site in parallel; 1 as long as a cut costs the whole file. */
  readonly big: number;
}

/** Where a cut costs a piece and no more, one clip goes while the site takes over another. */
const bigInPieces = 2;

/** The lanes to a site where clips go on where they were cut. */
export const lanesInPieces = ({ small, big }: Lanes): Lanes => ({ small, big: Math.max(big, bigInPieces) });

export interface Running {
  readonly siteId: SiteId;
  readonly bytes: number;
  /** When the last byte was taken, in monotonic ms; null = it is being sent. */
  readonly awaitsSince: number | null;
  /** When it last had moved by `leastBytes`, or its request began, in monotonic ms; Infinity = it has not begun. */
  readonly movedAt: number;
  /** When the connection last took a byte of it, or its request began, in monotonic ms; Infinity = it has not begun. */
  readonly tookAt: number;
}

/** A clip that moves by less in `standstillMs` crawls: a line that is as slow as that takes no clip at all. */
export const leastBytes = 12 * 1024;
/** Twice this is less than half a minute: nobody is to wait longer for clips that stand still, and for others that do so beside them. */
export const standstillMs = 12 * secondMs;

/** How a clip fares that is being sent, at monotonic ms `at`: it moves, or all but stopped on its way, or not a byte moves any more. */
function paceOf(
  { movedAt, tookAt }: Pick<Running, 'movedAt' | 'tookAt'>,
  at: number,
): 'moves' | 'crawls' | 'stands still' {
  if (at - movedAt < standstillMs) return 'moves';
  return at - tookAt < standstillMs ? 'crawls' : 'stands still';
}

/** A site that answers this soon after the last byte, in ms, gets clip after clip; behind a slower one the next begins meanwhile (F-46). */
export const answerSoonMs = 2 * secondMs;

/** Uploads that may be open at one site, those among them whose answer is awaited: each holds a worker there. */
export const mostOpen = 8;

/** Whether a clip that was begun keeps others from beginning, at monotonic ms `at`. */
export function holdsLane({ awaitsSince }: Pick<Running, 'awaitsSince'>, at: number): boolean {
  return awaitsSince === null || at - awaitsSince < answerSoonMs;
}

/**
 * Whether a clip that was begun is one of the few requests of its account that may be out, at monotonic ms `at`: what only waits for its
 * answer is none, nor what stands still, for their secret has been shown (F-15).
 */
export function isAsking(one: Pick<Running, 'awaitsSince' | 'movedAt' | 'tookAt'>, at: number): boolean {
  return holdsLane(one, at) && (one.awaitsSince !== null || paceOf(one, at) !== 'stands still');
}

export function isBig(bytes: number): boolean {
  return bytes >= bigBytes;
}

/**
 * Lanes beside those that there are, or clips with nothing wrong would wait for as long as others do not move. Each clip that stands
 * still is one: where the line is dead no other begins all the same, as that takes an answer or at least a connection. All that
 * crawl are a single one: where that ends in one more that crawls, it is the line, which is slow. Beside big clips of which one
 * crawls a single other begins, however many stand still: on a slow line many would be under way at once, and a cut would cost them all.
 */
function lanesBeside(sent: readonly Running[], at: number, areBig: boolean): number {
  const paces = sent.map((one) => paceOf(one, at));
  const standing = paces.filter((pace) => pace === 'stands still').length;
  if (!paces.includes('crawls')) return standing;
  return areBig ? 1 : standing + 1;
}

/** How many more clips of each kind may start for a site at monotonic ms `at`. */
export function room(siteId: SiteId, running: Iterable<Running>, lanes: Lanes, at: number): Lanes {
  const there = [...running].filter((one) => one.siteId === siteId);
  const holding = there.filter((one) => holdsLane(one, at));
  const open = Math.max(mostOpen, lanes.small + lanes.big) - there.length;
  const within = (lanesLeft: number): number => Math.max(0, Math.min(lanesLeft, open));
  const left = (areBig: boolean): number => {
    const held = holding.filter(({ bytes }) => isBig(bytes) === areBig);
    const sent = held.filter(({ awaitsSince }) => awaitsSince === null);
    return within((areBig ? lanes.big : lanes.small) + lanesBeside(sent, at, areBig) - held.length);
  };
  return { small: left(false), big: left(true) };
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

// What is known of the size from which on a site refuses clips: how it is learned, when it counts, and when it is tried again. Pure.
//
// A limit that the site or its PHP states counts at once. A bare status 413 can come from anything on the way, by mistake, and would
// shut a healthy site for every larger clip: it counts when the same clip is refused a second time, or a third one is whichever it
// is, and is tried again as it grows old.
import type { FailureCause, SizeLimit, WallMs } from '../../model.ts';
import { dayMs, doubled, minuteMs } from '../../retry.ts';

/** What a refusal of one clip for its size tells. */
export interface SizeRefusal {
  readonly bytes: number;
  /** The limit in bytes that the answer named; null = none. */
  readonly named: number | null;
  /** False = a bare status, without a word of the site or of PHP. */
  readonly isSaid: boolean;
  readonly at: WallMs;
}

const firstTrialMs = 10 * minuteMs;
const longestTrialMs = 8 * dayMs;
/** A refusal without a word that is older than this says nothing about the next one, in ms. */
const loneMs = dayMs;

/** Whether what is known is a bare status or two, of which nobody knows yet whether they mean anything. */
const isLone = ({ refusals, isDoubted }: SizeLimit): boolean => refusals === 1 || (refusals === 2 && isDoubted);

/** Another size is another clip: two of them may have been unlucky at once. */
const isAnother = ({ refusals, isDoubted, from }: SizeLimit, bytes: number): boolean =>
  refusals === 1 && isDoubted && bytes !== from;

/** What is known after a clip was refused. */
export function afterRefusal(known: SizeLimit | null, { bytes, named, isSaid, at }: SizeRefusal): SizeLimit {
  const isOld = known !== null && isLone(known) && Math.abs(at - known.at) > loneMs;
  const before = isOld ? null : known;
  const refusals = (before?.refusals ?? 0) + 1;
  const told = named !== null ? 'named' : isSaid ? 'said' : 'guessed';
  // A bare status about a larger clip is what was to be expected: who has said so has said it still.
  const isSaidStill = told === 'guessed' || (told === 'said' && before?.source === 'named');
  const source = isSaidStill && before !== null && bytes >= before.from ? before.source : told;
  return {
    from: Math.min(before?.from ?? Number.MAX_SAFE_INTEGER, bytes, named ?? Number.MAX_SAFE_INTEGER),
    source,
    at,
    refusals,
    isDoubted: source === 'guessed' && (before === null || isAnother(before, bytes)),
  };
}

/** A refusal that proves nothing yet: the clip is sent once more. */
export const sentOnceMore: FailureCause = { kind: 'retry', why: 'size-doubted', afterMs: null, bounded: false };

/** What the refusal is to its clip: one that proves nothing yet is followed by a second try. */
export function causeOfRefusal(limit: SizeLimit, refused: FailureCause): FailureCause {
  return limit.isDoubted ? sentOnceMore : refused;
}

/** From this size on clips are not sent at all; null = every clip is. */
export function heldFrom(limit: SizeLimit | null): number | null {
  return limit === null || limit.isDoubted ? null : limit.from;
}

/** A clip of this size is on the site: whatever had been refused, the limit is another one. */
export function isDisproved(limit: SizeLimit | null, bytes: number): boolean {
  return limit !== null && bytes >= limit.from;
}

/** The next clip of that size tells whether it still holds: on its user's word, or because it was only guessed. */
export function inDoubt(limit: SizeLimit): SizeLimit {
  return { ...limit, isDoubted: true };
}

/** In how many ms a guess that holds clips back is to be tried again; null = never, the site itself has said it. */
export function trialInMs(limit: SizeLimit | null, now: WallMs): number | null {
  if (limit === null || limit.isDoubted || limit.source !== 'guessed') return null;
  const after = limit.refusals <= 3 ? firstTrialMs : doubled(dayMs, limit.refusals - 4, longestTrialMs);
  const age = now - limit.at;
  // Seen in the future: the clock was put back (F-13).
  return age < 0 ? 0 : Math.max(0, after - age);
}

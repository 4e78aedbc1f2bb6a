// What an attempt sends after others of its job: the very same representation and key, for as long as they can stand for one video.
//
// A site that honours the Idempotency-Key header answers every attempt under one key with one and the same video. So the key
// stays while the site may still be at the attempt before, or its answer was lost; it changes with the bytes, and once the site
// has given an answer of its own, for that answer is what it would give again.
import type { Attempt, ClipIdentity } from '../../model.ts';
import { isAssumed } from './presumed-attempt.ts';

/** Names the bytes of a clip as far as they can be told without reading them. */
export function contentOf({ device, inode, size, mtimeNs }: ClipIdentity): string {
  return `${size} ${mtimeNs} ${device} ${inode}`;
}

/** The same bytes but for the number of their disk, which is another one after that was plugged in again or the computer was started anew (F-27). */
export function isSameOnAnotherDisk(one: string, other: string): boolean {
  const withoutDisk = (content: string): string => content.split(' ').toSpliced(2, 1).join(' ');
  return withoutDisk(one) === withoutDisk(other);
}

/** How attempts ended that may have come true on the site; null = nobody saw the end. */
const mayHaveArrived: ReadonlySet<Attempt['ended']> = new Set([null, 'unclear', 'absent']);

/** Those whose video may be on the site, or come there still, with no answer that says so. */
export const unanswered = (attempts: readonly Attempt[]): readonly Attempt[] =>
  attempts.filter(({ id, ended }) => !isAssumed(id) && mayHaveArrived.has(ended));

/** What proxies and limits say before the site's own code has an answer, and 409 or 423: "still at it". */
const notItsAnswer: ReadonlySet<number> = new Set([408, 409, 423, 425, 429, 502, 503, 504]);

/** The site has said nothing under this key that it would only say again. */
function isOpen({ ended, status }: Attempt): boolean {
  if (ended === 'arrived' || ended === 'found' || ended === 'clip-changed' || ended === 'clip-in-use') return false;
  return status === null || notItsAnswer.has(status);
}

export type Representation = Pick<Attempt, 'boundary' | 'key' | 'fileName'>;

/** What the next attempt takes over from those before, oldest first; null = it begins afresh, with a key of its own. */
export function carriedOn(attempts: readonly Attempt[], content: string, fileName: string): Representation | null {
  const last = attempts.findLast(({ id }) => !isAssumed(id));
  if (last === undefined || last.key === null || last.content !== content || !isOpen(last)) return null;
  // A name typed meanwhile would make other bytes of it under the same key; the title is brought over afterwards anyway.
  if (last.fileName !== fileName && !mayHaveArrived.has(last.ended)) return null;
  return { boundary: last.boundary, key: last.key, fileName: last.fileName };
}

/** The first attempt whose video can be the one that is looked for: those before with the same bytes may come late (F-02). */
export function firstOf(attempts: readonly Attempt[], attempt: Attempt): Attempt {
  const same = (one: Attempt): boolean => one.content === attempt.content && mayHaveArrived.has(one.ended);
  return (attempt.content === null ? undefined : attempts.find(same)) ?? attempt;
}

/** Looks beyond these are dropped from the middle of the history, in the order of time. */
const mostLooks = 20;

export function withLook(attempt: Attempt, look: Attempt['looks'][number]): Attempt {
  const { looks } = attempt;
  return {
    ...attempt,
    looks: [...(looks.length < mostLooks ? looks : [...looks.slice(0, 1), ...looks.slice(2)]), look],
  };
}

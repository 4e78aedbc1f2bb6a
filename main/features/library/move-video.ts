// One try to move a video: it is looked at, what is needed to take it back is written down, and only then the site is asked.
import { goneAs, type Move, type MoveEnd, type MoveTried, seenAs } from '../../library/move-state.ts';
import type { AuthorizedClient, SiteCalls } from '../../site/client/client.ts';
import { bringBack, lookAt, type MoveRefusal, takeAway } from '../../site/content/trash.ts';

const dropped: MoveTried = { kind: 'dropped' };

function endOf(answer: MoveRefusal | { readonly is: string } | null): MoveEnd {
  if (answer === null) return { kind: 'done' };
  if (typeof answer === 'object') return { kind: 'otherwise', is: answer.is };
  return { kind: 'failed', problem: answer, said: null };
}

/**
 * `asks` must have written down that the site is asked, and what the video was, when it returns: the answer may be lost. False = it is not
 * wanted any more. Throws SiteRefusal, HttpError.
 */
export async function moveVideo(
  calls: SiteCalls,
  client: AuthorizedClient,
  move: Move,
  asks: (was: string | null) => boolean,
): Promise<MoveTried> {
  const { videoId, to, isAsked } = move;
  const ended = (end: MoveEnd): MoveTried => ({ kind: 'ended', end });
  // What goes for good cannot be taken back: only an answer that was lost has to be looked for.
  if (to === null && !isAsked)
    return asks(null) ? ended(endOf(await takeAway(calls, client, videoId, 'delete-forever'))) : dropped;
  const now = await lookAt(calls, client, videoId);
  if (typeof now === 'string') return ended(now === 'gone' ? goneAs(move) : endOf(now));
  const seen = seenAs(move, now.is);
  if (seen !== null) return ended(seen);
  if (!asks(now.is)) return dropped;
  if (to === null) return ended(endOf(await takeAway(calls, client, videoId, 'delete-forever')));
  if (to === 'trash') return ended(endOf(await takeAway(calls, client, videoId, 'trash')));
  return ended(endOf(await bringBack(calls, client, { id: videoId, slug: now.slug }, to)));
}

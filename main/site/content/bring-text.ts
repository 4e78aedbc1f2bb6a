// Brings what was typed for a video to it: looks, merges with what was seen, has written down what leaves, sends, and compares the answer.
import { fieldsOf, valuesOf } from '../../fields.ts';
import type { Draft, FieldValues, LeavingText, Video, WallMs } from '../../model.ts';
import type { AuthorizedClient, SiteCalls } from '../client/client.ts';
import { leaving, merge } from './merge-fields.ts';
import { type Brought, bringOver, getVideo } from './videos.ts';

/** What was typed for a video, and what is known of it there. */
export interface TypedText {
  readonly videoId: number;
  readonly draft: Draft;
  /** What the site had in the typed fields when they were typed or applied. */
  readonly seen: FieldValues;
  /** What may have come true there since by our own doing, its answer lost. */
  readonly sent: FieldValues | undefined;
  /** Where fields were changed here and there: whether the others are sent all the same, or nothing is before the user has answered. */
  readonly aroundConflicts: boolean;
}

export interface BringTextHooks {
  /** The video as it was found. */
  readonly onFound?: (video: Video) => void;
  /**
   * Has it written down when it is over: the answer to what is sent then may be lost. `compared` = the part of it that is compared with what
   * was seen, null = none is. False = nothing is to leave: what was typed is not that any more.
   */
  readonly onLeaving: (all: LeavingText, compared: LeavingText | null) => Promise<boolean> | boolean;
}

export interface BroughtText extends Brought {
  /** What the site has in fields that were changed here and there. */
  readonly theirs: FieldValues;
  /** When it was compared, by the site's clock. */
  readonly at: WallMs;
}

/** What can be put back as it was: of a description with formatting, or of a very long one, only a plain part is known. */
function wholeValues(video: Video): FieldValues {
  const { description, ...others } = valuesOf(video);
  return video.formatted || video.cut || description === undefined ? others : { ...others, description };
}

/** One try. `now` tells the site's clock. Null = there is no such video any more; 'typed-since' = see `onLeaving`. Throws SiteRefusal, HttpError. */
export async function bringText(
  calls: SiteCalls,
  client: AuthorizedClient,
  { videoId, draft, seen, sent, aroundConflicts }: TypedText,
  now: () => WallMs,
  { onFound, onLeaving }: BringTextHooks,
): Promise<BroughtText | 'typed-since' | null> {
  const video = await getVideo(calls, client, videoId);
  if (!video) return null;
  onFound?.(video);
  const at = now();
  const { send, theirs } = merge(draft, seen, video, at, sent);
  if (!aroundConflicts && fieldsOf(theirs).length > 0) return { after: video, ignored: [], refused: null, theirs, at };
  if (fieldsOf(send).length > 0) {
    const mayLeave = await onLeaving({ values: wholeValues(video), sent: send }, leaving(send, seen, video));
    if (!mayLeave) return 'typed-since';
  }
  return { ...(await bringOver(calls, client, video, send, at)), theirs, at };
}

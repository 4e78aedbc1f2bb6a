// What an edit of a video does on the site, and what failures mean for a list that is only looked at.
import { sortCallFailure } from '../../errors.ts';
import { fieldsOf, valuesOf } from '../../fields.ts';
import type { EditEvent } from '../../library/edit-state.ts';
import type { Edit, LibraryFailure } from '../../model.ts';
import { HttpError } from '../../ports.ts';
import type { AuthorizedClient, SiteCalls } from '../../site/client/client.ts';
import { leaving, merge } from '../../site/content/merge-fields.ts';
import { bringOver, getVideo } from '../../site/content/videos.ts';
import { NotFound } from '../../uploader-api.ts';

/**
 * One attempt to bring an edit to the site. `now` = wall clock in ms; `skewMs` = the site's clock minus it. `leaves` must have
 * written its event down when it returns: the answer to what is sent then may be lost.
 */
export async function applyEdit(
  calls: SiteCalls,
  client: AuthorizedClient,
  edit: Edit,
  now: number,
  skewMs: number,
  leaves: (event: Extract<EditEvent, { kind: 'leaves' }>) => void,
): Promise<EditEvent> {
  try {
    const video = await getVideo(calls, client, edit.videoId);
    if (!video) return { kind: 'gone' };
    const there = now + skewMs;
    const seen = { ...(edit.seen ? valuesOf(edit.seen) : {}), ...edit.left?.values };
    const { send, theirs } = merge(edit.draft, seen, video, there, edit.left?.sent);
    if (fieldsOf(theirs).length > 0) return { kind: 'conflict', theirs };
    const left = leaving(send, seen, video);
    if (left) leaves({ kind: 'leaves', ...left });
    const { after, ignored, refused } = await bringOver(calls, client, video, send, there);
    if (refused) return { kind: 'refused', fields: [...refused.fields, ...ignored], said: refused.said };
    if (ignored.length > 0) return { kind: 'ignored', fields: ignored };
    return { kind: 'applied', revision: edit.revision, video: after };
  } catch (error) {
    return { kind: 'failed', cause: sortCallFailure(error), now };
  }
}

/** Why a list or a record could not be fetched. Throws what is no failure of a site. */
export function failureOf(error: unknown): LibraryFailure {
  if (error instanceof NotFound) return { problem: 'sign-in', said: null };
  if (error instanceof HttpError && error.problem !== 'not-asked') return { problem: 'offline', said: null };
  const cause = sortCallFailure(error);
  if (cause.kind === 'sign-in') return { problem: 'sign-in', said: null };
  if (cause.kind === 'needs-you') return { problem: 'site-refused', said: cause.detail };
  switch (cause.why) {
    case 'site-busy':
    case 'site-maintenance':
    case 'server-error':
    case 'web-page-answer':
      return { problem: cause.why, said: null };
    default:
      return { problem: 'offline', said: null };
  }
}

// What an edit of a video does on the site, and what failures mean for a list that is only looked at.
import { sortCallFailure } from '../../errors.ts';
import { fieldsOf, valuesOf } from '../../fields.ts';
import type { EditTried } from '../../library/edit-state.ts';
import type { Edit, LeavingText, LibraryFailure, WallMs } from '../../model.ts';
import { HttpError } from '../../ports.ts';
import type { AuthorizedClient, SiteCalls } from '../../site/client/client.ts';
import { bringText } from '../../site/content/bring-text.ts';
import { NotFound } from '../../uploader-api.ts';

/**
 * One try to bring an edit to the site. `now` tells the site's clock. `leaves` must have written down what leaves when it returns: the answer
 * to what is sent then may be lost. False = it is not what is typed any more. Throws SiteRefusal, HttpError.
 */
export async function applyEdit(
  calls: SiteCalls,
  client: AuthorizedClient,
  edit: Edit,
  now: () => WallMs,
  leaves: (all: LeavingText, compared: LeavingText | null) => boolean,
): Promise<EditTried> {
  const { videoId, draft, left } = edit;
  const seen = { ...(edit.seen ? valuesOf(edit.seen) : {}), ...left?.values };
  // The user answers for all of it at once: what is dropped then must not be there in parts.
  const typed = { videoId, draft, seen, sent: left?.sent, aroundConflicts: false };
  const brought = await bringText(calls, client, typed, now, {
    onLeaving: leaves,
  });
  if (!brought) return { kind: 'gone' };
  if (brought === 'typed-since') return { kind: 'typed-since' };
  const { after, ignored, refused, theirs } = brought;
  if (fieldsOf(theirs).length > 0) return { kind: 'conflict', theirs };
  if (refused) return { kind: 'refused', fields: [...refused.fields, ...ignored], said: refused.said };
  if (ignored.length > 0) return { kind: 'ignored', fields: ignored };
  return { kind: 'applied', revision: edit.revision, video: after };
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

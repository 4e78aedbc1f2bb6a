// Into the trash, out of it and away for good: what a video is now, and each answer with what it means (platform facts, section 12).
import { refusesSignIn, type SiteAnswer, SiteRefusal } from '../../answers.ts';
import { type AuthorizedClient, platformRoute, type SiteCalls } from '../client/client.ts';
import { toItem } from './lists.ts';
import { recordIn } from './records.ts';

/** Why nothing was done. 'gone' = the site has no such video any more. */
export type MoveRefusal = 'not-allowed' | 'gone' | 'no-trash';

/** The slug that the trash leaves to a video that was never published; published like that it would be its address. */
const trapSlug = /^__trashed(-\d+)?$/;

function sorted(said: SiteAnswer): MoveRefusal {
  // Nobody in particular may do nothing: that says nothing of what the account may do.
  if (refusesSignIn(said)) throw new SiteRefusal(said);
  if (said.status === 404 && said.code === 'rest_post_invalid_id') return 'gone';
  if (said.code === 'rest_trash_not_supported') return 'no-trash';
  if (said.code !== null && /^rest_cannot_(delete|edit|publish)|^rest_forbidden/.test(said.code)) return 'not-allowed';
  throw new SiteRefusal(said);
}

/** The status and the slug that the site shows now. Throws SiteRefusal for what has no meaning of its own, HttpError. */
export async function lookAt(
  calls: SiteCalls,
  client: AuthorizedClient,
  id: number,
): Promise<{ readonly is: string; readonly slug: string } | MoveRefusal> {
  const said = await calls.ask(client, {
    method: 'GET',
    route: platformRoute(client, `video/${id}`),
    query: { context: 'edit' },
  });
  if (said.status !== 200) return sorted(said);
  const { status: is, slug } = recordIn(said, toItem);
  return { is, slug };
}

/** Into the trash, or away for good; null = it is there, or was already. Throws as above. */
export async function takeAway(
  calls: SiteCalls,
  client: AuthorizedClient,
  id: number,
  how: 'trash' | 'delete-forever',
): Promise<MoveRefusal | null> {
  const force = how === 'delete-forever';
  const route = platformRoute(client, `video/${id}`);
  const said = await calls.ask(client, { method: 'DELETE', route, query: force ? { force: 'true' } : {} });
  // A page in its place comes from something in between, and proves nothing.
  if (said.status === 200 && said.json !== undefined) return null;
  if (!force && said.code === 'rest_already_trashed') return null;
  return sorted(said);
}

/**
 * Out of the trash: no site tells what a video was before, so whoever asks says which status it gets. `slug` = as it is in the trash.
 * Null = it is as wanted; `is` = another status that the site made of it. Throws as above.
 */
export async function bringBack(
  calls: SiteCalls,
  client: AuthorizedClient,
  { id, slug }: { readonly id: number; readonly slug: string },
  status: string,
): Promise<MoveRefusal | { readonly is: string } | null> {
  const route = platformRoute(client, `video/${id}`);
  const json = trapSlug.test(slug) ? { status, slug: '' } : { status };
  const after = await calls.ask(client, { method: 'POST', route, query: { context: 'edit' }, json });
  if (after.status !== 200) return sorted(after);
  const { status: is } = recordIn(after, toItem);
  if (is === 'trash') throw new SiteRefusal(after);
  return is === status ? null : { is };
}

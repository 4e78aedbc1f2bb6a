// Trash, restore and delete forever, each one answer with what it means (platform facts, section 12).
import { type SiteAnswer, SiteRefusal } from '../../answers.ts';
import type { LibraryAct } from '../../model.ts';
import { type AuthorizedClient, platformRoute, type SiteCalls } from '../client/client.ts';
import { toItem } from './lists.ts';
import { recordIn } from './records.ts';

/** Null = done. 'gone' = the site has no such video any more. `is` = it is not in the trash, and has another status than was wanted. */
export type ActAnswer = null | 'not-allowed' | 'gone' | 'no-trash' | { readonly is: string };

/** The slug that the trash leaves to a video that was never published; published like that it would be its address. */
const trapSlug = /^__trashed(-\d+)?$/;

function sorted(said: SiteAnswer): ActAnswer {
  if (said.status === 404 && said.code === 'rest_post_invalid_id') return 'gone';
  if (said.code === 'rest_trash_not_supported') return 'no-trash';
  if (said.code !== null && /^rest_cannot_(delete|edit|publish)|^rest_forbidden/.test(said.code)) return 'not-allowed';
  throw new SiteRefusal(said);
}

/** Throws SiteRefusal for what has no meaning of its own, HttpError. */
export async function actOnVideo(
  calls: SiteCalls,
  client: AuthorizedClient,
  id: number,
  act: LibraryAct,
): Promise<ActAnswer> {
  const route = platformRoute(client, `video/${id}`);
  if (act === 'restore') return bringBack(calls, client, id, 'draft');
  if (act === 'publish-again') return bringBack(calls, client, id, 'publish');
  const force = act === 'delete-forever';
  const said = await calls.ask(client, { method: 'DELETE', route, query: force ? { force: 'true' } : {} });
  if (said.status === 200) return null;
  if (!force && said.code === 'rest_already_trashed') return null;
  return sorted(said);
}

/** What the site says of the video now. Throws as above. */
export async function statusNow(
  calls: SiteCalls,
  client: AuthorizedClient,
  id: number,
): Promise<{ readonly is: string } | Exclude<ActAnswer, null | object>> {
  const said = await calls.ask(client, {
    method: 'GET',
    route: platformRoute(client, `video/${id}`),
    query: { context: 'edit' },
  });
  if (said.status === 200) return { is: recordIn(said, toItem).status };
  const answer = sorted(said);
  if (answer === null || typeof answer === 'object') throw new SiteRefusal(said);
  return answer;
}

/** Back from the trash: no site tells what it was before, so whoever asks says which status it gets. Throws as above. */
export async function bringBack(
  calls: SiteCalls,
  client: AuthorizedClient,
  id: number,
  status: string,
): Promise<ActAnswer> {
  const route = platformRoute(client, `video/${id}`);
  const query = { context: 'edit' };
  const now = await calls.ask(client, { method: 'GET', route, query });
  if (now.status !== 200) return sorted(now);
  const item = recordIn(now, toItem);
  const asWanted = (found: string): ActAnswer => (found === status ? null : { is: found });
  // Somebody else has brought it back, or it never was there.
  if (item.status !== 'trash') return asWanted(item.status);
  const json = trapSlug.test(item.slug) ? { status, slug: '' } : { status };
  const after = await calls.ask(client, { method: 'POST', route, query, json });
  if (after.status !== 200) return sorted(after);
  const { status: is } = recordIn(after, toItem);
  if (is === 'trash') throw new SiteRefusal(after);
  return asWanted(is);
}

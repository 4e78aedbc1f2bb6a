// What a site has of these videos now: many in one question, and of those that no list shows each by itself.
import { type SiteAnswer, SiteRefusal } from '../../answers.ts';
import type { SiteItem } from '../../model.ts';
import { type AuthorizedClient, platformRoute, type SiteCalls } from '../client/client.ts';
import { listPageSize, toItem } from './lists.ts';
import { recordIn, recordsIn } from './records.ts';
import { ownStatuses } from './videos.ts';

export interface WantedVideos {
  readonly ids: readonly number[];
  /** Fields of the site's records beside `id`, `status` and `title`, as WordPress takes them. */
  readonly fields: string;
  /** So many are asked for by themselves at most. */
  readonly mostAlone: number;
}

/** Asks for one by itself: a list leaves out statuses of plugins, and what it leaves out is not gone for that. */
async function askForOne(
  calls: SiteCalls,
  client: AuthorizedClient,
  id: number,
  fields: string,
): Promise<SiteItem | 'gone' | null> {
  const said = await calls.ask(client, {
    method: 'GET',
    route: platformRoute(client, `video/${id}`),
    query: { context: 'edit', _fields: fields },
  });
  if (said.status === 404 && said.code === 'rest_post_invalid_id') return 'gone';
  // Not this account's to see, or not now: nothing is known by that.
  if (said.status === 403) return null;
  if (said.status !== 200) throw new SiteRefusal(said);
  const found = recordIn(said, toItem);
  return found.id === id && found.status !== '' ? found : null;
}

function itemIn(record: unknown, said: SiteAnswer, asked: ReadonlySet<number>): SiteItem | null {
  const item = recordIn({ ...said, json: record }, toItem);
  return asked.has(item.id) && item.status !== '' ? item : null;
}

/**
 * At most a hundred videos by id, also those in the trash; one of which nothing could be learned is left out, as are those beyond
 * `mostAlone` that had to be asked for by themselves. 'gone' = the site says that there is none. Throws SiteRefusal, HttpError.
 */
export async function videosNow(
  calls: SiteCalls,
  client: AuthorizedClient,
  { ids, fields, mostAlone }: WantedVideos,
): Promise<ReadonlyMap<number, SiteItem | 'gone'>> {
  const asked = new Set(ids.slice(0, listPageSize));
  const wanted = `id,title,status,${fields}`;
  const found = new Map<number, SiteItem | 'gone'>();
  const said = await calls.ask(client, {
    method: 'GET',
    route: platformRoute(client, 'video'),
    query: {
      context: 'edit',
      include: [...asked].join(','),
      per_page: String(listPageSize),
      status: [...ownStatuses, 'trash'].join(','),
      _fields: wanted,
    },
  });
  // A site that does not take one of these statuses, or not from this account, is asked for each by itself.
  if (said.status !== 200 && said.status !== 400 && said.status !== 403) throw new SiteRefusal(said);
  for (const record of said.status === 200 ? recordsIn(said) : []) {
    const item = itemIn(record, said, asked);
    if (item !== null) found.set(item.id, item);
  }
  const left = [...asked].filter((id) => !found.has(id)).slice(0, mostAlone);
  for (const id of left) {
    const alone = await askForOne(calls, client, id, wanted);
    if (alone !== null) found.set(id, alone);
  }
  return found;
}

// What has become of videos: the statuses of many in one question, and of those that no list shows each by itself.
import { type SiteAnswer, SiteRefusal } from '../../answers.ts';
import type { SiteItem, WallMs } from '../../model.ts';
import { type AuthorizedClient, platformRoute, type SiteCalls } from '../client/client.ts';
import { listPageSize, toItem } from './lists.ts';
import { recordIn, recordsIn } from './records.ts';
import { ownStatuses } from './videos.ts';

/** What a site has of a video now. `status` = its own name of it, null = there is no such video any more; `date` = also when it becomes public. */
export interface VideoState {
  readonly status: string | null;
  readonly date: WallMs | null;
  /** Only who knows its password sees it. */
  readonly isProtected?: true;
}

/** As a list or a record tells it. */
const stateOf = ({ status, createdAt, isProtected }: SiteItem): VideoState => ({
  ...{ status, date: createdAt },
  ...(isProtected ? { isProtected } : {}),
});

const fields = 'id,title,status,slug,date_gmt,password,content.protected';

function readState(states: Map<number, VideoState>, asked: ReadonlySet<number>, record: unknown, said: SiteAnswer) {
  const item = recordIn({ ...said, json: record }, toItem);
  if (asked.has(item.id) && item.status !== '') states.set(item.id, stateOf(item));
}

/** Asks for one by itself: a list leaves out statuses of plugins, and what it leaves out is not gone for that. */
async function askForOne(calls: SiteCalls, client: AuthorizedClient, id: number): Promise<VideoState | null> {
  const said = await calls.ask(client, {
    method: 'GET',
    route: platformRoute(client, `video/${id}`),
    query: { context: 'edit', _fields: fields },
  });
  if (said.status === 404 && said.code === 'rest_post_invalid_id') return { status: null, date: null };
  // Not this account's to see, or not now: nothing is known by that.
  if (said.status === 403) return null;
  if (said.status !== 200) throw new SiteRefusal(said);
  const found = recordIn(said, toItem);
  return found.id === id && found.status !== '' ? stateOf(found) : null;
}

/**
 * The states of at most a hundred videos; one of which nothing could be learned is left out, as are those beyond `mostAlone` that had
 * to be asked for by themselves. Throws SiteRefusal, HttpError.
 */
export async function statesOf(
  calls: SiteCalls,
  client: AuthorizedClient,
  ids: readonly number[],
  mostAlone: number,
): Promise<ReadonlyMap<number, VideoState>> {
  const asked = new Set(ids.slice(0, listPageSize));
  const states = new Map<number, VideoState>();
  const said = await calls.ask(client, {
    method: 'GET',
    route: platformRoute(client, 'video'),
    query: {
      context: 'edit',
      include: [...asked].join(','),
      per_page: String(listPageSize),
      status: [...ownStatuses, 'trash'].join(','),
      _fields: fields,
    },
  });
  // A site that does not take one of these statuses, or not from this account, is asked for each by itself.
  if (said.status !== 200 && said.status !== 400 && said.status !== 403) throw new SiteRefusal(said);
  if (said.status === 200) for (const record of recordsIn(said)) readState(states, asked, record, said);
  const left = [...asked].filter((id) => !states.has(id)).slice(0, mostAlone);
  for (const id of left) {
    const alone = await askForOne(calls, client, id);
    if (alone !== null) states.set(id, alone);
  }
  return states;
}

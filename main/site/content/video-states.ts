// What has become of videos: their statuses, and which of them are gone.
import type { SiteItem, WallMs } from '../../model.ts';
import type { AuthorizedClient, SiteCalls } from '../client/client.ts';
import { videosNow } from './videos-now.ts';

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

/** See videosNow. */
export async function statesOf(
  calls: SiteCalls,
  client: AuthorizedClient,
  ids: readonly number[],
  mostAlone: number,
): Promise<ReadonlyMap<number, VideoState>> {
  const fields = 'slug,date_gmt,password,content.protected';
  const videos = await videosNow(calls, client, { ids, fields, mostAlone });
  return new Map(
    [...videos].map(([id, item]) => [id, item === 'gone' ? { status: null, date: null } : stateOf(item)] as const),
  );
}

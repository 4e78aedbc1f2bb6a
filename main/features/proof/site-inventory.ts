// After a damaged list was rebuilt: what an account has on its site, listed once, so that nothing is sent that is there already (F-42).

import type { AccountId, Job, StoredFile } from '../../model.ts';
import type { Clock } from '../../ports.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { Rebuilds } from '../../queue/store/rebuilds.ts';
import { createSingleFlight } from '../../single-flight.ts';
import type { AuthorizedClient, SiteCalls } from '../../site/client/client.ts';
import { filesSince } from '../../site/content/media.ts';
import { namesOfVideos } from '../../site/content/videos.ts';
import type { Accounts } from '../accounts/accounts.ts';

export interface SiteLedgerOptions {
  readonly clock: Clock;
  readonly accounts: Pick<Accounts, 'account' | 'siteOf'>;
  readonly calls: SiteCalls;
  readonly store: QueueStore;
  readonly rebuilds: Rebuilds;
}

export interface SiteLedger {
  /** Whether the site may hold a clip of which the list knows nothing; not before it was listed is that ever ruled out. */
  mayHold(accountId: AccountId, bytes: number, fileName: string): boolean;
  /** Files on the site that can be this clip. Throws SiteRefusal, HttpError. */
  filesLike(job: Job, client: AuthorizedClient, fileName: string): Promise<readonly StoredFile[]>;
}

/** Pages of a hundred. */
const mostPages = 1_000;
/** Before the settle time is over a list is only good for so long: what was under way may still arrive. */
const freshMs = 2_000;

export function createSiteLedger(options: SiteLedgerOptions): SiteLedger {
  const { clock, accounts, calls, store, rebuilds } = options;
  const listing = createSingleFlight<AccountId, void>();

  /** True once nothing that was under way when the list was lost can arrive any more. */
  const isFinal = (accountId: AccountId): boolean => {
    const since = rebuilds.since();
    const at = rebuilds.listedAt(accountId);
    return since === null || (at !== null && at >= since + (accounts.siteOf(accountId)?.settleMs ?? 0));
  };

  /** Videos, and the files that they have; a video without a file of its own stands there by its title alone. */
  const listAll = async (accountId: AccountId, client: AuthorizedClient): Promise<void> => {
    const userId = accounts.account(accountId)?.userId ?? 0;
    const begun = clock.now();
    const videos = await namesOfVideos(calls, client, userId, mostPages);
    // The files last: of a clip that is stored meanwhile there may be a file without its video, never a video without its file.
    const files = await filesSince(calls, client, userId, 0, { mostPages });
    const covered = new Set(files.map(({ videoId }) => videoId));
    const fileOf = ({ id, title, createdAt }: (typeof videos)[number]): StoredFile => ({
      mediaId: 0,
      videoId: id,
      title,
      sourceUrl: '',
      bytes: null,
      createdAt,
    });
    const bare = videos.filter(({ id }) => !covered.has(id)).map(fileOf);
    await store.write(() => rebuilds.list(accountId, [...files, ...bare], begun));
  };

  return {
    mayHold: (accountId, bytes, fileName) =>
      !isFinal(accountId) || rebuilds.filesLike(accountId, bytes, fileName).length > 0,
    filesLike: async ({ accountId, clip }, client, fileName) => {
      const at = rebuilds.listedAt(accountId);
      if (!isFinal(accountId) && (at === null || clock.now() - at >= freshMs)) {
        await listing.run(accountId, () => listAll(accountId, client));
      }
      return rebuilds.filesLike(accountId, clip.identity.size, fileName);
    },
  };
}

// What an account has on its site, whoever sent it: listed once in the background, then brought up to date before each clip.
import { LRUCache } from 'lru-cache';
import type { AccountId, Job, StoredFile } from '../../model.ts';
import type { Clock, Logger } from '../../ports.ts';
import { contentOf } from '../../queue/job/attempt-lineage.ts';
import { nameFits } from '../../queue/match/match.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { SiteFiles } from '../../queue/store/site-files.ts';
import { longAgo, type Moment, momentOf, passedMs } from '../../retry.ts';
import { createSingleFlight } from '../../single-flight.ts';
import type { AuthorizedClient, SiteCalls } from '../../site/client/client.ts';
import { filesByPage, fileWith } from '../../site/content/media.ts';
import type { Accounts } from '../accounts/accounts.ts';

export interface AccountFilesOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly accounts: Pick<Accounts, 'account' | 'client' | 'ready'>;
  readonly calls: SiteCalls;
  readonly store: QueueStore;
  readonly siteFiles: SiteFiles;
}

export interface AccountFiles {
  /** Reads in the background what was not read yet of the lists of all who are signed in; what goes wrong is only logged. */
  kick(): void;
  /** The file is not this clip: it is not given for it again. */
  ruleOut(job: Job, mediaId: number): void;
  /**
   * The account's files that can be the job's clip and stand for no other one, as they are on the site now; of a list that is at most
   * `freshMs` old. Throws SiteRefusal, HttpError.
   */
  like(job: Job, client: AuthorizedClient, fileName: string, freshMs: number): Promise<readonly StoredFile[]>;
}

/** As many as WordPress gives at once. */
const wholePage = 100;
/** A list that was so long on its way says too little of what is there now, in ms. */
const slowMs = 3_000;
const mostReadings = 3;
/** What is new since a moment ago is on the first page. */
const newPage = 20;
/** Files of one size that are looked at one by one; some cameras make all of one size. */
const mostLike = 50;
/** Clips of which it is remembered which files they are not. */
const mostRemembered = 1_000;

export function createAccountFiles(options: AccountFilesOptions): AccountFiles {
  const { clock, logger, accounts, calls, store, siteFiles } = options;
  const reading = createSingleFlight<AccountId, void>();
  /** When the last reading that came to its end began. */
  const begunAt = new Map<AccountId, Moment>();
  /** What stood on the first page: as long as that stays the same there is nothing to write down. */
  const firstPages = new Map<AccountId, string>();

  /** What of a file is decided by. */
  const signature = (files: readonly StoredFile[]): string =>
    files.map(({ mediaId, videoId, bytes }) => `${mediaId} ${videoId} ${bytes}`).join('\n');

  const readAll = async (accountId: AccountId, client: AuthorizedClient, page: number): Promise<void> => {
    const userId = accounts.account(accountId)?.userId ?? 0;
    await filesByPage(calls, client, userId, { page, perPage: wholePage }, async (files, next) => {
      await store.write(() => siteFiles.keep(accountId, files, next));
      return true;
    });
  };

  const readNew = async (accountId: AccountId, client: AuthorizedClient): Promise<void> => {
    const userId = accounts.account(accountId)?.userId ?? 0;
    const newest = siteFiles.newest(accountId);
    let pages = 0;
    await filesByPage(calls, client, userId, { page: 1, perPage: newPage }, async (files) => {
      const now = signature(files);
      const isFirst = ++pages === 1;
      if (!isFirst || firstPages.get(accountId) !== now)
        await store.write(() => siteFiles.keep(accountId, files, siteFiles.nextPage(accountId)));
      if (isFirst) firstPages.set(accountId, now);
      return files.every(({ mediaId }) => mediaId > newest);
    });
  };

  const read = async (accountId: AccountId, client: AuthorizedClient): Promise<void> => {
    const at = momentOf(clock);
    const page = siteFiles.nextPage(accountId);
    // A page earlier: what was deleted since has moved the others up.
    if (page !== null) await readAll(accountId, client, Math.max(1, page - 1));
    if (page !== 1) await readNew(accountId, client);
    begunAt.set(accountId, at);
  };

  const upToDate = async (accountId: AccountId, client: AuthorizedClient, freshMs: number): Promise<void> => {
    const asked = momentOf(clock);
    const isFresh = (): boolean => {
      const at = begunAt.get(accountId) ?? longAgo;
      return passedMs(at, asked) <= freshMs && passedMs(at, momentOf(clock)) <= freshMs + slowMs;
    };
    // The one that is under way may have begun too long ago, or answer too late; of a site that is always slow the last one counts.
    for (let tries = 0; tries < mostReadings && !isFresh(); tries++)
      await reading.run(accountId, () => read(accountId, client));
  };

  /** Files that were compared with a clip as it is now, and are none of it: bytes that are stored do not change. */
  const ruledOut = new LRUCache<string, Set<number>>({ max: mostRemembered, memoMethod: () => new Set() });
  const ruledOutOf = ({ id, clip }: Pick<Job, 'id' | 'clip'>): Set<number> =>
    ruledOut.memo(`${id} ${contentOf(clip.identity)}`);

  return {
    ruleOut: (job, mediaId) => void ruledOutOf(job).add(mediaId),
    kick: () => {
      for (const { id } of accounts.ready()) {
        const client = accounts.client(id);
        if (client === null || siteFiles.nextPage(id) === null) continue;
        reading
          .run(id, () => read(id, client))
          .catch((error: unknown) =>
            logger.warn('The files of an account could not be listed', { account: id, error: String(error) }),
          );
      }
    },
    like: async ({ id, accountId, clip }, client, fileName, freshMs) => {
      await upToDate(accountId, client, freshMs);
      const known = siteFiles.like(accountId, clip.identity.size, fileName);
      if (known.length === 0) return [];
      const taken = store.takenVideos(accountId, id);
      const isOut = ruledOutOf({ id, clip });
      const free = known.filter(
        ({ mediaId, videoId }) => !isOut.has(mediaId) && (videoId === null || !taken.has(videoId)),
      );
      const found: StoredFile[] = [];
      // Those that are called like it are the likeliest where there are very many.
      const ranked = free.toSorted((a, b) => Number(nameFits(fileName, b)) - Number(nameFits(fileName, a)));
      for (const { mediaId } of ranked.slice(0, mostLike)) {
        const file = await fileWith(calls, client, mediaId);
        if (file !== null && file.videoId !== null) found.push(file);
      }
      return found;
    },
  };
}

// Compares what was sent for an account with the files that it has on its site, and writes down which clips may be there twice.
import type { AccountId, StoredFile } from '../../model.ts';
import type { Clock } from '../../ports.ts';
import type { DuplicateStore, Pair } from '../../queue/match/duplicate-store.ts';
import { duplicates, merged, type Sent } from '../../queue/match/duplicates.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import { dayMs } from '../../retry.ts';
import type { SiteCalls } from '../../site/client/client.ts';
import { filesSince } from '../../site/content/media.ts';
import { getVideo } from '../../site/content/videos.ts';
import { NotFound } from '../../uploader-api.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { confirmDuplicate } from './confirm-duplicate.ts';

export interface ComparingAccount {
  readonly clock: Clock;
  readonly store: QueueStore;
  readonly accounts: Pick<Accounts, 'account' | 'client'>;
  readonly calls: SiteCalls;
}

/** Attempts so long before the last comparison are looked at again: what came late may have come since. */
const overlapMs = 7 * dayMs;
/** Pages of a hundred files in one span of time. */
const mostPages = 500;

/** What was sent since, each clip once; read in parts, so that nothing else has to wait for it. */
async function gather(
  known: DuplicateStore,
  clock: Clock,
  accountId: AccountId,
  since: number,
): Promise<readonly Sent[]> {
  const byJob = new Map<string, Sent>();
  for (let after: number | null = 0; after !== null; ) {
    const part: ReturnType<DuplicateStore['sent']> = known.sent(accountId, since, after);
    for (const one of part.sent) {
      const before = byJob.get(one.jobId);
      byJob.set(one.jobId, {
        ...one,
        fileNames: [...new Set([...(before?.fileNames ?? []), ...one.fileNames])],
        windows: [...(before?.windows ?? []), ...one.windows],
      });
    }
    after = part.next;
    if (after !== null) await new Promise<void>((resolve) => clock.soon(resolve));
  }
  return [...byJob.values()];
}

/** Throws NotFound, SiteRefusal and HttpError. */
export async function compareAccount(
  { clock, store, accounts, calls }: ComparingAccount,
  known: DuplicateStore,
  accountId: AccountId,
): Promise<void> {
  const account = accounts.account(accountId);
  const client = accounts.client(accountId);
  if (!account || !client) throw new NotFound('sign-in-first');
  const begun = clock.now();
  const last = known.lastRun(accountId);
  const sent = await gather(
    known,
    clock,
    accountId,
    last === null ? Number.NEGATIVE_INFINITY : Math.min(last, begun) - overlapMs,
  );
  const found: Pair[] = [];
  const taken = store.takenVideos(accountId, '');
  const files: StoredFile[] = [];
  for (const { from, to } of merged(sent.flatMap(({ windows }) => windows))) {
    files.push(...(await filesSince(calls, client, account.userId, from, { before: to, mostPages })));
  }
  for (const twin of duplicates(sent, files, taken)) {
    const pair = await confirmDuplicate({ calls, store }, client, twin);
    if (pair) found.push(pair);
  }
  // What was told before and lies outside of what was looked at now is still true while both videos are there.
  const seen = new Set(sent.map(({ jobId }) => jobId));
  for (const pair of known.pairs(accountId)) {
    if (seen.has(pair.jobId)) continue;
    const there = await Promise.all(pair.videos.map(({ videoId }) => getVideo(calls, client, videoId)));
    if (there.every((video) => video !== null && video.status !== 'trash')) found.push(pair);
  }
  known.replace(accountId, found, begun);
}

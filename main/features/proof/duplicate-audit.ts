// Compares what was sent with what an account has on its site, once a day when nothing is under way or when asked, and tells of
// clips that may be there twice (F-02). It changes nothing on the site.
import type { AuditReport, LibraryActResult, LibraryFailure } from '../../../preload/contract.ts';
import type { ReachabilityMonitor } from '../../hosts/reachability-monitor.ts';
import type { AccountId, StoredFile, Video } from '../../model.ts';
import type { Clock, Logger, Sql } from '../../ports.ts';
import { duplicateStore, type Pair } from '../../queue/match/duplicate-store.ts';
import { type Duplicate, duplicates, merged, type Sent } from '../../queue/match/duplicates.ts';
import { samplePlaces } from '../../queue/match/match.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { AuthorizedClient, SiteCalls } from '../../site/client/client.ts';
import { filesSince, sampleOf } from '../../site/content/media.ts';
import { getVideo } from '../../site/content/videos.ts';
import { type Handlers, NotFound } from '../../uploader-api.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Changes, Signals } from '../changes.ts';
import { failureOf } from '../library/apply-edit.ts';

export interface AuditOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly lines: ReachabilityMonitor;
  readonly sql: Sql;
  readonly store: QueueStore;
  readonly accounts: Accounts;
  readonly calls: SiteCalls;
  /** Moves a video to the trash of its site, as the library does. */
  readonly trash: (accountId: AccountId, videoId: number) => Promise<LibraryActResult>;
  readonly changes: Signals<Changes>;
}

export interface Audit {
  readonly handlers: Pick<Handlers, Extract<keyof Handlers, `audit.${string}`>>;
  /** Open pairs by account, only of accounts that have some. */
  counts(): readonly { readonly accountId: AccountId; readonly clips: number }[];
  /** Something was sent, or an account or the network came back: sees when to compare. */
  kick(): void;
  stop(): Promise<void>;
}

const dayMs = 24 * 3_600_000;
/** Attempts so long before the last comparison are looked at again: what came late may have come since. */
const overlapMs = 7 * dayMs;
/** While clips are under way it waits this long. */
const restMs = 15 * 60_000;
/** Pages of a hundred files in one span of time. */
const mostPages = 500;
/** Places compared of two files that look alike. */
const places = 6;

export function createAudit(options: AuditOptions): Audit {
  const { clock, logger, accounts, calls, store } = options;
  const known = duplicateStore(options.sql);
  const running = new Map<AccountId, Promise<LibraryFailure | null>>();
  let cancelTimer: (() => void) | null = null;
  let stopped = false;

  const report = (accountId: AccountId, failure: LibraryFailure | null = null): AuditReport => ({
    accountId,
    pairs: known.pairs(accountId).map(({ videos, ...pair }) => ({
      ...pair,
      accountId,
      videoIds: [videos[0].videoId, videos[1].videoId],
      videos,
    })),
    running: running.has(accountId),
    checkedAt: known.lastRun(accountId),
    failure,
  });

  /** What was sent since, each clip once; read in parts, so that nothing else has to wait for it. */
  const gather = async (accountId: AccountId, since: number): Promise<readonly Sent[]> => {
    const byJob = new Map<string, Sent>();
    for (let after: number | null = 0; after !== null; ) {
      const part: ReturnType<typeof known.sent> = known.sent(accountId, since, after);
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
  };

  /** Null = their bytes differ. */
  const compare = async (root: string, own: StoredFile, other: StoredFile): Promise<Pair['proof'] | null> => {
    for (const { start, length } of samplePlaces(own.bytes ?? 1, places)) {
      const [one, two] = await Promise.all([own, other].map((file) => sampleOf(calls, root, file, start, length)));
      if (!one || !two) return 'name-and-size';
      if (Buffer.compare(one.bytes, two.bytes) !== 0) return null;
    }
    return 'bytes';
  };

  const look = async (client: AuthorizedClient, { jobId, own, other }: Duplicate): Promise<Pair | null> => {
    const proof = await compare(client.root, own, other);
    const job = store.job(jobId);
    if (proof === null || !job) return null;
    const shown: Video[] = [];
    for (const { videoId } of [own, other]) {
      const video = videoId === null ? null : await getVideo(calls, client, videoId);
      if (!video || video.status === 'trash') return null;
      shown.push(video);
    }
    const [first, second] = shown.map(({ id, title, status }, at) => ({
      videoId: id,
      title,
      status,
      // When it was stored; a video's own date is when it is or becomes public.
      createdAt: (at === 0 ? own : other).createdAt,
    }));
    if (!first || !second) return null;
    return { jobId, name: job.clip.name, bytes: job.clip.identity.size, proof, videos: [first, second] };
  };

  const compareAll = async (accountId: AccountId): Promise<void> => {
    const account = accounts.account(accountId);
    const client = accounts.client(accountId);
    if (!account || !client) throw new NotFound('sign-in-first');
    const begun = clock.now();
    const last = known.lastRun(accountId);
    const sent = await gather(accountId, last === null ? Number.NEGATIVE_INFINITY : Math.min(last, begun) - overlapMs);
    const found: Pair[] = [];
    const taken = store.takenVideos(accountId, '');
    const files: StoredFile[] = [];
    for (const { from, to } of merged(sent.flatMap(({ windows }) => windows))) {
      files.push(...(await filesSince(calls, client, account.userId, from, { before: to, mostPages })));
    }
    for (const twin of duplicates(sent, files, taken)) {
      const pair = await look(client, twin);
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
  };

  const run = (accountId: AccountId): Promise<LibraryFailure | null> => {
    const begun = running.get(accountId);
    if (begun) return begun;
    const work = compareAll(accountId)
      .then(
        () => null,
        (error: unknown) => {
          const failure = failureOf(error);
          if (failure.problem === 'sign-in') accounts.signedOut(accountId);
          logger.info('The clips of an account could not be compared', {
            account: accountId,
            problem: failure.problem,
          });
          return failure;
        },
      )
      .finally(() => {
        running.delete(accountId);
        options.changes.tell('shown', null);
      });
    running.set(accountId, work);
    return work;
  };

  const reachable = (accountId: AccountId): boolean => {
    const site = accounts.siteOf(accountId);
    return site !== null && options.lines.isOpen(site.id);
  };

  /** When an account is to be compared, by the wall clock; null = nothing was sent that was not compared a day after. */
  const dueAt = (accountId: AccountId): number | null => {
    const began = known.attemptsBegan(accountId);
    const last = known.lastRun(accountId);
    const now = clock.now();
    if (!began) return null;
    // What was written down by a clock that was ahead says nothing of when (F-13).
    if (last === null || last > now) return began.first > now ? now : began.first + dayMs;
    return began.last > last - dayMs ? last + dayMs : null;
  };

  const schedule = (leastMs: number): void => {
    cancelTimer?.();
    cancelTimer = null;
    const due = accounts.ready().flatMap(({ id }) => dueAt(id) ?? []);
    if (stopped || due.length === 0) return;
    const inMs = Math.min(Math.max(leastMs, Math.min(...due) - clock.now()), dayMs);
    cancelTimer = clock.after(inMs, () => {
      tick().catch((error: unknown) => logger.error('The clips could not be compared', { error: String(error) }));
    });
  };

  const tick = async (): Promise<void> => {
    cancelTimer = null;
    if (store.openJobs() === 0) {
      for (const { id } of accounts.ready()) {
        const due = dueAt(id);
        if (!stopped && due !== null && due <= clock.now() && reachable(id)) await run(id);
      }
    }
    schedule(restMs);
  };

  return {
    counts: () =>
      accounts
        .views()
        .flatMap((site) => site.accounts.map(({ id }) => ({ accountId: id, clips: known.count(id) })))
        .filter(({ clips }) => clips > 0),
    kick: () => {
      if (cancelTimer === null) schedule(0);
    },
    stop: async () => {
      stopped = true;
      cancelTimer?.();
      await Promise.all(running.values());
    },
    handlers: {
      'audit.state': async (accountId) => report(accountId),
      'audit.run': async (accountId) => {
        if (!accounts.account(accountId)) throw new NotFound('account-gone');
        return report(accountId, await run(accountId));
      },
      'audit.dismiss': async ({ accountId, videoIds }) => {
        known.dismiss(accountId, videoIds);
        options.changes.tell('shown', null);
        return report(accountId);
      },
      'audit.trash': async ({ accountId, videoId }) => {
        const result = await options.trash(accountId, videoId);
        const gone = [...result.done, ...result.failed.filter(({ problem }) => problem === 'gone').map(({ id }) => id)];
        for (const id of gone) known.forget(accountId, id);
        options.changes.tell('shown', null);
        return { report: report(accountId), result };
      },
    },
  };
}

// Compares what was sent with what an account has on its site, once a day when nothing is under way or when asked, and tells of
// clips that may be there twice (F-02). It changes nothing on the site.
import type { AuditReport, LibraryActResult, LibraryFailure } from '../../../preload/contract.ts';
import type { ReachabilityMonitor } from '../../hosts/reachability-monitor.ts';
import type { AccountId, WallMs } from '../../model.ts';
import type { Clock, Logger, Sql } from '../../ports.ts';
import { type DuplicateStore, duplicateStore } from '../../queue/match/duplicate-store.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import { dayMs } from '../../retry.ts';
import { createSingleFlight } from '../../single-flight.ts';
import type { SiteCalls } from '../../site/client/client.ts';
import type { Handlers } from '../../uploader-api.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { requireAccount } from '../accounts/require.ts';
import type { Changes, Signals } from '../changes.ts';
import { failureOf } from '../library/apply-edit.ts';
import { compareAccount } from './compare-account.ts';

export interface AuditOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly lines: Pick<ReachabilityMonitor, 'isOpen'>;
  readonly sql: Sql;
  readonly store: QueueStore;
  readonly accounts: Pick<Accounts, 'account' | 'client' | 'ready' | 'signedOut' | 'siteOf'> & {
    /** By site. */
    views(): readonly { readonly accounts: readonly { readonly id: AccountId }[] }[];
  };
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

/** While clips are under way it waits this long. */
const restMs = 15 * 60_000;
/** When an account is to be compared, by the wall clock; null = nothing was sent that was not compared a day after. */
function nextRunAt(known: DuplicateStore, accountId: AccountId, now: number): number | null {
  const began = known.attemptsBegan(accountId);
  const last = known.lastRun(accountId);
  if (!began) return null;
  // What was written down by a clock that was ahead says nothing of when (F-13).
  if (last === null || last > now) return began.first > now ? now : began.first + dayMs;
  return began.last > last - dayMs ? last + dayMs : null;
}

export function createAudit(options: AuditOptions): Audit {
  const { clock, logger, accounts, store } = options;
  const known = duplicateStore(options.sql);
  const running = createSingleFlight<AccountId, LibraryFailure | null>(() => options.changes.tell('shown', null));
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

  const compare = async (accountId: AccountId): Promise<LibraryFailure | null> => {
    try {
      await compareAccount(options, known, accountId);
      return null;
    } catch (error) {
      const failure = failureOf(error);
      if (failure.problem === 'sign-in') accounts.signedOut(accountId);
      logger.info('The clips of an account could not be compared', { account: accountId, problem: failure.problem });
      return failure;
    }
  };
  const run = (accountId: AccountId): Promise<LibraryFailure | null> =>
    running.run(accountId, () => compare(accountId));

  const reachable = (accountId: AccountId): boolean => {
    const site = accounts.siteOf(accountId);
    return site !== null && options.lines.isOpen(site.id);
  };

  /** Its own clips come first, for a day: some people send all week, and a clip may wait for something for months. */
  const isFree = (accountId: AccountId, due: WallMs): boolean =>
    !store.goesOn(accountId, true) || clock.now() - due >= dayMs;

  const schedule = (leastMs: number): void => {
    cancelTimer?.();
    cancelTimer = null;
    const due = accounts.ready().flatMap(({ id }) => nextRunAt(known, id, clock.now()) ?? []);
    if (stopped || due.length === 0) return;
    const inMs = Math.min(Math.max(leastMs, Math.min(...due) - clock.now()), dayMs);
    cancelTimer = clock.after(inMs, () => {
      tick().catch((error: unknown) => logger.error('The clips could not be compared', { error: String(error) }));
    });
  };

  const tick = async (): Promise<void> => {
    cancelTimer = null;
    for (const { id } of accounts.ready()) {
      const due = nextRunAt(known, id, clock.now());
      if (!stopped && due !== null && due <= clock.now() && reachable(id) && isFree(id, due)) await run(id);
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
      await running.ended();
    },
    handlers: {
      'audit.state': async (accountId) => report(accountId),
      'audit.run': async (accountId) => {
        requireAccount(accounts, accountId);
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

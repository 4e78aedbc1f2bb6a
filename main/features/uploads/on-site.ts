// What the sites have by now of clips that arrived, for the rows in sight: asked in the background, never by itself.
import { LRUCache } from 'lru-cache';
import type { JobRow } from '../../../preload/contract.ts';
import type { Circuits } from '../../hosts/circuit.ts';
import type { ReachabilityMonitor } from '../../hosts/reachability-monitor.ts';
import type { AccountId, JobId, Video } from '../../model.ts';
import type { Clock, Logger } from '../../ports.ts';
import { minuteMs } from '../../retry.ts';
import type { AuthorizedClient, SiteCalls } from '../../site/client/client.ts';
import { statesOf, type VideoState } from '../../site/content/video-states.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Changes, Signals } from '../changes.ts';

export interface OnSiteOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly logger: Logger;
  readonly accounts: Pick<Accounts, 'account' | 'client'>;
  readonly calls: SiteCalls;
  readonly circuits: Pick<Circuits, 'leftMs'>;
  readonly lines: Pick<ReachabilityMonitor, 'isOpen'>;
  readonly hostOf: (accountId: AccountId) => string;
  readonly changes: Signals<Changes>;
}

export interface OnSite {
  /** Null = not known. */
  of(accountId: AccountId, videoId: number | null): VideoState | null;
  /** Somebody looks at these rows now: what is not known of their videos, or not lately, is asked. */
  look(rows: readonly JobRow[]): void;
  /** True while somebody looks at rows of the account of which something is to be asked: its site is to be found then, though no clip waits. */
  wants(accountId: AccountId): boolean;
  /** The site just showed it. */
  learn(
    accountId: AccountId,
    video: Pick<Video, 'id' | 'status' | 'createdAt'> & Partial<Pick<Video, 'password'>>,
  ): void;
  /** The site just said that it has it no more. */
  gone(accountId: AccountId, videoId: number): void;
  /** Something was done to it from here: what was known is true no more. */
  forget(accountId: AccountId, videoId: number): void;
  stop(): void;
}

/** Rows that just scroll by are not asked for. */
const restMs = 250;
/** Somebody who goes on looking sees what changed on the site since. */
const freshMs = 30_000;
/** A site that could not be asked is left in peace for so long. */
const againMs = minuteMs;
const mostKnown = 5_000;
/** Videos in one question, and those of them that may be asked for one by one. */
const mostAtOnce = 100;
const mostAlone = 10;

interface Known {
  /** Null = something was done to it since. */
  readonly state: VideoState | null;
  /** By the monotonic clock. */
  readonly at: number;
}

/** Of a row whose clip arrived and for which nothing goes on any more: its video. Null = there is none to ask for. */
const videoIn = ({ state }: JobRow): number | null =>
  state.kind === 'done' || state.kind === 'cancelled' ? state.videoId : null;

export function createOnSite(options: OnSiteOptions): OnSite {
  const { clock, logger, accounts, calls, circuits, lines, hostOf, changes } = options;
  const known = new LRUCache<string, Known>({ max: mostKnown });
  /** Accounts that are being asked, and when others may be again. */
  const asking = new Set<AccountId>();
  const mayAskAt = new Map<AccountId, number>();
  let rows: readonly JobRow[] = [];
  let lookedAt = Number.NEGATIVE_INFINITY;
  let cancelRest: (() => void) | null = null;
  let stopped = false;

  const keyOf = (accountId: AccountId, videoId: number): string => `${videoId} ${accountId}`;
  const isFresh = (accountId: AccountId, videoId: number): boolean => {
    const one = known.peek(keyOf(accountId, videoId));
    return one !== undefined && one.state !== null && clock.monotonic() - one.at < freshMs;
  };

  /** Videos of the rows in sight of which nothing is known lately, with their rows. */
  const wanted = (accountId: AccountId): ReadonlyMap<number, readonly JobId[]> => {
    const jobs = new Map<number, JobId[]>();
    for (const row of rows) {
      const videoId = videoIn(row);
      if (videoId === null || row.accountId !== accountId || isFresh(accountId, videoId)) continue;
      jobs.set(videoId, [...(jobs.get(videoId) ?? []), row.id]);
    }
    return jobs;
  };

  const keep = (accountId: AccountId, videoId: number, state: VideoState | null): void => {
    known.set(keyOf(accountId, videoId), { state, at: clock.monotonic() });
  };

  /** Who is signed in there, where the site may be asked now; null = it may not. */
  const clientOf = (accountId: AccountId): AuthorizedClient | null => {
    const siteId = accounts.account(accountId)?.siteId;
    if (siteId === undefined || !lines.isOpen(siteId) || circuits.leftMs(hostOf(accountId)) > 0) return null;
    return clock.monotonic() < (mayAskAt.get(accountId) ?? 0) ? null : accounts.client(accountId);
  };

  /** What was answered of a video to a question asked at `since`; true = its rows look different by that. */
  const take = (accountId: AccountId, videoId: number, state: VideoState, since: number): boolean => {
    const before = known.peek(keyOf(accountId, videoId));
    // It was shown or changed from here since then: the answer may be older than that.
    if (before !== undefined && before.at >= since) return false;
    keep(accountId, videoId, state);
    const was = before?.state;
    return was?.status !== state.status || was.date !== state.date || was.isProtected !== state.isProtected;
  };

  const ask = async (accountId: AccountId): Promise<void> => {
    const jobs = wanted(accountId);
    const client = jobs.size === 0 ? null : clientOf(accountId);
    if (!client) return;
    const ids = [...jobs.keys()].slice(0, mostAtOnce);
    const since = clock.monotonic();
    asking.add(accountId);
    try {
      const states = await statesOf(calls, client, ids, mostAlone);
      for (const [videoId, state] of states) {
        if (!take(accountId, videoId, state, since)) continue;
        for (const jobId of jobs.get(videoId) ?? []) changes.tell('job', { jobId, listed: false });
      }
      // Those of which nothing was learned are not asked for again and again.
      if (states.size < ids.length) mayAskAt.set(accountId, clock.monotonic() + againMs);
    } catch (error) {
      mayAskAt.set(accountId, clock.monotonic() + againMs);
      logger.info('What became of videos is not known', { error: String(error) });
    } finally {
      asking.delete(accountId);
    }
    if (!stopped) rest();
  };

  const askAll = (): void => {
    cancelRest = null;
    for (const accountId of new Set(rows.map((row) => row.accountId))) {
      if (!asking.has(accountId)) void ask(accountId);
    }
  };

  const rest = (): void => {
    cancelRest ??= clock.after(restMs, askAll);
  };

  return {
    of: (accountId, videoId) => (videoId === null ? null : (known.get(keyOf(accountId, videoId))?.state ?? null)),
    wants: (accountId) => clock.monotonic() - lookedAt < freshMs && wanted(accountId).size > 0,
    look: (now) => {
      rows = now;
      lookedAt = clock.monotonic();
      if (!stopped && rows.some((row) => videoIn(row) !== null)) rest();
    },
    learn: (accountId, { id, status, createdAt, password }) => {
      const isProtected = password ? ({ isProtected: true } as const) : {};
      if (status !== '') keep(accountId, id, { status, date: createdAt, ...isProtected });
    },
    gone: (accountId, videoId) => keep(accountId, videoId, { status: null, date: null }),
    forget: (accountId, videoId) => {
      keep(accountId, videoId, null);
    },
    stop: () => {
      stopped = true;
      cancelRest?.();
    },
  };
}

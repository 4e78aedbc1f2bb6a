// The finish time as the window shows it: what is left by site, what was measured, and what the settings say, put together.
import type { HoursView, SettingValues } from '../../../preload/contract.ts';
import type { Account, AccountId, SiteId, WallMs } from '../../model.ts';
import type { Clock } from '../../ports.ts';
import { isBig, type Lanes } from '../../queue/job/schedule.ts';
import { outlookMs, type SiteWork, steadyOutlook, type Work } from '../../queue/progress/eta.ts';
import type { ThroughputMeter } from '../../queue/progress/throughput.ts';
import type { Live } from '../../queue/runner/live.ts';
import type { QueueLoad } from '../../queue/store/backlog.ts';

export interface FinishOptions {
  readonly clock: Clock;
  readonly throughput: Pick<ThroughputMeter, 'line' | 'costs'>;
  readonly load: Pick<QueueLoad, 'waiting' | 'lastDue'>;
  /** Accounts whose clips may go now. */
  readonly ready: () => readonly Pick<Account, 'id' | 'siteId'>[];
  readonly live: () => Iterable<Pick<Live, 'accountId' | 'siteId' | 'bytes' | 'sentBytes'>>;
  /** Milliseconds for which the account's site is to be left alone. */
  readonly heldMs: (accountId: AccountId) => number;
  /** How many clips go to a site at a time. */
  readonly lanes: (siteId: SiteId) => Lanes;
  readonly values: () => SettingValues;
  readonly hours: () => HoursView | null;
}

interface OneSite extends SiteWork {
  /** In so many ms the last of what waits for a time is tried again. */
  readonly dueInMs: number;
}

/** An estimate is good for this long: the window asks far more often. */
const freshMs = 500;

function plus({ clips, bytes }: Work, more: Work): Work {
  return { clips: clips + more.clips, bytes: bytes + more.bytes };
}

/** Milliseconds until a site has everything that goes to it by itself now; null = cannot be said yet. */
export interface SiteOutlook {
  readonly siteId: SiteId;
  readonly ms: number | null;
}

/** Gives when each site that something goes to now has all of it; asked as often as the window likes. */
export function createFinishTime(options: FinishOptions): () => readonly SiteOutlook[] {
  const { clock, throughput, load } = options;
  const steady = new Map<SiteId, ReturnType<typeof steadyOutlook>>();
  let last: { readonly at: number; readonly outlooks: readonly SiteOutlook[] } | null = null;
  let mostClips = 0;
  let grown = 0;

  const sitesNow = (now: WallMs): ReadonlyMap<SiteId, OneSite> => {
    const sites = new Map<SiteId, OneSite>();
    const add = (siteId: SiteId, accountId: AccountId, small: Work, big: Work): void => {
      const one = sites.get(siteId);
      const none = { clips: 0, bytes: 0 };
      sites.set(siteId, {
        small: plus(one?.small ?? none, small),
        big: plus(one?.big ?? none, big),
        costs: one?.costs ?? throughput.costs(siteId),
        lanes: one?.lanes ?? options.lanes(siteId),
        heldMs: Math.max(one?.heldMs ?? 0, options.heldMs(accountId)),
        dueInMs: Math.max(one?.dueInMs ?? 0, (load.lastDue(accountId) ?? now) - now),
      });
    };
    const waiting = load.waiting();
    for (const { id, siteId } of options.ready()) {
      const work = waiting.get(id);
      if (work) add(siteId, id, work.small, work.big);
    }
    const none = { clips: 0, bytes: 0 };
    for (const one of options.live()) {
      const rest = { clips: 1, bytes: Math.max(0, one.bytes - one.sentBytes) };
      add(one.siteId, one.accountId, isBig(one.bytes) ? none : rest, isBig(one.bytes) ? rest : none);
    }
    return sites;
  };

  const estimate = (): readonly SiteOutlook[] => {
    const now = clock.now();
    const works = sitesNow(now);
    const sites = [...works.values()];
    const { smallLanes, bigLanes, bytesPerSecond, slowBytesPerSecond, week } = options.values();
    const hours = options.hours();
    const anywayUntil = hours?.kind === 'anyway' ? hours.until : null;
    const outlooks = outlookMs({
      ...{ sites, line: throughput.line() },
      ...{ limit: bytesPerSecond, slowLimit: slowBytesPerSecond, anywayUntil, now },
      // Hours that never come are overruled for good.
      week: hours?.kind === 'anyway' && hours.until === null ? null : week,
      zone: (at) => clock.zoneOffsetMinutes(at),
    });
    const clips = sites.reduce((sum, { small, big }) => sum + small.clips + big.clips, 0);
    if (clips > mostClips) grown++;
    mostClips = clips;
    const occasion = [grown, smallLanes, bigLanes, bytesPerSecond, slowBytesPerSecond, week, anywayUntil].join(' ');
    for (const siteId of steady.keys()) if (!works.has(siteId)) steady.delete(siteId);
    return [...works].map(([siteId, { dueInMs }], at) => {
      const ms = outlooks[at] ?? null;
      const calm = steady.get(siteId) ?? steadyOutlook();
      steady.set(siteId, calm);
      return { siteId, ms: calm(ms === null ? null : Math.max(ms, dueInMs), clock.monotonic(), occasion) };
    });
  };

  return () => {
    const at = clock.monotonic();
    if (last === null || at - last.at >= freshMs) last = { at, outlooks: estimate() };
    return last.outlooks;
  };
}

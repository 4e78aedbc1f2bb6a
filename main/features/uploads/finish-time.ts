// The finish time as the window shows it: what is left by site, what was measured, and what the settings say, put together.
import type { HoursView, SettingValues } from '../../../preload/contract.ts';
import type { Account } from '../../model.ts';
import type { Clock } from '../../ports.ts';
import { isBig } from '../../queue/job/schedule.ts';
import { outlookMs, type SiteWork, steadyOutlook, type Work } from '../../queue/progress/eta.ts';
import type { ThroughputMeter } from '../../queue/progress/throughput.ts';
import type { Live } from '../../queue/runner/live.ts';
import type { QueueLoad } from '../../queue/store/backlog.ts';

export interface FinishOptions {
  readonly clock: Clock;
  readonly throughput: Pick<ThroughputMeter, 'line' | 'costs'>;
  readonly load: QueueLoad;
  /** Accounts whose clips may go now. */
  readonly ready: () => readonly Pick<Account, 'id' | 'siteId'>[];
  readonly live: () => Iterable<Pick<Live, 'accountId' | 'siteId' | 'bytes' | 'sentBytes'>>;
  /** Milliseconds for which the account's site is to be left alone. */
  readonly heldMs: (accountId: string) => number;
  readonly values: () => SettingValues;
  readonly hours: () => HoursView | null;
}

/** An estimate is good for this long: the window asks far more often. */
const freshMs = 500;

function plus({ clips, bytes }: Work, more: Work): Work {
  return { clips: clips + more.clips, bytes: bytes + more.bytes };
}

/** Gives the seconds until everything that goes by itself is on the site; null = cannot be said yet. */
export function createFinishTime(options: FinishOptions): () => number | null {
  const { clock, throughput, load } = options;
  const steady = steadyOutlook();
  let last: { readonly at: number; readonly ms: number | null } | null = null;
  let mostClips = 0;
  let grown = 0;

  const sitesNow = (): SiteWork[] => {
    const sites = new Map<string, SiteWork>();
    const add = (siteId: string, accountId: string, small: Work, big: Work): void => {
      const one = sites.get(siteId);
      const none = { clips: 0, bytes: 0 };
      sites.set(siteId, {
        small: plus(one?.small ?? none, small),
        big: plus(one?.big ?? none, big),
        costs: one?.costs ?? throughput.costs(siteId),
        heldMs: Math.max(one?.heldMs ?? 0, options.heldMs(accountId)),
      });
    };
    const ready = options.ready();
    const waiting = load.waiting();
    for (const { id, siteId } of ready) {
      const work = waiting.get(id);
      if (work) add(siteId, id, work.small, work.big);
    }
    const none = { clips: 0, bytes: 0 };
    for (const one of options.live()) {
      const rest = { clips: 1, bytes: Math.max(0, one.bytes - one.sentBytes) };
      add(one.siteId, one.accountId, isBig(one.bytes) ? none : rest, isBig(one.bytes) ? rest : none);
    }
    return [...sites.values()];
  };

  const estimate = (): number | null => {
    const sites = sitesNow();
    const { smallLanes, bigLanes, bytesPerSecond, slowBytesPerSecond, week } = options.values();
    const hours = options.hours();
    const now = clock.now();
    const anywayUntil = hours?.kind === 'anyway' ? hours.until : null;
    const ms = outlookMs({
      ...{ sites, lanes: { small: smallLanes, big: bigLanes }, line: throughput.line() },
      ...{ limit: bytesPerSecond, slowLimit: slowBytesPerSecond, anywayUntil, now },
      // Hours that never come are overruled for good.
      week: hours?.kind === 'anyway' && hours.until === null ? null : week,
      zone: (at) => clock.zoneOffsetMinutes(at),
    });
    const clips = sites.reduce((sum, { small, big }) => sum + small.clips + big.clips, 0);
    if (clips > mostClips) grown++;
    mostClips = clips;
    const due = ms === null ? null : Math.max(ms, (load.lastDue() ?? now) - now);
    const occasion = [grown, smallLanes, bigLanes, bytesPerSecond, slowBytesPerSecond, week, anywayUntil].join(' ');
    return steady(due, clock.monotonic(), occasion);
  };

  return () => {
    const at = clock.monotonic();
    if (last === null || at - last.at >= freshMs) last = { at, ms: estimate() };
    return last.ms === null ? null : last.ms / 1_000;
  };
}

// What arrived, summed up by day and account, and of the last night: for the window, and as a table. Pure.
import type { Arrivals, HistoryDay, HistoryView } from '../../../preload/contract.ts';
import { csvText, parterIn } from '../../csv-text.ts';
import type { AccountId, WallMs } from '../../model.ts';
import type { ArrivedClip } from '../../queue/store/arrived-clips.ts';
import { dayMs, hourMs } from '../../retry.ts';

export interface HistoryOptions {
  readonly now: WallMs;
  /** Distance from UTC at a moment, in minutes, of this computer's clock. */
  readonly zoneMinutes: (at: WallMs) => number;
  /** What an account and its site are called. */
  readonly named: (accountId: AccountId) => { readonly account: string; readonly site: string };
}

/** When a night begins and ends, by the clock on the wall. */
const eveningMs = 18 * hourMs;
const morningMs = 10 * hourMs;

function withOne(before: Arrivals | undefined, { at, bytes, tries }: ArrivedClip): Arrivals {
  const again = tries > 1 ? 1 : 0;
  if (before === undefined) return { clips: 1, bytes, again, firstAt: at, lastAt: at };
  return {
    clips: before.clips + 1,
    bytes: before.bytes + bytes,
    again: before.again + again,
    firstAt: Math.min(before.firstAt, at),
    lastAt: Math.max(before.lastAt, at),
  };
}

export interface History {
  add(arrival: ArrivedClip): void;
  view(): HistoryView;
}

export function createHistory({ now, zoneMinutes, named }: HistoryOptions): History {
  const wall = (at: WallMs): number => at + zoneMinutes(at) * 60_000;
  // All of today it is the one before today.
  const midnight = Math.floor(wall(now) / dayMs) * dayMs;
  const [from, to] = [midnight - dayMs + eveningMs, midnight + morningMs];
  const days = new Map<string, { day: string; accountId: AccountId; sum: Arrivals }>();
  let total: Arrivals | undefined;
  let night: Arrivals | undefined;
  const nightSites = new Map<string, number>();
  return {
    add: (arrival) => {
      const { accountId, at } = arrival;
      const there = wall(at);
      const day = new Date(there).toISOString().slice(0, 10);
      const key = JSON.stringify([day, accountId]);
      days.set(key, { day, accountId, sum: withOne(days.get(key)?.sum, arrival) });
      total = withOne(total, arrival);
      if (there < from || there >= to) return;
      night = withOne(night, arrival);
      const { site } = named(accountId);
      nightSites.set(site, (nightSites.get(site) ?? 0) + 1);
    },
    view: () => ({
      days: [...days.values()]
        .map(({ day, accountId, sum }): HistoryDay => ({ day, ...named(accountId), ...sum }))
        .toSorted((one, other) => (one.day < other.day ? 1 : one.day > other.day ? -1 : other.clips - one.clips)),
      total: total ?? null,
      night: night === undefined ? null : { ...night, sites: [...nightSites.keys()] },
    }),
  };
}

/** `region` = the system's locale. */
export function historyText({ days }: HistoryView, timeOf: (at: WallMs) => string, region: string): string {
  const rows = days.map(({ firstAt, lastAt, ...day }) => ({ ...day, first: timeOf(firstAt), last: timeOf(lastAt) }));
  const columns = ['day', 'site', 'account', 'clips', 'bytes', 'again', 'first', 'last'];
  return csvText(rows, { header: true, columns, bom: true, delimiter: parterIn(region), record_delimiter: 'windows' });
}

// The finish time of all that goes by itself: what waits and what is on its way, what holds it back, and what the settings say.
import { beforeEach, describe, expect, it } from 'vitest';
import { lanesTo } from '../../../../main/features/desktop/settings.ts';
import {
  createFinishTime,
  type FinishOptions,
  type SiteOutlook,
} from '../../../../main/features/uploads/finish-time.ts';
import type { Clock } from '../../../../main/ports.ts';
import { bigBytes } from '../../../../main/queue/job/schedule.ts';
import type { Work } from '../../../../main/queue/progress/eta.ts';
import type { HoursView, SettingValues } from '../../../../preload/contract.ts';
import { usualSettings } from '../../../engine/settings.ts';
import { handClock } from '../../queue/hand-clock.ts';

const none: Work = { clips: 0, bytes: 0 };
const small = (bytes: number, clips = 1) => ({ small: { clips, bytes }, big: none });
const big = (bytes: number, clips = 1) => ({ small: none, big: { clips, bytes } });

/** Moves wall clock and stopwatch at once, without a turn of the loop. */
let passed: number;
const start = handClock();
const clock: Clock = {
  ...{ ...start, now: () => start.now() + passed, monotonic: () => passed },
  zoneOffsetMinutes: () => zoneMinutes,
};
/** By so many minutes local time is ahead of UTC. */
let zoneMinutes: number;
const later = (ms: number): void => {
  passed += ms;
};
/** What waits, by account; the account's name begins with its site's letter. */
let waiting: Record<string, { readonly small: Work; readonly big: Work }>;
let live: { accountId: string; siteId: string; bytes: number; sentBytes: number }[];
let ready: readonly string[];
let held: Record<string, number>;
let costs: Record<string, { readonly smallMs: number; readonly bigMs: number }>;
let lastDue: Record<string, number>;
let outlooks: () => readonly SiteOutlook[];
/** Bytes per second. */
let line: number | null;
let values: SettingValues;
let hours: HoursView | null;
let secondsLeft: () => number | null;
/** Sites that go on at the byte where they were cut. */
let withHelper: ReadonlySet<string>;

beforeEach(() => {
  [passed, zoneMinutes] = [1_000_000, 0];
  [waiting, live, ready, held, costs] = [{ s1: small(10_000) }, [], ['s1', 's2', 't1'], {}, {}];
  withHelper = new Set();
  [lastDue, line, values, hours] = [{}, 1_000, usualSettings, null];
  const options: FinishOptions = {
    clock,
    throughput: { line: () => line, costs: (siteId) => costs[siteId] ?? { smallMs: 0, bigMs: 0 } },
    load: { waiting: () => new Map(Object.entries(waiting)), lastDue: (accountId) => lastDue[accountId] ?? null },
    ready: () => ready.map((id) => ({ id, siteId: id.slice(0, 1) })),
    live: () => live,
    heldMs: (accountId) => held[accountId] ?? 0,
    lanes: (siteId) => lanesTo({ hasHelper: withHelper.has(siteId) }, values),
    values: () => values,
    hours: () => hours,
  };
  outlooks = createFinishTime(options);
  secondsLeft = () => {
    const times = outlooks().map(({ ms }) => ms);
    return times.includes(null) ? null : Math.max(0, ...times.map(Number)) / 1_000;
  };
});
const onTheWay = (bytes: number, sentBytes: number, accountId = 's1') =>
  live.push({ accountId, siteId: accountId.slice(0, 1), bytes, sentBytes });

describe('what is left', () => {
  it('is what waits in all accounts that may send', () => {
    waiting = { s1: small(10_000), s2: big(20_000), t1: small(30_000) };
    expect(secondsLeft()).toBe(60);
  });

  it('is nothing of an account that may not', () => {
    waiting = { s1: small(10_000), s2: small(20_000) };
    ready = ['s1'];
    expect(secondsLeft()).toBe(10);
  });

  it('is the rest of what is on its way, whoever may send now', () => {
    ready = [];
    onTheWay(5_000, 3_000);
    onTheWay(8_000, 8_000, 't1');
    // The site took more than there was to send.
    onTheWay(1_000, 1_500, 't1');
    expect(secondsLeft()).toBe(2);
  });

  it('is both of one site', () => {
    onTheWay(5_000, 3_000);
    expect(secondsLeft()).toBe(12);
  });

  it('takes as long as clips take beside their bytes, small ones side by side', () => {
    [waiting, costs] = [{ s1: small(1_000, 6) }, { s: { smallMs: 20_000, bigMs: 0 } }];
    expect(secondsLeft()).toBeCloseTo((6 * 20 + 1) / 3);
  });

  it('takes as long for those on their way: large ones one after the other', () => {
    [waiting, costs, line] = [{}, { s: { smallMs: 0, bigMs: 50_000 } }, bigBytes];
    onTheWay(bigBytes, 0);
    onTheWay(bigBytes, 0);
    expect(secondsLeft()).toBeCloseTo(102);
  });

  it('takes as long for a small one on its way', () => {
    [waiting, costs] = [{}, { s: { smallMs: 40_000, bigMs: 90_000 } }];
    onTheWay(1_000, 0);
    expect(secondsLeft()).toBe(41);
  });
});

describe('what holds it back', () => {
  it('is a site that is to be left alone, by the longest time that it asked for', () => {
    [waiting, held] = [
      { s1: small(10_000), s2: small(0, 0) },
      { s1: 60_000, s2: 30_000 },
    ];
    expect(secondsLeft()).toBe(70);
  });

  it('is what is tried again only later', () => {
    lastDue = { s1: clock.now() + 50_000 };
    expect(secondsLeft()).toBe(50);
  });

  it('is told for each site: what one waits for keeps no other waiting', () => {
    waiting = { s1: small(10_000), t1: small(20_000) };
    lastDue = { s1: clock.now() + 90_000 };
    expect(outlooks()).toEqual([
      { siteId: 's', ms: 90_000 },
      { siteId: 't', ms: 30_000 },
    ]);
    // Each follows for itself what was only measured.
    line = 500;
    later(1_000);
    const [first, second] = outlooks();
    expect(first?.ms).toBeCloseTo(89_000, -3);
    expect(second?.ms).toBeGreaterThan(29_000);
    expect(second?.ms).toBeLessThan(40_000);
  });

  it('is the limit that the user set', () => {
    values = { ...values, bytesPerSecond: 500 };
    expect(secondsLeft()).toBe(20);
  });

  it('are slower hours', () => {
    values = { ...values, week: 's'.repeat(168), slowBytesPerSecond: 100 };
    expect(secondsLeft()).toBeCloseTo(100);
  });

  it('are hours in which nothing is begun, by the time of this place', () => {
    // A Thursday, between six and seven by UTC.
    const openAt = (hour: number): string => `${'n'.repeat(72 + hour)}f${'n'.repeat(95 - hour)}`;
    zoneMinutes = 120;
    values = { ...values, week: openAt(8) };
    expect(secondsLeft()).toBe(10);
    values = { ...values, week: openAt(6) };
    expect(fresh()).toBeGreaterThan(24 * 3_600);
  });

  it('are hours in which nothing is begun, unless the user sends all the same, for ever or until then', () => {
    values = { ...values, week: 'n'.repeat(168) };
    expect(secondsLeft()).toBeNull();
    hours = { kind: 'anyway', until: null };
    expect(fresh()).toBeCloseTo(10);
    hours = { kind: 'anyway', until: clock.now() + 20_000 };
    expect(fresh()).toBeCloseTo(10);
    waiting = { s1: small(40_000) };
    expect(fresh()).toBeNull();
    hours = { kind: 'closed', until: null };
    expect(fresh()).toBeNull();
  });

  it('is unknown before anything was measured', () => {
    line = null;
    expect(secondsLeft()).toBeNull();
  });
});

/** Asked when what was said before is too old to be said again. */
function fresh(): number | null {
  later(500);
  return secondsLeft();
}

describe('what is said', () => {
  it('is good for half a second', () => {
    expect(secondsLeft()).toBe(10);
    waiting = { s1: small(20_000, 2) };
    later(499);
    expect(secondsLeft()).toBe(10);
    later(1);
    expect(secondsLeft()).toBe(20);
  });

  it('follows at once what came to the list, and slowly what was only measured', () => {
    expect(secondsLeft()).toBe(10);
    line = 500;
    later(1_000);
    const slowly = secondsLeft() ?? 0;
    expect(slowly).toBeGreaterThan(9);
    expect(slowly).toBeLessThan(12);
    waiting = { s1: small(20_000, 2) };
    later(1_000);
    expect(secondsLeft()).toBe(40);
  });

  it('follows at once a large clip that came to the list', () => {
    waiting = { s1: big(10_000) };
    expect(secondsLeft()).toBe(10);
    waiting = { s1: big(60_000, 2) };
    later(1_000);
    expect(secondsLeft()).toBe(60);
  });

  it('of a site that had nothing left for a while begins anew with what comes next', () => {
    waiting = { s1: small(10_000), t1: small(30_000, 3) };
    expect(outlooks()).toMatchObject([{ siteId: 's', ms: 20_000 }, { siteId: 't' }]);
    waiting = { t1: small(30_000, 3) };
    later(1_000);
    expect(outlooks()).toMatchObject([{ siteId: 't' }]);
    waiting = { s1: small(60_000), t1: small(20_000, 2) };
    later(1_000);
    expect(outlooks()).toMatchObject([{ siteId: 's', ms: 80_000 }, { siteId: 't' }]);
  });

  it('does not jump when a clip has gone', () => {
    waiting = { s1: small(20_000, 2) };
    expect(secondsLeft()).toBe(20);
    waiting = { s1: small(5_000) };
    later(1_000);
    expect(secondsLeft()).toBeGreaterThan(15);
  });

  it.each<[string, Partial<SettingValues>]>([
    ['another limit', { bytesPerSecond: 100 }],
    ['slower hours', { week: 's'.repeat(168), slowBytesPerSecond: 100 }],
  ])('follows at once %s', (_, change) => {
    expect(secondsLeft()).toBe(10);
    values = { ...values, ...change };
    later(1_000);
    expect(secondsLeft()).toBeCloseTo(100);
  });

  it('counts two large clips at a time to a site that goes on where it was cut, and one to any other', () => {
    const clips = big(0, 4);
    [waiting, costs] = [
      { s1: clips, t1: clips },
      { s: { smallMs: 0, bigMs: 10_000 }, t: { smallMs: 0, bigMs: 10_000 } },
    ];
    withHelper = new Set(['t']);
    expect(outlooks()).toEqual([
      { siteId: 's', ms: 40_000 },
      { siteId: 't', ms: 20_000 },
    ]);
  });

  it('follows at once more lanes', () => {
    [waiting, costs] = [{ s1: small(0, 6) }, { s: { smallMs: 20_000, bigMs: 0 } }];
    expect(secondsLeft()).toBe(40);
    values = { ...values, smallLanes: 6 };
    later(1_000);
    expect(secondsLeft()).toBe(20);
  });
});

// The finish time on queues whose truth is known: sent in virtual time, asked on the way, compared with when they were really done.
import { describe, expect, it, test } from 'vitest';
import { bigBytes } from '../../../../main/queue/job/schedule.ts';
import { outlookMs, type SiteWork, sendingMs, steadyOutlook } from '../../../../main/queue/progress/eta.ts';
import { createThroughputMeter } from '../../../../main/queue/progress/throughput.ts';

const MB = 1_000_000;

interface Queue {
  /** Sizes in bytes, by site, in order. */
  readonly sites: Readonly<Record<string, readonly number[]>>;
  readonly lanes: { readonly small: number; readonly big: number };
  /** Bytes per second that all sites share at a moment in ms. */
  readonly line: (at: number) => number;
  /** What a clip takes beside its bytes, in ms. */
  readonly cost: (bytes: number) => number;
  readonly limit?: number;
}

interface SiteAnswer {
  readonly at: number;
  /** What was said then to be left, in ms. */
  readonly left: number | null;
}

/** When the last of the sites has everything; null = it cannot be said of one. */
function lastOf(times: readonly (number | null)[]): number | null {
  return times.reduce((last: number | null, ms) => (last === null || ms === null ? null : Math.max(last, ms)), 0);
}

/** Sends the queue in steps of 100 ms, and asks once a second when it will be done. */
function sent({ sites, lanes, line, cost, limit }: Queue): {
  readonly took: number;
  readonly said: readonly SiteAnswer[];
} {
  let at = 0;
  const throughput = createThroughputMeter(() => at);
  const steady = steadyOutlook();
  const waiting = Object.entries(sites).map(([site, sizes]) => ({ site, clips: [...sizes] }));
  const running: { id: string; site: string; bytes: number; sent: number; costLeft: number }[] = [];
  const said: SiteAnswer[] = [];
  const isBig = (bytes: number): boolean => bytes >= bigBytes;
  for (let count = 0; waiting.some((one) => one.clips.length > 0) || running.length > 0; at += 100) {
    for (const one of waiting) {
      for (const big of [true, false]) {
        const busy = () => running.filter((clip) => clip.site === one.site && isBig(clip.bytes) === big).length;
        for (;;) {
          const next = one.clips.findIndex((bytes) => isBig(bytes) === big);
          if (next < 0 || busy() >= (big ? lanes.big : lanes.small)) break;
          const [bytes = 0] = one.clips.splice(next, 1);
          const id = `${count++}`;
          running.push({ id, site: one.site, bytes, sent: 0, costLeft: cost(bytes) });
          throughput.begins(one.site, id, bytes);
          throughput.taken(id, 0);
        }
      }
    }
    if (at % 1_000 === 0) {
      const work = waiting.map(({ site, clips }): SiteWork => {
        const of = (big: boolean) => {
          const on = running.filter((clip) => clip.site === site && isBig(clip.bytes) === big);
          const off = clips.filter((bytes) => isBig(bytes) === big);
          const left = on.reduce((sum, clip) => sum + clip.bytes - clip.sent, 0);
          return { clips: on.length + off.length, bytes: left + off.reduce((sum, bytes) => sum + bytes, 0) };
        };
        return { small: of(false), big: of(true), costs: throughput.costs(site), lanes, heldMs: 0 };
      });
      const raw = lastOf(
        outlookMs({
          ...{ sites: work, line: throughput.line(), limit: limit ?? null, slowLimit: limit ?? 1e12 },
          ...{ week: null, anywayUntil: null, now: at, zone: () => 0 },
        }),
      );
      said.push({ at, left: steady(raw, at, '') });
    }
    const onLine = running.filter((clip) => clip.sent < clip.bytes);
    const share = Math.min(line(at), limit ?? Number.POSITIVE_INFINITY) / 10 / Math.max(1, onLine.length);
    for (const clip of [...running]) {
      if (clip.sent < clip.bytes) clip.sent = Math.min(clip.bytes, clip.sent + share);
      else clip.costLeft -= 100;
    }
    at += 100;
    for (const clip of [...running]) {
      throughput.taken(clip.id, clip.sent);
      if (clip.sent < clip.bytes || clip.costLeft > 0) continue;
      throughput.ends(clip.id, true);
      running.splice(running.indexOf(clip), 1);
    }
    at -= 100;
  }
  return { took: at, said };
}

const many = (count: number, bytes: number): readonly number[] => Array.from({ length: count }, () => bytes);
const mixed = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => (at % 4 === 0 ? 600 * MB : (5 + ((at * 7) % 50)) * MB));
const lanes = { small: 3, big: 1 };
const steadyLine = () => 10 * MB;
/** A real line: waves of a third around its mean, and a hiccup now and then. */
const wavy = (at: number): number => (at % 47_000 < 2_000 ? 1 : 10 * MB * (1 + 0.33 * Math.sin(at / 3_700)));

describe('after a tenth of the time the finish is known to a fifth, and to a tenth at half time', () => {
  const queues: Readonly<Record<string, Queue>> = {
    'big clips': { sites: { a: many(20, 900 * MB) }, lanes, line: steadyLine, cost: () => 4_000 },
    'big clips that the site works on for long': {
      ...{ sites: { a: many(20, 200 * MB) }, lanes, line: steadyLine, cost: () => 15_000 },
    },
    'small clips, bound by the line': { sites: { a: many(400, 20 * MB) }, lanes, line: steadyLine, cost: () => 300 },
    'small clips, bound by their requests': {
      ...{ sites: { a: many(1_500, 300_000) }, lanes, line: () => 50 * MB, cost: () => 2_000 },
    },
    'small beside big ones': { sites: { a: mixed(60) }, lanes, line: steadyLine, cost: () => 2_000 },
    'two sites on one line': {
      ...{ sites: { a: many(10, 800 * MB), b: mixed(40) }, lanes, line: steadyLine, cost: () => 2_000 },
    },
    'a limit below the line': {
      ...{ sites: { a: mixed(40) }, lanes, line: () => 40 * MB, cost: () => 2_000, limit: 3 * MB },
    },
    'a line of waves and hiccups': { sites: { a: mixed(60) }, lanes, line: wavy, cost: () => 2_000 },
  };

  it.each(Object.entries(queues))('%s', (_, queue) => {
    const { took, said } = sent(queue);
    const off = (part: number): number => {
      const one = said.find(({ at }) => at >= took * part);
      return Math.abs((one?.left ?? 0) - (took - (one?.at ?? 0))) / took;
    };
    expect(off(0.1)).toBeLessThan(0.2);
    expect(off(0.25)).toBeLessThan(0.15);
    expect(off(0.5)).toBeLessThan(0.1);
    expect(off(0.9)).toBeLessThan(0.05);

    // The moment that is named moves calmly, and never lies in the past.
    const known = said.filter((one) => one.left !== null && one.at > took * 0.1);
    for (const [place, { at, left }] of known.entries()) {
      expect(left).toBeGreaterThan(0);
      const before = known[place - 1];
      if (before) expect(Math.abs(at + (left ?? 0) - before.at - (before.left ?? 0))).toBeLessThan(took * 0.03);
    }
  });
});

test('nothing is said before something was seen', () => {
  const { said } = sent({ sites: { a: many(3, 900 * MB) }, lanes, line: steadyLine, cost: () => 4_000 });
  expect(said.slice(0, 3).map((one) => one.left)).toEqual([null, null, null]);
  expect(said[5]?.left).not.toBeNull();
});

describe('what is left to send', () => {
  const costs = { smallMs: 1_000, bigMs: 5_000 };
  const none = { clips: 0, bytes: 0 };
  const site = (over: Partial<SiteWork>): SiteWork => ({ small: none, big: none, costs, lanes, heldMs: 0, ...over });

  it.each<[string, SiteWork[], line: number, seconds: number]>([
    ['nothing', [], 10 * MB, 0],
    ['big clips one after the other', [site({ big: { clips: 4, bytes: 400 * MB } })], 10 * MB, 40 + 20],
    [
      'two big ones at a time where the site has room for them',
      [site({ big: { clips: 4, bytes: 400 * MB }, lanes: { small: 3, big: 2 } })],
      10 * MB,
      40,
    ],
    [
      'each site with its own lanes',
      [
        site({ big: { clips: 4, bytes: 40 * MB }, lanes: { small: 3, big: 2 } }),
        site({ big: { clips: 2, bytes: 20 * MB } }),
      ],
      10 * MB,
      12,
    ],
    ['small ones side by side', [site({ small: { clips: 30, bytes: 30 * MB } })], 10 * MB, (30 + 3) / 3],
    ['the line when all share it', [site({ small: { clips: 9, bytes: 900 * MB } })], 10 * MB, 90],
    ['one small clip', [site({ small: { clips: 1, bytes: 10 * MB } })], 10 * MB, 2],
    ['a line too fast to be seen', [site({ small: { clips: 30, bytes: 30 * MB } })], Number.POSITIVE_INFINITY, 10],
    [
      'one line for two sites',
      [site({ big: { clips: 1, bytes: 100 * MB } }), site({ big: { clips: 1, bytes: 100 * MB } })],
      2 * MB,
      100,
    ],
    ['nothing at a site that asked for time', [site({ heldMs: 60_000 })], 10 * MB, 0],
    [
      'small beside big ones, of which the longer counts',
      [site({ small: { clips: 30, bytes: 30 * MB }, big: { clips: 1, bytes: 10 * MB } })],
      10 * MB,
      11,
    ],
    [
      'two sites side by side, of which the longer counts',
      [site({ small: { clips: 1, bytes: 1 * MB } }), site({ big: { clips: 2, bytes: 2 * MB } })],
      10 * MB,
      10.2,
    ],
    ['fewer clips than lanes', [site({ small: { clips: 2, bytes: 2 * MB } })], 10 * MB, 1.1],
    ['a site that asked for time', [site({ big: { clips: 1, bytes: 100 * MB }, heldMs: 60_000 })], 10 * MB, 75],
  ])('%s', (_, sites, line, seconds) => expect(Math.round(lastOf(sendingMs(sites, line)) ?? 0) / 1_000).toBe(seconds));

  it('is told for each site: what goes to it, and as much of the others as goes out beside it', () => {
    const small = site({ small: { clips: 10, bytes: 10 * MB }, costs: { smallMs: 0, bigMs: 0 } });
    const large = site({ big: { clips: 1, bytes: 50 * MB }, costs: { smallMs: 0, bigMs: 0 } });
    const idle = site({});
    expect(sendingMs([small, idle, large], 10 * MB)).toEqual([2_000, 0, 6_000]);
    expect(sendingMs([{ ...small, heldMs: 9_000 }, large], 10 * MB)).toEqual([10_000, 6_000]);
  });

  it('is not known as long as the line is not', () => {
    const input = {
      sites: [site({})],
      limit: 5,
      slowLimit: 1,
      week: null,
      anywayUntil: null,
      now: 0,
      zone: () => 0,
    };
    expect(outlookMs({ ...input, line: null })).toEqual([null]);
    expect(outlookMs({ ...input, line: 0 })).toEqual([null]);
    expect(outlookMs({ ...input, line: 1 })).toEqual([0]);
  });

  it('goes through the hours: nothing by day, and all the same when the user says so', () => {
    const hour = 3_600_000;
    const input = {
      ...{ sites: [site({ big: { clips: 1, bytes: 36_000 * MB }, costs: { smallMs: 0, bigMs: 0 } })] },
      ...{
        line: 10 * MB,
        limit: null,
        slowLimit: 1 * MB,
        now: Date.parse('2026-11-20T12:00Z'),
        zone: () => 0,
        anywayUntil: null,
      },
    };
    const nights = `${'f'.repeat(7)}${'n'.repeat(15)}ff`.repeat(7);
    const slow = `${'f'.repeat(7)}${'s'.repeat(15)}ff`.repeat(7);
    const hours = (over: object): number =>
      Math.round(((lastOf(outlookMs({ ...input, week: nights, ...over })) ?? 0) / hour) * 100) / 100;
    expect(hours({ week: null })).toBe(1);
    expect(hours({})).toBe(11);
    expect(hours({ week: slow })).toBe(10);
    expect(hours({ anywayUntil: input.now + 10 * hour })).toBe(1);
    expect(hours({ anywayUntil: input.now + hour / 2 })).toBe(10.5);
    expect(hours({ anywayUntil: input.now + hour })).toBe(1);
    expect(hours({ anywayUntil: input.now - hour })).toBe(11);
    expect(hours({ week: slow, anywayUntil: input.now + hour / 2 })).toBe(5.5);
    expect(hours({ week: null, limit: 5 * MB })).toBe(2);
    expect(hours({ week: null, limit: 50 * MB })).toBe(1);
    expect(hours({ week: slow, slowLimit: 50 * MB })).toBe(1);
    const never = { ...input, week: 'n'.repeat(168) };
    expect(outlookMs(never)).toEqual([null]);
    expect(outlookMs({ ...never, anywayUntil: input.now + hour / 2 })).toEqual([null]);
  });
});

describe('a steady finish', () => {
  test('follows slowly, and at once when the work itself changed', () => {
    const steady = steadyOutlook();
    expect(steady(100_000, 0, 'a')).toBe(100_000);
    expect(steady(200_000, 1_000, 'a')).toBeLessThan(120_000);
    expect(steady(200_000, 2_000, 'b')).toBe(200_000);
  });

  test('comes half the way to another estimate in five seconds', () => {
    const steady = steadyOutlook();
    steady(100_000, 0, 'a');
    expect(steady(195_000, 5_000, 'a')).toBe(145_000);
    const sooner = steadyOutlook();
    sooner(100_000, 0, 'a');
    expect(sooner(15_000, 5_000, 'a')).toBe(55_000);
  });

  test('is known anew after it was not', () => {
    const steady = steadyOutlook();
    steady(100_000, 0, 'a');
    steady(null, 1_000, 'a');
    expect(steady(500_000, 2_000, 'a')).toBe(500_000);
  });

  test('follows what is just more than a trembling', () => {
    const steady = steadyOutlook();
    steady(100_000, 0, 'a');
    // Three of a hundred are calm, more are not.
    expect(steady(100_000, 3_000, 'a')).toBe(97_000);
    expect(steady(101_000, 3_000, 'a')).toBe(97_000);
    const other = steadyOutlook();
    other(100_000, 0, 'a');
    expect(other(100_000, 3_200, 'a')).toBeGreaterThan(96_900);
  });

  test('does not tremble, and never lies in the past', () => {
    const steady = steadyOutlook();
    steady(100_000, 0, 'a');
    expect(steady(100_500, 1_000, 'a')).toBe(99_000);
    expect(steady(97_500, 2_000, 'a')).toBe(98_000);
    expect(steady(0, 500_000, 'a')).toBe(1_000);
    expect(steady(null, 500_100, 'a')).toBeNull();
  });
});

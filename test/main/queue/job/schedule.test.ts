// When to try again, when to look and what to start: pure policy, with its floors and its longest waits.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answerSoonMs,
  beginning,
  believedAfterMs,
  bigBytes,
  isAsking,
  isBig,
  isFullOfSilence,
  isKnownTooLarge,
  isSettled,
  keepsLane,
  keptLaneMs,
  nextLook,
  room,
  standstillMs,
  untilDue,
} from '../../../../main/queue/job/schedule.ts';
import { longestBackOffMs } from '../../../../main/retry.ts';
import { aJob, states } from '../jobs.ts';

const runs = { numRuns: 2_000, seed: 20261120 };

describe('a site that does not answer', () => {
  const open = (count: number, awaitsSince: number | null, siteId = 'site-1') =>
    Array.from({ length: count }, () => ({ siteId, bytes: 1, awaitsSince, movedAt: 0, tookAt: 0 }));
  const lanes = { small: 3, big: 1 };
  const silent = (...running: readonly ReturnType<typeof open>[]) =>
    isFullOfSilence('site-1', running.flat(), lanes, 10_000);

  it('keeps others from beginning once so many clips are open there that lanes alone would let one more go', () => {
    expect(silent(open(8, 1_000))).toBe(true);
    expect(silent(open(7, 1_000))).toBe(false);
    expect(silent(open(7, 1_000), open(1, null))).toBe(true);
    // Nothing but lanes: they are all in use.
    expect(silent(open(4, 1_000), open(4, null))).toBe(false);
    expect(silent(open(8, 9_000))).toBe(false);
    expect(silent(open(8, 1_000, 'site-2'))).toBe(false);
    expect(room('site-1', open(8, 1_000), lanes, 10_000)).toEqual({ small: 0, big: 0 });
  });
});

describe('the looks after an attempt without an answer (F-02)', () => {
  it('go on until the settle time is over, the last one exactly then', () => {
    const settleMs = 130_000;
    const looks: number[] = [];
    for (let now = 0; now < settleMs; now = nextLook(0, now, settleMs)) looks.push(now);
    expect(looks).toEqual([0, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000]);
    expect(nextLook(0, 128_000, settleMs)).toBe(settleMs);
    expect(isSettled(settleMs - 1, settleMs)).toBe(false);
    expect(isSettled(settleMs, settleMs)).toBe(true);
  });

  it('come at once where the settle time is over, and as after the end where the clock was put back', () => {
    expect(nextLook(1_000, 131_000, 130_000)).toBe(131_000);
    expect(nextLook(1_000, 200_000, 130_000)).toBe(200_000);
    expect(nextLook(10_000, 4_000, 130_000)).toBe(6_000);
    expect(nextLook(10_000, 4_000, 0)).toBe(4_000);
  });

  it('believe a name a minute after the end, or once the settle time is over', () => {
    expect([0, 30_000, 60_000, 130_000, 3_600_000].map(believedAfterMs)).toEqual([0, 30_000, 60_000, 60_000, 60_000]);
  });

  it('never come later than the settle time, and always come', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300_000 }), fc.integer({ min: 0, max: 400_000 }), (settleMs, age) => {
        const next = nextLook(1_000, 1_000 + age, settleMs);
        if (age < settleMs) {
          expect(next).toBeGreaterThan(1_000 + age);
          expect(next).toBeLessThanOrEqual(1_000 + settleMs);
        } else expect(next).toBe(1_000 + age);
      }),
      runs,
    );
  });
});

describe('a due time', () => {
  it.each([
    [null, 0],
    [900, 0],
    [1_500, 500],
    [10_000_000, 900_000],
  ])('%j is waited for at most the longest time (F-13)', (dueAt, ms) => {
    expect(untilDue(dueAt, 1_000, longestBackOffMs)).toBe(ms);
  });
});

describe('a big clip that was cut', () => {
  const now = 10_000;
  const cut = aJob({ state: { kind: 'waiting', why: 'connection-lost', until: now + keptLaneMs }, failures: 2 });
  const until = (at: number | null) => ({ ...cut, state: { ...states['waiting for a time'], until: at } });

  it('keeps its lane for a try or two, while the next one is near', () => {
    expect(keepsLane(cut, now)).toBe(true);
    expect(keepsLane(until(now + 1), now)).toBe(true);
    expect(keepsLane({ ...cut, failures: 3 }, now)).toBe(false);
    expect(keepsLane(until(now + keptLaneMs + 1), now)).toBe(false);
    // Its time is there: it is ready itself.
    expect(keepsLane(until(now), now)).toBe(false);
    expect(keepsLane(until(null), now)).toBe(false);
  });

  it.each(['waiting', 'waiting for a busy site', 'describing later', 'needs you to send', 'paused'] as const)(
    'is one that waits for its line: %s is none',
    (name) => {
      expect(keepsLane({ ...cut, state: states[name] }, 8_000)).toBe(false);
    },
  );

  it('is not yet on its site', () => {
    const described = { ...states['describing later'], why: 'connection-lost' } as const;
    expect(keepsLane({ ...cut, state: described }, 8_000)).toBe(false);
  });

  it('goes ahead of those behind it in the queue, and of no other', () => {
    const at = (...positions: readonly number[]) => positions.map((position) => aJob({ id: `${position}`, position }));
    const begun = (ready: readonly number[], kept: readonly number[], lanes: number) =>
      beginning(at(...ready), at(...kept), lanes).map(({ position }) => position);
    expect(begun([1, 2, 3], [], 2)).toEqual([1, 2]);
    expect(begun([1, 2, 3], [], 0)).toEqual([]);
    expect(begun([2, 3], [1], 1)).toEqual([]);
    expect(begun([1, 3], [2], 1)).toEqual([1]);
    expect(begun([1, 3, 4], [2], 2)).toEqual([1]);
    expect(begun([1, 3, 4], [2], 3)).toEqual([1, 3]);
    expect(begun([2], [2], 1)).toEqual([2]);
  });
});

it('a clip is big from 64 MiB on (decision 6)', () => {
  expect([isBig(64 * 1_048_576), isBig(64 * 1_048_576 - 1)]).toEqual([true, false]);
});

describe('room', () => {
  const running = (...sizes: readonly number[]) =>
    sizes.map((bytes) => ({ siteId: 'site-1', bytes, awaitsSince: null as number | null, movedAt: at, tookAt: at }));
  const awaiting = (since: number, ...sizes: readonly number[]) =>
    running(...sizes).map((one) => ({ ...one, awaitsSince: since }));
  /** They move by a few bytes. */
  const crawling = (...sizes: readonly number[]) =>
    running(...sizes).map((one) => ({ ...one, movedAt: at - standstillMs }));
  const still = (...sizes: readonly number[]) =>
    crawling(...sizes).map((one) => ({ ...one, tookAt: at - standstillMs }));
  const lanes = { small: 3, big: 1 };
  const at = 100_000;
  it.each([
    [running(), { small: 3, big: 1 }],
    [running(10), { small: 2, big: 1 }],
    [running(bigBytes), { small: 3, big: 0 }],
    [running(bigBytes - 1, 1, 1, 1), { small: 0, big: 1 }],
    [running(bigBytes, bigBytes), { small: 3, big: 0 }],
    [[{ siteId: 'another', bytes: 1, awaitsSince: null, movedAt: 0, tookAt: 0 }], { small: 3, big: 1 }],
  ])('%#', (busy, left) => {
    expect(room('site-1', busy, lanes, at)).toEqual(left);
  });

  it('is given back by a clip whose answer does not come soon after its last byte (F-46)', () => {
    expect(room('site-1', awaiting(at - answerSoonMs + 1, 1, bigBytes), lanes, at)).toEqual({ small: 2, big: 0 });
    expect(room('site-1', awaiting(at - answerSoonMs, 1, bigBytes), lanes, at)).toEqual(lanes);
  });

  it('ends where eight requests are open, whoever they are of, however long they are awaited (F-46)', () => {
    const open = (awaited: number, sent: readonly number[]) =>
      room('site-1', [...awaiting(0, ...Array.from({ length: awaited }, () => 1)), ...running(...sent)], lanes, at);
    expect(open(5, [])).toEqual(lanes);
    expect(open(6, [])).toEqual({ small: 2, big: 1 });
    expect(open(5, [1])).toEqual({ small: 2, big: 1 });
    expect(open(6, [1])).toEqual({ small: 1, big: 1 });
    expect(open(7, [1])).toEqual({ small: 0, big: 0 });
    expect(open(8, [])).toEqual({ small: 0, big: 0 });
    expect(open(9, [])).toEqual({ small: 0, big: 0 });
  });

  const places = (...busy: readonly ReturnType<typeof running>[]) => room('site-1', busy.flat(), lanes, at);

  it('is one more beside each clip that stands still, of its kind, up to eight in all', () => {
    expect(places(still(1))).toEqual({ small: 3, big: 1 });
    expect(places(still(1, 1, 1))).toEqual({ small: 3, big: 1 });
    expect(places(still(1, 1), running(1))).toEqual({ small: 2, big: 1 });
    expect(places(still(1, 1, 1), running(1, 1, 1))).toEqual({ small: 0, big: 1 });
    expect(places(still(1, 1, 1, 1, 1, 1))).toEqual({ small: 2, big: 1 });
    expect(places(still(1, 1, 1, 1, 1, 1, 1, 1))).toEqual({ small: 0, big: 0 });
    expect(places(still(1, 1, 1), awaiting(0, 1, 1, 1, 1, 1))).toEqual({ small: 0, big: 0 });
    expect(places(still(bigBytes))).toEqual({ small: 3, big: 1 });
    expect(places(still(bigBytes, bigBytes))).toEqual({ small: 3, big: 1 });
    expect(places(still(bigBytes), running(bigBytes))).toEqual({ small: 3, big: 0 });
    const almost = still(1, 1, 1).map((one) => ({ ...one, movedAt: at - standstillMs + 1 }));
    expect(places(almost)).toEqual({ small: 0, big: 1 });
    // What only waits for its answer moves no more, and that is no standing still.
    const old = { movedAt: 0, tookAt: 0 };
    expect(places(awaiting(at - 1, 1, 1, 1).map((one) => ({ ...one, ...old })))).toEqual({ small: 0, big: 1 });
  });

  it('is a single one more beside clips that crawl, however many do: it may be the line', () => {
    expect(places(crawling(1, 1, 1))).toEqual({ small: 1, big: 1 });
    expect(places(crawling(1, 1, 1, 1))).toEqual({ small: 0, big: 1 });
    expect(places(crawling(1, 1), still(1))).toEqual({ small: 2, big: 1 });
    expect(places(crawling(bigBytes))).toEqual({ small: 3, big: 1 });
    expect(places(crawling(bigBytes, bigBytes))).toEqual({ small: 3, big: 0 });
  });

  it('is for no third big clip on a line that is slow, where one crawls and another gets nothing through beside it', () => {
    expect(places(crawling(bigBytes), still(bigBytes))).toEqual({ small: 3, big: 0 });
  });

  it('is what the user wants where that is more', () => {
    expect(room('site-1', running(1, 1, 1, 1, 1, 1, 1, 1), { small: 10, big: 2 }, at)).toEqual({ small: 2, big: 2 });
  });
});

it('a clip is one of the requests that may be out until its answer alone is awaited, or until it stands still (F-15)', () => {
  const at = 100_000;
  const sent = { awaitsSince: null, movedAt: at - standstillMs, tookAt: at - standstillMs };
  expect(isAsking(sent, at - 1)).toBe(true);
  expect(isAsking(sent, at)).toBe(false);
  expect(isAsking({ ...sent, tookAt: at }, at)).toBe(true);
  expect(isAsking({ ...sent, awaitsSince: at - answerSoonMs + 1 }, at)).toBe(true);
  expect(isAsking({ ...sent, awaitsSince: at - answerSoonMs }, at)).toBe(false);
});

it.each([
  [null, false],
  [2_001, false],
  [2_000, true],
  [1, true],
])('a clip of 2,000 bytes where %j is too large: %j (F-20)', (tooLargeFrom, known) => {
  expect(isKnownTooLarge(aJob(), tooLargeFrom)).toBe(known);
});

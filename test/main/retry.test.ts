// One policy for all that failed: what uses up a try, the back-off's floor, spread and longest wait, and the user's word.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FailureCause } from '../../main/model.ts';
import {
  backOff,
  createTries,
  doubled,
  latestDue,
  longAgo,
  longestBackOffMs,
  momentOf,
  mostBoundedFailures,
  nextTry,
  passedMs,
  watchClock,
} from '../../main/retry.ts';
import { handClock } from './queue/hand-clock.ts';
import { bounded, later, signIn, tooLarge } from './queue/jobs.ts';

const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const runs = { numRuns: 2_000, seed: 20261120 };

describe('back-off', () => {
  it.each([
    [1, 1_000, 2_000],
    [2, 2_000, 4_000],
    [5, 16_000, 32_000],
    [10, 450_000, 900_000],
    [1_000_000, 450_000, 900_000],
  ])('after %i failures in a row is between %i and %i ms', (failures, least, most) => {
    expect(backOff(failures, 0)).toBe(least);
    expect(backOff(failures, 0.999_999)).toBeCloseTo(most, -1);
  });

  it('is never longer than the longest, and never undercuts what the site asked for (F-14, F-22)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fraction,
        fc.option(fc.integer({ min: 0, max: 86_400_000 })),
        (failures, part, floor) => {
          const ms = backOff(failures, part, floor);
          expect(ms).toBeGreaterThanOrEqual(floor ?? 500);
          expect(ms).toBeLessThanOrEqual(Math.max(longestBackOffMs, (floor ?? 0) * 1.1));
        },
      ),
      runs,
    );
  });
});

describe('doubling', () => {
  it.each([
    [0, 5_000],
    [1, 10_000],
    [3, 40_000],
    [6, 300_000],
    [5_000, 300_000],
  ])('after %i times is %i ms', (times, ms) => {
    expect(doubled(5_000, times, 300_000)).toBe(ms);
  });
});

describe('what follows from a failure', () => {
  const busy = { ...later, why: 'site-busy' } as const;
  const otherFirst = { ...later, why: 'other-computer' } as const;
  it.each<[string, FailureCause, number, ReturnType<typeof nextTry>]>([
    ['a lost line', later, 40, { kind: 'again', why: 'connection-lost', failures: 41 }],
    ['a broken site', bounded, 2, { kind: 'again', why: 'server-error', failures: 3 }],
    ['one that stays broken', bounded, 3, { kind: 'ask', reason: 'server-error', action: 'retry', detail: null }],
    ['a pause that it asked for', { ...busy, afterMs: 1 }, 3, { kind: 'again', why: 'site-busy', failures: 3 }],
    ['a busy site that names no time', busy, 3, { kind: 'again', why: 'site-busy', failures: 4 }],
    ['one that lets another computer go first', otherFirst, 3, { kind: 'again', why: 'other-computer', failures: 3 }],
    [
      'a lost line with a time of its own',
      { ...later, afterMs: 1 },
      3,
      { kind: 'again', why: 'connection-lost', failures: 4 },
    ],
    ['a sign-in', signIn, 3, { kind: 'held', why: 'sign-in' }],
    ['the way to the site', { kind: 'line', why: 'portal' }, 3, { kind: 'held', why: 'portal' }],
    ['a refusal', tooLarge, 3, { kind: 'ask', reason: 'too-large', action: 'retry', detail: '1000' }],
  ])('of %s', (_, cause, failures, next) => {
    expect(nextTry(failures, cause)).toEqual(next);
  });

  it('is asked of the user after as many bounded tries as are said', () => {
    const kinds = Array.from({ length: mostBoundedFailures }, (_, failures) => nextTry(failures, bounded).kind);
    expect(kinds).toEqual([...Array(mostBoundedFailures - 1).fill('again'), 'ask']);
  });
});

describe('the time of the next try', () => {
  const triesWith = (part: number, told: boolean) => {
    const clock = handClock();
    const asked: unknown[] = [];
    const circuits = {
      lifts: () => 7,
      report: (...report: unknown[]) => {
        asked.push(report);
        return told;
      },
    };
    return { clock, asked, tries: createTries({ clock, random: { fraction: () => part, hex: () => '' }, circuits }) };
  };

  it('is ever later, spread, and not before the site wants it', () => {
    const { clock, tries } = triesWith(0.5, true);
    expect(tries.until(0, later) - clock.now()).toBe(1_500);
    expect(tries.until(9, later) - clock.now()).toBe(675_000);
    expect(tries.until(0, { ...later, afterMs: 60_000 }) - clock.now()).toBe(63_000);
    expect(tries.until(0, null) - clock.now()).toBe(1_500);
  });

  it('is not at once where the same again would tell nothing more', () => {
    const { clock, tries } = triesWith(0, true);
    const pauseOf = (why: 'size-doubted' | 'server-error') => tries.until(0, { ...later, why }) - clock.now();
    expect([pauseOf('size-doubted'), pauseOf('server-error')]).toEqual([60_000, 1_000]);
  });

  it('is that of another computer that goes first, of which its host hears nothing: it asked for no time', () => {
    const { clock, asked, tries } = triesWith(0, true);
    const first = { ...later, why: 'other-computer', afterMs: 20_000 } as const;
    const until = tries.beginStep('https://site.example')(first);
    expect(asked).toEqual([['https://site.example', null, 7]]);
    expect(until(3, first) - clock.now()).toBe(20_000);
  });

  it('is now where the user wanted it since the step began, which its host’s circuit knows', () => {
    for (const told of [true, false]) {
      const { clock, asked, tries } = triesWith(0, told);
      const until = tries.beginStep('https://site.example')(later);
      expect(asked).toEqual([['https://site.example', later, 7]]);
      expect(until(3, later) - clock.now()).toBe(told ? 8_000 : 0);
    }
  });
});

describe('the latest time at which anything is due', () => {
  it('is the longest pause from now, or what is left of what the host asked for', () => {
    expect(latestDue(5_000, 0)).toBe(5_000 + longestBackOffMs);
    expect(latestDue(5_000, longestBackOffMs + 1)).toBe(5_001 + longestBackOffMs);
  });
});

describe('the clock (F-13)', () => {
  it('is told to be set once, ahead or back, by what it was set', async () => {
    const clock = handClock();
    await clock.pass(60_000);
    const setBy = watchClock(clock);
    expect(setBy()).toBe(0);
    clock.setWall(clock.now() + 90_000);
    expect([setBy(), setBy()]).toEqual([90_000, 0]);
    clock.setWall(clock.now() - 3_600_000);
    expect([setBy(), setBy()]).toEqual([-3_600_000, 0]);
  });

  it('that only drifts by a second, or goes on, was not set', async () => {
    const clock = handClock();
    const setBy = watchClock(clock);
    await clock.pass(600_000);
    expect(setBy()).toBe(0);
    clock.setWall(clock.now() + 1_000);
    expect(setBy()).toBe(0);
    clock.setWall(clock.now() - 1_000);
    expect(setBy()).toBe(0);
    clock.setWall(clock.now() + 1_001);
    expect(setBy()).toBe(1_001);
  });
});

describe('what passed between two moments', () => {
  it('is what the clock says that counts more, whichever of them stood still or was set', async () => {
    const clock = handClock();
    const begun = momentOf(clock);
    expect(passedMs(begun, momentOf(clock))).toBe(0);
    await clock.pass(1_000);
    expect(passedMs(begun, momentOf(clock))).toBe(1_000);
    clock.setWall(clock.now() + 5_000);
    expect(passedMs(begun, momentOf(clock)), 'asleep').toBe(6_000);
    clock.setWall(clock.now() - 3_600_000);
    expect(passedMs(begun, momentOf(clock)), 'set back').toBe(1_000);
    expect(passedMs(longAgo, momentOf(clock))).toBe(Number.POSITIVE_INFINITY);
  });
});

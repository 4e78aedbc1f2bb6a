// How long a lost answer is waited for: twice the slowest that the site was seen to take, never less than before (F-02).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lateBy, learnedSettleMs, longestSettleMs } from '../../../../main/queue/job/settle-time.ts';

describe('the settle time of a site (F-02)', () => {
  it.each([
    ['an ordinary answer', 130_000, 4_000, 130_000],
    ['an answer of just half of it', 130_000, 65_000, 130_000],
    ['an answer that was slower', 130_000, 100_000, 200_000],
    ['a part of a millisecond', 300, 200.2, 401],
    ['less than was learned before', 400_000, 100_000, 400_000],
    ['half an hour', 130_000, 30 * 60_000, longestSettleMs],
    ['a nonsense of years', 130_000, 1e15, longestSettleMs],
    ['a nonsense of no number', 130_000, Number.NaN, 130_000],
    ['a nonsense of never', 130_000, Number.POSITIVE_INFINITY, 130_000],
    ['no time at all', 130_000, 0, 130_000],
    ['a clock that ran back', 130_000, -5_000, 130_000],
  ])('after %s', (_, before, took, after) => {
    expect(learnedSettleMs(before, took)).toBe(after);
  });

  it('never becomes shorter, and never longer than is bearable', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: longestSettleMs }), fc.array(fc.double({ max: 1e9 })), (first, took) => {
        let settle = first;
        for (const ms of took) {
          const next = learnedSettleMs(settle, ms);
          expect(next).toBeGreaterThanOrEqual(settle);
          expect(next).toBeLessThanOrEqual(longestSettleMs);
          settle = next;
        }
      }),
      { seed: 20261120 },
    );
  });
});

describe('a video that came late', () => {
  const attempt = { endedAt: 100_000, siteSkewMs: 7_000 };
  it.each<[string, number | null, Parameters<typeof lateBy>[1], number]>([
    ['after the attempt’s end', 147_000, attempt, 40_000],
    ['before it', 90_000, attempt, 0],
    ['without a time', null, attempt, 0],
    ['after an attempt that has not ended', 147_000, { endedAt: null, siteSkewMs: 7_000 }, 0],
    ['on a site whose clock was never heard', 147_000, { endedAt: 100_000, siteSkewMs: null }, 0],
    ['by a clock that was set in between: not longer than has passed', 9_000_000, attempt, 60_000],
  ])('%s', (_, createdAt, from, late) => {
    expect(lateBy(createdAt, from, 60_000)).toBe(late);
  });
});

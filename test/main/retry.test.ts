// One back-off for all: its floor, its spread and its longest wait.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backOff, doubled, longestBackOffMs } from '../../main/retry.ts';

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

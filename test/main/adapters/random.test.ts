// Chance as the system has it: fractions below one, and as many characters as are asked for, never the same twice.
import { expect, it } from 'vitest';
import { systemRandom } from '../../../main/adapters/random.ts';

it('is anywhere from zero to below one', () => {
  const drawn = Array.from({ length: 2_000 }, systemRandom.fraction);
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...drawn)).toBeLessThan(1);
  expect([Math.min(...drawn) < 0.1, Math.max(...drawn) > 0.9]).toEqual([true, true]);
});

it('is two characters for each byte', () => {
  expect(systemRandom.hex(16)).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(Array.from({ length: 1_000 }, () => systemRandom.hex(8))).size).toBe(1_000);
});

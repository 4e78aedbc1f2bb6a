// Days to narrow the library to: the usual stretches by the site's clock, known again, and in words.
import { describe, expect, it } from 'vitest';
import { setRegion } from '../../../preload/text/region.ts';
import { anyDay, dayRangeWords, daysOf, inOrder, stretches, stretchOf } from '../../../renderer/model/day-range.ts';

const now = Date.parse('2026-03-01T02:30:00Z');
const utc = { name: null, offsetMinutes: 0 };
const losAngeles = { name: 'America/Los_Angeles', offsetMinutes: -480 };

describe('a usual stretch', () => {
  it('is of the days that the site has', () => {
    expect(daysOf('week', now, utc)).toEqual({ from: '2026-02-23', to: null });
    expect(daysOf('month', now, utc)).toEqual({ from: '2026-01-31', to: null });
    // There it is still the day before.
    expect(daysOf('week', now, losAngeles)).toEqual({ from: '2026-02-22', to: null });
    expect(daysOf('this-year', now, utc)).toEqual({ from: '2026-01-01', to: null });
    expect(daysOf('last-year', now, utc)).toEqual({ from: '2025-01-01', to: '2025-12-31' });
    expect(daysOf('any', now, utc)).toEqual(anyDay);
    expect(daysOf('this-year', Date.parse('2026-01-01T02:00:00Z'), losAngeles).from).toBe('2025-01-01');
  });

  it('is known again, and other days are none', () => {
    for (const stretch of stretches) expect(stretchOf(daysOf(stretch, now, utc), now, utc)).toBe(stretch);
    expect(stretchOf({ from: '2026-01-02', to: null }, now, utc)).toBeNull();
    expect(stretchOf({ from: '2025-01-01', to: '2025-12-30' }, now, utc)).toBeNull();
  });
});

it('says which days they are', () => {
  setRegion('en-GB');
  const words = (from: string | null, to: string | null): string => dayRangeWords({ from, to }, now, utc);
  expect(words(null, null)).toBe('Any date');
  expect(words('2026-02-23', null)).toBe('Last 7 days');
  expect(words('2026-01-02', null)).toBe('Since 2 Jan 2026');
  expect(words(null, '2026-01-02')).toBe('Until 2 Jan 2026');
  expect(words('2026-01-02', '2026-02-03')).toBe('2 Jan 2026 – 3 Feb 2026');
  expect(words('2026-01-02', '2026-01-02')).toBe('2 Jan 2026');
});

it('two days in the wrong order are turned round, an open end stays open', () => {
  expect(inOrder({ from: '2026-02-03', to: '2026-01-02' })).toEqual({ from: '2026-01-02', to: '2026-02-03' });
  expect(inOrder({ from: '2026-02-03', to: null })).toEqual({ from: '2026-02-03', to: null });
  expect(inOrder({ from: null, to: '2026-01-02' })).toEqual({ from: null, to: '2026-01-02' });
});

// The week of sending hours: painted, gone through by keys, recognised by name, and said in words.
import { describe, expect, test } from 'vitest';
import { formatWeekday } from '../../../preload/text/format.ts';
import { hoursWords, stateWords } from '../../../renderer/text/jobs.ts';
import { hourWords, letterAt, painted, stepped, usualOf, usualWeeks, weekWords } from '../../../renderer/text/week.ts';

const { nights } = usualWeeks;

test('a rectangle is painted, whichever corner came first, and nothing else', () => {
  const full = 'f'.repeat(168);
  const week = painted(full, { day: 4, hour: 17 }, { day: 0, hour: 8 }, 's');
  expect([...week].filter((letter) => letter === 's')).toHaveLength(5 * 10);
  expect(letterAt(week, { day: 0, hour: 8 })).toBe('s');
  expect(letterAt(week, { day: 4, hour: 17 })).toBe('s');
  for (const [day, hour] of [
    [0, 7],
    [0, 18],
    [5, 8],
  ] as const)
    expect(letterAt(week, { day, hour })).toBe('f');
  expect(week).toMatch(/^[fsn]{168}$/);
  expect(painted(week, { day: 0, hour: 0 }, { day: 6, hour: 23 }, 'f')).toBe(full);
});

test('keys go about in the week and stop at its edges', () => {
  expect(stepped({ day: 0, hour: 0 }, 'ArrowUp')).toEqual({ day: 0, hour: 0 });
  expect(stepped({ day: 0, hour: 0 }, 'ArrowDown')).toEqual({ day: 1, hour: 0 });
  expect(stepped({ day: 6, hour: 23 }, 'ArrowRight')).toEqual({ day: 6, hour: 23 });
  expect(stepped({ day: 3, hour: 9 }, 'Home')).toEqual({ day: 3, hour: 0 });
  expect(stepped({ day: 3, hour: 9 }, 'Tab')).toBeNull();
});

test('usual weeks are known by name, and any other is one’s own', () => {
  expect(usualOf(null)).toBe('any');
  expect(usualOf(nights)).toBe('nights');
  expect(usualOf(usualWeeks['slow-by-day'])).toBe('slow-by-day');
  expect(usualOf(painted(nights, { day: 0, hour: 9 }, { day: 0, hour: 9 }, 'f'))).toBe('own');
});

describe('in words', () => {
  test('equal days are told together', () => {
    expect(weekWords(nights, 'en-GB')).toEqual([
      'Every day: 00:00–07:00 full speed, 07:00–22:00 no uploads, 22:00–24:00 full speed.',
    ]);
    const weekend = painted(nights, { day: 5, hour: 0 }, { day: 6, hour: 23 }, 'f');
    expect(weekWords(weekend, 'en-GB')).toEqual([
      'Monday to Friday: 00:00–07:00 full speed, 07:00–22:00 no uploads, 22:00–24:00 full speed.',
      'Saturday to Sunday: all day full speed.',
    ]);
  });

  test('a week without an hour for sending is said to be one', () => {
    expect(weekWords('n'.repeat(168))).toEqual(['Nothing is ever sent: give at least one hour to sending.']);
  });

  test('an hour says its day, its time and its speed', () => {
    expect(hourWords(nights, { day: 6, hour: 23 }, 'en-GB')).toBe('Sunday 23:00 to 24:00, full speed');
    expect(formatWeekday(0, 'short', 'en-GB')).toBe('Mon');
  });

  test('rows and footer say when sending goes on', () => {
    const now = new Date(2026, 10, 20, 12).getTime();
    const at = (days: number, hour: number): number => new Date(2026, 10, 20 + days, hour).getTime();
    const row = (until: number | null) => stateWords({ kind: 'waiting', why: 'hours', until }, 1, now);
    expect(row(at(0, 22))).toMatchObject({ label: 'Outside your upload hours', tone: 'plain' });
    expect(row(at(0, 22)).detail).toMatch(/^Sends at (22:00|10:00 PM)$/);
    expect(row(at(1, 7)).detail).toMatch(/^Sends tomorrow at /);
    expect(row(at(3, 7)).detail).toMatch(/^Sends Monday at /);
    expect(row(null).detail).toBe('No hour is set for sending');
    expect(hoursWords(at(0, 22), false, now)).toMatch(/^Outside your upload hours\. Sending starts at /);
    expect(hoursWords(at(0, 22), true, now)).toMatch(/^Outside your upload hours\. The rest starts at /);
    expect(hoursWords(null, true, now)).toBe('No hour of the week is set for sending.');
  });
});

// Moments one after the other by a site's clock: hours pass alike, days keep the time of day through summer time.
import { expect, test } from 'vitest';
import { type Interval, type SiteZone, stepped, toWall } from '../../../preload/site-zone.ts';

const paris: SiteZone = { name: 'Europe/Paris', offsetMinutes: 60 };
const india: SiteZone = { name: null, offsetMinutes: 330 };
const at = (text: string): number => Date.parse(text);
const every = (count: number, unit: Interval['unit']): Interval => ({ count, unit });

test.each([
  // The clocks go back on 25 October 2026, forward on 28 March 2027.
  ['a day keeps the time of day in autumn', '2026-10-24T07:00:00Z', 2, every(1, 'day'), paris, '2026-10-26T09:00'],
  ['a week keeps it in spring', '2027-03-25T08:00:00Z', 1, every(1, 'week'), paris, '2027-04-01T09:00'],
  [
    'an hour that is left out is the one after it',
    '2027-03-27T01:30:00Z',
    1,
    every(1, 'day'),
    paris,
    '2027-03-28T03:30',
  ],
  ['hours pass alike', '2026-10-24T22:00:00Z', 1, every(6, 'hour'), paris, '2026-10-25T05:00'],
  ['minutes, too', '2026-10-24T22:00:00Z', 3, every(45, 'minute'), paris, '2026-10-25T02:15'],
  ['three days at a time, four times', '2026-11-21T08:00:00Z', 4, every(3, 'day'), paris, '2026-12-03T09:00'],
  ['by a fixed offset', '2026-11-21T20:00:00Z', 1, every(1, 'day'), india, '2026-11-23T01:30'],
  ['the first is the first', '2026-11-21T08:00:30Z', 0, every(2, 'hour'), paris, '2026-11-21T09:00'],
])('%s', (_, first, steps, interval, zone, wall) => {
  expect(toWall(stepped(at(first), steps, interval, zone), zone)).toBe(wall);
});

test('what no calendar has ends with the last year of it', () => {
  expect(toWall(stepped(at('2026-11-21T08:00:00Z'), 10_000, every(10_000, 'week'), paris), paris).slice(0, 4)).toBe(
    '9999',
  );
});

// Times by the site's clock: both ways, through summer time's gap and its double hour, and with a fixed offset only.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SiteZone } from '../../../preload/contract.ts';
import { fromWall, toWall } from '../../../preload/site-zone.ts';
import { nextMorning, typedMoment, zoneWords } from '../../../renderer/model/site-time.ts';

const paris: SiteZone = { name: 'Europe/Paris', offsetMinutes: 60 };
const india: SiteZone = { name: null, offsetMinutes: 330 };
const newfoundland: SiteZone = { name: 'America/St_Johns', offsetMinutes: -210 };
const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

test.each([
  ['winter', paris, '2026-11-21T09:00', '2026-11-21T08:00:00.000Z'],
  ['summer', paris, '2026-07-01T09:00', '2026-07-01T07:00:00.000Z'],
  ['the hour that is left out is the one after it', paris, '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
  ['the hour that comes twice is its first', paris, '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  ['the minute after the double hour', paris, '2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
  ['a fixed offset of half an hour', india, '2026-07-01T09:00', '2026-07-01T03:30:00.000Z'],
  ['behind UTC, over midnight', newfoundland, '2026-01-01T22:00', '2026-01-02T01:30:00.000Z'],
])('%s', (_name, zone, wall, moment) => {
  expect(iso(fromWall(wall, zone))).toBe(moment);
});

test.each([paris, india, newfoundland])('what is shown is what was meant, at any time: %o', (zone) => {
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) }), (at) => {
      const wall = toWall(at, zone);
      const back = fromWall(wall, zone);
      // The double hour in autumn shows one wall time for two moments.
      expect(toWall(back ?? 0, zone)).toBe(wall);
      expect(Math.abs((back ?? 0) - at)).toBeLessThan(3_600_000 + 60_000);
    }),
  );
});

test('a date that is not whole yet is none', () => {
  for (const text of ['', '2026-11-21', '2026-11-21T09', '2026-13-21T09:00']) expect(fromWall(text, paris)).toBeNull();
});

test('what is typed in a date field is taken only where it is whole and to come, also on the way to another year', () => {
  const now = Date.UTC(2026, 10, 29, 12);
  const typing: readonly (readonly [string, string])[] = [
    ['2026-12-24T18:00', 'to-come'],
    ['2026-01-24T18:00', 'passed'],
    ['2026-01-05T18:00', 'passed'],
    ['0002-01-05T18:00', 'not-yet'],
    ['0020-01-05T18:00', 'not-yet'],
    ['0202-01-05T18:00', 'not-yet'],
    ['2027-01-05T18:00', 'to-come'],
    ['', 'not-yet'],
    ['2026-11-29T12:59', 'passed'],
    ['2026-11-29T13:00', 'passed'],
    ['2026-11-29T13:01', 'to-come'],
  ];
  expect(typing.map(([text]) => [text, typedMoment(text, paris, now).kind])).toEqual(typing);
  expect(typedMoment('2027-01-05T18:00', paris, now)).toEqual({ kind: 'to-come', at: Date.UTC(2027, 0, 5, 17) });
});

test('zones are named, and a proposal is in the site’s next morning', () => {
  expect([paris, india, newfoundland, { name: null, offsetMinutes: 0 }].map(zoneWords)).toEqual([
    'Europe/Paris',
    'UTC+05:30',
    'America/St Johns',
    'UTC',
  ]);
  expect(zoneWords({ name: null, offsetMinutes: -210 })).toBe('UTC−03:30');
  expect(iso(nextMorning(Date.UTC(2026, 10, 20, 23, 30), paris))).toBe('2026-11-22T08:00:00.000Z');
});

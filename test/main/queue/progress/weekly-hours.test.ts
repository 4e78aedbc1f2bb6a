// The weekly hours at real moments of real time zones: midnight, weeks that turn, clocks that are put on and back.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type HourPace,
  opensAt,
  paceAt,
  throughHours,
  type Zone,
} from '../../../../main/queue/progress/weekly-hours.ts';

/** The system's own knowledge of a time zone. */
function zoneOf(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = part;
    return Math.round((Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000) / 60_000);
  };
}

const letters = { full: 'f', slow: 's', none: 'n' } as const satisfies Record<HourPace, string>;

/** Nothing from 7 to 22, on every day. */
const nights = `${'f'.repeat(7)}${'n'.repeat(15)}ff`.repeat(7);
/** Slower on working days from 8 to 18, full speed else. */
const office = `${`${'f'.repeat(8)}${'s'.repeat(10)}${'f'.repeat(6)}`.repeat(5)}${'f'.repeat(48)}`;
/** Only on Saturday from 23 to Monday at 1. */
const weekend = `f${'n'.repeat(23)}${'n'.repeat(24 * 4)}${'n'.repeat(23)}f${'f'.repeat(24)}`;

const at = (text: string): number => Date.parse(text);
const show = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

describe('what a week says', () => {
  it.each<[string, week: string | null, zone: string, moment: string, pace: HourPace, until: string | null]>([
    ['any time', null, 'Europe/Berlin', '2026-11-20T12:00Z', 'full', null],
    ['one pace for the whole week', 's'.repeat(168), 'Europe/Berlin', '2026-11-20T12:00Z', 'slow', null],
    ['before midnight', nights, 'Europe/Berlin', '2026-11-20T22:30Z', 'full', '2026-11-21T06:00:00.000Z'],
    [
      'at the first moment of an hour',
      nights,
      'Europe/Berlin',
      '2026-11-20T21:00Z',
      'full',
      '2026-11-21T06:00:00.000Z',
    ],
    ['a moment before it', nights, 'Europe/Berlin', '2026-11-20T20:59:59.999Z', 'none', '2026-11-20T21:00:00.000Z'],
    ['by day', nights, 'America/New_York', '2026-11-20T15:00Z', 'none', '2026-11-21T03:00:00.000Z'],
    ['over the weekend', office, 'Europe/Berlin', '2026-11-20T17:30Z', 'full', '2026-11-23T07:00:00.000Z'],
    ['over the turn of the week', weekend, 'UTC', '2026-11-22T12:00Z', 'full', '2026-11-23T01:00:00.000Z'],
    ['until the week begins again', weekend, 'UTC', '2026-11-23T01:00Z', 'none', '2026-11-28T23:00:00.000Z'],
    ['in a zone of half hours', nights, 'Asia/Kolkata', '2026-11-20T12:00Z', 'none', '2026-11-20T16:30:00.000Z'],
    // Berlin: 29 March 2026, 2:00 becomes 3:00; 25 October 2026, 3:00 becomes 2:00.
    ['in a night of 23 hours', nights, 'Europe/Berlin', '2026-03-28T21:00Z', 'full', '2026-03-29T05:00:00.000Z'],
    ['in a night of 25 hours', nights, 'Europe/Berlin', '2026-10-24T20:00Z', 'full', '2026-10-25T06:00:00.000Z'],
    // Lord Howe's clocks move by half an hour: 5 April 2026, 2:00 becomes 1:30.
    [
      'where clocks move by half an hour',
      nights,
      'Australia/Lord_Howe',
      '2026-04-04T12:00Z',
      'full',
      '2026-04-04T20:30:00.000Z',
    ],
    ['long ago', nights, 'UTC', '1965-03-01T12:00Z', 'none', '1965-03-01T22:00:00.000Z'],
  ])('%s', (_, week, zone, moment, pace, until) => {
    const found = paceAt(week, at(moment), zoneOf(zone));
    expect({ pace: found.pace, until: show(found.until) }).toEqual({ pace, until });
  });

  it('is full speed where a letter is unknown', () => {
    expect(paceAt('x'.repeat(168), at('2026-11-20T12:00Z'), () => 0)).toEqual({ pace: 'full', until: null });
  });

  it('is the letter of the local weekday and hour, and stays until the moment it names, in any zone and at any time', () => {
    const week = fc
      .array(fc.constantFrom('f', 's', 'n'), { minLength: 168, maxLength: 168 })
      .map((all) => all.join(''));
    const zones = ['Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Auckland', 'UTC'];
    const moment = fc.integer({ min: at('2026-01-01T00:00Z'), max: at('2027-12-31T00:00Z') });
    fc.assert(
      fc.property(week, fc.constantFrom(...zones), moment, (text, name, now) => {
        const zone = zoneOf(name);
        const found = paceAt(text, now, zone);
        const parts = new Intl.DateTimeFormat('en-US', {
          timeZone: name,
          weekday: 'short',
          hour: 'numeric',
          hourCycle: 'h23',
        }).formatToParts(now);
        const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
        const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
        expect(letters[found.pace]).toBe(text[days.indexOf(part('weekday')) * 24 + Number(part('hour'))]);
        const until = found.until ?? now;
        expect(until).toBeGreaterThanOrEqual(now);
        if (found.until === null) return;
        expect(paceAt(text, until, zone).pace).not.toBe(found.pace);
        expect(paceAt(text, until - 1, zone).pace).toBe(found.pace);
      }),
      { numRuns: 60 },
    );
  });

  it('knows when sending goes on, at once or never', () => {
    const zone = zoneOf('Europe/Berlin');
    expect(opensAt(nights, at('2026-11-20T12:00Z'), zone)).toBe(at('2026-11-20T21:00Z'));
    expect(opensAt(nights, at('2026-11-20T23:00Z'), zone)).toBe(at('2026-11-20T23:00Z'));
    expect(opensAt('n'.repeat(168), at('2026-11-20T12:00Z'), zone)).toBeNull();
  });
});

describe('work that goes through the week', () => {
  const zone = zoneOf('Europe/Berlin');
  const hour = 3_600_000;

  it.each<[string, week: string | null, moment: string, fullHours: number, slowHours: number, hours: number | null]>([
    ['at any time', null, '2026-11-20T12:00Z', 5, 50, 5],
    ['waits for the night', nights, '2026-11-20T12:00Z', 5, 50, 9 + 5],
    ['takes two nights', nights, '2026-11-20T12:00Z', 12, 50, 9 + 9 + 15 + 3],
    ['goes slower by day', office, '2026-11-20T07:00Z', 4, 20, 10 + 2],
    ['is done within the slower hours', office, '2026-11-20T07:00Z', 2, 8, 8],
    ['never ends', 'n'.repeat(168), '2026-11-20T12:00Z', 1, 1, null],
    ['ends after more than a month', weekend, '2026-11-20T12:00Z', 1_000, 1_000, null],
    ['is done already', nights, '2026-11-20T23:00Z', 0, 0, 0],
    ['is done already, by day', nights, '2026-11-20T12:00Z', 0, 0, 9],
    ['ends with the hours', nights, '2026-11-20T23:00Z', 7, 7, 7],
    ['takes two weekends', weekend, '2026-11-20T12:00Z', 30, 30, 34 + 7 * 24 + 4],
    ['ends within a month', weekend, '2026-11-20T12:00Z', 130, 130, 34 + 4 * 7 * 24 + 26],
    ['would end just after a month', weekend, '2026-11-20T12:00Z', 131, 131, null],
  ])('%s', (_, week, moment, fullHours, slowHours, hours) => {
    const ms = throughHours(week, at(moment), zone, fullHours * hour, slowHours * hour);
    expect(ms === null ? null : Math.round((ms / hour) * 1_000) / 1_000).toBe(hours);
  });
});

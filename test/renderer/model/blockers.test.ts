// What the user is told while uploads wait as a whole: every hold has its words, and the window, the tray and the footer agree.
import { describe, expect, test } from 'vitest';
import { trayText } from '../../../main/shell/tray-text.ts';
import type { QueueTotals, SiteLine } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { type Hold, holdsOf } from '../../../renderer/model/blockers.ts';
import { holdWords, waitsFor } from '../../../renderer/text/blockers.ts';

const now = new Date(2026, 10, 20, 14, 0).getTime();
const counts = { all: 3, needsYou: 0, active: 0, waiting: 3, done: 0 };
const totals: QueueTotals = {
  bytesOpen: 10,
  bytesSent: 0,
  bytesPerSecond: 0,
  secondsLeft: null,
  paused: false,
  offline: false,
  hours: null,
  lines: [],
};
const line: SiteLine = {
  siteId: 'site-1',
  siteName: 'Harbour Films',
  trouble: 'site-away',
  since: now - 1_500_000,
  nextTryAt: now + 60_000,
};
const troubles: readonly SiteLine['trouble'][] = [
  'site-away',
  'site-failing',
  'site-busy',
  'site-maintenance',
  'portal',
];
const every: readonly Hold[] = [
  { kind: 'paused' },
  { kind: 'offline' },
  { kind: 'hours', until: now + 8 * 3_600_000, active: false },
  { kind: 'hours', until: null, active: true },
  ...troubles.map((trouble): Hold => ({ kind: 'line', line: { ...line, trouble } })),
];

test.each(every)(
  '%o has a title, a sentence that promises no work for the user, and one for a screen reader',
  (hold) => {
    const words = holdWords(hold, now);
    expect(words.title).toMatch(/^[A-Z].*[^.]$/);
    expect(words.text).toMatch(/^[A-Z].*\.$/);
    expect(words.spoken).toMatch(/^[A-Z].*\.$/);
    if (hold.kind === 'offline' || hold.kind === 'line') expect(words.text).toMatch(/automatically/);
  },
);

describe('a line that is down', () => {
  test('says since when and when it is tried next', () => {
    expect(holdWords({ kind: 'line', line }, now).text).toMatch(/Since (13|0?1):35.*\. Next try at (14|0?2):01/);
    expect(holdWords({ kind: 'line', line: { ...line, nextTryAt: null } }, now).text).toContain('Trying now.');
  });

  test('that is down for days says the day too', () => {
    const days = { ...line, since: new Date(2026, 10, 17, 9, 30).getTime() };
    expect(holdWords({ kind: 'line', line: days }, now).text).toMatch(/Since .*17.*9:30/);
  });

  test('does not interrupt a screen reader with each new time', () => {
    const later = { ...line, nextTryAt: now + 900_000 };
    expect(holdWords({ kind: 'line', line: later }, now).spoken).toBe(holdWords({ kind: 'line', line }, now).spoken);
  });
});

test('all that holds is listed, the widest first; nothing holds an empty list', () => {
  const other = { ...line, siteId: 'site-2' };
  const held = { ...totals, paused: true, offline: true, lines: [line, other] };
  expect(holdsOf({ counts, totals: held }).map(({ kind }) => kind)).toEqual(['paused', 'offline', 'line', 'line']);
  expect(holdsOf({ counts: { ...counts, all: 0, waiting: 0 }, totals: held })).toEqual([]);
  expect(holdsOf({ counts: { ...counts, waiting: 0, done: 3 }, totals: { ...totals, offline: true } })).toEqual([]);
  expect(holdsOf({ counts, totals })).toEqual([]);
});

test('closed hours are told while something waits for them, and not beside the user’s own pause', () => {
  const closed = { ...totals, hours: { kind: 'closed', until: now } as const };
  expect(holdsOf({ counts, totals: closed }).map(({ kind }) => kind)).toEqual(['hours']);
  expect(holdsOf({ counts, totals: { ...closed, paused: true } }).map(({ kind }) => kind)).toEqual(['paused']);
  expect(holdsOf({ counts: { ...counts, waiting: 0, active: 1 }, totals: closed })).toEqual([]);
});

test('the finish time says what it waits for', () => {
  expect(waitsFor({ counts, totals: totals })).toBeNull();
  expect(waitsFor({ counts, totals: { ...totals, hours: { kind: 'closed', until: now } } })).toBe('within your hours');
  expect(waitsFor({ counts, totals: { ...totals, paused: true } })).toBe('Paused');
  expect(waitsFor({ counts, totals: { ...totals, offline: true, lines: [line] } })).toBe('once you are online');
  expect(waitsFor({ counts, totals: { ...totals, lines: [line] } })).toBe('once Harbour Films answers');
  expect(waitsFor({ counts, totals: { ...totals, lines: [line, line] } })).toBe('once the sites answer');
});

test.each(troubles)('the tray agrees with the window: %s', (trouble) => {
  const title = t(`uploads.line.${trouble}`, { site: line.siteName });
  const said = trayText(counts, { ...totals, lines: [{ ...line, trouble }] });
  if (trouble !== 'portal') expect(said).toContain(title);
  expect(said).toMatch(trouble === 'portal' ? /sign in first, 3 clips to go/ : /, 3 clips to go/);
  expect(trayText(counts, { ...totals, lines: [line, line] })).toContain('2 sites cannot be reached');
});

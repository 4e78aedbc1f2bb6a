// What the desktop is told: notifications, taskbar, tray, autostart file and the settings on disk, each a pure function.
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Notice } from '../../../main/ports.ts';
import { autostartEntry } from '../../../main/shell/autostart.ts';
import { noticeText } from '../../../main/shell/notice-text.ts';
import { readSettings, usualValues } from '../../../main/shell/setting-values.ts';
import { taskbarState } from '../../../main/shell/taskbar-state.ts';
import { finishText } from '../../../main/shell/tray-text.ts';

const counts = { all: 0, needsYou: 0, ready: 0, active: 0, waiting: 0, done: 0, arrived: 0 };
const away = {
  ...{ siteId: 'site-1', siteName: 'Harbour', trouble: 'site-away' as const },
  ...{ proxy: null, since: 0, nextTryAt: null },
};
const totals = {
  bytesOpen: 0,
  bytesSent: 0,
  bytesPerSecond: 0,
  secondsLeft: null,
  paused: false,
  offline: false,
  finish: [],
  lines: [],
  signIns: [],
  publics: [],
  ready: [],
  needs: [],
  hours: null,
};

test.each<readonly [Notice, string, object]>([
  [
    { kind: 'arrived', clips: 1, siteName: 'Harbour Films', attention: 0, waiting: 0, ready: 0 },
    '1 video is on Harbour Films',
    { kind: 'filter', filter: 'done', jobId: null },
  ],
  [
    { kind: 'arrived', clips: 12, siteName: null, attention: 3, waiting: 0, ready: 0 },
    '12 videos are on your sites',
    { kind: 'filter', filter: 'done', jobId: null },
  ],
  [
    { kind: 'needs-you', clips: 1, jobId: 'a' },
    '1 clip needs attention',
    { kind: 'filter', filter: 'needs-you', jobId: 'a' },
  ],
  [
    { kind: 'needs-you', clips: 3, jobId: null },
    '3 clips need attention',
    { kind: 'filter', filter: 'needs-you', jobId: null },
  ],
  [
    { kind: 'sign-in', login: 'mara', siteName: 'Harbour Films' },
    'Sign in to Harbour Films again',
    { kind: 'show', place: 'sites' },
  ],
  [
    { kind: 'proxy-sign-in', proxy: 'proxy.example:3128', isRefused: false },
    'The proxy proxy.example:3128 wants you to sign in',
    { kind: 'proxy' },
  ],
  [
    { kind: 'proxy-sign-in', proxy: 'proxy.example:3128', isRefused: true },
    'The proxy proxy.example:3128 no longer accepts your sign-in',
    { kind: 'proxy' },
  ],
  [{ kind: 'hidden' }, 'Clipferry goes on without its window', { kind: 'filter', filter: 'all', jobId: null }],
])('a notification says it in few words: %o', (notice, title, leadsTo) => {
  const text = noticeText(notice);
  expect(text).toMatchObject({ title, leadsTo });
  expect(text.body).toMatch(/^\S.*\.$/);
});

describe('the taskbar', () => {
  test.each([
    ['idle', counts, totals, { progress: -1, mode: 'none', badge: 0 }],
    ['only what needs you', { ...counts, needsYou: 2 }, totals, { progress: -1, mode: 'none', badge: 2 }],
    [
      'sending',
      { ...counts, active: 1 },
      { ...totals, bytesOpen: 1000, bytesSent: 425 },
      { progress: 0.42, mode: 'normal', badge: 0 },
    ],
    [
      'all sent, not confirmed',
      { ...counts, active: 1 },
      { ...totals, bytesOpen: 1000, bytesSent: 1000 },
      { progress: 0.99, mode: 'normal', badge: 0 },
    ],
    ['adding details', { ...counts, active: 1 }, totals, { progress: 0.99, mode: 'normal', badge: 0 }],
    [
      'paused',
      { ...counts, waiting: 1, needsYou: 1 },
      { ...totals, bytesOpen: 10, paused: true },
      { progress: 0, mode: 'paused', badge: 1 },
    ],
    [
      'offline',
      { ...counts, waiting: 1 },
      { ...totals, bytesOpen: 10, offline: true },
      { progress: 0, mode: 'error', badge: 0 },
    ],
    [
      'the only site away',
      { ...counts, waiting: 1 },
      { ...totals, bytesOpen: 10, lines: [away] },
      { progress: 0, mode: 'error', badge: 0 },
    ],
    [
      'one site away, another goes on',
      { ...counts, active: 1, waiting: 1 },
      { ...totals, bytesOpen: 10, bytesSent: 5, bytesPerSecond: 4, lines: [away] },
      { progress: 0.5, mode: 'normal', badge: 0 },
    ],
    [
      'one needs you while others go on',
      { ...counts, active: 1, needsYou: 1 },
      { ...totals, bytesOpen: 10, bytesSent: 5 },
      { progress: 0.5, mode: 'error', badge: 1 },
    ],
    ['each clip paused by itself', { ...counts, waiting: 3 }, totals, { progress: -1, mode: 'none', badge: 0 }],
  ] as const)('%s', (_name, queue, sums, expected) => {
    expect(taskbarState(queue, sums)).toEqual(expected);
  });
});

test('the tray names a finish time only when there is one, rounded up', () => {
  const now = new Date(2026, 10, 20, 14, 2).getTime();
  const at = (secondsLeft: number | null): string | null => finishText({ ...totals, secondsLeft }, now, 'en-GB');
  expect(at(null)).toBeNull();
  expect(at(60)).toBe('Finishes about 14:05');
  expect(at(3 * 3_600)).toBe('Finishes about 17:05');
  expect(at(30 * 3_600)).toMatch(/^Finishes about Saturday,? (at )?20:05$/);
  expect(at(20 * 86_400)).toBe('Finishes about 10 December');
});

describe('the autostart file', () => {
  test('starts exactly the program it names', () => {
    expect(autostartEntry(['/opt/Clipferry/clipferry', '--hidden']).split('\n')).toContain(
      'Exec="/opt/Clipferry/clipferry" "--hidden"',
    );
    expect(() => autostartEntry(['/a\nExec=evil'])).toThrow(/line break/);
  });

  test('any path comes out of the quoting as it went in', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~äß日]{1,40}$/), (text) => {
        const line = autostartEntry([`/${text}`])
          .split('\n')
          .find((one) => one.startsWith('Exec='));
        // The reader's side of the specification: escapes of strings, then %%, then quotes as a shell has them.
        const unescaped = (line ?? '').slice('Exec='.length).replace(/\\\\/g, '\\').replaceAll('%%', '%');
        expect(unescaped.slice(1, -1).replace(/\\(["`$\\])/g, '$1')).toBe(`/${text}`);
      }),
    );
  });

  test.skipIf(process.platform === 'win32')(
    'a shell, whose quoting the specification borrows, reads it the same',
    () => {
      const name = '/tmp/a "b" $HOME `id` \\ c';
      const line = autostartEntry([name])
        .split('\n')
        .find((one) => one.startsWith('Exec='));
      const command = (line ?? '').slice('Exec='.length).replaceAll('\\\\', '\\');
      expect(execFileSync('/bin/sh', ['-c', `printf %s ${command}`], { encoding: 'utf8' })).toBe(name);
    },
  );
});

describe('settings on disk', () => {
  test.each([null, undefined, 7, 'x', [], {}, { smallLanes: 'three', appearance: 'pink' }])(
    '%o is as usual',
    (stored) => expect(readSettings(stored).values).toEqual(usualValues),
  );
  test('one bad value costs only itself', () => {
    const stored = { smallLanes: 99, bigLanes: 4, bytesPerSecond: 2_000_000, appearance: 'dark', strange: 1 };
    expect(readSettings(stored).values).toEqual({
      ...usualValues,
      bigLanes: 4,
      bytesPerSecond: 2_000_000,
      appearance: 'dark',
    });
  });
});

test.each([
  [{}, 'All uploads are finished.'],
  [{ attention: 3, waiting: 12 }, '3 clips need attention. 12 more clips are waiting.'],
  [{ waiting: 1, ready: 2 }, '1 more clip is waiting. 2 more clips wait until you press Send.'],
])('what is left of a batch: %o', (left, body) => {
  const notice = { kind: 'arrived', clips: 1, siteName: null, attention: 0, waiting: 0, ready: 0 } as const;
  expect(noticeText({ ...notice, ...left }).body).toBe(body);
});

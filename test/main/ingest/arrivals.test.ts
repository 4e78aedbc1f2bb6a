// What a folder's files are told as: what each waits for, those that need somebody first, and never more than a window can show.
import { describe, expect, it } from 'vitest';
import { arrivalsOf, brokenAfterMs, type Waiting } from '../../../main/ingest/arrivals.ts';
import type { WaitsFor } from '../../../main/ingest/readiness.ts';

const now = 10 * brokenAfterMs;
const waiting = (over: Partial<Waiting> = {}): Waiting => ({
  ...{ path: '/a', why: 'changing', program: null, candidate: { quietSince: now }, isOnceMore: false },
  ...over,
});
const stateOf = (over: Partial<Waiting>) => arrivalsOf([], [waiting(over)], now, 9).files[0]?.state;

describe('a file', () => {
  it.each<[WaitsFor | null, string]>([
    [null, 'changing'],
    ['changing', 'changing'],
    ['held', 'writing'],
    ['empty', 'empty'],
    ['unproven', 'unproven'],
    ['unfinished', 'unfinished'],
    ['busy', 'busy'],
    ['away', 'away'],
    ['unreadable', 'unreadable'],
    ['elsewhere', 'in-cloud'],
  ])('that waits as %s is told as %s', (why, state) => {
    expect(stateOf({ why })).toBe(state);
  });

  it('that is not whole may be broken once nobody has touched it for 28 minutes (F-24)', () => {
    const since = (ms: number) => ({ why: 'unfinished', candidate: { quietSince: now - ms } }) as const;
    expect(stateOf(since(brokenAfterMs - 1))).toBe('unfinished');
    expect(stateOf(since(brokenAfterMs))).toBe('broken');
    expect(stateOf({ why: 'unfinished', candidate: null })).toBe('unfinished');
    expect(stateOf({ why: 'unproven', candidate: { quietSince: 0 } })).toBe('unproven');
  });

  it('is told with who writes to it', () => {
    const { files } = arrivalsOf([], [waiting({ why: 'held', program: 'ffmpeg' })], now, 9);
    expect(files).toEqual([{ path: '/a', state: 'writing', program: 'ffmpeg' }]);
  });

  it('that was refused and is only looked at once more is told once', () => {
    const both = arrivalsOf([['/a', 'not-video']], [waiting({ isOnceMore: true })], now, 9);
    expect(both).toEqual({ files: [{ path: '/a', state: 'not-video', program: null }], more: 0 });
  });
});

describe('of many files', () => {
  const many = Array.from({ length: 1_000 }, (_, n) => waiting({ path: `/${n}` }));

  it('those that need somebody come first, then the newest, and the rest is counted', () => {
    const broken = waiting({ path: '/broken', why: 'unfinished', candidate: { quietSince: 0 } });
    const { files, more } = arrivalsOf([['/words', 'not-video']], [broken, ...many], now, 5);
    expect(files.map(({ path }) => path)).toEqual(['/broken', '/words', '/999', '/998', '/997']);
    expect(more).toBe(997);
  });

  it('none are counted twice, however few are shown', () => {
    for (const most of [1, 50, 1_000, 2_000]) {
      const { files, more } = arrivalsOf([], many, now, most);
      expect([files.length + more, new Set(files).size]).toEqual([1_000, Math.min(most, 1_000)]);
    }
  });
});

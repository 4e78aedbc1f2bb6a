// Possible duplicates in a real database: what is found, what was decided, and what has been sent.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../../../main/adapters/database/sqlite.ts';
import type { Sql } from '../../../../main/ports.ts';
import { type DuplicateStore, duplicateStore, type Pair } from '../../../../main/queue/match/duplicate-store.ts';
import { windowOf } from '../../../../main/queue/match/duplicates.ts';
import { migrate } from '../../../../main/schema.ts';
import { addRow } from '../../rows.ts';

let sql: Sql;
let store: DuplicateStore;

beforeEach(() => {
  sql = openSqlite(':memory:');
  migrate(sql);
  sql.exec('PRAGMA foreign_keys = OFF');
  store = duplicateStore(sql);
});
afterEach(() => sql.close());

const video = (videoId: number) => ({ videoId, title: `Video ${videoId}`, status: 'publish', createdAt: 5 });
const pair = (own: number, other: number, jobId = 'j'): Pair => ({
  jobId,
  name: 'a.mp4',
  bytes: 7,
  proof: 'bytes',
  videos: [video(own), { ...video(other), createdAt: null }],
});

describe('pairs that may be one clip', () => {
  it('are what the last comparison found, the newest video first, of one account', () => {
    expect([store.pairs('a'), store.lastRun('a')]).toEqual([[], null]);
    store.replace('a', [pair(14, 16)], 1_000.7);
    store.replace('b', [pair(1, 2)], 2_000);
    expect([store.lastRun('a'), store.lastRun('b'), store.lastRun('c')]).toEqual([1_000, 2_000, null]);
    store.replace('a', [pair(14, 17, 'k'), { ...pair(20, 21), proof: 'name-and-size' }], 3_000);
    expect(store.pairs('a')).toEqual([{ ...pair(20, 21), proof: 'name-and-size' }, pair(14, 17, 'k')]);
    expect([store.count('a'), store.count('b'), store.lastRun('a')]).toEqual([2, 1, 3_000]);
  });

  it('that the user found fine stay so, also where they are found again', () => {
    store.replace('a', [pair(14, 16), pair(14, 17)], 1);
    store.replace('b', [pair(14, 16)], 1);
    store.dismiss('a', [14, 16]);
    expect(store.pairs('a')).toEqual([pair(14, 17)]);
    store.replace('a', [pair(14, 16), pair(14, 17)], 2);
    expect([store.pairs('a'), store.count('b')]).toEqual([[pair(14, 17)], 1]);
  });

  it('are forgotten with either of their videos', () => {
    store.replace('a', [pair(14, 16), pair(16, 18), pair(20, 21)], 1);
    store.replace('b', [pair(14, 16)], 1);
    store.forget('a', 16);
    expect([store.pairs('a'), store.count('b')]).toEqual([[pair(20, 21)], 1]);
  });

  it.each([
    ['no JSON', '{'],
    ['no proof that there is', JSON.stringify({ ...pair(14, 16), proof: 'feeling' })],
    ['one video', JSON.stringify({ ...pair(14, 16), videos: [video(14)] })],
    [
      'a video without a number',
      JSON.stringify({ ...pair(14, 16), videos: [video(14), { ...video(16), videoId: 'x' }] }),
    ],
    ['a video without a title', JSON.stringify({ ...pair(14, 16), videos: [{ ...video(14), title: 5 }, video(16)] })],
    ['no size', JSON.stringify({ ...pair(14, 16), bytes: undefined })],
  ])('are left out where what is kept of them is %s', (_, facts) => {
    store.replace('a', [pair(14, 16), pair(14, 17)], 1);
    sql.prepare('UPDATE twins SET facts = ? WHERE other_id = 16').run(facts);
    expect([store.pairs('a'), store.count('a')]).toEqual([[pair(14, 17)], 1]);
  });

  it('were compared nobody knows when, where that is damaged', () => {
    store.replace('a', [], 1);
    sql.exec('UPDATE audits SET at = 9223372036854775807');
    expect(store.lastRun('a')).toBeNull();
  });
});

describe('what was sent', () => {
  const job = (id: string, accountId: string, videoId: number | null): void =>
    addRow(sql, 'jobs', {
      id,
      account_id: accountId,
      video_id: videoId,
      size: 7,
      position: Number(id.slice(1)),
      mtime_ns: id,
    });
  const attempt = (jobId: string, startedAt: number, more: Record<string, number | null> = {}): void =>
    addRow(sql, 'attempts', {
      id: `${jobId} ${startedAt}`,
      job_id: jobId,
      file_name: `${jobId}.mp4`,
      started_at: startedAt,
      ended_at: null,
      site_skew_ms: null,
      ...more,
    });

  it('is every attempt of a clip that is on its site, with the time in which its video can have come', () => {
    job('j1', 'a', 14);
    job('j2', 'a', null);
    job('j3', 'b', 15);
    attempt('j1', 1_000);
    attempt('j1', 5_000, { ended_at: 6_000, site_skew_ms: 0 });
    attempt('j2', 6_000);
    attempt('j3', 7_000);
    attempt('j1', 8_000);
    const of = (startedAt: number, endedAt: number | null = null, siteSkewMs: number | null = null) => ({
      jobId: 'j1',
      videoId: 14,
      bytes: 7,
      fileNames: ['j1.mp4'],
      windows: [windowOf({ startedAt, endedAt, siteSkewMs })],
    });
    expect(store.sent('a', 0, 0)).toEqual({ sent: [of(1_000), of(5_000, 6_000, 0), of(8_000)], next: null });
    expect(store.sent('a', 5_000, 0).sent).toEqual([of(5_000, 6_000, 0), of(8_000)]);
    expect(store.sent('a', 0, 2).sent).toEqual([of(8_000)]);
    expect(store.attemptsBegan('a')).toEqual({ first: 1_000, last: 8_000 });
    expect([store.attemptsBegan('b'), store.attemptsBegan('c')]).toEqual([{ first: 7_000, last: 7_000 }, null]);
  });

  it('comes in parts where it is very much', () => {
    job('j1', 'a', 14);
    sql.transaction(() => {
      for (let n = 1; n <= 4_000; n++) attempt('j1', n);
    });
    const first = store.sent('a', 0, 0);
    expect([first.sent.length, first.next]).toEqual([2_000, 2_000]);
    const second = store.sent('a', 0, first.next ?? 0);
    expect([second.sent.length, second.next]).toEqual([2_000, 4_000]);
    expect(store.sent('a', 0, second.next ?? 0)).toEqual({ sent: [], next: null });
  });
});

// After the list was rebuilt: what its user is told, what is looked up before it is sent, and what the sites held (F-42, F-48).
import { describe, expect, it } from 'vitest';
import type { StoredFile } from '../../../../main/model.ts';
import { type Rebuilds, rebuildStore } from '../../../../main/queue/store/rebuilds.ts';
import { siteFileStore } from '../../../../main/queue/store/site-files.ts';
import { keepDamaged } from '../../../../main/untrusted/damaged.ts';
import { accountId, anAttempt, states } from '../jobs.ts';
import { type MemoryQueue, memoryQueue, otherAccount } from './memory-queue.ts';

function begin(): MemoryQueue & {
  readonly rebuilds: Rebuilds;
  again(): Rebuilds;
  rebuilt(at: number, report?: string, why?: string): void;
} {
  const queue = memoryQueue();
  const again = () => rebuildStore(queue.sql, queue.store, (job) => `as ${job.clip.name}`);
  const rebuilt = (at: number, report = '{}', why = 'damaged'): void =>
    void queue.sql
      .prepare('INSERT INTO rebuilds (at, why, folder, report, marked, told) VALUES (?, ?, ?, ?, 0, 0)')
      .run(at, why, why === 'missing' ? null : 'damaged 1', report);
  return { ...queue, rebuilds: again(), again, rebuilt };
}

describe('what its user is told of', () => {
  it('is nothing while the list is whole', () => {
    const { rebuilds } = begin();
    expect([rebuilds.since(), rebuilds.untold()]).toEqual([null, null]);
  });

  it('is the last rebuilding, once: what was kept and what was lost', () => {
    const { rebuilt, again } = begin();
    rebuilt(400);
    rebuilt(500, JSON.stringify({ rows: { sites: 2, jobs: 30 }, lostJobs: 4, snapshotAt: 350 }), 'behind');
    const rebuilds = again();
    expect(rebuilds.untold()).toEqual({
      ...{ id: 2, at: 500, why: 'behind', folder: 'damaged 1', sites: 2, clips: 30, lostClips: 4, copyFrom: 350 },
    });
    expect(rebuilds.since()).toBe(500);
    rebuilds.told();
    expect(rebuilds.untold()).toBeNull();
    expect(again().since()).toBe(500);
  });

  it('is what is there now where it is not known any more what was kept', () => {
    const { rebuilt, again, add } = begin();
    add({ id: 'a' }, { id: 'b' });
    rebuilt(400, '[', 'missing');
    expect(again().untold()).toMatchObject({
      ...{ why: 'missing', folder: null, sites: 1, clips: 2, lostClips: 0, copyFrom: null },
    });
    rebuilt(401, '{}', 'a word of another version');
    expect(again().untold()).toMatchObject({ why: 'damaged', sites: 0, clips: 0, lostClips: 0, copyFrom: null });
  });

  it('is what could not be read, once', () => {
    const { rebuilds, sql } = begin();
    keepDamaged(sql, { kind: 'edit', name: 'a', problem: 'p', text: 't' });
    expect(rebuilds.unreadable().edits).toBe(1);
    rebuilds.told();
    expect(rebuilds.unreadable().edits).toBe(0);
  });
});

describe('a clip that may have been sent meanwhile', () => {
  const kinds = (queue: MemoryQueue, ...ids: readonly string[]) => ids.map((id) => queue.store.job(id)?.state.kind);

  it('is looked up before it is sent, by an attempt that may have been at any time', () => {
    const queue = begin();
    queue.add(
      { id: 'waiting' },
      { id: 'paused', state: states.paused },
      { id: 'asks', state: states['needs you to send'] },
      { id: 'done', state: states.done },
      { id: 'describing', state: states.describing },
    );
    queue.rebuilt(900);
    const rebuilds = queue.again();
    rebuilds.mark(1_000);
    expect(queue.store.job('waiting')?.state).toMatchObject({
      ...{ kind: 'unclear', attemptId: 'assumed-waiting', since: 900, nextLookAt: 1_000 },
    });
    expect(queue.store.job('asks')?.state).toMatchObject({ resume: { from: 'look', since: 900 } });
    expect(kinds(queue, 'paused', 'done', 'describing')).toEqual(['paused', 'done', 'describing']);
    expect(queue.store.attempt('assumed-paused')).toMatchObject({ fileName: 'as C0001.MP4', endedAt: 900 });
    expect(queue.store.attempt('assumed-done')).toBeNull();
  });

  it('is so once after each rebuilding, and anew after the next', () => {
    const queue = begin();
    queue.add({ id: 'a' });
    queue.rebuilds.mark(1);
    expect(kinds(queue, 'a')).toEqual(['waiting']);
    queue.rebuilt(900);
    queue.again().mark(1_000);
    const sent = { ...states.waiting, kind: 'waiting' } as const;
    const looked = queue.store.job('a');
    if (looked) queue.rows.saveJob({ ...looked, state: sent });
    queue.store.saveAttempt({ ...anAttempt({ id: 'assumed-a', jobId: 'a' }), ended: 'absent', endedAt: 900 });
    queue.again().mark(1_100);
    expect(kinds(queue, 'a'), 'it was looked up already').toEqual(['waiting']);
    queue.rebuilt(1_200);
    queue.again().mark(1_300);
    expect(queue.store.job('a')?.state).toMatchObject({ kind: 'unclear', since: 1_200, nextLookAt: 1_300 });
    expect(queue.store.attempt('assumed-a')).toMatchObject({ ended: null, endedAt: 1_200 });
  });

  it('is so too when another computer may have sent it, of which nothing more is told', () => {
    const queue = begin();
    queue.add({ id: 'a' });
    expect(queue.rebuilds.since()).toBeNull();
    queue.rebuilds.doubt(700.9);
    expect(queue.store.job('a')?.state).toMatchObject({ kind: 'unclear', since: 700, nextLookAt: 700.9 });
    expect([queue.rebuilds.since(), queue.rebuilds.untold()]).toEqual([700, null]);
  });
});

describe('what an account has on its site', () => {
  const file = (changes: Partial<StoredFile> = {}): StoredFile => ({
    ...{ mediaId: 1, videoId: 11, title: 'Tall ships', sourceUrl: 'https://one.example/up/tall-ships.mp4' },
    ...{ bytes: 100, createdAt: 5 },
    ...changes,
  });

  it('is found by its size, or by its name where the site does not tell the size', () => {
    const { rebuilds } = begin();
    const sized = file();
    const named = file({ mediaId: 2, videoId: 12, bytes: null, createdAt: null });
    rebuilds.list(accountId, [sized, named, file({ mediaId: 3, videoId: null })], 50.5);
    expect(rebuilds.filesLike(accountId, 100, 'else.mp4')).toEqual([sized]);
    expect(rebuilds.filesLike(accountId, 99, 'Tall ships.mp4')).toEqual([named]);
    expect(rebuilds.filesLike(accountId, 100, 'tall-ships.mp4')).toEqual([sized, named]);
    expect(rebuilds.filesLike(accountId, 99, 'else.mp4')).toEqual([]);
    expect(rebuilds.filesLike(otherAccount, 100, 'tall-ships.mp4')).toEqual([]);
  });

  it('is all of those whose names come down to the same', () => {
    const { rebuilds } = begin();
    const files = [2, 3].map((id) => file({ mediaId: id, videoId: id, bytes: null }));
    rebuilds.list(accountId, files, 1);
    rebuilds.list(otherAccount, [file({ bytes: null })], 1);
    expect(rebuilds.filesLike(accountId, 1, 'tall.ships.MP4')).toEqual(files);
  });

  it('is replaced by what it has now, and known by when that was', () => {
    const { rebuilds, sql } = begin();
    expect(rebuilds.listedAt(accountId)).toBeNull();
    rebuilds.list(accountId, [file({ bytes: null })], 50.5);
    expect(rebuilds.listedAt(accountId)).toBe(50);
    expect(rebuilds.filesLike(accountId, 1, 'Tall ships.mp4')).toHaveLength(1);
    rebuilds.list(accountId, [file({ bytes: null, title: 'Else', sourceUrl: '' })], 60);
    expect(rebuilds.listedAt(accountId)).toBe(60);
    expect(rebuilds.filesLike(accountId, 1, 'Tall ships.mp4')).toEqual([]);
    expect(rebuilds.listedAt(otherAccount)).toBeNull();
    sql.exec('UPDATE listed SET at = 9223372036854775807');
    expect(rebuilds.listedAt(accountId), 'a time that cannot be read').toBeNull();
  });

  it('says too little once the list was lost again', () => {
    const { rebuilds, again, rebuilt } = begin();
    rebuilds.list(accountId, [file()], 50);
    rebuilt(900);
    again().mark(1_000);
    expect(rebuilds.listedAt(accountId)).toBeNull();
    expect(rebuilds.filesLike(accountId, 100, 'else.mp4')).toEqual([]);
  });

  it('is read anew, whoever sent it, once the list was lost again', () => {
    const { sql, again, rebuilt } = begin();
    siteFileStore(sql).keep(accountId, [file()], null);
    rebuilt(900);
    again().mark(1_000);
    const files = siteFileStore(sql);
    expect([files.nextPage(accountId), files.newest(accountId), files.like(accountId, 100, 'else.mp4')]).toEqual([
      ...[1, 0, []],
    ]);
  });
});

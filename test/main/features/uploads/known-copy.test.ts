// Whether a file holds another job's clip: on real files and a real list, what is read, what is kept of it, and what stays unknown.
import { appendFileSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqlite } from '../../../../main/adapters/database/sqlite.ts';
import { diskFiles } from '../../../../main/adapters/files.ts';
import { sharedBuffers, workerHasher } from '../../../../main/adapters/hasher.ts';
import { type SameClipOptions, sameClip } from '../../../../main/features/uploads/known-copy.ts';
import type { Job } from '../../../../main/model.ts';
import { FileError, type Files, type Sql } from '../../../../main/ports.ts';
import { queueStore } from '../../../../main/queue/store/job-store.ts';
import { createLedger } from '../../../../main/queue/store/ledger.ts';
import { migrate } from '../../../../main/schema.ts';
import { handClock } from '../../queue/hand-clock.ts';
import { aJob } from '../../queue/jobs.ts';
import { saveAccounts } from '../../queue/runner/stage.ts';
import { clipAt, sha256 } from '../../transfer/clips.ts';

let folder: string;
let sql: Sql;
let options: SameClipOptions;
const clock = handClock();
const hasher = workerHasher();
const path = (name: string): string => join(folder, name);
const film = (name: string, letter: string): void => writeFileSync(path(name), letter.repeat(1_000));
const hashOf = (letter: string): string => sha256(Buffer.from(letter.repeat(1_000)));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-copy-'));
  sql = openSqlite(path('clipferry.sqlite'));
  migrate(sql);
  saveAccounts(sql);
  const store = queueStore(sql, { ...clock, soon: (call) => void setImmediate(call) });
  options = { files: diskFiles, hasher, buffers: sharedBuffers(), store, ledger: createLedger(sql, store) };
});
afterEach(() => {
  sql.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A job of the film that lies there now. */
async function add(id: string, name: string, changes: Partial<Job> = {}): Promise<Job> {
  const job = aJob({ id, position: Number(id), clip: await clipAt(path(name)), ...changes });
  await options.store.write(() => options.store.insertJob(job));
  return job;
}
const known = (id: string): string | null => options.store.job(id)?.sha256 ?? null;

it('is another job’s clip with the same bytes; both are known by them from now on', async () => {
  film('a', 'x');
  film('b', 'y');
  copyFileSync(path('a'), path('c'));
  await add('1', 'a');
  await add('2', 'b');
  const job = await add('3', 'c');
  expect(await sameClip(options, job, job.clip)).toBe('a');
  expect([known('1'), known('3')]).toEqual([hashOf('x'), hashOf('x')]);
});

it('is none where the bytes differ; all of them are known from now on', async () => {
  film('a', 'x');
  film('b', 'y');
  await add('1', 'a');
  const job = await add('2', 'b');
  expect(await sameClip(options, job, job.clip)).toBe(null);
  expect([known('1'), known('2')]).toEqual([hashOf('x'), hashOf('y')]);
});

it('is found by what was read before, also where that file is gone', async () => {
  film('a', 'x');
  copyFileSync(path('a'), path('b'));
  await add('1', 'a', { sha256: hashOf('x') });
  const job = await add('2', 'b');
  rmSync(path('a'));
  expect(await sameClip(options, job, job.clip)).toBe('a');
});

it('is a clip that was brought over from another computer, by its content alone; one of its size is read', async () => {
  film('a', 'x');
  film('b', 'y');
  const [first, second] = [await add('1', 'a'), await add('2', 'b', { accountId: 'account-2' })];
  const brought = { size: 1_000, sha256: hashOf('x'), videoId: 7, name: 'there.mp4', arrivedAt: 1 };
  for (const accountId of ['account-1', 'account-2'])
    await options.store.write(() => options.ledger.brought.keep({ ...brought, accountId }, 'taking'));
  expect(await sameClip(options, first, first.clip)).toBe('there.mp4');
  expect(await sameClip(options, second, second.clip)).toBe(null);
  expect([known('1'), known('2')]).toEqual([hashOf('x'), hashOf('y')]);
});

it.each([
  ['of another size', 'a', {}],
  ['of another account', 'b', { accountId: 'account-2' }],
] as const)('is nothing to be read for where all there is is %s', async (_, name, changes) => {
  writeFileSync(path('a'), 'short');
  film('b', 'x');
  copyFileSync(path('b'), path('c'));
  await add('1', name, changes);
  const job = await add('2', 'c');
  expect(await sameClip(options, job, job.clip)).toBe(null);
  expect([known('1'), known('2')]).toEqual([null, null]);
});

it('says nothing of the job’s own clip where another file lies in its place', async () => {
  film('a', 'x');
  film('own', 'y');
  await add('1', 'a');
  const job = await add('2', 'own');
  copyFileSync(path('a'), path('own'));
  expect(await sameClip(options, job, await clipAt(path('own')))).toBe('a');
  expect(known('2')).toBe(null);
});

it('is not told where the file changes again as it is read: the sending finds out', async () => {
  film('a', 'x');
  film('b', 'x');
  await add('1', 'a');
  const job = await add('2', 'b');
  appendFileSync(path('b'), 'more');
  expect(await sameClip(options, job, job.clip)).toBe(null);
  expect([known('1'), known('2')]).toEqual([null, null]);
});

/** Files of which one gives this error whenever it is opened. */
const failing = (name: string, error: Error): Files => {
  const fails = <T>(asked: string, work: () => Promise<T>): Promise<T> =>
    asked === path(name) ? Promise.reject(error) : work();
  const { readWhole, ...rest } = diskFiles;
  return {
    ...rest,
    open: (asked) => fails(asked, () => diskFiles.open(asked)),
    ...(readWhole && { readWhole: (asked, into, hash) => fails(asked, () => readWhole(asked, into, hash)) }),
  };
};

it('is not remembered to be compared before it is: the app may be ended meanwhile', async () => {
  film('a', 'x');
  film('b', 'y');
  await add('1', 'a');
  const job = await add('2', 'b');
  const asked: unknown[] = [];
  const { readWhole: _, ...rest } = diskFiles;
  const files: Files = {
    ...rest,
    open: (file) => {
      if (file === path('a')) asked.push(known('2'));
      return diskFiles.open(file);
    },
  };
  expect(await sameClip({ ...options, files }, job, job.clip)).toBe(null);
  expect(asked).toEqual([null]);
  expect(known('2')).toBe(hashOf('y'));
});

it('cannot be told of another clip whose disk does not answer: the next is compared', async () => {
  for (const name of ['a', 'b', 'c']) film(name, 'x');
  await add('1', 'a');
  await add('2', 'b');
  const job = await add('3', 'c');
  const files = failing('a', new FileError('no-answer', 'nothing'));
  expect(await sameClip({ ...options, files }, job, job.clip)).toBe('b');
  expect(known('1')).toBe(null);
});

it('waits where its own disk does not answer; what is no matter of a disk is thrown on', async () => {
  for (const name of ['a', 'b']) film(name, 'x');
  await add('1', 'a');
  const job = await add('2', 'b');
  const own = { ...options, files: failing('b', new FileError('no-answer', 'nothing')) };
  await expect(sameClip(own, job, job.clip)).rejects.toThrow(FileError);
  const bug = { ...options, files: failing('a', new TypeError('bug')) };
  await expect(sameClip(bug, job, job.clip)).rejects.toThrow('bug');
});

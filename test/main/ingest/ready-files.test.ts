// Files that are whole: in which order they are taken, and what becomes of those that cannot be taken yet.
import { beforeEach, expect, it } from 'vitest';
import { createReadyFiles, type ReadyFile, type ReadyFiles } from '../../../main/ingest/ready-files.ts';
import type { FileStat } from '../../../main/ports.ts';

const stat: FileStat = { kind: 'file', device: '1', inode: '2', size: 3, mtimeNs: '4', mtimeMs: 4 };

interface Taking {
  readonly paths: readonly string[];
  ends(givenBack?: readonly string[]): Promise<void>;
  fails(): Promise<void>;
}

let takings: Taking[];
let back: (readonly [path: string, afterMs: number])[];
let changes: number;
let errors: number;
let ready: ReadyFiles;

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  takings = [];
  back = [];
  changes = 0;
  errors = 0;
  ready = createReadyFiles({
    logger: { info: () => {}, warn: () => {}, error: () => void errors++ },
    stableMs: 2_000,
    take: (files: readonly ReadyFile[]) =>
      new Promise((resolve, reject) => {
        takings.push({
          paths: files.map(({ path }) => path),
          ends: async (givenBack = []) => {
            resolve(givenBack);
            await settle();
          },
          fails: async () => {
            reject(new Error('a fault'));
            await settle();
          },
        });
      }),
    onGivenBack: (path, afterMs) => back.push([path, afterMs]),
    onChange: () => {
      changes++;
    },
  });
});

const add = (path: string, order: number): void => ready.add({ path, stat, order });

it('are taken in the order in which they were found, at most forty at a time', async () => {
  expect(ready.mayTake()).toBe(false);
  for (let order = 50; order > 0; order--) add(`${order}`, order);
  expect([ready.mayTake(), ready.has('7'), ready.has('51')]).toEqual([true, true, false]);
  const all = ready.takeAll();
  await settle();
  expect(takings[0]?.paths).toEqual(Array.from({ length: 40 }, (_, at) => `${at + 1}`));
  expect([ready.has('7'), ready.mayTake()]).toEqual([true, false]);
  await takings[0]?.ends();
  expect([ready.has('7'), ready.has('41'), changes]).toEqual([false, true, 1]);
  expect(takings[1]?.paths).toEqual(Array.from({ length: 10 }, (_, at) => `${at + 41}`));
  await takings[1]?.ends();
  await all;
  expect([ready.mayTake(), takings.length, back, changes]).toEqual([false, 2, [], 2]);
});

it('are taken once, also where two ask for it, and with those that come meanwhile', async () => {
  add('a', 1);
  const [first, second] = [ready.takeAll(), ready.takeAll()];
  await second;
  expect(takings).toHaveLength(1);
  add('b', 2);
  expect(ready.mayTake()).toBe(false);
  await takings[0]?.ends();
  expect(takings[1]?.paths).toEqual(['b']);
  await takings[1]?.ends();
  await first;
  add('c', 3);
  expect(ready.mayTake()).toBe(true);
});

it('that were changed while they were taken stay: the new one is another', async () => {
  add('a', 1);
  void ready.takeAll();
  add('a', 2);
  await takings[0]?.ends();
  expect(takings[1]?.paths).toEqual(['a']);
});

it('that are given back are looked at at once, then ever more seldom, at last once a minute', async () => {
  for (let times = 0; times < 8; times++) {
    add('a', 1);
    add('b', 2);
    void ready.takeAll();
    await takings.at(-1)?.ends(['a']);
  }
  const ms = [0, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000];
  expect(back).toEqual(ms.map((afterMs) => ['a', afterMs]));
  expect(ready.has('a')).toBe(false);
  // Once taken it begins anew.
  back = [];
  for (const givenBack of [[], ['a']]) {
    add('a', 1);
    void ready.takeAll();
    await takings.at(-1)?.ends(givenBack);
  }
  expect(back).toEqual([['a', 0]]);
});

it('are all given back where taking them failed', async () => {
  add('a', 1);
  add('b', 2);
  void ready.takeAll();
  await takings[0]?.fails();
  expect([back, errors, changes, ready.mayTake()]).toEqual([
    [
      ['a', 0],
      ['b', 0],
    ],
    1,
    1,
    false,
  ]);
});

it('are looked at once more after they were taken where they were heard of meanwhile', async () => {
  for (const [order, path] of ['a', 'b', 'c'].entries()) add(path, order);
  void ready.takeAll();
  expect([ready.hint('b'), ready.hint('b'), ready.hint('c'), ready.hint('d')]).toEqual([true, true, true, false]);
  expect(back).toEqual([]);
  await takings[0]?.ends(['c']);
  expect(back).toEqual([
    ['b', 0],
    ['c', 0],
  ]);
  // Once: what was heard of is looked at.
  add('b', 1);
  void ready.takeAll();
  await takings[1]?.ends();
  expect(back).toHaveLength(2);
});

it('are no longer heard of where their folder went away', async () => {
  add('a', 1);
  void ready.takeAll();
  ready.hint('a');
  ready.clear();
  await takings[0]?.ends();
  expect(back).toEqual([]);
});

it('are taken no further after the end, and forgotten where their folder is gone', async () => {
  for (let order = 0; order < 250; order++) add(`${order}`, order);
  void ready.takeAll();
  ready.stop();
  await takings[0]?.ends();
  expect(takings).toHaveLength(1);
  expect(ready.mayTake()).toBe(true);
  ready.clear();
  expect(ready.mayTake()).toBe(false);
});

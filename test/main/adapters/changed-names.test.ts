// Names that were heard to change: each is looked at once however often it was heard, soon where it is new, seldom where it only grows.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ChangedName, type ChangedNames, createChangedNames } from '../../../main/adapters/changed-names.ts';
import type { WatchedFolder } from '../../../main/adapters/watched-folders.ts';

const folder = {} as WatchedFolder;
const other = {} as WatchedFolder;
let looked: (readonly [name: string, renamed: boolean, atMs: number])[];
let names: ChangedNames;
let isOver: boolean;
let begun: number;
/** Goes on while a name is looked at. */
let meanwhile: () => Promise<void>;

beforeEach(() => {
  looked = [];
  isOver = false;
  meanwhile = async () => undefined;
  begun = performance.now();
  names = createChangedNames({
    onChanged: async ({ name, renamed }: ChangedName) => {
      looked.push([name, renamed, performance.now() - begun]);
      await meanwhile();
    },
    isOver: () => isOver,
  });
});
// What is left of one test is not told in the next.
afterEach(async () => {
  isOver = true;
  await names.done();
});

const note = (name: string, renamed = false): void => names.note({ folder, name, renamed });
const timesOf = (name: string): number[] => looked.filter(([one]) => one === name).map(([, , at]) => at);
const gaps = (times: readonly number[]): number[] => times.slice(1).map((at, n) => at - (times[n] ?? 0));
const lookedAt = (name: string, times: number): Promise<void> =>
  vi.waitFor(() => expect(timesOf(name).length).toBeGreaterThanOrEqual(times), { timeout: 60_000, interval: 5 });

it('are looked at once for all that was heard in one turn, as renamed where one of it was', async () => {
  for (let n = 0; n < 100; n++) note('a');
  note('b', true);
  note('b');
  expect([names.has(folder, 'a'), names.has(folder, 'c')]).toEqual([true, false]);
  await lookedAt('b', 1);
  expect(looked.map(([name, renamed]) => [name, renamed])).toEqual([
    ['a', false],
    ['b', true],
  ]);
});

it('are looked at twice a second at most where nothing is heard but more of the same', async () => {
  const writing = setInterval(() => note('growing'), 5);
  await lookedAt('growing', 5);
  clearInterval(writing);
  for (const gap of gaps(timesOf('growing'))) expect(gap).toBeGreaterThan(480);
});

it('are looked at soon where another one is heard of beside what grows, and where that is renamed', {
  tags: 'proof',
}, async () => {
  const writing = setInterval(() => note('growing'), 5);
  const waits: { readonly new: number; readonly renamed: number }[] = [];
  await lookedAt('growing', 3);
  // A machine that stands still makes some of the waits longer, never shorter.
  for (let round = 0; round < 5; round++) {
    const waitFor = async (name: string): Promise<number> => {
      await lookedAt('growing', timesOf('growing').length + 1);
      // In the middle of the rest, whose end is a third of a second away.
      const last = timesOf('growing').at(-1) ?? 0;
      await vi.waitUntil(() => performance.now() - begun > last + 150, { interval: 5 });
      const [noted, times] = [performance.now() - begun, timesOf(name).length];
      note(name, true);
      await lookedAt(name, times + 1);
      return (timesOf(name).at(-1) ?? 0) - noted;
    };
    waits.push({ new: await waitFor(`new ${round}`), renamed: await waitFor('growing') });
  }
  clearInterval(writing);
  expect(Math.min(...waits.map((one) => one.new))).toBeLessThan(200);
  expect(Math.min(...waits.map((one) => one.renamed))).toBeLessThan(200);
});

it('keep nobody waiting who wants the end', async () => {
  const waits: number[] = [];
  for (let round = 1; round <= 5; round++) {
    isOver = false;
    note('a');
    await lookedAt('a', round);
    note('a');
    isOver = true;
    const asked = performance.now();
    await names.done();
    waits.push(performance.now() - asked);
    expect(timesOf('a')).toHaveLength(round);
  }
  expect(Math.min(...waits)).toBeLessThan(90);
});

it.each<[string, readonly ChangedName[]]>([
  [
    'another one in the same folder',
    [
      { folder, name: 'growing', renamed: false },
      { folder, name: 'new', renamed: false },
    ],
  ],
  [
    'one that is called the same in another folder',
    [
      { folder, name: 'growing', renamed: false },
      { folder: other, name: 'growing', renamed: false },
    ],
  ],
])('are looked at soon where, while one of them is looked at, it is heard of again and so is %s', async (_, heard) => {
  const waits: number[] = [];
  // A machine that stands still makes some of the waits longer, never shorter.
  for (let round = 0; round < 3; round++) {
    await names.done();
    looked = [];
    meanwhile = async () => {
      if (looked.length === 1) for (const one of heard) names.note(one);
    };
    note('growing');
    await vi.waitFor(() => expect(looked).toHaveLength(3), { timeout: 60_000, interval: 5 });
    waits.push((looked.at(-1)?.[2] ?? 0) - (looked[0]?.[2] ?? 0));
  }
  expect(Math.min(...waits)).toBeLessThan(400);
});

it('come to an end without a rest for who wants it, also while nothing new is heard', async () => {
  const waits: number[] = [];
  for (let round = 1; round <= 3; round++) {
    note('a');
    await lookedAt('a', round);
    // In the longer one of the two rests, whose end is a third of a second away.
    const last = timesOf('a').at(-1) ?? 0;
    await vi.waitUntil(() => performance.now() - begun > last + 150, { timeout: 60_000, interval: 5 });
    const asked = performance.now();
    let isDone = false;
    void names.done().then(() => {
      isDone = true;
    });
    await vi.waitUntil(() => isDone, { timeout: 10_000, interval: 5 });
    waits.push(performance.now() - asked);
  }
  expect(Math.min(...waits)).toBeLessThan(250);
});

it('are done when the look that is under way is, and not a rest later', async () => {
  const waits: number[] = [];
  for (let round = 1; round <= 5; round++) {
    let finish = (): void => undefined;
    meanwhile = () =>
      new Promise((resolve) => {
        finish = resolve;
      });
    isOver = false;
    note('a');
    await lookedAt('a', round);
    isOver = true;
    let isDone = false;
    const done = names.done().then(() => {
      isDone = true;
    });
    await nextTurn();
    expect(isDone).toBe(false);
    const finished = performance.now();
    finish();
    await done;
    waits.push(performance.now() - finished);
  }
  expect(Math.min(...waits)).toBeLessThan(90);
});

// Names that were heard to change: each is looked at once however often it was heard, soon where it is new, seldom where it only grows.
import { beforeEach, expect, it, vi } from 'vitest';
import { type ChangedName, type ChangedNames, createChangedNames } from '../../../main/adapters/changed-names.ts';
import type { WatchedFolder } from '../../../main/adapters/watched-folders.ts';

const folder = {} as WatchedFolder;
let looked: (readonly [name: string, renamed: boolean, atMs: number])[];
let names: ChangedNames;
let isOver: boolean;
let begun: number;

beforeEach(() => {
  looked = [];
  isOver = false;
  begun = performance.now();
  names = createChangedNames({
    onChanged: async ({ name, renamed }: ChangedName) => {
      looked.push([name, renamed, performance.now() - begun]);
    },
    isOver: () => isOver,
  });
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

// One change for many clips against an in-memory bridge: in which order numbers and dates are given, and how much is read for that.
import { afterEach, expect, test, vi } from 'vitest';
import type { JobTarget } from '../../../preload/contract.ts';
import { emptyDraft } from '../../../preload/fields.ts';
import { createAppStore } from '../../../renderer/state/app-store.ts';
import type { AppStore } from '../../../renderer/state/client-state.ts';
import { createFakeBridge, type FakeJob, fakeRow } from '../fake-bridge.ts';
import { told } from '../told.ts';

const stores: AppStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.stop();
});

const idsOf = (places: readonly number[]): readonly string[] => places.map((place) => fakeRow(place).id);

async function started(count: number, names: readonly string[] = []) {
  const jobs = Array.from({ length: count }, (_, at): FakeJob => {
    const name = names[at];
    return { row: fakeRow(at, name === undefined ? {} : { name }), draft: emptyDraft, pending: false };
  });
  const bridge = createFakeBridge({ jobs });
  const store = createAppStore(bridge);
  stores.push(store);
  await vi.waitFor(() => expect(store.getState().queue?.total).toBe(count));
  const views = () => bridge.calls.filter(({ name }) => name === 'queue.view').length;
  const targets = () =>
    bridge.calls
      .filter(({ name }) => name === 'job.describeMany')
      .map(({ input }) => (input[0] as { target: JobTarget }).target);
  const titles = () => bridge.jobs.map(({ draft }) => draft.title);
  return { bridge, store, views, targets, titles };
}

const numbered = { draft: {}, titlePattern: 'Part {n}', terms: {} } as const;
const daily = {
  draft: { status: 'future', publishAt: 99 },
  titlePattern: null,
  terms: {},
  publishEvery: { count: 1, unit: 'day' },
} as const;

test.each([
  ['titles with numbers', numbered],
  ['moments one after the other', daily],
] as const)('%s are given in the order of the list and not of the clicks', async (_words, change) => {
  const { store, targets } = await started(5);
  store.click(3, 'only');
  store.click(1, 'toggle');
  store.click(2, 'toggle');
  store.setBulk(change);
  await store.applyBulk();
  expect(targets()).toEqual([{ ids: idsOf([1, 2, 3]) }]);
});

test('the first titles that are shown are those that the clips get', async () => {
  const { store, titles } = await started(8);
  for (const place of [7, 6, 4, 3, 2]) store.click(place, 'toggle');
  store.click(1, 'toggle');
  expect(await store.previewTitles('{name} {n}', 1)).toEqual(
    ['C0001', 'C0002', 'C0003', 'C0004', 'C0006'].map((name, at) => `${name} ${at + 1}`),
  );
  store.setBulk(numbered);
  await store.applyBulk();
  expect(titles()).toEqual([null, 'Part 1', 'Part 2', 'Part 3', 'Part 4', null, 'Part 5', 'Part 6']);
});

test('all clips of a list that is shown by name are numbered by name, as they are when they are selected one by one', async () => {
  const { store, titles } = await started(3, ['Episode 3.mp4', 'Episode 1.mp4', 'Episode 2.mp4']);
  store.setSort('name');
  await vi.waitFor(() => expect(store.getState().queue?.rows[0]?.name).toBe('Episode 1.mp4'));
  store.selectAll();
  expect(await store.previewTitles('{name} {n}', 1)).toEqual(['Episode 1 1', 'Episode 2 2', 'Episode 3 3']);
  store.setBulk(numbered);
  await store.applyBulk();
  expect(titles()).toEqual(['Part 3', 'Part 1', 'Part 2']);
});

test('in another order of the list at once, also before its rows are there', async () => {
  const { store, targets } = await started(3, ['Episode 3.mp4', 'Episode 1.mp4', 'Episode 2.mp4']);
  for (const place of [0, 1, 2]) store.click(place, 'toggle');
  store.setBulk(daily);
  store.setSort('name');
  await store.applyBulk();
  expect(targets()).toEqual([{ ids: idsOf([1, 2, 0]) }]);
});

test('a clip that has left the filter keeps its place among the others', async () => {
  const { bridge, store, targets } = await started(400);
  store.setFilter('waiting');
  await vi.waitFor(() => expect(store.getState().queue?.total).toBe(400));
  store.click(150, 'only');
  for (const place of [9, 8, 7, 6, 5, 3]) store.click(place, 'toggle');
  bridge.change(fakeRow(5).id, { kind: 'done', videoId: 1, finishedAt: 1 });
  await vi.waitFor(() => expect(store.getState().queue?.total).toBe(399));
  expect(await store.previewTitles('{name} {n}', 1)).toEqual(
    ['C0003', 'C0005', 'C0006', 'C0007', 'C0008'].map((name, at) => `${name} ${at + 1}`),
  );
  store.setBulk(daily);
  await store.applyBulk();
  expect(targets()).toEqual([{ ids: idsOf([3, 5, 6, 7, 8, 9, 150]) }]);
});

test('of ten thousand clips the rows are read in parts and once, few for what is shown first, and none where no order counts', async () => {
  const { store, views, targets } = await started(10_000);
  store.click(9_999, 'only');
  store.click(1, 'extend');
  await vi.waitFor(() => expect(store.severalSelected('uploads')).toBe(9_999), { timeout: 60_000 });
  const read = async (work: () => Promise<unknown>): Promise<number> => {
    const before = views();
    await work();
    return views() - before;
  };
  store.reveal(5_000, 5_020);
  await vi.waitFor(() => expect(store.getState().queue?.offset).toBeGreaterThan(4_000));
  expect(await read(() => store.previewTitles('{n}', 1))).toBeLessThan(4);
  store.setBulk(numbered);
  // Each part has some rows of the part before it.
  expect(await read(store.applyBulk)).toBeLessThan(60);
  store.setBulk({ draft: { excerpt: 'At sea' }, titlePattern: null, terms: {} });
  expect(await read(store.applyBulk)).toBe(0);
  expect(targets().map((target) => ('ids' in target ? target.ids : []).length)).toEqual([9_999, 9_999]);
});

test('nothing is changed where another list is shown before the order is known', async () => {
  const { store, targets } = await started(600);
  store.click(0, 'only');
  store.click(599, 'extend');
  await vi.waitFor(() => expect(store.severalSelected('uploads')).toBe(600));
  store.setBulk(numbered);
  const applied = store.applyBulk();
  store.setSort('name');
  await applied;
  expect(targets()).toEqual([]);
  expect(told(store)).toContain('The list kept changing while it was read.');
  expect(store.getState()).toMatchObject({ bulkBusy: false, bulk: numbered });
});

// Moving clips in the list: what keys, menus and the mouse ask for, what is offered when, and what a screen reader hears.
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { JobStateView } from '../../../preload/contract.ts';
import { emptyDraft } from '../../../preload/fields.ts';
import { selectedCount, singleRow } from '../../../renderer/model/selection.ts';
import { createAppStore } from '../../../renderer/state/app-store.ts';
import type { AppStore } from '../../../renderer/state/client-state.ts';
import { dragBegins, dropAt, movableCount, moveSelected, orderOffers } from '../../../renderer/state/reorder.ts';
import { movedWords } from '../../../renderer/text/jobs.ts';
import { createFakeBridge, type FakeJob, fakeRow } from '../fake-bridge.ts';
import { heard, told } from '../told.ts';

const stores: AppStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.stop();
});

const waiting: JobStateView = { kind: 'waiting', why: null, until: null };
const done: JobStateView = { kind: 'done', videoId: 1, finishedAt: 0 };

async function started(states: readonly JobStateView[]) {
  const jobs: FakeJob[] = states.map((state, index) => ({
    row: fakeRow(index, { state, title: `Clip ${index}` }),
    draft: emptyDraft,
    pending: false,
  }));
  const bridge = createFakeBridge({ jobs });
  const store = createAppStore(bridge);
  stores.push(store);
  await vi.waitFor(() => expect(store.getState().queue?.total).toBe(jobs.length));
  const listed = () => (store.getState().queue?.rows ?? []).map((row) => row.title.slice(-1)).join('');
  return { store, bridge, listed, said: () => heard(store) };
}

test('a clip goes up and down by keys, the keyboard goes with it, and its place is told', async () => {
  const { store, listed, said } = await started([waiting, waiting, waiting]);
  store.click(2, 'only');
  await moveSelected(store, { to: 'up' });
  expect(listed()).toBe('021');
  expect(store.getState().cursor).toBe(1);
  expect(told(store)).toBe('“Clip 2” is number 2 of 3 that wait.');
  await moveSelected(store, { to: 'first' });
  expect(listed()).toBe('201');
  expect(singleRow(store.getState().selection)?.title).toBe('Clip 2');
  await moveSelected(store, { to: 'first' });
  expect(said()).toBe('“Clip 2”: already there.');
});

test('several go as one block, and what does not wait stays', async () => {
  const { store, listed } = await started([done, waiting, waiting, waiting, waiting]);
  store.click(0, 'only');
  store.click(2, 'toggle');
  store.click(4, 'toggle');
  expect(selectedCount(store.getState().selection, 5)).toBe(3);
  await moveSelected(store, { to: 'first' });
  expect(listed()).toBe('02413');
  expect(told(store)).toBe('2 clips are number 1 to 2 of 4 that wait.');
  await store.takeBack('undo', store.getState().notice?.back?.id);
  expect(listed()).toBe('01234');
  expect(told(store)).toBe('The clips are in their earlier order again.');
});

test('nothing is asked for clips that do not wait', async () => {
  const { store, bridge, said } = await started([done, waiting]);
  store.click(0, 'only');
  await moveSelected(store, { to: 'last' });
  expect(said()).toBe('Only waiting clips can be moved.');
  expect(bridge.calls.some((call) => call.name === 'queue.reorder')).toBe(false);
});

describe('a drag', () => {
  test('takes the row along that it began on, and lets it go between two others', async () => {
    const { store, listed } = await started([done, waiting, waiting, waiting]);
    expect(dragBegins(store, 3)).toBe(1);
    dropAt(store, 1);
    await vi.waitFor(() => expect(listed()).toBe('0312'));
    dropAt(store, 4);
    await vi.waitFor(() => expect(listed()).toBe('0123'));
  });

  test('of a selected row takes the whole selection', async () => {
    const { store, listed } = await started([waiting, waiting, waiting, waiting]);
    store.click(2, 'only');
    store.click(3, 'extend');
    expect(dragBegins(store, 3)).toBe(2);
    dropAt(store, 0);
    await vi.waitFor(() => expect(listed()).toBe('2301'));
  });

  test('is offered only for clips that wait, in the order of sending', async () => {
    const { store } = await started([done, waiting]);
    expect(dragBegins(store, 0)).toBe(0);
    store.setSort('size');
    expect(dragBegins(store, 1)).toBe(0);
    expect(store.getState().selection).toMatchObject({ kind: 'some' });
  });
});

test('everything under a filter moves only where clips that wait are under it', async () => {
  const needsYou: JobStateView = { kind: 'needs-you', reason: 'clip-missing', action: 'retry', detail: null };
  const { store, bridge, said } = await started([waiting, waiting, done, done, needsYou, needsYou]);
  const movable = async (filter: 'all' | 'waiting' | 'done' | 'needs-you') => {
    store.setFilter(filter);
    await vi.waitFor(() => expect(store.getState().queue?.view.filter).toBe(filter));
    store.selectAll();
    const { selection, queue } = store.getState();
    return movableCount(selection, queue);
  };
  expect(await movable('all')).toBe(2);
  expect(await movable('waiting')).toBe(2);
  expect(await movable('needs-you')).toBe(0);
  expect(await movable('done')).toBe(0);
  await moveSelected(store, { to: 'first' });
  expect(said()).toBe('Only waiting clips can be moved.');
  expect(bridge.calls.some(({ name }) => name === 'queue.reorder')).toBe(false);
});

test('menus offer steps only where they can be seen, and nothing for what does not wait', () => {
  const labels = (state: JobStateView, sort: 'queue' | 'name') =>
    orderOffers([fakeRow(0, { state })], sort).map((offer) => offer.label);
  expect(labels(waiting, 'queue')).toEqual(['Send next', 'Move up', 'Move down', 'Send last']);
  expect(labels({ kind: 'paused' }, 'name')).toEqual(['Send next', 'Send last']);
  expect(labels(done, 'queue')).toEqual([]);
});

test('the words count in the plural', () => {
  expect(movedWords('1,200 clips', { changed: 1_200, place: 1, of: 5_000 })).toBe(
    '1,200 clips are number 1 to 1,200 of 5,000 that wait.',
  );
});

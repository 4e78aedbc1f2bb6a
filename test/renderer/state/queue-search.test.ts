// The search of the upload list against an in-memory bridge: what is asked for, counted, selected and brought into sight.
import { afterEach, expect, test, vi } from 'vitest';
import type { JobStateView } from '../../../preload/contract.ts';
import { emptyDraft } from '../../../preload/fields.ts';
import { selectedCount, targetOf } from '../../../renderer/model/selection.ts';
import { createAppStore } from '../../../renderer/state/app-store.ts';
import type { AppStore } from '../../../renderer/state/client-state.ts';
import { actOnSelection } from '../../../renderer/state/job-actions.ts';
import { createFakeBridge, type FakeJob, fakeRow } from '../fake-bridge.ts';

const stores: AppStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.stop();
});

const waiting: JobStateView = { kind: 'waiting', why: null, until: null };
const done: JobStateView = { kind: 'done', videoId: 7, finishedAt: 1 };

/** Every second clip is of the harbour; the last ten are done. */
async function started(count = 30) {
  const jobs = Array.from(
    { length: count },
    (_, index): FakeJob => ({
      row: fakeRow(index, {
        title: index % 2 === 0 ? `Harbour ${index}` : `Market ${index}`,
        state: index < count - 10 ? waiting : done,
      }),
      draft: emptyDraft,
      pending: false,
    }),
  );
  const bridge = createFakeBridge({ jobs });
  const store = createAppStore(bridge);
  stores.push(store);
  await vi.waitFor(() => expect(store.getState().queue?.total).toBe(count));
  const views = () => bridge.calls.filter(({ name }) => name === 'queue.view').length;
  const acts = () => bridge.calls.filter(({ name }) => name === 'queue.act').map(({ input }) => input[0]);
  return { bridge, store, views, acts };
}
const total = (store: AppStore) => store.getState().queue?.total;

test('narrows the list and what its tabs count, and gives it back when the bar is closed', async () => {
  const { store } = await started();
  store.openSearch(true);
  expect(store.getState().focusWanted).toBe('search');
  store.setSearch({ text: 'harbour' });
  await vi.waitFor(() => expect(total(store)).toBe(15));
  expect(store.getState().queue).toMatchObject({ counts: { all: 30 }, found: { counts: { all: 15, done: 5 } } });
  store.setFilter('done');
  await vi.waitFor(() => expect(total(store)).toBe(5));
  store.openSearch(false);
  await vi.waitFor(() => expect(total(store)).toBe(10));
  expect(store.getState().search).toBeNull();
});

test('asks for nothing while nothing narrows the list', async () => {
  const { store, views } = await started();
  const before = views();
  store.openSearch(true);
  store.setSearch({ text: '  ' });
  store.openSearch(false);
  expect(views()).toBe(before);
});

test('what is done to all that is found is done to those alone', async () => {
  const { store, acts } = await started();
  store.openSearch(true);
  store.setSearch({ text: 'harbour 1' });
  await vi.waitFor(() => expect(total(store)).toBe(5));
  store.selectAll();
  const { selection } = store.getState();
  expect(selectedCount(selection, 5)).toBe(5);
  actOnSelection(store, selection, 'pause', 5);
  const search = { text: 'harbour 1', accountIds: null, from: null };
  await vi.waitFor(() => expect(acts()).toEqual([{ act: 'pause', target: { filter: 'all', search } }]));
});

test('all that was found is not all that is found by other words', async () => {
  const { store } = await started();
  store.openSearch(true);
  store.setSearch({ text: 'harbour' });
  await vi.waitFor(() => expect(total(store)).toBe(15));
  store.selectAll();
  expect(store.getState().selection.kind).toBe('all');
  store.setSearch({ text: 'market' });
  expect(targetOf(store.getState().selection)).toEqual({ ids: [] });
});

test('clips that were added are brought into sight, past any search and filter', async () => {
  const { bridge, store } = await started();
  const request = bridge.request.bind(bridge);
  vi.spyOn(bridge, 'request').mockImplementation(((name: string, ...input: unknown[]) =>
    name === 'queue.choose'
      ? Promise.resolve({ added: 2, firstId: 'job-17', alreadyQueued: 0, alreadyOnSite: 0, notVideos: 0, refused: [] })
      : (request as (...of: unknown[]) => unknown)(name, ...input)) as typeof bridge.request);
  store.openSearch(true);
  store.setSearch({ text: 'market' });
  store.setFilter('done');
  await store.choose('files');
  await vi.waitFor(() => expect(store.getState().brought).toEqual({ place: 17, times: 1 }));
  expect(store.getState()).toMatchObject({ filter: 'all', search: null });
  await store.choose('files');
  await vi.waitFor(() => expect(store.getState().brought).toEqual({ place: 17, times: 2 }));
});

test('the menu’s Search opens the bar in Uploads from anywhere, and in the Library goes to its own field', async () => {
  const { bridge, store } = await started();
  store.show('settings');
  bridge.emit('desktop.command', { kind: 'find' });
  expect(store.getState()).toMatchObject({ screen: 'uploads', focusWanted: 'search', search: { text: '' } });
  store.openSearch(false);
  store.show('library');
  bridge.emit('desktop.command', { kind: 'find' });
  expect(store.getState()).toMatchObject({ screen: 'library', focusWanted: 'search', search: null });
});

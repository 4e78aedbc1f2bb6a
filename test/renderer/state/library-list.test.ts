// The library's store against an in-memory bridge: which rows are asked for, selected, watched and acted on.
import { afterEach, expect, test, vi } from 'vitest';
import type { LibraryQuery } from '../../../preload/contract.ts';
import { rowAt } from '../../../renderer/model/list-state.ts';
import { createAppStore } from '../../../renderer/state/app-store.ts';
import type { AppStore } from '../../../renderer/state/client-state.ts';
import { videoOfKey } from '../../../renderer/state/drafts.ts';
import { actOnVideos, actsFor } from '../../../renderer/state/library-actions.ts';
import { isNarrowed, noNarrowing } from '../../../renderer/state/library-list.ts';
import { actResultWords } from '../../../renderer/text/library.ts';
import { createFakeBridge } from '../fake-bridge.ts';
import { type FakeLibrary, fakeVideo } from '../fake-library.ts';
import { told } from '../told.ts';

const stores: AppStore[] = [];

afterEach(() => {
  vi.useRealTimers();
  for (const store of stores.splice(0)) store.stop();
});

async function started(count: number, over: Partial<FakeLibrary> = {}) {
  const videos = Array.from({ length: count }, (_, at) => fakeVideo(at + 1));
  const bridge = createFakeBridge({ library: { videos, ...over } });
  const store = createAppStore(bridge);
  stores.push(store);
  await vi.waitFor(() => expect(store.getState().app).not.toBeNull());
  const { library } = store;
  store.show('library');
  await vi.waitFor(() => expect(library.getState().videos).not.toBeNull());
  const asked = (name: string) => bridge.calls.filter((call) => call.name === name).map((call) => call.input[0]);
  return { bridge, store, library, asked, state: () => library.getState() };
}

test('asks the site for nothing before it is looked at', async () => {
  const bridge = createFakeBridge();
  const store = createAppStore(bridge);
  stores.push(store);
  await vi.waitFor(() => expect(store.getState().app).not.toBeNull());
  // What became of videos that were moved is known without asking the site.
  const asked = bridge.calls.filter(({ name }) => name.startsWith('library.') && name !== 'library.batches');
  expect(asked).toEqual([]);
});

test('shows a window, and asks for the next one before its edge is reached', async () => {
  const { library, asked, state } = await started(1_000);
  expect([state().videos?.total, state().videos?.rows.length]).toEqual([1_000, 200]);
  library.reveal(10, 20);
  expect(asked('library.page')).toHaveLength(1);
  library.reveal(180, 190);
  await vi.waitFor(() => expect(state().videos?.offset).toBe(85));
  expect(rowAt(state().videos, 185)?.id).toBe(186);
  expect(rowAt(state().videos, 20)).toBeNull();
});

test('one selected video is watched; a range, a toggle and all of them are not', async () => {
  const { library, asked, state } = await started(500);
  library.click(3, 'only');
  await vi.waitFor(() => expect(state().details?.row.id).toBe(4));
  library.click(5, 'extend');
  await vi.waitFor(() => expect([...state().selected.keys()]).toEqual([4, 5, 6]));
  await vi.waitFor(() => expect(asked('library.watch').at(-1)).toBeNull());
  library.click(4, 'toggle');
  expect([...state().selected.keys()]).toEqual([4, 6]);
  library.selectAll();
  await vi.waitFor(() => expect(state().selected.size).toBe(500));
});

test('a search waits for the end of the word and starts at the beginning of its list', async () => {
  const { library, asked, state } = await started(400);
  library.reveal(250, 260);
  for (const text of ['V', 'Vi', 'Video 39']) library.setSearch(text);
  await vi.waitFor(() => expect(state().videos?.total).toBe(11), { timeout: 60_000 });
  expect(asked('library.page').filter((view) => JSON.stringify(view).includes('"search":"Vi"'))).toEqual([]);
  expect(state()).toMatchObject({ cursor: 0, videos: { offset: 0 } });
});

test('what came to the site meanwhile can be filtered by when the library is shown again; a search asks for no filters', async () => {
  const { bridge, store, library, asked, state } = await started(3);
  const pending = () => state().filters?.statuses.find(({ name }) => name === 'pending')?.count;
  await vi.waitFor(() => expect(pending()).toBe(0));
  library.setSearch('Video');
  await vi.waitFor(() => expect(asked('library.page')).toHaveLength(2), { timeout: 60_000 });
  expect(asked('library.filters')).toHaveLength(1);
  store.show('uploads');
  const change = { draft: { status: 'pending' }, terms: {} };
  await bridge.request('library.changeMany', { accountId: 'account-1', videoIds: [1], statusesSeen: [], change });
  store.show('library');
  await vi.waitFor(() => expect(pending()).toBe(1));
  expect(asked('library.filters')).toHaveLength(2);
});

test('what the form types for a video goes to that video', async () => {
  const { store, library, asked, state } = await started(3);
  library.click(0, 'only');
  await vi.waitFor(() => expect(state().details).not.toBeNull());
  store.drafts.type('account-1/1', { title: 'New' });
  store.drafts.flush();
  await vi.waitFor(() =>
    expect(asked('library.describe')).toEqual([{ accountId: 'account-1', videoId: 1, draft: { title: 'New' } }]),
  );
  await vi.waitFor(() => expect(rowAt(state().videos, 0)).toMatchObject({ title: 'New', pending: true }));
  expect(videoOfKey('a1b2c3')).toBeNull();
});

test('moves to the trash at once, tells what came of it, and keeps selected what was refused', async () => {
  const { store, library, state } = await started(3, { refusals: new Map([[2, 'not-allowed' as const]]) });
  library.selectAll();
  await vi.waitFor(() => expect(state().selected.size).toBe(3));
  actOnVideos(store, 'trash', [...state().selected.values()]);
  expect(store.getState().question).toBeNull();
  await vi.waitFor(() => expect(state().videos?.total).toBe(1));
  expect([...state().selected.keys()]).toEqual([2]);
  await vi.waitFor(() => expect(store.getState().notice?.tone).toBe('bad'));
  expect(told(store)).toBe('2 videos moved to the trash. 1 video was not: your account may not do that.');
});

test('one change for many goes to main as one, with the visibility that was shown, and can be taken back', async () => {
  const { store, library, state, asked } = await started(3);
  library.selectAll();
  await vi.waitFor(() => expect(state().selected.size).toBe(3));
  library.setChange({ draft: { status: 'private', description: null }, titlePattern: null, terms: {} });
  const rows = [...state().selected.values()];
  await library.changeMany();
  expect(asked('library.changeMany')).toEqual([
    {
      accountId: 'account-1',
      videoIds: rows.map(({ id }) => id),
      statusesSeen: rows.map(({ status }) => status),
      change: { draft: { status: 'private' }, terms: {} },
    },
  ]);
  expect(told(store)).toBe('3 videos get the change.');
  expect(state().change.draft).toEqual({});
});

test('a second visibility for many is compared with the first, and dates follow the list and not the clicks', async () => {
  const { library, state, asked } = await started(300);
  const changes = () => asked('library.changeMany') as { videoIds: number[]; statusesSeen: string[] }[];
  library.selectAll();
  await vi.waitFor(() => expect(state().selected.size).toBe(300));
  library.setChange({ draft: { status: 'private' }, titlePattern: null, terms: {} });
  await library.changeMany();
  library.setChange({ draft: { status: 'draft' }, titlePattern: null, terms: {} });
  await library.changeMany();
  expect(changes().map(({ statusesSeen }) => [...new Set(statusesSeen)])).toEqual([['publish'], ['private']]);
  library.click(20, 'only');
  library.click(5, 'toggle');
  library.click(12, 'toggle');
  const publishEvery = { count: 1, unit: 'day' } as const;
  library.setChange({ draft: { status: 'future', publishAt: 1 }, titlePattern: null, terms: {}, publishEvery });
  await library.changeMany();
  expect(changes()[2]?.videoIds).toEqual([6, 13, 21]);
});

test('a change of videos out of sight goes as they were seen last where the site cannot be reached, and waits for it', async () => {
  const { bridge, library, state, asked } = await started(300);
  library.selectAll();
  await vi.waitFor(() => expect(state().selected.size).toBe(300));
  const request = bridge.request as (name: string, ...input: unknown[]) => Promise<object>;
  const failure = { problem: 'offline', said: null };
  Object.assign(bridge, {
    request: async (name: string, ...input: unknown[]) => {
      const answer = await request(name, ...input);
      return name === 'library.page' ? { ...answer, failure } : answer;
    },
  });
  library.setChange({ draft: { status: 'private' }, titlePattern: null, terms: {} });
  await library.changeMany();
  expect(asked('library.changeMany')).toMatchObject([{ videoIds: Array.from({ length: 300 }, (_, at) => at + 1) }]);
});

test('videos that have left the list since they were selected are changed with the others', async () => {
  const { library, state, asked } = await started(3);
  library.setFilters({ status: 'publish' });
  await vi.waitFor(() => expect(state().videos?.total).toBe(3));
  library.selectAll();
  await vi.waitFor(() => expect(state().selected.size).toBe(3));
  library.setChange({ draft: { status: 'private' }, titlePattern: null, terms: {} });
  await library.changeMany();
  await vi.waitFor(() => expect(state().videos?.total).toBe(0));
  library.setChange({ draft: { status: 'draft' }, titlePattern: null, terms: {} });
  await library.changeMany();
  expect((asked('library.changeMany')[1] as { videoIds: number[] }).videoIds).toEqual([1, 2, 3]);
});

test('a change that is compared with nothing asks for no row', async () => {
  const { library, state, asked } = await started(300);
  library.selectAll();
  await vi.waitFor(() => expect(state().selected.size).toBe(300));
  const before = asked('library.page').length;
  library.setChange({ draft: { excerpt: 'At sea' }, titlePattern: null, terms: {} });
  await library.changeMany();
  expect((asked('library.changeMany')[0] as { videoIds: number[] }).videoIds).toHaveLength(300);
  // The list that looks different is looked at again, and no more of it is.
  expect(
    asked('library.page')
      .slice(before)
      .map((view) => (view as { offset: number }).offset),
  ).not.toContain(180);
});

test('a site without a trash asks again before anything is deleted', async () => {
  const { bridge, store, library, state } = await started(1, { refusals: new Map([[1, 'no-trash' as const]]) });
  library.click(0, 'only');
  actOnVideos(store, 'trash', [...state().selected.values()]);
  await vi.waitFor(() => expect(store.getState().question?.title).toBe('This site has no trash'));
  const acts = () => bridge.calls.filter(({ name }) => name === 'library.act').map(({ input }) => input[0]);
  expect(acts()).toMatchObject([{ act: 'trash' }]);
  store.answer(true);
  await vi.waitFor(() => expect(acts()).toMatchObject([{ act: 'trash' }, { act: 'delete-forever', ids: [1] }]));
  await vi.waitFor(() => expect(state().videos?.total).toBe(0));
});

test('offers what can be done: the trash, or the way back and the end', () => {
  const trashed = fakeVideo(1, { status: 'trash' });
  expect(actsFor([fakeVideo(2)])).toEqual(['trash']);
  expect(actsFor([trashed])).toEqual(['restore', 'delete-forever']);
  expect(actsFor([fakeVideo(3, { canDelete: false })])).toEqual([]);
});

test('restoring asks, says that drafts come back, and publishes again where the account may and its user wants it', async () => {
  const { bridge, store } = await started(2);
  const restore = (ticked: boolean) => {
    actOnVideos(store, 'restore', [fakeVideo(1, { status: 'trash' })]);
    const question = store.getState().question;
    store.answer(true, ticked);
    return question;
  };
  const acts = () => bridge.calls.filter(({ name }) => name === 'library.act').map(({ input }) => input[0]);
  const asked = restore(false);
  expect(asked?.body).toMatch(/as a draft, also if it was public/);
  expect(asked?.tick).toBe('Publish it again at once');
  await vi.waitFor(() => expect(acts()).toMatchObject([{ act: 'restore', ids: [1] }]));
  restore(true);
  await vi.waitFor(() => expect(acts()).toMatchObject([{ act: 'restore' }, { act: 'publish-again' }]));
  const app = store.getState().app;
  const sites = app?.sites.map((site) => ({
    ...site,
    accounts: site.accounts.map((account) => ({ ...account, canPublish: false })),
  }));
  if (app) bridge.emit('app.state', { ...app, sites: sites ?? [] });
  expect(restore(false)?.tick).toBeUndefined();
});

test('tells outcomes in whole sentences, grouped by reason', () => {
  const failed = [
    { id: 1, problem: 'gone', said: null },
    { id: 2, problem: 'site-refused', said: 'No.' },
    { id: 3, problem: 'gone', said: null },
  ] as const;
  expect(actResultWords('delete-forever', { done: [4], failed })).toBe(
    '1 video deleted forever. 2 videos were not: no longer on the site. 1 video was not: the site refused (“No.”).',
  );
  expect(actResultWords('restore', { done: [1], failed: [] })).toBe('1 video restored as a draft.');
  expect(actResultWords('trash', { done: [], failed: [] })).toBeNull();
});

test('all rows of a list that the site gives in part are not selected, and that is told', async () => {
  const failure = { problem: 'offline', said: null } as const;
  const { store, library, state } = await started(500, { failure });
  library.click(1, 'only');
  library.selectAll();
  await vi.waitFor(() => expect(store.getState().notice).toMatchObject({ tone: 'bad', news: { said: 'list-unread' } }));
  expect([...state().selected.keys()]).toEqual([2]);
});

test('days and what is missing narrow the list, both ends empty are no filter, and nothing is asked for twice', async () => {
  const { library, asked, state } = await started(3);
  const queries = () => asked('library.page').map((view) => (view as { query: LibraryQuery }).query);
  library.setDays({ from: null, to: null });
  expect(queries()).toHaveLength(1);
  library.setDays({ from: '2026-01-02', to: null });
  library.setDays({ from: '2026-01-02', to: null });
  library.setFilters({ without: 'poster' });
  expect(isNarrowed(state())).toBe(true);
  expect(
    queries()
      .slice(1)
      .map(({ days, without }) => [days, without]),
  ).toEqual([
    [{ from: '2026-01-02', to: null }, undefined],
    [{ from: '2026-01-02', to: null }, 'poster'],
  ]);
  library.setFilters(noNarrowing);
  expect(isNarrowed(state())).toBe(false);
  expect(Object.keys(queries().at(-1) ?? {})).not.toEqual(expect.arrayContaining(['days', 'without']));
  await vi.waitFor(() => expect(state().videos?.total).toBe(3));
});

test('a filter by a taxonomy that the site has no more is taken off', async () => {
  const { library, state } = await started(3);
  library.setFilters({ without: 'terms:gone' });
  library.refresh();
  await vi.waitFor(() => expect(state().without).toBeNull());
});

test('what is selected right after all videos are shown again stays selected', async () => {
  const { library, state, asked } = await started(3);
  library.setSearch('Video 2');
  await vi.waitFor(() => expect(state().videos?.total).toBe(1));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  library.setSearch('');
  library.setFilters(noNarrowing);
  await vi.waitFor(() => expect(state().videos?.total).toBe(3));
  library.click(0, 'only');
  const before = asked('library.page').length;
  library.setSearch('');
  vi.advanceTimersByTime(10_000);
  expect([[...state().selected.keys()], asked('library.page').length]).toEqual([[1], before]);
});

// The store against an in-memory bridge: what is selected, watched, asked for and told.
import { afterEach, expect, test, vi } from 'vitest';
import type { AddResult, JobStateView } from '../../../preload/contract.ts';
import { emptyDraft } from '../../../preload/fields.ts';
import { selectedCount, singleRow } from '../../../renderer/model/selection.ts';
import { createAppStore } from '../../../renderer/state/app-store.ts';
import type { AppStore } from '../../../renderer/state/client-state.ts';
import { actOnRow, actOnSelection, pauseAll, runRowAction, togglePause } from '../../../renderer/state/job-actions.ts';
import { rowAction } from '../../../renderer/state/selectors.ts';
import { newsWords } from '../../../renderer/text/news.ts';
import { createFakeBridge, type FakeJob, fakeAccount, fakeRow, fakeSite } from '../fake-bridge.ts';
import { told } from '../told.ts';

const stores: AppStore[] = [];

afterEach(() => {
  for (const store of stores.splice(0)) store.stop();
});

function jobsOf(count: number, state: JobStateView = { kind: 'waiting', why: null, until: null }): FakeJob[] {
  return Array.from({ length: count }, (_, index) => ({
    row: fakeRow(index, { state }),
    draft: emptyDraft,
    pending: false,
  }));
}

async function started(jobs: readonly FakeJob[]) {
  const bridge = createFakeBridge({ jobs });
  const store = createAppStore(bridge);
  stores.push(store);
  await vi.waitFor(() => expect(store.getState().queue?.total).toBe(jobs.length));
  await vi.waitFor(() => expect(store.getState().app).not.toBeNull());
  const acts = () => bridge.calls.filter((call) => call.name === 'queue.act').map((call) => call.input[0]);
  return { bridge, store, acts };
}

test('a selected job is watched, and its details follow main', async () => {
  const { bridge, store } = await started(jobsOf(3));
  store.click(1, 'only');
  await vi.waitFor(() => expect(store.getState().details?.row.id).toBe('job-1'));
  bridge.change('job-1', { kind: 'paused' });
  expect(store.getState().details?.row.state.kind).toBe('paused');
  expect(singleRow(store.getState().selection)?.state.kind).toBe('paused');
});

test('going quickly over many rows ends at the details of the last', async () => {
  const { bridge, store } = await started(jobsOf(50));
  for (let index = 0; index < 50; index += 1) store.click(index, 'only');
  await vi.waitFor(() => expect(store.getState().details?.row.id).toBe('job-49'));
  expect(bridge.calls.filter((call) => call.name === 'job.watch').length).toBeLessThan(5);
});

test('a place beyond the window is selected as soon as its row is there', async () => {
  const { store } = await started(jobsOf(1_000));
  store.click(999, 'only');
  expect(singleRow(store.getState().selection)).toBeNull();
  store.reveal(990, 999);
  await vi.waitFor(() => expect(singleRow(store.getState().selection)?.id).toBe('job-999'));
});

test('scrolling asks for the next window before its edge is reached, and not for each row', async () => {
  const { bridge, store } = await started(jobsOf(1_000));
  const looks = () => bridge.calls.filter((call) => call.name === 'queue.view').length;
  const before = looks();
  for (let first = 0; first < 150; first += 1) store.reveal(first, first + 12);
  expect(looks()).toBe(before);
  store.reveal(165, 177);
  await vi.waitFor(() => expect(store.getState().queue?.view.offset).toBe(71));
  expect(looks()).toBe(before + 1);
});

test('a range over more than one window selects every row of it', async () => {
  const { store } = await started(jobsOf(1_000));
  store.click(5, 'only');
  store.click(704, 'extend');
  await vi.waitFor(() => expect(selectedCount(store.getState().selection, 1_000)).toBe(700));
  expect(store.getState().selection).toMatchObject({ kind: 'some' });
});

test('everything is selected by filter, and one taken out again turns it into jobs', async () => {
  const { store, acts } = await started(jobsOf(450));
  store.selectAll();
  expect(selectedCount(store.getState().selection, 450)).toBe(450);
  actOnSelection(store, store.getState().selection, 'resume', 450);
  expect(acts().at(-1)).toEqual({ act: 'resume', target: { filter: 'all' } });
  store.click(3, 'toggle');
  await vi.waitFor(() => expect(store.getState().selection.kind).toBe('some'));
  expect(selectedCount(store.getState().selection, 450)).toBe(449);
});

test('another filter drops “everything selected” and shows no row of the old filter', async () => {
  const { store } = await started(jobsOf(4));
  store.selectAll();
  store.setFilter('done');
  expect(selectedCount(store.getState().selection, 4)).toBe(0);
  expect(store.getState().queue?.rows).toEqual([]);
  expect(store.getState().queue?.counts.all).toBe(4);
  await vi.waitFor(() => expect(store.getState().queue?.view.filter).toBe('done'));
});

test('the keyboard stays on its job when rows come in above it', async () => {
  const { bridge, store } = await started(jobsOf(3));
  store.click(1, 'only');
  bridge.jobs.unshift(...jobsOf(1).map((job) => ({ ...job, row: { ...job.row, id: 'new' } })));
  bridge.flush();
  expect(store.getState().cursor).toBe(2);
});

test('ending what is being sent is asked first; what is not under way goes off the list at once, and comes back by one press', async () => {
  const sending: JobStateView = { kind: 'sending', sentBytes: 5, bytesPerSecond: 1, secondsLeft: 9, goesOn: false };
  const { bridge, store, acts } = await started(jobsOf(2));
  bridge.change('job-0', sending);
  store.click(0, 'only');
  actOnSelection(store, store.getState().selection, 'remove', 2);
  expect(acts()).toEqual([]);
  expect(store.getState().question?.title).toContain('C0000.MP4');
  store.answer(true);
  expect(acts()).toEqual([{ act: 'cancel', target: { ids: ['job-0'] } }]);
  const waiting = store.getState().queue?.rows[1];
  if (waiting === undefined) throw new Error('no row');
  actOnRow(store, waiting, 'remove');
  expect(store.getState().question).toBeNull();
  expect(acts().at(-1)).toEqual({ act: 'remove', target: { ids: ['job-1'] } });
  await vi.waitFor(() => expect(told(store)).toBe('1 clip removed from the list'));
  const back = store.getState().notice?.back;
  expect(back).toMatchObject({ way: 'undo' });
  await store.takeBack('undo', back?.id);
  expect(told(store)).toBe('1 clip is back on the list.');
  expect(store.getState().queue?.rows.map((row) => row?.id)).toContain('job-1');
});

test('many are taken off the list unasked, unless one of them is being sent', async () => {
  const { bridge, store, acts } = await started(jobsOf(3));
  store.selectAll();
  actOnSelection(store, store.getState().selection, 'remove', 3);
  expect(store.getState().question).toBeNull();
  await vi.waitFor(() => expect(told(store)).toBe('3 clips removed from the list'));
  await store.takeBack('undo');
  bridge.change('job-1', { kind: 'sending', sentBytes: 5, bytesPerSecond: 1, secondsLeft: 9, goesOn: false });
  await vi.waitFor(() => expect(store.getState().queue?.counts.active).toBe(1));
  store.selectAll();
  actOnSelection(store, store.getState().selection, 'remove', 3);
  expect(store.getState().question?.body).toContain('what was sent so far is given up');
  store.answer(false);
  expect(acts()).toHaveLength(1);
});

test('what is typed last is taken back first, and where there is nothing that is said', async () => {
  const { bridge, store } = await started(jobsOf(1));
  await store.takeBack('undo');
  expect(told(store)).toBe('There is nothing to undo.');
  await store.takeBack('redo');
  expect(told(store)).toBe('There is nothing to redo.');
  store.drafts.type('job-0', { title: 'Typed' });
  await store.takeBack('undo');
  const names = bridge.calls.map(({ name }) => name);
  expect(names.indexOf('job.describe')).toBeLessThan(names.lastIndexOf('acts.offers'));
  expect(names).toContain('job.describe');
});

test('what is on the site goes off the list at once, and that is told', async () => {
  const { bridge, store, acts } = await started(jobsOf(1));
  bridge.change('job-0', { kind: 'done', videoId: 7, finishedAt: 1 });
  const row = store.getState().queue?.rows[0];
  if (row === undefined) throw new Error('no row');
  actOnRow(store, row, 'remove');
  expect(acts()).toEqual([{ act: 'remove', target: { ids: ['job-0'] } }]);
  await vi.waitFor(() => expect(store.getState().notice).not.toBeNull());
  const { notice } = store.getState();
  expect(notice && newsWords(notice.news)).toBe('1 clip removed from the list');
});

test('pausing asks only when much would have to be sent again', async () => {
  const { bridge, store, acts } = await started(jobsOf(1));
  bridge.change('job-0', { kind: 'sending', sentBytes: 900_000_000, bytesPerSecond: 1, secondsLeft: 9, goesOn: false });
  store.click(0, 'only');
  togglePause(store);
  expect(store.getState().question?.body).toContain('900 MB');
  store.answer(false);
  expect(acts()).toEqual([]);
  bridge.change('job-0', { kind: 'sending', sentBytes: 900, bytesPerSecond: 1, secondsLeft: 9, goesOn: false });
  togglePause(store);
  expect(acts()).toEqual([{ act: 'pause', target: { ids: ['job-0'] } }]);
});

test('pausing asks nothing where the clip goes on with what its site has', async () => {
  const { bridge, store, acts } = await started(jobsOf(1));
  bridge.change('job-0', {
    ...{ kind: 'sending', sentBytes: 900_000_000, bytesPerSecond: 1, secondsLeft: 9, goesOn: true },
  });
  store.click(0, 'only');
  togglePause(store);
  expect(store.getState().question).toBeNull();
  expect(acts()).toEqual([{ act: 'pause', target: { ids: ['job-0'] } }]);
});

const half = { kind: 'sending', sentBytes: 30_000_000, bytesPerSecond: 1, secondsLeft: 9 } as const;

test('pausing several asks as pausing one does, and counts only clips that would begin again', async () => {
  const { bridge, store, acts } = await started(jobsOf(3));
  bridge.change('job-0', { ...half, goesOn: false });
  bridge.change('job-1', { ...half, goesOn: true });
  store.click(0, 'only');
  store.click(2, 'extend');
  await vi.waitFor(() => expect(selectedCount(store.getState().selection, 3)).toBe(3));
  togglePause(store);
  expect(store.getState().question).toBeNull();
  expect(acts()).toHaveLength(1);
  bridge.change('job-0', { ...half, goesOn: false });
  bridge.change('job-1', { ...half, goesOn: false });
  togglePause(store);
  expect(acts()).toHaveLength(1);
  expect(store.getState().question?.title).toBe('Pause 3 clips?');
  expect(store.getState().question?.body).toMatch(/^60 MB would have to be sent again/);
  store.answer(true);
  expect(acts().at(-1)).toEqual({ act: 'pause', target: { ids: ['job-0', 'job-1', 'job-2'] } });
  store.selectAll();
  bridge.change('job-0', { ...half, goesOn: false });
  bridge.change('job-1', { ...half, goesOn: false });
  actOnSelection(store, store.getState().selection, 'pause', 3);
  expect(store.getState().question?.body).toMatch(/^60 MB would have to be sent again/);
});

test('“Pause all” asks where much would have to be sent again, by its button and by the menu; resuming asks nothing', async () => {
  const { bridge, store } = await started(jobsOf(3));
  const pauses = () => bridge.calls.filter((call) => call.name === 'queue.pause').map((call) => call.input[0]);
  bridge.change('job-0', { ...half, goesOn: true });
  pauseAll(store, true);
  pauseAll(store, false);
  expect(pauses()).toEqual([true, false]);
  bridge.change('job-0', { ...half, sentBytes: 3_000_000_000, goesOn: false });
  await vi.waitFor(() => expect(store.getState().queue?.counts.active).toBe(1));
  pauseAll(store, true);
  expect(store.getState().question?.title).toBe('Pause all uploads?');
  expect(store.getState().question?.body).toMatch(/^3.0 GB would have to be sent again/);
  store.answer(false);
  bridge.emit('desktop.command', { kind: 'pause' });
  expect(pauses()).toHaveLength(2);
  store.answer(true);
  expect(pauses()).toEqual([true, false, true]);
});

test('where more is being sent than the list shows, “Pause all” says that it may be more', async () => {
  const { bridge, store } = await started(jobsOf(300));
  bridge.change('job-0', { ...half, sentBytes: 60_000_000, goesOn: false });
  bridge.change('job-299', { ...half, goesOn: false });
  await vi.waitFor(() => expect(store.getState().queue?.counts.active).toBe(2));
  pauseAll(store, true);
  expect(store.getState().question?.body).toMatch(/^60 MB or more would have to be sent again/);
});

test('replacing an older video from the menu of its row is asked, as it is of several; beside its explanation it is not', async () => {
  const asks: JobStateView = { kind: 'needs-you', reason: 'newer-version', action: 'version', detail: null };
  const { store, acts } = await started(jobsOf(1, asks));
  store.click(0, 'only');
  actOnSelection(store, store.getState().selection, 'replace', 1);
  expect(acts()).toEqual([]);
  expect(store.getState().question?.title).toBe('Replace 1 older video?');
  store.answer(true);
  expect(acts()).toEqual([{ act: 'replace', target: { ids: ['job-0'] } }]);
  const [row] = store.getState().queue?.rows ?? [];
  if (!row) throw new Error('no row');
  actOnRow(store, row, 'replace');
  expect(store.getState().question).toBeNull();
  expect(acts()).toHaveLength(2);
});

test('the button of a row leads to where its account can be signed in, or its site connected', async () => {
  const { store } = await started(jobsOf(1, { kind: 'waiting', why: 'sign-in', until: null }));
  const [row] = store.getState().queue?.rows ?? [];
  if (!row) throw new Error('no row');
  for (const [isGone, screen] of [
    [false, 'sites'],
    [true, 'connect'],
  ] as const) {
    const action = rowAction(row, isGone);
    if (action === null) throw new Error('no action');
    runRowAction(store, row, action, () => undefined);
    expect(store.getState().screen).toBe(screen);
  }
});

test('the space key pauses what can be paused and resumes what is paused', async () => {
  const { store, acts } = await started(jobsOf(2));
  store.click(0, 'only');
  togglePause(store);
  await vi.waitFor(() => expect(singleRow(store.getState().selection)?.state.kind).toBe('paused'));
  togglePause(store);
  expect(acts()).toMatchObject([{ act: 'pause' }, { act: 'resume' }]);
});

test('removing what is selected leaves nothing selected', async () => {
  const { store } = await started(jobsOf(3));
  store.click(0, 'only');
  await store.act('remove', { ids: ['job-0'] });
  expect(selectedCount(store.getState().selection, 2)).toBe(0);
  expect(store.getState().details).toBeNull();
});

test('dropped files go to the chosen account, and the result is told', async () => {
  const { bridge, store } = await started([]);
  await store.add([new File(['x'], 'Quay.mp4'), new File([''], 'Empty.mp4')]);
  expect(told(store)).toBe('1 clip added, 1 file could not be added');
  expect(bridge.jobs[0]?.row.accountId).toBe('account-1');
});

test('a chosen account is kept while it exists', async () => {
  const { bridge, store } = await started([]);
  const two = fakeSite({ id: 'site-2', accounts: [fakeAccount({ id: 'account-2', siteId: 'site-2' })] });
  bridge.setApp({ sites: [fakeSite(), two] });
  store.setAccount('account-2');
  bridge.setApp({ sites: [two, fakeSite()] });
  expect(store.getState().accountId).toBe('account-2');
  bridge.setApp({ sites: [fakeSite()] });
  expect(store.getState().accountId).toBe('account-1');
});

test('a refused request is told in its own words', async () => {
  const { bridge, store } = await started([]);
  const spy = vi.spyOn(bridge, 'request').mockRejectedValueOnce(new Error('The disk is full.'));
  await store.act('retry', { ids: ['job-0'] });
  expect(store.getState().notice?.tone).toBe('bad');
  expect(told(store)).toBe('The disk is full.');
  spy.mockRestore();
});

test('an action on many says how many it changed, and one that came too late says so', async () => {
  const { bridge, store } = await started(jobsOf(3));
  await store.act('pause', { filter: 'all' });
  expect(told(store)).toBe('3 clips paused');
  bridge.change('job-0', { kind: 'processing', since: 0 });
  await vi.waitFor(() => expect(store.getState().queue?.rows[0]?.state.kind).toBe('processing'));
  vi.spyOn(bridge, 'request').mockResolvedValueOnce({ changed: 0 });
  await store.act('pause', { ids: ['job-0'] });
  expect(told(store)).toBe('Too late to pause: everything is sent');
  vi.spyOn(bridge, 'request').mockResolvedValueOnce({ changed: 0 });
  await store.act('pause', { ids: ['job-1'] });
  expect(told(store)).toBe('Nothing changed');
});

const added: AddResult = { added: 0, ready: 0, alreadyQueued: 0, alreadyOnSite: 0, notVideos: 0, refused: [] };
test.each([
  ['a pause that came too late', { changed: 0 }, (store: AppStore) => store.act('pause', { ids: ['job-0'] }), 'info'],
  ['a retry of what needs none', { changed: 0 }, (store: AppStore) => store.act('retry', { ids: ['job-0'] }), 'info'],
  [
    'a pause of two clips',
    { changed: 2 },
    (store: AppStore) => store.act('pause', { ids: ['job-0', 'job-1'] }),
    'plain',
  ],
  ['a change of no clip', { changed: 0 }, (store: AppStore) => store.applyBulk(), 'info'],
  [
    'a change of two clips',
    { changed: 2 },
    (store: AppStore) => {
      store.selectAll();
      return store.applyBulk();
    },
    'plain',
  ],
  ['files that are all known', { ...added, alreadyQueued: 2 }, (store: AppStore) => store.choose('files'), 'info'],
  ['files of which one is new', { ...added, added: 1 }, (store: AppStore) => store.choose('files'), 'plain'],
] as const)('%s is told as what it is: a tick stands only where something was done', async (_, answer, act, tone) => {
  const { bridge, store } = await started(jobsOf(2));
  vi.spyOn(bridge, 'request').mockResolvedValue(answer as never);
  await act(store);
  expect(store.getState().notice?.tone).toBe(tone);
});

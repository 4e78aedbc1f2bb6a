// The player follows what is selected: it begins with one clip, and says so where there is none.
import { afterEach, expect, test, vi } from 'vitest';
import type { ClipFile, LibraryRow } from '../../../preload/contract.ts';
import { emptyDraft } from '../../../preload/fields.ts';
import { createAppStore } from '../../../renderer/state/app-store.ts';
import type { AppStore } from '../../../renderer/state/client-state.ts';
import { createFakeBridge, fakeRow } from '../fake-bridge.ts';
import { emptyLibrary, fakeVideo } from '../fake-library.ts';
import { told } from '../told.ts';

const stores: AppStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.stop();
});

async function started(videos: readonly LibraryRow[] = []) {
  const jobs = [0, 1].map((index) => ({ row: fakeRow(index), draft: emptyDraft, pending: false }));
  const bridge = createFakeBridge({ jobs, library: { ...emptyLibrary, videos } });
  const store = createAppStore(bridge);
  stores.push(store);
  await vi.waitFor(() => expect(store.getState().queue?.total).toBe(2));
  return { bridge, store };
}

test('plays one clip with its details in sight, and stops; of none or many it says what to do', async () => {
  const { store } = await started();
  store.togglePlaying();
  expect([store.getState().plays, told(store)]).toEqual([false, 'Select one clip to play it.']);
  store.click(0, 'only');
  store.togglePlaying();
  expect(store.getState()).toMatchObject({ plays: true, inspectorOpen: true });
  // The one that is selected next plays on.
  store.click(1, 'only');
  expect(store.getState().plays).toBe(true);
  store.togglePlaying();
  expect(store.getState().plays).toBe(false);
  store.selectAll();
  store.togglePlaying();
  expect(store.getState().plays).toBe(false);
});

test('the menu plays in Uploads and in the Library alone', async () => {
  const { bridge, store } = await started();
  store.click(0, 'only');
  store.show('settings');
  bridge.emit('desktop.command', { kind: 'play' });
  expect(store.getState().plays).toBe(false);
  store.show('uploads');
  bridge.emit('desktop.command', { kind: 'play' });
  expect(store.getState().plays).toBe(true);
});

test('in the Library the clip of one video that was sent from here plays, and the next one on', async () => {
  const sent = (id: number): LibraryRow => fakeVideo(id, { fromHere: true, jobId: `job-${id}` });
  const { bridge, store } = await started([sent(1), sent(2), fakeVideo(3)]);
  const { library } = store;
  store.show('library');
  await vi.waitFor(() => expect(library.getState().videos?.total).toBe(3));
  const play = (): void => bridge.emit('desktop.command', { kind: 'play' });
  // A clip that is selected in Uploads is not meant here.
  store.click(0, 'only');
  const notOne = 'Select one video that was sent from this computer to play it.';
  play();
  expect([store.getState().plays, told(store)]).toEqual([false, notOne]);
  library.click(2, 'only');
  play();
  expect([store.getState().plays, told(store)]).toEqual([false, notOne]);
  library.selectAll();
  play();
  expect(store.getState().plays).toBe(false);
  library.click(0, 'only');
  play();
  expect([store.getState().plays, library.getState().inspectorOpen]).toEqual([true, true]);
  library.click(1, 'only');
  expect(store.getState().plays).toBe(true);
  play();
  expect(store.getState().plays).toBe(false);
});

test.each<[ClipFile, string]>([
  ['changed', 'The clip cannot be played: its file on this computer has changed since it was sent.'],
  ['missing', 'The clip cannot be played: its file on this computer was moved, or cannot be read now.'],
])('a clip in the Library whose file is %s is not played, and that is said', async (clipFile, words) => {
  const row = fakeVideo(1, { fromHere: true, jobId: 'job-1' });
  const { bridge, store } = await started([row]);
  store.show('library');
  await vi.waitFor(() => expect(store.library.getState().videos?.total).toBe(1));
  store.library.click(0, 'only');
  await vi.waitFor(() => expect(store.library.getState().details).not.toBeNull());
  const { details } = store.library.getState();
  if (details === null) throw new Error('no details');
  bridge.emit('library.details', { ...details, clipFile });
  bridge.emit('desktop.command', { kind: 'play' });
  expect([store.getState().plays, told(store)]).toEqual([false, words]);
});

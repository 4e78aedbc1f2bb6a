// The player follows what is selected: it begins with one clip, and says so where there is none.
import { afterEach, expect, test, vi } from 'vitest';
import { emptyDraft } from '../../../preload/fields.ts';
import { createAppStore } from '../../../renderer/state/app-store.ts';
import type { AppStore } from '../../../renderer/state/client-state.ts';
import { createFakeBridge, fakeRow } from '../fake-bridge.ts';
import { told } from '../told.ts';

const stores: AppStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.stop();
});

async function started() {
  const jobs = [0, 1].map((index) => ({ row: fakeRow(index), draft: emptyDraft, pending: false }));
  const bridge = createFakeBridge({ jobs });
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

test('the menu plays in Uploads alone', async () => {
  const { bridge, store } = await started();
  store.click(0, 'only');
  store.show('library');
  bridge.emit('desktop.command', { kind: 'play' });
  expect(store.getState().plays).toBe(false);
  store.show('uploads');
  bridge.emit('desktop.command', { kind: 'play' });
  expect(store.getState().plays).toBe(true);
});

// The columns of the upload list against an in-memory bridge: what is asked for, and what stays as it was when others are chosen.
import { afterEach, expect, test, vi } from 'vitest';
import { emptyDraft } from '../../../preload/fields.ts';
import { singleRow } from '../../../renderer/model/selection.ts';
import { createAppStore } from '../../../renderer/state/app-store.ts';
import type { AppStore } from '../../../renderer/state/client-state.ts';
import { createFakeBridge, type FakeJob, fakeRow } from '../fake-bridge.ts';

const stores: AppStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.stop();
});

async function started() {
  const jobs = [1, 2, 3].map((at): FakeJob => ({ row: fakeRow(at), draft: emptyDraft, pending: false }));
  const bridge = createFakeBridge({ jobs });
  const store = createAppStore(bridge);
  stores.push(store);
  await vi.waitFor(() => expect(store.getState().queue?.total).toBe(3));
  await vi.waitFor(() => expect(store.getState().settings).not.toBeNull());
  const views = () => bridge.calls.filter(({ name }) => name === 'queue.view').map(({ input }) => input[0]);
  return { store, views };
}

test('a list without columns asks for none', async () => {
  const { views } = await started();
  expect(views().every((view) => !Object.hasOwn(view as object, 'columns'))).toBe(true);
});

test('chosen columns are asked for at once, and the selection stays', async () => {
  const { store, views } = await started();
  store.click(1, 'only');
  await store.changeSettings({ columns: ['description', 'tags'] });
  await vi.waitFor(() => expect(views().at(-1)).toMatchObject({ columns: ['description', 'tags'] }));
  expect([singleRow(store.getState().selection)?.id, store.getState().cursor]).toEqual(['job-2', 1]);
  store.setFilter('waiting');
  await vi.waitFor(() => expect(views().at(-1)).toMatchObject({ filter: 'waiting', columns: ['description', 'tags'] }));
  await store.changeSettings({ columns: [] });
  await vi.waitFor(() => expect(views().at(-1)).not.toHaveProperty('columns'));
});

test('another setting asks for nothing', async () => {
  const { store, views } = await started();
  const before = views().length;
  await store.changeSettings({ notify: false });
  expect(views().length).toBe(before);
});

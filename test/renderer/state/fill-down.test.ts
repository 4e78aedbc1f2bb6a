// Filling down against an in-memory bridge: which row's value goes to which others, and what is said where nothing is to be filled.
import { afterEach, expect, test, vi } from 'vitest';
import { type Draft, emptyDraft } from '../../../preload/fields.ts';
import { worded } from '../../../preload/text/text.ts';
import { createAppStore } from '../../../renderer/state/app-store.ts';
import type { AppStore } from '../../../renderer/state/client-state.ts';
import { filledColumn } from '../../../renderer/state/fill-down.ts';
import { createFakeBridge, type FakeJob, fakeRow } from '../fake-bridge.ts';

const hard = 'A & B "½" <b> é 你好\nand a second line';
const stores: AppStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.stop();
});

async function started(count: number, drafts: readonly Partial<Draft>[]) {
  const jobs = Array.from({ length: count }, (_, at): FakeJob => {
    const draft = { ...emptyDraft, ...drafts[at] };
    return { row: fakeRow(at, { title: draft.title ?? '' }), draft, pending: false };
  });
  const bridge = createFakeBridge({ jobs });
  const store = createAppStore(bridge);
  stores.push(store);
  await vi.waitFor(() => expect(store.getState().queue?.total).toBe(count));
  await vi.waitFor(() => expect(store.getState().settings).not.toBeNull());
  await store.changeSettings({ columns: ['description', 'excerpt', 'status'] });
  const changes = () => bridge.calls.filter(({ name }) => name === 'job.describeMany').map(({ input }) => input[0]);
  const said = (): string | null => {
    const news = store.getState().notice?.news;
    return news?.kind === 'message' ? worded(news.message) : null;
  };
  return { bridge, store, changes, said };
}

test('the topmost selected row in the order of the list gives its value to the others, whichever was selected first', async () => {
  const { store, changes, said } = await started(5, [{}, { description: hard }, { description: 'Another' }]);
  store.typeIn('description');
  store.click(4, 'only');
  store.click(2, 'toggle');
  store.click(1, 'toggle');
  await store.fillDown();
  expect(changes()).toMatchObject([{ target: { ids: ['job-4', 'job-2'] }, change: { draft: { description: hard } } }]);
  expect(said()).toBe('Description: 2 rows changed.');
  expect(store.getState().notice?.back).toMatchObject({ way: 'undo' });
});

test('all rows of a filter are filled without reading them, and only the others are counted', async () => {
  const { store, bridge, changes, said } = await started(600, [{ excerpt: 'Short' }]);
  store.typeIn('excerpt');
  store.selectAll();
  const views = () => bridge.calls.filter(({ name }) => name === 'queue.view').length;
  const before = views();
  await store.fillDown();
  expect(views()).toBe(before);
  expect(changes()).toMatchObject([{ target: { filter: 'all' }, change: { draft: { excerpt: 'Short' } } }]);
  expect(said()).toBe('Excerpt: 599 rows changed.');
});

test('thousands that are selected one by one are filled, from the first that is on the list', async () => {
  const { store, changes } = await started(3_000, [{}, { description: 'From here' }]);
  store.typeIn('description');
  store.click(1, 'only');
  store.click(2_999, 'extend');
  await vi.waitFor(() => expect(store.severalSelected('uploads')).toBe(2_999));
  await store.fillDown();
  expect(changes()).toMatchObject([{ change: { draft: { description: 'From here' } } }]);
  expect((changes()[0] as { target: { ids: string[] } }).target.ids).toHaveLength(2_998);
});

test('visibility takes its date along, and any other than scheduled takes a date away', async () => {
  const { store, changes } = await started(3, [{ status: 'future', publishAt: 99 }, { status: 'private' }]);
  store.typeIn('status');
  store.click(0, 'only');
  store.click(2, 'toggle');
  await store.fillDown();
  store.click(1, 'only');
  store.click(2, 'toggle');
  await store.fillDown();
  expect(changes()).toMatchObject([
    { change: { draft: { status: 'future', publishAt: 99 } } },
    { change: { draft: { status: 'private', publishAt: null } } },
  ]);
});

test('what was typed a moment ago is what goes down', async () => {
  const { store, changes } = await started(2, [{ description: 'Old' }]);
  store.typeIn('description');
  store.selectAll();
  store.drafts.type('job-0', { description: 'New' });
  await store.fillDown();
  expect(changes()).toMatchObject([{ change: { draft: { description: 'New' } } }]);
});

test('a title, one row, an empty value and a column that is not shown fill nothing, and it is said why', async () => {
  const { store, changes, said } = await started(3, [{ title: 'Harbour' }]);
  store.selectAll();
  await store.fillDown();
  expect(said()).toContain('A title is not');
  store.typeIn('excerpt');
  expect(filledColumn(store.getState())).toBe('excerpt');
  await store.fillDown();
  expect(said()).toBe('Excerpt: the topmost selected row has nothing to fill down.');
  store.click(0, 'only');
  await store.fillDown();
  expect(said()).toContain('Select the rows first');
  await store.changeSettings({ columns: ['status'] });
  expect(filledColumn(store.getState())).toBeNull();
  expect(changes()).toEqual([]);
});

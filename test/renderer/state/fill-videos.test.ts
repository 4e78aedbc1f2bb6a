// Filling down in the Library against an in-memory bridge: which video's value goes to which others, what was in sight there, and what is said.
import { afterEach, expect, test, vi } from 'vitest';
import type { Bridge, LibraryRow, RowCells } from '../../../preload/contract.ts';
import { worded } from '../../../preload/text/text.ts';
import { createAppStore } from '../../../renderer/state/app-store.ts';
import type { AppStore } from '../../../renderer/state/client-state.ts';
import { createFakeBridge } from '../fake-bridge.ts';
import { fakeVideo } from '../fake-library.ts';

const hard = 'A & B "½" <b> é 你好';
const line = (text: string): RowCells => ({ excerpt: { text, isWhole: true } });
const stores: AppStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.stop();
});

/** `isLate` = the list is never told that it changed. */
async function started(videos: readonly LibraryRow[], isLate = false) {
  const bridge = createFakeBridge({ library: { videos } });
  const on: Bridge['on'] = (name, take) => (isLate && name === 'library.changed' ? () => {} : bridge.on(name, take));
  const store = createAppStore({ ...bridge, on });
  stores.push(store);
  const { library } = store;
  await vi.waitFor(() => expect(store.getState().app).not.toBeNull());
  await vi.waitFor(() => expect(store.getState().settings).not.toBeNull());
  await store.changeSettings({ libraryColumns: ['description', 'excerpt', 'status'] });
  library.show(true);
  await vi.waitFor(() => expect(library.getState().videos?.total).toBe(videos.length));
  const inputs = (wanted: string) => bridge.calls.filter(({ name }) => name === wanted).map(({ input }) => input[0]);
  const said = (): string | null => {
    const news = store.getState().notice?.news;
    return news?.kind === 'message' ? worded(news.message) : null;
  };
  return { store, library, inputs, said };
}

test('rows are asked for the chosen columns, cards for none', async () => {
  const { store, inputs } = await started([fakeVideo(1)]);
  const columns = () => (inputs('library.page').at(-1) as { columns?: unknown }).columns;
  expect(columns()).toEqual(['description', 'excerpt', 'status']);
  await store.changeSettings({ libraryView: 'grid' });
  await vi.waitFor(() => expect(columns()).toBeUndefined());
  await store.changeSettings({ libraryView: 'list', libraryColumns: ['tags'] });
  await vi.waitFor(() => expect(columns()).toEqual(['tags']));
});

test('the topmost selected video gives its value to the others that may be changed and have another one', async () => {
  const { store, library, inputs, said } = await started([
    fakeVideo(1, { cells: line('Not selected') }),
    fakeVideo(2, { cells: line(hard) }),
    fakeVideo(3, { cells: line('Another') }),
    fakeVideo(4, { cells: line('Of others'), canEdit: false }),
    fakeVideo(5, { cells: line(hard) }),
    fakeVideo(6, { cells: { excerpt: { text: 'The beginning', isWhole: false } } }),
    fakeVideo(7, { cells: {} }),
  ]);
  library.typeIn('excerpt');
  library.click(6, 'only');
  library.click(1, 'extend');
  await store.fillDownVideos();
  expect(inputs('library.describeMany')).toEqual([
    {
      accountId: library.getState().accountId,
      texts: [
        { videoId: 3, draft: { excerpt: hard }, seen: { excerpt: 'Another' } },
        // What was not in sight as a whole, or not known, is not said to have been seen.
        { videoId: 6, draft: { excerpt: hard } },
        { videoId: 7, draft: { excerpt: hard } },
      ],
    },
  ]);
  expect(said()).toBe('Excerpt: 3 rows changed.');
});

test('with the visibility goes the date of what is scheduled, and of nothing else', async () => {
  const publishAt = { at: 9, zone: { name: null, offsetMinutes: 0 } };
  const { store, library, inputs } = await started([
    fakeVideo(1, { status: 'future', cells: { status: 'future', publishAt } }),
    fakeVideo(2, { cells: { status: 'publish', publishAt } }),
    fakeVideo(3, { cells: { status: 'draft', publishAt } }),
  ]);
  library.typeIn('status');
  library.selectAll();
  await vi.waitFor(() => expect(library.getState().selected.size).toBe(3));
  await store.fillDownVideos();
  library.click(1, 'only');
  library.click(2, 'toggle');
  await store.fillDownVideos();
  expect(inputs('library.describeMany')).toMatchObject([
    {
      texts: [
        { videoId: 2, draft: { status: 'future', publishAt: 9 }, seen: { status: 'publish' } },
        { videoId: 3, draft: { status: 'future', publishAt: 9 } },
      ],
    },
    { texts: [{ videoId: 3, draft: { status: 'publish', publishAt: null }, seen: { status: 'draft' } }] },
  ]);
});

test('nothing is filled without a column, without several rows, or from a text that is not known word for word', async () => {
  const { store, library, inputs, said } = await started([
    fakeVideo(1, { cells: { excerpt: { text: 'The beginning', isWhole: false } } }),
    fakeVideo(2, { cells: line('Another') }),
  ]);
  library.click(0, 'only');
  await store.fillDownVideos();
  expect(said()).toMatch(/^Type in the description, excerpt or visibility column first/);
  library.typeIn('excerpt');
  await store.fillDownVideos();
  expect(said()).toMatch(/^Select the rows first/);
  library.click(1, 'toggle');
  await store.fillDownVideos();
  expect(said()).toMatch(/^Excerpt: the topmost selected row has more than plain words/);
  await store.changeSettings({ libraryColumns: ['description'] });
  await store.fillDownVideos();
  expect(said()).toMatch(/^Type in the description/);
  expect(inputs('library.describeMany')).toEqual([]);
});

test('what was typed a moment before is what goes down, also before the list was told of it', async () => {
  const videos = [fakeVideo(1, { cells: line('Before') }), fakeVideo(2, { cells: line('Another') })];
  const { store, library, inputs } = await started(videos, true);
  library.typeIn('excerpt');
  library.selectAll();
  await vi.waitFor(() => expect(library.getState().selected.size).toBe(2));
  store.drafts.typeInRow(`${library.getState().accountId}/1`, { excerpt: hard }, { excerpt: 'Before' });
  await store.fillDownVideos();
  expect(inputs('library.describe')).toMatchObject([
    { videoId: 1, draft: { excerpt: hard }, seen: { excerpt: 'Before' } },
  ]);
  expect(inputs('library.describeMany')).toMatchObject([{ texts: [{ videoId: 2, draft: { excerpt: hard } }] }]);
});

// Pasted titles in the window's state: whom the lines go to, in which order, and what leaves for main.
import { afterEach, expect, test, vi } from 'vitest';
import type { VideoText } from '../../../preload/contract.ts';
import { emptyDraft } from '../../../preload/fields.ts';
import { finish } from '../../../renderer/model/steps.ts';
import { replaceSteps, titleSteps } from '../../../renderer/model/title-plan.ts';
import { createAppStore } from '../../../renderer/state/app-store.ts';
import type { AppStore } from '../../../renderer/state/client-state.ts';
import { keyOfVideo } from '../../../renderer/state/drafts.ts';
import { createFakeBridge, type FakeJob, fakeRow } from '../fake-bridge.ts';
import { fakeVideo } from '../fake-library.ts';

const stores: AppStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.stop();
});

async function started(options: Parameters<typeof createFakeBridge>[0]) {
  const bridge = createFakeBridge(options);
  const store = createAppStore(bridge);
  stores.push(store);
  await vi.waitFor(() => expect(store.getState().app).not.toBeNull());
  const asked = (name: string) => bridge.calls.filter((call) => call.name === name).map((call) => call.input[0]);
  return { bridge, store, asked };
}

const jobs = (count: number): FakeJob[] =>
  Array.from({ length: count }, (_, at) => ({ row: fakeRow(at, { title: '' }), draft: emptyDraft, pending: false }));

async function uploads(count: number) {
  const on = await started({ jobs: jobs(count) });
  await vi.waitFor(() => expect(on.store.getState().queue?.rows.length).toBe(Math.min(200, count)));
  return on;
}

test('from the row with the keyboard on down, as many as there are lines, also behind what is in sight', async () => {
  const { store } = await uploads(500);
  store.click(195, 'only');
  expect(store.severalSelected('uploads')).toBeNull();
  const targets = await store.titleTargets('uploads', 10);
  expect(targets.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, at) => fakeRow(195 + at).id));
  store.click(498, 'only');
  expect(await store.titleTargets('uploads', 10)).toHaveLength(2);
});

test('where several are selected these alone, in the order of the list and not of the clicks', async () => {
  const { store } = await uploads(500);
  store.click(3, 'only');
  store.click(199, 'toggle');
  store.click(1, 'toggle');
  expect(store.severalSelected('uploads')).toBe(3);
  const ids = async () => (await store.titleTargets('uploads', 10)).map(({ id }) => id);
  expect(await ids()).toEqual([1, 3, 199].map((at) => fakeRow(at).id));
  // The window is elsewhere by now.
  store.reveal(400, 420);
  await vi.waitFor(() => expect(store.getState().queue?.offset).toBeGreaterThan(199));
  expect(await ids()).toEqual([1, 3, 199].map((at) => fakeRow(at).id));
  expect(await store.allTitleTargets('uploads')).toHaveLength(3);
  store.selectAll();
  expect(await store.allTitleTargets('uploads')).toHaveLength(500);
  expect(store.severalSelected('uploads')).toBe(500);
  expect((await store.titleTargets('uploads', 3)).map(({ id }) => id)).toEqual([0, 1, 2].map((at) => fakeRow(at).id));
});

test('titles of clips are as they are now, also far out of sight and off the filter that they were selected under', async () => {
  const { store, bridge } = await uploads(500);
  store.setFilter('waiting');
  await vi.waitFor(() => expect(store.getState().queue?.total).toBe(500));
  store.click(100, 'only');
  store.click(449, 'extend');
  await vi.waitFor(() => expect(store.severalSelected('uploads')).toBe(350));
  store.setBulk({ draft: {}, titlePattern: 'Trip {n}', terms: {} });
  await store.applyBulk();
  bridge.change(fakeRow(300).id, { kind: 'done', videoId: 1, finishedAt: 1 });
  const now = await store.allTitleTargets('uploads');
  expect(now.map(({ id, title }) => [id, title])).toEqual(
    Array.from({ length: 350 }, (_, at) => [fakeRow(100 + at).id, `Trip ${at + 1}`]),
  );
  // What is told of the selection is as new.
  const { selection } = store.getState();
  const rows = selection.kind === 'some' ? [...selection.rows.values()] : [];
  expect(rows.filter(({ state }) => state.kind === 'done').map(({ id }) => id)).toEqual([fakeRow(300).id]);
});

test('a second change of the same videos starts from what the first one left on the site, also far out of sight', async () => {
  const videos = Array.from({ length: 300 }, (_, at) => fakeVideo(at + 1, { title: `Trip 2025 ${at}` }));
  const { bridge, store } = await started({ library: { videos } });
  store.show('library');
  const { library } = store;
  await vi.waitFor(() => expect(library.getState().videos).not.toBeNull());
  library.selectAll();
  await vi.waitFor(() => expect(library.getState().selected.size).toBe(300));
  const replace = async (find: string, by: string) => {
    const targets = await store.allTitleTargets('library');
    const { each } = finish(replaceSteps(targets, { find, by, isCaseKept: true }, ({ title }) => title));
    await store.applyTitles('library', each);
    library.refresh();
    const parts = bridge.calls.filter(({ name }) => name === 'library.handOver' || name === 'library.describeMany');
    return parts.flatMap(({ input }) => (input[0] as { texts: VideoText[] }).texts).slice(-300);
  };
  expect(await replace('2025', '2026')).toHaveLength(300);
  const second = await replace('Trip', 'Voyage');
  expect(second.map(({ videoId, draft, seen }) => [videoId, draft.title, seen?.title])).toEqual(
    videos.map(({ id }, at) => [id, `Voyage 2026 ${at}`, `Trip 2026 ${at}`]),
  );
});

test('what changes goes to main as one change, and is told', async () => {
  const { store, asked } = await uploads(3);
  store.click(0, 'only');
  const targets = await store.titleTargets('uploads', 3);
  const { each } = finish(titleSteps([['One'], [''], ['Three', 'About']], ['title', 'description'], targets));
  expect(await store.applyTitles('uploads', each)).toBe(true);
  expect(asked('job.describeMany')).toEqual([
    {
      target: { ids: [fakeRow(0).id, fakeRow(2).id] },
      change: {
        draft: {},
        titlePattern: null,
        terms: {},
        each: [{ title: 'One' }, { title: 'Three', description: 'About' }],
      },
    },
  ]);
  expect(store.getState().notice).toMatchObject({ tone: 'plain', news: { message: { id: 'titles.applied' } } });
  expect(store.getState().typedElsewhere).toBe(1);
});

test('titles for very many go to main in parts, are one change and are told once', async () => {
  const { store, bridge, asked } = await uploads(600);
  store.click(0, 'only');
  const targets = await store.titleTargets('uploads', 600);
  const { each } = finish(
    titleSteps(
      targets.map((_, at) => [`Title ${at}`]),
      ['title'],
      targets,
    ),
  );
  expect(await store.applyTitles('uploads', each)).toBe(true);
  expect(bridge.jobs.map(({ draft }) => draft.title)).toEqual(targets.map((_, at) => `Title ${at}`));
  expect(asked('job.handOver')).toMatchObject([{ after: 0 }, { after: 250 }]);
  expect(asked('job.describeMany')).toMatchObject([{ after: 500, change: { each: { length: 100 } } }]);
  expect(store.getState().notice?.news).toMatchObject({ message: { id: 'titles.applied', values: { rows: 600 } } });
});

test('titles for very many videos go to main in parts, too', async () => {
  const videos = Array.from({ length: 600 }, (_, at) => fakeVideo(at + 1));
  const { store, asked } = await started({ library: { videos } });
  store.show('library');
  await vi.waitFor(() => expect(store.library.getState().videos).not.toBeNull());
  store.library.click(0, 'only');
  const targets = await store.titleTargets('library', 600);
  const lines = targets.map((_, at) => [`Title ${at}`]);
  await store.applyTitles('library', finish(titleSteps(lines, ['title'], targets)).each);
  const parts = [...asked('library.handOver'), ...asked('library.describeMany')] as {
    after: number;
    texts: VideoText[];
  }[];
  expect(parts.map(({ after, texts }) => [after, texts.length])).toEqual([
    [0, 250],
    [250, 250],
    [500, 100],
  ]);
  expect(parts.flatMap(({ texts }) => texts.map(({ draft }) => draft.title))).toEqual(lines.flat());
});

test('videos that take no title are passed over, and what was seen goes with what is typed', async () => {
  const videos = [
    fakeVideo(1),
    fakeVideo(2, { status: 'trash' }),
    fakeVideo(3, { canEdit: false }),
    fakeVideo(4, { titleThere: null }),
    fakeVideo(5),
  ];
  const { store, asked } = await started({ library: { videos } });
  store.show('library');
  const { library } = store;
  await vi.waitFor(() => expect(library.getState().videos).not.toBeNull());
  library.setFilters({ status: 'all' });
  await vi.waitFor(() => expect(library.getState().videos?.rows).toHaveLength(4));
  library.click(0, 'only');
  const targets = await store.titleTargets('library', 2);
  expect(targets.map(({ id }) => id)).toEqual([1, 4]);
  await store.applyTitles('library', finish(titleSteps([['One'], ['Four']], ['title'], targets)).each);
  expect(asked('library.describeMany')).toEqual([
    {
      accountId: 'account-1',
      texts: [
        { videoId: 1, draft: { title: 'One' }, seen: { title: 'Video 1' } },
        { videoId: 4, draft: { title: 'Four' } },
      ],
    },
  ]);
  const all = await store.allTitleTargets('library');
  expect(all.map(({ id, isTitleKnown }) => [id, isTitleKnown])).toEqual([
    [1, true],
    [4, false],
    [5, true],
  ]);
  library.click(1, 'only');
  store.pasteTitles('library', 'Not for this one');
  expect(store.getState().manyTitles).toBeNull();
  expect(store.getState().notice).toMatchObject({ tone: 'info', news: { message: { id: 'titles.read-only' } } });
  library.selectAll();
  await vi.waitFor(() => expect(library.getState().selected.size).toBe(4));
  expect(store.severalSelected('library')).toBe(3);
  expect((await store.titleTargets('library', 9)).map(({ id }) => id)).toEqual([1, 4, 5]);
});

test('a title that is typed in a row leaves at once, with what was seen there', async () => {
  const { store, asked } = await started({ jobs: jobs(1), library: { videos: [fakeVideo(1)] } });
  store.drafts.typeInRow(fakeRow(0).id, { title: 'Typed' });
  store.drafts.typeInRow(keyOfVideo('account-1', 1), { title: 'Typed, too' }, { title: 'Video 1' });
  await vi.waitFor(() => expect(asked('library.describe')).toHaveLength(1));
  expect(asked('job.describe')).toEqual([{ jobId: fakeRow(0).id, draft: { title: 'Typed' } }]);
  expect(asked('library.describe')).toEqual([
    { accountId: 'account-1', videoId: 1, draft: { title: 'Typed, too' }, seen: { title: 'Video 1' } },
  ]);
  // What is typed in the form afterwards was seen there.
  store.drafts.type(keyOfVideo('account-1', 1), { title: 'In the form' });
  store.drafts.flush();
  await vi.waitFor(() => expect(asked('library.describe')).toHaveLength(2));
  expect(asked('library.describe').at(-1)).not.toHaveProperty('seen');
});

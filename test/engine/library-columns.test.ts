// Columns of the Library through the whole engine: what the site has and what was typed is told of each row, and what is typed over is known.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LibraryRow, RowColumn } from '../../preload/contract.ts';
import { rowColumns } from '../../preload/row-columns.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { api } from '../site/test-client.ts';
import { type Engine, startEngine } from './engine.ts';

/** What the platform takes tags out of. */
const name = 'A & B "½" é 你好';
const hard = 'A & B "½" <b> é 你好';

let site: PracticeSite;
let engine: Engine;
let accountId: string;
beforeEach(async () => {
  site = await startPracticeSite();
  engine = await startEngine();
  accountId = await engine.connect(site);
});
afterEach(async () => {
  await engine.stop();
  await site.stop();
});

/** A sentence is sent once typing has settled. */
const soon = (check: () => Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 30_000, interval: 50 });

async function rows(columns: readonly RowColumn[] | undefined, author: 'me' | 'all' = 'me') {
  const query = { accountId, search: '', status: 'all', author, terms: {}, sort: 'oldest' } as const;
  const page = { query, offset: 0, limit: 100, ...(columns === undefined ? {} : { columns }) };
  const found = await engine.uploader.handlers['library.page'](page);
  return found.rows.filter((row): row is LibraryRow => row !== null);
}

/** How many requests named this. */
async function asked(what: string): Promise<number> {
  return (await site.state()).requests.filter(({ path }) => decodeURIComponent(path).includes(what)).length;
}

/** Two videos: one with everything, and one with as little as a site has. */
async function twoVideos() {
  const [tag = 0, other = 0] = await site.addTerms('video_tag', [name, 'Sea']);
  const ids = await site.addVideos([
    { title: 'One', content: 'First\nsecond', excerpt: 'A &amp; B', dateGmt: '2026-01-01T10:00:00' },
    { title: 'Two', status: 'draft', dateGmt: '2026-01-02T10:00:00' },
  ]);
  const [one = 0, two = 0] = ids;
  await api(site, 'ava', 'POST', `wp/v2/video/${one}`, { json: { video_tag: [tag, other], comment_status: 'closed' } });
  return { one, two, tag };
}

test('rows tell what the site has: nothing of it is asked for before it is wanted, and names are asked for once', async () => {
  await twoVideos();
  expect((await rows(undefined)).map(({ cells }) => cells)).toEqual([undefined, undefined]);
  expect(await asked('content.raw')).toBe(0);
  // The rows that are there already stay, and are told again with what they lack.
  await soon(async () => {
    const [first, second] = (await rows(rowColumns)).map(({ cells }) => cells);
    expect(first).toMatchObject({
      description: { text: 'First second', isWhole: false },
      excerpt: { text: 'A & B', isWhole: true },
      status: 'publish',
      tags: { names: [name, 'Sea'], others: 0 },
      commentsOpen: false,
    });
    expect(second).toMatchObject({ description: { text: '', isWhole: true }, status: 'draft', tags: { names: [] } });
  });
  await rows(rowColumns);
  expect(await asked('/video_tag?')).toBe(1);
});

test('a site that is away takes no rows, and what is not known yet is not told as nothing', async () => {
  await twoVideos();
  await rows(undefined);
  await site.switches({ maintenance: true });
  const told = await rows(['description', 'tags', 'status']);
  expect(told.map(({ title, cells }) => [title, cells])).toEqual([
    ['One', { status: 'publish', publishAt: expect.anything() }],
    ['Two', { status: 'draft', publishAt: expect.anything() }],
  ]);
  await site.switches({ maintenance: false });
  await engine.uploader.handlers['library.refresh'](accountId);
  await soon(async () => {
    expect((await rows(['description'])).map(({ cells }) => cells?.description?.text)).toEqual(['First second', '']);
  });
});

test('what is typed in a row is told at once, is on the site soon, and a text that somebody wrote meanwhile is asked about', async () => {
  const { one, two } = await twoVideos();
  await rows(rowColumns);
  const excerpts = async () => (await rows(['excerpt'])).map(({ cells }) => cells?.excerpt?.text);
  await soon(async () => expect(await excerpts()).toEqual(['A & B', '']));
  await api(site, 'ava', 'POST', `wp/v2/video/${two}`, { json: { excerpt: 'By hand' } });
  const texts = [
    { videoId: one, draft: { excerpt: hard }, seen: { excerpt: 'A & B' } },
    { videoId: two, draft: { excerpt: 'Mine' }, seen: { excerpt: '' } },
  ];
  await engine.uploader.handlers['library.describeMany']({ accountId, texts });
  expect(await excerpts()).toEqual([hard, 'Mine']);
  await soon(async () => expect((await rows(['excerpt']))[0]?.pending).toBe(false));
  expect(await excerpts()).toEqual([hard, 'Mine']);
  await soon(async () => {
    const details = await engine.uploader.handlers['library.watch']({ accountId, videoId: two });
    expect(details?.edit).toMatchObject({
      kind: 'changed-on-site',
      conflicts: [{ field: 'excerpt', mine: 'Mine', theirs: 'By hand' }],
    });
  });
});

test('videos of others that are only read tell what is printed, and no word of it is taken for what was typed', async () => {
  await site.addVideos([{ title: 'Of Eve', author: 'eve', content: 'Printed' }]);
  await soon(async () => {
    const [row] = await rows(['description'], 'all');
    expect([row?.canEdit, row?.cells?.description]).toEqual([false, { text: 'Printed', isWhole: false }]);
  });
  expect(await asked('content.rendered')).toBeGreaterThan(0);
});

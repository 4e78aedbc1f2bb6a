// The library on the whole engine against the practice site: lists, edits, trash, restore, delete, posts, pictures.
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemRandom } from '../../main/adapters/random.ts';
import { pictureType } from '../../main/library/poster-cache.ts';
import type { Site } from '../../main/model.ts';
import type { SiteCalls } from '../../main/site/client/client.ts';
import { downloadPicture } from '../../main/site/content/pictures.ts';
import type { LibraryAct, LibraryDetails, LibraryQuery, LibraryRow } from '../../preload/contract.ts';
import { schemas } from '../../preload/schemas.ts';
import { editWords } from '../../renderer/text/library.ts';
import { shapes } from '../site/shapes.ts';
import { type NewVideo, type PracticeSite, startPracticeSite } from '../site/start.ts';
import { api, filmBytes } from '../site/test-client.ts';
import { moved } from './batches.ts';
import { clipFolder, type Engine, fastClock, fixture, memorySecrets, startEngine } from './engine.ts';

let site: PracticeSite;
let engine: Engine;
let accountId: string;

beforeAll(async () => {
  site = await startPracticeSite({ ownProcess: true });
});
afterAll(() => site.stop());
beforeEach(async () => {
  await site.switches({});
  await site.reset();
  engine = await startEngine();
  accountId = await engine.connect(site);
});
afterEach(() => engine.stop());

const everything = { search: '', status: 'all', author: 'me', terms: {}, sort: 'newest' } as const;

function page(query: Partial<LibraryQuery> = {}, offset = 0, limit = 100) {
  return engine.uploader.handlers['library.page']({ query: { accountId, ...everything, ...query }, offset, limit });
}
const titles = async (query: Partial<LibraryQuery> = {}): Promise<(string | null)[]> =>
  (await page(query)).rows.map((row) => row?.title ?? null);

async function video(over: Partial<NewVideo> = {}): Promise<number> {
  const [id] = await site.addVideos([{ title: 'My clip', status: 'publish', ...over }]);
  return id ?? 0;
}

const refresh = () => engine.uploader.handlers['library.refresh'](accountId);
const act = (what: LibraryAct, ...ids: number[]) => moved(engine, accountId, what, ids);
const onSite = async (id: number) => (await site.state()).videos.find((one) => one.id === id);

/** Names the video and resolves with its details as soon as they fit; every event is a change. */
async function details(
  videoId: number,
  fits: (details: LibraryDetails) => boolean,
  from: Engine = engine,
  by: string = accountId,
): Promise<LibraryDetails> {
  return new Promise((resolve, reject) => {
    let last: LibraryDetails | null = null;
    const take = (one: LibraryDetails | null): void => {
      last = one ?? last;
      if (!one || !fits(one)) return;
      clearTimeout(timer);
      end();
      resolve(one);
    };
    const end = from.uploader.on('library.details', take);
    const timer = setTimeout(() => {
      end();
      reject(new Error(`still ${JSON.stringify(last)}`));
    }, 15_000);
    from.uploader.handlers['library.watch']({ accountId: by, videoId }).then(take, reject);
  });
}

describe('lists', () => {
  test('shows what this account has, in every status but the trash, with rights, dates and links', async () => {
    await site.addVideos([
      { title: 'A &amp; B', dateGmt: '2026-01-01T10:00:00' },
      { title: 'Hidden away', status: 'private', dateGmt: '2026-01-02T10:00:00' },
      { title: 'In work', status: 'encoding', dateGmt: '2026-01-03T10:00:00' },
      { title: 'Thrown', status: 'trash' },
      { title: 'Not mine', author: 'admin' },
    ]);
    const found = await page();
    expect(found).toMatchObject({ total: 3, complete: true, failure: null, offset: 0 });
    expect(found.rows.map((row) => [row?.title, row?.status])).toEqual([
      ['In work', 'encoding'],
      ['Hidden away', 'private'],
      ['A & B', 'publish'],
    ]);
    expect(found.rows[2]).toMatchObject({
      date: Date.UTC(2026, 0, 1, 10),
      canEdit: true,
      canDelete: true,
      fromHere: false,
      poster: null,
      pending: false,
    } satisfies Partial<LibraryRow>);
  });

  test('searches, filters by status, category and author, and sorts', async () => {
    const [first = 0] = await site.addVideos([
      { title: 'Blue harbour', dateGmt: '2026-01-01T10:00:00' },
      { title: 'Amber quay', dateGmt: '2026-01-02T10:00:00' },
      { title: 'Thrown', status: 'trash' },
      { title: 'Of others', author: 'admin', dateGmt: '2025-01-02T10:00:00' },
    ]);
    expect(await titles({ search: 'harbour' })).toEqual(['Blue harbour']);
    expect(await titles({ status: 'trash' })).toEqual(['Thrown']);
    expect(await titles({ sort: 'title' })).toEqual(['Amber quay', 'Blue harbour']);
    expect(await titles({ sort: 'oldest' })).toEqual(['Blue harbour', 'Amber quay']);
    expect(await titles({ author: 'all' })).toEqual(['Amber quay', 'Blue harbour', 'Of others']);
    const foreign = (await page({ author: 'all' })).rows[2];
    expect(foreign).toMatchObject({ canEdit: false, canDelete: false });

    const filters = await engine.uploader.handlers['library.filters'](accountId);
    expect(filters.statuses.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['publish', 'trash', 'unlist', 'encoding']),
    );
    expect(filters.statuses.find(({ name }) => name === 'publish')?.count).toBe(2);
    expect(filters.statuses.some(({ name }) => /auto-draft|inherit|request|any/.test(name))).toBe(false);
    expect(filters.taxonomies?.map(({ restBase }) => restBase)).toEqual(['video_category', 'video_tag']);
    await api(site, 'admin', 'POST', `wp/v2/video/${first}`, { json: { video_category: [2] } });
    expect(await titles({ terms: { video_category: [2] } })).toEqual(['Blue harbour']);
  });

  test('narrows by days of the site’s own clock, both ends included', async () => {
    // An hour ahead of UTC in winter.
    const moments = ['2026-01-01T22:59:59', '2026-01-01T23:00:00', '2026-01-03T22:59:59', '2026-01-03T23:00:00'];
    await site.addVideos(moments.map((dateGmt) => ({ title: dateGmt, dateGmt })));
    const within = (from: string | null, to: string | null) => titles({ days: { from, to }, sort: 'oldest' });
    expect(await within('2026-01-02', '2026-01-03')).toEqual(moments.slice(1, 3));
    expect(await within('2026-01-03', null)).toEqual(moments.slice(2));
    expect(await within(null, '2026-01-01')).toEqual(moments.slice(0, 1));
  });

  test('finds what lacks a description, an excerpt, a picture or terms in its whole list, and a video leaves it once it has them', {
    tags: 'proof',
  }, async () => {
    await site.addVideos(
      Array.from({ length: 250 }, (_, at) => ({ title: `Filler ${at}`, content: 'Words', excerpt: 'Short' })),
    );
    const [bare = 0, worded = 0] = await site.addVideos([
      { title: 'Bare', dateGmt: '2020-01-01T10:00:00' },
      { title: 'Worded', content: '<p>Sea</p>', excerpt: 'Sea', dateGmt: '2020-01-02T10:00:00' },
    ]);
    await site.editVideo(worded, { terms: { video_tag: [(await site.addTerms('video_tag', ['night']))[0] ?? 0] } });
    const found = async (without: LibraryQuery['without'] & string): Promise<readonly (string | null)[]> => {
      for (;;) {
        const { rows, lookedThrough, total } = await page({ without });
        expect(Math.min(total, 100)).toBe(rows.length);
        if (lookedThrough === undefined) return rows.map((row) => row?.title ?? null);
        expect(lookedThrough.of).toBe(252);
        await new Promise<void>((resolve) => {
          const end = engine.uploader.on('library.changed', () => {
            end();
            resolve();
          });
        });
      }
    };
    expect(await found('description')).toEqual(['Bare']);
    expect(await found('excerpt')).toEqual(['Bare']);
    const untagged = await page({ without: 'terms:video_tag' });
    expect(untagged.rows).toHaveLength(100);
    expect((await found('poster')).length).toBe(100);

    await engine.uploader.handlers['library.describe']({ accountId, videoId: bare, draft: { description: 'Waves' } });
    await vi.waitFor(async () => expect((await onSite(bare))?.content).toBe('Waves'), { timeout: 10_000 });
    await vi.waitFor(async () => expect((await page({ without: 'description' })).rows).toEqual([]));
    expect((await page({ without: 'excerpt' })).rows).toMatchObject([{ id: bare }]);

    // What lacks it again by a change that was made here, or comes back from the trash, is found again.
    await engine.uploader.handlers['library.describe']({ accountId, videoId: bare, draft: { description: '' } });
    await vi.waitFor(async () => expect((await onSite(bare))?.content).toBe(''), { timeout: 10_000 });
    await vi.waitFor(async () => expect(await found('description')).toEqual(['Bare']), { timeout: 10_000 });
  });

  test.each(shapes)('narrows by every taxonomy at once, in the shape of $taxonomies', async (shape) => {
    const { tree, flat, treeName, flatName } = shape;
    await site.switches({ taxonomies: shape.taxonomies, shows: true });
    await refresh();
    const { taxonomies } = await engine.uploader.handlers['library.filters'](accountId);
    expect(taxonomies).toEqual([
      { restBase: tree, name: treeName, hierarchical: true },
      { restBase: flat, name: flatName, hierarchical: false },
      { restBase: 'shows', name: 'Shows', hierarchical: true },
    ]);
    const [sea = 0, land = 0] = await site.addTerms(tree, ['Sea', 'Land']);
    const [coast = 0] = await site.addTerms(tree, [{ name: 'Coast', parent: sea }]);
    const [cove = 0] = await site.addTerms(tree, [{ name: 'Cove', parent: coast }]);
    const [night = 0, day = 0] = await site.addTerms(flat, ['by night', 'by day']);
    const [weekly = 0] = await site.addTerms('shows', ['Weekly']);
    const give = async (title: string, terms: Record<string, readonly number[]>) => {
      await site.editVideo(await video({ title }), { terms });
    };
    await give('1 cove', { [tree]: [cove], [flat]: [night] });
    await give('2 land', { [tree]: [land], [flat]: [night, day] });
    await give('3 sea', { [tree]: [sea], shows: [weekly] });
    await give('4 none', {});
    const fits = (terms: LibraryQuery['terms']) => titles({ terms, sort: 'title' });
    expect(await fits({ [tree]: [sea] })).toEqual(['1 cove', '3 sea']);
    expect(await fits({ [tree]: [sea, land] })).toEqual(['1 cove', '2 land', '3 sea']);
    expect(await fits({ [flat]: [day, night] })).toEqual(['1 cove', '2 land']);
    expect(await fits({ [tree]: [sea], [flat]: [night] })).toEqual(['1 cove']);
    expect(await fits({ [tree]: [sea], shows: [weekly] })).toEqual(['3 sea']);
    expect(await fits({ shows: [weekly], [flat]: [night] })).toEqual([]);
    expect(await fits({ [flat]: [] })).toHaveLength(4);
  });

  test('a name that may not stand in an address reaches none, and what is not known is not asked for', async () => {
    await video();
    const hostile = ['status', '../users', 'a&status', '_method', '__proto__', 'gone'];
    const seen = (await site.state()).requests.length;
    for (const name of hostile) expect(await titles({ terms: JSON.parse(`{"${name}":[1]}`) })).toEqual(['My clip']);
    const asked = (await site.state()).requests.slice(seen).map(({ path }) => new URL(path, site.url));
    expect(
      asked.filter(({ pathname }) => !/\/wp\/v2\/(video|posts|taxonomies|types\/video|users\/me)$/.test(pathname)),
    ).toEqual([]);
    const values = asked.flatMap(({ searchParams }) => [...searchParams].map(([name, value]) => `${name}=${value}`));
    expect(values.filter((one) => /^(status|_method|__proto__|gone|.*users|a.status)=1$/.test(one))).toEqual([]);
    expect(asked.length).toBeGreaterThanOrEqual(hostile.length);
    expect(
      schemas['library.page'].safeParse([
        { query: { accountId, ...everything, terms: { 'a/b': [1] } }, offset: 0, limit: 1 },
      ]).success,
    ).toBe(false);
    const search = { accountId, search: '', page: 1 };
    for (const taxonomy of ['..', '../users', 'a/b', 'a?b', '']) {
      expect(schemas['terms.search'].safeParse([{ ...search, taxonomy }]).success).toBe(false);
    }
    expect(schemas['terms.search'].safeParse([{ ...search, taxonomy: 'video_tag' }]).success).toBe(true);
  });

  test('says that the taxonomies cannot be loaded, apart from that there are none, and asks again', async () => {
    const shown = async () => (await engine.uploader.handlers['library.filters'](accountId)).taxonomies;
    const route = '^GET /wp/v2/taxonomies';
    await site.switches({ failWith: { route, times: 1, status: 500 } });
    expect(await shown()).toBeNull();
    expect(await shown()).toHaveLength(2);
    await site.switches({ failWith: { route, status: 200, body: [] } });
    await refresh();
    expect(await shown()).toEqual([]);
  });

  test('ten thousand videos cost the pages that are looked at', { tags: 'proof' }, async () => {
    await site.addVideos(
      Array.from({ length: 10_000 }, (_, at) => ({
        title: `Clip ${at}`,
        dateGmt: new Date(Date.UTC(2020, 0, 1) + at * 60_000).toISOString().slice(0, 19),
      })),
    );
    const before = (await site.state()).requests.length;
    const top = await page();
    expect([top.total, top.rows.length, top.rows[0]?.title]).toEqual([10_000, 100, 'Clip 9999']);
    const deep = await page({}, 7_950, 200);
    expect(deep.complete).toBe(true);
    expect(deep.rows.map((row) => row?.title)).toEqual(Array.from({ length: 200 }, (_, at) => `Clip ${2_049 - at}`));
    const end = await page({}, 9_999, 100);
    expect(end.rows.map((row) => row?.title)).toEqual(['Clip 0']);
    expect((await site.state()).requests.length - before).toBeLessThan(20);
  });

  test('items that are counted and not shown leave no holes', async () => {
    await site.addVideos(
      Array.from({ length: 250 }, (_, at) => ({
        title: `Clip ${at}`,
        status: at % 3 === 0 ? 'draft' : 'publish',
        author: at % 3 === 0 ? 'admin' : 'ava',
        dateGmt: new Date(Date.UTC(2020, 0, 1) + at * 60_000).toISOString().slice(0, 19),
      })),
    );
    const found = await page({ author: 'all' }, 0, 200);
    expect(found.rows).not.toContain(null);
    expect(new Set(found.rows.map((row) => row?.id)).size).toBe(found.rows.length);
    expect([found.total, found.rows.length]).toEqual([166, 166]);
  });

  test('without a connection it shows what was seen, and says so', async () => {
    await video();
    await page();
    await site.kill();
    await refresh();
    expect((await page()).rows.map((row) => row?.title)).toEqual(['My clip']);
    const search = await page({ search: 'anything' });
    expect(search).toMatchObject({ total: 0, complete: false, failure: { problem: 'offline' } });
    await site.restart();
    expect(await page({ search: 'clip' })).toMatchObject({ total: 1, failure: null });
  });

  test('a secret that the site no longer takes asks for a sign-in', async () => {
    await site.revoke('ava');
    expect((await page()).failure).toMatchObject({ problem: 'sign-in' });
    const [view] = (await engine.uploader.handlers['app.state']()).sites;
    expect(view?.accounts[0]?.signedIn).toBe(false);
  });

  test('marks what was sent from here, and tells its file', async () => {
    const [job] = await engine.add(accountId, fixture('Tide pools.mp4'));
    await engine.settled();
    const [row] = (await page()).rows;
    expect(row).toMatchObject({ fromHere: true, title: 'Tide pools', jobId: job?.id, poster: null });
    const full = await details(row?.id ?? 0, (one) => one.file !== null && one.author !== null);
    expect(full.file?.name).toMatch(/Tide-pools\.mp4$/);
    expect(full.file?.bytes).toBeGreaterThan(1_000);
    expect(full.author).not.toBe('');
    expect(full.row.jobId).toBe(job?.id);
  });

  test('counts anew what a clip that arrives, an edit and the trash change, and asks for nothing in between', async () => {
    const counts = async () => {
      const { statuses } = await engine.uploader.handlers['library.filters'](accountId);
      return Object.fromEntries(statuses.map(({ name, count }) => [name, count]));
    };
    expect(await counts()).toMatchObject({ pending: 0, private: 0, trash: 0 });
    const before = (await site.state()).requests.length;
    await counts();
    expect((await site.state()).requests).toHaveLength(before);
    await engine.add(accountId, fixture('Tide pools.mp4'));
    await engine.settled();
    expect(await counts()).toMatchObject({ pending: 1, private: 0, trash: 0 });
    const id = (await page()).rows[0]?.id ?? 0;
    await details(id, (one) => one.video !== null);
    await engine.uploader.handlers['library.describe']({ accountId, videoId: id, draft: { status: 'private' } });
    await details(id, (one) => one.edit.kind === 'none' && one.video?.status === 'private');
    expect(await counts()).toMatchObject({ pending: 0, private: 1, trash: 0 });
    await act('trash', id);
    expect(await counts()).toMatchObject({ pending: 0, private: 0, trash: 1 });
  });

  test('knows the clip of what was sent from here, also once it is off the list, and no other’s', async () => {
    const [film] = await engine.add(accountId, fixture('Studio loop.webm'));
    await engine.settled();
    await video({ title: 'By hand' });
    const clips = async () => (await page()).rows.map((row) => [row?.title, row?.fromHere, row?.jobId]);
    const known = [
      ['By hand', false, null],
      ['Studio loop', true, film?.id],
    ];
    expect(await clips()).toEqual(expect.arrayContaining(known));
    await engine.uploader.handlers['queue.act']({ act: 'remove', target: { ids: [film?.id ?? ''] } });
    expect(await engine.rows()).toEqual([]);
    expect(await clips()).toEqual(expect.arrayContaining(known));
    expect(engine.uploader.clip(film?.id ?? '')).toMatchObject({ isSent: true, path: fixture('Studio loop.webm') });
    expect(engine.uploader.clip('nobody')).toBeNull();
  });

  test('tells whether the clip’s file is still what was sent, as often as somebody looks (F-25)', async () => {
    const clips = clipFolder({ 'Harbour.mp4': 'C0001.mp4' });
    const file = clips.file('Harbour.mp4');
    await engine.add(accountId, file);
    await engine.settled();
    const byHand = await video({ title: 'By hand' });
    const sent = (await page()).rows.find((row) => row?.fromHere)?.id ?? 0;
    expect((await details(sent, (one) => one.clipFile !== undefined)).clipFile).toBe('same');
    appendFileSync(file, 'more');
    expect((await details(sent, (one) => one.clipFile !== undefined)).clipFile).toBe('changed');
    rmSync(file);
    expect((await details(sent, (one) => one.clipFile !== undefined)).clipFile).toBe('missing');
    mkdirSync(file);
    expect((await details(sent, (one) => one.clipFile !== undefined)).clipFile).toBe('changed');
    expect((await details(byHand, (one) => one.file !== null || one.author !== null)).clipFile).toBeUndefined();
    clips.remove();
  });
});

describe('edits', () => {
  const describeIt = (
    videoId: number,
    draft: { title?: string; excerpt?: string; description?: string; status?: string },
    at = engine,
  ) => at.uploader.handlers['library.describe']({ accountId, videoId, draft });
  const at = (kind: LibraryDetails['edit']['kind']) => (one: LibraryDetails) => one.edit.kind === kind;

  test('reach the site, compared and as plain text', async () => {
    const id = await video({ status: 'pending' });
    await page();
    await details(id, (one) => one.video !== null);
    await describeIt(id, { title: 'A & B <i>' });
    await describeIt(id, { description: 'Two\nlines', status: 'draft' });
    expect((await page()).rows[0]).toMatchObject({ pending: true, title: 'A & B <i>' });
    const after = await details(id, (one) => one.edit.kind === 'none' && one.video?.title === 'A & B <i>');
    expect(after.video).toMatchObject({ description: 'Two\nlines', status: 'draft' });
    expect(await onSite(id)).toMatchObject({ title: 'A &amp; B &lt;i&gt;', status: 'draft' });
  });

  test('survive a restart without a connection, and go out when it is back', async () => {
    const secrets = memorySecrets();
    const first = await startEngine({ secrets });
    accountId = await first.connect(site);
    const id = await video();
    await first.uploader.handlers['library.page']({ query: { accountId, ...everything }, offset: 0, limit: 10 });
    await details(id, (one) => one.video !== null, first);
    await site.kill();
    await describeIt(id, { title: 'Typed on the train' }, first);
    await first.uploader.stop();

    await site.restart();
    const second = await startEngine({ secrets, profile: first.profile });
    await second.uploader.handlers['library.page']({ query: { accountId, ...everything }, offset: 0, limit: 10 });
    await details(id, (one) => one.edit.kind === 'none' && one.video?.title === 'Typed on the train', second);
    expect((await onSite(id))?.title).toBe('Typed on the train');
    await second.stop();
  });

  test('never overwrite what was changed on the site meanwhile', async () => {
    const id = await video();
    await page();
    await details(id, (one) => one.video !== null);
    await api(site, 'ava', 'POST', `wp/v2/video/${id}`, { json: { title: 'Changed by hand' } });
    await describeIt(id, { title: 'Mine' });
    const fought = await details(id, at('changed-on-site'));
    expect(fought.edit).toMatchObject({ conflicts: [{ field: 'title', mine: 'Mine', theirs: 'Changed by hand' }] });
    expect((await onSite(id))?.title).toBe('Changed by hand');
    await engine.uploader.handlers['library.resolve']({ accountId, videoId: id, mine: ['title'] });
    await details(id, at('none'));
    expect((await onSite(id))?.title).toBe('Mine');
  });

  test('of many videos at once are all there or none, and a title that somebody changed meanwhile is asked about', async () => {
    const hard = 'A & B "½" <b> é 你好';
    const old = 'Old “½” — & title';
    const ids = await site.addVideos([1, 2, 3].map(() => ({ title: old })));
    const [first = 0, second = 0, third = 0] = ids;
    const { rows } = await page();
    expect(rows.map((row) => row?.titleThere)).toEqual([old, old, old]);
    await api(site, 'ava', 'POST', `wp/v2/video/${second}`, { json: { title: 'Changed by hand' } });
    const texts = [
      { videoId: first, draft: { title: hard, description: 'Two\nlines' }, seen: { title: old } },
      { videoId: second, draft: { title: 'Mine' }, seen: { title: old } },
      { videoId: third, draft: { title: 'Third' } },
    ];
    await engine.uploader.handlers['library.describeMany']({ accountId, texts });
    expect((await page()).rows.map((row) => row?.pending)).toEqual([true, true, true]);
    await details(third, (one) => one.edit.kind === 'none' && one.video?.title === 'Third');
    await details(first, (one) => one.edit.kind === 'none' && one.video?.title === hard);
    const { edit } = await details(second, at('changed-on-site'));
    expect(edit).toMatchObject({ conflicts: [{ field: 'title', mine: 'Mine', theirs: 'Changed by hand' }] });
    expect((await onSite(second))?.title).toBe('Changed by hand');
  });

  test('whose answer was lost are not taken for the words of somebody else when more is typed (F-01)', {
    tags: 'proof',
  }, async () => {
    const id = await video();
    await page();
    await details(id, (one) => one.video !== null);
    await site.switches({ loseAnswer: { route: `^POST /wp/v2/video/${id}$`, times: 1 } });
    await describeIt(id, { title: 'First thought' });
    await expect.poll(async () => (await onSite(id))?.title).toBe('First thought');
    await describeIt(id, { title: 'Second thought' });
    await details(id, (one) => one.edit.kind === 'none' && one.video?.title === 'Second thought');
    // Back to what it was before all of this: still ours to say.
    await site.switches({ loseAnswer: { route: `^POST /wp/v2/video/${id}$`, times: 1 } });
    await describeIt(id, { title: 'Third thought' });
    await expect.poll(async () => (await onSite(id))?.title).toBe('Third thought');
    await describeIt(id, { title: 'Second thought' });
    await details(id, (one) => one.edit.kind === 'none' && one.video?.title === 'Second thought');
    expect((await onSite(id))?.title).toBe('Second thought');
  });

  test('changed there in several fields go each as the user says, and a third change is asked about again', {
    tags: 'proof',
  }, async () => {
    const id = await video();
    await page();
    await details(id, (one) => one.video !== null);
    await api(site, 'ava', 'POST', `wp/v2/video/${id}`, { json: { title: 'T theirs', excerpt: 'E theirs' } });
    await describeIt(id, { title: 'T mine', excerpt: 'E mine', description: 'Only mine' });
    await details(id, at('changed-on-site'));
    await api(site, 'ava', 'POST', `wp/v2/video/${id}`, { json: { title: 'T once more' } });
    await engine.uploader.handlers['library.resolve']({ accountId, videoId: id, mine: ['title'] });
    const again = await details(
      id,
      ({ edit }) => edit.kind === 'changed-on-site' && edit.conflicts.every(({ theirs }) => theirs === 'T once more'),
    );
    expect(again.edit).toMatchObject({ conflicts: [{ field: 'title' }] });
    await engine.uploader.handlers['library.resolve']({ accountId, videoId: id, mine: ['title'] });
    await details(id, at('none'));
    expect(await onSite(id)).toMatchObject({ title: 'T mine', excerpt: 'E theirs', content: 'Only mine' });
  });

  test('go through when only other fields were changed there, and are dropped when the user takes theirs', {
    tags: 'proof',
  }, async () => {
    const id = await video();
    await page();
    await details(id, (one) => one.video !== null);
    await api(site, 'ava', 'POST', `wp/v2/video/${id}`, { json: { content: 'Theirs' } });
    await describeIt(id, { title: 'Mine' });
    await details(id, (one) => one.edit.kind === 'none' && one.video?.title === 'Mine');
    expect(await onSite(id)).toMatchObject({ title: 'Mine', content: 'Theirs' });

    await api(site, 'ava', 'POST', `wp/v2/video/${id}`, { json: { title: 'Theirs' } });
    await describeIt(id, { title: 'Mine again' });
    await details(id, at('changed-on-site'));
    await engine.uploader.handlers['library.settle']({ accountId, videoId: id, how: 'theirs' });
    await details(id, (one) => one.edit.kind === 'none' && one.video?.title === 'Theirs');
    expect((await onSite(id))?.title).toBe('Theirs');
  });

  test('say when the site refuses them, or the video is gone', { tags: 'proof' }, async () => {
    const foreign = await video({ author: 'admin', title: 'Of others' });
    await page({ author: 'all' });
    await details(foreign, (one) => one.video !== null);
    await describeIt(foreign, { title: 'Mine' });
    expect((await details(foreign, at('refused'))).edit).toMatchObject({ said: expect.stringContaining('Sorry') });
    expect((await onSite(foreign))?.title).toBe('Of others');

    const id = await video();
    await refresh();
    await page({ author: 'all' });
    await details(id, (one) => one.video !== null);
    await api(site, 'ava', 'DELETE', `wp/v2/video/${id}?force=true`);
    await describeIt(id, { title: 'Too late' });
    await details(id, at('gone'));
  });
});

describe('edits on a site that has trouble', { tags: 'proof' }, () => {
  const describeIt = (videoId: number, title: string, by = accountId) =>
    engine.uploader.handlers['library.describe']({ accountId: by, videoId, draft: { title } });
  const gone = (title: string) => (one: LibraryDetails) => one.edit.kind === 'none' && one.video?.title === title;
  const again = async (): Promise<void> => {
    await engine.stop();
    engine = await startEngine({ clock: fastClock(10), ports: { random: { ...systemRandom, fraction: () => 0 } } });
    accountId = await engine.connect(site);
  };

  test('that asks for time uses up none of their tries, however often, and they are not told as failed (F-14)', async () => {
    await again();
    const id = await video();
    const route = `^POST /wp/v2/video/${id}$`;
    await page();
    await details(id, (one) => one.video !== null);
    await site.switches({ failWith: { route, status: 429, headers: { 'Retry-After': '1' }, times: 4 } });
    await describeIt(id, 'Mine');
    const refusals = async () =>
      (await site.state()).requests.filter(({ method, status }) => method === 'POST' && status === 429);
    await expect.poll(async () => (await refusals()).length).toBe(4);
    await site.switches({ failWith: { route, status: 500, times: 1 } });
    await details(id, gone('Mine'));
    expect((await onSite(id))?.title).toBe('Mine');
  });

  test('wait for it like clips do, on every account there, and go at once when the user wants it now (F-14)', async () => {
    const admin = await engine.connect(site, 'admin');
    const [mine, theirs] = [await video(), await video({ author: 'admin' })];
    for (const [by, id] of [[accountId, mine] as const, [admin, theirs] as const]) {
      await page({ accountId: by });
      await details(id, (one) => one.video !== null, engine, by);
    }
    const held = (one: LibraryDetails): boolean =>
      one.edit.kind === 'waiting' && one.edit.why === 'site-busy' && (one.edit.until ?? 0) > Date.now() + 3_000_000;
    await site.switches({
      failWith: { route: '^POST /wp/v2/video/', status: 429, headers: { 'Retry-After': '3600' }, times: 1 },
    });
    await describeIt(mine, 'Mine');
    await details(mine, held);
    const asked = (await site.state()).requests.length;
    await describeIt(theirs, 'Theirs', admin);
    await details(theirs, held, engine, admin);
    expect((await site.state()).requests).toHaveLength(asked);

    const [view] = (await engine.uploader.handlers['app.state']()).sites;
    await engine.uploader.handlers['site.tryNow'](view?.id ?? '');
    await details(mine, gone('Mine'));
    await details(theirs, gone('Theirs'), engine, admin);
    expect([(await onSite(mine))?.title, (await onSite(theirs))?.title]).toEqual(['Mine', 'Theirs']);
  });
});

describe.each(shapes)('edits of terms in the shape of $taxonomies', ({ taxonomies, tree, flat }) => {
  test('that the site refuses are named, everything else is saved, and the user’s answer ends it', async () => {
    await site.switches({ taxonomies });
    const [guarded = 0] = await site.addTerms(tree, ['Guarded']);
    const [tag = 0] = await site.addTerms(flat, ['by night']);
    await site.switches({ guardedTerms: [guarded] });
    const id = await video();
    await page();
    await details(id, (one) => one.video !== null);
    const draft = { title: 'Named', terms: { [tree]: [guarded], [flat]: [tag] } };
    await engine.uploader.handlers['library.describe']({ accountId, videoId: id, draft });
    const { edit } = await details(id, (one) => one.edit.kind === 'refused');
    expect(edit).toMatchObject({ fields: [`terms:${tree}`] });
    expect(editWords(edit, 0)?.text).toMatch(
      /^It did not accept the (video category|categories); everything else is saved/,
    );
    expect(await onSite(id)).toMatchObject({ title: 'Named', terms: { [tree]: [], [flat]: [tag] } });
    await engine.uploader.handlers['library.settle']({ accountId, videoId: id, how: 'theirs' });
    await details(id, (one) => one.edit.kind === 'none');
  });
});

test('an edit that an older Clipferry kept as refused still has its words', () => {
  expect(editWords({ kind: 'refused', said: 'No.' }, 0)?.text).toBe('It said: “No.” What you typed is saved here.');
  expect(editWords({ kind: 'refused', said: null }, 0)?.text).toContain('It kept failing.');
});

describe('trash, restore, delete forever', () => {
  test('several at once, each with its own outcome', async () => {
    const [one = 0, two = 0, foreign = 0] = await site.addVideos([
      { title: 'One' },
      { title: 'Two' },
      { title: 'Of others', author: 'admin' },
    ]);
    await page({ author: 'all' });
    const result = await act('trash', one, two, foreign, 999_999);
    expect([...result.done].sort()).toEqual([one, two].sort());
    expect(result.failed.map(({ id, problem }) => [id, problem]).sort()).toEqual(
      [
        [999_999, 'gone'],
        [foreign, 'not-allowed'],
      ].sort(),
    );
    expect((await page()).total).toBe(0);
    expect((await onSite(one))?.status).toBe('trash');
    // Thrown away twice is thrown away (410).
    expect((await act('trash', one)).done).toEqual([one]);
    expect(await titles({ status: 'trash', sort: 'title' })).toEqual(['One', 'Two']);
  });

  test('a video that was never published comes back without the trash in its address', async () => {
    const never = await video({ status: 'pending', title: 'Never public' });
    const once = await video({ title: 'Once public' });
    await act('trash', never, once);
    expect((await onSite(never))?.slug).toBe('__trashed');
    expect((await act('restore', never, once)).done).toHaveLength(2);
    expect(await onSite(never)).toMatchObject({ status: 'draft', slug: '' });
    expect(await onSite(once)).toMatchObject({ status: 'draft', slug: 'once-public' });
    expect(await titles({ status: 'trash' })).toEqual([]);
    expect([...(await titles({ status: 'draft' }))].sort()).toEqual(['Never public', 'Once public']);
  });

  test('a video that was public comes back public where that is wanted', async () => {
    const id = await video({ title: 'Once public' });
    await act('trash', id);
    expect((await act('publish-again', id)).done).toEqual([id]);
    expect(await onSite(id)).toMatchObject({ status: 'publish', slug: 'once-public' });
  });

  test('forever is forever, also for what is gone already', async () => {
    const id = await video();
    expect((await act('delete-forever', id)).done).toEqual([id]);
    expect(await onSite(id)).toBeUndefined();
    expect((await act('delete-forever', id)).failed).toMatchObject([{ id, problem: 'gone' }]);
  });

  test('a site without a trash is said, and nothing is deleted unasked', async () => {
    const id = await video();
    await site.switches({ trashDisabled: true });
    expect((await act('trash', id)).failed).toMatchObject([{ id, problem: 'no-trash' }]);
    expect((await onSite(id))?.status).toBe('publish');
    expect((await act('delete-forever', id)).done).toEqual([id]);
  });
});

test('opens a video and a post on the site, and nothing that belongs elsewhere', async () => {
  const id = await video();
  const { rows } = await page();
  await engine.uploader.handlers['library.open']({ accountId, videoId: id });
  expect(engine.opened).toEqual([rows[0]?.link]);
  const posts = await engine.uploader.handlers['posts.page']({ accountId, search: '', offset: 0, limit: 50 });
  expect(posts.rows.length).toBeGreaterThan(0);
  await engine.uploader.handlers['posts.open']({ accountId, postId: posts.rows[0]?.id ?? 0 });
  expect(engine.opened[1]).toBe(posts.rows[0]?.link);
  expect(new URL(engine.opened[1] ?? '').origin).toBe(new URL(site.url).origin);
});

describe('pictures', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  );
  const store = async (name: string, type: string, body: Buffer<ArrayBuffer>): Promise<number> => {
    const headers = { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` };
    return (await api(site, 'ava', 'POST', 'wp/v2/media', { body, headers })).json.id;
  };

  test('come with a row, byte for byte, and are asked for once', async () => {
    const id = await video();
    const media = await store('poster.png', 'image/png', png);
    await api(site, 'ava', 'POST', `wp/v2/video/${id}`, { json: { featured_media: media } });
    expect((await page()).rows[0]?.poster).toBe(`${accountId}/${media}`);
    const mediaQuestions = async () =>
      (await site.state()).requests.filter(({ method, path }) => method === 'GET' && path.includes('/wp/v2/media'));
    const before = (await mediaQuestions()).length;
    const [one, two] = await Promise.all([
      engine.uploader.picture(accountId, media),
      engine.uploader.picture(accountId, media),
    ]);
    expect(one?.type).toBe('image/png');
    expect(Buffer.from(one?.bytes ?? []).equals(png)).toBe(true);
    expect(two).toBe(one);
    expect((await mediaQuestions()).length - before).toBe(1);
  });

  test('are nothing else than pictures, of this site, of connected accounts', async () => {
    const film = await store('film.mp4', 'video/mp4', filmBytes(500));
    expect(await engine.uploader.picture(accountId, film)).toBeNull();
    expect(await engine.uploader.picture(accountId, 999_999)).toBeNull();
    expect(await engine.uploader.picture('nobody', film)).toBeNull();
  });

  test('are told by their first bytes, and fetched from the site’s own origin only, up to a size', async () => {
    expect(pictureType(png)).toBe('image/png');
    expect(pictureType(Buffer.from('<svg onload="alert(1)">'))).toBeNull();
    expect(pictureType(Buffer.from('<html>'))).toBeNull();
    const asked: string[] = [];
    const answers = (bytes: number): SiteCalls =>
      ({
        get: async (url: string) => {
          asked.push(url);
          return { status: 200, headers: {}, body: new Uint8Array(bytes) };
        },
      }) as unknown as SiteCalls;
    const at = { root: 'https://films.example/wp-json/', address: 'https://films.example' } as Site;
    expect(await downloadPicture(answers(10), at, 'https://evil.example/a.png')).toBeNull();
    expect(await downloadPicture(answers(10), at, 'http://films.example/a.png')).toBeNull();
    expect(asked).toEqual([]);
    expect(await downloadPicture(answers(10), at, 'https://films.example/a.png')).toHaveLength(10);
    expect(await downloadPicture(answers(4 * 1024 * 1024 + 1), at, 'https://films.example/a.png')).toBeNull();
  });
});

describe('on a platform that tells of no video what one may do with it', () => {
  const listOf = async (by: string): Promise<unknown[]> => {
    const { rows } = await engine.uploader.handlers['library.page']({
      ...{ query: { ...everything, accountId: by, author: 'all' }, offset: 0, limit: 10 },
    });
    return rows.map((row) => row && [row.title, row.canEdit, row.canDelete]);
  };
  beforeEach(() => site.switches({ beforeHints: true }));

  test('an editor may change the videos of others, which are called as they were typed', async () => {
    await site.setRole('carl', 'editor');
    const editor = await engine.connect(site, 'carl');
    const id = await video({ title: 'Harbour, for us only', status: 'private' });
    await listOf(editor);
    await expect.poll(() => listOf(editor)).toEqual([['Harbour, for us only', true, true]]);
    const shown = await details(id, (one) => one.video !== null, engine, editor);
    expect([shown.row.canEdit, shown.row.canDelete, shown.failure]).toEqual([true, true, null]);
  });

  test('an author may not, and reads them all the same', async () => {
    const id = await video({ title: 'Of Ada', author: 'admin' });
    await listOf(accountId);
    await expect.poll(() => listOf(accountId)).toEqual([['Of Ada', false, false]]);
    const shown = await details(id, (one) => one.video !== null || one.failure !== null);
    expect([shown.row.canEdit, shown.failure]).toEqual([false, null]);
  });
});

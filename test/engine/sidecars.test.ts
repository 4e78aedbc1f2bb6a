// Files beside clips through the whole engine: what they say comes to the site, under what was typed and over a preset, whenever they are written before the clip leaves.
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode } from 'html-entities';
import { expect, it, onTestFinished } from 'vitest';
import { undiciHttp } from '../../main/adapters/http.ts';
import { emptyDraft } from '../../main/model.ts';
import { HttpError, type HttpRequest } from '../../main/ports.ts';
import { fastClock } from './engine.ts';
import { uniqueClip } from './folder-writers.ts';
import { createStage, noJitter, type Stage } from './stage.ts';

const hard = 'A & B "½" <b> é 你好';
const stage = (engine = {}) => createStage({ engine: { ports: noJitter, clock: fastClock(10), ...engine } });

/** Lays a clip, and beside it a file under another ending. */
function lay(on: Stage, name: string, bytes: number, end: string, content: string | Buffer): string {
  const path = on.folder.make(`${name}.mp4`, bytes);
  writeFileSync(join(on.folder.path, `${name}${end}`), content);
  return path;
}
const json = (value: unknown): string => JSON.stringify(value);
const videoOf = async ({ site }: Stage, title: string) =>
  (await site.state()).videos.find((one) => decode(one.title) === title);
const sidecarOf = async ({ engine, job }: Stage, name: string) => (await engine.details((await job(name)).id)).sidecar;
const titles = async ({ site }: Stage) => (await site.state()).videos.map(({ title }) => decode(title)).toSorted();
/** What its site calls the terms of a video. */
const termsOf = async (on: Stage, title: string, taxonomy: string): Promise<readonly string[]> => {
  const ids = (await videoOf(on, title))?.terms[taxonomy] ?? [];
  const named = await on.engine.uploader.handlers['terms.named']({ accountId: on.account, taxonomy, ids });
  return named.map(({ name }) => name).toSorted();
};
const isOnSite = async (on: Stage, taxonomy: string, name: string): Promise<boolean> => {
  const input = { accountId: on.account, taxonomy, search: name, page: 1 };
  const found = await on.engine.uploader.handlers['terms.search'](input);
  if (!found.ok) throw new Error(JSON.stringify(found.failure));
  return found.value.terms.some((term) => term.name === name);
};
/** The way to sites, on which nobody gets through to addresses that hold `blocked.word`. */
function partlyBlocked() {
  const blocked = { word: '' };
  let http = undiciHttp();
  return {
    blocked,
    http: {
      request: (request: HttpRequest) =>
        blocked.word !== '' && request.url.includes(blocked.word)
          ? Promise.reject(new HttpError('reset', 'blocked'))
          : http.request(request),
      close: async () => {
        await http.close();
        http = undiciHttp();
      },
    },
  };
}
/** What the window shows of the clip, once it fits. */
const untilSidecar = (on: Stage, id: string, fits: (view: Awaited<ReturnType<typeof sidecarOf>>) => boolean) =>
  new Promise<void>((resolve) => {
    const off = on.engine.uploader.on('job.details', ({ sidecar }) => {
      if (!fits(sidecar)) return;
      off();
      resolve();
    });
    on.engine.details(id).then(({ sidecar }) => {
      if (!fits(sidecar)) return;
      off();
      resolve();
    });
  });

it('a title that was written in the code page of the system comes to the site as it was meant', async () => {
  await using on = await stage({ ports: { ...noJitter, region: 'pl-PL' } });
  const path = lay(on, 'Boat', 20_000, '.txt', Buffer.from([0xa3, 0xf3, 0x64, 0x9f]));
  await on.engine.add(on.account, path);
  await on.engine.settled(['done']);
  expect(await titles(on)).toEqual(['Łódź']);
});

it('what lies beside dropped clips fills them in, and is no clip that somebody is told of', async () => {
  await using on = await stage();
  await on.site.addTerms('video_tag', ['Sea', 'Rock & Pop']);
  await on.site.addTerms('video_category', ['Regatta']);
  const whole = {
    ...{ title: hard, description: 'Two\nlines', summary: 'Short', tags: ['Sea', 'Rock & Pop', 'Brand new'] },
    ...{ categories: 'regatta', privacy: 'private', comments: false, slug: 'by-the-sea', genre: { of: 'nobody' } },
  };
  const paths = [
    lay(on, 'a', 20_000, '.json', json(whole)),
    lay(on, 'b', 20_001, '.TXT', `\ufeffHarbour\r\n\r\nWe went out.\r\nAnd back.`),
    lay(on, 'c', 20_002, '.mp4.json', json({ title: 'Exact' })),
  ];
  writeFileSync(join(on.folder.path, 'c.json'), json({ title: 'Less exact', excerpt: 'no' }));
  writeFileSync(join(on.folder.path, 'notes.txt'), 'about nothing here');
  const named = [...paths, join(on.folder.path, 'a.json'), join(on.folder.path, 'b.TXT')];
  expect(await on.engine.uploader.addPaths(named, on.account)).toMatchObject({ added: 3, notVideos: 0, refused: [] });
  await on.engine.settled();
  await on.engine.until((await on.job('a.mp4')).id, ({ state }) => state.kind === 'done');
  await untilSidecar(on, (await on.job('a.mp4')).id, (view) => view?.terms.length === 0);
  await on.engine.settled();
  expect(await titles(on)).toEqual(['A & B "½" <b> é 你好', 'Exact', 'Harbour'].toSorted());
  expect(await videoOf(on, hard)).toMatchObject({ content: 'Two\nlines', status: 'private', slug: 'by-the-sea' });
  expect(await termsOf(on, hard, 'video_tag')).toEqual(['Brand new', 'Rock & Pop', 'Sea']);
  expect(await termsOf(on, hard, 'video_category')).toEqual(['Regatta']);
  expect(await videoOf(on, 'Harbour')).toMatchObject({ content: 'We went out.\nAnd back.' });
  expect(await sidecarOf(on, 'a.mp4')).toMatchObject({
    ...{ file: 'a.json', troubles: [], terms: [] },
    fields: expect.arrayContaining(['title', 'status', 'terms:video_tag', 'terms:video_category']),
  });
  expect((await sidecarOf(on, 'c.mp4'))?.file).toBe('c.mp4.json');
  // The folder itself: those beside clips are no "other files", the one that belongs to nothing is.
  expect(await on.engine.uploader.addPaths([on.folder.path], on.account)).toMatchObject({ added: 0, notVideos: 1 });
});

it('the preset comes first, the file over it, and what was typed over both', async () => {
  await using on = await stage();
  const { handlers } = on.engine.uploader;
  const presetId = await handlers['preset.save']({
    ...{ accountId: on.account, presetId: null, name: 'Regatta' },
    content: {
      titlePattern: 'Regatta {n}',
      draft: { ...emptyDraft, description: 'Preset', excerpt: 'Preset', status: 'draft' },
    },
  });
  await handlers['account.usePreset']({ accountId: on.account, presetId });
  await handlers['queue.pause'](true);
  const path = lay(on, 'a', 20_000, '.json', json({ title: 'From file', description: 'From file', status: 'private' }));
  const [row] = await on.engine.add(on.account, path);
  const jobId = row?.id ?? '';
  expect((await on.engine.details(jobId)).draft).toMatchObject({
    title: 'From file',
    excerpt: 'Preset',
    status: 'private',
  });
  await handlers['job.describe']({ jobId, draft: { title: 'Typed' } });
  // Written anew meanwhile: only what nobody typed follows.
  writeFileSync(join(on.folder.path, 'a.json'), json({ title: 'Later', description: 'Later', excerpt: 'Later' }));
  await on.go();
  await on.engine.settled();
  expect(await videoOf(on, 'Typed')).toMatchObject({ content: 'Later', excerpt: 'Later', status: 'draft' });
  expect((await sidecarOf(on, 'a.mp4'))?.fields).toEqual(['description', 'excerpt']);
  // Once it has left, the file changes nothing any more.
  writeFileSync(
    join(on.folder.path, 'a.json'),
    json({ title: 'Too late', description: 'Too late', excerpt: 'Too late' }),
  );
  await on.engine.details(jobId);
  await on.restart();
  await on.engine.settled();
  expect(await videoOf(on, 'Typed')).toMatchObject({ content: 'Later', excerpt: 'Later' });
});

it('one that comes after its clip counts until the clip leaves, also where something else was typed', async () => {
  await using on = await stage();
  const [first, second] = await on.addPaused(on.folder.make('a.mp4', 20_000), on.folder.make('b.mp4', 20_001));
  await on.engine.uploader.handlers['job.describe']({ jobId: second?.id ?? '', draft: { title: 'Typed' } });
  for (const name of ['a', 'b'])
    writeFileSync(join(on.folder.path, `${name}.json`), json({ title: 'From file', description: `Of ${name}` }));
  expect((await on.engine.details(first?.id ?? '')).sidecar).toBeNull();
  await on.go();
  await on.engine.settled();
  expect(await videoOf(on, 'From file')).toMatchObject({ content: 'Of a' });
  expect(await videoOf(on, 'Typed')).toMatchObject({ content: 'Of b' });
});

it('a watched folder tells of the file when it is written, before the clip that waits there is looked at by anybody', async () => {
  await using on = await stage();
  const root = mkdtempSync(join(tmpdir(), 'clipferry-watched-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folderId = await on.engine.watch(on.account, root);
  await on.engine.uploader.handlers['folder.change']({ folderId, rules: { hold: 'wait', status: 'draft' } });
  await on.engine.untilFolder(folderId, ({ state }) => state === 'watching');
  await uniqueClip(join(root, 'first.mp4'));
  writeFileSync(join(root, 'first.json'), json({ title: 'First', tags: 'Brand new' }));
  await uniqueClip(join(root, 'second.mp4'));
  await on.engine.untilFolder(folderId, ({ waitingCount }) => waitingCount === 2, 20_000);
  const { files } = await on.engine.folder(folderId);
  expect(files.map(({ name }) => name).filter((name) => name.endsWith('.json'))).toEqual([]);
  expect((await on.job('first.mp4')).title).toBe('First');
  const { id } = await on.job('second.mp4');
  writeFileSync(join(root, 'half'), json({ title: 'Second', status: 'private' }));
  renameSync(join(root, 'half'), join(root, 'second.txt.json'));
  renameSync(join(root, 'second.txt.json'), join(root, 'second.json'));
  await on.engine.until(id, ({ title }) => title === 'Second', 20_000);
  // Nothing new is made on the site for clips that may never go.
  expect(await sidecarOf(on, 'first.mp4')).toMatchObject({ terms: [{ name: 'Brand new' }] });
  await untilSidecar(on, (await on.job('first.mp4')).id, (view) => view?.terms[0]?.state === 'making');
  expect(await isOnSite(on, 'video_tag', 'Brand new')).toBe(false);
  await on.engine.uploader.handlers['queue.act']({ act: 'send', target: { filter: 'all' } });
  await on.engine.settled();
  await untilSidecar(on, (await on.job('first.mp4')).id, (view) => view?.terms.length === 0);
  await on.engine.settled();
  expect(await videoOf(on, 'Second')).toMatchObject({ status: 'private' });
  expect(await videoOf(on, 'First')).toMatchObject({ status: 'draft' });
  expect(await termsOf(on, 'First', 'video_tag')).toEqual(['Brand new']);
});

it('names wait on disk until their site can be asked, and come to a clip that has left before', async () => {
  const { blocked, http } = partlyBlocked();
  await using on = await stage({ http });
  await on.site.addTerms('video_tag', ['Sea']);
  const [parent = 0] = await on.site.addTerms('video_category', ['Harbour']);
  const [first] = await on.site.addTerms('video_category', ['Boats', { name: 'Boats', parent }]);
  const said = { title: 'A', tags: ['Sea', 'New one'], categories: ['Boats', 'Nowhere', 'Harbour'] };
  blocked.word = 'video_';
  await on.engine.add(on.account, lay(on, 'a', 20_000, '.json', json(said)));
  await on.engine.settled();
  const { id } = await on.job('a.mp4');
  expect((await videoOf(on, 'A'))?.terms).toMatchObject({ video_tag: [], video_category: [] });
  expect((await sidecarOf(on, 'a.mp4'))?.terms.map(({ state }) => state)).toEqual(Array(5).fill('asking'));
  // The computer is off meanwhile, and the file goes.
  rmSync(join(on.folder.path, 'a.json'));
  blocked.word = '';
  await on.restart();
  await untilSidecar(on, id, (view) => view?.terms.every(({ state }) => state !== 'asking') === true);
  await on.engine.settled();
  expect(await termsOf(on, 'A', 'video_tag')).toEqual(['New one', 'Sea']);
  expect(await termsOf(on, 'A', 'video_category')).toEqual(['Harbour']);
  expect((await sidecarOf(on, 'a.mp4'))?.terms).toEqual([
    { taxonomy: 'Video Categories', name: 'Boats', state: 'several' },
    { taxonomy: 'Video Categories', name: 'Nowhere', state: 'missing' },
  ]);
  expect(await isOnSite(on, 'video_category', 'Nowhere')).toBe(false);
  // Settled by hand, nothing of it is told any more.
  const { terms } = (await on.engine.details(id)).draft;
  const [harbour = 0] = terms?.video_category ?? [];
  await on.engine.uploader.handlers['job.describe']({
    jobId: id,
    draft: { terms: { ...terms, video_category: [harbour, first ?? 0] } },
  });
  expect((await sidecarOf(on, 'a.mp4'))?.terms).toEqual([]);
});

it('a new tag is made once however it is spelled, and a category never, also where the account may', async () => {
  await using on = await stage();
  const admin = await on.engine.connect(on.site, 'admin');
  const paths = [
    lay(on, 'a', 20_000, '.json', json({ title: 'A', tags: ['Night sky', 'night SKY'], categories: 'Nowhere' })),
    lay(on, 'b', 20_001, '.txt', 'Title: B\nKeywords: NIGHT SKY'),
  ];
  await on.engine.add(admin, ...paths);
  await on.engine.settled();
  const settled = (view: Awaited<ReturnType<typeof sidecarOf>>): boolean =>
    view?.terms.every(({ state }) => state === 'missing') === true;
  for (const name of ['a.mp4', 'b.mp4']) await untilSidecar(on, (await on.job(name)).id, settled);
  await on.engine.settled();
  const input = { accountId: admin, search: '', page: 1 };
  const terms = async (taxonomy: string): Promise<readonly string[]> => {
    const found = await on.engine.uploader.handlers['terms.search']({ ...input, taxonomy });
    return found.ok ? found.value.terms.map(({ name }) => name.toLowerCase()) : [];
  };
  expect((await terms('video_tag')).filter((name) => name === 'night sky')).toHaveLength(1);
  expect(await terms('video_category')).not.toContain('nowhere');
  for (const title of ['A', 'B']) expect((await videoOf(on, title))?.terms.video_tag).toHaveLength(1);
  expect((await sidecarOf(on, 'a.mp4'))?.terms).toMatchObject([{ name: 'Nowhere', state: 'missing' }]);
});

it('what is not understood stops nothing: the clip goes, and its row and details say so until its user knows', async () => {
  await using on = await stage();
  const paths = [
    lay(on, 'a', 20_000, '.json', '{"title": "A",'),
    lay(on, 'b', 20_001, '.json', json({ title: 'B', status: 'unlisted', date: '02/03/2099', comments: 'maybe' })),
    lay(on, 'c', 20_002, '.json', json({ title: 'C', status: 'public', date: 'soon' })),
    lay(on, 'd', 20_003, '.json', Buffer.alloc(1024 * 1024 + 1, ' ')),
    lay(on, 'e', 20_004, '.txt', Buffer.from([0x41, 0, 0x42])),
    on.folder.make('f.mp4', 20_005),
    on.folder.make('g.mp4', 20_006),
  ];
  mkdirSync(join(on.folder.path, 'f.json'));
  symlinkSync(join(on.folder.path, 'b.json'), join(on.folder.path, 'g.json'));
  expect(await on.engine.uploader.addPaths(paths, on.account)).toMatchObject({ added: 7, refused: [] });
  await on.engine.settled();
  const troubles = async (name: string) =>
    (await sidecarOf(on, name))?.troubles.map(({ problem, field }) => `${field ?? 'file'} ${problem}`);
  expect(await troubles('a.mp4')).toEqual(['file not-json']);
  expect(await troubles('b.mp4')).toEqual(['status status', 'publishAt date', 'commentsOpen openness']);
  // It would have been public at once.
  expect(await troubles('c.mp4')).toEqual(['publishAt date', 'status held-back']);
  expect((await videoOf(on, 'C'))?.status).toBe('pending');
  expect(await troubles('d.mp4')).toEqual(['file too-large']);
  expect(await troubles('e.mp4')).toEqual(['file not-text']);
  expect([await sidecarOf(on, 'f.mp4'), await sidecarOf(on, 'g.mp4')]).toEqual([null, null]);
  const { id } = await on.job('b.mp4');
  expect((await on.job('b.mp4')).sidecarTrouble).toBe('b.json');
  await on.engine.uploader.handlers['job.describe']({ jobId: id, draft: { status: 'draft' } });
  expect(await troubles('b.mp4')).toEqual(['publishAt date', 'commentsOpen openness']);
  await on.engine.uploader.handlers['job.sidecarSeen'](id);
  expect([(await on.job('b.mp4')).sidecarTrouble, await troubles('b.mp4')]).toEqual([null, []]);
});

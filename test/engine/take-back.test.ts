// Acts that are taken back, through the whole engine: what was typed for many, taken off or moved is as it was before, here and on the site.
import { decode } from 'html-entities';
import { expect, it } from 'vitest';
import { emptyDraft } from '../../main/model.ts';
import type { ActWay, ManyChange } from '../../preload/contract.ts';
import { api } from '../site/test-client.ts';
import { moved, untilOver } from './batches.ts';
import { fastClock } from './engine.ts';
import { createStage, noJitter, type Stage } from './stage.ts';

const stage = () => createStage({ engine: { ports: noJitter, clock: fastClock(10) } });
const paths = ({ folder }: Stage, count: number) =>
  Array.from({ length: count }, (_, at) => folder.make(`clip ${String(at).padStart(3, '0')}.mp4`, 20_000 + at));
const offers = ({ engine }: Stage) => engine.uploader.handlers['acts.offers']();
/** The act that is offered. */
async function take(on: Stage, way: ActWay = 'undo') {
  const offer = (await offers(on))[way];
  const taken = await on.engine.uploader.handlers['acts.take']({ id: offer?.id ?? 1e6, way });
  return taken?.batch === undefined ? taken : (await untilOver(on.engine, taken.batch)).taken;
}
const describeAll = ({ engine }: Stage, change: Partial<ManyChange>) =>
  engine.uploader.handlers['job.describeMany']({
    target: { filter: 'all' },
    change: { draft: {}, titlePattern: null, terms: {}, ...change },
  });
interface There {
  id: number;
  title: { raw: string };
  content: { raw: string };
  status: string;
  date_gmt: string;
  video_tag: number[];
}
/** Each video as the site has it, by title. */
async function there({ site }: Stage) {
  const list = await api(site, 'admin', 'GET', 'wp/v2/video?context=edit&status=any&per_page=100');
  return (list.json as There[])
    .map(({ id, title, content, status, date_gmt, video_tag }) => ({
      ...{ id, title: decode(title.raw), content: decode(content.raw), status, tags: video_tag },
      // What is not public yet has the time at which it was written last.
      date: status === 'draft' || status === 'pending' ? null : date_gmt,
    }))
    .toSorted((one, other) => one.id - other.id);
}
const rowsNow = async ({ engine }: Stage) =>
  (await engine.rows()).map(({ id, state, title }) => [id, state.kind, title]);

const everything = { search: '', status: 'all', author: 'me', terms: {}, sort: 'newest' } as const;
/** The account's videos once nothing waits to go there. */
async function appliedVideos(on: Stage, standing = 0) {
  const query = { ...everything, accountId: on.account };
  await expect
    .poll(
      async () => {
        const { rows } = await on.engine.uploader.handlers['library.page']({ query, offset: 0, limit: 100 });
        return rows.filter((row) => row?.pending === true).length;
      },
      { timeout: 20_000 },
    )
    .toBe(standing);
  return there(on);
}

it('one change for many, on the site already: titles, text, visibility, dates and terms are there as before, and the change comes again', {
  tags: 'proof',
}, async () => {
  await using on = await stage();
  const [, , third] = await on.engine.add(on.account, ...paths(on, 12));
  await on.engine.uploader.handlers['job.describe']({ jobId: third?.id ?? '', draft: { terms: { video_tag: [5] } } });
  await on.engine.settled();
  const before = await there(on);
  const publishAt = Date.parse('2031-05-01T10:00:00Z');
  const draft = { description: 'A & B "½" <b> é 你好', status: 'future', publishAt };
  await describeAll(on, { draft, titlePattern: 'Regatta {n} é', terms: { video_tag: { add: [4], remove: [5] } } });
  await on.engine.settled();
  const changed = await there(on);
  expect(changed.find(({ title }) => title === 'Regatta 3 é')).toMatchObject({
    title: 'Regatta 3 é',
    status: 'future',
    tags: [4],
    date: '2031-05-01T10:00:00',
  });
  await on.restart();
  expect(await offers(on)).toMatchObject({ undo: { kind: 'text', count: 12 }, redo: null });
  expect(await take(on)).toEqual({ kind: 'text', way: 'undo', changed: 12, kept: 0, failed: 0, otherwise: 0 });
  await on.engine.settled();
  expect(await there(on)).toEqual(before);
  await on.restart();
  expect(await take(on, 'redo')).toMatchObject({ way: 'redo', changed: 12, kept: 0 });
  await on.engine.settled();
  expect(await there(on)).toEqual(changed);
  expect(await take(on)).toMatchObject({ changed: 12 });
  await on.engine.settled();
  expect(await there(on)).toEqual(before);
  expect((await on.site.state()).uploads).toHaveLength(12);
});

it('what somebody changed on the site since is told and stays, and the last act is taken back first, once', async () => {
  await using on = await stage();
  const rows = await on.engine.add(on.account, ...paths(on, 4));
  await on.engine.settled();
  const before = await there(on);
  await describeAll(on, { titlePattern: 'Regatta {n}', draft: { status: 'private' } });
  await on.engine.settled();
  const { handlers } = on.engine.uploader;
  const bulk = (await offers(on)).undo?.id ?? 0;
  const videos = rows.map((_, at) => before.find(({ title }) => title === `clip 00${at}`)?.id ?? 0);
  await api(on.site, 'admin', 'POST', `wp/v2/video/${videos[1]}`, { json: { title: 'By the editor' } });
  // Looked at, what is there now is taken over: that is no title of ours any more.
  await api(on.site, 'admin', 'POST', `wp/v2/video/${videos[3]}`, { json: { title: 'Seen here' } });
  await handlers['job.watch'](rows[3]?.id ?? '');
  await expect
    .poll(async () => (await on.engine.details(rows[3]?.id ?? '')).draft.title, { timeout: 20_000 })
    .toBe('Seen here');
  await handlers['job.describe']({ jobId: rows[2]?.id ?? '', draft: { title: 'By hand', status: 'draft' } });
  await on.engine.settled();
  expect(await handlers['acts.take']({ id: bulk, way: 'undo' })).toBeNull();
  expect(await take(on)).toMatchObject({ changed: 1, kept: 0 });
  const both = [take(on), take(on)];
  expect((await Promise.all(both)).map((one) => one && [one.changed, one.kept])).toEqual([[4, 1], null]);
  await on.engine.settled(['done', 'needs-you']);
  const after = new Map((await there(on)).map(({ id, title, status }) => [id, [title, status]]));
  expect(videos.map((id) => after.get(id))).toEqual([
    ['clip 000', 'pending'],
    ['By the editor', 'pending'],
    ['clip 002', 'pending'],
    ['Seen here', 'pending'],
  ]);
  const told = await on.engine.details(rows[1]?.id ?? '');
  expect(told.row.state).toMatchObject({ kind: 'needs-you', reason: 'changed-on-site' });
});

it('nothing becomes public by it that nobody had made public, and no time that is over', async () => {
  await using on = await stage();
  await on.site.switches({ uploadStatus: 'publish' });
  const [row] = await on.addPaused(...paths(on, 1));
  const jobId = row?.id ?? '';
  const { handlers } = on.engine.uploader;
  await handlers['queue.sendPublic'](on.account);
  const change = { draft: { status: 'private', description: 'Mine' }, titlePattern: 'Mine', terms: {} };
  await handlers['job.describeMany']({ target: { ids: [jobId] }, change });
  await on.go();
  await on.engine.settled();
  expect(await there(on)).toMatchObject([{ title: 'Mine', content: 'Mine', status: 'private' }]);
  // Its own status was its site's choice. The title came with its file, so it is what a clip without one gets.
  expect(await take(on)).toMatchObject({ changed: 1, kept: 1 });
  await on.engine.settled();
  expect(await there(on)).toMatchObject([{ title: 'clip 000', content: '', status: 'private' }]);
  // A time of its own, brought forward to one that is over.
  const soon = Date.now() + 86_400_000;
  const video = { accountId: on.account, videoId: (await there(on))[0]?.id ?? 0 };
  await api(on.site, 'admin', 'POST', `wp/v2/video/${video.videoId}`, {
    json: { status: 'future', date_gmt: new Date(soon).toISOString().slice(0, 19) },
  });
  await handlers['library.describe']({ ...video, draft: { status: 'publish', publishAt: null } });
  await appliedVideos(on);
  expect(await there(on)).toMatchObject([{ status: 'publish' }]);
  expect(await take(on)).toMatchObject({ kind: 'video-text', changed: 1, kept: 0 });
  await appliedVideos(on);
  expect(await there(on)).toMatchObject([{ status: 'future', date: new Date(soon).toISOString().slice(0, 19) }]);
});

it('titles that have not left are as if never typed, one thought at a time, and typing goes on as one act', async () => {
  await using on = await stage();
  const [row] = await on.addPaused(...paths(on, 1));
  const jobId = row?.id ?? '';
  const { handlers } = on.engine.uploader;
  for (const title of ['R', 'Reg', 'Regatta']) await handlers['job.describe']({ jobId, draft: { title } });
  await handlers['job.describe']({ jobId, draft: { description: 'About it' } });
  const draft = async () => (await on.engine.details(jobId)).draft;
  expect(await take(on)).toMatchObject({ changed: 1 });
  expect(await draft()).toEqual({ ...emptyDraft, title: 'Regatta' });
  expect(await take(on)).toMatchObject({ changed: 1 });
  expect(await draft()).toEqual(emptyDraft);
  expect(await take(on)).toBeNull();
  expect(await take(on, 'redo')).toMatchObject({ changed: 1 });
  expect(await draft()).toEqual({ ...emptyDraft, title: 'Regatta' });
  // Something else was done: the description cannot come again.
  await handlers['job.describe']({ jobId, draft: { excerpt: 'Short' } });
  expect(await offers(on)).toMatchObject({ redo: null });
  await on.go();
  await on.engine.settled();
  expect(await there(on)).toMatchObject([{ title: 'Regatta', content: '' }]);
});

it('clips that were taken off the list or cancelled are back as they stood, each once on the site', async () => {
  await using on = await stage();
  const rows = await on.addPaused(...paths(on, 5));
  const { handlers } = on.engine.uploader;
  const ids = rows.map(({ id }) => id);
  await handlers['queue.act']({ act: 'pause', target: { ids: ids.slice(1, 2) } });
  await handlers['queue.act']({ act: 'cancel', target: { ids: ids.slice(2, 3) } });
  const before = await rowsNow(on);
  expect(before.map(([, kind]) => kind)).toEqual(['waiting', 'paused', 'cancelled', 'waiting', 'waiting']);
  await handlers['queue.act']({ act: 'remove', target: { ids: ids.slice(0, 4) } });
  expect(await rowsNow(on)).toEqual(before.slice(4));
  await on.restart();
  expect(await take(on)).toEqual({ kind: 'remove', way: 'undo', changed: 4, kept: 0, failed: 0, otherwise: 0 });
  expect(await rowsNow(on)).toEqual(before);
  expect(await take(on)).toMatchObject({ kind: 'cancel', changed: 1 });
  expect((await rowsNow(on)).map(([, kind]) => kind)).toEqual(['waiting', 'paused', 'waiting', 'waiting', 'waiting']);
  expect(await take(on, 'redo')).toMatchObject({ kind: 'cancel', changed: 1 });
  expect(await take(on, 'redo')).toMatchObject({ kind: 'remove', changed: 4 });
  expect(await rowsNow(on)).toEqual(before.slice(4));
  expect(await take(on)).toMatchObject({ kind: 'remove', changed: 4 });
  await on.go();
  await on.engine.settled(['done', 'paused', 'cancelled']);
  expect((await on.site.state()).uploads).toHaveLength(3);
});

it('the order is as before, exactly, after a restart too; steps of one clip are one act', async () => {
  await using on = await stage();
  const rows = await on.addPaused(...paths(on, 6));
  const { handlers } = on.engine.uploader;
  const order = async () => (await on.engine.rows()).map(({ name }) => name.slice(5, 8));
  const ids = rows.map(({ id }) => id);
  await handlers['queue.reorder']({ target: { ids: [ids[1] ?? '', ids[4] ?? ''] }, place: { to: 'last' } });
  for (let step = 0; step < 3; step++)
    await handlers['queue.reorder']({ target: { ids: [ids[0] ?? ''] }, place: { to: 'down' } });
  expect(await order()).toEqual(['002', '003', '005', '000', '001', '004']);
  await on.restart();
  expect(await take(on)).toMatchObject({ kind: 'order', changed: 1 });
  expect(await order()).toEqual(['000', '002', '003', '005', '001', '004']);
  expect(await take(on)).toMatchObject({ kind: 'order', changed: 2 });
  expect(await order()).toEqual(['000', '001', '002', '003', '004', '005']);
  expect(await take(on, 'redo')).toMatchObject({ kind: 'order', changed: 2 });
  expect(await order()).toEqual(['000', '002', '003', '005', '001', '004']);
});

it('text of videos on the site is as before, also where it has not gone there yet; what somebody changed there is told', async () => {
  await using on = await stage();
  const [odd] = await on.engine.add(on.account, ...paths(on, 4));
  const { handlers } = on.engine.uploader;
  await handlers['job.describe']({
    jobId: odd?.id ?? '',
    draft: { title: '“Fish” & <chips> ½ é', description: 'a < b' },
  });
  await on.engine.settled();
  const before = await there(on);
  const texts = before.map(({ id }, at) => ({
    videoId: id,
    draft: { title: `A & B "½" <b> é 你好 ${at}`, description: 'Mine', status: 'draft' },
  }));
  await handlers['library.describeMany']({ accountId: on.account, texts });
  const changed = await appliedVideos(on);
  expect(changed[3]).toMatchObject({ title: 'A & B "½" <b> é 你好 3', status: 'draft' });
  const first = before[0]?.id ?? 0;
  await handlers['library.describe']({
    accountId: on.account,
    videoId: first,
    draft: { title: 'Typed, and taken back' },
  });
  expect(await take(on)).toEqual({ kind: 'video-text', way: 'undo', changed: 1, kept: 0, failed: 0, otherwise: 0 });
  expect(await appliedVideos(on)).toEqual(changed);
  await on.restart();
  await api(on.site, 'admin', 'POST', `wp/v2/video/${before[1]?.id}`, { json: { title: 'By the editor' } });
  expect(await take(on)).toMatchObject({ changed: 4, kept: 0 });
  const after = await appliedVideos(on, 1);
  expect(after[1]).toMatchObject({ title: 'By the editor', content: 'Mine', status: 'draft' });
  expect(after.filter((_, at) => at !== 1)).toEqual(before.filter((_, at) => at !== 1));
  const video = { accountId: on.account, videoId: before[1]?.id ?? 0 };
  expect((await on.engine.uploader.handlers['library.watch'](video))?.edit).toMatchObject({
    kind: 'changed-on-site',
    conflicts: [{ field: 'title', theirs: 'By the editor' }],
  });
  expect(await take(on, 'redo')).toMatchObject({ way: 'redo', changed: 4 });
});

it('videos are back from the trash with the status that each had; who was moved since stays where it is', async () => {
  await using on = await stage();
  await on.engine.add(on.account, ...paths(on, 4));
  await on.engine.settled();
  const ids = (await there(on)).map(({ id }) => id);
  const statuses = ['publish', 'private', 'draft', 'future'];
  for (const [at, id] of ids.entries()) {
    const date = at === 3 ? { date_gmt: '2031-05-01T10:00:00' } : {};
    await api(on.site, 'admin', 'POST', `wp/v2/video/${id}`, { json: { status: statuses[at], ...date } });
  }
  const before = await there(on);
  expect(before.map(({ status }) => status)).toEqual(statuses);
  await moved(on.engine, on.account, 'trash', ids);
  expect(await there(on)).toEqual([]);
  await on.restart();
  expect(await offers(on)).toMatchObject({ undo: { kind: 'trash', count: 4 } });
  await api(on.site, 'admin', 'POST', `wp/v2/video/${ids[1]}`, { json: { status: 'draft' } });
  expect(await take(on)).toEqual({ kind: 'trash', way: 'undo', changed: 3, kept: 1, failed: 0, otherwise: 0 });
  expect(await there(on)).toEqual(before.map((one, at) => (at === 1 ? { ...one, status: 'draft', date: null } : one)));
  expect(await take(on, 'redo')).toMatchObject({ changed: 3, kept: 0 });
  expect((await there(on)).map(({ id }) => id)).toEqual([ids[1]]);
});

it('one change for many videos on the site is made for each, beside what was typed, and taken back as one', async () => {
  await using on = await stage();
  await on.engine.add(on.account, ...paths(on, 3));
  await on.engine.settled();
  const before = await there(on);
  const { handlers } = on.engine.uploader;
  const [first, second] = before.map(({ id }) => id);
  const publishAt = Date.parse('2031-05-01T10:00:00Z');
  const change = {
    draft: { status: 'future', publishAt, description: 'For all' },
    terms: { video_tag: { add: [4], remove: [5] } },
    publishEvery: { count: 1, unit: 'day' } as const,
  };
  // What was typed and has not gone yet stays, and what somebody changed since it was shown is asked about.
  await handlers['library.describe']({ accountId: on.account, videoId: first ?? 0, draft: { title: 'Typed' } });
  await api(on.site, 'admin', 'POST', `wp/v2/video/${second}`, { json: { status: 'private' } });
  const videos = { videoIds: before.map(({ id }) => id), statusesSeen: before.map(({ status }) => status) };
  expect(await handlers['library.changeMany']({ accountId: on.account, ...videos, change })).toEqual({ changed: 3 });
  const after = await appliedVideos(on, 1);
  expect(after.map(({ title, content, status, tags, date }) => [title, content, status, tags, date])).toEqual([
    ['Typed', 'For all', 'future', [4], '2031-05-01T10:00:00'],
    [before[1]?.title, '', 'private', [], expect.any(String)],
    [before[2]?.title, 'For all', 'future', [4], '2031-05-03T10:00:00'],
  ]);
  const asked = await handlers['library.watch']({ accountId: on.account, videoId: second ?? 0 });
  expect(asked?.edit).toMatchObject({ kind: 'changed-on-site', conflicts: [{ field: 'status', theirs: 'private' }] });
  expect(await offers(on)).toMatchObject({ undo: { kind: 'video-text', count: 3 } });
  expect(await take(on)).toMatchObject({ changed: 3, kept: 0 });
  const back = await appliedVideos(on);
  expect(back.map(({ title, content, status, tags }) => [title, content, status, tags])).toEqual([
    ['Typed', '', 'pending', []],
    [before[1]?.title, '', 'private', []],
    [before[2]?.title, '', 'pending', []],
  ]);
});

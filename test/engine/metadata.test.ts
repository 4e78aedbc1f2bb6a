// Metadata on its way to the practice site over real HTTP: every field, both shapes of a site, rights, conflicts, many at once.
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Draft, FormShape, ManyChange, Term } from '../../preload/contract.ts';
import { explain } from '../../renderer/text/jobs.ts';
import { shapes } from '../site/shapes.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { api } from '../site/test-client.ts';
import { clipFolder, type Engine, fixture, startEngine } from './engine.ts';

const title = 'A & B "½" <b> 日本 🎬';
const hour = 3_600_000;

let site: PracticeSite;
let engine: Engine;

beforeEach(async () => {
  site = await startPracticeSite();
  engine = await startEngine();
});
afterEach(async () => {
  await engine.stop();
  await site.stop();
});

const form = (accountId: string, fresh = true): Promise<FormShape> =>
  engine.uploader.handlers['site.form']({ accountId, fresh });
const describeJob = (jobId: string, draft: Partial<Draft>) =>
  engine.uploader.handlers['job.describe']({ jobId, draft });
const settledJob = (jobId: string) =>
  engine.until(jobId, ({ state }) => state.kind === 'done' || state.kind === 'needs-you');

async function term(accountId: string, taxonomy: string, name: string): Promise<Term> {
  const made = await engine.uploader.handlers['terms.create']({ accountId, taxonomy, name, parent: 0 });
  if (!made.ok) throw new Error(JSON.stringify(made.failure));
  return made.value;
}

async function uploaded(accountId: string, draft: Partial<Draft> = {}): Promise<{ jobId: string; videoId: number }> {
  await site.switches({ holdAnswer: {} });
  const [job] = await engine.add(accountId, fixture('Tide pools.mp4'));
  const jobId = job?.id ?? '';
  await engine.until(jobId, (row) => row.state.kind === 'processing');
  if (Object.keys(draft).length > 0) await describeJob(jobId, draft);
  await site.waitFor('uploadCommitted');
  await site.switches({ holdAnswer: null });
  await site.release();
  const { state } = await settledJob(jobId);
  if (state.kind !== 'done' || state.videoId === null) throw new Error(JSON.stringify(state));
  return { jobId, videoId: state.videoId };
}

async function onSite(videoId: number) {
  const reply = await api(site, 'admin', 'GET', `wp/v2/video/${videoId}?context=edit`);
  return reply.json;
}

describe.each(shapes)('the form in the shape of $taxonomies', ({ taxonomies, tree, flat }) => {
  beforeEach(() => site.switches({ taxonomies }));

  it('is the site’s own: its taxonomies, statuses by rights, its clock', async () => {
    const author = await engine.connect(site);
    const product = await form(author);
    expect(product.taxonomies.map(({ restBase, hierarchical }) => [restBase, hierarchical])).toEqual([
      [tree, true],
      [flat, false],
    ]);
    expect(product.fields).toEqual(
      expect.arrayContaining([
        'title',
        'description',
        'excerpt',
        'status',
        'publishAt',
        'slug',
        'password',
        'commentsOpen',
      ]),
    );
    expect(product.statuses).toEqual(expect.arrayContaining(['publish', 'future', 'pending', 'draft', 'private']));
    expect(product.zone.name).toBe('Europe/Paris');
    expect(product.taxonomies.find((one) => one.hierarchical)?.canCreate).toBe(false);
  });

  it('offers nothing that publishes to who may not publish, and survives without the site', async () => {
    await site.stop();
    site = await startPracticeSite({ ownProcess: true, switches: { taxonomies } });
    const account = await engine.connect(site);
    await site.setRole('ava', 'contributor');
    const shape = await form(account);
    expect(shape.statuses).not.toContain('publish');
    expect(shape.statuses).not.toContain('future');
    expect(shape.statuses).toContain('pending');
    expect(shape.taxonomies).toHaveLength(2);
    await site.kill();
    expect(await form(account)).toEqual(shape);
    await site.restart();
  });
});

describe.each([
  ['ava', 'product'],
  ['ava', 'core'],
  ['admin', 'product'],
] as const)('as %s, in the shape of %s', (login, taxonomies) => {
  it('every field arrives as typed and comes back so', async () => {
    const [{ flat, tree } = { flat: '', tree: '' }] = shapes.filter((shape) => shape.taxonomies === taxonomies);
    await site.switches({ taxonomies });
    const [branch = 0] = await site.addTerms(tree, ['Harbour & sea']);
    const account = await engine.connect(site, login);
    const tag = await term(account, flat, title);
    expect(tag.name).toBe(title);
    expect((await term(account, flat, title)).id).toBe(tag.id);
    const publishAt = Math.floor((Date.now() + 48 * hour) / 1000) * 1000;
    const draft: Partial<Draft> = {
      title,
      description: `First\nSecond ${title}`,
      excerpt: `Short ${title}`,
      status: 'future',
      publishAt,
      slug: 'Mein schöner Clip',
      password: 'let & me <in>',
      commentsOpen: false,
      terms: { [flat]: [tag.id], [tree]: [branch] },
    };
    const { jobId, videoId } = await uploaded(account, draft);
    const details = await engine.details(jobId);
    expect(details.draftPending).toBe(false);
    expect(details.video).toMatchObject({
      title,
      description: draft.description,
      excerpt: draft.excerpt,
      status: 'future',
      publishAt,
      password: draft.password,
      commentsOpen: false,
      formatted: false,
    });
    expect(details.video?.slug).toMatch(/^mein-sch/);
    expect(details.video?.terms).toMatchObject({ [flat]: [tag.id], [tree]: [branch] });
    const record = await onSite(videoId);
    expect(record).toMatchObject({ status: 'future', comment_status: 'closed', [flat]: [tag.id], [tree]: [branch] });
    expect(record.date_gmt).toBe(new Date(publishAt).toISOString().slice(0, 19));

    // Public now after all: the date has to come back from the future, or the site would schedule it again.
    await describeJob(jobId, { status: 'publish', publishAt: null });
    expect((await settledJob(jobId)).state.kind).toBe('done');
    expect((await onSite(videoId)).status).toBe('publish');
  });
});

describe.each(shapes)('terms in the shape of $taxonomies', ({ taxonomies, tree, flat }) => {
  let account: string;
  beforeEach(async () => {
    await site.switches({ taxonomies });
    account = await engine.connect(site);
  });

  it('what the site ignores is named, and terms that an author may not make are refused in words', async () => {
    const { jobId } = await uploaded(account);
    await describeJob(jobId, { terms: { [flat]: [999_999] }, title: 'Fine' });
    expect((await settledJob(jobId)).state).toMatchObject({
      ...{ kind: 'needs-you', reason: 'metadata-ignored', detail: `terms:${flat}` },
    });
    const made = await engine.uploader.handlers['terms.create']({
      accountId: account,
      taxonomy: tree,
      name: 'x',
      parent: 0,
    });
    expect(made).toMatchObject({
      ...{
        ok: false,
        failure: { problem: 'not-allowed', said: expect.stringContaining('not allowed to create terms') },
      },
    });
  });

  it('terms that the site refuses are named, and everything else is applied', async () => {
    const [free = 0, guarded = 0] = await site.addTerms(tree, ['Free', 'Guarded']);
    const [tag = 0] = await site.addTerms(flat, ['regatta']);
    await site.switches({ guardedTerms: [guarded] });
    await site.switches({ holdAnswer: {} });
    const [job] = await engine.add(account, fixture('Tide pools.mp4'));
    const jobId = job?.id ?? '';
    await engine.until(jobId, (row) => row.state.kind === 'processing');
    await describeJob(jobId, { title: 'Fine', status: 'private', terms: { [tree]: [free, guarded], [flat]: [tag] } });
    await site.switches({ holdAnswer: null });
    await site.release();
    const { state } = await settledJob(jobId);
    expect(state).toMatchObject({ kind: 'needs-you', reason: 'metadata-refused', action: 'edit' });
    const detail = state.kind === 'needs-you' ? state.detail : null;
    expect(detail).toBe(`terms:${tree}\nSorry, you are not allowed to assign the provided terms.`);
    const words = explain('metadata-refused', detail).what;
    expect(words).toMatch(taxonomies === 'core' ? /did not accept: Categories\./ : /did not accept: Video category\./);
    const videoId = (await site.state()).videos[0]?.id ?? 0;
    expect(await onSite(videoId)).toMatchObject({
      title: { raw: 'Fine' },
      status: 'private',
      [tree]: [],
      [flat]: [tag],
    });
    // The next thing that is typed goes out, and nothing was sent twice.
    await describeJob(jobId, { terms: { [tree]: [free], [flat]: [tag] } });
    expect((await settledJob(jobId)).state.kind).toBe('done');
    expect(await onSite(videoId)).toMatchObject({ [tree]: [free], [flat]: [tag] });
    expect((await site.state()).uploads).toHaveLength(1);
  });

  it('one refused field alone, and one that can be left as it is', async () => {
    const [guarded = 0] = await site.addTerms(flat, ['guarded']);
    await site.switches({ guardedTerms: [guarded] });
    const { jobId } = await uploaded(account);
    await describeJob(jobId, { terms: { [flat]: [guarded] } });
    expect((await settledJob(jobId)).state).toMatchObject({ detail: expect.stringMatching(`^terms:${flat}\n`) });
    await engine.uploader.handlers['queue.act']({ act: 'finish', target: { ids: [jobId] } });
    expect((await engine.until(jobId, ({ state }) => state.kind === 'done')).state.kind).toBe('done');
  });
});

it('a refused value is named, and nothing that was to be hidden is shown without it', async () => {
  const account = await engine.connect(site);
  const { jobId, videoId } = await uploaded(account);
  await site.switches({
    failWith: {
      ...{ route: '^POST /wp/v2/video/', times: 1, status: 400 },
      body: {
        ...{ code: 'rest_invalid_param', message: 'Invalid parameter(s): password' },
        data: { status: 400, params: { password: 'Too weak.' } },
      },
    },
  });
  await describeJob(jobId, { title: 'Secret', status: 'publish', password: '123' });
  expect((await settledJob(jobId)).state).toMatchObject({
    ...{ kind: 'needs-you', reason: 'metadata-refused', detail: 'password, status\nInvalid parameter(s): password' },
  });
  expect(await onSite(videoId)).toMatchObject({ title: { raw: 'Secret' }, status: 'pending', password: '' });
});

it.each([
  [403, 'rest_cannot_edit'],
  [400, 'some_plugin_says_no'],
])('a refusal of the whole (%s %s) is no refusal of a field', async (status, code) => {
  const account = await engine.connect(site);
  const { jobId } = await uploaded(account);
  const before = (await site.state()).requests.length;
  await site.switches({
    failWith: { route: '^POST /wp/v2/video/', status, body: { code, message: 'No.', data: { status } } },
  });
  await describeJob(jobId, { title: 'New', terms: { video_tag: [4] } });
  expect((await settledJob(jobId)).state).toMatchObject({ reason: 'metadata-refused', detail: 'No.' });
  const writes = (await site.state()).requests.slice(before).filter(({ method }) => method === 'POST');
  expect(writes.length).toBeLessThanOrEqual(2);
});

describe('changed on the site meanwhile', () => {
  it.each(['Third', 'First'])(
    'but by ourselves, the answer lost: typing on to “%s” asks nobody (F-01)',
    async (next) => {
      const account = await engine.connect(site, 'admin');
      const { jobId, videoId } = await uploaded(account, { title: 'First' });
      await site.switches({ loseAnswer: { route: '^POST /wp/v2/video/', times: 1 } });
      await describeJob(jobId, { title: 'Second' });
      await engine.until(jobId, ({ state }) => state.kind === 'describing' && state.why === 'connection-lost');
      expect(await onSite(videoId)).toMatchObject({ title: { raw: 'Second' } });
      await describeJob(jobId, { title: next });
      expect((await settledJob(jobId)).state.kind).toBe('done');
      expect(await onSite(videoId)).toMatchObject({ title: { raw: next } });
    },
  );

  it('is said, not overwritten; the rest is applied; each side can win', async () => {
    const account = await engine.connect(site, 'admin');
    const { jobId, videoId } = await uploaded(account, { title: 'First', excerpt: 'E1' });
    await api(site, 'admin', 'POST', `wp/v2/video/${videoId}`, { json: { title: 'Theirs', excerpt: 'E-theirs' } });
    await describeJob(jobId, { title: 'Mine', excerpt: 'E-mine', description: 'New' });
    expect((await settledJob(jobId)).state).toMatchObject({ kind: 'needs-you', reason: 'changed-on-site' });
    expect(await onSite(videoId)).toMatchObject({ title: { raw: 'Theirs' }, content: { raw: 'New' } });
    const { conflicts } = await engine.details(jobId);
    expect(conflicts).toEqual([
      { field: 'title', mine: 'Mine', theirs: 'Theirs' },
      { field: 'excerpt', mine: 'E-mine', theirs: 'E-theirs' },
    ]);
    await engine.uploader.handlers['job.resolve']({ jobId, mine: ['title'] });
    expect((await settledJob(jobId)).state.kind).toBe('done');
    expect(await onSite(videoId)).toMatchObject({ title: { raw: 'Mine' }, excerpt: { raw: 'E-theirs' } });
    expect((await engine.details(jobId)).draft).toMatchObject({ title: 'Mine', excerpt: 'E-theirs' });
  });

  it('in fields that were applied and not typed again stays as it is there, and is shown', async () => {
    const account = await engine.connect(site, 'admin');
    const { jobId, videoId } = await uploaded(account, { title: 'First' });
    await api(site, 'admin', 'POST', `wp/v2/video/${videoId}`, { json: { title: 'Better there' } });
    await describeJob(jobId, { description: 'Only this' });
    expect((await settledJob(jobId)).state.kind).toBe('done');
    expect(await onSite(videoId)).toMatchObject({ title: { raw: 'Better there' }, content: { raw: 'Only this' } });
    await engine.details(jobId);
    await engine.until(jobId, (row) => row.title === 'Better there');
  });

  it('leaves formatting of the site alone until the description is changed here', async () => {
    const account = await engine.connect(site, 'admin');
    const { jobId, videoId } = await uploaded(account, { title: 'First' });
    const html = '<p>One <strong>&amp;</strong> two</p><p>Three</p>';
    await api(site, 'admin', 'POST', `wp/v2/video/${videoId}`, { json: { content: html } });
    await describeJob(jobId, { title: 'Second' });
    await settledJob(jobId);
    expect((await onSite(videoId)).content.raw).toBe(html);
    expect((await engine.details(jobId)).video).toMatchObject({ description: 'One & two\n\nThree', formatted: true });
    await describeJob(jobId, { description: 'Plain <now>' });
    await settledJob(jobId);
    expect((await onSite(videoId)).content.raw).toBe('Plain &lt;now&gt;');
  });
});

it('many are changed in one write: patterns, fields, terms put on and taken off without touching the rest', async () => {
  const account = await engine.connect(site, 'admin');
  const [kept, put, off] = [
    await term(account, 'video_tag', 'kept'),
    await term(account, 'video_tag', 'put'),
    await term(account, 'video_tag', 'off'),
  ];
  const folder = clipFolder({ 'one.mp4': 'Tide pools.mp4', 'two.mp4': 'Market street.mp4' });
  const jobs = await engine.add(account, folder.file('one.mp4'), folder.file('two.mp4'));
  await engine.settled();
  const [first] = jobs;
  await describeJob(first?.id ?? '', { terms: { video_tag: [kept.id, off.id] } });
  await engine.settled();

  const change: ManyChange = {
    draft: { status: 'private', excerpt: 'For all' },
    titlePattern: 'Part {nn}: {name}',
    terms: { video_tag: { add: [put.id], remove: [off.id] } },
  };
  const target = { filter: 'all' } as const;
  expect(
    await engine.uploader.handlers['job.previewTitles']({ target, pattern: 'Part {nn}: {name}', start: 1 }),
  ).toEqual(['Part 01: one', 'Part 02: two']);
  // Nobody has looked at them yet, so that their lengths are to be read.
  const lengths = await engine.uploader.handlers['job.previewTitles']({ target, pattern: '{n} {duration}', start: 7 });
  expect(lengths).toEqual([expect.stringMatching(/^7 \d+:\d\d$/), expect.stringMatching(/^8 \d+:\d\d$/)]);
  expect(await engine.uploader.handlers['job.describeMany']({ target, change })).toEqual({ changed: 2 });
  await engine.settled();
  const { videos } = await site.state();
  expect(videos.map((video) => [video.title, video.status, video.excerpt, video.terms.video_tag?.toSorted()])).toEqual(
    expect.arrayContaining([
      ['Part 01: one', 'private', 'For all', [kept.id, put.id].toSorted()],
      ['Part 02: two', 'private', 'For all', [put.id]],
    ]),
  );
  expect(await engine.uploader.handlers['job.summarize'](target)).toMatchObject({
    count: 2,
    values: { status: 'private', excerpt: 'For all' },
    mixed: expect.arrayContaining(['title', 'terms:video_tag']),
  });
  folder.remove();
});

it('titles by length have the length of clips that nobody has looked at, and of a file that is gone none', async () => {
  const account = await engine.connect(site, 'ava');
  await engine.uploader.handlers['queue.pause'](true);
  const folder = clipFolder({ 'one.mp4': 'Tide pools.mp4', 'two.mp4': 'Market street.mp4' });
  await engine.add(account, folder.file('one.mp4'), folder.file('two.mp4'));
  rmSync(folder.file('two.mp4'));
  const change = { draft: {}, titlePattern: '{name} {duration}', titleStart: 3, terms: {} };
  await engine.uploader.handlers['job.describeMany']({ target: { filter: 'all' }, change });
  const titles = (await engine.rows()).map(({ title }) => title);
  expect(titles).toEqual([expect.stringMatching(/^one \d+:\d\d$/), 'two']);
  folder.remove();
});

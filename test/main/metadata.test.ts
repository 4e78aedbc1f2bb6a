// Metadata on its way to the practice site over real HTTP: every field, both shapes of a site, rights, conflicts, many at once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Draft, FormShape, ManyChange, Term } from '../../preload/contract.ts';
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

describe('the form', () => {
  it('is the site’s own: product and core taxonomies, statuses by rights, its clock', async () => {
    const author = await engine.connect(site);
    const product = await form(author);
    expect(product.taxonomies.map(({ restBase, hierarchical }) => [restBase, hierarchical])).toEqual(
      expect.arrayContaining([
        ['video_category', true],
        ['video_tag', false],
      ]),
    );
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

    await site.switches({ taxonomies: 'core' });
    const core = await form(author);
    expect(core.taxonomies.map((one) => one.restBase)).toEqual(['categories', 'tags']);
  });

  it('offers nothing that publishes to who may not publish, and survives without the site', async () => {
    const account = await engine.connect(site);
    await site.setRole('ava', 'contributor');
    const shape = await form(account);
    expect(shape.statuses).not.toContain('publish');
    expect(shape.statuses).not.toContain('future');
    expect(shape.statuses).toContain('pending');
    await site.kill();
    expect(await form(account)).toEqual(shape);
    await site.restart();
  });
});

describe.each(['ava', 'admin'])('as %s', (login) => {
  it('every field arrives as typed and comes back so', async () => {
    const account = await engine.connect(site, login);
    const tag = await term(account, 'video_tag', title);
    expect(tag.name).toBe(title);
    expect((await term(account, 'video_tag', title)).id).toBe(tag.id);
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
      terms: { video_tag: [tag.id] },
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
    expect(details.video?.terms.video_tag).toEqual([tag.id]);
    const record = await onSite(videoId);
    expect(record).toMatchObject({ status: 'future', comment_status: 'closed', video_tag: [tag.id] });
    expect(record.date_gmt).toBe(new Date(publishAt).toISOString().slice(0, 19));

    // Public now after all: the date has to come back from the future, or the site would schedule it again.
    await describeJob(jobId, { status: 'publish', publishAt: null });
    expect((await settledJob(jobId)).state.kind).toBe('done');
    expect((await onSite(videoId)).status).toBe('publish');
  });
});

it('core’s shape takes its own taxonomies', async () => {
  await site.switches({ taxonomies: 'core' });
  const account = await engine.connect(site, 'admin');
  const category = await term(account, 'categories', 'Harbour & sea');
  const { videoId } = await uploaded(account, { terms: { categories: [category.id] } });
  expect((await onSite(videoId)).categories).toEqual([category.id]);
});

it('what the site ignores is named, and terms that an author may not make are refused in words', async () => {
  const account = await engine.connect(site);
  const { jobId } = await uploaded(account);
  await describeJob(jobId, { terms: { video_tag: [999_999] }, title: 'Fine' });
  expect((await settledJob(jobId)).state).toMatchObject({
    kind: 'needs-you',
    reason: 'metadata-ignored',
    detail: 'terms:video_tag',
  });
  const refused = await engine.uploader.handlers['terms.create']({
    accountId: account,
    taxonomy: 'video_category',
    name: 'New',
    parent: 0,
  });
  expect(refused).toMatchObject({ ok: false, failure: { problem: 'not-allowed' } });
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
  expect(await engine.uploader.handlers['job.previewTitles']({ target, pattern: 'Part {nn}: {name}' })).toEqual([
    'Part 01: one',
    'Part 02: two',
  ]);
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

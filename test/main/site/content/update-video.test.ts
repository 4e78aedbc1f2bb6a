// What is asked of a site for its videos, and how changed fields come there although the site refuses some of them.
import { describe, expect, it } from 'vitest';
import { SiteRefusal } from '../../../../main/answers.ts';
import { nothingShown } from '../../../../main/fields.ts';
import type { FieldValues, Video } from '../../../../main/model.ts';
import { HttpError } from '../../../../main/ports.ts';
import { siteCalls } from '../../../../main/site/client/client.ts';
import { bringOver, getVideo, listVideos, namesOfVideos, updateVideo } from '../../../../main/site/content/videos.ts';
import { handClock } from '../../queue/hand-clock.ts';
import { answering, ava, type Given, inShort } from './answering.ts';

const now = Date.UTC(2026, 10, 20, 12);
const hour = 3_600_000;
const video: Video = {
  ...nothingShown,
  id: 7,
  title: 'Before',
  status: 'draft',
  commentsOpen: null,
  formatted: false,
  terms: {},
  link: null,
  createdAt: now - hour,
  modifiedAt: null,
};

/** The site says that the video is like this. */
const has = (fields: object): Given => ({ json: { id: 7, ...fields } });
const invalid = (...names: readonly string[]): Given => ({
  status: 400,
  json: {
    code: 'rest_invalid_param',
    message: `Wrong: ${names.join(', ')}`,
    data: { params: Object.fromEntries(names.map((name) => [name, 'is wrong'])) },
  },
});
const refused = (code: string, message?: string): Given => ({ status: 403, json: { code, message } });
const noTerm = refused('rest_cannot_assign_term', 'Not this term.');

/** Brings fields to the video; `asked` = the bodies that were sent. */
async function bring(send: FieldValues, steps: readonly Given[], on: Partial<Video> = {}) {
  const { calls, asked } = answering(...steps);
  const came = await bringOver(calls, ava, { ...video, ...on }, send, now).then(
    (brought) => ({ brought, error: null }),
    (error: unknown) => ({ brought: null, error }),
  );
  for (const one of inShort(asked)) expect(one).toMatch(/^POST wp\/v2\/video\/7\?context=edit \{/);
  return { ...came, asked: asked.map(({ body }) => JSON.parse(String(body)) as unknown) };
}

/** The code of the refusal that was thrown. */
const codeOf = (error: unknown): unknown => (error instanceof SiteRefusal ? error.said.code : error);

describe('fields that the site takes', () => {
  it('are sent at once, and what came back otherwise is named', async () => {
    const { brought, asked } = await bring({ title: 'A & B', status: 'publish' }, [
      has({ title: { raw: 'A &amp; B' }, status: 'pending' }),
    ]);
    expect(asked).toEqual([{ title: 'A &amp; B', status: 'publish' }]);
    expect(brought).toMatchObject({ after: { title: 'A & B', status: 'pending' }, ignored: ['status'], refused: null });
  });

  it('are asked for no more where there are none', async () => {
    const { brought, asked } = await bring({}, [has({})]);
    expect([brought, asked]).toEqual([{ after: video, ignored: [], refused: null }, []]);
  });

  const toNow = '2026-11-20T12:00:00Z';
  it.each<[string, FieldValues, number | null, unknown]>([
    ['a scheduled video that is made public has its date now', { status: 'publish' }, now + 1, { date_gmt: toNow }],
    ['a video whose moment is now keeps its date', { status: 'publish' }, now, {}],
    ['a video of the past keeps its date', { status: 'publish' }, now - hour, {}],
    ['a video without a date gets none', { status: 'publish' }, null, {}],
    ['a scheduled video that becomes a draft keeps its date', { status: 'draft' }, now + hour, {}],
    ['a scheduled video whose status is not touched keeps its date', { title: 'x' }, now + hour, {}],
    [
      'a date that was typed is the one that counts',
      { status: 'publish', publishAt: now - hour },
      now + hour,
      { date_gmt: '2026-11-20T11:00:00Z' },
    ],
  ])('%s', async (_, send, createdAt, dates) => {
    const { publishAt: _typed, ...others } = send;
    expect((await bring(send, [has({})], { createdAt })).asked).toEqual([{ ...others, ...(dates as object) }]);
  });
});

describe('fields of which some are refused', () => {
  it('go without the one that is named, which is not asked for again', async () => {
    const { brought, asked } = await bring({ title: 'x', excerpt: 'y', 'terms:tags': [1] }, [
      invalid('title'),
      has({ title: 'Before', excerpt: { raw: 'other' }, tags: [1] }),
    ]);
    expect(asked).toEqual([
      { title: 'x', excerpt: 'y', tags: [1] },
      { excerpt: 'y', tags: [1] },
    ]);
    expect(brought).toMatchObject({
      after: { title: 'Before', excerpt: 'other', terms: { tags: [1] } },
      ignored: ['excerpt'],
      refused: { fields: ['title'], said: 'Wrong: title' },
    });
  });

  it('and nothing besides leave the video as it was', async () => {
    const { brought, asked } = await bring({ title: 'x' }, [invalid('title'), has({})]);
    expect(brought).toEqual({ after: video, ignored: [], refused: { fields: ['title'], said: 'Wrong: title' } });
    expect(asked).toHaveLength(1);
  });

  it('are asked for one by one where several are named: the refusal of one is none of another', async () => {
    const { brought, asked } = await bring({ title: 'x', excerpt: 'y', slug: 'z', description: 'd' }, [
      invalid('title', 'excerpt', 'slug'),
      has({ content: 'd' }),
      has({ content: 'd', title: 'x' }),
      { status: 400, json: { ...(invalid('excerpt').json as object), message: 'Too long' } },
      has({ content: 'd', title: 'x', slug: 'other' }),
    ]);
    expect(asked.slice(1)).toEqual([{ content: 'd' }, { title: 'x' }, { excerpt: 'y' }, { slug: 'z' }]);
    expect(brought).toMatchObject({
      after: { title: 'x', description: 'd', slug: 'other' },
      ignored: ['slug'],
      refused: { fields: ['excerpt'], said: 'Too long' },
    });
  });

  it('are all there in the end where each is taken alone', async () => {
    const { brought, asked } = await bring({ 'terms:tags': [1], 'terms:genre': [2] }, [
      noTerm,
      has({ tags: [1] }),
      has({ tags: [1], genre: [2] }),
    ]);
    expect(asked.slice(1)).toEqual([{ tags: [1] }, { genre: [2] }]);
    expect(brought).toMatchObject({ after: { terms: { tags: [1], genre: [2] } }, ignored: [], refused: null });
  });

  it('are told by the words of the site, or by its code where it has no words', async () => {
    const said = async (given: Given) => (await bring({ title: 'x', 'terms:tags': [1] }, [given, has({})])).brought;
    expect(await said(refused('no_terms', 'Not you.'))).toMatchObject({ refused: { said: 'Not you.' } });
    expect(await said(refused('no_terms'))).toMatchObject({ refused: { said: 'no_terms' } });
  });

  it('and say who may see the video are never asked for alone, nor with the others', async () => {
    const send: FieldValues = { title: 'x', status: 'publish', publishAt: now, password: 'p', 'terms:tags': [1] };
    const { brought, asked } = await bring(send, [refused('rest_cannot_publish', 'Not you.'), has({ title: 'x' })]);
    expect(asked.slice(1)).toEqual([{ title: 'x', tags: [1] }]);
    expect(brought).toMatchObject({
      ignored: ['terms:tags'],
      refused: { fields: ['status', 'publishAt', 'password'], said: 'Not you.' },
    });
  });

  it('are asked for alone beside what says who may see the video', async () => {
    const send: FieldValues = { status: 'private', title: 'x', 'terms:tags': [1] };
    const { brought, asked } = await bring(send, [invalid('tags', 'status'), has({ title: 'x' }), noTerm]);
    expect(asked.slice(1)).toEqual([{ title: 'x' }, { tags: [1] }]);
    expect(brought).toMatchObject({ refused: { fields: ['status', 'terms:tags'], said: 'Not this term.' } });
  });
});

describe('a refusal', () => {
  it('of the whole is thrown without another try', async () => {
    const { error, asked } = await bring({ title: 'x', 'terms:tags': [1] }, [refused('rest_cannot_edit'), has({})]);
    expect([codeOf(error), asked.length]).toEqual(['rest_cannot_edit', 1]);
  });

  it('of the others too throws the first one', async () => {
    const { error, asked } = await bring({ title: 'x', excerpt: 'y' }, [invalid('title'), refused('rest_cannot_edit')]);
    expect([codeOf(error), asked.length]).toEqual(['rest_invalid_param', 2]);
  });

  it.each<[string, Given]>([
    ['by a site with an error', { status: 503, json: { code: 'busy' } }],
    ['by a page', { status: 403, body: Buffer.from('<html><title>Stop</title></html>') }],
    ['of the sign-in', { status: 401, json: { code: 'rest_not_logged_in' } }],
  ])('%s in the middle is thrown, for all of it is tried again later', async (_, trouble) => {
    const send: FieldValues = { title: 'x', excerpt: 'y', description: 'd' };
    const { error, asked } = await bring(send, [invalid('title', 'excerpt'), has({}), has({ title: 'x' }), trouble]);
    expect(error).toBeInstanceOf(SiteRefusal);
    expect(error).toMatchObject({ said: { status: trouble.status } });
    expect(asked).toHaveLength(4);
  });

  it('that never came, for want of an answer, is thrown as what it is', async () => {
    const lost = new HttpError('stalled', 'No answer');
    const calls = siteCalls({ request: () => Promise.reject(lost) }, handClock());
    await expect(bringOver(calls, ava, video, { title: 'x' }, now)).rejects.toBe(lost);
  });
});

it('an update brings the date where the video is to be public now', async () => {
  const { calls, asked } = answering(has({ title: 'x' }));
  expect(await updateVideo(calls, ava, 7, { title: 'x' }, now)).toMatchObject({ id: 7, title: 'x' });
  await updateVideo(calls, ava, 7, { title: 'x' });
  expect(inShort(asked)).toEqual([
    'POST wp/v2/video/7?context=edit {"title":"x","date_gmt":"2026-11-20T12:00:00Z"}',
    'POST wp/v2/video/7?context=edit {"title":"x"}',
  ]);
  await expect(updateVideo(answering({ json: {} }).calls, ava, 7, {})).rejects.toBeInstanceOf(SiteRefusal);
});

describe('one video', () => {
  it('is asked for as it is edited', async () => {
    const { calls, asked } = answering(has({ title: { raw: 'x' } }));
    expect(await getVideo(calls, ava, 7)).toMatchObject({ id: 7, title: 'x' });
    expect(inShort(asked)).toEqual(['GET wp/v2/video/7?context=edit']);
  });

  it.each<[string, Given]>([
    ['whose route is missing', { status: 404, json: { code: 'rest_no_route' } }],
    ['that is gone under another status', { status: 410, json: { code: 'rest_post_invalid_id' } }],
    ['that came with another status', { ...has({}), status: 202 }],
    ['without an id', { json: { title: 'x' } }],
  ])('%s is a refusal, not one that is absent', async (_, given) => {
    await expect(getVideo(answering(given).calls, ava, 7)).rejects.toBeInstanceOf(SiteRefusal);
  });

  it('that the site does not know is null', async () => {
    const { calls } = answering({ status: 404, json: { code: 'rest_post_invalid_id' } });
    expect(await getVideo(calls, ava, 7)).toBeNull();
  });
});

const statuses = 'publish,future,draft,pending,private';

describe('a page of videos', () => {
  it('is asked for newest first, narrowed by what was given', async () => {
    const { calls, asked } = answering({ json: [] });
    await listVideos(calls, ava, { page: 3, perPage: 20 });
    const after = '2026-01-01T00:00:00Z';
    await listVideos(calls, ava, { page: 1, perPage: 5, search: 'sea', author: 2, status: ['draft', 'x'], after });
    expect(inShort(asked)).toEqual([
      'GET wp/v2/video?context=edit&page=3&per_page=20&orderby=date&order=desc',
      'GET wp/v2/video?context=edit&page=1&per_page=5&orderby=date&order=desc&search=sea&author=2&status=draft,x' +
        `&after=${after}`,
    ]);
  });

  it('is counted by the site, or by what came where it does not say', async () => {
    const two = [{ id: 7, title: 'x' }, { id: 8 }];
    const listed = (headers: Readonly<Record<string, string>>) =>
      listVideos(answering({ json: two, headers }).calls, ava, { page: 1, perPage: 5 });
    expect(await listed({ 'x-wp-total': '612', 'x-wp-totalpages': '123' })).toMatchObject({ total: 612, pages: 123 });
    expect(await listed({})).toMatchObject({ videos: [{ id: 7, title: 'x' }, { id: 8 }], total: 2, pages: 1 });
    await expect(listed({ 'x-wp-totalpages': 'many' })).rejects.toBeInstanceOf(SiteRefusal);
  });

  it('with something else than videos is refused', async () => {
    const { calls } = answering({ json: [{ id: 7 }, { id: 'x' }] });
    await expect(listVideos(calls, ava, { page: 1, perPage: 5 })).rejects.toBeInstanceOf(SiteRefusal);
  });
});

describe('the names of an author’s videos', () => {
  const date_gmt = '2026-11-20T12:00:00';
  const headers = { 'x-wp-totalpages': '3' };

  it('are those of all pages, each once and nothing besides', async () => {
    const { calls, asked } = answering(
      { json: [{ id: 7, title: 'x', date_gmt, content: 'long' }, { id: 8 }], headers },
      { json: [{ id: 8 }, { id: 9 }], headers },
    );
    expect(await namesOfVideos(calls, ava, 2, 2)).toEqual([
      { id: 7, title: 'x', createdAt: now },
      { id: 8, title: '', createdAt: null },
      { id: 9, title: '', createdAt: null },
    ]);
    const page = (at: number): string =>
      `GET wp/v2/video?context=edit&page=${at}&per_page=100&orderby=date&order=desc&author=2&status=${statuses}`;
    expect(inShort(asked)).toEqual([page(1), page(2)]);
  });

  it('prove nothing where one of them cannot be read', async () => {
    const { calls } = answering({ json: [{ id: 7 }, {}] });
    await expect(namesOfVideos(calls, ava, 2, 2)).rejects.toBeInstanceOf(SiteRefusal);
  });
});

// Taxonomies and their terms, and videos that carry them (platform facts, sections 1, 2, 9, 11, 13 and 17; samples 1.9 and 7.1).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { api, get, type Reply } from '../site/test-client.ts';
import { startTarget, type Target } from './target.ts';

let site: Target;
beforeAll(async () => {
  site = await startTarget();
});
afterAll(() => site.stop());
beforeEach(() => site.reset());

const create = (login: string | null, json: unknown, base = 'video_category'): Promise<Reply> =>
  api(site, login, 'POST', `wp/v2/${base}`, { json });
const terms = (query: string, base = 'video_category'): Promise<Reply> => get(`${site.root}wp/v2/${base}?${query}`);
const names = async (query: string, base?: string): Promise<string[]> =>
  (await terms(query, base)).json.map((term: { name: string }) => term.name);

describe('listing terms (section 13)', () => {
  it('pages, searches, sorts and says names with entities', async () => {
    const all = await terms('per_page=100');
    expect(all.headers.get('x-wp-total')).toBe('3');
    expect(all.json[2]).toMatchObject({ name: 'Travel &amp; places', slug: 'travel-places', taxonomy: 'categories' });
    expect(await names('search=TRAV')).toEqual(['Travel &amp; places']);
    expect(await names('orderby=id&order=desc&per_page=2')).toEqual(['Travel &amp; places', 'Music']);
    const second = await terms('per_page=2&page=2');
    expect([second.json.length, second.headers.get('x-wp-totalpages')]).toEqual([1, '2']);
    expect(second.headers.get('link')).toMatch(/page=1>; rel="prev"$/);
    // Unlike posts, a page beyond the last is no error.
    expect((await terms('page=9')).json).toEqual([]);
    expect((await terms('per_page=500')).json.code).toBe('rest_invalid_param');
    expect(await names('hide_empty=true')).toEqual([]);
  });

  it('reads one, and says 404 for others', async () => {
    expect((await get(`${site.root}wp/v2/video_category/1`)).json).toMatchObject({ id: 1, name: 'Gaming', parent: 0 });
    expect((await get(`${site.root}wp/v2/video_tag/4`)).json.parent).toBeUndefined();
    const missing = await get(`${site.root}wp/v2/video_tag/1`);
    expect([missing.status, missing.json.code]).toEqual([404, 'rest_term_invalid']);
  });
});

describe('creating terms (section 13)', () => {
  it('needs edit_terms for a tree and assign_terms for tags', async () => {
    const code = async (login: string | null, base: string): Promise<unknown[]> => {
      const { status, json } = await create(login, { name: 'Fresh' }, base);
      return [status, json.code];
    };
    expect(await code('ava', 'video_category')).toEqual([403, 'rest_cannot_create']);
    expect(await code(null, 'video_tag')).toEqual([401, 'rest_cannot_create']);
    expect(await code('sue', 'video_tag')).toEqual([403, 'rest_cannot_create']);
    expect(await code('carl', 'video_tag')).toEqual([201, undefined]);
    expect(await code('admin', 'video_category')).toEqual([201, undefined]);
  });

  it('answers 201 with Location, stores entities, and knows parents', async () => {
    const parent = await create('admin', { name: 'Rock & <b>roll</b>', description: 'Loud' });
    expect(parent.status).toBe(201);
    expect(parent.headers.get('location')).toBe(`${site.root}wp/v2/video_category/${parent.json.id}`);
    expect(parent.json).toMatchObject({ name: 'Rock &amp; roll', slug: 'rock-roll', description: 'Loud', count: 0 });
    const child = await create('admin', { name: 'Gaming', parent: parent.json.id });
    expect(child.json).toMatchObject({ slug: 'gaming-rock-roll', parent: parent.json.id });
    expect(await names(`parent=${parent.json.id}`)).toEqual(['Gaming']);
    expect((await create('admin', { name: 'x', parent: 999 })).json.code).toBe('rest_term_invalid');
    expect((await create('admin', { name: 'x', parent: 4 }, 'video_tag')).json.code).toBe(
      'rest_taxonomy_not_hierarchical',
    );
    expect((await create('admin', {})).json.code).toBe('rest_missing_callback_param');
  });

  it('names the term that exists already', async () => {
    const { status, json } = await create('admin', { name: 'MUSIC' });
    expect([status, json.code, json.data]).toEqual([400, 'term_exists', { status: 400, term_id: 2 }]);
    const tag = await create('ava', { name: 'night' }, 'video_tag');
    expect(tag.json.data.term_id).toBe(5);
    await site.reset();
    expect((await terms('per_page=100')).headers.get('x-wp-total')).toBe('3');
  });
});

describe('videos with terms (sections 9 and 11)', () => {
  const video = async (fields: Record<string, unknown>): Promise<number> => {
    const json = { title: JSON.stringify(fields), status: 'publish', ...fields };
    return (await api(site, 'ava', 'POST', 'wp/v2/video', { json })).json.id;
  };
  const ids = async (query: string): Promise<number[]> =>
    (await get(`${site.root}wp/v2/video?orderby=id&order=asc&${query}`)).json.map((one: { id: number }) => one.id);

  it('replace the whole set, drop unknown ids, and show them as links', async () => {
    const id = await video({ video_category: [1, 2], video_tag: [4] });
    const { json } = await api(site, 'ava', 'POST', `wp/v2/video/${id}`, { json: { video_category: [3, 999, 4] } });
    expect([json.video_category, json.video_tag]).toEqual([[3], [4]]);
    expect(json._links['wp:term'].map((link: { taxonomy: string }) => link.taxonomy)).toEqual([
      'categories',
      'video_tag',
    ]);
    expect(json._links['wp:action-assign-video_category']).toHaveLength(1);
    expect(json._links['wp:action-create-video_tag']).toHaveLength(1);
    expect(json._links['wp:action-create-video_category']).toBeUndefined();
    const embedded = (await get(`${site.root}wp/v2/video/${id}?_embed=wp:term`)).json._embedded['wp:term'];
    expect(embedded).toMatchObject([[{ id: 3, name: 'Travel &amp; places' }], [{ id: 4, name: 'harbour' }]]);
    expect(embedded[0][0].count).toBeUndefined();
    expect((await terms('hide_empty=true')).json).toMatchObject([{ id: 3, count: 1 }]);
    const cleared = await api(site, 'ava', 'POST', `wp/v2/video/${id}`, { json: { video_category: [] } });
    expect(cleared.json.video_category).toEqual([]);
  });

  it('are filtered by terms, without terms, by all of them, or by either taxonomy', async () => {
    const both = await video({ video_category: [1, 2], video_tag: [4] });
    const one = await video({ video_category: [1] });
    const tagged = await video({ video_tag: [4] });
    expect(await ids('video_category=1,2')).toEqual([both, one]);
    expect(await ids('video_category[terms]=1,2&video_category[operator]=AND')).toEqual([both]);
    expect(await ids('video_category_exclude=2')).toEqual([one, tagged]);
    expect(await ids('video_category=1&video_tag=4')).toEqual([both]);
    expect(await ids('video_category=1&video_tag=4&tax_relation=OR')).toEqual([both, one, tagged]);
  });
});

describe('in the platform’s own shape (sections 10 and 13, sample 7.1)', () => {
  it('a video has categories and tags, and a blog post always has', async () => {
    const post = (await get(`${site.root}wp/v2/posts?per_page=1`)).json[0];
    expect(post).toMatchObject({ categories: [7], tags: [], meta: [], link: `${site.url}/${post.slug}/` });
    await site.switches({ taxonomies: 'core' });
    expect((await get(`${site.root}wp/v2/types/video`)).json.taxonomies).toEqual(['category', 'post_tag']);
    const shown = (await get(`${site.root}wp/v2/taxonomies?type=video`)).json;
    expect(Object.keys(shown)).toEqual(['category', 'post_tag']);
    expect(shown.category).toMatchObject({ rest_base: 'categories', hierarchical: true, types: ['post', 'video'] });
    const [tag] = (await get(`${site.root}wp/v2/tags`)).json;
    const json = { title: 'x', tags: [tag.id], video_tag: [4] };
    const made = (await api(site, 'ava', 'POST', 'wp/v2/video', { json })).json;
    expect([made.tags, made.categories, made.video_tag]).toEqual([[tag.id], [], undefined]);
    expect((await get(`${site.root}wp/v2/video_category`)).json.code).toBe('rest_no_route');
    const { schema, endpoints } = (await api(site, null, 'OPTIONS', 'wp/v2/video')).json;
    expect(schema.properties.tags.type).toBe('array');
    expect(endpoints[1].args.video_tag).toBeUndefined();
  });
});

describe('custom fields (sections 1, 10 and 11)', () => {
  it('are there only where the type supports them', async () => {
    const [id] = await site.addVideos([{ title: 'plain' }]);
    const support = async (): Promise<unknown> =>
      (await api(site, 'ava', 'GET', 'wp/v2/types/video?context=edit')).json.supports['custom-fields'];
    expect(await support()).toBeUndefined();
    expect((await api(site, null, 'OPTIONS', 'wp/v2/video')).json.schema.properties.meta).toBeUndefined();
    await site.switches({ customFields: true });
    expect(await support()).toBe(true);
    const update = (meta: unknown): Promise<Reply> => api(site, 'ava', 'POST', `wp/v2/video/${id}`, { json: { meta } });
    const { json } = await update({ video_length: 7, video_url: 'https://example.test/a.mp4', unknown: 1 });
    expect(json.meta).toEqual({ video_url: 'https://example.test/a.mp4', video_length: 7 });
    const wrong = await update({ video_length: 'long' });
    expect([wrong.status, wrong.json]).toEqual([
      400,
      {
        code: 'rest_invalid_type',
        message: 'meta.video_length is not of type integer.',
        data: { status: 400 },
        additional_data: [{ param: 'meta.video_length' }],
      },
    ]);
    expect((await update({ video_length: null })).json.meta.video_length).toBe(0);
  });
});

// Taxonomies and their terms, and videos that carry them (platform facts, sections 1, 2, 9, 11, 13 and 17; samples 1.9 and 7.1).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shapes } from '../site/shapes.ts';
import { api, get, type Reply } from '../site/test-client.ts';
import { startTarget, type Target } from './target.ts';

let site: Target;
beforeAll(async () => {
  site = await startTarget();
});
afterAll(() => site.stop());
beforeEach(() => site.reset());

describe.each(shapes)('in the shape of $taxonomies', ({ taxonomies, tree, treeSlug, flat, flatSlug }) => {
  /** Ids of Gaming, Music and Travel, and of harbour, night and timelapse. */
  let branch: number[];
  let tag: number[];
  const begin = async (): Promise<void> => {
    await site.switches({ taxonomies });
    if (taxonomies === 'product')
      [branch, tag] = [
        [1, 2, 3],
        [4, 5, 6],
      ];
    else {
      branch = await site.addTerms(tree, ['Gaming', 'Music', 'Travel & places']);
      tag = await site.addTerms(flat, ['harbour', 'night', 'timelapse']);
    }
  };
  beforeEach(begin);
  /** Core's own have terms, and blog posts have those. */
  const others = taxonomies === 'core' ? ['Uncategorized', 'Studio news'] : [];

  const create = (login: string | null, json: unknown, base = tree): Promise<Reply> =>
    api(site, login, 'POST', `wp/v2/${base}`, { json });
  const terms = (query: string, base = tree): Promise<Reply> => get(`${site.root}wp/v2/${base}?${query}`);
  const names = async (query: string, base?: string): Promise<string[]> =>
    (await terms(query, base)).json.map((term: { name: string }) => term.name);

  describe('listing terms (section 13)', () => {
    it('pages, searches, sorts and says names with entities', async () => {
      const all = await terms('per_page=100');
      expect(all.json.map((term: { name: string }) => term.name)).toEqual(
        [...others, 'Gaming', 'Music', 'Travel &amp; places'].toSorted(),
      );
      expect(all.headers.get('x-wp-total')).toBe(String(3 + others.length));
      const travel = all.json.find((term: { id: number }) => term.id === branch[2]);
      expect(travel).toMatchObject({ name: 'Travel &amp; places', slug: 'travel-places', taxonomy: treeSlug });
      expect(await names('search=TRAV')).toEqual(['Travel &amp; places']);
      expect(await names('orderby=id&order=desc&per_page=2')).toEqual(['Travel &amp; places', 'Music']);
      const last = await terms(`per_page=2&page=${others.length === 0 ? 2 : 3}`);
      expect([last.json.length, last.headers.get('x-wp-totalpages')]).toEqual([1, others.length === 0 ? '2' : '3']);
      expect(last.headers.get('link')).toMatch(/page=[12]>; rel="prev"$/);
      // Unlike posts, a page beyond the last is no error.
      expect((await terms('page=9')).json).toEqual([]);
      expect((await terms('per_page=500')).json.code).toBe('rest_invalid_param');
      expect(await names('hide_empty=true')).toEqual(others.slice(0, 1));
    });

    it('reads one, and says 404 for others', async () => {
      const one = (await get(`${site.root}wp/v2/${tree}/${branch[0]}`)).json;
      expect(one).toMatchObject({ id: branch[0], name: 'Gaming', parent: 0 });
      expect((await get(`${site.root}wp/v2/${flat}/${tag[0]}`)).json.parent).toBeUndefined();
      const missing = await get(`${site.root}wp/v2/${flat}/${branch[0]}`);
      expect([missing.status, missing.json.code]).toEqual([404, 'rest_term_invalid']);
    });
  });

  describe('creating terms (section 13)', () => {
    it('needs edit_terms for a tree and assign_terms for tags', async () => {
      const code = async (login: string | null, base: string): Promise<unknown[]> => {
        const { status, json } = await create(login, { name: 'Fresh' }, base);
        return [status, json.code];
      };
      expect(await code('ava', tree)).toEqual([403, 'rest_cannot_create']);
      expect(await code(null, flat)).toEqual([401, 'rest_cannot_create']);
      expect(await code('sue', flat)).toEqual([403, 'rest_cannot_create']);
      expect(await code('carl', flat)).toEqual([201, undefined]);
      expect(await code('admin', tree)).toEqual([201, undefined]);
    });

    it('answers 201 with Location, stores entities, and knows parents', async () => {
      const parent = await create('admin', { name: 'Rock & <b>roll</b>', description: 'Loud' });
      expect(parent.status).toBe(201);
      expect(parent.headers.get('location')).toBe(`${site.root}wp/v2/${tree}/${parent.json.id}`);
      expect(parent.json).toMatchObject({ name: 'Rock &amp; roll', slug: 'rock-roll', description: 'Loud', count: 0 });
      const child = await create('admin', { name: 'Gaming', parent: parent.json.id });
      expect(child.json).toMatchObject({ slug: 'gaming-rock-roll', parent: parent.json.id });
      expect(await names(`parent=${parent.json.id}`)).toEqual(['Gaming']);
      expect((await create('admin', { name: 'x', parent: 999 })).json.code).toBe('rest_term_invalid');
      expect((await create('admin', { name: 'x', parent: tag[0] }, flat)).json.code).toBe(
        'rest_taxonomy_not_hierarchical',
      );
      expect((await create('admin', {})).json.code).toBe('rest_missing_callback_param');
    });

    it('names the term that exists already', async () => {
      const { status, json } = await create('admin', { name: 'MUSIC' });
      expect([status, json.code, json.data]).toEqual([400, 'term_exists', { status: 400, term_id: branch[1] }]);
      const night = await create('ava', { name: 'night' }, flat);
      expect(night.json.data.term_id).toBe(tag[1]);
      await create('admin', { name: 'Fresh' });
      await site.reset();
      await begin();
      expect((await terms('per_page=100')).headers.get('x-wp-total')).toBe(String(3 + others.length));
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
      const [gaming = 0, music = 0, travel = 0] = branch;
      const [harbour = 0] = tag;
      const id = await video({ [tree]: [gaming, music], [flat]: [harbour] });
      const { json } = await api(site, 'ava', 'POST', `wp/v2/video/${id}`, {
        json: { [tree]: [travel, 999, harbour] },
      });
      expect([json[tree], json[flat]]).toEqual([[travel], [harbour]]);
      const links = json._links['wp:term'].map((link: { taxonomy: string }) => link.taxonomy);
      expect(links).toEqual([treeSlug, flatSlug]);
      expect(json._links[`wp:action-assign-${tree}`]).toHaveLength(1);
      expect(json._links[`wp:action-create-${flat}`]).toHaveLength(1);
      expect(json._links[`wp:action-create-${tree}`]).toBeUndefined();
      const embedded = (await get(`${site.root}wp/v2/video/${id}?_embed=wp:term`)).json._embedded['wp:term'];
      expect(embedded).toMatchObject([
        [{ id: travel, name: 'Travel &amp; places' }],
        [{ id: harbour, name: 'harbour' }],
      ]);
      expect(embedded[0][0].count).toBeUndefined();
      expect((await terms('hide_empty=true')).json[0]).toMatchObject({ id: travel, count: 1 });
      const cleared = await api(site, 'ava', 'POST', `wp/v2/video/${id}`, { json: { [tree]: [] } });
      expect(cleared.json[tree]).toEqual([]);
    });

    it('are filtered by terms, without terms, by all of them, or by either taxonomy', async () => {
      const [gaming = 0, music = 0] = branch;
      const [harbour = 0] = tag;
      const both = await video({ [tree]: [gaming, music], [flat]: [harbour] });
      const one = await video({ [tree]: [gaming] });
      const tagged = await video({ [flat]: [harbour] });
      expect(await ids(`${tree}=${gaming},${music}`)).toEqual([both, one]);
      expect(await ids(`${tree}[terms]=${gaming},${music}&${tree}[operator]=AND`)).toEqual([both]);
      expect(await ids(`${tree}_exclude=${music}`)).toEqual([one, tagged]);
      expect(await ids(`${tree}=${gaming}&${flat}=${harbour}`)).toEqual([both]);
      expect(await ids(`${tree}=${gaming}&${flat}=${harbour}&tax_relation=OR`)).toEqual([both, one, tagged]);
    });

    it('are found below a term only where its children are asked for', async () => {
      const [child = 0] = await site.addTerms(tree, [{ name: 'Strategy', parent: branch[0] ?? 0 }]);
      const [grandchild = 0] = await site.addTerms(tree, [{ name: 'Chess', parent: child }]);
      const deep = await video({ [tree]: [grandchild] });
      const [harbour = 0] = tag;
      await video({ [flat]: [harbour] });
      expect(await ids(`${tree}=${branch[0]}`)).toEqual([]);
      expect(await ids(`${tree}[terms]=${branch[0]}&${tree}[include_children]=true`)).toEqual([deep]);
      const refused = await get(`${site.root}wp/v2/video?${flat}[terms]=${harbour}&${flat}[include_children]=true`);
      expect([refused.status, refused.json.code]).toEqual([400, 'rest_invalid_param']);
    });

    it('are refused as a whole for one term that this user may not assign, and nothing says which', async () => {
      const [gaming = 0, music = 0] = branch;
      const id = await video({ [tree]: [gaming] });
      await site.switches({ guardedTerms: [music] });
      const change = (json: unknown, login = 'ava') => api(site, login, 'POST', `wp/v2/video/${id}`, { json });
      const refused = await change({ title: 'New', [tree]: [gaming, music], [flat]: tag });
      expect([refused.status, refused.json.code]).toEqual([403, 'rest_cannot_assign_term']);
      expect(refused.json.data).toEqual({ status: 403 });
      const { json } = await api(site, 'ava', 'GET', `wp/v2/video/${id}?context=edit`);
      expect([json.title.raw, json[tree], json[flat]]).toEqual([JSON.stringify({ [tree]: [gaming] }), [gaming], []]);
      expect((await change({ [tree]: [] })).status).toBe(200);
      expect((await change({ [tree]: [music] }, 'admin')).json[tree]).toEqual([music]);
    });
  });

  describe('who may assign (sections 11 and 13)', () => {
    const shown = async (login: string): Promise<unknown> => {
      const { status, json } = await api(site, login, 'GET', 'wp/v2/taxonomies?type=video&context=edit');
      return status === 200 ? Object.keys(json) : [status, json.code];
    };
    const declared = async (slug: string): Promise<unknown> =>
      (await api(site, 'ava', 'GET', `wp/v2/taxonomies/${slug}?context=edit`)).json.capabilities;

    it('sees the taxonomy in the edit context, whatever capability it declares', async () => {
      const core = taxonomies === 'core';
      expect(await declared(treeSlug)).toMatchObject(
        core
          ? { assign_terms: 'assign_categories', edit_terms: 'edit_categories', manage_terms: 'manage_categories' }
          : { assign_terms: 'edit_posts', edit_terms: 'manage_categories', manage_terms: 'manage_categories' },
      );
      expect(await declared(flatSlug)).toMatchObject(
        core
          ? { assign_terms: 'assign_post_tags', edit_terms: 'edit_post_tags', manage_terms: 'manage_post_tags' }
          : { assign_terms: 'edit_posts', edit_terms: 'manage_categories' },
      );
      await site.switches({ shows: true });
      expect(await declared('show')).toMatchObject({ assign_terms: 'assign_shows' });
      await site.setRole('carl', 'uploader');
      for (const login of ['admin', 'ava', 'carl']) expect(await shown(login)).toEqual([treeSlug, flatSlug, 'show']);
      expect(await shown('sue')).toEqual([403, 'rest_cannot_view']);
      const { capabilities } = (await api(site, 'admin', 'GET', 'wp/v2/users/me?context=edit')).json;
      expect(Object.keys(capabilities).filter((name) => name.startsWith('assign_'))).toEqual([]);
    });
  });
});

describe('in the platform’s own shape (sections 10 and 13, sample 7.1)', () => {
  it('a video has categories and tags, and a blog post always has', async () => {
    const post = (await get(`${site.root}wp/v2/posts?per_page=1`)).json[0];
    expect(post).toMatchObject({ categories: [7], tags: [], link: `${site.url}/${post.slug}/` });
    // Nothing is a list; since 6.3 posts have footnotes.
    expect([[], { footnotes: '' }]).toContainEqual(post.meta);
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

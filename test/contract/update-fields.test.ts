// Every field of an update, what others change meanwhile, and what a client can learn beforehand (platform facts, sections 9 to 13).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NewVideo } from '../site/control.ts';
import { api, get, type Reply } from '../site/test-client.ts';
import { startTarget, type Target } from './target.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);

let site: Target;
beforeAll(async () => {
  site = await startTarget({ timezone: 'America/New_York' });
});
afterAll(() => site.stop());
beforeEach(() => site.reset());

async function video(fields: Partial<NewVideo> = {}): Promise<number> {
  const [id] = await site.addVideos([{ title: 'My clip', status: 'pending', ...fields }]);
  return id ?? 0;
}

const update = (id: number, json: unknown, login = 'ava'): Promise<Reply> =>
  api(site, login, 'POST', `wp/v2/video/${id}`, { json });
const outcome = ({ status, json }: Reply): unknown[] => [status, json.code];

async function poster(fields: Record<string, string> = {}): Promise<Reply> {
  const body = new FormData();
  body.append('file', new File([PNG], 'thumb.png', { type: 'image/png' }));
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return api(site, 'ava', 'POST', 'wp/v2/media', { body });
}

describe('an update (section 11)', () => {
  it('takes excerpt, slug and comment status, each alone', async () => {
    const id = await video({ status: 'publish' });
    const { json } = await update(id, { excerpt: { raw: 'Short & <b>sweet</b>' } });
    expect(json.excerpt.raw).toBe('Short &amp; <b>sweet</b>');
    expect(json.title.raw).toBe('My clip');
    const moved = (await update(id, { slug: 'Brand New: Name!' })).json;
    expect([moved.slug, moved.link]).toEqual(['brand-new-name', `${site.url}/video/brand-new-name/`]);
    const twin = await video({ status: 'publish', title: 'x' });
    expect((await update(twin, { slug: 'brand-new-name' })).json.slug).toBe('brand-new-name-2');
    expect((await update(id, { comment_status: 'closed' })).json.comment_status).toBe('closed');
    expect((await update(id, { ping_status: 'open', template: '' })).json).toMatchObject({
      ping_status: 'open',
      template: '',
    });
    const wrong = await update(id, { comment_status: 'maybe' });
    expect(wrong.json.data.params.comment_status).toBe('comment_status is not one of open and closed.');
  });

  it('protects content with a password, which readers give in the query', async () => {
    const id = await video({ status: 'publish', content: 'secret text' });
    const shown = (await update(id, { password: 'Sesame 1', excerpt: 'teaser' })).json;
    expect([shown.password, shown.content.raw, shown.content.protected]).toEqual(['Sesame 1', 'secret text', true]);
    const read = (query: string): Promise<Reply> => get(`${site.root}wp/v2/video/${id}${query}`);
    const hidden = (await read('')).json;
    expect([hidden.content, hidden.excerpt]).toEqual([
      { rendered: '', protected: true },
      { rendered: '', protected: true },
    ]);
    expect(hidden.password).toBeUndefined();
    expect((await read('?password=Sesame%201')).json.content.rendered).toBe('<p>secret text</p>\n');
    expect(outcome(await read('?password=wrong'))).toEqual([403, 'rest_post_incorrect_password']);
    expect((await read('?password=')).status).toBe(200);
    expect((await update(id, { password: '' })).json.content.protected).toBe(false);
  });

  it('schedules in the site’s time zone, summer and winter, and takes offsets', async () => {
    const id = await video();
    const at = async (json: object): Promise<unknown[]> => {
      const answer = (await update(id, json)).json;
      return [answer.status, answer.date, answer.date_gmt];
    };
    expect(await at({ status: 'future', date: '2030-07-01T09:00:00' })).toEqual([
      'future',
      '2030-07-01T09:00:00',
      '2030-07-01T13:00:00',
    ]);
    expect(await at({ date: '2030-12-01T09:00:00' })).toEqual(['future', '2030-12-01T09:00:00', '2030-12-01T14:00:00']);
    expect(await at({ date: '2030-12-01T09:00:00+02:00' })).toEqual([
      'future',
      '2030-12-01T02:00:00',
      '2030-12-01T07:00:00',
    ]);
    expect(await at({ date_gmt: '2030-12-01T09:00:00' })).toEqual([
      'future',
      '2030-12-01T04:00:00',
      '2030-12-01T09:00:00',
    ]);
    const draft = await video();
    await update(draft, { date: '2031-01-01T00:00:00' });
    expect((await update(draft, { title: 'dated' })).json.date).toBe('2031-01-01T00:00:00');
    const floating = (await update(draft, { date: null })).json;
    expect(Date.parse(`${floating.date_gmt}Z`)).toBeLessThan(Date.parse('2031-01-01T00:00:00Z'));
  });

  it('gives a video to somebody else where one may', async () => {
    const id = await video();
    expect(outcome(await update(id, { author: 1 }))).toEqual([403, 'rest_cannot_edit_others']);
    expect((await update(id, { author: 2 })).status).toBe(200);
    expect((await update(id, { author: 3 }, 'admin')).json.author).toBe(3);
    expect(outcome(await update(id, { title: 'no longer mine' }))).toEqual([403, 'rest_cannot_edit']);
    const links = (await api(site, 'admin', 'GET', `wp/v2/video/${id}?context=edit`)).json._links;
    expect(links['wp:action-assign-author']).toHaveLength(1);
    expect(links['wp:action-unfiltered-html']).toHaveLength(1);
  });

  it('keeps private videos to those who may read them', async () => {
    const id = await video();
    expect((await update(id, { status: 'private' })).json.status).toBe('private');
    expect(outcome(await get(`${site.root}wp/v2/video/${id}`))).toEqual([401, 'rest_forbidden']);
    expect((await api(site, 'carl', 'GET', `wp/v2/video/${id}`)).status).toBe(403);
    expect((await api(site, 'admin', 'GET', `wp/v2/video/${id}`)).status).toBe(200);
    const own = await video({ author: 'carl' });
    expect(outcome(await update(own, { status: 'private' }, 'carl'))).toEqual([403, 'rest_cannot_publish']);
    expect(outcome(await update(own, { status: 'future' }, 'carl'))).toEqual([403, 'rest_cannot_publish']);
  });

  it('shows what another client changed, by its time of change; the last write wins', async () => {
    const id = await video({ status: 'publish' });
    const before = (await get(`${site.root}wp/v2/video/${id}`)).json.modified_gmt;
    const [term] = await site.addTerms('video_category', [{ name: 'Fresh & new', parent: 1 }]);
    const after = await site.editVideo(id, {
      title: 'Theirs',
      excerpt: 'Theirs too',
      author: 'admin',
      password: 'p',
      commentStatus: 'closed',
      dateGmt: '2026-01-02T03:04:05',
      terms: { video_category: [term ?? 0], video_tag: [5] },
    });
    expect(after > before).toBe(true);
    const now = (await api(site, 'admin', 'GET', `wp/v2/video/${id}?context=edit`)).json;
    expect(now).toMatchObject({
      modified_gmt: after,
      title: { raw: 'Theirs' },
      excerpt: { raw: 'Theirs too' },
      author: 1,
      password: 'p',
      comment_status: 'closed',
      date_gmt: '2026-01-02T03:04:05',
      video_category: [term],
      video_tag: [5],
    });
    expect((await get(`${site.root}wp/v2/video_category/${term}`)).json).toMatchObject({
      name: 'Fresh &amp; new',
      parent: 1,
    });
    expect((await update(id, { title: 'Mine again' }, 'admin')).json.title.raw).toBe('Mine again');
    expect(await site.editVideo(id, { status: 'trash' })).toBeTypeOf('string');
    expect((await site.state()).videos[0]).toMatchObject({ status: 'trash', terms: { video_tag: [5] } });
    await expect(site.editVideo(999_999, {})).rejects.toThrow('no video');
    await expect(site.addTerms('nonsense', ['x'])).rejects.toThrow('no taxonomy');
  });
});

describe('posters (section 15)', () => {
  it('are pictures with a size, embedded in the video that they stand for', async () => {
    const id = await video({ status: 'publish' });
    const media = (await poster({ alt_text: 'A boat', post: String(id) })).json;
    expect(media.media_details).toMatchObject({
      width: 1,
      height: 1,
      // Too small for any size of its own.
      sizes: {},
    });
    expect((await update(id, { featured_media: media.id, video_category: [1] })).json.featured_media).toBe(media.id);
    const rels = 'author,wp:featuredmedia,wp:term';
    const embedded = (await get(`${site.root}wp/v2/video?_embed=${rels}&_fields=id,_links,_embedded`)).json[0]
      ._embedded;
    expect(embedded['wp:featuredmedia']).toMatchObject([{ id: media.id, alt_text: 'A boat' }]);
    expect(embedded['wp:featuredmedia'][0].date_gmt).toBeUndefined();
    expect(embedded.author).toMatchObject([{ id: 2, name: 'Ava Author' }]);
    expect(embedded['wp:term']).toMatchObject([[{ name: 'Gaming' }], []]);
    expect((await update(id, { featured_media: 0 })).json.featured_media).toBe(0);
  });

  it('are described afterwards, and moved only to videos one may edit', async () => {
    const id = await video();
    const media = (await poster()).json;
    const change = (json: unknown, login = 'ava'): Promise<Reply> =>
      api(site, login, 'POST', `wp/v2/media/${media.id}`, { json });
    const { json } = await change({
      alt_text: 'A <b>boat</b>',
      title: 'Boat & sea',
      caption: { raw: 'By Ava' },
      description: 'Taken at dawn',
      post: id,
    });
    expect(json).toMatchObject({
      alt_text: 'A boat',
      title: { raw: 'Boat &amp; sea' },
      caption: { raw: 'By Ava' },
      description: { raw: 'Taken at dawn' },
      post: id,
      status: 'inherit',
      slug: 'thumb',
    });
    expect((await change({ alt_text: 'Two boats' })).json).toMatchObject({ alt_text: 'Two boats', post: id });
    expect((await change({ post: 0 })).json.post).toBeNull();
    const foreign = await video({ author: 'admin' });
    expect(outcome(await change({ post: foreign }))).toEqual([200, undefined]);
    expect(outcome(await change({ title: 'x' }, 'carl'))).toEqual([403, 'rest_cannot_edit']);
    expect(outcome(await api(site, 'ava', 'POST', `wp/v2/media/${id}`, { json: {} }))).toEqual([
      404,
      'rest_post_invalid_id',
    ]);
  });
});

describe('blog posts (section 13)', () => {
  it('are read, made and shown like videos', async () => {
    const list = await get(`${site.root}wp/v2/posts?per_page=2&search=studio&orderby=id&order=asc`);
    expect([list.json.length, list.headers.get('x-wp-totalpages')]).toEqual([2, '2']);
    const [first] = list.json;
    expect((await get(`${site.root}wp/v2/posts/${first.id}`)).json).toMatchObject({
      link: `${site.url}/hello-from-the-studio-1/`,
      content: { rendered: '<p>News for viewers.</p>\n' },
    });
    expect((await get(first.link)).text).toContain('News for viewers');
    expect((await get(`${site.root}wp/v2/video/${first.id}`)).json.code).toBe('rest_post_invalid_id');
    const json = { title: 'News', status: 'publish', tags: [(await get(`${site.root}wp/v2/tags`)).json[0].id] };
    const made = await api(site, 'ava', 'POST', 'wp/v2/posts', { json });
    expect(made.headers.get('location')).toBe(`${site.root}wp/v2/posts/${made.json.id}`);
    expect((await get(`${site.root}wp/v2/posts?tags=${json.tags[0]}`)).json).toMatchObject([{ id: made.json.id }]);
    expect((await api(site, 'ava', 'DELETE', `wp/v2/posts/${made.json.id}`)).json.status).toBe('trash');
  });
});

describe('OPTIONS and types (section 13)', () => {
  it('teach a client every field it may send, without asking who it is', async () => {
    const { json, headers } = await api(site, null, 'OPTIONS', 'wp/v2/video/1');
    expect(headers.get('allow')).toBeNull();
    const [, edit] = json.endpoints;
    expect(edit.methods).toEqual(['POST', 'PUT', 'PATCH']);
    expect(Object.keys(edit.args).sort()).toEqual([
      'author',
      'comment_status',
      'content',
      'date',
      'date_gmt',
      'excerpt',
      'featured_media',
      'id',
      'password',
      'ping_status',
      'slug',
      'status',
      'template',
      'title',
      'video_category',
      'video_tag',
    ]);
    expect(edit.args.comment_status.enum).toEqual(['open', 'closed']);
    expect(edit.args.date.type).toEqual(['string', 'null']);
    const { properties } = json.schema;
    for (const name of Object.keys(edit.args)) expect([name, typeof properties[name]]).toEqual([name, 'object']);
    expect(properties.status.enum).toEqual(['publish', 'future', 'draft', 'pending', 'private']);
  });

  it('say what a type supports to those who may edit', async () => {
    const type = await api(site, 'ava', 'GET', 'wp/v2/types/video?context=edit');
    expect(type.json.supports).toMatchObject({ title: true, editor: true, thumbnail: true, excerpt: true });
    expect(type.json.capabilities.publish_posts).toBe('publish_posts');
    expect(outcome(await get(`${site.root}wp/v2/types/video?context=edit`))).toEqual([401, 'rest_forbidden_context']);
    expect(Object.keys((await get(`${site.root}wp/v2/types`)).json)).toEqual(
      expect.arrayContaining(['post', 'attachment', 'video']),
    );
  });
});

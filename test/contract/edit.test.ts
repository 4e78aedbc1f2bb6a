// Reading, creating and updating videos: accepted, ignored and refused fields (platform facts, sections 2, 8, 10, 11 and 17).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NewVideo } from '../site/control.ts';
import { api, type Reply } from '../site/test-client.ts';
import { startTarget, type Target } from './target.ts';

let site: Target;
beforeAll(async () => {
  site = await startTarget();
});
afterAll(() => site.stop());
beforeEach(() => site.reset());

async function video(fields: Partial<NewVideo> = {}): Promise<number> {
  const [id] = await site.addVideos([{ title: 'My clip', status: 'pending', ...fields }]);
  return id ?? 0;
}

const update = (id: number, json: unknown, login = 'ava'): Promise<Reply> =>
  api(site, login, 'POST', `wp/v2/video/${id}`, { json });

describe('reading', () => {
  it('shows raw values only for editing, and the plain link until published', async () => {
    const id = await video();
    const { json, headers } = await api(site, 'ava', 'GET', `wp/v2/video/${id}?context=edit`);
    expect(json).toMatchObject({
      id,
      slug: '',
      status: 'pending',
      type: 'video',
      link: `${site.url}/?post_type=video&p=${id}`,
      title: { raw: 'My clip', rendered: 'My clip' },
      content: { raw: '', rendered: '', protected: false, block_version: 0 },
      generated_slug: 'my-clip',
      author: 2,
      video_category: [],
      video_tag: [],
    });
    expect(json.meta).toBeUndefined();
    expect(json._links['wp:action-publish']).toHaveLength(1);
    // Absent in 6.1 (platform facts, section 18).
    expect(json._links.self[0].targetHints?.allow).toEqual(
      !site.isRecent ? undefined : ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    );
    expect(headers.get('allow')).toBe('GET, POST, PUT, PATCH, DELETE');
    expect(headers.get('link')).toBe(`<${site.url}/?post_type=video&p=${id}>; rel="alternate"; type=text/html`);
    expect((await api(site, 'ava', 'GET', `wp/v2/video/${id}`)).json.title).toEqual({ rendered: 'My clip' });
  });

  it('has these fields for readers, more for editing, few where it is embedded (platform facts, section 10)', async () => {
    const id = await video({ status: 'publish' });
    const read = async (query: string): Promise<Record<string, object>> =>
      (await api(site, 'ava', 'GET', `wp/v2/video/${id}${query}`)).json;
    const names = async (query: string): Promise<string[]> => Object.keys(await read(query)).sort();
    const view = [
      ...['id', 'date', 'date_gmt', 'guid', 'modified', 'modified_gmt', 'slug', 'status', 'type', 'link', 'title'],
      ...['content', 'excerpt', 'author', 'featured_media', 'comment_status', 'ping_status', 'template'],
      ...['video_category', 'video_tag', '_links'],
      ...(site.isRecent ? ['class_list'] : []),
    ];
    expect(await names('')).toEqual([...view].sort());
    expect(await names('?context=edit')).toEqual([...view, 'password', 'permalink_template', 'generated_slug'].sort());
    const embed = ['id', 'date', 'slug', 'type', 'link', 'title', 'excerpt', 'author', 'featured_media', '_links'];
    expect(await names('?context=embed')).toEqual(embed.sort());
    const { guid, title, content, excerpt } = await read('?context=edit');
    for (const text of [guid, title, content, excerpt]) expect(text).toMatchObject({ raw: expect.any(String) });
    expect(Object.keys((await read('')).guid ?? {})).toEqual(['rendered']);
  });

  it('gives date in site time and date_gmt in UTC', async () => {
    const id = await video({ dateGmt: '2026-07-01T22:30:00', status: 'publish' });
    const { json } = await api(site, null, 'GET', `wp/v2/video/${id}`);
    expect([json.date, json.date_gmt]).toEqual(['2026-07-02T00:30:00', '2026-07-01T22:30:00']);
  });

  it('refuses what one may not see, by who is asking', async () => {
    const id = await video();
    const forbidden = { code: 'rest_forbidden', message: 'Sorry, you are not allowed to do that.' };
    const nobody = await api(site, null, 'GET', `wp/v2/video/${id}`);
    expect([nobody.status, nobody.json, nobody.headers.get('allow')]).toEqual([
      401,
      { ...forbidden, data: { status: 401 } },
      null,
    ]);
    expect((await api(site, 'carl', 'GET', `wp/v2/video/${id}`)).json).toEqual({ ...forbidden, data: { status: 403 } });
    const missing = await api(site, null, 'GET', 'wp/v2/video/999999');
    expect([missing.status, missing.json]).toEqual([
      404,
      { code: 'rest_post_invalid_id', message: 'Invalid post ID.', data: { status: 404 } },
    ]);
    expect((await api(site, null, 'GET', 'wp/v2/video/1')).json.code).toBe('rest_post_invalid_id');
  });
});

describe('updating', () => {
  it('answers with the edited record', async () => {
    const id = await video();
    const fields = '_fields=id,title,content,excerpt,status,slug,link,video_category,comment_status';
    const { json, headers } = await api(site, 'ava', 'POST', `wp/v2/video/${id}?${fields}`, {
      json: {
        title: 'Better title & more',
        content: '<p>Text</p>',
        excerpt: 'Short',
        status: 'publish',
        video_category: [2],
        comment_status: 'closed',
      },
    });
    expect(json).toEqual({
      id,
      slug: 'better-title-more',
      status: 'publish',
      link: `${site.url}/video/better-title-more/`,
      title: { raw: 'Better title &amp; more', rendered: 'Better title &amp; more' },
      content: { raw: '<p>Text</p>', rendered: '<p>Text</p>\n', protected: false, block_version: 0 },
      excerpt: { raw: 'Short', rendered: '<p>Short</p>\n', protected: false },
      comment_status: 'closed',
      video_category: [2],
    });
    expect(headers.get('allow')).toBe('GET, POST, PUT, PATCH, DELETE');
    const page = await fetch(json.link);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Better title &amp; more')]);
  });

  it.each(['PUT', 'PATCH'])('takes %s like POST', async (method) => {
    const id = await video();
    const { json } = await api(site, 'ava', method, `wp/v2/video/${id}`, { json: { title: 'x' } });
    expect(json.title.raw).toBe('x');
  });

  it('encodes and strips for those without unfiltered_html, not for others', async () => {
    const id = await video();
    const raw = async (title: string, login = 'ava'): Promise<string> =>
      (await update(id, { title }, login)).json.title.raw;
    expect(await raw('A & B < C')).toBe('A &amp; B &lt; C');
    const encoded = 'A &amp; B "½" &lt;b&gt; 日本 🎬';
    expect(await raw(encoded)).toBe(encoded);
    expect(await raw('<script>x()</script> <b onclick="y()">bold</b>')).toBe('x() <b>bold</b>');
    expect(
      (await update(id, { content: 'a<script>b</script> & <a href="javascript:z" onclick="q">c</a>' })).json.content
        .raw,
    ).toBe('ab &amp; <a href="z">c</a>');
    const title = (await update(id, { title: 'A & B' }, 'admin')).json.title;
    expect(title).toEqual({ raw: 'A & B', rendered: 'A &#038; B' });
  });

  it('ignores with 200: a body of another type, an empty raw title, unknown terms, fields and pictures', async () => {
    const id = await video();
    const body = JSON.stringify({ title: 'never arrives' });
    const headers = { 'content-type': 'text/plain' };
    const other = await api(site, 'ava', 'POST', `wp/v2/video/${id}`, { body, headers });
    expect([other.status, other.json.title.raw]).toEqual([200, 'My clip']);
    const ignored = await update(id, {
      title: { raw: '' },
      video_category: [99999],
      featured_media: 99999,
      meta: { x: 1 },
      nonsense: true,
    });
    expect(ignored.status).toBe(200);
    expect(ignored.json).toMatchObject({ title: { raw: 'My clip' }, video_category: [], featured_media: 0 });
    const formed = await api(site, 'ava', 'POST', `wp/v2/video/${id}`, {
      body: new URLSearchParams({ title: 'by form' }),
    });
    expect(formed.json.title.raw).toBe('by form');
    expect((await update(id, { title: { raw: 'by raw' } })).json.title.raw).toBe('by raw');
  });

  it('refuses to leave nothing', async () => {
    const id = await video();
    const { status, json } = await update(id, { title: '' });
    expect([status, json.code]).toEqual([400, 'empty_content']);
    await update(id, { content: 'text' });
    expect((await update(id, { title: '' })).json.title.raw).toBe('');
  });

  it('checks the status against the enum, unless it is the current one', async () => {
    const id = await video();
    const message = 'status is not one of publish, future, draft, pending, and private.';
    const { status, json } = await update(id, { status: 'unlist' });
    expect(status).toBe(400);
    expect(json).toEqual({
      code: 'rest_invalid_param',
      message: 'Invalid parameter(s): status',
      data: {
        status: 400,
        params: { status: message },
        details: { status: { code: 'rest_not_in_enum', message, data: null } },
      },
    });
    expect((await update(id, { status: 'trash' })).status).toBe(400);
    const encoding = await video({ status: 'encoding' });
    const kept = await update(encoding, { status: 'encoding', title: 'still' });
    expect([kept.status, kept.json.status]).toEqual([200, 'encoding']);
  });

  it('names every fault of an update at once, unlike those of a list (platform facts, section 17)', async () => {
    const faulty = { date: 'tomorrow', status: 'unlist', comment_status: 'maybe', template: 'none.php', slug: 7 };
    const { status, json } = await update(await video(), faulty);
    expect([status, json.code]).toEqual([400, 'rest_invalid_param']);
    expect(Object.keys(json.data.params).sort()).toEqual(Object.keys(faulty).sort());
  });

  it('needs the right to publish, and to touch others’ videos', async () => {
    const own = await video({ author: 'carl' });
    const publish = await update(own, { status: 'publish' }, 'carl');
    expect([publish.status, publish.json.code]).toEqual([403, 'rest_cannot_publish']);
    expect((await update(own, { title: 'mine' }, 'carl')).status).toBe(200);
    const foreign = await video({ author: 'admin', status: 'publish' });
    const refused = await update(foreign, { title: 'x' });
    expect([refused.status, refused.json, refused.headers.get('allow')]).toEqual([
      403,
      { code: 'rest_cannot_edit', message: 'Sorry, you are not allowed to edit this post.', data: { status: 403 } },
      'GET',
    ]);
    const nobody = await api(site, null, 'POST', `wp/v2/video/${own}`, { json: { title: 'x' } });
    expect([nobody.status, nobody.json.code]).toEqual([401, 'rest_cannot_edit']);
    expect((await update(await video(), { author: 1 })).json.code).toBe('rest_cannot_edit_others');
    expect((await update(await video(), { author: 99 }, 'admin')).json.code).toBe('rest_invalid_author');
  });

  it('schedules what is dated ahead and publishes what is not', async () => {
    const id = await video();
    const ahead = await update(id, { status: 'publish', date_gmt: '2030-01-02T03:04:05Z' });
    expect(ahead.json).toMatchObject({
      status: 'future',
      date: '2030-01-02T04:04:05',
      date_gmt: '2030-01-02T03:04:05',
    });
    expect(ahead.json.link).toBe(`${site.url}/?post_type=video&p=${id}`);
    const past = await update(id, { date: '2020-01-02T03:04:05' });
    expect(past.json).toMatchObject({ status: 'publish', date_gmt: '2020-01-02T02:04:05' });
    expect((await update(id, { date: 'tomorrow' })).json.data.details.date.code).toBe('rest_invalid_date');
  });

  it('makes unique slugs on publishing, percent-encoded for other scripts', async () => {
    const slug = async (title: string): Promise<string> =>
      (await update(await video({ title }), { status: 'publish' })).json.slug;
    expect(await slug('Same name')).toBe('same-name');
    expect(await slug('Same name')).toBe('same-name-2');
    expect(await slug('日本')).toBe('%e6%97%a5%e6%9c%ac');
  });

  it('reports broken JSON, and takes the method from elsewhere', async () => {
    const id = await video();
    const headers = { 'content-type': 'application/json' };
    const broken = await api(site, 'ava', 'POST', `wp/v2/video/${id}`, { body: '{oops', headers });
    expect([broken.status, broken.json]).toEqual([
      400,
      {
        code: 'rest_invalid_json',
        message: 'Invalid JSON body passed.',
        data: { status: 400, json_error_code: 4, json_error_message: 'Syntax error' },
      },
    ]);
    const override = { 'x-http-method-override': 'DELETE' };
    const trashed = await api(site, 'ava', 'POST', `wp/v2/video/${id}?_fields=id,status`, { headers: override });
    expect(trashed.json).toEqual({ id, status: 'trash' });
    expect((await api(site, 'ava', 'POST', `wp/v2/video/${id}?_method=DELETE&force=true`)).json.deleted).toBe(true);
  });
});

describe('creating without a file', () => {
  it('answers 201 with Location', async () => {
    const { status, json, headers } = await api(site, 'ava', 'POST', 'wp/v2/video', {
      json: { title: 'New', status: 'pending' },
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${site.root}wp/v2/video/${json.id}`);
    expect(json).toMatchObject({ status: 'pending', slug: '', author: 2 });
  });

  it('needs edit_posts', async () => {
    const code = async (login: string | null): Promise<unknown[]> => {
      const { status, json } = await api(site, login, 'POST', 'wp/v2/video', { json: { title: 'New' } });
      return [status, json.code];
    };
    expect(await code('sue')).toEqual([403, 'rest_cannot_create']);
    expect(await code(null)).toEqual([401, 'rest_cannot_create']);
  });
});

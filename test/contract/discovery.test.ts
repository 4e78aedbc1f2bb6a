// What a client learns before it signs in: the root, the index, routes, types and refusals (platform facts, sections 2, 5, 8, 9, 11, 13 and 17).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { api, get } from '../site/test-client.ts';
import { startTarget, type Target } from './target.ts';

const API = 'rel="https://api.w.org/"';

describe('discovery', () => {
  let site: Target;
  beforeAll(async () => {
    site = await startTarget({ name: 'Harbour Films' });
  });
  afterAll(() => site.stop());
  beforeEach(() => site.reset());

  it('names the API root on the front page, for GET and HEAD', async () => {
    const page = await get(site.url);
    expect(page.headers.get('link')).toBe(`<${site.root}>; ${API}`);
    expect(page.text).toContain(`href="${site.root}"`);
    const head = await fetch(site.url, { method: 'HEAD' });
    expect(head.headers.get('link')).toBe(`<${site.root}>; ${API}`);
  });

  it.each(['wp-json/', 'wp-json', '?rest_route=/', 'index.php?rest_route=/'])(
    'answers the index at /%s',
    async (path) => {
      const { status, json } = await get(`${site.url}/${path}`);
      expect(status).toBe(200);
      expect(json.name).toBe('Harbour Films');
      expect(json.url).toBe(site.url);
      expect(json.namespaces).toEqual(expect.arrayContaining(['wp/v2', 'streamtube/v1']));
      expect(json.routes['/streamtube/v1/upload'].methods).toEqual(['POST']);
      expect(json.routes['/wp/v2/video/(?P<id>[\\d]+)'].methods).toEqual(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
    },
  );

  it('thins the index with _fields and wraps it with _envelope', async () => {
    const fields = 'name,url,home,gmt_offset,timezone_string,namespaces,authentication';
    const { json, headers, text } = await get(`${site.root}?_fields=${fields}`);
    // 6.1 adds its links unasked.
    expect(
      Object.keys(json)
        .filter((name) => name !== '_links')
        .sort(),
    ).toEqual(fields.split(',').sort());
    expect(text.length).toBeLessThan(1000);
    expect(json.timezone_string).toBe('Europe/Paris');
    expect([1, 2]).toContain(json.gmt_offset);
    expect(headers.get('allow')).toBe('GET');
    expect(headers.get('link')).toBe(`<${site.root}>; ${API}`);
    expect(Math.abs(Date.parse(headers.get('date') ?? '') - Date.now())).toBeLessThan(5000);
    const wrapped = await get(`${site.root}wp/v2/video/999?_envelope`);
    expect(wrapped.status).toBe(200);
    expect(wrapped.json).toMatchObject({ status: 404, body: { code: 'rest_post_invalid_id' } });
  });

  it('answers HEAD like GET without a body', async () => {
    const response = await fetch(`${site.root}wp/v2/video`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-wp-total')).toBe('0');
    expect(await response.text()).toBe('');
  });

  it('says where application passwords can be made, and with [] that they cannot', async () => {
    const { json } = await get(`${site.root}?_fields=authentication`);
    const page = `${site.url}/wp-admin/authorize-application.php`;
    expect(json.authentication['application-passwords'].endpoints.authorization).toBe(page);
    expect((await get(`${site.productionUrl}/wp-json/?_fields=authentication`)).json.authentication).toEqual([]);
    await site.switches({ basicDisabled: true });
    expect((await get(`${site.root}?_fields=authentication`)).json.authentication).toEqual([]);
  });

  it('lists one namespace', async () => {
    const { json } = await get(`${site.root}streamtube/v1`);
    expect(json.namespace).toBe('streamtube/v1');
    // PHP's empty object.
    expect(json.routes['/streamtube/v1/upload'].endpoints).toEqual([{ methods: ['POST'], args: [] }]);
  });

  it('tolerates trailing slashes, doubled ones as its web server does, but not another case', async () => {
    expect((await get(`${site.root}wp/v2/video/`)).status).toBe(200);
    expect((await get(`${site.root}wp//v2/video/`)).status).toBe(site.mergesSlashes ? 200 : 404);
    expect((await get(`${site.url}/WP-JSON/`)).status).toBe(404);
  });

  it('has no 405: wrong methods and unknown routes are rest_no_route', async () => {
    for (const [method, route] of [
      ['GET', 'streamtube/v1/upload'],
      ['POST', 'nosuch/v1/upload'],
      ['GET', 'wp/v2/video/abc'],
    ] as const) {
      const { status, json } = await api(site, null, method, route);
      expect([status, json]).toEqual([
        404,
        {
          code: 'rest_no_route',
          message: 'No route was found matching the URL and request method.',
          data: { status: 404 },
        },
      ]);
    }
  });

  it('has no limit of its own for wrong sign-ins (platform facts, section 2)', async () => {
    const headers = { authorization: `Basic ${Buffer.from('ava:wrong').toString('base64')}` };
    const tries = Array.from({ length: 12 }, () => get(`${site.root}wp/v2/users/me`, headers));
    expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([401]));
    expect((await api(site, 'ava', 'GET', 'wp/v2/users/me')).status).toBe(200);
  });

  it('shows Allow on OPTIONS only to those who may', async () => {
    const allow = async (login: string | null): Promise<string | null> =>
      (await api(site, login, 'OPTIONS', 'streamtube/v1/upload')).headers.get('allow');
    expect(await allow('ava')).toBe('POST');
    expect(await allow('admin')).toBe('POST');
    expect(await allow('carl')).toBeNull();
    expect(await allow('sue')).toBeNull();
    expect(await allow(null)).toBeNull();
  });

  it('describes arguments and schema on OPTIONS', async () => {
    const { json } = await api(site, null, 'OPTIONS', 'wp/v2/video');
    expect(json.namespace).toBe('wp/v2');
    expect(json.endpoints[0].args.status.items.enum).toEqual(
      expect.arrayContaining(['unlist', 'reject', 'encoding', 'any']),
    );
    expect(json.endpoints[1].args.status.enum).toEqual(['publish', 'future', 'draft', 'pending', 'private']);
    expect(json.schema.properties.video_category.type).toBe('array');
  });

  it('describes the type, its taxonomies and its terms', async () => {
    const type = await get(`${site.root}wp/v2/types/video`);
    expect(type.json).toMatchObject({ slug: 'video', rest_base: 'video', taxonomies: ['categories', 'video_tag'] });
    const taxonomies = await get(`${site.root}wp/v2/taxonomies?type=video`);
    expect(taxonomies.json.categories).toMatchObject({ rest_base: 'video_category', hierarchical: true });
    const terms = await get(`${site.root}wp/v2/video_category?per_page=100&_fields=id,name,slug,parent,count`);
    expect(terms.json[0]).toEqual({ id: 1, count: 0, name: 'Gaming', slug: 'gaming', parent: 0 });
    expect(terms.headers.get('x-wp-total')).toBe('3');
    expect(Object.keys((await get(`${site.root}wp/v2/statuses`)).json)).toEqual(['publish']);
    expect(Object.keys((await api(site, 'ava', 'GET', 'wp/v2/statuses')).json)).toContain('pending');
  });

  it('can be under maintenance, or for members only', async () => {
    await site.switches({ maintenance: true });
    const closed = await get(site.root);
    expect([closed.status, closed.headers.get('retry-after'), closed.json]).toEqual([503, '600', undefined]);
    const asked = await fetch(site.root, { headers: { accept: 'application/json' } });
    expect([asked.status, asked.headers.get('retry-after'), await asked.json()]).toEqual([
      503,
      '600',
      {
        code: 'wp_die',
        message: 'Briefly unavailable for scheduled maintenance. Check back in a minute.',
        data: { status: 503 },
        additional_errors: [],
      },
    ]);
    await site.reset();
    await site.switches({ membersOnly: true });
    const members = await get(site.root);
    expect([members.status, members.json.code]).toEqual([401, 'rest_not_logged_in']);
    expect((await api(site, 'ava', 'GET', '')).status).toBe(200);
  });
});

describe('other addresses', () => {
  it('without pretty permalinks shows the home page at /wp-json/ and answers the query form', async () => {
    await using site = await startTarget({ plainPermalinks: true });
    expect(site.root).toBe(`${site.url}/index.php?rest_route=/`);
    const page = await get(`${site.url}/wp-json/`);
    expect([page.status, page.json]).toEqual([200, undefined]);
    expect(page.headers.get('link')).toBe(`<${site.root}>; ${API}`);
    await site.addVideos([{ title: 'one' }, { title: 'two' }]);
    const list = await get(`${site.root}wp/v2/video&per_page=1&_fields=id`);
    expect(list.json).toHaveLength(1);
    const next = /<([^>]+)>; rel="next"/.exec(list.headers.get('link') ?? '')?.[1] ?? '';
    expect(next).toContain('index.php?rest_route=%2Fwp%2Fv2%2Fvideo&per_page=1');
    expect((await get(next)).json[0].id).not.toBe(list.json[0].id);
  });
});

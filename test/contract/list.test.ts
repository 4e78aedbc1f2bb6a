// Listing videos: totals, paging, filters and the rights around them (platform facts, sections 2, 9, 11, 13 and 17).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { api, type Reply } from '../site/test-client.ts';
import { startTarget, type Target } from './target.ts';

let site: Target;
beforeAll(async () => {
  site = await startTarget();
});
afterAll(() => site.stop());
beforeEach(() => site.reset());

const list = (query: string, login: string | null = null): Promise<Reply> =>
  api(site, login, 'GET', `wp/v2/video?${query}`);
const titles = async (query: string, login: string | null = null): Promise<string[]> =>
  (await list(query, login)).json.map((video: { title: { rendered: string } }) => video.title.rendered);

function numbered(count: number): { title: string; dateGmt: string }[] {
  return Array.from({ length: count }, (_, at) => ({
    title: `clip ${at + 1}`,
    dateGmt: `2026-03-01T10:00:${String(at).padStart(2, '0')}`,
  }));
}

describe('paging', () => {
  it('counts in headers and links to the neighbours', async () => {
    await site.addVideos(numbered(7));
    const first = await list('per_page=3&_fields=id,title');
    expect(first.json.map((video: { title: object }) => video.title)).toEqual([
      { rendered: 'clip 7' },
      { rendered: 'clip 6' },
      { rendered: 'clip 5' },
    ]);
    expect([first.headers.get('x-wp-total'), first.headers.get('x-wp-totalpages')]).toEqual(['7', '3']);
    expect(first.headers.get('link')).toBe(
      `<${site.root}wp/v2/video?per_page=3&_fields=id%2Ctitle&page=2>; rel="next"`,
    );
    expect(first.headers.get('allow')).toBe('GET');
    const middle = (await list('per_page=3&page=2')).headers.get('link');
    expect(middle).toMatch(/page=1>; rel="prev", <.*page=3>; rel="next"$/);
    expect(await titles('per_page=3&page=3')).toEqual(['clip 1']);
    expect(await titles('per_page=2&offset=1&order=asc')).toEqual(['clip 2', 'clip 3']);
  });

  it('takes an offset in place of a page; beyond the last it counts nothing (platform facts, section 9)', async () => {
    await site.addVideos(numbered(5));
    const shifted = await list('per_page=2&page=2&offset=1&order=asc');
    expect(shifted.json.map(({ title }: { title: { rendered: string } }) => title.rendered)).toEqual([
      'clip 2',
      'clip 3',
    ]);
    expect([shifted.headers.get('x-wp-total'), shifted.headers.get('x-wp-totalpages')]).toEqual(['5', '3']);
    const beyond = await list('offset=9');
    expect([beyond.status, beyond.json, beyond.headers.get('x-wp-total')]).toEqual([200, [], '0']);
  });

  it('refuses a page beyond the last, but not page 1 of nothing', async () => {
    const empty = await list('');
    expect([empty.status, empty.json, empty.headers.get('x-wp-total')]).toEqual([200, [], '0']);
    expect(empty.headers.get('x-wp-totalpages')).toBe('0');
    const nothing = await list('page=99');
    expect([nothing.status, nothing.json]).toEqual([200, []]);
    await site.addVideos([{ title: 'one' }]);
    const beyond = await list('page=2');
    expect([beyond.status, beyond.json]).toEqual([
      400,
      {
        code: 'rest_post_invalid_page_number',
        message: 'The page number requested is larger than the number of pages available.',
        data: { status: 400 },
      },
    ]);
  });

  it('counts what the caller may not see, and leaves it out of the body', async () => {
    await site.addVideos([
      { title: 'hers', status: 'draft', author: 'admin' },
      { title: 'hers too', status: 'draft', author: 'admin' },
      { title: 'mine', status: 'draft', author: 'ava' },
    ]);
    const mine = await list('status=draft&context=edit&_fields=title', 'ava');
    expect(mine.headers.get('x-wp-total')).toBe('3');
    expect(mine.json).toEqual([{ title: { raw: 'mine', rendered: 'mine' } }]);
    expect((await list('status=draft&author=2', 'ava')).headers.get('x-wp-total')).toBe('1');
  });
});

describe('filters', () => {
  it('take every kind of list, date and order', async () => {
    const ids = await site.addVideos(numbered(4));
    const [one, two, three, four] = ids;
    expect(await titles(`include=${three},${one}&orderby=include`)).toEqual(['clip 3', 'clip 1']);
    expect(await titles(`include[]=${two}&include[]=${four}`)).toEqual(['clip 4', 'clip 2']);
    expect(await titles(`exclude=${two},${four}`)).toEqual(['clip 3', 'clip 1']);
    expect(await titles('slug=clip-2,clip-4')).toEqual(['clip 4', 'clip 2']);
    expect(await titles('orderby=id&order=asc&per_page=1')).toEqual(['clip 1']);
    expect(await titles('orderby=title&order=asc&per_page=2')).toEqual(['clip 1', 'clip 2']);
    expect(await titles('author=1')).toEqual([]);
    expect(await titles('author_exclude=1&per_page=1')).toEqual(['clip 4']);
  });

  it('order by each field that the platform names (platform facts, section 9)', async () => {
    await site.addVideos(numbered(3));
    for (const field of ['author', 'date', 'id', 'modified', 'parent', 'slug', 'title']) {
      const found = await list(`orderby=${field}&order=asc`);
      expect([field, found.status, found.json.length]).toEqual([field, 200, 3]);
    }
    expect(await titles('orderby=slug&order=desc&per_page=1')).toEqual(['clip 3']);
    expect(await titles('orderby=include_slugs&slug=clip-3,clip-1,clip-2')).toEqual(['clip 3', 'clip 1', 'clip 2']);
  });

  it('have `sticky` for blog posts only (platform facts, section 9)', async () => {
    const args = async (base: string): Promise<string[][]> =>
      (await api(site, null, 'OPTIONS', `wp/v2/${base}`)).json.endpoints.map((one: { args: object }) =>
        Object.keys(one.args).filter((name) => name === 'sticky'),
      );
    expect([await args('posts'), await args('video')]).toEqual([
      [['sticky'], ['sticky']],
      [[], []],
    ]);
  });

  it('compare dates strictly, in site time unless a zone is named', async () => {
    await site.addVideos(numbered(4));
    expect(await titles('after=2026-03-01T10:00:02Z')).toEqual(['clip 4']);
    expect(await titles('before=2026-03-01T10:00:01Z')).toEqual(['clip 1']);
    expect(await titles('after=2026-03-01T11:00:02')).toEqual(['clip 4']);
    expect(await titles(`after=${encodeURIComponent('2026-03-01T12:00:02+02:00')}`)).toEqual(['clip 4']);
    expect(await titles('modified_after=2099-01-01T00:00:00Z')).toEqual([]);
    const bare = await list('after=2026-03-01');
    expect([bare.status, bare.json.data.details.after.code]).toEqual([400, 'rest_invalid_date']);
  });

  it('search in title and content without regard to case and accents, all words', async () => {
    await site.addVideos([
      { title: 'Rügen bei Nacht', content: 'a lighthouse' },
      { title: 'Nacht', content: 'nothing' },
    ]);
    expect(await titles('search=nacht+rugen')).toEqual(['Rügen bei Nacht']);
    expect(await titles('search=LIGHTHOUSE&orderby=relevance')).toEqual(['Rügen bei Nacht']);
    expect((await list('orderby=relevance')).json.code).toBe('rest_no_search_term_defined');
    expect((await list('orderby=include')).json.code).toBe('rest_orderby_include_missing_include');
  });

  it('filter by terms', async () => {
    const [id] = await site.addVideos([{ title: 'tagged' }, { title: 'plain' }]);
    await api(site, 'ava', 'POST', `wp/v2/video/${id}`, { json: { video_category: [2, 99999] } });
    expect(await titles('video_category=2')).toEqual(['tagged']);
    expect(await titles('video_category=1')).toEqual([]);
    expect((await api(site, null, 'GET', 'wp/v2/video_category?hide_empty=true')).json[0]).toMatchObject({
      id: 2,
      count: 1,
    });
  });
});

describe('statuses', () => {
  it('are refused to nobody with 400 outside and 401 inside', async () => {
    const { status, json, headers } = await list('status=draft');
    expect([status, headers.get('allow')]).toEqual([400, 'GET']);
    expect(json).toEqual({
      code: 'rest_invalid_param',
      message: 'Invalid parameter(s): status',
      data: {
        status: 400,
        params: { status: 'Status is forbidden.' },
        details: {
          status: { code: 'rest_forbidden_status', message: 'Status is forbidden.', data: { status: 401 } },
        },
      },
    });
    expect((await list('status=draft', 'sue')).json.data.details.status.data.status).toBe(403);
    const unknown = (await list('status=nonsense', 'ava')).json.data;
    expect([unknown.status, unknown.details.status.code]).toEqual([400, 'rest_not_in_enum']);
    expect(unknown.params.status).toMatch(/^status\[0\] is not one of publish, future, .*, encoding, and any\.$/);
  });

  it('include the product’s own only when named: any leaves them out', async () => {
    await site.addVideos([
      { title: 'being encoded', status: 'encoding' },
      { title: 'waiting', status: 'pending' },
      { title: 'out', status: 'publish' },
      { title: 'thrown', status: 'trash' },
    ]);
    expect((await titles('status=any', 'ava')).sort()).toEqual(['out', 'waiting']);
    expect(await titles('status=encoding', 'ava')).toEqual(['being encoded']);
    expect((await titles('status=publish,pending,encoding,trash', 'ava')).sort()).toEqual([
      'being encoded',
      'out',
      'thrown',
      'waiting',
    ]);
    expect((await titles('status[]=publish&status[]=pending', 'ava')).sort()).toEqual(['out', 'waiting']);
  });
});

describe('refusals', () => {
  it('report only the explicitly checked arguments first', async () => {
    const { status, json } = await list('per_page=500&orderby=views');
    const message = 'per_page must be between 1 (inclusive) and 100 (inclusive)';
    expect(status).toBe(400);
    expect(json).toEqual({
      code: 'rest_invalid_param',
      message: 'Invalid parameter(s): per_page',
      data: {
        status: 400,
        params: { per_page: message },
        details: { per_page: { code: 'rest_out_of_bounds', message, data: null } },
      },
    });
    expect(Object.keys((await list('orderby=views')).json.data.params)).toEqual(['orderby']);
    expect((await list('author=me')).json.data.params).toEqual({ author: 'author[0] is not of type integer.' });
    expect((await list('page=0')).status).toBe(400);
  });

  it('keep context=edit from those who cannot edit', async () => {
    const code = async (login: string | null): Promise<unknown[]> => {
      const { status, json } = await list('context=edit', login);
      return [status, json.code];
    };
    expect(await code(null)).toEqual([401, 'rest_forbidden_context']);
    expect(await code('sue')).toEqual([403, 'rest_forbidden_context']);
    expect((await list('context=edit', 'carl')).status).toBe(200);
  });
});

describe('records', () => {
  it('embed what they link to', async () => {
    await site.addVideos([{ title: 'one' }]);
    const [video] = (await list('_embed=author')).json;
    expect(video._embedded.author[0]).toMatchObject({ id: 2, name: 'Ava Author' });
    // A relation of which every part is empty is left out.
    expect((await list('_embed')).json[0]._embedded['wp:term']).toBeUndefined();
  });

  it('are thinned by _fields in either form, and embed only what is among them (platform facts, section 9)', async () => {
    const [id] = await site.addVideos([{ title: 'one' }]);
    expect((await list('_fields[]=id&_fields[]=title')).json).toEqual([{ id, title: { rendered: 'one' } }]);
    expect((await list('_embed=author&_fields=id,_embedded')).json).toEqual([{ id }]);
    expect(Object.keys((await list('_embed=author&_fields=id,_links,_embedded')).json[0])).toEqual([
      'id',
      '_links',
      '_embedded',
    ]);
  });

  it('say nothing of versions, and are marked for one person where somebody is signed in (platform facts, section 9)', async () => {
    const [id] = await site.addVideos([{ title: 'one' }]);
    for (const route of ['wp/v2/video', `wp/v2/video/${id}`]) {
      const anonymous = (await api(site, null, 'GET', route)).headers;
      const signedIn = (await api(site, 'ava', 'GET', route)).headers;
      for (const name of ['etag', 'last-modified'])
        expect([anonymous.get(name), signedIn.get(name)]).toEqual([null, null]);
      expect([anonymous.get('cache-control'), signedIn.get('cache-control')]).toEqual([
        null,
        expect.stringContaining('no-cache'),
      ]);
    }
  });

  it('blog posts come from the same controller', async () => {
    const { json, headers } = await api(site, null, 'GET', 'wp/v2/posts?per_page=2');
    expect(headers.get('x-wp-total')).toBe('3');
    expect(json[0]).toMatchObject({ type: 'post', status: 'publish', sticky: false });
  });
});

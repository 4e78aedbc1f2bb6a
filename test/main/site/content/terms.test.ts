// Terms of a site's taxonomies: how they are asked for, read, and made without doubles.
import { describe, expect, it } from 'vitest';
import { SiteRefusal } from '../../../../main/answers.ts';
import { createTerm, namedTerms, searchTerms } from '../../../../main/site/content/terms.ts';
import { answering, ava, type Given, inShort } from './answering.ts';

const sea = { id: 3, name: 'Sea &amp; sky', parent: 2, count: 5 };
const seaRead = { id: 3, name: 'Sea & sky', parent: 2, count: 5 };

describe('a search', () => {
  it('asks for a page by name, and reads what is a term', async () => {
    const strange = [{ id: 0, name: 'x' }, { name: 'x' }, 'x', { id: 4, name: 5, parent: -1, count: 'x' }];
    const headers = { 'x-wp-totalpages': '7', 'x-wp-total': '612' };
    const { calls, asked } = answering({ json: [sea, ...strange], headers });
    expect(await searchTerms(calls, ava, 'video_tag', '', 2)).toEqual({
      terms: [seaRead, { id: 4, name: '', parent: 0, count: 0 }],
      pages: 7,
      total: 612,
    });
    await searchTerms(calls, ava, '../users', 'sea', 1);
    expect(inShort(asked)).toEqual([
      'GET wp/v2/video_tag?per_page=100&page=2&orderby=name&order=asc',
      'GET wp/v2/../users?per_page=100&page=1&orderby=name&order=asc&search=sea',
    ]);
    expect(asked[1]?.url).toContain('wp/v2/..%2Fusers?');
  });

  it('counts what came where the site does not say', async () => {
    const { calls } = answering({ json: [sea] });
    expect(await searchTerms(calls, ava, 'tags', '', 1)).toEqual({ terms: [seaRead], pages: 1, total: 1 });
    const none = answering({ json: [], headers: { 'x-wp-totalpages': '0', 'x-wp-total': '0' } });
    expect(await searchTerms(none.calls, ava, 'tags', '', 1)).toEqual({ terms: [], pages: 1, total: 0 });
  });
});

it('terms are named by their ids, at most a hundred at once', async () => {
  const { calls, asked } = answering({ json: [sea] });
  const ids = Array.from({ length: 120 }, (_, at) => at + 1);
  expect(await namedTerms(calls, ava, 'tags', ids)).toEqual([seaRead]);
  expect(inShort(asked)).toEqual([`GET wp/v2/tags?per_page=100&include=${ids.slice(0, 100).join(',')}`]);
});

describe('a new term', () => {
  const create = (parent: number, ...steps: readonly Given[]) => {
    const { calls, asked } = answering(...steps);
    return createTerm(calls, ava, 'tags', 'Sea & sky', parent).then(
      (term) => ({ term, asked: inShort(asked) }),
      (error: unknown) => ({ term: error instanceof SiteRefusal ? 'refusal' : error, asked: inShort(asked) }),
    );
  };

  it.each([
    [0, 201, '{"name":"Sea &amp; sky"}'],
    [2, 200, '{"name":"Sea &amp; sky","parent":2}'],
  ])('below %d is made (%d)', async (parent, status, body) => {
    expect(await create(parent, { status, json: sea })).toEqual({ term: seaRead, asked: [`POST wp/v2/tags ${body}`] });
  });

  it('of a name that is there already is that one', async () => {
    const exists = (id: unknown): Given => ({ status: 400, json: { code: 'term_exists', data: { term_id: id } } });
    const { term, asked } = await create(0, exists(3), { json: [sea] });
    expect([term, asked[1]]).toEqual([seaRead, 'GET wp/v2/tags?per_page=100&include=3']);
    expect((await create(2, exists('3'), { json: [] })).term).toEqual({
      id: 3,
      name: 'Sea & sky',
      parent: 2,
      count: 0,
    });
    for (const id of [null, 0, 'x', {}]) expect((await create(0, exists(id))).term).toBe('refusal');
    expect((await create(0, { status: 400, json: { code: 'term_exists' } })).term).toBe('refusal');
  });

  it.each<[string, Given]>([
    ['refused', { status: 403, json: { code: 'rest_cannot_create', data: { term_id: 3 } } }],
    ['refused, and names a term all the same', { status: 400, json: { code: 'other', data: { term_id: 3 } } }],
    ['answered with no term', { status: 201, json: { id: 'x' } }],
    ['answered otherwise', { status: 202, json: sea }],
  ])('that is %s is none', async (_, given) => {
    expect((await create(0, given, { json: [sea] })).term).toBe('refusal');
  });
});

// Which taxonomies of a site's videos are read from its description, and under which names none may stand.
import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../../../main/answers.ts';
import { isTaxonomyName, readTaxonomies } from '../../../../main/site/content/taxonomies.ts';

const read = (json: unknown) =>
  readTaxonomies({ ...readAnswer({ status: 200, headers: {}, body: Buffer.from('[]'), cut: null }, 0), json });
const shows = { slug: 'show', name: 'Shows', rest_base: 'shows', hierarchical: true, types: ['post', 'video'] };
const one = (changes: object) => read({ any: { ...shows, ...changes } });
const readShows = { restBase: 'shows', name: 'Shows', hierarchical: true, capabilities: undefined };

describe('a name', () => {
  it.each(['genre', 'video_tag', 'categories', 'tags', 'my-shows2', 'ids', 'x'.repeat(100)])('%j is one', (name) => {
    expect(isTaxonomyName(name)).toBe(true);
  });

  it.each([
    ...['id', 'date', 'date_gmt', 'slug', 'status', 'type', 'link', 'title', 'content', 'excerpt', 'author'],
    ...['featured_media', 'comment_status', 'ping_status', 'password', 'template', 'meta', 'sticky', 'format'],
    ...['parent', 'menu_order', 'context', 'page', 'per_page', 'search', 'after', 'before', 'modified_after'],
    ...['modified_before', 'author_exclude', 'exclude', 'include', 'offset', 'order', 'orderby', 'search_columns'],
    ...['search_semantics', 'tax_relation', 'force', 'rest_route', '_method', '_fields', '_embed', '_envelope'],
    ...['_jsonp', '_locale', '_wpnonce', '__proto__', 'constructor', '', 'a b', '../users', 'x'.repeat(101)],
  ])('%j is none, for it means something else', (name) => {
    expect(isTaxonomyName(name)).toBe(false);
  });
});

describe('a description', () => {
  it('tells the name, the route, the kind and the rights of each taxonomy', () => {
    const capabilities = { assign_terms: 'assign_shows' };
    expect(one({ capabilities })).toEqual([{ ...readShows, capabilities }]);
    expect(one({ hierarchical: false, capabilities: [] })).toEqual([
      { ...readShows, hierarchical: false, capabilities: {} },
    ]);
  });

  it.each<[string, object, object]>([
    ['without a name has its short one', { name: '' }, { name: 'show' }],
    ['with a name that is none has its short one', { name: 5 }, { name: 'show' }],
    ['with a name that shows nothing has its short one', { name: ' <b></b> ' }, { name: 'show' }],
    ['without any name has that of its route', { name: undefined, slug: undefined }, { name: 'shows' }],
    ['with a short name of 200 characters has that', { name: '', slug: 'x'.repeat(200) }, { name: 'x'.repeat(200) }],
    ['with a longer short name has that of its route', { name: '', slug: 'x'.repeat(201) }, { name: 'shows' }],
    ['has a plain name', { name: '<b>Sea</b> &amp; sky' }, { name: 'Sea & sky' }],
    ['is flat where it does not say', { hierarchical: undefined }, { hierarchical: false }],
    ['is flat where it says something else', { hierarchical: 'x' }, { hierarchical: false }],
    ['is of videos where it does not say', { types: undefined }, {}],
    ['is of videos where it says something else', { types: [5] }, {}],
    ['has no rights that are none', { capabilities: 'x' }, {}],
  ])('of a taxonomy that %s', (_, changes, told) => {
    expect(one(changes)).toEqual([{ ...readShows, ...told }]);
  });

  it.each<[string, object]>([
    ['is of other things', { types: ['post', 'videos'] }],
    ['is of nothing', { types: [] }],
    ['has no route', { rest_base: undefined }],
    ['has a number as its route', { rest_base: 5 }],
    ['takes the place of a field', { rest_base: 'title' }],
    ['leads elsewhere', { rest_base: '../users' }],
  ])('of a taxonomy that %s is left out', (_, changes) => {
    expect(one(changes)).toEqual([]);
    expect(read({ odd: { ...shows, ...changes }, good: { ...shows, rest_base: 'good' } })).toHaveLength(1);
  });

  it('that names a route twice counts once, as it stands first', () => {
    expect(read({ a: shows, b: { ...shows, name: 'Again' }, c: 'x', d: null })).toEqual([readShows]);
  });

  it('has at most fifty taxonomies, of at most five hundred', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`t${at}`, { ...shows, rest_base: `r${at}` }]));
    expect(read(many(51))?.map(({ restBase }) => restBase)).toEqual(Array.from({ length: 50 }, (_, at) => `r${at}`));
    expect(read(many(500))).toHaveLength(50);
    expect(read(many(501))).toBeNull();
  });

  it('without any is empty; what is no description is null', () => {
    expect([read([]), read({})]).toEqual([[], []]);
    expect([[1], 'x', 5, null, undefined].map(read)).toEqual([null, null, null, null, null]);
  });
});

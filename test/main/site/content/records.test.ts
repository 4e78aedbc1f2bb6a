// What of a site's records is read, up to which size, and what counts as none.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readAnswer, SiteRefusal } from '../../../../main/answers.ts';
import {
  indexSchema,
  isPlainName,
  listOf,
  namespaceSchema,
  objectOrEmpty,
  pagesIn,
  recordIn,
  recordOf,
  recordsIn,
  rightsSchema,
  shownText,
  shownTextOf,
  toStoredFile,
  toVideo,
  typeSchema,
  userSchema,
} from '../../../../main/site/content/records.ts';

const none = 'none';
const as = (schema: z.ZodType, value: unknown): unknown => {
  const read = schema.safeParse(value);
  return read.success ? read.data : none;
};
const many = (count: number): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, true]));
const said = (json: unknown, headers: Readonly<Record<string, string>> = {}) => ({
  ...readAnswer({ status: 200, headers, body: Buffer.from('[]'), cut: null }, 0),
  json,
});

describe('a text that is only shown', () => {
  it('is 500 characters long at most', () => {
    const most = 'x'.repeat(500);
    expect(as(shownText, most)).toBe(most);
    expect(as(shownText, `${most}x`)).toBe(`${'x'.repeat(499)}…`);
    // Cut within a character it is text all the same.
    expect(as(shownText, `${'x'.repeat(498)}🎬x`)).toBe(`${'x'.repeat(498)}\uFFFD…`);
    expect(as(shownText, 5)).toBe(none);
  });

  it('is decoded before it is measured, and looked at no further than needed', () => {
    expect(shownTextOf({ raw: '&amp;'.repeat(500) })).toBe('&'.repeat(500));
    expect(shownTextOf('&amp;'.repeat(501))).toBe(`${'&'.repeat(499)}…`);
    // Twenty characters each, which are one letter.
    expect(shownTextOf('&#00000000000000065;'.repeat(251))).toBe('A'.repeat(250));
    expect(shownTextOf(undefined)).toBe('');
  });
});

describe('lists and objects', () => {
  it('an empty list is PHP’s empty object; another one is none', () => {
    const schema = objectOrEmpty(z.looseObject({}));
    expect([as(schema, []), as(schema, { a: 1 }), as(schema, [1]), as(schema, 'x')]).toEqual([
      {},
      { a: 1 },
      none,
      none,
    ]);
  });

  it('a list is none where it is longer than wanted', () => {
    expect(as(listOf(z.number(), 2), [1, 2])).toEqual([1, 2]);
    expect(as(listOf(z.number(), 2), [1, 2, 3])).toBe(none);
    expect(as(listOf(z.number(), 2), 'xyz')).toBe(none);
    expect(as(listOf(z.number()), Array(1_000).fill(1))).toHaveLength(1_000);
    expect(as(listOf(z.number()), Array(1_001).fill(1))).toBe(none);
  });

  it('an object is none where it has more keys than wanted', () => {
    const schema = recordOf(z.number(), 2);
    expect(as(schema, { a: 1, b: 2 })).toEqual({ a: 1, b: 2 });
    expect(as(schema, { a: 1, b: 2, c: 3 })).toBe(none);
    expect(as(schema, [])).toEqual({});
    for (const other of [[1], null, undefined, 'x', 5, { a: 'x' }]) expect(as(schema, other)).toBe(none);
  });

  it('rights by name are none where nobody has so many', () => {
    expect(as(rightsSchema, many(5_000))).toEqual(many(5_000));
    expect(as(rightsSchema, many(5_001))).toBeUndefined();
    expect(as(rightsSchema, [])).toEqual({});
    expect(as(rightsSchema, 'x')).toBeUndefined();
    expect(as(rightsSchema, undefined)).toBeUndefined();
  });
});

describe('an answer', () => {
  it('that is no such record is refused with what was said; any other failure is thrown on', () => {
    const answer = said({ id: 'x' });
    expect(recordIn(said({ id: 1 }), toVideo).id).toBe(1);
    expect(() => recordIn(answer, toVideo)).toThrow(new SiteRefusal(answer));
    expect(() => recordIn(answer, toVideo)).toThrow(SiteRefusal);
    const broken = new TypeError('broken');
    const breaks = (): never => {
      throw broken;
    };
    expect(() => recordIn(answer, breaks)).toThrow(broken);
  });

  it('is a list of at most 1,000 records, or refused', () => {
    expect(recordsIn(said([1, 'x']))).toEqual([1, 'x']);
    expect(recordsIn(said(Array(1_000).fill({})))).toHaveLength(1_000);
    for (const json of [Array(1_001).fill({}), {}, { length: 2 }, 'x', null, undefined]) {
      expect(() => recordsIn(said(json))).toThrow(SiteRefusal);
    }
  });

  it('says how many pages there are, one where it says nothing, or is refused', () => {
    const pages = (told: string) => pagesIn(said([], { 'x-wp-totalpages': told }));
    expect([pagesIn(said([])), pages('7'), pages('0'), pages(' 12 ')]).toEqual([1, 7, 0, 12]);
    for (const odd of ['', 'many', '-1', '1.5', '7, 7']) expect(() => pages(odd)).toThrow(SiteRefusal);
  });
});

describe('the terms of a video', () => {
  it.each<[string, object, object]>([
    [
      'are its lists of ids, whatever their names',
      { video_tag: [3, 1], 'my-Shows_2': [5] },
      { video_tag: [3, 1], 'my-Shows_2': [5] },
    ],
    ['may be none', { tags: [] }, { tags: [] }],
    ['are whole numbers above zero', { a: [0], b: [1.5], c: [-1], d: [2 ** 53], e: [1, 2] }, { e: [1, 2] }],
    ['are all numbers', { a: [1, '2'], b: ['1'], c: [null], d: [[1]], e: [1, 2] }, { e: [1, 2] }],
    ['stand in lists', { a: 'x', b: { 0: 1 }, c: 5, d: null, e: [1] }, { e: [1] }],
    ['are no meta data and no classes', { meta: [1], class_list: [2], metas: [3] }, { metas: [3] }],
    ['have plain names', { 'a b': [1], 'a.b': [1], '': [1], constructor: [1], toString: [1], ok: [1] }, { ok: [1] }],
  ])('%s', (_, record, terms) => {
    expect(toVideo({ id: 1, ...record }).terms).toEqual(terms);
  });

  it.each<[string, boolean]>([
    ['x', true],
    ['x'.repeat(100), true],
    ['x'.repeat(101), false],
    ['', false],
    ['good-one_1', true],
    ['ä', false],
    ['a b', false],
    [' a', false],
    ['a\n', false],
    ['__proto__', false],
    ['hasOwnProperty', false],
    ['constructors', true],
  ])('may have the name %j: %j', (name, plain) => {
    expect(isPlainName(name)).toBe(plain);
  });
});

const name = (length: number): string => 'x'.repeat(length);

describe('a site’s index', () => {
  const index = (record: object) => as(indexSchema, { namespaces: [], ...record });
  const empty = { name: '', url: '', home: '', namespaces: [], timezone_string: '' };

  it('has at least a list of namespaces', () => {
    expect(index({})).toEqual(empty);
    expect(index({ namespaces: ['wp/v2', name(2_000)] })).toMatchObject({ namespaces: ['wp/v2', name(2_000)] });
    for (const namespaces of [undefined, 'wp/v2', [5], [name(2_001)], Array(1_001).fill('x')]) {
      expect(index({ namespaces })).toBe(none);
    }
    expect(as(indexSchema, null)).toBe(none);
  });

  it.each<[string, object, object]>([
    ['a name and addresses', { name: 'A', url: 'b', home: 'c' }, { name: 'A', url: 'b', home: 'c' }],
    [
      'long ones',
      { name: name(501), url: name(2_000), home: name(2_000) },
      { name: `${name(499)}…`, url: name(2_000), home: name(2_000) },
    ],
    ['longer ones', { url: name(2_001), home: name(2_001) }, { url: '', home: '' }],
    ['none', { name: 5, url: null, home: [] }, { name: '', url: '', home: '' }],
    ['a zone', { timezone_string: name(500) }, { timezone_string: name(500) }],
    ['too long a zone', { timezone_string: name(501) }, { timezone_string: '' }],
    ['a number as its zone', { timezone_string: 5 }, { timezone_string: '' }],
    ['an unknown field', { site_logo: 5 }, { site_logo: 5 }],
  ])('tells %s', (_, record, told) => {
    expect(index(record)).toEqual({ ...empty, ...told });
  });

  it.each<[unknown, number | undefined]>([
    [5.5, 5.5],
    ['-3', -3],
    [14, 14],
    [-14, -14],
    [14.5, undefined],
    [-14.5, undefined],
    ['x', undefined],
    [undefined, undefined],
  ])('tells an offset of %j hours as %j', (gmt_offset, hours) => {
    expect(index({ gmt_offset })).toMatchObject({ gmt_offset: hours });
  });

  const offers = (authorization: unknown) => ({ 'application-passwords': { endpoints: { authorization } } });
  it.each<[string, unknown, unknown]>([
    ['an address', offers('https://e.com/x'), offers('https://e.com/x')],
    ['a long address', offers(name(2_000)), offers(name(2_000))],
    ['too long an address', offers(name(2_001)), offers(undefined)],
    ['no address', offers(5), offers(undefined)],
    ['no endpoints', { 'application-passwords': {} }, { 'application-passwords': undefined }],
    ['another way only', { oauth: 1 }, { oauth: 1 }],
    ['none', [], {}],
    ['nothing', undefined, undefined],
    ['something else', 'x', none],
  ])('tells of application passwords: %s', (_, authentication, told) => {
    const read = index({ authentication });
    expect(read === none ? none : (read as Record<string, unknown>).authentication).toEqual(told);
  });
});

describe('a namespace', () => {
  const routes = (value: unknown): unknown => as(namespaceSchema, { routes: value });

  it('has routes with methods', () => {
    const wanted = { '/wp/v2/video': { methods: ['GET', 'POST'], endpoints: [] } };
    expect(routes(wanted)).toEqual({ routes: wanted });
    expect(routes([])).toEqual({ routes: {} });
    for (const other of [undefined, 'x', [1], { '/a': 'x' }]) expect(routes(other)).toBe(none);
  });

  it('has as many as a site can have', () => {
    const all = (count: number) => Object.fromEntries(Object.keys(many(count)).map((key) => [key, { methods: [] }]));
    expect(Object.keys((routes(all(20_000)) as { readonly routes: object }).routes)).toHaveLength(20_000);
    expect(routes(all(20_001))).toBe(none);
  });

  it.each<[unknown, unknown]>([
    [Array(20).fill('GET'), Array(20).fill('GET')],
    [Array(21).fill('GET'), []],
    ['GET', []],
    [[5], []],
    [undefined, []],
  ])('with the methods %j', (methods, told) => {
    expect(routes({ '/a': { methods } })).toEqual({ routes: { '/a': { methods: told } } });
  });
});

describe('a person', () => {
  const user = (record: object) => as(userSchema, { id: 1, ...record });

  it('has an id', () => {
    expect(user({})).toEqual({ id: 1, name: '' });
    for (const id of [0, -1, 1.5, '1', undefined]) expect(user({ id })).toBe(none);
  });

  it('has names as far as they are told', () => {
    const all = { username: name(2_000), email: name(2_000), slug: name(2_000) };
    expect(user({ name: name(501), ...all })).toEqual({ id: 1, name: `${name(499)}…`, ...all });
    const longer = { username: name(2_001), email: name(2_001), slug: name(2_001) };
    for (const odd of [longer, { username: 5, email: 5, slug: 5 }]) {
      expect(user({ name: 5, ...odd })).toEqual({ id: 1, name: '' });
    }
  });

  it('has rights, where so many can be meant', () => {
    expect(user({ capabilities: { upload_files: true } })).toMatchObject({ capabilities: { upload_files: true } });
    expect(user({ capabilities: [] })).toMatchObject({ capabilities: {} });
    expect(user({ capabilities: many(5_001) })).toEqual({ id: 1, name: '' });
    expect(as(typeSchema, { capabilities: { edit_posts: 'x' } })).toEqual({ capabilities: { edit_posts: 'x' } });
    expect(as(typeSchema, { capabilities: 'x' })).toEqual({});
  });
});

describe('a video’s record', () => {
  it('has an address of at most 10,000 characters, and the moment of its last change', () => {
    const at = '2026-11-20T04:33:12';
    expect(toVideo({ id: 1, link: name(10_000), modified_gmt: at })).toMatchObject({
      link: name(10_000),
      createdAt: null,
      modifiedAt: Date.parse(`${at}Z`),
    });
    expect(toVideo({ id: 1, link: name(10_001), modified_gmt: 5 })).toMatchObject({ link: null, modifiedAt: null });
    expect(toVideo({ id: 1, date_gmt: at })).toMatchObject({ createdAt: Date.parse(`${at}Z`), modifiedAt: null });
    expect(toVideo({ id: 1, date_gmt: at })).not.toHaveProperty('publishAt');
  });

  it.each([0, -1, 1.5, '1', undefined])('is none with the id %j', (id) => {
    expect(() => toVideo({ id })).toThrow();
    expect(() => toStoredFile({ id })).toThrow();
  });
});

describe('a file’s record', () => {
  const bare = { mediaId: 1, videoId: null, title: '', sourceUrl: '', bytes: null, createdAt: null };

  it('tells its video, its title, its address, its size and its time', () => {
    expect(
      toStoredFile({
        ...{ id: 1, post: 7, title: { raw: 'A &amp; B' }, source_url: name(10_000) },
        ...{ date_gmt: '2026-11-20T04:33:12', media_details: { filesize: 12 } },
      }),
    ).toEqual({
      ...{ mediaId: 1, videoId: 7, title: 'A & B', sourceUrl: name(10_000), bytes: 12 },
      createdAt: Date.UTC(2026, 10, 20, 4, 33, 12),
    });
  });

  it.each<[object, object]>([
    [{}, {}],
    [{ post: -1, date_gmt: 5, title: 5 }, {}],
    [{ post: 1.5, date_gmt: null }, {}],
    [{ media_details: { filesize: 0 } }, { bytes: 0 }],
    [{ media_details: { filesize: -1 } }, {}],
    [{ media_details: { filesize: 1.5 } }, {}],
    [{ media_details: { filesize: 'x' } }, {}],
    [{ media_details: {} }, {}],
    [{ media_details: [] }, {}],
    [{ media_details: [1] }, {}],
    [{ title: name(501) }, { title: `${name(499)}…` }],
  ])('is read as far as it can be: %j', (record, told) => {
    expect(toStoredFile({ id: 1, ...record })).toEqual({ ...bare, ...told });
  });

  it('has no longer address than 10,000 characters', () => {
    expect(toStoredFile({ id: 1, source_url: name(10_001) })).toEqual(bare);
  });
});

// The lists of a site as they are asked for and read: pages, rights, statuses, files, and what is made of odd answers.
import { describe, expect, it } from 'vitest';
import { SiteRefusal } from '../../../../main/answers.ts';
import type { SiteListQuery } from '../../../../main/model.ts';
import {
  countItems,
  fileOf,
  listItems,
  listStatuses,
  listTaxonomies,
  nameOfUser,
  toItem,
} from '../../../../main/site/content/lists.ts';
import { answering, ava, type Given, inShort } from './answering.ts';

const mine: SiteListQuery = {
  ...{ route: 'video', search: '', statuses: ['publish', 'draft'], authorId: 5, terms: [], sort: 'newest' },
  others: { mayEdit: false, mayDelete: false },
};
const everybody: SiteListQuery = { ...mine, authorId: null };
const record = (changes: object = {}) => ({ id: 7, title: { raw: 'A &amp; B', rendered: 'A &#038; B' }, ...changes });
const fields =
  '_fields=id,title,status,slug,link,date_gmt,modified_gmt,author,featured_media,password,content.protected,_links';
const asked = async (query: SiteListQuery, ...given: readonly Given[]): Promise<readonly string[]> => {
  const site = answering(...given);
  await listItems(site.calls, ava, query, 3);
  return inShort(site.asked).map((line) => line.replace(`&${fields}`, ''));
};

describe('a page is asked for', () => {
  const head = 'GET wp/v2/video?context=edit&page=3&per_page=100';
  it.each<[string, Partial<SiteListQuery>, string]>([
    ['newest first', {}, `${head}&orderby=date&order=desc&author=5&status=publish,draft`],
    ['oldest first', { sort: 'oldest' }, `${head}&orderby=date&order=asc&author=5&status=publish,draft`],
    ['last changed first', { sort: 'modified' }, `${head}&orderby=modified&order=desc&author=5&status=publish,draft`],
    ['by title', { sort: 'title' }, `${head}&orderby=title&order=asc&author=5&status=publish,draft`],
    [
      'with words',
      { search: 'tall ships' },
      `${head}&orderby=date&order=desc&search=tall ships&author=5&status=publish,draft`,
    ],
    [
      'of a tag',
      { terms: [{ base: 'tags', ids: [3, 4], below: false }] },
      `${head}&orderby=date&order=desc&author=5&tags=3,4&status=publish,draft`,
    ],
    [
      'of a branch and all below it',
      { terms: [{ base: 'genres', ids: [3], below: true }] },
      `${head}&orderby=date&order=desc&author=5&genres[terms]=3&genres[include_children]=true&status=publish,draft`,
    ],
    [
      'of some days, both of them whole',
      { days: { from: '2026-03-01', to: '2026-12-31' } },
      `${head}&orderby=date&order=desc&author=5&after=2026-02-28T23:59:59&before=2027-01-01T00:00:00&status=publish,draft`,
    ],
    [
      'since a day',
      { days: { from: '2024-03-01', to: null } },
      `${head}&orderby=date&order=desc&author=5&after=2024-02-29T23:59:59&status=publish,draft`,
    ],
    [
      'of days at the ends of all calendars',
      { days: { from: '0001-01-01', to: '9999-12-31' } },
      `${head}&orderby=date&order=desc&author=5&after=1000-01-01T23:59:59&before=9999-12-31T00:00:00&status=publish,draft`,
    ],
  ])('%s', async (_, changes, line) => {
    expect(await asked({ ...mine, ...changes }, { json: [] })).toEqual([line]);
  });

  it.each<[string, SiteListQuery, string]>([
    ['one’s own videos', mine, 'edit'],
    ['everybody’s videos, who may edit them', { ...everybody, others: { mayEdit: true, mayDelete: false } }, 'edit'],
    ['everybody’s videos, who may not', everybody, 'view'],
    ['one’s own posts', { ...mine, route: 'posts' }, 'view'],
  ])('as it was typed, or as it is read: %s', async (_, query, context) => {
    const [line] = await asked(query, { json: [] });
    expect(line).toContain(`wp/v2/${query.route}?context=${context}&`);
    expect(line?.includes('author=')).toBe(query.authorId !== null);
  });

  const inner = (status: unknown, code = 'rest_forbidden_status') => ({
    code: 'rest_invalid_param',
    data: { status: 400, details: { status: { code, data: { status } } } },
  });
  it.each<[string, Given]>([
    ['the context', { status: 403, json: { code: 'rest_forbidden_context' } }],
    ['a status', { status: 400, json: inner(403) }],
  ])('once more, as everybody sees it, by whom %s is refused', async (_, refusal) => {
    const lines = await asked(mine, refusal, { json: [] });
    expect(lines).toHaveLength(2);
    expect(lines[1]).toBe('GET wp/v2/video?context=view&page=3&per_page=100&orderby=date&order=desc&author=5');
  });

  it.each<[string, Given, number]>([
    ['a secret that was not taken, said inside', { status: 400, json: inner(401) }, 401],
    ['a secret that was not taken', { status: 401, json: { code: 'rest_forbidden_context' } }, 401],
    ['another refusal inside', { status: 400, json: inner(403, 'rest_other') }, 400],
    ['a refusal inside without a number', { status: 400, json: inner('403') }, 400],
    ['an error', { status: 500, json: {} }, 500],
    ['an error beside a list', { status: 500, json: [] }, 500],
  ])('once only where that is refused for %s', async (_, given, status) => {
    const site = answering(given);
    const refusal = await listItems(site.calls, ava, mine, 1).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SiteRefusal);
    expect((refusal as SiteRefusal).said.status).toBe(status);
    expect(site.asked).toHaveLength(1);
  });
});

describe('what is read of a page', () => {
  const read = (given: Given, query = mine) => listItems(answering(given).calls, ava, query, 1);

  it('is its items, and how many there are in all', async () => {
    const page = await read({ json: [record(), record({ id: 8 })], headers: { 'x-wp-total': '250' } });
    expect(page?.total).toBe(250);
    expect(page?.items.map(({ id }) => id)).toEqual([7, 8]);
  });

  it.each([{}, { 'x-wp-total': 'many' }, { 'x-wp-total': '0' }])(
    'is as many as it has where nobody counts: %j',
    async (headers) => {
      expect((await read({ json: [record()], headers }))?.total).toBe(1);
    },
  );

  it('leaves out what cannot be read', async () => {
    expect((await read({ json: [{ id: 0 }, 'x', record()] }))?.items).toHaveLength(1);
  });

  it('is what lacks something, where that is wanted, beside what the site counts', async () => {
    const site = answering({
      json: [record({ genre: [] }), record({ id: 8, genre: [3] })],
      headers: { 'x-wp-total': '250' },
    });
    const page = await listItems(site.calls, ava, { ...mine, without: 'terms:genre' }, 1);
    expect(page).toMatchObject({ items: [{ id: 7 }], total: 250, empty: false });
    expect(inShort(site.asked)[0]).toContain(`${fields},genre`);
    expect(await read({ json: [] }, { ...mine, without: 'poster' })).toEqual({ items: [], total: 0, empty: true });
  });

  it('has what else of an item is asked for, and nothing of it unasked', async () => {
    const json = [record({ comment_status: 'open' })];
    const site = answering({ json });
    const page = await listItems(site.calls, ava, { ...mine, details: ['commentsOpen'] }, 1);
    expect(page?.items[0]?.values).toEqual({ terms: {}, commentsOpen: true });
    expect(inShort(site.asked)[0]).toContain(`${fields},comment_status`);
    expect((await read({ json }))?.items[0]).not.toHaveProperty('values');
  });

  it('is nothing behind the end of the list', async () => {
    expect(await read({ status: 400, json: { code: 'rest_post_invalid_page_number' } })).toBeNull();
  });

  const hinted = (...allow: readonly string[]) => ({ _links: { self: [{ targetHints: { allow } }] } });
  it.each<[string, object, SiteListQuery['others'], boolean | null, boolean | null]>([
    ['told of it', hinted('GET', 'POST', 'DELETE'), mine.others, true, true],
    ['told of it that one may not', hinted('GET'), { mayEdit: true, mayDelete: true }, false, false],
    ['may do so with all', {}, { mayEdit: true, mayDelete: true }, true, true],
    ['may only edit all', {}, { mayEdit: true, mayDelete: false }, true, null],
    ['may only delete all', {}, { mayEdit: false, mayDelete: true }, null, true],
    ['is told nothing', {}, mine.others, null, null],
    ['is told nothing readable', { _links: { self: [{ targetHints: { allow: 7 } }] } }, mine.others, null, null],
    ['is told of no links', { _links: 'x' }, mine.others, null, null],
    ['is told of no link to itself', { _links: { self: [] } }, mine.others, null, null],
  ])('says who may change an item, where one %s', async (_, changes, others, mayEdit, mayDelete) => {
    const page = await read({ json: [record(changes)] }, { ...mine, others });
    expect(page?.items[0]).toMatchObject({ mayEdit, mayDelete });
  });
});

describe('an item', () => {
  it('is what its record says', () => {
    const all = {
      ...{ status: 'publish', slug: 'a-b', link: 'https://e.com/a-b', author: 5, featured_media: 9 },
      ...{ date_gmt: '2026-11-20T06:00:00', modified_gmt: '2026-11-21T06:00:00' },
    };
    expect(toItem(record(all))).toEqual({
      ...{ id: 7, title: 'A & B', status: 'publish', slug: 'a-b', link: 'https://e.com/a-b', authorId: 5, posterId: 9 },
      titleThere: 'A & B',
      ...{
        createdAt: Date.UTC(2026, 10, 20, 6),
        modifiedAt: Date.UTC(2026, 10, 21, 6),
        mayEdit: null,
        mayDelete: null,
      },
    });
  });

  it.each([
    [{ password: 'tide' }, true],
    [{ password: '', content: { protected: true } }, true],
    [{ password: '', content: { protected: false } }, undefined],
    [{ password: 7, content: 'x' }, undefined],
    [{ password: '', content: { protected: 'no' } }, undefined],
    [{}, undefined],
  ])('is one that only a password opens where the record says so: %o', (more, isProtected) => {
    expect(toItem(record(more)).isProtected).toBe(isProtected);
  });

  it('has its title word for word only where the site does not print it', () => {
    const typed = (title: unknown) => toItem(record({ title })).titleThere;
    expect(typed({ raw: 'A &amp; &quot;½&quot; — é', rendered: 'A &#038; &#8220;½&#8221;' })).toBe('A & "½" — é');
    expect(typed({ rendered: 'Private: A' })).toBeUndefined();
    for (const none of ['Printed', '', undefined, {}, { rendered: '' }]) expect(typed(none)).toBeUndefined();
    // A longer one is shown by its beginning, which may never go back there.
    expect([500, 501].map((length) => typed({ raw: 'a'.repeat(length) })?.length)).toEqual([500, undefined]);
  });

  it('is nothing where the record says nothing, or nonsense', () => {
    const empty = {
      ...{ status: '', slug: '', link: null, createdAt: null, modifiedAt: null, authorId: null, posterId: null },
      ...{ mayEdit: null, mayDelete: null },
    };
    const odd = {
      ...{ status: 7, slug: [], link: {}, date_gmt: 5, modified_gmt: false, author: 'x', featured_media: 'y' },
    };
    expect(toItem(record())).toMatchObject(empty);
    expect(toItem(record(odd))).toMatchObject(empty);
    expect(toItem(record({ featured_media: 0, link: null, status: 's'.repeat(65) }))).toMatchObject(empty);
  });

  it.each([{}, { id: '7' }, { id: -1 }, { id: 1.5 }])('is none without an id: %j', (json) => {
    expect(() => toItem(json)).toThrow();
  });
});

describe('how many there are', () => {
  it.each<[SiteListQuery, string]>([
    [mine, 'GET wp/v2/video?per_page=1&_fields=id&status=publish,draft&author=5'],
    [{ ...everybody, route: 'posts' }, 'GET wp/v2/posts?per_page=1&_fields=id&status=publish,draft'],
  ])('is asked without reading them', async (query, line) => {
    const site = answering({ json: [], headers: { 'x-wp-total': '12' } });
    expect(await countItems(site.calls, ava, query)).toBe(12);
    expect(inShort(site.asked)).toEqual([line]);
  });

  it('is not told in a refusal, nor without a number', async () => {
    const headers = { 'x-wp-total': '12' };
    expect(await countItems(answering({ status: 403, json: {}, headers }).calls, ava, mine)).toBeNull();
    expect(await countItems(answering({ json: [] }).calls, ava, mine)).toBeNull();
  });
});

describe('the statuses of videos', () => {
  const described = (...lists: readonly unknown[]): Given => ({
    json: { endpoints: lists.map((names) => ({ args: { status: { items: { enum: names } } } })) },
  });
  const statuses = async (given: Given) => {
    const site = answering(given);
    const names = await listStatuses(site.calls, ava);
    expect(inShort(site.asked)).toEqual(['OPTIONS wp/v2/video']);
    return names;
  };

  it('are those of the site’s own description, once each, without the platform’s own', async () => {
    const odd = ['any', 'auto-draft', 'inherit', 'request-pending', 'request-'];
    expect(
      await statuses(described(['publish', 'unlist', ...odd], ['publish', 'many', 'inherited', 'my-request-x'])),
    ).toEqual([...['publish', 'unlist', 'many', 'inherited', 'my-request-x']]);
  });

  it('are at most fifty', async () => {
    expect(await statuses(described(Array.from({ length: 60 }, (_, at) => `s${at}`)))).toHaveLength(50);
  });

  it.each<[string, Given]>([
    ['nothing', { json: {} }],
    ['no list', { json: { endpoints: 'x' } }],
    ['only the platform’s own', described(['any', 'inherit'])],
    ['an endpoint without statuses', { json: { endpoints: [{ args: { status: 7 } }, { args: [] }] } }],
    [
      'statuses without a list',
      { json: { endpoints: [{ args: { status: {} } }, { args: { status: { items: {} } } }] } },
    ],
    ['a word in place of a list', { json: { endpoints: [{ args: { status: { items: { enum: 'odd' } } } }] } }],
  ])('are the usual ones and the trash where it describes %s', async (_, given) => {
    const names = await statuses(given);
    expect(names).toContain('publish');
    expect(names.at(-1)).toBe('trash');
  });
});

describe('the taxonomies', () => {
  const genres = {
    name: 'Genres',
    slug: 'genre',
    rest_base: 'genres',
    hierarchical: true,
    types: ['video'],
    capabilities: {},
  };
  it('are all that the site shows, by name', async () => {
    const site = answering({ json: { genre: genres } });
    expect(await listTaxonomies(site.calls, ava)).toEqual([{ restBase: 'genres', name: 'Genres', hierarchical: true }]);
    expect(inShort(site.asked)).toEqual(['GET wp/v2/taxonomies?type=video']);
  });

  it('are refused where the answer is no list of them', async () => {
    await expect(listTaxonomies(answering({ json: 'x' }).calls, ava)).rejects.toThrow(SiteRefusal);
    await expect(listTaxonomies(answering({ json: [1] }).calls, ava)).rejects.toThrow(SiteRefusal);
    await expect(listTaxonomies(answering({ status: 403, json: {} }).calls, ava)).rejects.toThrow(SiteRefusal);
  });
});

describe('the file of a video', () => {
  const film = (changes: object = {}) => ({
    ...{ id: 4, source_url: 'https://e.com/files/Tall%20ships.mp4?x=1#t', mime_type: 'video/mp4' },
    ...{ media_details: { filesize: 2_000 } },
    ...changes,
  });
  const file = (...json: readonly unknown[]) => fileOf(answering({ json }).calls, ava, 7);

  it('is asked for by its video', async () => {
    const site = answering({ json: [film()] });
    expect(await fileOf(site.calls, ava, 7)).toEqual({ name: 'Tall ships.mp4', bytes: 2_000 });
    expect(inShort(site.asked)).toEqual([
      'GET wp/v2/media?parent=7&per_page=20&_fields=id,source_url,mime_type,media_details',
    ]);
  });

  it('is the first that is one', async () => {
    expect(
      await file({ ...film(), mime_type: 'image/jpeg' }, 'x', film({ source_url: 'https://e.com/b.mp4' })),
    ).toMatchObject({
      name: 'b.mp4',
    });
    expect(await file(film({ mime_type: 7 }))).toBeNull();
    expect(await file()).toBeNull();
  });

  it.each<[object, object]>([
    [{ media_details: { filesize: '2000' } }, { bytes: 2_000 }],
    [{ media_details: { filesize: -1 } }, { bytes: null }],
    [{ media_details: [] }, { bytes: null }],
    [{ media_details: undefined }, { bytes: null }],
    [{ source_url: 'https://e.com/100%.mp4' }, { name: '100%.mp4' }],
    [{ source_url: 7 }, { name: '' }],
  ])('is read as far as it can be: %j', async (changes, read) => {
    expect(await file(film(changes))).toMatchObject(read);
  });
});

describe('a user', () => {
  const named = (given: Given) => nameOfUser(answering(given).calls, ava, 5);
  it('has the name that the site shows', async () => {
    const site = answering({ json: { name: 'Ava &amp; Co' } });
    expect(await nameOfUser(site.calls, ava, 5)).toBe('Ava & Co');
    expect(inShort(site.asked)).toEqual(['GET wp/v2/users/5?_fields=name']);
  });

  it('has none that is not told', async () => {
    expect(await named({ status: 404, json: { name: 'Ava' } })).toBeNull();
    expect(await named({ json: [] })).toBeNull();
    expect(await named({ json: { name: 5 } })).toBeNull();
    expect(await named({ json: {} })).toBeNull();
  });
});

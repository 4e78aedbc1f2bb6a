// The form of a site's videos as it is read from the answers of a site that is odd, closed or says little; on disk it stays what it was.
import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../../../main/adapters/database/sqlite.ts';
import { SiteRefusal } from '../../../../main/answers.ts';
import { fieldIds } from '../../../../main/fields.ts';
import { migrate } from '../../../../main/schema.ts';
import { allowedStatuses, coreForm, learnForm } from '../../../../main/site/content/form.ts';
import { formStore } from '../../../../main/site/store/form-store.ts';
import { siteStore } from '../../../../main/site/store/site-store.ts';
import { aSite } from '../../a-site.ts';
import { answering, ava, type Given, inShort } from './answering.ts';

const open: Given = {
  json: {
    endpoints: [
      { methods: ['GET'] },
      { methods: ['POST'], args: { title: {}, status: { enum: ['publish', 'draft', 'trash'] } } },
    ],
  },
};
const sound = {
  me: { json: { id: 5, name: 'Ava', slug: 'ava', capabilities: { publish_posts: true, edit_posts: true } } },
  options: open,
  type: { json: { slug: 'video', capabilities: {} } },
  taxonomies: { json: {} },
  index: { json: { name: 'Harbour', namespaces: [], timezone_string: 'Europe/Berlin', gmt_offset: 1 } },
} satisfies Record<string, Given>;
const site = (changes: Partial<Record<keyof typeof sound, Given>> = {}, ...after: readonly Given[]) => {
  const all = { ...sound, ...changes };
  return answering(all.me, all.options, all.type, all.taxonomies, all.index, ...after);
};
const learned = (changes: Partial<Record<keyof typeof sound, Given>> = {}, ...after: readonly Given[]) =>
  learnForm(site(changes, ...after).calls, ava, 77);

describe('the questions', () => {
  const first = [
    'GET wp/v2/users/me?context=edit',
    'OPTIONS wp/v2/video',
    'GET wp/v2/types/video?context=edit',
    'GET wp/v2/taxonomies?type=video&context=edit',
    'GET ',
  ];
  it('are five where all is shown', async () => {
    const { calls, asked } = site();
    await learnForm(calls, ava, 77);
    expect(inShort(asked)).toEqual(first);
  });

  it('go on in the plain form where the edit form is refused', async () => {
    const refused: Given = { status: 403, json: { code: 'rest_forbidden_context' } };
    const { calls, asked } = site({ type: refused, taxonomies: refused }, { json: {} });
    await learnForm(calls, ava, 77);
    expect(inShort(asked).slice(5)).toEqual(['GET wp/v2/types/video', 'GET wp/v2/taxonomies?type=video']);
  });

  it('end where who may assign none of them is told so', async () => {
    const { calls, asked } = site({ taxonomies: { status: 403, json: { code: 'rest_cannot_view' } } });
    expect((await learnForm(calls, ava, 77)).taxonomies).toEqual([]);
    expect(asked).toHaveLength(5);
  });

  it.each(['me', 'index'] as const)('come to nothing where the site refuses to say %s', async (what) => {
    await expect(learned({ [what]: { status: 401, json: { code: 'rest_not_logged_in' } } })).rejects.toThrow(
      SiteRefusal,
    );
  });
});

describe('fields and statuses', () => {
  it('are those that the site describes', async () => {
    const form = await learned();
    expect(form.fields).toEqual(fieldIds.filter((field) => field === 'title' || field === 'status'));
    expect(form.statuses).toEqual(['publish', 'draft']);
    expect(form.learnedAt).toBe(77);
  });

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['no endpoints', { endpoints: 'x' }],
    ['only how it is read', { endpoints: [{ methods: ['GET'], args: { title: {} } }] }],
    ['odd methods', { endpoints: [{ methods: 7, args: { title: {} } }] }],
  ])('are core’s where it describes %s', async (_, json) => {
    const form = await learned({ options: { json } });
    expect([form.fields, form.statuses]).toEqual([fieldIds, ['publish', 'future', 'pending', 'draft', 'private']]);
  });

  it('are core’s statuses where it lists none', async () => {
    const args = { title: {}, status: { enum: 7 } };
    const form = await learned({ options: { json: { endpoints: [{ methods: ['POST'], args }] } } });
    expect(form.statuses).toEqual(['publish', 'future', 'pending', 'draft', 'private']);
  });

  it.each<[string, unknown, unknown, boolean]>([
    ['may publish', { publish_posts: true }, {}, true],
    ['may not', { publish_posts: false }, {}, false],
    [
      'may publish videos, which have a right of their own',
      { publish_videos: true },
      { publish_posts: 'publish_videos' },
      true,
    ],
    [
      'may publish posts, but no videos',
      { publish_posts: true, publish_videos: false },
      { publish_posts: 'publish_videos' },
      false,
    ],
    ['is told no rights', undefined, {}, false],
  ])('are public ones only for who may publish: %s', async (_, capabilities, own, may) => {
    const form = await learned({
      me: { json: { id: 5, name: 'Ava', slug: 'ava', capabilities } },
      type: { json: { slug: 'video', capabilities: own } },
    });
    expect(form.statuses.includes('publish')).toBe(may);
  });

  it('are those of who may not publish where neither the person nor the videos are described', async () => {
    const form = await learned({ me: { json: [1] }, type: { json: [1] } });
    expect(form.statuses).toEqual(['draft']);
  });

  it('leave out what is no choice of a person’s, and what needs a right', () => {
    const all = ['publish', 'future', 'private', 'draft', 'pending', 'unlist', 'trash', 'auto-draft', 'inherit'];
    expect(allowedStatuses(all, true)).toEqual(['publish', 'future', 'private', 'draft', 'pending', 'unlist']);
    expect(allowedStatuses(all, false)).toEqual(['draft', 'pending', 'unlist']);
  });

  it('are core’s as long as the site was never asked', () => {
    expect(coreForm(false)).toEqual({
      ...{ fields: fieldIds, statuses: ['pending', 'draft'], taxonomies: [] },
      ...{ zone: { name: null, offsetMinutes: 0 }, learnedAt: null },
    });
    expect(coreForm(true).statuses).toContain('publish');
  });
});

describe('taxonomies', () => {
  const tree = (capabilities: unknown, hierarchical = true) => ({
    json: {
      genre: { name: 'Genres', slug: 'genre', rest_base: 'genres', hierarchical, types: ['video'], capabilities },
    },
  });
  const rights = (capabilities: Record<string, boolean>): Given => ({
    json: { id: 5, name: 'Ava', slug: 'ava', capabilities },
  });
  const canCreate = async (capabilities: unknown, mine: Record<string, boolean>, hierarchical = true) =>
    (await learned({ me: rights(mine), taxonomies: tree(capabilities, hierarchical) })).taxonomies.map(
      (one) => one.canCreate,
    );

  it.each<[string, unknown, Record<string, boolean>, boolean, readonly boolean[]]>([
    [
      'are not there for who may not assign them',
      { assign_terms: 'assign_genres' },
      { assign_genres: false },
      true,
      [],
    ],
    ['by the usual right', undefined, { edit_posts: false }, true, []],
    [
      'are there, without new branches',
      { edit_terms: 'edit_genres' },
      { edit_posts: true, edit_genres: false },
      true,
      [false],
    ],
    ['without new branches by the usual right', {}, { edit_posts: true, manage_categories: false }, true, [false]],
    ['with new branches', {}, { edit_posts: true, manage_categories: true }, true, [true]],
    ['with new branches by the usual right', undefined, { edit_posts: true, manage_categories: true }, true, [true]],
    [
      'flat ones take new words from whoever may assign',
      {},
      { edit_posts: true, manage_categories: false },
      false,
      [true],
    ],
  ])('%s', async (_, capabilities, mine, hierarchical, shown) => {
    expect(await canCreate(capabilities, mine, hierarchical)).toEqual(shown);
  });
});

it('taxonomies that cannot be read are none', async () => {
  expect((await learned({ taxonomies: { json: [1] } })).taxonomies).toEqual([]);
});

describe('the site’s clock', () => {
  it.each<[string, unknown, object]>([
    ['a place', { timezone_string: 'Europe/Berlin', gmt_offset: 1 }, { name: 'Europe/Berlin', offsetMinutes: 60 }],
    ['no place', { timezone_string: '', gmt_offset: 5.75 }, { name: null, offsetMinutes: 345 }],
    [
      'a place that is none',
      { timezone_string: 'Middle/Earth', gmt_offset: -3.5 },
      { name: null, offsetMinutes: -210 },
    ],
    ['nothing', {}, { name: null, offsetMinutes: 0 }],
  ])('is told as %s', async (_, told, zone) => {
    expect((await learned({ index: { json: { name: 'Harbour', namespaces: [], ...(told as object) } } })).zone).toEqual(
      zone,
    );
  });

  it('is unknown where the index is none', async () => {
    expect((await learned({ index: { json: [1] } })).zone).toEqual({ name: null, offsetMinutes: 0 });
  });
});

it('on disk a form and its terms are what was kept last, of each account and taxonomy', () => {
  const sql = openSqlite(':memory:');
  migrate(sql);
  for (const id of ['site-1', 'site-2']) siteStore(sql).saveSite(aSite({ id, root: `https://${id}.example/wp-json/` }));
  const store = formStore(sql);
  const terms = [
    { id: 3, name: 'Harbour', parent: 0, count: 4 },
    { id: 4, name: 'Ships', parent: 3, count: 0 },
  ];
  store.saveTerms('site-1', 'genres', terms);
  store.saveTerms('site-1', 'tags', [{ id: 3, name: 'Other', parent: 0, count: 1 }]);
  expect(store.terms('site-1', 'genres', [4, 9, 3])).toEqual([terms[1], terms[0]]);
  expect(store.terms('site-2', 'genres', [3])).toEqual([]);
  store.saveTerms('site-1', 'genres', [{ id: 3, name: 'Harbours', parent: 4, count: 5 }]);
  expect(store.terms('site-1', 'genres', [3])).toEqual([{ id: 3, name: 'Harbours', parent: 4, count: 5 }]);
  sql.exec('UPDATE terms SET count = -1 WHERE id = 4');
  expect(store.terms('site-1', 'genres', [3, 4]).map(({ id }) => id)).toEqual([3]);
  sql.close();
});

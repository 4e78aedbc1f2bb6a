// What a site's form has for whom: both shapes of taxonomies, every role, and capabilities that nobody can look up.
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { openSqlite } from '../../../../main/adapters/database/sqlite.ts';
import { migrate } from '../../../../main/schema.ts';
import { mayDo } from '../../../../main/site/content/capabilities.ts';
import { learnForm } from '../../../../main/site/content/form.ts';
import { formStore } from '../../../../main/site/store/form-store.ts';
import { capabilitiesOf, type Role } from '../../../site/roles.ts';
import { shapes } from '../../../site/shapes.ts';
import { type PracticeSite, startPracticeSite } from '../../../site/start.ts';
import { calls, client } from '../practice.ts';

let site: PracticeSite;
beforeAll(async () => {
  site = await startPracticeSite();
});
afterAll(() => site.stop());
beforeEach(() => site.reset());

const form = (login = 'ava') => learnForm(calls, client(site, login), Date.now());

describe.each(shapes)('taxonomies in the shape of $taxonomies', ({ taxonomies, tree, treeName, flat, flatName }) => {
  beforeEach(() => site.switches({ taxonomies }));

  it.each<readonly [Role, boolean]>([
    ['administrator', true],
    ['editor', true],
    ['author', false],
    ['contributor', false],
    ['uploader', false],
  ])('as %s both are there, and new branches of the tree: %s', async (role, canCreate) => {
    await site.setRole('ava', role);
    expect((await form()).taxonomies).toEqual([
      { restBase: tree, name: treeName, hierarchical: true, canCreate },
      { restBase: flat, name: flatName, hierarchical: false, canCreate: true },
    ]);
  });

  it('who may not assign any is offered none', async () => {
    expect((await form('sue')).taxonomies).toEqual([]);
  });

  it('a capability that is listed for nobody is for the site to judge', async () => {
    await site.switches({ shows: true });
    expect((await form()).taxonomies.map(({ restBase }) => restBase)).toEqual([tree, flat, 'shows']);
  });
});

/** Answers of a site that no switch plays: what `failWith` puts in the place of the taxonomies. */
async function formOf(taxonomies: unknown, login = 'ava') {
  await site.switches({
    failWith: { route: '^GET /wp/v2/taxonomies', status: 200, body: taxonomies, contentType: 'application/json' },
  });
  return (await form(login)).taxonomies;
}

describe('a description that is not to be trusted', () => {
  const one = (over: Record<string, unknown>) => ({
    ...{ slug: 'x', name: 'X', rest_base: 'x', hierarchical: false, types: ['video'] },
    ...{ capabilities: { assign_terms: 'assign_xs' } },
    ...over,
  });

  it('counts only names that may stand in an address and take no field’s place', async () => {
    const bases = [
      '../users',
      'a/b',
      'a?b',
      'a&b=1',
      'status',
      'page',
      '_method',
      '__proto__',
      'x y',
      '',
      'x'.repeat(101),
    ];
    const all = Object.fromEntries(bases.map((rest_base, at) => [`t${at}`, one({ slug: `t${at}`, rest_base })]));
    expect(await formOf({ ...all, good: one({ rest_base: 'good-one_1' }), 7: 'nonsense' })).toMatchObject([
      { restBase: 'good-one_1' },
    ]);
  });

  it('is cut short, says each name once, and is text', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`t${at}`, one({ rest_base: `t${at}` })]));
    expect(await formOf(many)).toHaveLength(50);
    const twice = { a: one({ name: '<b>Shows</b> &amp; more' }), b: one({ name: 'Again' }) };
    expect(await formOf(twice)).toMatchObject([{ name: 'Shows & more' }]);
    expect(await formOf([])).toEqual([]);
    expect(await formOf({ code: 'rest_cannot_view', message: 'No' })).toEqual([]);
  });

  it('a capability of core’s that this user lacks hides the field, one of nobody’s does not', async () => {
    const guarded = (assign_terms: string) => formOf({ x: one({ capabilities: { assign_terms } }) });
    expect(await guarded('manage_options')).toEqual([]);
    expect(await guarded('edit_categories')).toEqual([]);
    expect(await guarded('do_not_allow')).toEqual([]);
    expect(await guarded('assign_post_tags')).toHaveLength(1);
    expect(await guarded('assign_shows')).toHaveLength(1);
    expect(await guarded('constructor')).toHaveLength(1);
  });
});

describe('mayDo', () => {
  const listed = (role: Role) => Object.fromEntries(capabilitiesOf(role).map((name) => [name, true]));

  it.each<readonly [string, Role, boolean | null]>([
    ['assign_categories', 'author', true],
    ['assign_categories', 'subscriber', false],
    ['assign_post_tags', 'contributor', true],
    ['assign_post_tags', 'uploader', true],
    ['edit_categories', 'author', false],
    ['edit_post_tags', 'editor', true],
    ['manage_post_tags', 'editor', true],
    ['delete_categories', 'contributor', false],
    ['delete_post_tags', 'administrator', true],
    ['manage_categories', 'author', false],
    ['assign_shows', 'administrator', null],
    ['exist', 'subscriber', true],
    ['do_not_allow', 'administrator', false],
  ])('%s as %s: %s', (capability, role, expected) => {
    expect(mayDo(capability, listed(role))).toBe(expected);
  });

  it('goes by what is listed first, as PHP reads it', () => {
    expect(mayDo('assign_shows', { assign_shows: false })).toBe(false);
    expect(mayDo('assign_shows', { assign_shows: '0' })).toBe(false);
    expect(mayDo('assign_shows', { assign_shows: 1 })).toBe(true);
    expect(mayDo('edit_posts', { edit_posts: '1' })).toBe(true);
    expect(mayDo('assign_categories', { assign_categories: false, edit_posts: true })).toBe(false);
    expect(mayDo('edit_posts', {})).toBeNull();
  });
});

test('a form that an older Clipferry stored is read, and one that cannot be read counts as never learned', () => {
  const sql = openSqlite(':memory:');
  migrate(sql);
  // Of these accounts only the forms are of interest.
  sql.prepare('PRAGMA foreign_keys = OFF').run();
  const forms = formStore(sql);
  const old = {
    ...{ fields: ['title', 'status'], statuses: ['draft'], zone: { name: null, offsetMinutes: 0 }, learnedAt: 1 },
    taxonomies: [{ restBase: 'odd.name/of old', name: 'Old', hierarchical: true, canCreate: false }],
  };
  const put = (accountId: string, shape: string) =>
    sql.prepare('INSERT INTO forms VALUES (?, ?)').run(accountId, shape);
  put('kept', JSON.stringify(old));
  put('torn', '{"fields":');
  expect(forms.form('kept')).toEqual(old);
  expect(forms.form('torn')).toBeNull();
  sql.close();
});

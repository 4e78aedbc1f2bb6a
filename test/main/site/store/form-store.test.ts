// The form that a site's videos have for an account, kept on disk: read back as it was learned, or learned anew where it cannot be read.
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openSqlite } from '../../../../main/adapters/database/sqlite.ts';
import { fieldIds } from '../../../../main/fields.ts';
import type { FormShape } from '../../../../main/model.ts';
import type { Sql } from '../../../../main/ports.ts';
import { migrate } from '../../../../main/schema.ts';
import { type FormStore, formStore } from '../../../../main/site/store/form-store.ts';
import { siteStore } from '../../../../main/site/store/site-store.ts';
import { aSite } from '../../a-site.ts';
import { account } from '../../features/uploads/tasks/parts.ts';

const genres = { restBase: 'genres', name: 'Genres', hierarchical: true, canCreate: false };
const full: FormShape = {
  fields: ['title', 'status'],
  statuses: ['publish', 'unlist'],
  taxonomies: [genres, { restBase: 'tags', name: 'Tags', hierarchical: false, canCreate: true }],
  zone: { name: 'Europe/Berlin', offsetMinutes: 60 },
  learnedAt: 1_763_620_000_000,
};
const bare: FormShape = {
  ...{ fields: fieldIds, statuses: [], taxonomies: [] },
  ...{ zone: { name: null, offsetMinutes: -210 }, learnedAt: null },
};

let sql: Sql;
let store: FormStore;
beforeEach(() => {
  sql = openSqlite(':memory:');
  onTestFinished(() => sql.close());
  migrate(sql);
  const sites = siteStore(sql);
  sites.saveSite(aSite());
  sites.saveAccount({ ...account, id: 'a' });
  sites.saveAccount({ ...account, id: 'b', userId: 99 });
  store = formStore(sql);
});

describe('a form', () => {
  it('is read back as it was kept last, of each account its own', () => {
    store.saveForm('a', bare);
    store.saveForm('b', full);
    expect([store.form('a'), store.form('b')]).toEqual([bare, full]);
    store.saveForm('a', full);
    store.saveForm('b', bare);
    expect([store.form('a'), store.form('b')]).toEqual([full, bare]);
  });

  it('that was never learned is none', () => {
    store.saveForm('a', full);
    expect([store.form('b'), store.form('gone')]).toEqual([null, null]);
  });

  it.each<[string, object]>([
    ['a field that there is none of', { fields: ['title', 'odd'] }],
    ['fields that are none', { fields: 'title' }],
    ['a status that is none', { statuses: [1] }],
    ['no statuses', { statuses: null }],
    ['taxonomies that are none', { taxonomies: {} }],
    ['a taxonomy without a route', { taxonomies: [{ ...genres, restBase: undefined }] }],
    ['a taxonomy without a name', { taxonomies: [{ ...genres, name: 1 }] }],
    ['a taxonomy of no kind', { taxonomies: [{ ...genres, hierarchical: 'yes' }] }],
    ['a taxonomy that does not say who may add to it', { taxonomies: [{ ...genres, canCreate: undefined }] }],
    ['no zone', { zone: null }],
    ['a zone without its name', { zone: { offsetMinutes: 60 } }],
    ['a zone without its offset', { zone: { name: null, offsetMinutes: '60' } }],
    ['a moment that is none', { learnedAt: 'now' }],
  ])('that holds %s is learned anew', (_, changes) => {
    store.saveForm('a', { ...full, ...changes });
    expect(store.form('a')).toBeNull();
  });

  it('that was torn is learned anew', () => {
    store.saveForm('a', full);
    sql.exec(`UPDATE forms SET shape = '{"fields":'`);
    expect(store.form('a')).toBeNull();
  });
});

describe('terms', () => {
  const ships = { id: 4, name: 'Ships', parent: 3, count: 0 };
  const harbour = { id: 3, name: 'Harbour', parent: 0, count: 4 };

  it('are read back in the order in which they are asked for, as they were kept last', () => {
    store.saveTerms('site-1', 'genres', [harbour, ships]);
    expect(store.terms('site-1', 'genres', [4, 9, 3])).toEqual([ships, harbour]);
    store.saveTerms('site-1', 'genres', [{ ...ships, name: 'Tall ships', parent: 0, count: 7 }]);
    expect(store.terms('site-1', 'genres', [3, 4])).toEqual([
      harbour,
      { id: 4, name: 'Tall ships', parent: 0, count: 7 },
    ]);
    expect([store.terms('site-1', 'tags', [3]), store.terms('gone', 'genres', [3])]).toEqual([[], []]);
  });

  it.each(['parent = -1', 'count = -1'])('that cannot be read are asked for anew: %s', (set) => {
    store.saveTerms('site-1', 'genres', [harbour, ships]);
    sql.exec(`UPDATE terms SET ${set} WHERE id = 4`);
    expect(store.terms('site-1', 'genres', [3, 4])).toEqual([harbour]);
  });
});

// Presets on disk: kept as they were saved, in their order, and what cannot be read is no preset of its own making.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqlite } from '../../../../main/adapters/database/sqlite.ts';
import { emptyDraft, type Preset } from '../../../../main/model.ts';
import type { Sql } from '../../../../main/ports.ts';
import { migrate } from '../../../../main/schema.ts';
import { type PresetStore, presetStore } from '../../../../main/site/store/preset-store.ts';

let sql: Sql;
let store: PresetStore;
const preset: Preset = {
  ...{ id: 'p', accountId: 'a', name: 'Regatta' },
  content: { titlePattern: 'Race {n}', draft: { ...emptyDraft, status: 'draft', terms: { tags: [7] } } },
};

beforeEach(() => {
  sql = openSqlite(':memory:');
  migrate(sql);
  sql.exec("INSERT INTO sites (id, name, address, root, upload_route, settle_ms) VALUES ('s', 'S', 'a', 'r', 'u', 1)");
  for (const [user, id] of ['a', 'b'].entries()) {
    sql.exec(`INSERT INTO accounts (id, site_id, login, name, user_id, can_upload, can_publish, signed_in)
      VALUES ('${id}', 's', 'l', 'n', ${user}, 1, 1, 1)`);
  }
  store = presetStore(sql);
});
afterEach(() => sql.close());

it('are kept for their account in the order in which they were made, changed in place and removed', () => {
  store.save(preset);
  store.save({ ...preset, id: 'b', name: 'Market' });
  store.save({ ...preset, id: 'other', accountId: 'b' });
  const changed = { ...preset, name: 'Regatta 2026', content: { titlePattern: null, draft: emptyDraft } };
  store.save(changed);
  expect(store.of('a')).toEqual([changed, { ...preset, id: 'b', name: 'Market' }]);
  expect([store.find('p'), store.find('gone')]).toEqual([changed, null]);
  store.remove('p');
  expect([store.find('p'), store.of('a').map(({ id }) => id)]).toEqual([null, ['b']]);
});

it('are read once however often they are asked for, and again once one of them is changed or removed', () => {
  store.save(preset);
  const read = store.of('a');
  expect(store.of('a')).toBe(read);
  store.save({ ...preset, name: 'Market' });
  expect(store.of('a').map(({ name }) => name)).toEqual(['Market']);
  store.remove('p');
  expect(store.of('a')).toEqual([]);
});

it.each(['{', 'null', '{"titlePattern":1,"draft":{}}', '{"titlePattern":null}'])(
  'of which %s stands on the disk is known to be unreadable, kept as it is, and can be given another content',
  (text) => {
    store.save(preset);
    sql.prepare('UPDATE presets SET content = ?').run(text);
    const unread = { ...preset, content: null };
    expect([store.of('a'), store.find('p')]).toEqual([[unread], unread]);
    expect(sql.prepare('SELECT kind, name, text FROM damaged').all()).toEqual([{ kind: 'preset', name: 'p', text }]);
    store.save({ ...unread, name: 'Called otherwise' });
    expect(sql.prepare('SELECT name, content FROM presets').get()).toEqual({ name: 'Called otherwise', content: text });
    store.save(preset);
    expect(store.find('p')).toEqual(preset);
  },
);

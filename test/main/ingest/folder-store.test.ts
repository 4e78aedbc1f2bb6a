// Watched folders in a real database: kept as they were chosen, and what was to be left stays left.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../../main/adapters/database/sqlite.ts';
import { type FolderStore, folderStore } from '../../../main/ingest/folder-store.ts';
import { type ClipIdentity, type Folder, firstRules } from '../../../main/model.ts';
import type { Sql } from '../../../main/ports.ts';
import { migrate } from '../../../main/schema.ts';
import { addRow } from '../rows.ts';

const folder: Folder = {
  id: 'f',
  path: '/clips',
  accountId: 'a',
  rules: {
    ...firstRules,
    recursive: false,
    extensions: ['mov'],
    stableMs: 5_000,
    status: 'private',
    terms: { tags: [7] },
    hold: 'wait',
  },
  paused: false,
  device: '66',
  addedAt: 1_763_620_000_000,
};
const identity: ClipIdentity = { device: '66', inode: '12', size: 100, mtimeNs: '1763620000000000001' };

let sql: Sql;
let store: FolderStore;

beforeEach(() => {
  sql = openSqlite(':memory:');
  migrate(sql);
  store = folderStore(sql);
});
afterEach(() => sql.close());

const damage = () => sql.prepare('SELECT kind, name, problem, text FROM damaged').all();

describe('a folder', () => {
  it('is kept as it is, in the order in which it was added, over a restart', () => {
    const takes: Folder = { ...folder, id: 'd', addedAt: 5, rules: { ...firstRules, existing: 'take' } };
    store.save(takes);
    expect(store.folders()).toEqual([takes]);
    store.remove('d');
    const other: Folder = {
      ...folder,
      id: 'e',
      path: '/more',
      paused: true,
      device: null,
      addedAt: 1_763_619_000_000.7,
    };
    store.save(folder);
    store.save(other);
    store.save({ ...folder, id: 'z', path: '/z' });
    const kept = [{ ...other, addedAt: 1_763_619_000_000 }, folder, { ...folder, id: 'z', path: '/z' }];
    expect(store.folders()).toEqual(kept);
    expect(folderStore(sql).folders()).toEqual(kept);
  });

  it('that changes keeps its place and when it was added', () => {
    store.save(folder);
    store.save({ ...folder, id: 'z', path: '/z' });
    const changed: Folder = { ...folder, accountId: 'b', rules: firstRules, paused: true, device: '67' };
    store.save({ ...changed, path: '/elsewhere', addedAt: 5 });
    expect(store.folders()[0]).toEqual(changed);
    store.remove('f');
    expect(store.folders().map(({ id }) => id)).toEqual(['z']);
  });

  it.each([
    ['no JSON', '{'],
    ['a word', '"words"'],
    ['nothing', 'null'],
    ['a rule of another kind', JSON.stringify({ ...firstRules, stableMs: -1 })],
    ['a quiet time of years', JSON.stringify({ ...firstRules, stableMs: 86_400_001 })],
    ['a rule that is missing', JSON.stringify({ recursive: true })],
    [
      'as many rules, one of them unknown',
      JSON.stringify({ recursive: true, extensions: null, stableMs: 1, status: null, x: 1 }),
    ],
  ])('whose rules are %s has none until it is given some; what stood there is kept', (_, text) => {
    store.save(folder);
    sql.prepare('UPDATE folders SET rules = ?').run(text);
    const unknown = { ...folder, rules: null };
    expect(store.folders()).toEqual([unknown]);
    expect(store.folders()).toEqual([unknown]);
    expect(damage()).toMatchObject([{ kind: 'folder-rules', name: 'f', text }]);
    // Everything else of it may change meanwhile, and only that.
    store.save({ ...unknown, accountId: 'b', paused: true, device: null });
    expect(store.folders()).toEqual([{ ...unknown, accountId: 'b', paused: true, device: null }]);
    expect(sql.prepare('SELECT rules FROM folders').get()).toEqual({ rules: text });
    store.save(folder);
    expect(store.folders()).toEqual([folder]);
  });

  it('of an older Clipferry has the first values of the rules that it did not have', () => {
    store.save(folder);
    const { terms, hold, preset: _none, ...first } = { ...folder.rules, existing: 'leave' };
    for (const had of [first, { ...first, terms }, { ...first, terms, hold }]) {
      sql.prepare('UPDATE folders SET rules = ?').run(JSON.stringify(had));
      expect(store.folders()[0]?.rules).toEqual({ ...firstRules, ...had });
    }
    expect([terms, hold, damage()]).toEqual([{ tags: [7] }, 'wait', []]);
  });

  it('whose other columns are damaged is paused, and the oldest', () => {
    store.save(folder);
    sql.exec('UPDATE folders SET paused = 7, added_at = 9223372036854775807');
    expect(store.folders()).toEqual([{ ...folder, paused: true, addedAt: 0 }]);
  });
});

describe('what was to be left', () => {
  it('is known by what it is, and by where it lies, of its folder alone', () => {
    store.leave('f', [{ path: '/clips/a.mp4', identity }]);
    store.leave('f', []);
    expect(store.isLeft('f', identity, '/clips/a.mp4')).toBe(true);
    expect(store.isLeft('f', identity, '/clips/moved.mp4')).toBe(true);
    // Restored from a backup it is another file to the disk, but in its place.
    expect(store.isLeft('f', { ...identity, device: '9', inode: '9' }, '/clips/a.mp4')).toBe(true);
    expect(store.isLeft('g', identity, '/clips/a.mp4')).toBe(false);
    const others = [{ device: '9' }, { inode: '9' }, { size: 9 }, { mtimeNs: '9' }];
    expect(others.map((one) => store.isLeft('f', { ...identity, ...one }, '/clips/b.mp4'))).toEqual(
      others.map(() => false),
    );
    const changed = [{ size: 9 }, { mtimeNs: '9' }];
    expect(changed.map((one) => store.isLeft('f', { ...identity, ...one }, '/clips/a.mp4'))).toEqual([false, false]);
  });

  it('is forgotten with its folder, and where its folder was never added', () => {
    store.save(folder);
    store.leave('f', [{ path: '/clips/a.mp4', identity }]);
    store.leave('never', [{ path: '/never/a.mp4', identity }]);
    const begun = folderStore(sql);
    expect([begun.isLeft('f', identity, '/x'), begun.isLeft('never', identity, '/x')]).toEqual([true, false]);
    begun.remove('f');
    expect(begun.isLeft('f', identity, '/x')).toBe(false);
  });

  it('may be what the folder has brought, with its copies', () => {
    sql.exec(`PRAGMA foreign_keys = OFF`);
    const add = (more: Record<string, string | number>): void => {
      const { device, inode, size, mtimeNs } = identity;
      addRow(sql, 'jobs', {
        id: 'j',
        folder_id: 'f',
        path: '/clips/a.mp4',
        device,
        inode,
        size,
        mtime_ns: mtimeNs,
        ...more,
      });
    };
    add({});
    add({ id: 'k', folder_id: 'g', inode: '77', path: '/g/a.mp4' });
    sql.exec("INSERT INTO copies VALUES ('j', '66', '13', 100, '5', '/clips/copy.mp4')");
    store.leaveTaken('f');
    expect(store.isLeft('f', identity, '/x')).toBe(true);
    expect(store.isLeft('f', { ...identity, inode: '13', mtimeNs: '5' }, '/x')).toBe(true);
    expect(store.isLeft('f', { ...identity, inode: '77' }, '/x')).toBe(false);
  });
});

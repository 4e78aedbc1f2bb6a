// Folders of another computer in a real database: they wait with their rules until a person says where they lie here.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../../main/adapters/database/sqlite.ts';
import {
  type BroughtFolder,
  type BroughtFolders,
  broughtFolderStore,
  nameOfPlace,
} from '../../../main/ingest/brought-folders.ts';
import { folderStore } from '../../../main/ingest/folder-store.ts';
import { type Folder, firstRules } from '../../../main/model.ts';
import type { Sql } from '../../../main/ports.ts';
import { migrate } from '../../../main/schema.ts';
import { addRow } from '../rows.ts';

const exports: BroughtFolder = {
  ...{ id: 'f1', path: 'D:\\Films\\Exports', accountId: 'a1', paused: false },
  rules: { ...firstRules, recursive: true, extensions: ['mov'], status: 'draft' },
};
const other: BroughtFolder = { ...exports, id: 'f0', path: '/srv/other', paused: true, rules: firstRules };

let sql: Sql;
let brought: BroughtFolders;
beforeEach(() => {
  sql = openSqlite(':memory:');
  migrate(sql);
  addRow(sql, 'sites', { id: 's1' });
  addRow(sql, 'accounts', { id: 'a1', site_id: 's1' });
  brought = broughtFolderStore(sql);
});
afterEach(() => sql.close());

const placed = (id: string): Folder => ({
  ...{ id, path: '/here', accountId: 'a1', rules: firstRules, paused: false, device: '1', addedAt: 5 },
});
const damage = () => sql.prepare('SELECT kind, name, text FROM damaged').all();

describe('a folder that was brought over', () => {
  it('waits as it is, in the order in which it came, over a restart', () => {
    expect([brought.keep(exports), brought.keep(other)]).toEqual([true, true]);
    for (const store of [brought, broughtFolderStore(sql)]) {
      expect(store.all()).toEqual([exports, other]);
      expect([store.find('f0'), store.find('f9')]).toEqual([other, null]);
    }
    expect(damage()).toEqual([]);
  });

  it('stays as it is where it comes again, and does not come where it is watched already', () => {
    brought.keep(exports);
    expect(brought.keep({ ...exports, path: '/elsewhere', paused: true })).toBe(false);
    folderStore(sql).save(placed('f0'));
    expect(brought.keep(other)).toBe(false);
    expect(brought.all()).toEqual([exports]);
  });

  it('is no longer there once it is not wanted', () => {
    brought.keep(exports);
    brought.keep(other);
    expect([brought.remove('f1'), brought.remove('f1')]).toEqual([true, false]);
    expect(brought.all()).toEqual([other]);
  });

  it('whose rules cannot be read comes paused and without them, and what stood there is kept to be told of', () => {
    brought.keep(exports);
    sql.prepare('UPDATE brought_folders SET rules = ?').run('{"recursive":');
    expect(brought.find('f1')).toEqual({ ...exports, rules: null, paused: true });
    expect(damage()).toEqual([{ kind: 'folder-rules', name: 'f1', text: '{"recursive":' }]);
  });
});

describe('once a person says where it lies', () => {
  it('it is watched there, and waits no longer', () => {
    brought.keep(exports);
    brought.place(placed('f1'), folderStore(sql).save);
    expect([brought.all(), folderStore(sql).folders()]).toEqual([[], [placed('f1')]]);
  });

  it('it waits on where that could not be written down', () => {
    brought.keep(exports);
    const full = () => {
      throw new Error('disk is full');
    };
    expect(() => brought.place(placed('f1'), full)).toThrow('disk is full');
    expect(brought.all()).toEqual([exports]);
  });
});

it.each([
  ['D:\\Films\\Exports', 'Exports'],
  ['D:\\Films\\Exports\\', 'Exports'],
  ['/Volumes/Card/DCIM//', 'DCIM'],
  ['/Volumes/Cafe\u0301', 'Caf\u00e9'],
  ['C:\\', 'C:'],
  ['/', '/'],
])('the name of %s is its last part: %s', (path, name) => expect(nameOfPlace(path)).toBe(name));

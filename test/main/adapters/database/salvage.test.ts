// What can still be read of a damaged database goes into a sound one: every row that is there, once, and what is lost is counted.
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { salvage } from '../../../../main/adapters/database/salvage.ts';
import { openSqlite } from '../../../../main/adapters/database/sqlite.ts';
import type { SqlValue } from '../../../../main/ports.ts';
import { migrate } from '../../../../main/schema.ts';
import { addRow } from '../../rows.ts';

const pageBytes = 4_096;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-salvage-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});
const at = (name: string): string => join(folder, name);

type Rows = readonly (readonly [table: string, columns: Readonly<Record<string, SqlValue>>])[];
const site = (id = 'site-1') => ['sites', { id, root: id }] as const;
const account = (id = 'account-1') => ['accounts', { id, site_id: 'site-1', removed: 0, user_id: 1 }] as const;
const job = (n: number, more: Readonly<Record<string, SqlValue>> = {}) =>
  [
    'jobs',
    {
      ...{ rowid: n, id: `job-${n}`, account_id: 'account-1', position: n, kind: 'waiting', grp: 'waiting' },
      ...{ draft: 'x'.repeat(500), ...more },
    },
  ] as const;
const jobs = (from: number, to: number): Rows => Array.from({ length: to - from + 1 }, (_, n) => job(from + n));

/** What was made before, by its rows: the tests differ in what they spoil of the same few databases. */
const made = new Map<string, Buffer>();

/** A database with these rows; gives its path. */
function make(name: string, rows: Rows): string {
  const known = made.get(JSON.stringify(rows));
  if (known) {
    writeFileSync(at(name), known);
    return at(name);
  }
  const sql = openSqlite(at(name));
  migrate(sql);
  sql.transaction(() => {
    for (const [table, columns] of rows) addRow(sql, table, columns);
  });
  sql.close();
  made.set(JSON.stringify(rows), readFileSync(at(name)));
  return at(name);
}
/** Pages of a table by what they are, from left to right. */
function pagesOf(file: string, table: string, type: 'leaf' | 'internal'): readonly number[] {
  const sql = new DatabaseSync(file);
  try {
    return sql
      .prepare('SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ? ORDER BY path')
      .all(table, type)
      .map(({ pageno }) => Number(pageno));
  } finally {
    sql.close();
  }
}
function spoil(file: string, page: number | undefined): void {
  const bytes = readFileSync(file);
  bytes.fill(0xee, ((page ?? 0) - 1) * pageBytes, (page ?? 0) * pageBytes);
  writeFileSync(file, bytes);
}
/** Puts one page over another, as a disk does that writes to the wrong place. */
function misplace(file: string, page: number | undefined, over: number | undefined): void {
  const bytes = readFileSync(file);
  bytes.copy(bytes, ((over ?? 0) - 1) * pageBytes, ((page ?? 0) - 1) * pageBytes, (page ?? 0) * pageBytes);
  writeFileSync(file, bytes);
}
function into(...sources: readonly string[]) {
  make('new', []);
  const database = new DatabaseSync(at('new'));
  onTestFinished(() => database.close());
  database.exec('PRAGMA foreign_keys=ON');
  const report = salvage(sources, database);
  const ids = (table = 'jobs') =>
    database
      .prepare(`SELECT id FROM ${table} ORDER BY rowid`)
      .all()
      .map(({ id }) => id);
  return { ...report, database, ids };
}
const names = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `job-${from + n}`);

it('of a sound one is all of it, in its order', () => {
  const found = into(make('a', [site(), account(), ...jobs(1, 450), ['flags', { name: 'paused', value: 1 }]]));
  expect(found.rows).toMatchObject({ sites: 1, accounts: 1, jobs: 450, flags: 1, folders: 0 });
  expect([found.ids(), found.lostJobs]).toEqual([names(1, 450), 0]);
});

it('knows every table: what is neither taken over nor fetched again or counted anew would be lost', () => {
  const left = ['forms', 'terms', 'checkups', 'site_lists', 'site_files', 'claimant'];
  const counted = ['tally', 'folder_tally', 'waiting_load', 'ready_clips'];
  const all = openSqlite(make('a', []));
  const there = all.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all();
  all.close();
  const { rows } = into(make('b', [site(), account()]));
  const known = new Set([...Object.keys(rows), ...left, ...counted]);
  expect(there.map(({ name }) => String(name)).filter((name) => !known.has(name))).toEqual([]);
});

it('takes every table over that cannot be fetched again, row for row', () => {
  const kept = [
    ...['sites', 'accounts', 'folders', 'folder_left', 'jobs', 'attempts', 'copies', 'flags', 'bulk_changes', 'edits'],
    ...['twins', 'audits', 'holds', 'rebuilds', 'strays', 'listed', 'home', 'refused_together', 'damaged'],
    ...['half_taken', 'brought_clips', 'brought_folders', 'presets', 'folder_ignored', 'newer_versions'],
    ...['acts', 'act_items', 'moves', 'sidecars', 'site_uploads'],
  ];
  const file = make('a', [site(), account()]);
  const sql = openSqlite(file);
  const refers = {
    site_id: 'site-1',
    account_id: 'account-1',
    folder_id: 'folder-1',
    job_id: 'job-1',
    older_job_id: 'job-1',
  };
  for (const table of kept.slice(2)) {
    const named = sql.prepare('SELECT name FROM pragma_table_info(?)').all(table);
    const columns = Object.entries(refers).filter(([column]) => named.some(({ name }) => name === column));
    const own = table === 'folders' ? { id: 'folder-1' } : table === 'jobs' ? job(1)[1] : {};
    addRow(sql, table, { ...Object.fromEntries(columns), ...own });
  }
  const all = (from: DatabaseSync | typeof sql) => kept.map((table) => from.prepare(`SELECT * FROM ${table}`).all());
  const before = all(sql);
  sql.close();
  const { database, rows, lostJobs } = into(file);
  expect(all(database)).toEqual(before);
  expect([rows, lostJobs]).toEqual([Object.fromEntries(kept.map((table) => [table, 1])), 0]);
});

it('keeps numbers that are large, and gaps between rows', () => {
  const rows: Rows = [site(), account(), job(3), job(4_000, { size: 2 ** 50 }), job(9_000)];
  const { database, ids } = into(make('a', rows));
  expect(ids()).toEqual(['job-3', 'job-4000', 'job-9000']);
  expect(database.prepare("SELECT size FROM jobs WHERE id = 'job-4000'").get()).toEqual({ size: 2 ** 50 });
});

it('keeps rows whose numbers begin below one', () => {
  expect(into(make('a', [site(), account(), job(-300), job(-3), job(0), job(2)])).ids()).toEqual([
    ...['job--300', 'job--3', 'job-0', 'job-2'],
  ]);
});

it.runIf(process.platform === 'linux')('is written down when it is told, and no source stays open', () => {
  const { database } = into(make('a', [site(), account(), job(1)]), make('b', []));
  const open = readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)].filter((path) => path.startsWith(folder));
    } catch {
      return [];
    }
  });
  expect([database.isTransaction, open.filter((path) => !path.startsWith(at('new')))]).toEqual([false, []]);
});

it('leaves out the tables that the new one does not have', () => {
  const file = make('a', [site(), ['damaged', {}]]);
  const sql = openSqlite(at('old'));
  migrate(sql, 1);
  sql.close();
  const database = new DatabaseSync(at('old'));
  onTestFinished(() => database.close());
  expect(salvage([file], database).rows).toMatchObject({ sites: 1, damaged: 0 });
});

describe('of a damaged one is', () => {
  const used = (): string => make('a', [site(), account(), ...jobs(1, 450)]);

  it.each([
    ['first', 0],
    ['second', 1],
    ['last', -1],
  ])('what is before and behind a page that cannot be read: the %s', (_, which) => {
    const file = used();
    spoil(file, pagesOf(file, 'jobs', 'leaf').at(which));
    const { lostJobs, ids, rows } = into(file);
    expect(lostJobs).toBeGreaterThan(0);
    expect(lostJobs).toBeLessThan(20);
    expect([ids().length, rows.jobs]).toEqual([450 - lostJobs, 450 - lostJobs]);
    expect(names(1, 450)).toEqual(expect.arrayContaining([...ids()]));
  });

  it('what is between several such pages', () => {
    const file = used();
    const leaves = pagesOf(file, 'jobs', 'leaf');
    for (const which of [3, 9, 20]) spoil(file, leaves[which]);
    const { lostJobs, ids } = into(file);
    expect(lostJobs).toBeLessThan(50);
    expect(ids()).toHaveLength(450 - lostJobs);
  });

  it.each([
    ['a later one', 5, 2],
    ['the last one', -1, 2],
    ['an earlier one', 2, 5],
    ['the first one', 0, 5],
    ['a later one over the first one', 5, 0],
    ['an earlier one over the last one', 5, -1],
  ])('all but what stood on a page that another one was written over: %s', (_, which, over) => {
    const file = used();
    const leaves = pagesOf(file, 'jobs', 'leaf');
    misplace(file, leaves.at(which), leaves.at(over));
    const { lostJobs, ids } = into(file);
    expect(lostJobs).toBeGreaterThan(0);
    expect(lostJobs).toBeLessThan(10);
    expect(ids()).toHaveLength(450 - lostJobs);
  });

  it('what is behind such a page and a gap, as clips leave it that were removed', () => {
    const even = Array.from({ length: 300 }, (_, n) => job(2 * n + 2));
    const file = make('a', [site(), account(), ...even]);
    spoil(file, pagesOf(file, 'jobs', 'leaf').at(1));
    const { lostJobs, ids } = into(file);
    expect(lostJobs).toBeGreaterThan(0);
    expect(lostJobs).toBeLessThan(20);
    expect([ids().length, ids().at(-1)]).toEqual([300 - lostJobs, 'job-600']);
  });

  it('all but the table whose description is gone', () => {
    const file = make('a', [site(), account(), job(1), ['flags', { name: 'paused', value: 1 }]]);
    // Also where it stood before: pages are not wiped.
    const text = readFileSync(file, 'latin1').replaceAll('CREATE TABLE flags', 'XREATE TABLE flags');
    writeFileSync(file, text, 'latin1');
    const { ids, rows } = into(file);
    expect([ids(), ids('accounts'), rows.flags]).toEqual([['job-1'], ['account-1'], 0]);
  });

  it('nothing of a table whose root is gone, and all of the others', () => {
    const file = used();
    spoil(file, pagesOf(file, 'jobs', 'internal')[0]);
    const { lostJobs, ids } = into(file);
    expect([lostJobs, ids(), ids('accounts')]).toEqual([450, [], ['account-1']]);
  });

  it('no row that refers to nothing, or fits no column', () => {
    const file = make('a', [site(), account(), ...jobs(1, 3)]);
    const sql = new DatabaseSync(file);
    sql.exec("PRAGMA foreign_keys=OFF; UPDATE jobs SET account_id = 'gone' WHERE id = 'job-2'");
    sql.close();
    expect(into(file).ids()).toEqual(['job-1', 'job-3']);
  });
});

describe('of an older copy is', () => {
  it.each([
    ['in its midst', 1],
    ['at its end', -1],
  ])('what the newest one lacks %s, and nothing else', (_, which) => {
    const newest = make('a', [site(), account(), ...jobs(1, 450)]);
    copyFileSync(newest, at('older'));
    const older = openSqlite(at('older'));
    older.exec("UPDATE jobs SET name = 'older'");
    older.close();
    spoil(newest, pagesOf(newest, 'jobs', 'leaf').at(which));
    const { database, ids, lostJobs } = into(newest, at('older'));
    expect([ids().length, lostJobs]).toEqual([450, 0]);
    const { n } = database.prepare("SELECT COUNT(*) AS n FROM jobs WHERE name = 'older'").get() ?? {};
    expect(Number(n)).toBeGreaterThan(0);
    expect(Number(n)).toBeLessThan(20);
  });

  it.each([
    ['a later one', 5, 2],
    ['an earlier one', 2, 5],
    ['the first one', 5, 0],
    ['the last one', 5, -1],
  ])('what stood on a page that another one was written over: %s', (_, which, over) => {
    const newest = make('a', [site(), account(), ...jobs(1, 450)]);
    copyFileSync(newest, at('older'));
    const leaves = pagesOf(newest, 'jobs', 'leaf');
    misplace(newest, leaves.at(which), leaves.at(over));
    const { ids, lostJobs } = into(newest, at('older'));
    expect([ids().toSorted(), lostJobs]).toEqual([names(1, 450).toSorted(), 0]);
  });

  it('nothing of a table that the newest one has as a whole', () => {
    const newest = make('a', [site(), account(), ...jobs(1, 2)]);
    const older = make('b', [site(), account(), ...jobs(1, 9)]);
    expect(into(newest, older).ids()).toEqual(['job-1', 'job-2']);
  });

  it('nothing of a table without numbers that the newest one has as a whole', () => {
    const stray = (account_id: string) => ['strays', { account_id }] as const;
    const { database } = into(make('a', [stray('newest')]), make('b', [stray('newest'), stray('older')]));
    expect(database.prepare('SELECT account_id FROM strays').all()).toEqual([{ account_id: 'newest' }]);
  });

  it('a table that is something else in the newest one', () => {
    const newest = make('a', [site(), account(), ...jobs(1, 2)]);
    const sql = new DatabaseSync(newest);
    sql.exec('DROP TABLE flags; CREATE TABLE flags (other TEXT); INSERT INTO flags VALUES (1)');
    sql.close();
    const older = make('b', [['flags', { name: 'paused', value: 1 }]]);
    const { database, ids, rows } = into(newest, older);
    expect(database.prepare('SELECT * FROM flags').all()).toEqual([{ name: 'paused', value: 1 }]);
    expect([ids(), rows.flags]).toEqual([['job-1', 'job-2'], 1]);
  });

  it('no change of many that is over by now', () => {
    const change = (id: number) => ['bulk_changes', { id }] as const;
    const newest = make('a', [site(), account(), ...Array.from({ length: 300 }, (_, n) => change(n + 10))]);
    const older = make('b', [change(1)]);
    spoil(newest, pagesOf(newest, 'bulk_changes', 'leaf').at(-1));
    expect(into(newest, older).ids('bulk_changes')).not.toContain(1);
  });

  it('all of it where the newest one is no database, or not there', () => {
    writeFileSync(at('none'), 'No database at all. '.repeat(300));
    const older = make('b', [site(), account(), ...jobs(1, 9)]);
    expect(into(at('none'), join(folder, 'gone', 'a'), older).ids()).toEqual(names(1, 9));
  });
});

it('of an older form has the columns that it had', () => {
  const sql = openSqlite(at('a'));
  migrate(sql, 1);
  addRow(sql, 'sites', { id: 'site-1' });
  sql.close();
  const { ids, database } = into(at('a'));
  expect(ids('sites')).toEqual(['site-1']);
  expect(database.prepare('SELECT honours_keys FROM sites').get()).toEqual({ honours_keys: 0 });
});

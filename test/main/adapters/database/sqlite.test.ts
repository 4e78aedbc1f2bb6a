// SQLite as the app knows it: on disk when it returns, all of a change or nothing, and its trouble in the app's own words.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openSqlite, storeError } from '../../../../main/adapters/database/sqlite.ts';
import { type Sql, StoreError } from '../../../../main/ports.ts';

let folder: string;
let sql: Sql;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-sqlite-'));
  sql = openSqlite(join(folder, 'a.sqlite'));
  onTestFinished(() => {
    sql.close();
    rmSync(folder, { recursive: true, force: true });
  });
  sql.exec('CREATE TABLE clips (id INTEGER PRIMARY KEY, name TEXT UNIQUE)');
});
const add = (name: string) => sql.prepare('INSERT INTO clips (name) VALUES (?)').run(name);
const names = () =>
  sql
    .prepare('SELECT name FROM clips ORDER BY id')
    .all()
    .map(({ name }) => name);
/** What comes of it: the problem of the error. */
function problemOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof StoreError) return error.problem;
    throw error;
  }
  return 'none';
}

it('writes to a log, waits for the disk, keeps references, and waits for another one', () => {
  const told = ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout'].map(
    (name) => Object.values(sql.prepare(`PRAGMA ${name}`).get() ?? {})[0],
  );
  expect(told).toEqual(['wal', 2, 1, 5_000]);
});

it('says how many rows were changed, and gives one row, all, or none', () => {
  expect([add('a').changes, add('b').changes]).toEqual([1, 1]);
  expect(sql.prepare('UPDATE clips SET name = name || ?').run('!').changes).toBe(2);
  expect(sql.prepare('SELECT name FROM clips WHERE id = ?').get(2)).toEqual({ name: 'b!' });
  expect(sql.prepare('SELECT name FROM clips WHERE id = ?').get(3)).toBeUndefined();
  expect(names()).toEqual(['a!', 'b!']);
});

describe('a change', () => {
  it('is there as a whole, and gives what came of it', () => {
    expect(sql.transaction(() => [add('a').changes, add('b').changes])).toEqual([1, 1]);
    expect(names()).toEqual(['a', 'b']);
    // Whoever opens the file now sees it.
    const other = openSqlite(join(folder, 'a.sqlite'));
    expect(other.prepare('SELECT COUNT(*) AS n FROM clips').get()).toEqual({ n: 2 });
    other.close();
    expect(() => other.exec('SELECT 1')).toThrow('not open');
  });

  it('that fails leaves nothing behind, and the next one goes', () => {
    const fails = () =>
      sql.transaction(() => {
        add('a');
        throw new Error('a fault');
      });
    expect(fails).toThrow('a fault');
    expect(names()).toEqual([]);
    sql.transaction(() => add('b'));
    expect(fails).toThrow('a fault');
    expect(names()).toEqual(['b']);
  });

  it('within a change is part of it', () => {
    const both = () =>
      sql.transaction(() => {
        sql.transaction(() => add('a'));
        throw new Error('a fault');
      });
    expect(both).toThrow('a fault');
    expect(names()).toEqual([]);
    sql.transaction(() => {
      sql.transaction(() => add('b'));
      add('c');
    });
    expect(names()).toEqual(['b', 'c']);
  });

  it('for which there is no room leaves nothing behind, and the next one goes', () => {
    sql.exec('PRAGMA max_page_count = 8');
    const large = () => sql.transaction(() => add('x'.repeat(100_000)));
    expect([problemOf(large), problemOf(large)]).toEqual(['full', 'full']);
    sql.transaction(() => add('a'));
    expect(names()).toEqual(['a']);
  });
});

describe('trouble', () => {
  it('with what was asked is a failure, whichever way it was asked', () => {
    add('a');
    expect(problemOf(() => add('a'))).toBe('failed');
    expect(problemOf(() => sql.exec('SELECT'))).toBe('failed');
    expect(problemOf(() => sql.prepare('SELECT'))).toBe('failed');
    const wrong = sql.prepare("SELECT json('{') AS a");
    expect([problemOf(() => wrong.get()), problemOf(() => wrong.all())]).toEqual(['failed', 'failed']);
  });

  it('with the file is told when it is opened', () => {
    expect(problemOf(() => openSqlite(folder))).toBe('failed');
    const file = join(folder, 'b.sqlite');
    writeFileSync(file, 'No database at all. '.repeat(100));
    expect(problemOf(() => openSqlite(file))).toBe('damaged');
  });

  it.each([
    [13, 'full'],
    [11, 'damaged'],
    [26, 'damaged'],
    [4_874, 'full'],
    [778, 'full'],
    [522, 'damaged'],
    [8_458, 'damaged'],
    [267, 'damaged'],
    [10, 'failed'],
    [1, 'failed'],
  ])('of SQLite’s code %i is %s', (errcode, problem) => {
    const told = storeError(Object.assign(new Error('so it is'), { errcode }));
    expect(told).toBeInstanceOf(StoreError);
    expect(told).toMatchObject({ problem, message: 'so it is' });
  });

  it('of another kind stays what it is', () => {
    const bug = new TypeError('a bug');
    expect([storeError(bug), storeError('text')]).toEqual([bug, 'text']);
  });
});

it('a number that is larger than numbers are is the nearest one, and takes no other row with it', () => {
  sql.exec("INSERT INTO clips VALUES (1, 'a'), (9007199254740995, 'b'), (9223372036854775807, NULL)");
  const all = sql.prepare('SELECT * FROM clips ORDER BY id');
  const nearest = [9_007_199_254_740_996, 2 ** 63];
  expect(all.all()).toEqual([
    { id: 1, name: 'a' },
    { id: nearest[0], name: 'b' },
    { id: nearest[1], name: null },
  ]);
  const one = sql.prepare('SELECT id FROM clips WHERE id >= ?');
  expect([one.get(2), one.get(1)]).toEqual([{ id: nearest[0] }, { id: 1 }]);
});

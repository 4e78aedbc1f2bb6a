// The pages that say how a database is read: kept beside it, and put onto a copy whose own are gone.
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  firstBytes,
  graftHead,
  keepHead,
  looksWhole,
  readHead,
  versionOf,
} from '../../../../main/adapters/database/store-head.ts';

let folder: string;
let file: string;
let kept: string;

/** A database of version 7 with so many tables, and a row in each. */
function make(tables: number, pageBytes = 4_096): void {
  rmSync(file, { force: true });
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA page_size=${pageBytes}; PRAGMA user_version=7; BEGIN`);
  for (let n = 0; n < tables; n++) {
    database.exec(`CREATE TABLE clips_${n} (${'a'.repeat(200)}${n} TEXT); INSERT INTO clips_${n} VALUES ('film ${n}')`);
  }
  database.exec('COMMIT');
  database.close();
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-head-'));
  [file, kept] = [join(folder, 'a.sqlite'), join(folder, 'a.head')];
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});
const read = (path: string, table: string): unknown => {
  const database = new DatabaseSync(path);
  try {
    return Object.values(database.prepare(`SELECT * FROM ${table}`).get() ?? {})[0];
  } finally {
    database.close();
  }
};

describe.each([
  ['few tables', 2, 4_096],
  ['many tables', 100, 4_096],
  ['so many tables that their list has two levels', 400, 1_024],
  ['the smallest pages', 3, 512],
  ['the largest pages', 60, 65_536],
])('of %s', (_, tables, pageBytes) => {
  beforeEach(() => {
    make(tables, pageBytes);
    keepHead(file, kept)();
  });

  it.runIf(process.platform === 'linux')('are kept, read and put back without a file that stays open', () => {
    firstBytes(file, 100);
    const head = readHead(kept);
    if (head !== null) graftHead(file, head);
    const open = readdirSync('/proc/self/fd').flatMap((name) => {
      try {
        return [readlinkSync(`/proc/self/fd/${name}`)].filter((path) => path.startsWith(folder));
      } catch {
        return [];
      }
    });
    expect([head === null, open]).toEqual([false, []]);
  });

  it('are read back as they are in the file', () => {
    const head = readHead(kept);
    expect(head).toMatchObject({ version: 7, pageBytes });
    const database = new DatabaseSync(file);
    const pages = database.prepare("SELECT pageno AS n FROM dbstat WHERE name = 'sqlite_schema' ORDER BY n").all();
    database.close();
    expect(Object.keys(head?.pages ?? {}).map(Number)).toEqual(pages.map(({ n }) => n));
    const bytes = readFileSync(file);
    for (const [number, page] of Object.entries(head?.pages ?? {}))
      expect(page.equals(bytes.subarray((Number(number) - 1) * pageBytes, Number(number) * pageBytes))).toBe(true);
  });

  it('make a file readable again that lost its beginning', () => {
    const copy = join(folder, 'copy.sqlite');
    copyFileSync(file, copy);
    const bytes = readFileSync(copy);
    const head = readHead(kept);
    for (const number of Object.keys(head?.pages ?? {}))
      bytes.fill(0, (Number(number) - 1) * pageBytes, Number(number) * pageBytes);
    writeFileSync(copy, bytes);
    if (!head) throw new Error('no head');
    graftHead(copy, head);
    for (const n of [0, tables - 1]) expect(read(copy, `clips_${n}`)).toBe(`film ${n}`);
  });

  it('make a file readable that lost its end', () => {
    const copy = join(folder, 'copy.sqlite');
    const head = readHead(kept);
    if (!head) throw new Error('no head');
    writeFileSync(copy, readFileSync(file).subarray(0, statSync(file).size - 10));
    graftHead(copy, head);
    expect(statSync(copy).size).toBe(statSync(file).size);
    expect(read(copy, 'clips_0')).toBe('film 0');
  });
});

it('of a file that has grown since are put onto all of it', () => {
  make(2);
  keepHead(file, kept);
  const head = readHead(kept);
  const database = new DatabaseSync(file);
  const rows = Array.from({ length: 50 }, () => `('${'x'.repeat(3_000)}')`);
  database.exec(`INSERT INTO clips_0 VALUES ${rows.join(', ')}`);
  database.close();
  writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.from('a bit')]));
  if (!head) throw new Error('no head');
  graftHead(file, head);
  expect(statSync(file).size % 4_096).toBe(0);
  const again = new DatabaseSync(file);
  expect(again.prepare('SELECT COUNT(*) AS n FROM clips_0').get()).toEqual({ n: 51 });
  again.close();
});

it('of which one lies far behind the end are put on without it: the file does not grow by what is not there', () => {
  make(2);
  keepHead(file, kept);
  const [head, size] = [readHead(kept), statSync(file).size];
  if (!head?.pages[1]) throw new Error('no head');
  graftHead(file, { ...head, pages: { ...head.pages, 9000: head.pages[1] } });
  expect([statSync(file).size, read(file, 'clips_1')]).toEqual([size, 'film 1']);
});

describe('are not kept', () => {
  it.each([
    ['no database', 'No database at all. '.repeat(300)],
    ['a database without a size of its pages', `SQLite format 3\0${'\0'.repeat(5_000)}`],
    ['nothing', ''],
  ])('of %s, and what was kept before stays', (_, text) => {
    make(2);
    keepHead(file, kept);
    writeFileSync(file, text);
    keepHead(file, kept);
    expect(readHead(kept)?.version).toBe(7);
  });

  it.each<[string, number, (bytes: Buffer) => unknown]>([
    ['that does not begin with its mark', 2, (bytes) => bytes.write('X')],
    ['whose pages would be smaller than any', 2, (bytes) => bytes.writeUInt16BE(256, 16)],
    ['whose list of tables is a list of nothing', 2, (bytes) => bytes.writeUInt8(0x0a, 100)],
    ['whose list of tables became one of another kind', 100, (bytes) => bytes.writeUInt8(0x02, 100)],
    ['of whose list of tables a part is gone', 100, (bytes) => bytes.fill(0, 4_096)],
  ])('of a database %s, and what was kept before stays', (_, tables, damage) => {
    make(tables);
    keepHead(file, kept);
    const before = readFileSync(kept, 'utf8');
    const bytes = readFileSync(file);
    damage(bytes);
    writeFileSync(file, bytes);
    keepHead(file, kept);
    expect(readFileSync(kept, 'utf8') === before).toBe(true);
  });

  it('of a file that is not there, or in a folder that is not', () => {
    keepHead(file, kept);
    make(1);
    expect(() => keepHead(file, join(folder, 'gone', 'a.head'))).not.toThrow();
    expect(existsSync(kept)).toBe(false);
  });
});

describe('what was kept is none where', () => {
  it.each<[string, (head: Record<string, unknown>) => unknown]>([
    ['it is no head at all', () => 'x'],
    ['it has no version', ({ version: _, ...rest }) => rest],
    ['its pages have no size', (head) => ({ ...head, pageBytes: 511 })],
    ['its pages are too large', (head) => ({ ...head, pageBytes: 65_537 })],
    ['a page has another size', (head) => ({ ...head, pageBytes: 2_048 })],
    ['its first page is missing', (head) => ({ ...head, pages: {} })],
    ['a page has no number', (head) => ({ ...head, pages: { ...(head.pages as object), x: '' } })],
    ['a page has the number 0', (head) => ({ ...head, pages: { ...(head.pages as object), 0: '' } })],
    ['one page of several has another size', (head) => ({ ...head, pages: { ...(head.pages as object), 2: '' } })],
    ...['x2', '2x', '12345678901'].map((name): [string, (head: Record<string, unknown>) => unknown] => [
      `a whole page has the number ${name}`,
      (head) => {
        const pages = head.pages as Record<string, string>;
        return { ...head, pages: { ...pages, [name]: pages[1] } };
      },
    ]),
  ])('%s', (_, change) => {
    make(2);
    keepHead(file, kept);
    const head = JSON.parse(readFileSync(kept, 'utf8')) as Record<string, unknown>;
    writeFileSync(kept, JSON.stringify(change(head)));
    expect(readHead(kept)).toBeNull();
  });

  it('there is none', () => {
    expect(readHead(kept)).toBeNull();
  });
});

describe('a file', () => {
  it('begins with so many bytes as it has', () => {
    writeFileSync(file, 'abcdef');
    expect([firstBytes(file, 3).toString(), firstBytes(file, 9).toString(), firstBytes(kept, 9).length]).toEqual([
      ...['abc', 'abcdef', 0],
    ]);
  });

  it.each([4_096, 512, 65_536])('is a whole database by its mark and its length, with pages of %i', (pageBytes) => {
    make(3, pageBytes);
    const [first, size] = [firstBytes(file, 100), statSync(file).size];
    expect(versionOf(first)).toBe(7);
    expect([looksWhole(first, size), looksWhole(first, size - 1), looksWhole(first, 0)]).toEqual([true, false, false]);
    expect([looksWhole(first.subarray(0, 99), size), versionOf(first.subarray(0, 99))]).toEqual([false, 0]);
    const other = Buffer.from(first);
    other.write('X', 3);
    expect(looksWhole(other, size)).toBe(false);
  });
});

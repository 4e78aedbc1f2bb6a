// Copies of the list: made at quiet moments where something was written, the one before kept, and none of a damaged list.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  checkOnce,
  type KeeperOptions,
  type KeeperReport,
  keepCopies,
  keepOnce,
} from '../../../../main/adapters/database/keeper.ts';
import { openSqlite } from '../../../../main/adapters/database/sqlite.ts';
import type { Sql } from '../../../../main/ports.ts';

let folder: string;
let sql: Sql;
const at = (name: string): string => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-keeper-'));
  sql = openSqlite(at('clipferry.sqlite'));
  onTestFinished(() => {
    sql.close();
    rmSync(folder, { recursive: true, force: true });
  });
  sql.exec('CREATE TABLE a (b)');
});
const add = (text: string): void => sql.exec(`INSERT INTO a VALUES ('${text}')`);
function kept(name: string): readonly unknown[] {
  const copy = openSqlite(at(name));
  try {
    return copy
      .prepare('SELECT b FROM a')
      .all()
      .map(({ b }) => b);
  } finally {
    copy.close();
  }
}

describe('a check', () => {
  it('reads the list through and makes no copy', async () => {
    add('one');
    expect(await checkOnce(folder)).toBe('ok');
    sql.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    writeFileSync(at('clipferry.sqlite'), readFileSync(at('clipferry.sqlite')).fill(0xee, 4_096));
    expect(await checkOnce(folder)).toMatch(/^damaged /);
    expect(await checkOnce(join(folder, 'gone'))).toMatch(/^failed /);
    expect(readdirSync(folder).filter((name) => name.includes('snapshot'))).toEqual([]);
  });
});

describe('a copy', () => {
  it('is all that is on the list now, and the one before stays', async () => {
    add('one');
    expect(await keepOnce(folder)).toEqual({ kind: 'kept', name: 'clipferry.snapshot' });
    expect([kept('clipferry.snapshot'), existsSync(at('clipferry.snapshot.before'))]).toEqual([['one'], false]);
    add('two');
    await keepOnce(folder);
    expect([kept('clipferry.snapshot'), kept('clipferry.snapshot.before')]).toEqual([['one', 'two'], ['one']]);
    expect(existsSync(at('clipferry.snapshot.new'))).toBe(false);
  });

  it('is not made of a damaged list, and what was copied before stays', async () => {
    add('one');
    await keepOnce(folder);
    sql.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const bytes = readFileSync(at('clipferry.sqlite'));
    writeFileSync(at('clipferry.sqlite'), bytes.fill(0xee, 4_096));
    expect(await keepOnce(folder)).toMatchObject({ kind: 'damaged' });
    expect(kept('clipferry.snapshot')).toEqual(['one']);
  });

  it('fails where its place is taken by something else', async () => {
    mkdirSync(at('clipferry.snapshot.new'));
    expect(await keepOnce(folder)).toEqual({ kind: 'failed', said: expect.stringContaining('clipferry.snapshot.new') });
  });

  it('fails where there is no list', async () => {
    expect(await keepOnce(at('gone'))).toMatchObject({ kind: 'failed', said: expect.stringMatching(/\S/) });
  });
});

describe('from time to time', () => {
  let quiet: boolean;
  let reports: KeeperReport[];

  /** Begins to keep copies until the test is over; only its own timers are moved by hand. */
  function begin(more: Partial<KeeperOptions> = {}): () => void {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    [quiet, reports] = [true, []];
    const end = keepCopies({ folder, quiet: () => quiet, onReport: (report) => reports.push(report), ...more });
    onTestFinished(() => {
      end();
      vi.useRealTimers();
    });
    return end;
  }
  const pass = (ms: number): void => void vi.advanceTimersByTime(ms);
  /** A copy is made on another thread. */
  const reported = async (count: number): Promise<void> => {
    while (reports.length < count) await new Promise<void>((resolve) => setImmediate(resolve));
  };
  const minute = 60_000;

  it('one is made: a minute after the start, then every half hour in which something was written', async () => {
    begin();
    pass(minute - 1);
    expect(vi.getTimerCount()).toBe(1);
    pass(1);
    await reported(1);
    expect(reports).toEqual([{ kind: 'kept', name: 'clipferry.snapshot' }]);
    const later = Date.now() / 1_000 + 10;
    add('more');
    utimesSync(at('clipferry.sqlite-wal'), later, later);
    pass(30 * minute - 1);
    expect([reports.length, vi.getTimerCount()]).toEqual([1, 1]);
    pass(1);
    await reported(2);
    expect(kept('clipferry.snapshot')).toEqual(['more']);
  });

  it('none is made where nothing was written since', async () => {
    const begun = 2_000_000_000;
    vi.spyOn(Date, 'now').mockReturnValue(begun * 1_000);
    begin({ firstMs: 10, everyMs: 20 });
    pass(10);
    await reported(1);
    for (const beside of ['', '-wal']) utimesSync(at(`clipferry.sqlite${beside}`), begun, begun);
    pass(20);
    pass(20);
    expect([vi.getTimerCount(), reports.length]).toEqual([1, 1]);
    utimesSync(at('clipferry.sqlite-wal'), begun + 1, begun + 1);
    pass(20);
    await reported(2);
  });

  it('one that failed is made again, though nothing was written since', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'clipferry-keeper-'));
    onTestFinished(() => rmSync(empty, { recursive: true, force: true }));
    writeFileSync(join(empty, 'clipferry.sqlite'), 'No database at all. '.repeat(300));
    begin({ folder: empty, firstMs: 10, everyMs: 20 });
    pass(10);
    await reported(1);
    pass(20);
    await reported(2);
    expect(reports.map(({ kind }) => kind)).toEqual(['damaged', 'damaged']);
  });

  it('it waits for a quiet moment, a minute at a time, but not longer than an hour', async () => {
    begin({ firstMs: 10 });
    quiet = false;
    pass(10);
    pass(59 * minute);
    expect([reports, vi.getTimerCount()]).toEqual([[], 1]);
    pass(minute);
    await reported(1);
    begin({ firstMs: 10 });
    quiet = false;
    pass(10);
    quiet = true;
    pass(minute);
    await reported(1);
  });

  it('none is made once it has ended, and nobody is told of one that was under way', async () => {
    const end = begin({ firstMs: 10, everyMs: 20 });
    pass(10);
    end();
    while (!existsSync(at('clipferry.snapshot'))) await new Promise<void>((resolve) => setImmediate(resolve));
    for (let turns = 0; turns < 50; turns++) await new Promise<void>((resolve) => setImmediate(resolve));
    expect([reports, vi.getTimerCount()]).toEqual([[], 0]);
    const ended = begin({ firstMs: 10 });
    ended();
    expect(vi.getTimerCount()).toBe(0);
  });
});

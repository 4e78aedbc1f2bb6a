// The profile's database opens whatever has become of it: nothing is deleted, what can be read is there again, and a newer one is left alone.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openStore, type StoreOptions } from '../../../../main/adapters/database/open-store.ts';
import { type Sql, StoreError } from '../../../../main/ports.ts';
import { migrate, migrations } from '../../../../main/schema.ts';
import { addRow } from '../../rows.ts';

const now = Date.parse('2026-11-22T10:20:30.500Z');
const aside = 'damaged-2026-11-22T10-20-30';

let folder: string;
let logged: { message: string; facts: Readonly<Record<string, unknown>> }[];
const at = (...names: readonly string[]): string => join(folder, ...names);
const database = (): string => at('clipferry.sqlite');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-store-'));
  logged = [];
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const opened = new Set<Sql>();
/** Opens the profile until the test is over. */
function open(more: Partial<StoreOptions> = {}): Sql {
  const log: StoreOptions['log'] = (message, facts) => logged.push({ message, facts });
  const sql = openStore({ folder, now, migrate, newestVersion: migrations.length, log, ...more });
  opened.add(sql);
  onTestFinished(() => {
    if (opened.delete(sql)) sql.close();
  });
  return sql;
}
function close(sql: Sql): void {
  opened.delete(sql);
  sql.close();
}
function addJobs(sql: Sql, from: number, to: number): void {
  sql.transaction(() => {
    for (let n = from; n <= to; n++)
      addRow(sql, 'jobs', {
        ...{ id: `job-${n}`, account_id: 'account-1', position: n, path: `/clips/${n}.mp4` },
        ...{ kind: 'waiting', grp: 'waiting', draft: 'x'.repeat(500) },
      });
  });
}
/** A profile that was used, and closed in order. */
function use(jobs = 60): void {
  const sql = open();
  addRow(sql, 'sites', { id: 'site-1' });
  addRow(sql, 'accounts', { id: 'account-1', site_id: 'site-1', removed: 0 });
  addJobs(sql, 1, jobs);
  close(sql);
}
const countOf = (sql: Sql, table = 'jobs'): unknown => sql.prepare(`SELECT COUNT(*) AS n FROM ${table}`).get()?.n;
const rebuilds = (sql: Sql) =>
  sql
    .prepare('SELECT at, why, folder, report FROM rebuilds ORDER BY id')
    .all()
    .map(({ at, why, folder, report }) => ({ at, why, folder, report: JSON.parse(String(report)) as unknown }));
const flag = (): unknown => {
  const sql = new DatabaseSync(database());
  try {
    return sql.prepare("SELECT value FROM flags WHERE name = 'open'").get()?.value;
  } finally {
    sql.close();
  }
};
/** Puts bytes over some of the file. */
function overwrite(from: number, bytes: Buffer): void {
  const all = readFileSync(database());
  bytes.copy(all, from < 0 ? all.length + from : from);
  writeFileSync(database(), all);
}
/** The pages of the table of jobs, from the file itself. */
function jobPages(): readonly number[] {
  const sql = new DatabaseSync(database(), { readOnly: true });
  try {
    return sql
      .prepare("SELECT pageno FROM dbstat WHERE name = 'jobs' AND pagetype = 'leaf'")
      .all()
      .map(({ pageno }) => Number(pageno));
  } finally {
    sql.close();
  }
}
const damageJobs = (): void => {
  const pages = jobPages();
  overwrite(((pages[1] ?? 0) - 1) * 4_096, Buffer.alloc(4_096, 0xee));
};
/** The profile as a killed process leaves it: what is beside the database is there too. */
function kill(sql: Sql): void {
  const left = `${folder}-left`;
  cpSync(folder, left, { recursive: true, preserveTimestamps: true });
  close(sql);
  rmSync(folder, { recursive: true });
  cpSync(left, folder, { recursive: true, preserveTimestamps: true });
  rmSync(left, { recursive: true });
}

describe('a profile', () => {
  it('that is new has a database in today’s form, and what is kept beside it', () => {
    const sql = open();
    expect(sql.prepare('PRAGMA user_version').get()).toEqual({ user_version: migrations.length });
    expect([existsSync(at('clipferry.head')), existsSync(at('clipferry.reserve'))]).toEqual([true, true]);
    expect([rebuilds(sql), logged, flag()]).toEqual([[], [], 1]);
    close(sql);
    expect(flag()).toBe(0);
    expect(readdirSync(folder).toSorted()).toEqual(['clipferry.head', 'clipferry.reserve', 'clipferry.sqlite']);
  });

  it('that was closed in order is as it was', () => {
    use();
    const sql = open();
    expect([countOf(sql), rebuilds(sql), logged]).toEqual([60, [], []]);
  });

  it('that is open is held against other programs, which would take its log away', () => {
    const sql = open();
    // In a process of its own: within one, locks of this kind do not count. In this mode SQLite takes the file's own lock alone.
    const take =
      "new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec('PRAGMA locking_mode=EXCLUSIVE; SELECT * FROM flags')";
    const other = () => spawnSync(process.execPath, ['-e', take, database()], { encoding: 'utf8' });
    expect(other().stderr).toContain('database is locked');
    close(sql);
    expect(other().status).toBe(0);
  });

  it('whose process was killed is as it was, with what was written last', () => {
    use();
    const sql = open();
    addJobs(sql, 61, 70);
    kill(sql);
    const again = open();
    expect([countOf(again), rebuilds(again)]).toEqual([70, []]);
  });

  it('of an older Clipferry is brought to today’s form', () => {
    const sql = open({ migrate: (one, to = 10) => migrate(one, to) });
    close(sql);
    expect(open().prepare('PRAGMA user_version').get()).toEqual({ user_version: migrations.length });
  });

  it('of a newer Clipferry is refused, and nothing of it is changed', () => {
    use();
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(migrations.length + 1_000);
    overwrite(60, bytes);
    const before = readFileSync(database());
    rmSync(at('clipferry.head'));
    expect(() => open()).toThrow(expect.objectContaining({ problem: 'newer' }));
    expect(readFileSync(database()).equals(before)).toBe(true);
    expect(readdirSync(folder).toSorted()).toEqual(['clipferry.reserve', 'clipferry.sqlite']);
  });

  it.each<[string, number, number]>([
    ['its version is more than one bit away from the one that is kept', migrations.length, 0x5000],
    ['the one that is kept is newer as well', migrations.length + 1, 0x1000],
  ])('of a newer Clipferry is no damaged one where %s', (_, kept, bits) => {
    use();
    const head: unknown = JSON.parse(readFileSync(at('clipferry.head'), 'utf8'));
    writeFileSync(at('clipferry.head'), JSON.stringify({ ...(head as object), version: kept }));
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(kept ^ bits);
    overwrite(60, bytes);
    const before = readFileSync(database());
    expect(() => open()).toThrow(expect.objectContaining({ problem: 'newer' }));
    expect(readFileSync(database()).equals(before)).toBe(true);
    expect(logged).toEqual([]);
  });

  it.each<[string, Error]>([
    ['the disk is full', new StoreError('full', 'no')],
    ['it is newer', new StoreError('newer', 'no')],
    ['the app has a fault', new TypeError('no')],
  ])('that cannot be brought to today’s form as %s stays as it was', (_, error) => {
    use();
    const before = readFileSync(database());
    const left = readdirSync(folder);
    let tries = 0;
    const fails = (): void => {
      tries++;
      throw error;
    };
    expect(() => open({ migrate: fails })).toThrow(error);
    expect(readFileSync(database()).equals(before)).toBe(true);
    expect([readdirSync(folder), logged, tries]).toEqual([left, [], 1]);
  });

  it('that was closed in order is not looked through from end to end', () => {
    use();
    damageJobs();
    // Left by whoever looked for the page.
    for (const beside of ['-wal', '-shm']) rmSync(database() + beside, { force: true });
    expect([rebuilds(open()), logged]).toEqual([[], []]);
  });
});

describe('a damaged database is set aside, and what can be read of it is there again:', () => {
  const expectRebuilt = (jobs = 60): Sql => {
    const sql = open();
    expect(countOf(sql)).toBe(jobs);
    expect(rebuilds(sql)).toMatchObject([
      { at: now, why: 'damaged', folder: aside, report: { lostJobs: 60 - jobs, rows: { jobs, sites: 1 } } },
    ]);
    expect(existsSync(at(aside, 'clipferry.sqlite'))).toBe(true);
    expect(logged).toMatchObject([{ facts: { why: 'damaged', lostJobs: 60 - jobs } }]);
    for (const name of ['clipferry.salvage', 'clipferry.rebuilding', 'clipferry.rebuilt'])
      expect(existsSync(at(name)), name).toBe(false);
    return sql;
  };

  it.each([0, 0xff])('its beginning is gone: %d in its place', (byte) => {
    use();
    const whole = readFileSync(database());
    overwrite(0, Buffer.alloc(100, byte));
    const damaged = readFileSync(database());
    close(expectRebuilt());
    expect(damaged.equals(whole)).toBe(false);
    expect(readFileSync(at(aside, 'clipferry.sqlite')).equals(damaged)).toBe(true);
    const sql = open();
    expect([countOf(sql), rebuilds(sql).length, logged.length]).toEqual([60, 1, 1]);
  });

  it('its list of tables is gone', () => {
    use();
    overwrite(100, Buffer.alloc(3_000));
    expectRebuilt();
  });

  it('its beginning is gone, and what is kept of it is of an older Clipferry', () => {
    close(open({ migrate: (one, to = 10) => migrate(one, to) }));
    const older = readFileSync(at('clipferry.head'));
    const sql = open();
    addRow(sql, 'damaged', {});
    close(sql);
    writeFileSync(at('clipferry.head'), older);
    writeFileSync(at('clipferry.damaged'), '');
    const again = open();
    expect([rebuilds(again).length, countOf(again, 'damaged')]).toEqual([1, 1]);
  });

  it('its beginning is gone, and so is what was kept of it', () => {
    use();
    copyFileSync(database(), at('clipferry.snapshot'));
    overwrite(0, Buffer.alloc(100));
    rmSync(at('clipferry.head'));
    expectRebuilt();
  });

  it('it was copied alone while it was in use, which is not told as well', () => {
    use();
    kill(open());
    for (const beside of ['-wal', '-shm']) rmSync(database() + beside, { force: true });
    overwrite(0, Buffer.alloc(100));
    close(expectRebuilt());
    expect(rebuilds(open())).toHaveLength(1);
  });

  it('one bit of its version was turned', () => {
    use();
    overwrite(60, Buffer.from([readFileSync(database()).readUInt8(60) ^ 0x10]));
    expectRebuilt();
  });

  it('its end is missing', () => {
    use();
    const last = Math.max(...jobPages()) * 4_096;
    truncateSync(database(), Math.max(last, statSync(database()).size - 4_096) - 10);
    const sql = open();
    expect(rebuilds(sql)).toMatchObject([{ why: 'damaged', folder: aside }]);
    expect(Number(countOf(sql))).toBeGreaterThan(50);
  });

  it('it was met while the app ran', () => {
    use();
    writeFileSync(at('clipferry.damaged'), '');
    close(expectRebuilt());
    expect(existsSync(at('clipferry.damaged'))).toBe(false);
  });

  it('it is met by a thorough look after a kill; what is lost is counted', () => {
    use();
    const sql = open();
    addRow(sql, 'flags', { name: 'x', value: 1 });
    kill(sql);
    damageJobs();
    const again = open();
    const [rebuilt] = rebuilds(again);
    expect(rebuilt).toMatchObject({ why: 'damaged', folder: aside });
    const kept = Number(countOf(again));
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(60);
    expect(rebuilt?.report).toMatchObject({ lostJobs: 60 - kept, snapshotAt: null });
  });

  it('what was done to every other database cannot be done to it', () => {
    use();
    let fails = true;
    const once: StoreOptions['migrate'] = (sql, to) => {
      if (fails) {
        fails = false;
        throw new StoreError('failed', 'no such table');
      }
      migrate(sql, to);
    };
    const sql = open({ migrate: once });
    expect(rebuilds(sql)).toMatchObject([{ why: 'damaged', folder: aside }]);
    expect(countOf(sql)).toBe(60);
    // The same of one that was copied alone while it was in use: that it is older as well is told by the rebuilding.
    kill(sql);
    for (const beside of ['-wal', '-shm']) rmSync(database() + beside, { force: true });
    fails = true;
    expect(rebuilds(open({ migrate: once, now: now + 1_000 }))).toMatchObject([{ why: 'damaged' }, { why: 'damaged' }]);
  });

  it('several times at the same moment, each in a place of its own', () => {
    use();
    for (const name of [aside, `${aside}-2`, `${aside}-3`]) {
      overwrite(0, Buffer.alloc(100));
      const sql = open();
      expect(rebuilds(sql).at(-1)).toMatchObject({ folder: name });
      close(sql);
    }
    expect(existsSync(at(`${aside}-2`, 'clipferry.sqlite'))).toBe(true);
  });
});

describe('copies of the list', () => {
  const snapshot = (name = 'clipferry.snapshot'): void => {
    copyFileSync(database(), at(name));
    utimesSync(at(name), 1_000, 1_000);
  };

  it('fill what cannot be read', () => {
    use();
    snapshot();
    const sql = open();
    kill(sql);
    damageJobs();
    const again = open();
    expect(countOf(again)).toBe(60);
    expect(rebuilds(again)).toMatchObject([{ report: { lostJobs: 0, snapshotAt: 1_000_000 } }]);
  });

  it.each(['clipferry.snapshot', 'clipferry.snapshot.before'])('take the place of one that is gone: %s', (name) => {
    use();
    snapshot(name);
    rmSync(database());
    const sql = open();
    expect([countOf(sql), rebuilds(sql)]).toMatchObject([60, [{ why: 'missing', folder: null }]]);
  });

  it('of an older form are brought to that of the list', () => {
    const old = open({ migrate: (one, to = 20) => migrate(one, to) });
    addRow(old, 'sites', { id: 'site-1' });
    close(old);
    snapshot();
    close(open());
    rmSync(database());
    expect(countOf(open(), 'sites')).toBe(1);
  });

  it('that cannot be used are left out', () => {
    use();
    snapshot('clipferry.snapshot.before');
    writeFileSync(at('clipferry.snapshot'), 'No database at all. '.repeat(300));
    rmSync(database());
    expect(countOf(open())).toBe(60);
    expect(logged).toMatchObject([{ facts: { name: 'clipferry.snapshot' } }, { facts: { why: 'missing' } }]);
  });

  it('are not needed to notice that the list is gone', () => {
    use();
    rmSync(database());
    const sql = open();
    expect([countOf(sql), rebuilds(sql)]).toMatchObject([0, [{ why: 'missing', folder: null }]]);
  });
});

describe('a list is known to be older than it was where', () => {
  it('its log was lost after a kill; what lies there is kept', () => {
    use();
    const sql = open();
    addJobs(sql, 61, 70);
    kill(sql);
    rmSync(`${database()}-wal`);
    const again = open();
    expect(rebuilds(again)).toEqual([{ at: now, why: 'behind', folder: aside, report: {} }]);
    expect(readdirSync(at(aside))).toEqual(['clipferry.sqlite', 'clipferry.sqlite-shm']);
    expect(countOf(again)).toBe(60);
    expect(logged).toEqual([]);
  });

  it('it was copied alone while it was in use', () => {
    use();
    const sql = open();
    addJobs(sql, 61, 70);
    kill(sql);
    for (const beside of ['-wal', '-shm']) rmSync(database() + beside);
    const again = open();
    expect(rebuilds(again)).toEqual([{ at: now, why: 'behind', folder: null, report: {} }]);
  });
});

describe('a rebuilding that a crash broke off', () => {
  /** The new database, one file without a log. */
  const complete = (): void => {
    copyFileSync(database(), at('clipferry.rebuilt'));
    const sql = new DatabaseSync(at('clipferry.rebuilt'));
    sql.exec('PRAGMA journal_mode=DELETE');
    sql.close();
  };

  it('before it was complete is begun anew', () => {
    use();
    writeFileSync(at('clipferry.rebuilding'), 'half of it');
    writeFileSync(at('clipferry.rebuilding-wal'), 'half of it');
    mkdirSync(at('clipferry.salvage'));
    const sql = open();
    expect([countOf(sql), rebuilds(sql)]).toEqual([60, []]);
    expect(readdirSync(folder).filter((name) => /rebuil|salvage/.test(name))).toEqual([]);
  });

  it.each([
    ['before the old one was set aside', true],
    ['after that', false],
  ])('when it was complete is finished, %s', (_, isThere) => {
    use();
    overwrite(0, Buffer.alloc(100));
    const damaged = readFileSync(database());
    close(open());
    // As it was just before: the new one beside the old one.
    complete();
    writeFileSync(at('clipferry.damaged'), '');
    rmSync(database());
    rmSync(at(aside, 'clipferry.sqlite'));
    if (isThere) writeFileSync(database(), damaged);
    const sql = open();
    expect([countOf(sql), rebuilds(sql).length]).toEqual([60, 1]);
    expect(existsSync(at(aside, 'clipferry.sqlite'))).toBe(isThere);
    expect(readdirSync(folder).filter((name) => /rebuilt|clipferry.damaged|-2$/.test(name))).toEqual([]);
  });

  it('when its place for the old one is gone makes another', () => {
    use();
    overwrite(0, Buffer.alloc(100));
    close(open());
    complete();
    rmSync(at(aside), { recursive: true });
    close(open({ now: now + 60_000 }));
    expect(existsSync(at('damaged-2026-11-22T10-21-30', 'clipferry.sqlite'))).toBe(true);
  });
});

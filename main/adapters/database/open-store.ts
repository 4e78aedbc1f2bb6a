// Opens the profile's database whatever has become of it: what is damaged is set aside, never deleted, and what can be read of it
// and of its copies becomes a sound one (F-41, F-42).
//
// Invariants:
// - the database is replaced only by one that is complete and on disk; a crash in between is finished by the next start;
// - a file of a newer Clipferry is never touched (F-51).
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Sql, StoreError } from '../../ports.ts';
import { databaseName, distrustName, headName, rebuildingName, rebuiltName, snapshotNames, workName } from './names.ts';
import { storeReserve } from './reserve.ts';
import { salvage } from './salvage.ts';
import { openSqlite } from './sqlite.ts';
import { firstBytes, graftHead, keepHead, looksWhole, readHead, versionOf } from './store-head.ts';
import { lookBeside } from './wal.ts';

export interface StoreOptions {
  /** The profile's folder; it has to be locked (profile-lock.ts). */
  readonly folder: string;
  /** Wall clock in ms. */
  readonly now: number;
  /** Brings a database to the form of a version, the newest when none is named (main/schema.ts). */
  readonly migrate: (sql: Sql, version?: number) => void;
  readonly newestVersion: number;
  readonly log: (message: string, facts: Readonly<Record<string, unknown>>) => void;
}

const besides = ['', '-wal', '-shm', '-journal'] as const;

/** A folder beside the database for what is set aside; gives its name. */
function makeAside(folder: string, now: number): string {
  const day = `damaged-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}`;
  let name = day;
  for (let count = 2; existsSync(path.join(folder, name)); count++) name = `${day}-${count}`;
  mkdirSync(path.join(folder, name));
  return name;
}

/** All files of the database, moved or copied into `aside`. */
function setAside(folder: string, aside: string, how: (from: string, to: string) => void): void {
  for (const beside of besides) {
    const file = path.join(folder, databaseName + beside);
    if (existsSync(file)) how(file, path.join(folder, aside, databaseName + beside));
  }
}

/** The folder that a finished rebuilding has named for what it replaces. */
function asideOf(rebuilt: string): string | null {
  const database = new DatabaseSync(rebuilt, { readOnly: true });
  try {
    const row = database.prepare('SELECT folder FROM rebuilds ORDER BY id DESC LIMIT 1').get();
    return row?.folder == null ? null : String(row.folder);
  } finally {
    database.close();
  }
}

function sync(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Brings a rebuilding to its end that a crash broke off after the new database was complete; removes what was not. */
function finishRebuilding(folder: string, now: number): void {
  const inFolder = (name: string): string => path.join(folder, name);
  for (const beside of besides) rmSync(inFolder(rebuildingName + beside), { force: true });
  rmSync(inFolder(workName), { recursive: true, force: true });
  if (!existsSync(inFolder(rebuiltName))) return;
  if (besides.some((beside) => existsSync(inFolder(databaseName + beside)))) {
    const named = asideOf(inFolder(rebuiltName));
    setAside(folder, named !== null && existsSync(inFolder(named)) ? named : makeAside(folder, now), renameSync);
  }
  renameSync(inFolder(rebuiltName), inFolder(databaseName));
  rmSync(inFolder(distrustName), { force: true });
}

/** True when one bit makes the difference: damage, not another Clipferry. */
function isTurned(version: number, kept: number): boolean {
  const bits = version ^ kept;
  return bits !== 0 && (bits & (bits - 1)) === 0;
}

type Why = 'damaged' | 'missing';

/** Salvages everything into a new database and puts it in the place of the old one. */
function rebuild(options: StoreOptions, why: Why, reason: string): void {
  const { folder, now, migrate, newestVersion } = options;
  const inFolder = (name: string): string => path.join(folder, name);
  const work = inFolder(workName);
  const fresh = inFolder(rebuildingName);
  finishRebuilding(folder, now);
  mkdirSync(work);
  const head = readHead(inFolder(headName));
  const snapshots = snapshotNames.filter((name) => existsSync(inFolder(name)));
  const snapshotAt = snapshots[0] === undefined ? null : Math.floor(statSync(inFolder(snapshots[0])).mtimeMs);

  const stored = versionOf(firstBytes(inFolder(databaseName), 100));
  const readable = stored >= 1 && stored <= newestVersion ? stored : null;
  // A head from before the last migration says nothing about the file.
  const fitting = head !== null && (readable ?? 0) <= head.version ? head : null;
  const version = fitting?.version ?? readable ?? newestVersion;
  const anything = besides.some((beside) => existsSync(inFolder(databaseName + beside)));
  const aside = anything ? makeAside(folder, now) : null;
  const sources: string[] = [];
  if (existsSync(inFolder(databaseName))) {
    const copy = path.join(work, databaseName);
    for (const beside of ['', '-wal'] as const) {
      if (existsSync(inFolder(databaseName + beside))) copyFileSync(inFolder(databaseName + beside), copy + beside);
    }
    if (fitting !== null) graftHead(copy, fitting);
    sources.push(copy);
  }
  for (const name of snapshots) {
    const copy = path.join(work, name);
    copyFileSync(inFolder(name), copy);
    try {
      const sql = openSqlite(copy);
      migrate(sql, version);
      sql.close();
      sources.push(copy);
    } catch (error) {
      options.log('a copy of the list cannot be used', { name, error: String(error) });
    }
  }

  // In the form of what is salvaged first: later migrations may change what is in the rows.
  const sql = openSqlite(fresh);
  migrate(sql, version);
  sql.close();
  const into = new DatabaseSync(fresh);
  into.exec('PRAGMA foreign_keys=ON');
  const found = salvage(sources, into);
  into.close();
  const whole = openSqlite(fresh);
  migrate(whole);
  const report = { rows: found.rows, lostJobs: found.lostJobs, snapshotAt: sources.length > 1 ? snapshotAt : null };
  whole
    .prepare('INSERT INTO rebuilds (at, why, folder, report, marked, told) VALUES (?, ?, ?, ?, 0, 0)')
    .run(Math.floor(now), why, aside, JSON.stringify(report));
  // Without a log of its own it can be moved as one file.
  whole.exec('PRAGMA journal_mode=DELETE');
  whole.close();
  sync(fresh);
  renameSync(fresh, inFolder(rebuiltName));
  options.log('the list was rebuilt', { why, reason, ...report });
  finishRebuilding(folder, now);
}

/** Opens the database and makes sure that it can be worked with. Throws StoreError. */
function openChecked(options: StoreOptions, thorough: boolean): Sql {
  const { folder, migrate } = options;
  const sql = openSqlite(path.join(folder, databaseName));
  try {
    if (thorough) {
      const said = sql.prepare('PRAGMA quick_check(1)').get();
      if (said?.quick_check !== 'ok') throw new StoreError('damaged', String(said?.quick_check));
    }
    sql.transaction(() => undefined);
    try {
      migrate(sql);
    } catch (error) {
      // It can be written to, and what was done to every database before cannot be done to it.
      const failed = error instanceof StoreError && error.problem === 'failed';
      throw failed ? new StoreError('damaged', error.message) : error;
    }
    return sql;
  } catch (error) {
    sql.close();
    throw error;
  }
}

/** True when what can be seen of the file before it is opened is no sound database. Throws StoreError 'newer'. */
function isBroken(folder: string, newestVersion: number): boolean {
  const file = path.join(folder, databaseName);
  const first = firstBytes(file, 100);
  const isWhole = looksWhole(first, statSync(file).size);
  const head = readHead(path.join(folder, headName));
  const version = versionOf(first);
  const isNewer = version > newestVersion;
  const turned = isNewer && head !== null && head.version <= newestVersion && isTurned(version, head.version);
  if (isNewer && !turned && isWhole) {
    throw new StoreError('newer', 'This profile was used by a newer Clipferry. Nothing was changed.');
  }
  return turned || existsSync(path.join(folder, distrustName)) || !isWhole;
}

/** The profile's database, open and in today's form. Throws StoreError 'newer', 'full' or 'failed', and changes nothing then. */
export function openStore(options: StoreOptions): Sql {
  const { folder, now, newestVersion } = options;
  const inFolder = (name: string): string => path.join(folder, name);
  const file = inFolder(databaseName);
  finishRebuilding(folder, now);

  const there = existsSync(file);
  const known = snapshotNames.some((name) => existsSync(inFolder(name))) || existsSync(inFolder(headName));
  const left = lookBeside(file);
  let rebuilt = !there && (known || left.unclean);
  if (rebuilt) rebuild(options, 'missing', 'there is no database');
  else if (there && isBroken(folder, newestVersion)) {
    rebuild(options, 'damaged', 'the file does not begin or end as a database does');
    rebuilt = true;
  }

  const behind = left.behind && !rebuilt;
  const aside = behind ? makeAside(folder, now) : null;
  if (aside !== null) setAside(folder, aside, copyFileSync);
  let sql: Sql;
  try {
    sql = openChecked(options, left.unclean && !rebuilt);
    noteOpening(sql, { behind, mayBeAlone: !left.unclean && !rebuilt, aside, now });
  } catch (error) {
    if (!(error instanceof StoreError) || error.problem !== 'damaged') throw error;
    rebuild(options, 'damaged', error.message);
    sql = openChecked(options, false);
    noteOpening(sql, { behind: false, mayBeAlone: false, aside: null, now });
  }
  const letGo = keepHead(file, inFolder(headName));
  const close = (): void => {
    try {
      closeInOrder(sql);
    } finally {
      letGo();
    }
  };
  return { ...sql, close, reserve: storeReserve(folder) };
}

interface Opening {
  readonly behind: boolean;
  /** Nothing lies beside the database: were it in use when this copy was made, its log is not here. */
  readonly mayBeAlone: boolean;
  readonly aside: string | null;
  readonly now: number;
}

/** Marks the database as in use, so that a copy of it alone, without its log, is known for what it is. */
function noteOpening(sql: Sql, { behind, mayBeAlone, aside, now }: Opening): void {
  const wasOpen = sql.prepare("SELECT value FROM flags WHERE name = 'open'").get()?.value === 1;
  sql.transaction(() => {
    if (behind || (wasOpen && mayBeAlone)) {
      sql
        .prepare('INSERT INTO rebuilds (at, why, folder, report, marked, told) VALUES (?, ?, ?, ?, 0, 0)')
        .run(Math.floor(now), 'behind', aside, '{}');
    }
    sql.exec("INSERT INTO flags VALUES ('open', 1) ON CONFLICT (name) DO UPDATE SET value = 1");
  });
  sql.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

function closeInOrder(sql: Sql): void {
  try {
    sql.exec("UPDATE flags SET value = 0 WHERE name = 'open'");
  } finally {
    sql.close();
  }
}

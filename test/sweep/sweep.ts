// Damages a profile's database at one place after the other, and opens it each time as the app does.
//
// What has to hold: it opens; every job whose page was not touched is in the list; a list that lacks something knows that it
// does, so that nothing is sent before the site was asked; and the damaged file is kept.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../../main/adapters/database/open-store.ts';
import { type Sql, StoreError } from '../../main/ports.ts';
import { migrate, migrations } from '../../main/schema.ts';
import { fixtureFile } from '../fixtures/stores/make.ts';

const besides = ['', '-wal', '-shm'] as const;
const database = 'clipferry.sqlite';
const pageBytes = 4_096;
export const jobCount = 120;

export type Harm = 'flip a bit' | 'cut off' | 'zero a page';
export const harms: readonly Harm[] = ['flip a bit', 'cut off', 'zero a page'];
/** 'database' = closed in order; 'log' = killed, and the log beside it is damaged. */
export type Target = 'database' | 'log';

const open = (folder: string): Sql =>
  openStore({ folder, now: 1_790_000_000_000, migrate, newestVersion: migrations.length, log: () => {} });

const idOf = (at: number): string => `sweep-${String(at).padStart(4, '0')}-job`;

/** A profile with done jobs, closed in order, or as a kill leaves it with the last half of them only in the log. */
export function makeProfile(target: Target): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'clipferry-sweep-'));
  const file = path.join(folder, database);
  const made = new DatabaseSync(file);
  made.exec(readFileSync(fixtureFile(migrations.length), 'utf8'));
  made.close();
  const sql = open(folder);
  const columns = sql
    .prepare("SELECT name FROM pragma_table_info('jobs') WHERE name NOT IN ('id', 'position', 'path', 'inode')")
    .all()
    .map((row) => String(row.name))
    .join(', ');
  const insert = sql.prepare(
    `INSERT INTO jobs (id, position, path, inode, ${columns}) SELECT ?, ?, ?, ?, ${columns} FROM jobs WHERE id = 'job-done'`,
  );
  for (let at = 0; at < jobCount; at++) {
    insert.run(idOf(at), 1e9 + at, `/clips/${at}.mp4`, String(at));
    if (at === jobCount / 2) sql.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }
  if (target === 'database') {
    sql.close();
    return folder;
  }
  const killed = mkdtempSync(path.join(tmpdir(), 'clipferry-sweep-'));
  for (const name of readdirSync(folder)) copyFileSync(path.join(folder, name), path.join(killed, name));
  sql.close();
  rmSync(folder, { recursive: true });
  return killed;
}

export const fileOf = (profile: string, target: Target): string =>
  path.join(profile, database + (target === 'log' ? '-wal' : ''));

function damaged(bytes: Buffer, harm: Harm, at: number): Buffer {
  const copy = Buffer.from(bytes);
  if (harm === 'cut off') return copy.subarray(0, at);
  if (harm === 'flip a bit') copy[at] = (copy[at] ?? 0) ^ (1 << (at % 8));
  else copy.fill(0, at - (at % pageBytes), Math.min(copy.length, at - (at % pageBytes) + pageBytes));
  return copy;
}

const rootKey = 'root';

/** On which page of the closed database each job's row lies; pages that are not in use any more still show old rows. */
function rowPages(file: string): ReadonlyMap<string, number> {
  const bytes = readFileSync(file);
  const sound = new DatabaseSync(file, { readOnly: true });
  try {
    const leaves = sound.prepare("SELECT pageno FROM dbstat WHERE name = 'jobs' AND pagetype = 'leaf'").all();
    const root = sound.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'jobs'").get();
    const pages = new Map<string, number>([[rootKey, Number(root?.rootpage) - 1]]);
    for (const { pageno } of leaves) {
      const page = Number(pageno) - 1;
      const content = bytes.subarray(page * pageBytes, (page + 1) * pageBytes);
      for (let job = 0; job < jobCount; job++) if (content.includes(idOf(job))) pages.set(idOf(job), page);
    }
    return pages;
  } finally {
    sound.close();
  }
}

/** Jobs whose rows, and the page that leads to them, lie wholly outside of what was damaged. */
function untouched(pages: ReadonlyMap<string, number>, harm: Harm, at: number): readonly string[] {
  const page = Math.floor(at / pageBytes);
  const isThere = (own: number): boolean => (harm === 'cut off' ? (own + 1) * pageBytes <= at : own !== page);
  if (!isThere(pages.get(rootKey) ?? 0)) return [];
  return [...pages].filter(([id, own]) => id !== rootKey && isThere(own)).map(([id]) => id);
}

/** Reads what the app reads first; what only shows itself there is met with a second opening, as in main/index.ts. */
function openAndRead(folder: string): { readonly sql: Sql; readonly ids: ReadonlySet<string> } {
  const read = (sql: Sql) => ({
    sql,
    ids: new Set(
      sql
        .prepare("SELECT id FROM jobs WHERE id LIKE 'sweep-%' AND kind = 'done'")
        .all()
        .map((row) => String(row.id)),
    ),
  });
  const sql = open(folder);
  try {
    return read(sql);
  } catch (error) {
    if (!(error instanceof StoreError) || error.problem !== 'damaged') throw error;
    sql.reserve?.distrust();
    sql.close();
    return read(open(folder));
  }
}

/** What is wrong after this damage; null = all that has to hold holds. */
export function tryDamage(
  profile: string,
  target: Target,
  harm: Harm,
  at: number,
  rows: ReadonlyMap<string, number>,
): string | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'clipferry-swept-'));
  try {
    for (const name of readdirSync(profile)) copyFileSync(path.join(profile, name), path.join(folder, name));
    const whole = readFileSync(fileOf(profile, target));
    const harmed = damaged(whole, harm, at);
    writeFileSync(fileOf(folder, target), harmed);
    const { sql, ids } = openAndRead(folder);
    try {
      const rebuilds = sql.prepare('SELECT why, folder FROM rebuilds WHERE marked = 0').all();
      if (target === 'database') {
        const lost = untouched(rows, harm, at).filter((id) => !ids.has(id));
        if (lost.length > 0) return `lost ${lost.length} jobs whose pages are there, such as ${lost[0]}`;
      }
      if (ids.size < jobCount && rebuilds.length === 0) return `${jobCount - ids.size} jobs are gone and nobody knows`;
      const aside = rebuilds.at(-1)?.folder;
      if (rebuilds.length === 0) return null;
      const kept = path.join(folder, String(aside), path.basename(fileOf(folder, target)));
      if (!existsSync(kept) || !readFileSync(kept).equals(harmed)) return 'the damaged file was not kept';
      return null;
    } finally {
      sql.close();
    }
  } catch (error) {
    return `does not open: ${String(error)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function removeProfile(profile: string): void {
  for (const beside of besides) rmSync(path.join(profile, database + beside), { force: true });
  rmSync(profile, { recursive: true, force: true });
}

/** Every `step`th place of both files, under every kind of damage. Gives the number tried and what went wrong. */
export function sweep(step: number, from = 0): { readonly tried: number; readonly wrong: readonly string[] } {
  const wrong: string[] = [];
  let tried = 0;
  mkdirSync(tmpdir(), { recursive: true });
  for (const target of ['database', 'log'] as const) {
    const profile = makeProfile(target);
    const rows = target === 'database' ? rowPages(fileOf(profile, target)) : new Map<string, number>();
    const size = readFileSync(fileOf(profile, target)).length;
    for (const harm of harms) {
      for (let at = from % step; at < size; at += harm === 'zero a page' ? Math.max(step, pageBytes) : step) {
        tried++;
        const said = tryDamage(profile, target, harm, at, rows);
        if (said !== null) wrong.push(`${harm} at ${at} of the ${target}: ${said}`);
      }
    }
    removeProfile(profile);
  }
  return { tried, wrong };
}

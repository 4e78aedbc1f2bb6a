// Takes what can still be read out of a damaged database, row by row, into a sound one; rows of older copies fill the gaps.
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

type Row = Record<string, SQLInputValue>;

/** An old copy of these would do again what is done. */
const onlyNewest: ReadonlySet<string> = new Set(['bulk_changes', 'half_taken', 'acts', 'act_items', 'moves']);

/** In an order in which every row finds what it refers to. Tables that can be fetched again are left out. */
const tables = [
  'sites',
  'accounts',
  'presets',
  'folders',
  'folder_left',
  'folder_ignored',
  'jobs',
  'attempts',
  'copies',
  'newer_versions',
  'sidecars',
  'site_uploads',
  'flags',
  'bulk_changes',
  'acts',
  'act_items',
  'moves',
  'edits',
  'twins',
  'audits',
  'holds',
  'rebuilds',
  'strays',
  'listed',
  'home',
  'refused_together',
  'damaged',
  'half_taken',
  'brought_clips',
  'brought_folders',
] as const;

/** Unreadable rows in a row after which the rest of a table is given up: more than hang on one lost page of the tree. */
const mostUnreadable = 5_000;
const chunk = 200;

export interface Salvaged {
  readonly rows: Readonly<Record<string, number>>;
  /** Rows that are known to have been there and are nowhere to be found. */
  readonly lostJobs: number;
}

/** All names are those of the new database, which the app has made. */
const quoted = (name: string): string => `"${name}"`;

/** Every row of a table that can be read. Returns whether that was all. */
function* readableRows(database: DatabaseSync, table: string): Generator<Row, boolean> {
  const hasNumbers = attempt(() => database.prepare(`SELECT rowid FROM ${quoted(table)} LIMIT 0`).all()) !== null;
  return yield* hasNumbers ? numberedRows(database, table) : rowsInOrder(database, table);
}

/** Without numbers nothing can be skipped: what comes before the damage is taken. */
function* rowsInOrder(database: DatabaseSync, table: string): Generator<Row, boolean> {
  try {
    for (const row of database.prepare(`SELECT * FROM ${quoted(table)}`).iterate()) yield row as Row;
  } catch {
    return false;
  }
  return true;
}

/** Many at once until a place that cannot be read; then one by one until a row is found behind it. Null = unreadable. */
function numberedReader(database: DatabaseSync, table: string) {
  const some = database.prepare(`SELECT rowid AS "#", * FROM ${quoted(table)} WHERE rowid >= ? ORDER BY rowid LIMIT ?`);
  const exactly = database.prepare(`SELECT rowid AS "#", * FROM ${quoted(table)} WHERE rowid = ?`);
  return (from: number, isBehindDamage: boolean) =>
    attempt(() => (isBehindDamage ? exactly.all(from) : some.all(from, chunk)));
}

/** The first or last number of the rows; null = there is none, or it cannot be read. */
function edgeOf(database: DatabaseSync, table: string, edge: 'min' | 'max'): number | null {
  return attempt(() => {
    const row = database.prepare(`SELECT ${edge}(rowid) AS n FROM ${quoted(table)}`).get();
    return row?.n == null ? null : Number(row.n);
  });
}

interface Part {
  readonly rows: readonly Row[];
  /** Where to read on. */
  readonly next: number;
  readonly isInOrder: boolean;
}

/** The rows from `from` on, up to where they go back: a page is not in its place, or leads back to where it was before. */
function ascending(found: readonly Row[], from: number): Part {
  const rows: Row[] = [];
  let next = from;
  for (const { '#': at, ...row } of found) {
    const number = Number(at);
    // What such a page stands before is in its own place still.
    if (number < next) return { rows, next: number > from ? number : next, isInOrder: false };
    next = number + 1;
    rows.push(row);
  }
  return { rows, next, isInOrder: true };
}

/** What is behind an unreadable place is found by its number. */
function* numberedRows(database: DatabaseSync, table: string): Generator<Row, boolean> {
  let whole = true;
  const read = numberedReader(database, table);
  // The page at either end may be another one: the ends bound only what is looked for one by one.
  const end = edgeOf(database, table, 'max') ?? Number.MAX_SAFE_INTEGER;
  let next = Math.min(1, edgeOf(database, table, 'min') ?? 1);
  let unreadable = 0;
  while (unreadable === 0 || (next <= end && unreadable < mostUnreadable)) {
    const found = read(next, unreadable > 0);
    if (found === null || (found.length === 0 && unreadable > 0)) {
      whole = false;
      if (unreadable++ > 0) next++;
      continue;
    }
    if (found.length === 0) return whole;
    const part = ascending(found, next);
    yield* part.rows;
    whole &&= part.isInOrder;
    unreadable = part.next > next ? 0 : unreadable + 1;
    next = Math.max(part.next, next + 1);
  }
  return false;
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** Copies the rows of one table into `into`; rows that are there already stay. */
function copyTable(from: DatabaseSync, into: DatabaseSync, table: string): { count: number; whole: boolean } {
  const columns = into
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map((row) => String(row.name));
  const inserts = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  let count = 0;
  try {
    const rows = readableRows(from, table);
    for (let one = rows.next(); ; one = rows.next()) {
      if (one.done === true) return { count, whole: one.value };
      const row = one.value;
      const names = columns.filter((name) => name in row);
      const insert =
        inserts.get(names.join()) ??
        into.prepare(
          `INSERT OR IGNORE INTO ${table} (${names.map(quoted).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        );
      inserts.set(names.join(), insert);
      // What damage has made of a row may fit no column, or refer to nothing.
      count += attempt(() => Number(insert.run(...names.map((name) => row[name] ?? null)).changes)) ?? 0;
    }
  } catch {
    // The table itself cannot be found any more, or there is none in the new one.
    return { count, whole: false };
  }
}

function openForReading(file: string): DatabaseSync | null {
  return attempt(() => {
    // What Node forbids by itself: to go on with the other tables where the description of one is damaged.
    const database = new DatabaseSync(file, { defensive: false });
    // A damaged cell is an error rather than a guess.
    database.exec('PRAGMA writable_schema=ON; PRAGMA cell_size_check=ON; PRAGMA mmap_size=0');
    return database;
  });
}

/** Fills the new, empty database `into` from the `sources`, the most recent first: an older one only where that one is damaged. */
export function salvage(sources: readonly string[], into: DatabaseSync): Salvaged {
  const rows: Record<string, number> = {};
  let listed: number | null = null;
  const missing = new Set<string>(tables);
  into.exec('BEGIN');
  for (const source of sources) {
    const from = openForReading(source);
    if (from === null) continue;
    try {
      listed ??= attempt(() => Number(from.prepare('SELECT SUM(n) AS n FROM tally').get()?.n ?? 0));
      for (const table of tables.filter((one) => missing.has(one))) {
        const { count, whole } = copyTable(from, into, table);
        rows[table] = (rows[table] ?? 0) + count;
        if (whole || onlyNewest.has(table)) missing.delete(table);
      }
    } finally {
      attempt(() => from.close());
    }
  }
  into.exec('COMMIT');
  const kept = Number(into.prepare('SELECT SUM(n) AS n FROM tally').get()?.n ?? 0);
  return { rows, lostJobs: Math.max(0, (listed ?? 0) - kept) };
}

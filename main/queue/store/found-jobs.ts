// The list narrowed by a search: what was found so far, in the order of the list, kept right as jobs change.
//
// Looked through in steps, as 100,000 names take half a second. What is found stands in a table of this connection with an index for
// the order in use: places in it are counted, never sorted.
import type { FilterCounts, QueueFilter, QueueSearch, QueueSort } from '../../../preload/contract.ts';
import type { JobId } from '../../model.ts';
import { type Clock, type Sql, type SqlRow, type SqlStatement, StoreError } from '../../ports.ts';
import { countsOf } from './counts.ts';
import { searchedBy, toFindable } from './job-search.ts';
import { atMost, createStatements } from './sql.ts';

/** So many jobs are looked at in one turn: two to four milliseconds. */
const stepJobs = 500;
/** A short list is looked through before the first answer. */
const firstSteps = 2;
/** After a change of many the list is looked through again, at most this often. */
const againMs = 500;

/** What each order goes by; all ascending, 'newest' is read from its end. */
const orders: Readonly<Record<QueueSort, string>> = {
  queue: 'position, job',
  newest: 'job',
  name: 'name, position, job',
  size: 'biggest_first, position, job',
};

const read = `rowid AS job, name, title, account_id, folder_id, grp, position, biggest_first, removed`;

export interface FoundJobs {
  /** Begins to look for what fits, unless it is looked for already in this order; null = for nothing any more. */
  look(search: QueueSearch | null, sort: QueueSort): void;
  /** Places [offset, offset + limit) of what was found so far. */
  ids(filter: QueueFilter, offset: number, limit: number): readonly JobId[];
  counts(): FilterCounts;
  isSearching(): boolean;
  /** One job is another now; true when it came, went or moved. */
  changed(jobId: JobId): boolean;
  /** Any of them may be. */
  changedAll(): void;
  stop(): void;
}

/** One that was left half made is in nobody's way. */
const tableFor = (sort: QueueSort): string => `
  DROP TABLE IF EXISTS temp.found;
  CREATE TEMP TABLE found (job INTEGER PRIMARY KEY, grp TEXT, position INTEGER, name TEXT COLLATE NOCASE, biggest_first INTEGER);
  CREATE INDEX temp.found_in_order ON found (${orders[sort]});
  CREATE INDEX temp.found_in_group ON found (grp, ${orders[sort]});`;

function idsOf(filter: QueueFilter, sort: QueueSort): string {
  const order = sort === 'newest' ? 'job DESC' : orders[sort];
  const where = filter === 'all' ? '' : `WHERE grp = '${filter}'`;
  return `SELECT (SELECT id FROM jobs WHERE rowid = job) AS id FROM temp.found ${where} ORDER BY ${order} ${atMost} OFFSET ?`;
}

/** What is looked for now. */
interface Looked {
  readonly key: string;
  readonly sort: QueueSort;
  readonly fits: ReturnType<typeof searchedBy>;
}

/** `onMore` = more was looked through. Called outside of writes only, as is everything here. */
export function createFoundJobs(sql: Sql, clock: Clock, onMore: () => void): FoundJobs {
  let query: (text: string) => SqlStatement = createStatements(sql);
  let current: Looked | null = null;
  /** The last job that was looked at; null = all were. */
  let at: number | null = null;
  /** All were looked at once: what is looked through again is shown as it was found meanwhile. */
  let wasWhole = false;
  /** Counts beginnings: a step of an earlier one ends. */
  let beginnings = 0;
  let again: (() => void) | null = null;

  const fitsNow = (row: SqlRow): boolean => row.removed === 0 && current?.fits(toFindable(row)) === true;
  const keep = ({ job, grp, position, name, biggest_first }: SqlRow): void =>
    void query('INSERT OR REPLACE INTO temp.found VALUES (?, ?, ?, ?, ?)').run(
      ...[job ?? null, grp ?? null, position ?? null, name ?? null, biggest_first ?? null],
    );

  /** Looks at the next jobs behind `at`. */
  const step = (): void => {
    const from = at ?? 0;
    const rows = query(`SELECT ${read} FROM jobs WHERE rowid > ? ORDER BY rowid ${atMost}`).all(from, stepJobs);
    const isLast = rows.length < stepJobs;
    const to = isLast ? Number.MAX_SAFE_INTEGER : Number(rows.at(-1)?.job);
    sql.transaction(() => {
      query('DELETE FROM temp.found WHERE job > ? AND job <= ?').run(from, to);
      for (const row of rows) if (fitsNow(row)) keep(row);
    });
    at = isLast ? null : to;
    wasWhole ||= isLast;
  };

  const goOn = (beginning: number): void => {
    clock.soon(() => {
      if (beginning !== beginnings) return;
      try {
        step();
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        // The disk would not just now; the same jobs are looked at when it may again.
        clock.after(againMs, () => goOn(beginning));
        return;
      }
      onMore();
      if (at !== null) goOn(beginning);
    });
  };

  /** From the first job on; never while others are still on their way, which would take for ever where much changes. */
  const beginAgain = (): void => {
    again = clock.after(againMs, () => {
      again = null;
      if (at !== null) {
        beginAgain();
        return;
      }
      at = 0;
      goOn(beginnings);
    });
  };

  const forget = (): void => {
    if (current === null) return;
    beginnings++;
    again?.();
    again = null;
    at = null;
    wasWhole = false;
    current = null;
    sql.exec('DROP TABLE IF EXISTS temp.found');
    query = createStatements(sql);
  };

  return {
    look: (search, sort) => {
      const key = JSON.stringify([search, sort]);
      if (key === current?.key) return;
      forget();
      if (search === null) return;
      sql.exec(tableFor(sort));
      current = { key, sort, fits: searchedBy(search) };
      at = 0;
      try {
        for (let steps = 0; steps < firstSteps && at !== null; steps++) step();
      } catch (error) {
        // Whoever asks again finds nothing half begun.
        forget();
        throw error;
      }
      if (at !== null) goOn(beginnings);
    },
    ids: (filter, offset, limit) => {
      if (current === null) return [];
      const rows = query(idsOf(filter, current.sort)).all(limit, offset);
      return rows.map(({ id }) => String(id));
    },
    counts: () =>
      countsOf(current === null ? [] : query('SELECT grp, COUNT(*) AS n FROM temp.found GROUP BY grp').all()),
    isSearching: () => at !== null && !wasWhole,
    changed: (jobId) => {
      if (current === null) return false;
      const row = query(`SELECT ${read} FROM jobs WHERE id = ?`).get(jobId);
      if (row === undefined) return false;
      const before = query('SELECT grp, position, name, biggest_first FROM temp.found WHERE job = ?').get(
        row.job ?? null,
      );
      const isThere = fitsNow(row);
      if (!isThere && before === undefined) return false;
      if (!isThere) query('DELETE FROM temp.found WHERE job = ?').run(row.job ?? null);
      else if (before !== undefined && Object.keys(before).every((name) => before[name] === row[name])) return false;
      else keep(row);
      return true;
    },
    changedAll: () => {
      if (current === null || again !== null) return;
      beginAgain();
    },
    stop: forget,
  };
}

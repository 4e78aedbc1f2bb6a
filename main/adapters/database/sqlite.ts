// SQLite on Node's built-in module: WAL, and every commit on disk before it returns (decision 2).
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type Sql, type SqlRow, type SqlStatement, StoreError, type StoreProblem } from '../../ports.ts';

/** By SQLite's result codes: the low byte, and a whole code where it says more. */
const problems: Readonly<Record<number, StoreProblem>> = {
  13: 'full',
  11: 'damaged',
  26: 'damaged',
  // SQLITE_IOERR_SHMSIZE and _WRITE: where the disk has no room for the index beside the WAL; SQLITE_IOERR_SHORT_READ, _CORRUPTFS.
  4874: 'full',
  778: 'full',
  522: 'damaged',
  8458: 'damaged',
};

/** The StoreError that an error of node:sqlite stands for; anything else as it is. */
export function storeError(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error;
  const code = Number(error.errcode);
  return new StoreError(problems[code] ?? problems[code & 0xff] ?? 'failed', error.message);
}

function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeError(error);
  }
}

/**
 * The same also where a damaged row holds a number that no double can: it comes as the nearest one, which is not whole any more for
 * whoever looks (untrusted/stored.ts), instead of an error that would take every other row with it.
 */
function readingAll<T extends SqlRow | SqlRow[] | undefined>(statement: StatementSync, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_OUT_OF_RANGE') throw error;
  }
  statement.setReadBigInts(true);
  try {
    const found = read();
    for (const row of Array.isArray(found) ? found : [found ?? {}]) {
      for (const [name, value] of Object.entries<unknown>(row)) {
        if (typeof value === 'bigint') Object.assign(row, { [name]: Number(value) });
      }
    }
    return found;
  } finally {
    statement.setReadBigInts(false);
  }
}

/** Opens or makes the database at `path` (':memory:' for none). Throws StoreError when it cannot be opened. */
export function openSqlite(path: string): Sql {
  const database = guarded(() => new DatabaseSync(path));
  try {
    database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA busy_timeout=5000');
  } catch (error) {
    database.close();
    throw storeError(error);
  }
  let depth = 0;
  return {
    exec: (sql) => guarded(() => database.exec(sql)),
    prepare: (sql): SqlStatement => {
      const statement = guarded(() => database.prepare(sql));
      return {
        run: (...values) => guarded(() => ({ changes: Number(statement.run(...values).changes) })),
        get: (...values) => guarded(() => readingAll(statement, () => statement.get(...values) as SqlRow | undefined)),
        all: (...values) => guarded(() => readingAll(statement, () => statement.all(...values) as SqlRow[])),
      };
    },
    transaction: (work) => {
      if (depth > 0) return work();
      guarded(() => database.exec('BEGIN IMMEDIATE'));
      depth++;
      try {
        const result = work();
        guarded(() => database.exec('COMMIT'));
        return result;
      } catch (error) {
        // A full disk has ended the transaction already.
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      } finally {
        depth--;
      }
    },
    close: () => database.close(),
  };
}

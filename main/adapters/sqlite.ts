// SQLite on Node's built-in module: WAL, and every commit on disk before it returns (decision 2).
import { DatabaseSync } from 'node:sqlite';
import type { Sql, SqlRow, SqlStatement } from '../ports.ts';

/** Opens or makes the database at `path` (':memory:' for none). Throws when it cannot be opened. */
export function openSqlite(path: string): Sql {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA busy_timeout=5000');
  let depth = 0;
  return {
    exec: (sql) => database.exec(sql),
    prepare: (sql): SqlStatement => {
      const statement = database.prepare(sql);
      return {
        run: (...values) => ({ changes: Number(statement.run(...values).changes) }),
        get: (...values) => statement.get(...values) as SqlRow | undefined,
        all: (...values) => statement.all(...values) as SqlRow[],
      };
    },
    transaction: (work) => {
      if (depth > 0) return work();
      database.exec('BEGIN IMMEDIATE');
      depth++;
      try {
        const result = work();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      } finally {
        depth--;
      }
    },
    close: () => database.close(),
  };
}

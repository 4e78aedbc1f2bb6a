// The engine's database: real SQLite in memory that outlives every start of the engine, can be full, and dies with its user
// before or after a commit. Committed is durable, as with synchronous=FULL; what was not committed is gone.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type Sql, type SqlRow, type SqlStatement, type SqlValue, StoreError } from '../../main/ports.ts';
import { migrate } from '../../main/schema.ts';
import type { Life } from './timeline.ts';

/** What an engine meets that died in the middle of a write; nothing of it reaches anybody. */
export class Dead extends Error {}

/** A change of a job as it was written down. */
export interface Moved {
  readonly id: string;
  readonly path: string;
  /** Null = it was just added. */
  readonly from: string | null;
  readonly to: string;
  /** Something was typed in this very change. */
  readonly typed: boolean;
  readonly videoId: number | null;
}

export interface ProfileEvents {
  moved(moved: Moved): void;
  attempt(jobId: string, boundary: string): void;
  signedIn(accountId: string, signedIn: boolean): void;
  /** A write is about to be committed or was just committed: may end the life. */
  write(side: 'before' | 'after'): void;
}

type Rows = ReadonlyMap<string, readonly SqlRow[]>;

export interface Profile {
  sql(life: Life): Sql;
  /** Writes fail, as on a full disk. */
  full(isFull: boolean): void;
  /** The engine was killed: what is not committed is gone. */
  crashed(): void;
  query(text: string, ...values: SqlValue[]): readonly SqlRow[];
  /** Everything in it, to begin a later run from. */
  dump(): Rows;
  /** Back to these rows, and tells these listeners from now on. */
  reset(rows: Rows, events: ProfileEvents): void;
}

const watching = `
  CREATE TEMP TRIGGER sim_added AFTER INSERT ON jobs BEGIN
    SELECT sim_moved(new.id, new.path, NULL, new.kind, 0, new.video_id);
  END;
  CREATE TEMP TRIGGER sim_moved AFTER UPDATE ON jobs WHEN old.kind <> new.kind OR old.path <> new.path BEGIN
    SELECT sim_moved(new.id, new.path, old.kind, new.kind, new.draft_revision > old.draft_revision, new.video_id);
  END;
  CREATE TEMP TRIGGER sim_attempt AFTER INSERT ON attempts BEGIN SELECT sim_attempt(new.job_id, new.boundary); END;
  CREATE TEMP TRIGGER sim_account AFTER UPDATE ON accounts WHEN old.signed_in <> new.signed_in BEGIN
    SELECT sim_account(new.id, new.signed_in);
  END;`;

const silent: ProfileEvents = { moved: () => {}, attempt: () => {}, signedIn: () => {}, write: () => {} };

/** One database for many runs after each other: its tables and statements are made once. */
export function openProfile(): Profile {
  const db = new DatabaseSync(':memory:');
  db.exec('PRAGMA foreign_keys=ON');
  const statements = new Map<string, StatementSync>();
  let events = silent;
  let isFull = false;
  /** What the triggers told within the open transaction. */
  let told: (() => void)[] = [];
  let open = false;

  const prepare = (text: string): StatementSync => {
    let statement = statements.get(text);
    if (!statement) {
      statement = db.prepare(text);
      statements.set(text, statement);
    }
    return statement;
  };
  const exec = (text: string): void => {
    if (text.includes(';')) db.exec(text);
    else prepare(text).run();
  };
  const full = (): Error => new StoreError('full', 'database or disk is full');
  const tellAll = (): void => {
    const calls = told;
    told = [];
    for (const call of calls) call();
  };

  const sql = (life: Life): Sql => {
    let depth = 0;
    const expectAlive = (): void => {
      if (!life.alive) throw new Dead('This engine was killed');
    };
    const transaction: Sql['transaction'] = (work) => {
      expectAlive();
      if (depth > 0) return work();
      if (isFull) throw full();
      exec('BEGIN IMMEDIATE');
      open = true;
      depth++;
      try {
        const result = work();
        expectAlive();
        events.write('before');
        expectAlive();
        exec('COMMIT');
        open = false;
        tellAll();
        events.write('after');
        expectAlive();
        return result;
      } catch (error) {
        told = [];
        if (open) exec('ROLLBACK');
        open = false;
        throw error;
      } finally {
        depth--;
      }
    };
    return {
      exec: (text) => {
        expectAlive();
        exec(text);
      },
      prepare: (text): SqlStatement => {
        expectAlive();
        const statement = prepare(text);
        const writes = !/^\s*(select|pragma|with)/i.test(text);
        const input = (values: SqlValue[]): SQLInputValue[] => values;
        const act = <T>(work: () => T): T => {
          expectAlive();
          return writes && depth === 0 ? transaction(work) : work();
        };
        return {
          run: (...values) => act(() => ({ changes: Number(statement.run(...input(values)).changes) })),
          get: (...values) => act(() => statement.get(...input(values)) as SqlRow | undefined),
          all: (...values) => act(() => statement.all(...input(values)) as SqlRow[]),
        };
      },
      transaction,
      // The database is the world's: the next start of the engine opens it again.
      close: () => undefined,
    };
  };

  migrate(sql({ alive: true, number: 0 }));
  db.function('sim_moved', (id, path, from, to, typed, videoId) => {
    const moved: Moved = {
      id: String(id),
      path: String(path),
      from: from === null ? null : String(from),
      to: String(to),
      typed: typed === 1,
      videoId: videoId === null ? null : Number(videoId),
    };
    told.push(() => events.moved(moved));
    return null;
  });
  db.function('sim_attempt', (jobId, boundary) => {
    told.push(() => events.attempt(String(jobId), String(boundary)));
    return null;
  });
  db.function('sim_account', (id, signedIn) => {
    told.push(() => events.signedIn(String(id), signedIn === 1));
    return null;
  });
  db.exec(watching);
  const tables = prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map((row) => String(row.name));

  return {
    sql,
    full: (next) => {
      isFull = next;
    },
    crashed: () => {
      told = [];
      if (open) exec('ROLLBACK');
      open = false;
    },
    query: (text, ...values) => prepare(text).all(...values) as SqlRow[],
    dump: () => new Map(tables.map((table) => [table, prepare(`SELECT * FROM ${table}`).all() as SqlRow[]])),
    reset: (rows, next) => {
      events = silent;
      isFull = false;
      db.exec('PRAGMA foreign_keys=OFF; BEGIN');
      for (const table of tables) prepare(`DELETE FROM ${table}`).run();
      for (const [table, all] of rows) {
        for (const row of all) {
          const names = Object.keys(row);
          const text = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
          prepare(text).run(...(Object.values(row) as SQLInputValue[]));
        }
      }
      db.exec('COMMIT; PRAGMA foreign_keys=ON');
      told = [];
      events = next;
    },
  };
}

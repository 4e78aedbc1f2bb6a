// Windows onto the list: any place of any order under any filter, at the cost of the rows that are shown.
//
// Every order is an index, so that a window is a walk in it. To begin a walk deep in the list without counting all rows before
// it, the order in use is cut into blocks of some thousand rows: where each begins and how many it holds, kept right by
// triggers of this connection. They are made at the first look beyond the beginning and are gone with the connection.
import type { QueueFilter, QueueSort } from '../../../preload/contract.ts';
import type { JobId } from '../../model.ts';
import type { Sql, SqlRow, SqlStatement, SqlValue } from '../../ports.ts';
import { type Findable, toFindable } from './job-search.ts';
import { atMost, createStatements } from './sql.ts';

/** Rows of one block; it is cut again when it has grown to twice as many. */
const usualBlockRows = 2_048;

interface Order {
  /** What the rows are ordered by, ascending; the last makes it unambiguous. Each list is an index with `removed`, or with `removed, grp`, before it. */
  readonly keys: readonly string[];
  /** How the first key is compared. */
  readonly collate?: 'NOCASE';
  /** Before every row. */
  readonly lowest: readonly SqlValue[];
  /** The list shows it from its end. */
  readonly backwards: boolean;
}

const low = Number.MIN_SAFE_INTEGER;
const orders: Readonly<Record<QueueSort, Order>> = {
  queue: { keys: ['position', 'rowid'], lowest: [low, low], backwards: false },
  newest: { keys: ['rowid'], lowest: [low], backwards: true },
  name: { keys: ['name', 'position', 'rowid'], collate: 'NOCASE', lowest: ['', low, low], backwards: false },
  size: { keys: ['biggest_first', 'position', 'rowid'], lowest: [low, low, low], backwards: false },
};

const tuple = (parts: readonly string[]): string => `(${parts.join(', ')})`;
/** Values to compare the keys with. */
const marks = ({ keys, collate }: Order): string =>
  tuple(keys.map((_, at) => (at === 0 && collate ? `? COLLATE ${collate}` : '?')));
const sorted = ({ keys, collate }: Order, direction = ''): string =>
  keys.map((key, at) => `${key}${at === 0 && collate ? ` COLLATE ${collate}` : ''}${direction}`).join(', ');
const where = (filter: QueueFilter): string => (filter === 'all' ? 'removed = 0' : `removed = 0 AND grp = '${filter}'`);

/** Where a row stands in the order of the queue. */
export interface QueuePlace {
  readonly position: number;
  readonly rowid: number;
}

export interface QueueList {
  /** Rows [offset, offset + limit) of the list, whole as they are on disk. Outside of a write only. */
  rows(filter: QueueFilter, sort: QueueSort, offset: number, limit: number): readonly SqlRow[];
  /** How many rows stand before a job; null = it is not under the filter. */
  place(jobId: JobId, filter: QueueFilter, sort: QueueSort): number | null;
  /**
   * The next ids in the order of the queue behind a place (null = from its beginning), at most `limit`, of those only which `fits`;
   * `last` is null when there are no more.
   */
  ids(
    filter: QueueFilter,
    after: QueuePlace | null,
    limit: number,
    fits?: (one: Findable) => boolean,
  ): { readonly ids: readonly JobId[]; readonly last: QueuePlace | null };
}

/** `count` gives the number of rows under a filter. */
export function queueList(
  sql: Sql,
  count: (filter: QueueFilter) => number,
  blockRows: number = usualBlockRows,
): QueueList {
  const query = createStatements(sql);
  const blocks = createBlocks(sql, blockRows);

  const read = (filter: QueueFilter, order: Order, skip: number, limit: number): readonly SqlRow[] =>
    query(`SELECT * FROM jobs WHERE ${where(filter)} ORDER BY ${sorted(order)} ${atMost} OFFSET ?`).all(limit, skip);
  const readFrom = (
    filter: QueueFilter,
    order: Order,
    from: readonly SqlValue[],
    skip: number,
    limit: number,
  ): readonly SqlRow[] =>
    query(
      `SELECT * FROM jobs WHERE ${where(filter)} AND ${tuple(order.keys)} >= ${marks(order)}
       ORDER BY ${sorted(order)} ${atMost} OFFSET ?`,
    ).all(...from, limit, skip);

  /** In ascending order. */
  const page = (filter: QueueFilter, sort: QueueSort, total: number, offset: number, limit: number) => {
    const order = orders[sort];
    if (offset < blockRows || offset >= total) return read(filter, order, offset, limit);
    const { from, skip } = blocks.find(filter, sort, total, offset);
    return readFrom(filter, order, from, skip, limit);
  };

  return {
    rows: (filter, sort, offset, limit) => {
      const total = count(filter);
      if (!orders[sort].backwards) return page(filter, sort, total, offset, limit);
      const end = total - offset;
      if (end <= 0) return [];
      const begin = Math.max(0, end - limit);
      if (offset < blockRows) {
        const down = sorted(orders[sort], ' DESC');
        return query(`SELECT * FROM jobs WHERE ${where(filter)} ORDER BY ${down} ${atMost} OFFSET ?`).all(
          limit,
          offset,
        );
      }
      return [...page(filter, sort, total, begin, end - begin)].reverse();
    },
    place: (jobId, filter, sort) => {
      const order = orders[sort];
      const row = query(`SELECT ${order.keys.join(', ')} FROM jobs WHERE ${where(filter)} AND id = ?`).get(jobId);
      if (row === undefined) return null;
      const before = query(
        `SELECT COUNT(*) AS n FROM jobs WHERE ${where(filter)} AND ${tuple(order.keys)} < ${marks(order)}`,
      ).get(...order.keys.map((key) => row[key] ?? null));
      const n = Number(before?.n);
      return order.backwards ? count(filter) - 1 - n : n;
    },
    ids: (filter, after, limit, fits) => {
      const from = after ? [after.position, after.rowid] : orders.queue.lowest;
      const rows = query(
        `SELECT id, position, rowid${fits ? ', name, title, account_id, folder_id' : ''} FROM jobs
         WHERE ${where(filter)} AND (position, rowid) > (?, ?)
         ORDER BY position, rowid ${atMost}`,
      ).all(...from, limit);
      const last = rows.length === limit ? rows.at(-1) : undefined;
      return {
        ids: rows.filter((row) => !fits || fits(toFindable(row))).map((row) => String(row.id)),
        last: last ? { position: Number(last.position), rowid: Number(last.rowid) } : null,
      };
    },
  };
}

interface Blocks {
  /** The row at `offset`: `skip` rows behind the place `from`. */
  find(
    filter: QueueFilter,
    sort: QueueSort,
    total: number,
    offset: number,
  ): { readonly from: readonly SqlValue[]; readonly skip: number };
}

/** Blocks of one order at a time, of as many filters as were looked at. */
function createBlocks(sql: Sql, blockRows: number): Blocks {
  let current: QueueSort | null = null;
  let query: (text: string) => SqlStatement = sql.prepare;

  const use = (sort: QueueSort): void => {
    if (current === sort) return;
    sql.exec(dropBlocks + createTable(orders[sort]));
    current = sort;
    query = createStatements(sql);
  };

  const columns = ({ keys }: Order): readonly string[] => keys.map((_, at) => `k${at}`);
  const insert = (filter: QueueFilter, from: readonly SqlValue[], n: number): void =>
    void query(`INSERT INTO temp.blocks VALUES (?, ${from.map(() => '?').join(', ')}, ?)`).run(filter, ...from, n);

  /** Cuts the block that begins at `from` and is said to hold `n` rows. False = it holds too few of them to be cut. */
  const cut = (order: Order, filter: QueueFilter, from: readonly SqlValue[], n: number): boolean => {
    const next = query(
      `SELECT ${order.keys.map((key, at) => `${key} AS k${at}`).join(', ')} FROM jobs
       WHERE ${where(filter)} AND ${tuple(order.keys)} >= ${marks(order)}
       ORDER BY ${sorted(order)} LIMIT 1 OFFSET ${blockRows}`,
    );
    const resize = query(
      `UPDATE temp.blocks SET n = ? WHERE grp = ? AND ${tuple(columns(order))} = ${tuple(from.map(() => '?'))}`,
    );
    let left = n;
    let begin = from;
    while (left > blockRows) {
      const row = next.get(...begin);
      if (!row) break;
      resize.run(blockRows, filter, ...begin);
      left -= blockRows;
      begin = columns(order).map((name) => row[name] ?? null);
      insert(filter, begin, left);
    }
    return begin !== from;
  };

  return {
    find: (filter, sort, total, offset) => {
      use(sort);
      const order = orders[sort];
      const all = (): readonly SqlRow[] =>
        query(`SELECT * FROM temp.blocks WHERE grp = ? ORDER BY ${columns(order).join(', ')}`).all(filter);
      const counted = (blocks: readonly SqlRow[]): number => blocks.reduce((sum, row) => sum + Number(row.n), 0);
      let rows = all();
      if (counted(rows) !== total) {
        sql.transaction(() => {
          query('DELETE FROM temp.blocks WHERE grp = ?').run(filter);
          insert(filter, order.lowest, total);
        });
        rows = all();
      }
      for (;;) {
        let before = 0;
        const found = rows.find((row) => {
          if (before + Number(row.n) > offset) return true;
          before += Number(row.n);
          return false;
        });
        const from = found ? columns(order).map((name) => found[name] ?? null) : order.lowest;
        const n = Number(found?.n ?? 0);
        // Where more are counted than there are the last block stays as long as it is.
        if (n < 2 * blockRows || !sql.transaction(() => cut(order, filter, from, n)))
          return { from, skip: offset - before };
        rows = all();
      }
    },
  };
}

const dropBlocks = `
  DROP TRIGGER IF EXISTS temp.blocks_added;
  DROP TRIGGER IF EXISTS temp.blocks_left;
  DROP TRIGGER IF EXISTS temp.blocks_entered;
  DROP TRIGGER IF EXISTS temp.blocks_deleted;
  DROP TABLE IF EXISTS temp.blocks;`;

function createTable({ keys, collate }: Order): string {
  const names = keys.map((_, at) => `k${at}`);
  const columns = names.map((name, at) => `${name}${at === 0 && collate ? ` TEXT COLLATE ${collate}` : ''}`);
  /** The row's block is the last that begins before it or with it. */
  const count = (row: 'old' | 'new', by: string, grp: string): string => {
    const values = keys.map((key) => `${row}.${key}`);
    return `UPDATE blocks SET n = n ${by} WHERE rowid = (
      SELECT rowid FROM blocks WHERE grp = ${grp} AND ${tuple(names)} <= ${tuple(values)}
      ORDER BY ${names.map((name) => `${name} DESC`).join(', ')} LIMIT 1);`;
  };
  const both = (row: 'old' | 'new', by: string): string => count(row, by, "'all'") + count(row, by, `${row}.grp`);
  const moved = `(old.grp <> new.grp OR old.removed <> new.removed OR old.position <> new.position
    OR old.name <> new.name OR old.size <> new.size)`;
  return `
  CREATE TEMP TABLE blocks (grp TEXT NOT NULL, ${columns.join(', ')}, n INTEGER NOT NULL);
  CREATE UNIQUE INDEX temp.blocks_by_place ON blocks (grp, ${names.join(', ')});
  CREATE TEMP TRIGGER blocks_added AFTER INSERT ON main.jobs WHEN new.removed = 0 BEGIN ${both('new', '+ 1')} END;
  CREATE TEMP TRIGGER blocks_left AFTER UPDATE ON main.jobs WHEN old.removed = 0 AND ${moved} BEGIN ${both('old', '- 1')} END;
  CREATE TEMP TRIGGER blocks_entered AFTER UPDATE ON main.jobs WHEN new.removed = 0 AND ${moved} BEGIN ${both('new', '+ 1')} END;
  CREATE TEMP TRIGGER blocks_deleted AFTER DELETE ON main.jobs WHEN old.removed = 0 BEGIN ${both('old', '- 1')} END;`;
}

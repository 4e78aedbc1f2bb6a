// The order of sending as a person sets it: positions are sparse, so that a move writes only what moves.
import type { OrderMoved, OrderPlace } from '../../../preload/contract.ts';
import type { JobId } from '../../model.ts';
import type { Sql, SqlRow, SqlStatement } from '../../ports.ts';
import { atMost, createStatements } from './sql.ts';

/** Between two neighbours that were never moved; 100,000 of them stay far below 2^53. */
export const positionStep = 2 ** 20;

/** `count` whole positions strictly between two others (null = nothing on that side), evenly; null when there is no room. */
export function between(low: number | null, high: number | null, count: number): readonly number[] | null {
  const room = low === null || high === null ? positionStep * (count + 1) : high - low;
  const step = Math.floor(room / (count + 1));
  if (step < 1) return null;
  const from = low ?? (high ?? 0) - step * (count + 1);
  return Array.from({ length: count }, (_, at) => from + step * (at + 1));
}

/** Neighbours that make room at once are this far apart afterwards: nobody moves a clip to one place that often. */
const roomyStep = 2 ** 10;

/** A job that got another position. */
export interface Moved {
  readonly jobId: JobId;
  readonly from: number;
  readonly to: number;
}

export interface QueueOrder {
  /**
   * Inside a write. Moves those of the jobs that wait, as one block in the order they stand in; the others stay. `onMoved` hears of each
   * that got another position: of those that only made room, too.
   */
  move(ids: readonly JobId[], place: OrderPlace, onMoved?: (moved: Moved) => void): OrderMoved;
  /** Inside a write. Puts jobs back that still stand where they were moved to; gives which. */
  putBack(moved: readonly Moved[]): readonly JobId[];
}

const waits = "removed = 0 AND grp = 'waiting'";
const listed = 'removed = 0';

export function queueOrder(sql: Sql): QueueOrder {
  const query = createStatements(sql);
  const put = (rows: readonly SqlRow[], positions: readonly number[], onMoved?: (moved: Moved) => void): void => {
    const save = query('UPDATE jobs SET position = ? WHERE id = ?');
    for (const [at, row] of rows.entries()) {
      const moved = { jobId: String(row.id), from: Number(row.position), to: positions[at] ?? 0 };
      save.run(moved.to, moved.jobId);
      onMoved?.(moved);
    }
  };
  const rankOf = (id: string): Pick<OrderMoved, 'place' | 'of'> => {
    const count = `SELECT COUNT(*) AS n FROM jobs WHERE ${waits}`;
    const ahead = query(`${count} AND position < (SELECT position FROM jobs WHERE id = ?)`).get(id);
    return { place: Number(ahead?.n ?? 0) + 1, of: Number(query(count).get()?.n ?? 0) };
  };

  return {
    move: (ids, place, onMoved) => {
      const moving = query(
        `SELECT id, position FROM jobs WHERE id IN (SELECT value FROM json_each(?)) AND ${waits} ORDER BY position`,
      ).all(JSON.stringify(ids));
      const rank = () => rankOf(String(moving[0]?.id ?? ''));
      const found = moving.length === 0 ? null : gapAt(query, moving, place);
      if (found === null) return { changed: 0, ...rank() };
      const [low, high] = found;
      const first = Number(moving[0]?.position);
      const last = Number(moving.at(-1)?.position);
      const inPlace = (low === null || first > low) && (high === null || last < high);
      if (inPlace) return { changed: 0, ...rank() };

      const positions = between(low, high, moving.length);
      if (positions !== null) put(moving, positions, onMoved);
      else put(...withRoom(query, moving, low), onMoved);
      return { changed: moving.length, ...rank() };
    },
    putBack: (moved) => {
      const save = query('UPDATE jobs SET position = ? WHERE id = ? AND position = ?');
      return moved.flatMap(({ jobId, from, to }) => (save.run(from, jobId, to).changes > 0 ? jobId : []));
    },
  };
}

type Query = (text: string) => SqlStatement;

const positionOf = (row: SqlRow | undefined): number | null => (row === undefined ? null : Number(row.position));
const blockOf = (moving: readonly SqlRow[]): string => JSON.stringify(moving.map((row) => String(row.id)));

/** The positions that the moving block goes between, null = nothing on that side; null as a whole = there is no such place. */
function gapAt(
  query: Query,
  moving: readonly SqlRow[],
  place: OrderPlace,
): readonly [number | null, number | null] | null {
  const block = blockOf(moving);
  /** The nearest job on one side that does not move itself. */
  const next = (position: number, side: '<' | '>', which: string): number | null =>
    positionOf(
      query(
        `SELECT position FROM jobs WHERE ${which} AND position ${side} ? AND id NOT IN (SELECT value FROM json_each(?))
         ORDER BY position${side === '<' ? ' DESC' : ''} LIMIT 1`,
      ).get(position, block),
    );
  const before = (position: number, which = listed) => next(position, '<', which);
  const after = (position: number, which = listed) => next(position, '>', which);
  const above = (high: number | null) => (high === null ? null : ([before(high), high] as const));
  const below = (low: number | null) => (low === null ? null : ([low, after(low)] as const));
  switch (place.to) {
    case 'first':
      return above(after(Number.MIN_SAFE_INTEGER, waits));
    case 'last':
      return below(before(Number.MAX_SAFE_INTEGER, waits));
    case 'up':
      return above(before(Number(moving[0]?.position), waits) ?? after(Number.MIN_SAFE_INTEGER, waits));
    case 'down':
      return below(after(Number(moving.at(-1)?.position), waits) ?? before(Number.MAX_SAFE_INTEGER, waits));
    case 'before':
    case 'after': {
      const at = positionOf(query(`SELECT position FROM jobs WHERE id = ? AND ${listed}`).get(place.jobId));
      if (at === null) return null;
      const itself = moving.some((row) => row.id === place.jobId);
      if (itself) return [before(at), after(at)];
      return place.to === 'before' ? above(at) : below(at);
    }
  }
}

/** The block behind `low`, and those behind it moved on until all have room again: ever more of them, at last up to the end of the list. */
function withRoom(
  query: Query,
  moving: readonly SqlRow[],
  low: number | null,
): [rows: readonly SqlRow[], positions: readonly number[]] {
  const block = blockOf(moving);
  for (let count = 32; ; count *= 2) {
    const behind = query(
      `SELECT id, position FROM jobs WHERE ${listed} AND position > ? AND id NOT IN (SELECT value FROM json_each(?))
       ORDER BY position ${atMost}`,
    ).all(low ?? Number.MIN_SAFE_INTEGER, block, count + 1);
    const end = positionOf(behind[count]);
    const rows = [...moving, ...behind.slice(0, count)];
    const roomy = end === null || low === null || end - low >= roomyStep * (rows.length + 1);
    const spread = roomy ? between(low, end, rows.length) : null;
    if (spread !== null) return [rows, spread];
  }
}

// Reads many rows of a list in parts, while rows come and go: none that was there all the time is missed.
import type { RefusalCode } from '../../preload/contract.ts';
import { type ListWindow, windowLimit } from '../model/list-state.ts';
import type { ListRow } from '../model/selection.ts';

/** Each part begins with so many rows of the part before it: as many may go meanwhile without one being missed. */
const overlap = 20;
/** Where more than that go between two parts all is read again, so often. */
const mostReads = 5;

interface RangeSource<Query, Window> {
  readonly ask: (query: Query, offset: number, limit: number) => Promise<Window>;
  /** Whether the answer has the `limit` rows that were asked for. */
  readonly isWhole: (answer: Window, limit: number) => boolean;
  /** Whether rows are missing because somebody did not answer. Left out = that shows by itself. */
  readonly isCut?: (answer: Window) => boolean;
}

/** Reads the rows once; null = so many went between two parts that some may have been missed. */
async function readOnce<Row extends ListRow, Query, Window extends ListWindow<Row>>(
  source: RangeSource<Query, Window>,
  query: Query,
  [from, to]: readonly [number, number],
  isOver: () => boolean,
): Promise<readonly Row[] | null> {
  const rows = new Map<Row['id'], Row>();
  let seam: readonly Row[] = [];
  for (let next = from; next <= to && !isOver(); ) {
    const offset = Math.max(from, next - overlap);
    const limit = Math.min(windowLimit, to - offset + 1);
    const part = await source.ask(query, offset, limit);
    if (source.isCut?.(part)) throw new Error('list-unread' satisfies RefusalCode);
    const found = part.rows.filter((row) => row !== null);
    // Who stood behind a row that is there again still stands behind it, and so is there too.
    const ids = new Set(found.map(({ id }) => id));
    if (next > from && !seam.some(({ id }) => ids.has(id))) return null;
    for (const row of found) rows.set(row.id, row);
    if (!source.isWhole(part, limit)) break;
    seam = found.slice(-overlap);
    next = offset + limit;
  }
  return [...rows.values()];
}

/**
 * Rows [from, to], each once; those read so far when `isOver` (nobody wants them any more). Rejects with what may be shown: what `ask`
 * says, or that the list changes too fast to be read.
 */
export async function readRange<Row extends ListRow, Query, Window extends ListWindow<Row>>(
  source: RangeSource<Query, Window>,
  query: Query,
  from: number,
  to: number,
  isOver: () => boolean,
): Promise<readonly Row[]> {
  for (let times = 0; times < mostReads; times += 1) {
    const rows = await readOnce<Row, Query, Window>(source, query, [from, to], isOver);
    if (rows !== null) return rows;
  }
  throw new Error('list-changing' satisfies RefusalCode);
}

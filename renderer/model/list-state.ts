// A long list of which only a window is known here, as plain data: the rows in sight, what is selected, where the keyboard is.
import { type ListRow, refreshed, type Selection, these } from './selection.ts';

/** The most rows that main hands over at once. */
export const windowLimit = 200;
/** Rows before the edge of the window at which the next one is asked for, so that ordinary scrolling shows no empty row. */
const edgeRows = 30;

/** Where selected rows go in the list's own order. */
export type ListMove = 'up' | 'down' | 'first' | 'last';

/** Some rows of a list in their order, from place `offset` on; null = not known yet. */
export interface ListWindow<Row extends ListRow> {
  readonly offset: number;
  /** Rows of the list in all. */
  readonly total: number;
  readonly rows: readonly (Row | null)[];
}

export interface ListState<Row extends ListRow, Query, Window extends ListWindow<Row>, Filter> {
  /** Which list it is, and in which order. */
  readonly query: Query;
  /** First row that is asked for. */
  readonly offset: number;
  readonly window: Window | null;
  /** False while the window is only what stays in sight until the first answer to this query. */
  readonly answered: boolean;
  readonly selection: Selection<Row, Filter>;
  /** Row that the keyboard is on, and the row a range starts from; both are places in the list. */
  readonly cursor: number;
  readonly anchor: number;
  /** What is selected alone as soon as its row is there. */
  readonly arrival: { readonly place: number } | { readonly id: Row['id'] } | null;
}

/** The row at a place in the whole list; null while it is not known. */
export function rowAt<Row extends ListRow>(window: ListWindow<Row> | null, place: number): Row | null {
  return window?.rows[place - window.offset] ?? null;
}

/** Rows [from, to]; null when not all of them are in the window. */
export function rowsBetween<Row extends ListRow>(
  window: ListWindow<Row> | null,
  from: number,
  to: number,
): readonly Row[] | null {
  const rows: Row[] = [];
  for (let place = from; place <= to; place += 1) {
    const row = rowAt(window, place);
    if (row === null) return null;
    rows.push(row);
  }
  return rows;
}

/** The first row that a window around the rows [first, last] in sight begins with; null = the present one will do. */
export function offsetFor(
  list: { readonly offset: number },
  total: number,
  first: number,
  last: number,
): number | null {
  const end = Math.min(last, total - 1);
  const isNearStart = first < list.offset + edgeRows && list.offset > 0;
  const isNearEnd = end > list.offset + windowLimit - edgeRows && list.offset + windowLimit < total;
  if (!isNearStart && !isNearEnd) return null;
  const offset = Math.max(0, Math.floor((first + end) / 2) - windowLimit / 2);
  return offset === list.offset ? null : offset;
}

/** Where the row at `place` went, as far as both windows show it. */
function followed<Row extends ListRow>(before: ListWindow<Row> | null, now: ListWindow<Row>, place: number): number {
  const held = rowAt(before, place);
  const at = held === null ? -1 : now.rows.findIndex((row) => row?.id === held.id);
  return Math.max(0, Math.min(at < 0 ? place : at + now.offset, now.total - 1));
}

/** The list after an answer or a patch: keyboard and range stay on their rows when others come and go above them. */
export function withWindow<Row extends ListRow, Query, Window extends ListWindow<Row>, Filter>(
  list: ListState<Row, Query, Window, Filter>,
  window: Window,
): ListState<Row, Query, Window, Filter> {
  const before = list.answered ? list.window : null;
  const next = {
    ...list,
    window,
    answered: true,
    selection: refreshed(list.selection, window.rows),
    cursor: followed(before, window, list.cursor),
    anchor: followed(before, window, list.anchor),
  };
  const { arrival } = list;
  if (arrival === null) return next;
  const place =
    'place' in arrival ? Math.max(0, Math.min(arrival.place, window.total - 1)) : followedId(window, arrival.id);
  return place === null || rowAt(window, place) === null ? next : selectedAt(next, place);
}

function followedId<Row extends ListRow>(window: ListWindow<Row>, id: Row['id']): number | null {
  const at = window.rows.findIndex((row) => row?.id === id);
  return at < 0 ? null : at + window.offset;
}

/** One row alone is selected, and the keyboard is on it; a row that is not known yet is selected when it comes. */
export function selectedAt<Row extends ListRow, Query, Window extends ListWindow<Row>, Filter>(
  list: ListState<Row, Query, Window, Filter>,
  place: number,
): ListState<Row, Query, Window, Filter> {
  const row = rowAt(list.window, place);
  const moved = { ...list, cursor: place, anchor: place };
  return row === null ? { ...moved, arrival: { place } } : { ...moved, arrival: null, selection: these([row]) };
}

/** The keyboard goes to `place`, and the next range starts there. */
export function movedTo<List extends { readonly cursor: number; readonly anchor: number }>(
  list: List,
  place: number,
): List & { readonly arrival: null } {
  return { ...list, cursor: place, anchor: place, arrival: null };
}

// What is selected in a long list as main has it now, in the order of the list: the rows held here are old where they are out of sight.
import type { RefusalCode } from '../../preload/contract.ts';
import { type ListState, type ListWindow, rowsBetween, windowLimit } from '../model/list-state.ts';
import type { ListRow } from '../model/selection.ts';

interface Reading<Row extends ListRow, Query> {
  /** Rows [0, to] of a list, fewer where it ends before. */
  readonly read: (query: Query, to: number) => Promise<readonly Row[]>;
  /** The list as it is by now. */
  readonly queryNow: () => Query;
  /** The list that this one is a part of, in the same order; null = it is the whole. */
  readonly whole: Query | null;
}

/** Those of a list of `total` rows that are chosen, at least the first `few`: about as much is read as that takes. */
async function chosenOf<Row>(
  read: (to: number) => Promise<readonly Row[]>,
  total: number,
  isChosen: (row: Row) => boolean,
  few: number,
): Promise<readonly Row[]> {
  let before = 0;
  for (let end = Math.min(Math.max(windowLimit, few), total); ; end = Math.min(end * 4, total)) {
    const rows = await read(end - 1);
    const found = rows.filter(isChosen);
    if (found.length >= few || end === total || rows.length <= before) return found;
    before = rows.length;
  }
}

/**
 * The first `most` of what is selected. What has left the list stands where the whole list has it, and what is in none any more
 * stands last, as it was seen last. Rejects with what may be shown: also where another list is shown before all is read.
 */
export async function readSelected<Row extends ListRow, Query, Window extends ListWindow<Row>, Filter>(
  { query, selection, window, answered }: ListState<Row, Query, Window, Filter>,
  most: number,
  { read, queryNow, whole }: Reading<Row, Query>,
): Promise<readonly Row[]> {
  const shown = answered ? window : null;
  const total = shown?.total ?? Number.POSITIVE_INFINITY;
  const readIn = async (where: Query, to: number): Promise<readonly Row[]> => {
    const rows = await read(where, to);
    // Of a list that was left not all was read.
    if (queryNow() !== query) throw new Error('list-changing' satisfies RefusalCode);
    return rows;
  };
  if (selection.kind === 'all') {
    const to = Math.min(most, total) - 1;
    return rowsBetween(shown, 0, to) ?? readIn(query, to);
  }

  const held = selection.rows;
  const isChosen = (row: Row | null): row is Row => row !== null && held.has(row.id);
  const inSight = (shown?.rows ?? []).filter(isChosen);
  if (inSight.length === held.size) return inSight.slice(0, most);
  const isAll = most >= held.size;
  const few = isAll ? Number.POSITIVE_INFINITY : most;
  let found: readonly Row[] = [];
  // The first few of a part may not be the first few of all.
  if (isAll || whole === null) found = await chosenOf((to) => readIn(query, to), total, isChosen, few);
  if (whole !== null && found.length < Math.min(most, held.size))
    found = await chosenOf((to) => readIn(whole, to), Number.POSITIVE_INFINITY, isChosen, few);
  const ids = new Set(found.map(({ id }) => id));
  return [...found, ...[...held.values()].filter(({ id }) => !ids.has(id))].slice(0, most);
}

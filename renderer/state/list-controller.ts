// The one controller of a long list: what clicks and keys select, which rows are asked for, and which answers still count.
import {
  type ListState,
  type ListWindow,
  movedTo,
  offsetFor,
  rowAt,
  rowsBetween,
  selectedAt,
  withWindow,
} from '../model/list-state.ts';
import {
  type ClickKind,
  type ListRow,
  nothing,
  refreshed,
  type Selection,
  these,
  toggled,
} from '../model/selection.ts';
import { saidBy } from '../text/failure.ts';
import { createListFeed, type ListSource } from './list-feed.ts';
import { readSelected } from './selected-now.ts';

/** What differs between lists. */
export interface ListRules<Row extends ListRow, Query, Window extends ListWindow<Row>, Filter> {
  /** What stays in sight until the first answer to another query. */
  readonly meanwhile: (window: Window | null, before: Query, now: Query) => Window | null;
  /** Whether what is selected stays so when another query is shown. */
  readonly keepsSelection: (selection: Selection<Row, Filter>, now: Query) => boolean;
  /** The name of all rows of a list; null = they are read and selected one by one. */
  readonly filterOf: (query: Query) => Filter | null;
  /** The list that this one is a part of, in the same order; null = it is the whole, or its rows are in no other. */
  readonly wholeOf: (query: Query) => Query | null;
}

export interface ListHooks<Row extends ListRow, Query, Window extends ListWindow<Row>, Filter> {
  /** Told after each change, in the same turn. */
  readonly onChange: (list: ListState<Row, Query, Window, Filter>) => void;
  /** The rows in sight could not be asked for; null = they can again. */
  readonly onProblem: (said: string | null) => void;
  /** Rows that were to be selected could not be read: the selection stays as it is. */
  readonly onRangeFailed: (said: string) => void;
}

export interface ListController<Row extends ListRow, Query, Patch> {
  /** Shows another list, or the same in another order, from its beginning. Its rows are asked for by `look`. */
  setQuery(query: Query): void;
  /** Asks for the rows in sight, again where they are there. */
  look(): void;
  patch(patch: Patch): void;
  /** Makes sure that rows [first, last] are in the window, or soon will be. */
  reveal(first: number, last: number): void;
  click(place: number, kind: ClickKind): void;
  /** The keyboard goes to a row, and what is selected stays so. */
  moveTo(place: number): void;
  /** Rows [from, to] in the order of the list; rejects with what may be shown. */
  rows(from: number, to: number): Promise<readonly Row[]>;
  /** What is selected, in the order of the list, the first `most` of it; rejects with what may be shown. */
  selected(most: number): Promise<readonly Row[]>;
  /** The same as main has it now, with what has left the list. */
  selectedNow(most: number): Promise<readonly Row[]>;
  selectAll(): void;
  /** These rows and no others, wherever they are. */
  select(rows: readonly Row[]): void;
  /** The row with this id is selected alone as soon as an answer has it; null = none is waited for any more. */
  selectId(id: Row['id'] | null): void;
  stop(): void;
}

export function createListController<
  Row extends ListRow,
  Query,
  Window extends ListWindow<Row>,
  Filter,
  Patch extends { readonly seq: number },
>(
  first: Query,
  source: ListSource<Row, Query, Window, Patch>,
  rules: ListRules<Row, Query, Window, Filter>,
  hooks: ListHooks<Row, Query, Window, Filter>,
): ListController<Row, Query, Patch> {
  type List = ListState<Row, Query, Window, Filter>;
  let list: List = emptyList(first);
  /** Counts what decides about the selection: rows that were read for an earlier decision come too late. */
  let decisions = 0;
  const feed = createListFeed(source, {
    onWindow: (window) => put(withWindow(list, window)),
    onProblem: hooks.onProblem,
  });

  function put(next: List): void {
    list = next;
    hooks.onChange(next);
  }

  function decide(next: List): void {
    decisions += 1;
    put(next);
  }

  /** Selects of rows [from, to] those that `picks` wants; at once where all of them are in the window. */
  async function selectRange(from: number, to: number, picks: (row: Row) => boolean): Promise<void> {
    const mine = decisions;
    try {
      const rows = rowsBetween(list.window, from, to) ?? (await feed.range(list.query, from, to));
      if (mine === decisions) put({ ...list, selection: these(rows.filter(picks)) });
    } catch (error) {
      if (mine === decisions) hooks.onRangeFailed(saidBy(error));
    }
  }

  function toggle(place: number): void {
    const row = rowAt(list.window, place);
    const { selection } = list;
    const moved = movedTo(list, place);
    if (row === null) decide(moved);
    else if (selection.kind === 'some') decide({ ...moved, selection: toggled(selection.rows, row) });
    else {
      decide(moved);
      void selectRange(0, (list.window?.total ?? 1) - 1, ({ id }) => id !== row.id);
    }
  }

  async function read(from: number, to: number): Promise<readonly Row[]> {
    if (to < from) return [];
    return rowsBetween(list.window, from, to) ?? (await feed.range(list.query, from, to));
  }

  async function selectedNow(most: number): Promise<readonly Row[]> {
    const mine = decisions;
    const rows = await readSelected(list, most, {
      read: (query, to) => feed.range(query, 0, to),
      queryNow: () => list.query,
      whole: rules.wholeOf(list.query),
    });
    // What is in sight may be newer than what was read.
    const selection = refreshed(refreshed(list.selection, rows), list.window?.rows ?? []);
    if (mine === decisions && selection !== list.selection) put({ ...list, selection });
    return rows;
  }

  return {
    rows: read,
    selectedNow,
    async selected(most) {
      const { selection, window } = list;
      const total = window?.total ?? 0;
      if (selection.kind === 'all') return read(0, Math.min(most, total) - 1);
      const chosen = (those: readonly (Row | null)[]): Row[] =>
        those.flatMap((row) => (row !== null && selection.rows.has(row.id) ? [row] : []));
      const inSight = chosen(window?.rows ?? []);
      const all = inSight.length === selection.rows.size ? inSight : chosen(await read(0, total - 1));
      return all.slice(0, most);
    },
    setQuery(query) {
      feed.leave();
      decide({
        ...emptyList<Row, Query, Window, Filter>(query),
        window: rules.meanwhile(list.window, list.query, query),
        selection: rules.keepsSelection(list.selection, query) ? list.selection : nothing,
      });
    },
    look: () => feed.look(list.query, list.offset),
    patch: (patch) => feed.patch(patch),
    reveal(firstRow, lastRow) {
      const offset = offsetFor(list, list.window?.total ?? 0, firstRow, lastRow);
      if (offset === null) return;
      put({ ...list, offset });
      feed.look(list.query, offset);
    },
    click(place, kind) {
      if (kind === 'only') decide(selectedAt(list, place));
      else if (kind === 'toggle') toggle(place);
      else {
        decide({ ...list, cursor: place, arrival: null });
        void selectRange(Math.min(list.anchor, place), Math.max(list.anchor, place), () => true);
      }
    },
    moveTo: (place) => put({ ...list, cursor: place }),
    selectAll() {
      const total = list.window?.total ?? 0;
      if (total === 0) return;
      const filter = rules.filterOf(list.query);
      const row = rowAt(list.window, 0);
      if (filter === null) {
        decide({ ...list, arrival: null });
        void selectRange(0, total - 1, () => true);
      } else if (total === 1 && row !== null) decide({ ...list, arrival: null, selection: these([row]) });
      else if (total > 1) decide({ ...list, arrival: null, selection: { kind: 'all', filter } });
    },
    select: (rows) => decide({ ...list, arrival: null, selection: these(rows) }),
    selectId: (id) => decide({ ...list, arrival: id === null ? null : { id } }),
    stop: () => feed.close(),
  };
}

/** A list of which nothing is known yet. */
function emptyList<Row extends ListRow, Query, Window extends ListWindow<Row>, Filter>(
  query: Query,
): ListState<Row, Query, Window, Filter> {
  return {
    query,
    offset: 0,
    window: null,
    answered: false,
    selection: nothing,
    cursor: 0,
    anchor: 0,
    arrival: null,
  };
}

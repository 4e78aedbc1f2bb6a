// What is selected in a long list, as plain data and pure functions: some rows by id, or all under a filter.
import type { JobRow, JobTarget, QueueFilter, QueueSearch } from '../../preload/contract.ts';

/** What a click on a row does to the selection. */
export type ClickKind = 'only' | 'toggle' | 'extend';

export interface ListRow {
  readonly id: string | number;
}

/** `Filter` names all rows of a list at once; `never` where they are always selected one by one. */
export type Selection<Row extends ListRow, Filter> =
  | { readonly kind: 'some'; readonly rows: ReadonlyMap<Row['id'], Row> }
  | { readonly kind: 'all'; readonly filter: Filter };

/** All jobs under a filter, and where it is narrowed: all that are found. */
export interface ListedJobs {
  readonly filter: QueueFilter;
  readonly search?: QueueSearch;
}

/** Jobs of the upload list. */
export type JobSelection = Selection<JobRow, ListedJobs>;

export const nothing: Selection<never, never> = { kind: 'some', rows: new Map<never, never>() };

export function these<Row extends ListRow>(rows: readonly Row[]): Selection<Row, never> {
  return { kind: 'some', rows: new Map(rows.map((row) => [row.id, row])) };
}

export function toggled<Row extends ListRow>(rows: ReadonlyMap<Row['id'], Row>, row: Row): Selection<Row, never> {
  const next = new Map(rows);
  if (!next.delete(row.id)) next.set(row.id, row);
  return { kind: 'some', rows: next };
}

export function isSelected<Row extends ListRow>(selection: Selection<Row, unknown>, id: Row['id']): boolean {
  return selection.kind === 'all' || selection.rows.has(id);
}

/** How many rows that is; `total` is the number of rows under the filter. */
export function selectedCount(selection: Selection<ListRow, unknown>, total: number): number {
  return selection.kind === 'all' ? total : selection.rows.size;
}

/** The one selected row, or null when it is none or several. */
export function singleRow<Row extends ListRow>(selection: Selection<Row, unknown>): Row | null {
  if (selection.kind === 'all' || selection.rows.size !== 1) return null;
  return selection.rows.values().next().value ?? null;
}

export function targetOf(selection: JobSelection): JobTarget {
  return selection.kind === 'all' ? selection.filter : { ids: [...selection.rows.keys()] };
}

/** The selection with the newest state of the rows it holds; the same object when none of them changed. */
export function refreshed<Row extends ListRow, Filter>(
  selection: Selection<Row, Filter>,
  rows: readonly (Row | null)[],
): Selection<Row, Filter> {
  if (selection.kind === 'all' || selection.rows.size === 0) return selection;
  let next: Map<Row['id'], Row> | null = null;
  for (const row of rows) {
    const held = row === null ? undefined : selection.rows.get(row.id);
    if (row === null || held === undefined || held === row) continue;
    next ??= new Map(selection.rows);
    next.set(row.id, row);
  }
  return next === null ? selection : { kind: 'some', rows: next };
}

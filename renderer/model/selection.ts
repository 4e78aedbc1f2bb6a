// What is selected in the list, as plain data and pure functions: some jobs by id, or all under the filter.
import type { JobRow, JobTarget, QueueFilter } from '../../preload/contract.ts';

/** What a click on a row does to the selection. */
export type ClickKind = 'only' | 'toggle' | 'extend';

export type Selection =
  | { readonly kind: 'some'; readonly rows: ReadonlyMap<string, JobRow> }
  | { readonly kind: 'all'; readonly filter: QueueFilter };

export const nothing: Selection = { kind: 'some', rows: new Map() };

export function only(row: JobRow): Selection {
  return { kind: 'some', rows: new Map([[row.id, row]]) };
}

export function these(rows: readonly JobRow[]): Selection {
  return { kind: 'some', rows: new Map(rows.map((row) => [row.id, row])) };
}

export function toggled(rows: ReadonlyMap<string, JobRow>, row: JobRow): Selection {
  const next = new Map(rows);
  if (!next.delete(row.id)) next.set(row.id, row);
  return { kind: 'some', rows: next };
}

export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === 'all' || selection.rows.has(id);
}

/** How many jobs that is; `total` is the number of jobs under the filter. */
export function selectedCount(selection: Selection, total: number): number {
  return selection.kind === 'all' ? total : selection.rows.size;
}

/** The one selected row, or null when it is none or several. */
export function singleRow(selection: Selection): JobRow | null {
  if (selection.kind === 'all' || selection.rows.size !== 1) return null;
  return selection.rows.values().next().value ?? null;
}

export function targetOf(selection: Selection): JobTarget {
  return selection.kind === 'all' ? { filter: selection.filter } : { ids: [...selection.rows.keys()] };
}

/** The selection with the newest state of the rows it holds; the same object when none of them changed. */
export function refreshed(selection: Selection, rows: readonly JobRow[]): Selection {
  if (selection.kind === 'all' || selection.rows.size === 0) return selection;
  let next: Map<string, JobRow> | null = null;
  for (const row of rows) {
    const held = selection.rows.get(row.id);
    if (held === undefined || held === row) continue;
    next ??= new Map(selection.rows);
    next.set(row.id, row);
  }
  return next === null ? selection : { kind: 'some', rows: next };
}

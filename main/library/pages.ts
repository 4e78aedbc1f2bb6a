// A list of the site as far as its pages were fetched: pure, and right although pages may be short or overlap.

/** As many rows as a window can be scrolled through; a site that counts more is searched and filtered. */
export const mostRows = 500_000;

/** Pages by number from 1; each row is in one of them only. */
export interface Pages<Row extends { readonly id: number }> {
  /** As the site counts, rows that it hides included; at most `mostRows`. */
  readonly total: number;
  readonly size: number;
  /** True: most rows of the site's pages are not wanted, so that a page promises none before it was fetched. */
  readonly sparse: boolean;
  readonly fetched: ReadonlyMap<number, readonly Row[]>;
}

export function noPages<Row extends { readonly id: number }>(size: number, sparse = false): Pages<Row> {
  return { total: 0, size, sparse, fetched: new Map() };
}

/**
 * The list with a page just fetched. A row that stood in another page has moved: the newer page has it (the order by date
 * is unstable within a second, and rows come and go; platform facts, section 9). Pages beyond the new end are dropped.
 */
export function withPage<Row extends { readonly id: number }>(
  list: Pages<Row>,
  page: number,
  rows: readonly Row[],
  told: number,
): Pages<Row> {
  const total = Math.min(told, mostRows);
  const own = new Map(rows.map((row) => [row.id, row]));
  const last = Math.ceil(total / list.size);
  const fetched = new Map<number, readonly Row[]>();
  for (const [number, others] of list.fetched) {
    if (number === page || number > last) continue;
    fetched.set(number, others.some((row) => own.has(row.id)) ? others.filter((row) => !own.has(row.id)) : others);
  }
  fetched.set(page, [...own.values()]);
  return { ...list, total, fetched };
}

/** The list without some rows, each gone or changed by `change` (null = gone). */
export function changedRows<Row extends { readonly id: number }>(
  list: Pages<Row>,
  change: (row: Row) => Row | null,
): Pages<Row> {
  const fetched = new Map<number, readonly Row[]>();
  for (const [number, rows] of list.fetched)
    fetched.set(
      number,
      rows.flatMap((row) => change(row) ?? []),
    );
  return { ...list, fetched };
}

/** The list as one that ends with page `last`, whatever the site counts. */
export function endedAfter<Row extends { readonly id: number }>(list: Pages<Row>, last: number): Pages<Row> {
  const fetched = new Map([...list.fetched].filter(([page]) => page <= last));
  return { ...list, total: Math.min(list.total, last * list.size), fetched };
}

/** Rows that were fetched. */
export function heldRows<Row extends { readonly id: number }>(list: Pages<Row>): number {
  let count = 0;
  for (const rows of list.fetched.values()) count += rows.length;
  return count;
}

/** The last page on which there was anything; 0 = none. */
export function lastHeld<Row extends { readonly id: number }>(list: Pages<Row>): number {
  return Math.max(0, ...[...list.fetched].flatMap(([page, rows]) => (rows.length > 0 ? [page] : [])));
}

/** Rows of a page: those that came, or as many as the site's count promises. */
function lengthOf<Row extends { readonly id: number }>(list: Pages<Row>, page: number): number {
  return list.fetched.get(page)?.length ?? (list.sparse ? 0 : Math.min(list.size, list.total - (page - 1) * list.size));
}

export const pageCount = (list: { readonly total: number; readonly size: number }): number =>
  Math.ceil(list.total / list.size);

/** Rows in all: what is hidden is found out page by page, so the number may shrink while more pages come. */
export function countRows<Row extends { readonly id: number }>(list: Pages<Row>): number {
  let count = 0;
  for (let page = 1; page <= pageCount(list); page++) count += lengthOf(list, page);
  return count;
}

export interface Slice<Row> {
  /** Null = its page was not fetched yet. */
  readonly rows: readonly (Row | null)[];
  /** Every page the slice lies on, fetched or not. */
  readonly pages: readonly number[];
}

export function sliceOf<Row extends { readonly id: number }>(
  list: Pages<Row>,
  offset: number,
  limit: number,
): Slice<Row> {
  const rows: (Row | null)[] = [];
  const pages: number[] = [];
  let start = 0;
  for (let page = 1; page <= pageCount(list) && rows.length < limit; page++) {
    const length = lengthOf(list, page);
    const from = Math.max(0, offset - start);
    const to = Math.min(length, offset + limit - start);
    if (to > from) {
      pages.push(page);
      const held = list.fetched.get(page);
      for (let at = from; at < to; at++) rows.push(held?.[at] ?? null);
    }
    start += length;
  }
  return { rows, pages };
}

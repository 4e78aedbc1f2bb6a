// The lists of a site as windows: pages fetched as they are needed and a little ahead, kept per query, refreshed when old.
import { LRUCache } from 'lru-cache';
import type { LibraryFailure } from '../model.ts';
import type { Clock } from '../ports.ts';
import { createSingleFlight, type SingleFlight } from '../single-flight.ts';
import {
  changedRows,
  countRows,
  endedAfter,
  heldRows,
  lastHeld,
  mostRows,
  noPages,
  type Pages,
  pageCount,
  sliceOf,
  withPage,
} from './pages.ts';

/** Older than this and looked at again = asked again, while the old rows are shown. */
export const listFreshMs = 60_000;
/** A list that was looked through as a whole is looked through again after this long, by who comes back to it after a while. */
const sparseFreshMs = 10 * 60_000;
const awayMs = 60_000;
/** So many pages of such a list are asked for at a time, and the next ones once somebody has looked at what these brought. */
const pagesAtOnce = 2;
/** After a failure nothing is asked for in the background for this long. */
const calmMs = 10_000;
const mostLists = 24;
/** So many pages in a row that bring no new row, and the rest of what the site counts is not there. */
const mostFruitless = 50;
/** So often a site may count anew after its list was found to be shorter. */
const mostEnds = 5;

export interface ShelfWindow<Row> {
  readonly total: number;
  readonly rows: readonly (Row | null)[];
  readonly complete: boolean;
  /** True: the site counts more than can be listed. */
  readonly limited: boolean;
  /** How many of the site's rows a sparse list has been looked through for; left out = all, or it is none. */
  readonly lookedThrough?: { readonly rows: number; readonly of: number };
  readonly failure: LibraryFailure | null;
}

export interface PagedListOptions<Query, Row> {
  readonly clock: Clock;
  /** Rows per page of the site. */
  readonly pageSize: number;
  readonly key: (query: Query) => string;
  /** Whether the site cannot be asked for these rows alone: page by page those that fit are taken out of its whole list. */
  readonly isSparse?: (query: Query) => boolean;
  /**
   * One page; null = the list is too short for it now. `empty` = the site has none there at all, wanted or not. Throws what `sort`
   * understands.
   */
  readonly fetch: (
    query: Query,
    page: number,
  ) => Promise<{ readonly rows: readonly Row[]; readonly total: number; readonly empty?: boolean } | null>;
  readonly sort: (query: Query, error: unknown) => LibraryFailure;
  /** The list looks different from what the last window said. */
  readonly onChange: (query: Query) => void;
}

export interface PagedList<Query, Row> {
  /** Waits for the pages it needs; what failed is in `failure`, with whatever is known. */
  window(query: Query, offset: number, limit: number): Promise<ShelfWindow<Row>>;
  /** A row wherever it is held; null = in no list. */
  row(fits: (query: Query) => boolean, id: number): Row | null;
  /** Changes held rows at once (null = gone), and has these lists asked for again when they are looked at. */
  change(fits: (query: Query) => boolean, change: (row: Row, query: Query) => Row | null): void;
  /** The next look asks the site. */
  refresh(fits: (query: Query) => boolean): void;
}

interface List<Query, Row extends { readonly id: number }> {
  readonly query: Query;
  pages: Pages<Row>;
  readonly fetchedAt: Map<number, number>;
  readonly underWay: SingleFlight<number, void>;
  known: boolean;
  failure: LibraryFailure | null;
  calmUntil: number;
  /** As the site counted last. */
  told: number;
  /** The last page that is believed to be there. */
  end: number;
  /** How often an end was found. */
  ends: number;
  /** New pages without a new row, one after the other. */
  fruitless: number;
  /** How often a sparse list was found to be shorter. */
  shrunk: number;
  /** The next pages of a sparse list are on their way. */
  walking: boolean;
  /** How many requests there were, and which one brought each page. */
  asked: number;
  readonly broughtBy: Map<number, number>;
  /** Pages of a sparse list that this request brought, or one before it, are asked for again. */
  dueUpTo: number;
  /** The last request before held rows were changed by what was done here, or before they were to be asked for anew. */
  changedAfter: number;
  /** When somebody looked last. */
  lookedAt: number;
  /** Pages that failed since anything came. */
  readonly failed: Set<number>;
}

const unlimited = { told: 0, end: Number.POSITIVE_INFINITY, ends: 0, fruitless: 0, shrunk: 0 };

function newList<Query, Row extends { readonly id: number }>(query: Query, pages: Pages<Row>): List<Query, Row> {
  return {
    ...{ query, pages, fetchedAt: new Map(), underWay: createSingleFlight() },
    ...{ known: false, failure: null, calmUntil: 0, walking: false, ...unlimited, failed: new Set() },
    ...{ asked: 0, broughtBy: new Map(), dueUpTo: 0, changedAfter: 0, lookedAt: Number.NEGATIVE_INFINITY },
  };
}

/** What the pages do not bear out is not asked for again and again, whatever the site counts. */
function endAfter<Row extends { readonly id: number }>(list: List<unknown, Row>, page: number): void {
  if (page < list.end) list.ends += 1;
  list.end = Math.min(list.end, page);
  list.fruitless = 0;
  list.pages = endedAfter(list.pages, list.end);
}

/** A page as the site gave it at `at`, in monotonic ms, to request number `asked`; `told` = how many rows it counts. */
function takePage<Row extends { readonly id: number }>(
  list: List<unknown, Row>,
  page: number,
  { rows, told, empty }: { readonly rows: readonly Row[]; readonly told: number; readonly empty: boolean },
  { at, asked }: { readonly at: number; readonly asked: number },
): void {
  if (list.known && told !== list.told) {
    if (!list.pages.sparse) list.fetchedAt.clear();
    // Of a shorter list rows have moved up into pages that were looked through already; what is new in a longer one comes first.
    else if (told < list.told) list.dueUpTo = list.shrunk++ < mostEnds ? asked - 1 : list.dueUpTo;
    else list.broughtBy.delete(1);
    if (list.ends < mostEnds) list.end = Number.POSITIVE_INFINITY;
  }
  list.told = told;
  const isNew = !list.pages.fetched.has(page);
  const before = heldRows(list.pages);
  list.pages = endedAfter(withPage(list.pages, page, rows, told), list.end);
  list.known = true;
  // What came may be from before a change that was made here meanwhile.
  if (asked > list.changedAfter) {
    list.fetchedAt.set(page, at);
    list.broughtBy.set(page, asked);
  }
  if (!isNew) return;
  const isFruitless = list.pages.sparse ? empty : heldRows(list.pages) <= before;
  list.fruitless = isFruitless ? list.fruitless + 1 : 0;
  if (list.fruitless >= mostFruitless) endAfter(list, list.pages.sparse ? page : lastHeld(list.pages));
}

function isOld<Row extends { readonly id: number }>(list: List<unknown, Row>, page: number, now: number): boolean {
  return now - (list.fetchedAt.get(page) ?? Number.NEGATIVE_INFINITY) > listFreshMs;
}

/** The pages of a sparse list that are still to be looked through: those first of which nothing is known, and at last those that failed. */
function dueOfSparse<Row extends { readonly id: number }>(list: List<unknown, Row>): readonly number[] {
  const pages = Array.from({ length: pageCount(list.pages) }, (_, at) => at + 1);
  const rank = (page: number): number => (list.failed.has(page) ? 2 : 0) + (list.pages.fetched.has(page) ? 1 : 0);
  return pages
    .filter((page) => (list.broughtBy.get(page) ?? 0) <= list.dueUpTo)
    .sort((one, other) => rank(one) - rank(other));
}

/** Rows stay until they come again; what is on its way by now counts as old. */
function askAnew<Row extends { readonly id: number }>(list: List<unknown, Row>): void {
  list.fetchedAt.clear();
  list.failed.clear();
  const { told, asked } = list;
  Object.assign(list, unlimited, { told, calmUntil: 0, dueUpTo: asked, changedAfter: asked });
}

/** Who comes back to a list that was looked through long ago has it looked through again; who never left it does not. */
function noteLook<Row extends { readonly id: number }>(list: List<unknown, Row>, now: number): void {
  const oldest = Math.min(...list.fetchedAt.values());
  if (list.pages.sparse && now - list.lookedAt > awayMs && now - oldest > sparseFreshMs) list.dueUpTo = list.asked;
  list.lookedAt = now;
}

function heldRow<Row extends { readonly id: number }>({ fetched }: Pages<Row>, id: number): Row | null {
  for (const rows of fetched.values()) {
    const found = rows.find((row) => row.id === id);
    if (found) return found;
  }
  return null;
}

/** How far a sparse list has been looked through. */
function lookedThrough<Row extends { readonly id: number }>(
  list: List<unknown, Row>,
): Pick<ShelfWindow<Row>, 'lookedThrough'> {
  const { sparse, size, total } = list.pages;
  const left = sparse && list.known ? dueOfSparse(list).length : 0;
  if (left === 0) return {};
  return { lookedThrough: { rows: Math.min((pageCount(list.pages) - left) * size, total), of: total } };
}

export function createPagedList<Query, Row extends { readonly id: number }>(
  options: PagedListOptions<Query, Row>,
): PagedList<Query, Row> {
  const { clock } = options;
  const lists = new LRUCache<string, List<Query, Row>>({ max: mostLists });

  const listOf = (query: Query): List<Query, Row> => {
    const held = lists.get(options.key(query));
    if (held) return held;
    const list = newList(query, noPages<Row>(options.pageSize, options.isSparse?.(query) === true));
    lists.set(options.key(query), list);
    return list;
  };

  const fetchPage = async (list: List<Query, Row>, page: number): Promise<void> => {
    const asked = ++list.asked;
    try {
      const found = await options.fetch(list.query, page);
      list.failed.delete(page);
      // Of two pages that are on their way one may come and the other not.
      if (list.failed.size === 0 || !list.pages.sparse) list.failure = null;
      if (found === null) {
        // Shorter than it was: everything is asked for again, from the beginning.
        list.fetchedAt.clear();
        if (page <= 1) return;
        await load(list, 1);
        endAfter(list, page - 1);
        return;
      }
      const { rows, total: told, empty = rows.length === 0 } = found;
      takePage(list, page, { rows, told, empty }, { at: clock.monotonic(), asked });
    } catch (error) {
      list.failure = options.sort(list.query, error);
      list.failed.add(page);
      list.calmUntil = clock.monotonic() + calmMs;
    }
  };

  /** Each page is asked for once at a time, whoever waits for it. */
  const load = (list: List<Query, Row>, page: number): Promise<void> =>
    list.underWay.run(page, () => fetchPage(list, page));

  /** Who looks at the list is told, looks again, and so it goes on: one that nobody looks at any more is left alone. */
  const lookThrough = (list: List<Query, Row>): void => {
    const next = list.walking ? [] : dueOfSparse(list).slice(0, pagesAtOnce);
    if (next.length === 0) return;
    list.walking = true;
    Promise.all(next.map((page) => load(list, page))).then(() => {
      list.walking = false;
      options.onChange(list.query);
      // Whoever still looks then has it go on.
      if (list.failure !== null) clock.after(calmMs + 1, () => options.onChange(list.query));
    });
  };

  /** What is old, and the page before and after the window: nobody waits for these. */
  const loadQuietly = (list: List<Query, Row>, pages: readonly number[]): void => {
    if (clock.monotonic() < list.calmUntil) return;
    if (list.pages.sparse) {
      lookThrough(list);
      return;
    }
    const last = Math.max(1, pageCount(list.pages));
    // An empty window stands on the first page: something may have come there meanwhile.
    const inSight = pages.length > 0 ? pages : [1];
    const around = [(inSight[0] ?? 1) - 1, ...inSight, (inSight.at(-1) ?? 1) + 1];
    const wanted = around.filter((page) => page >= 1 && page <= last && isOld(list, page, clock.monotonic()));
    const shown = wanted.filter((page) => inSight.includes(page));
    const before = list.failure;
    Promise.all(wanted.map((page) => load(list, page))).then(() => {
      if (shown.length > 0 || list.failure !== before) options.onChange(list.query);
    });
  };

  return {
    window: async (query, offset, limit) => {
      const list = listOf(query);
      noteLook(list, clock.monotonic());
      if (!list.known) await load(list, 1);
      // Short pages move the window on to further ones: two rounds settle all but absurd cases.
      for (let round = 0; round < 3 && list.known; round++) {
        const missing = sliceOf(list.pages, offset, limit).pages.filter((page) => !list.pages.fetched.has(page));
        if (missing.length === 0) break;
        await Promise.all(missing.map((page) => load(list, page)));
        if (list.failure !== null) break;
      }
      const slice = sliceOf(list.pages, offset, limit);
      if (list.known) loadQuietly(list, slice.pages);
      return {
        total: countRows(list.pages),
        rows: slice.rows,
        complete: list.known && list.failure === null && !slice.rows.includes(null),
        limited: Math.min(list.told, list.end * options.pageSize) > mostRows,
        ...lookedThrough(list),
        failure: list.failure,
      };
    },
    row: (fits, id) => {
      for (const list of lists.values()) {
        const found = fits(list.query) ? heldRow(list.pages, id) : null;
        if (found !== null) return found;
      }
      return null;
    },
    change: (fits, change) => {
      for (const list of lists.values()) {
        if (!fits(list.query)) continue;
        list.pages = changedRows(list.pages, (row) => change(row, list.query));
        // To look through a whole list again for each video that was changed would ask the site for the same thing all day.
        if (!list.pages.sparse) list.fetchedAt.clear();
        list.changedAfter = list.asked;
        list.calmUntil = 0;
      }
    },
    refresh: (fits) => {
      for (const list of lists.values()) {
        if (!fits(list.query)) continue;
        askAnew(list);
      }
    },
  };
}

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
const freshMs = 60_000;
/** A list that has to be looked through as a whole is looked through again after this long. */
const sparseFreshMs = 10 * 60_000;
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
  /** The next pages of a sparse list are on their way. */
  walking: boolean;
}

const unlimited = { told: 0, end: Number.POSITIVE_INFINITY, ends: 0, fruitless: 0 };

function newList<Query, Row extends { readonly id: number }>(query: Query, pages: Pages<Row>): List<Query, Row> {
  return {
    ...{ query, pages, fetchedAt: new Map(), underWay: createSingleFlight() },
    ...{ known: false, failure: null, calmUntil: 0, walking: false, ...unlimited },
  };
}

/** What the pages do not bear out is not asked for again and again, whatever the site counts. */
function endAfter<Row extends { readonly id: number }>(list: List<unknown, Row>, page: number): void {
  if (page < list.end) list.ends += 1;
  list.end = Math.min(list.end, page);
  list.fruitless = 0;
  list.pages = endedAfter(list.pages, list.end);
}

/** A page as the site gave it at `at`, in monotonic ms; `told` = how many rows it counts. */
function takePage<Row extends { readonly id: number }>(
  list: List<unknown, Row>,
  page: number,
  { rows, told, empty }: { readonly rows: readonly Row[]; readonly told: number; readonly empty: boolean },
  at: number,
): void {
  if (list.known && told !== list.told) {
    if (!list.pages.sparse) list.fetchedAt.clear();
    if (list.ends < mostEnds) list.end = Number.POSITIVE_INFINITY;
  }
  list.told = told;
  const isNew = !list.pages.fetched.has(page);
  const before = heldRows(list.pages);
  list.pages = endedAfter(withPage(list.pages, page, rows, told), list.end);
  list.known = true;
  list.fetchedAt.set(page, at);
  if (!isNew) return;
  const isFruitless = list.pages.sparse ? empty : heldRows(list.pages) <= before;
  list.fruitless = isFruitless ? list.fruitless + 1 : 0;
  if (list.fruitless >= mostFruitless) endAfter(list, list.pages.sparse ? page : lastHeld(list.pages));
}

function isOld<Row extends { readonly id: number }>(list: List<unknown, Row>, page: number, now: number): boolean {
  const ageMs = now - (list.fetchedAt.get(page) ?? Number.NEGATIVE_INFINITY);
  return ageMs > (list.pages.sparse ? sparseFreshMs : freshMs);
}

/** The next pages of a sparse list to look through, those first of which nothing is known. */
function nextOfSparse<Row extends { readonly id: number }>(list: List<unknown, Row>, now: number): readonly number[] {
  const pages = Array.from({ length: pageCount(list.pages) }, (_, at) => at + 1);
  const unknown = pages.filter((page) => !list.pages.fetched.has(page));
  return (unknown.length > 0 ? unknown : pages.filter((page) => isOld(list, page, now))).slice(0, pagesAtOnce);
}

/** How far a sparse list has been looked through. */
function lookedThrough<Row extends { readonly id: number }>(
  list: List<unknown, Row>,
): Pick<ShelfWindow<Row>, 'lookedThrough'> {
  const { sparse, fetched, size, total } = list.pages;
  if (!sparse || !list.known || fetched.size >= pageCount(list.pages)) return {};
  return { lookedThrough: { rows: Math.min(fetched.size * size, total), of: total } };
}

export function createPagedList<Query, Row extends { readonly id: number }>(
  options: PagedListOptions<Query, Row>,
): PagedList<Query, Row> {
  const { clock } = options;
  const lists = new LRUCache<string, List<Query, Row>>({ max: mostLists });

  const listOf = (query: Query): List<Query, Row> => {
    const key = options.key(query);
    const held = lists.get(key);
    if (held) return held;
    const list = newList(query, noPages<Row>(options.pageSize, options.isSparse?.(query) === true));
    lists.set(key, list);
    return list;
  };

  const fetchPage = async (list: List<Query, Row>, page: number): Promise<void> => {
    try {
      const found = await options.fetch(list.query, page);
      list.failure = null;
      if (found === null) {
        // Shorter than it was: everything is asked for again, from the beginning.
        list.fetchedAt.clear();
        if (page <= 1) return;
        await load(list, 1);
        endAfter(list, page - 1);
        return;
      }
      const { rows, total: told, empty = rows.length === 0 } = found;
      takePage(list, page, { rows, told, empty }, clock.monotonic());
    } catch (error) {
      list.failure = options.sort(list.query, error);
      list.calmUntil = clock.monotonic() + calmMs;
    }
  };

  /** Each page is asked for once at a time, whoever waits for it. */
  const load = (list: List<Query, Row>, page: number): Promise<void> =>
    list.underWay.run(page, () => fetchPage(list, page));

  /** Who looks at the list is told, looks again, and so it goes on: one that nobody looks at any more is left alone. */
  const lookThrough = (list: List<Query, Row>): void => {
    const next = list.walking ? [] : nextOfSparse(list, clock.monotonic());
    if (next.length === 0) return;
    list.walking = true;
    Promise.all(next.map((page) => load(list, page))).then(() => {
      list.walking = false;
      options.onChange(list.query);
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
        if (!fits(list.query)) continue;
        for (const rows of list.pages.fetched.values()) {
          const found = rows.find((row) => row.id === id);
          if (found) return found;
        }
      }
      return null;
    },
    change: (fits, change) => {
      for (const list of lists.values()) {
        if (!fits(list.query)) continue;
        list.pages = changedRows(list.pages, (row) => change(row, list.query));
        // To look through a whole list again for each video that was changed would ask the site for the same thing all day.
        if (!list.pages.sparse) list.fetchedAt.clear();
        list.calmUntil = 0;
      }
    },
    refresh: (fits) => {
      for (const list of lists.values()) {
        if (!fits(list.query)) continue;
        list.fetchedAt.clear();
        Object.assign(list, unlimited, { told: list.told, calmUntil: 0 });
      }
    },
  };
}

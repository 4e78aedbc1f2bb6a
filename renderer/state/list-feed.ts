// Keeps the window onto a long list in step with main: the newest question counts, patches are applied in their order, a gap asks again.
import { type ListWindow, windowLimit } from '../model/list-state.ts';
import type { ListRow } from '../model/selection.ts';
import { saidBy } from '../text/failure.ts';
import { readRange } from './list-range.ts';

/** How one list is read from main. */
export interface ListSource<Row extends ListRow, Query, Window extends ListWindow<Row>, Patch> {
  /** Rows [offset, offset + limit) of the list; rejects with what may be shown. */
  readonly ask: (query: Query, offset: number, limit: number) => Promise<Window>;
  /** Whether the answer has the `limit` rows that were asked for, so that there may be more behind them. */
  readonly isWhole: (answer: Window, limit: number) => boolean;
  /** Whether rows are missing because somebody did not answer. Left out = that shows by itself. */
  readonly isCut?: (answer: Window) => boolean;
  /** Main keeps the view that was named last and patches it: one question at a time, and after a range the window again. */
  readonly hasOneView: boolean;
  /** Milliseconds until a look that failed is tried again; null = not by itself. */
  readonly retryMs: number | null;
  /** The window after `patch`; 'old' when it is already in it, 'gap' when one before it is missing. */
  readonly apply: (window: Window, patch: Patch) => Window | 'old' | 'gap';
}

export interface ListFeed<Row, Query, Patch> {
  /** Asks for the window from row `offset` on; the newest wish wins when several come at once. */
  look(query: Query, offset: number): void;
  /** Another list is to be shown: whatever is on its way for this one no longer counts. */
  leave(): void;
  patch(patch: Patch): void;
  /** Reads rows [from, to], beyond the window too; rejects with what may be shown. */
  range(query: Query, from: number, to: number): Promise<readonly Row[]>;
  close(): void;
}

export interface ListFeedHooks<Window> {
  readonly onWindow: (window: Window) => void;
  /** A look failed; null = looking works again. */
  readonly onProblem: (said: string | null) => void;
}

/** The answer with the patches that are newer, in their order; not whole when one among them is missing. */
function patched<Window, Patch extends { readonly seq: number }>(
  answer: Window,
  patches: readonly Patch[],
  apply: (window: Window, patch: Patch) => Window | 'old' | 'gap',
): { readonly window: Window; readonly isWhole: boolean } {
  let window = answer;
  for (const patch of patches.toSorted((a, b) => a.seq - b.seq)) {
    const next = apply(window, patch);
    if (next === 'gap') return { window, isWhole: false };
    if (next !== 'old') window = next;
  }
  return { window, isWhole: true };
}

/** Patches that come while main answers are kept, as either may overtake the other; those newer than the answer are applied after it. */
export function createListFeed<
  Row extends ListRow,
  Query,
  Window extends ListWindow<Row>,
  Patch extends { readonly seq: number },
>(source: ListSource<Row, Query, Window, Patch>, hooks: ListFeedHooks<Window>): ListFeed<Row, Query, Patch> {
  let wanted: { readonly query: Query; readonly offset: number } | null = null;
  let current: Window | null = null;
  /** The list in sight, and the newest question about it. */
  let lists = 0;
  let questions = 0;
  let underWay = 0;
  let isStale = false;
  let isFailing = false;
  let isClosed = false;
  let early: Patch[] = [];
  let retry: ReturnType<typeof setTimeout> | null = null;
  const ranges: (() => Promise<void>)[] = [];

  function show(window: Window): void {
    current = window;
    hooks.onWindow(window);
  }

  async function lookAt(query: Query, offset: number): Promise<void> {
    questions += 1;
    const mine = questions;
    try {
      const answer = await source.ask(query, offset, windowLimit);
      if (isClosed || mine !== questions) return;
      if (isFailing) hooks.onProblem(null);
      isFailing = false;
      const { window, isWhole } = patched(answer, early, source.apply);
      early = [];
      if (!isWhole) isStale = true;
      show(window);
    } catch (error) {
      if (isClosed || mine !== questions) return;
      // Nobody knows which view main patches now: what is in sight stays as it is until a look succeeds.
      current = null;
      isFailing = true;
      hooks.onProblem(saidBy(error));
      if (source.retryMs === null) return;
      isStale = true;
      retry = setTimeout(() => {
        retry = null;
        goOn();
      }, source.retryMs);
    }
  }

  /** Starts what may be under way now: ranges first, then the look that is wanted. */
  function goOn(): void {
    while (!isClosed && !(source.hasOneView && underWay > 0)) {
      const range = ranges.shift();
      if (range !== undefined) {
        void run(range);
      } else if (isStale && retry === null && wanted !== null) {
        isStale = false;
        const { query, offset } = wanted;
        void run(() => lookAt(query, offset));
      } else return;
    }
  }

  async function run(work: () => Promise<void>): Promise<void> {
    underWay += 1;
    await work();
    underWay -= 1;
    goOn();
  }

  function refresh(): void {
    isStale = true;
    goOn();
  }

  return {
    look(query, offset) {
      wanted = { query, offset };
      refresh();
    },
    leave() {
      lists += 1;
      questions += 1;
      wanted = null;
      current = null;
    },
    patch(patch) {
      if (underWay > 0) {
        early.push(patch);
        return;
      }
      if (current === null) return;
      const next = source.apply(current, patch);
      if (next === 'old') return;
      if (next === 'gap') refresh();
      else show(next);
    },
    range(query, from, to) {
      return new Promise((resolve, reject) => {
        ranges.push(async () => {
          const list = lists;
          await readRange<Row, Query, Window>(source, query, from, to, () => list !== lists || isClosed).then(
            resolve,
            reject,
          );
          if (source.hasOneView) isStale = true;
        });
        goOn();
      });
    },
    close() {
      isClosed = true;
      if (retry !== null) clearTimeout(retry);
    },
  };
}

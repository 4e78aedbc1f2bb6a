// The lines of a long list that are in the page: those in sight, a few around them, and the one that the keyboard is on.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Lines, lineCount, lineOf } from '../model/grid-places.ts';

interface Options {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly total: number;
  /** Row that the keyboard is on. */
  readonly cursor: number;
  /** Null = how wide the list is, is not known yet. */
  readonly lines: Lines | null;
  /** Px above the first line that stay in sight. */
  readonly headPx: number;
  /** Rows [first, last] are in sight. */
  readonly onReveal: (first: number, last: number) => void;
}

/** Lines beyond the edges; one of cards is as high as several rows. */
const rowsAround = 6;
const linesAround = 2;
/** Above the first line of cards and below the last one. */
const cardsMargin = 8;

interface VirtualLines {
  readonly height: number;
  readonly shown: readonly { readonly index: number; readonly start: number }[];
  readonly show: (place: number, align: 'auto' | 'center') => void;
}

export function useVirtualLines({ scroller, total, cursor, lines, headPx, onReveal }: Options): VirtualLines {
  const { columns, lineHeight } = lines ?? { columns: 1, lineHeight: 1 };
  const isCards = columns > 1;
  const count = lines === null ? 0 : lineCount(total, columns);
  const cursorLine = lineOf(cursor, columns);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: isCards ? linesAround : rowsAround,
    paddingStart: headPx + (isCards ? cardsMargin : 0),
    paddingEnd: isCards ? cardsMargin : 0,
    scrollPaddingStart: headPx,
    useFlushSync: false,
    // The row that has the keyboard's focus stays in the page, however far one scrolls away from it.
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const shown = defaultRangeExtractor(range);
        if (cursorLine >= count || shown.includes(cursorLine)) return shown;
        return [...shown, cursorLine].toSorted((a, b) => a - b);
      },
      [cursorLine, count],
    ),
  });
  const first = (virtual.range?.startIndex ?? 0) * columns;
  const last = Math.max(first, Math.min(total, ((virtual.range?.endIndex ?? 0) + 1) * columns) - 1);

  useEffect(() => {
    onReveal(first, last);
  }, [onReveal, first, last]);

  const show = (place: number, align: 'auto' | 'center' | 'start'): void =>
    virtual.scrollToIndex(lineOf(place, columns), { align });
  useSameSight({ lines, cursor, first, last, measure: virtual.measure, show });
  return { height: virtual.getTotalSize(), shown: virtual.getVirtualItems(), show };
}

interface Sight extends Pick<Options, 'lines' | 'cursor'> {
  readonly first: number;
  readonly last: number;
  readonly measure: () => void;
  readonly show: (place: number, align: 'auto' | 'start') => void;
}

/** Where the list gets wider or narrower, what was in sight stays there: the row under the cursor before all others. */
function useSameSight({ lines, cursor, first, last, measure, show }: Sight): void {
  const before = useRef({ lines, first, last });
  const wanted = useRef<readonly [place: number, align: 'auto' | 'start'] | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    // Only now the list is as long as its new lines are.
    show(...wanted.current);
    wanted.current = null;
  });
  useLayoutEffect(() => {
    const { current: was } = before;
    if (was.lines === lines) {
      before.current = { lines, first, last };
      return;
    }
    before.current = { ...was, lines };
    if (was.lines === null) return;
    wanted.current = cursor >= was.first && cursor <= was.last ? [cursor, 'auto'] : [was.first, 'start'];
    measure();
  });
}

/** The lines for the present width of the list, where that decides. `onChange` = they are about to be others. */
export function useLines(
  scroller: RefObject<HTMLElement | null>,
  linesFor: Lines | ((width: number) => Lines),
  onChange: () => void,
): Lines | null {
  const [lines, setLines] = useState<Lines | null>(null);
  const latest = useRef({ lines, onChange });
  latest.current = { lines, onChange };
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null || typeof linesFor !== 'function') return;
    const measure = (): void => {
      const next = linesFor(box.clientWidth);
      const { lines: now } = latest.current;
      if (now?.columns === next.columns && now.lineHeight === next.lineHeight) return;
      latest.current.onChange();
      setLines(next);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [scroller, linesFor]);
  return typeof linesFor === 'function' ? lines : linesFor;
}

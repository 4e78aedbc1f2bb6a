// A long list as a grid for keyboard and screen reader; only the rows in sight are in the page, the rest is known to main.

import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { t } from '../../preload/text/text.ts';
import type { ClickKind } from '../model/selection.ts';
import { useRowDrag } from './row-drag.ts';

export const rowHeight = 64;

export interface GridRow {
  readonly index: number;
  readonly top: number;
  readonly tabbable: boolean;
}

interface Props {
  readonly label: string;
  readonly total: number;
  /** Row that the keyboard is on. */
  readonly cursor: number;
  /** The list starts at its beginning whenever this changes. */
  readonly from: string;
  /** True = the row under the cursor is to get the keyboard's focus, told once. */
  readonly focusWanted: boolean;
  readonly onFocused: () => void;
  /** Rows [first, last] are in sight. */
  readonly onReveal: (first: number, last: number) => void;
  readonly onClick: (index: number, kind: ClickKind) => void;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
  /** Enter or a double click. */
  readonly onOpen: () => void;
  /** The space key alone; nothing when left out. */
  readonly onSpace?: () => void;
  readonly onDelete?: () => void;
  /** Alt with an arrow, Home or End. */
  readonly onMove?: (to: 'up' | 'down' | 'first' | 'last') => void;
  /** The secondary button, or the menu key, on a row that is selected by now. */
  readonly onMenu?: (at: { readonly x: number; readonly y: number }) => void;
  /** Rows can be dragged; see `useRowDrag`. */
  readonly dragging?: { readonly begins: (index: number) => number; readonly drops: (gap: number) => void };
  /** Makes sure that a key on a row that is not selected means that row. */
  readonly onSelectFirst: () => void;
  readonly children: (row: GridRow) => ReactNode;
}

export function VirtualGrid(props: Props): ReactNode {
  const { total, cursor, focusWanted, onFocused, onReveal } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const focusCursor = useRef(false);

  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    useFlushSync: false,
    // The row that has the keyboard's focus stays in the page, however far one scrolls away from it.
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const shown = defaultRangeExtractor(range);
        if (cursor >= total || shown.includes(cursor)) return shown;
        return [...shown, cursor].toSorted((a, b) => a - b);
      },
      [cursor, total],
    ),
  });
  const { drag, onPointerDown } = useRowDrag({
    scroller,
    grid,
    rowHeight,
    total,
    begins: (index) => props.dragging?.begins(index) ?? 0,
    drops: (gap) => props.dragging?.drops(gap),
  });
  const first = virtual.range?.startIndex ?? 0;
  const last = virtual.range?.endIndex ?? 0;

  useEffect(() => {
    onReveal(first, last);
  }, [onReveal, first, last]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter or order starts at its beginning.
  useEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0;
  }, [props.from]);

  useLayoutEffect(() => {
    if (!focusCursor.current && !(grid.current?.contains(document.activeElement) ?? false)) return;
    const active = document.activeElement;
    // A button inside the row keeps its focus.
    if (!focusCursor.current && active?.closest('[role="row"]')?.getAttribute('data-index') === String(cursor)) return;
    focusCursor.current = false;
    focusRow(grid.current, cursor);
  });

  useEffect(() => {
    if (!focusWanted) return;
    onFocused();
    focusRow(grid.current, cursor);
  }, [focusWanted, onFocused, cursor]);

  function goTo(index: number, extend: boolean): void {
    const target = Math.max(0, Math.min(total - 1, index));
    focusCursor.current = true;
    props.onClick(target, extend ? 'extend' : 'only');
    virtual.scrollToIndex(target, { align: 'auto' });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (total === 0) return;
    const command = event.ctrlKey || event.metaKey;
    const inButton = event.target instanceof HTMLButtonElement;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight) / rowHeight) - 1);
    const places: Record<string, number> = {
      ArrowDown: cursor + 1,
      ArrowUp: cursor - 1,
      PageDown: cursor + page,
      PageUp: cursor - page,
      Home: 0,
      End: total - 1,
    };
    const place = places[event.key];
    const run = (act: () => void): void => {
      props.onSelectFirst();
      act();
    };
    const moves: Record<string, 'up' | 'down' | 'first' | 'last'> = {
      ArrowUp: 'up',
      ArrowDown: 'down',
      Home: 'first',
      End: 'last',
    };
    const move = event.altKey ? moves[event.key] : undefined;
    if (move !== undefined && props.onMove !== undefined) {
      const { onMove } = props;
      run(() => onMove(move));
    } else if (event.altKey) return;
    else if (place !== undefined) goTo(place, event.shiftKey);
    else if (command && event.key.toLowerCase() === 'a') props.onSelectAll();
    else if (event.key === 'ArrowRight') rowElement(event)?.querySelector('button')?.focus();
    else if (event.key === 'ArrowLeft') rowElement(event)?.focus();
    else if (event.key === 'Escape') props.onClear();
    else if (inButton) return;
    else if (event.key === ' ' && command) props.onClick(cursor, 'toggle');
    else if (event.key === ' ' && props.onSpace !== undefined) run(props.onSpace);
    else if (event.key === 'Enter') run(props.onOpen);
    else if ((event.key === 'Delete' || event.key === 'Backspace') && props.onDelete !== undefined) run(props.onDelete);
    else return;
    event.preventDefault();
  }

  function onClick(event: MouseEvent): void {
    const row = rowElement(event);
    if (row === null) return;
    const index = Number(row.getAttribute('data-index'));
    props.onClick(index, event.shiftKey ? 'extend' : event.ctrlKey || event.metaKey ? 'toggle' : 'only');
    row.focus({ preventScroll: true });
  }

  function onContextMenu(event: MouseEvent): void {
    const row = rowElement(event);
    if (row === null || props.onMenu === undefined) return;
    event.preventDefault();
    const index = Number(row.getAttribute('data-index'));
    if (row.getAttribute('aria-selected') !== 'true') props.onClick(index, 'only');
    // The menu key has no place of its own.
    const box = row.getBoundingClientRect();
    const byKey = event.button !== 2;
    props.onMenu(byKey ? { x: box.left + 20, y: box.bottom - 8 } : { x: event.clientX, y: event.clientY });
  }

  return (
    <div ref={scroller} className={drag === null ? 'list' : 'list list-dragging'}>
      <div
        ref={grid}
        role="grid"
        aria-label={props.label}
        aria-rowcount={total}
        aria-multiselectable="true"
        className="grid"
        style={{ height: `${virtual.getTotalSize()}px` }}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onContextMenu={onContextMenu}
        onPointerDown={onPointerDown}
        onDoubleClick={(event) => {
          if (!(event.target instanceof HTMLButtonElement) && rowElement(event) !== null) props.onOpen();
        }}
      >
        {virtual
          .getVirtualItems()
          .map((item) => props.children({ index: item.index, top: item.start, tabbable: item.index === cursor }))}
        {drag !== null && (
          <div
            className="drop-line"
            style={{ transform: `translateY(${drag.gap * rowHeight}px)` }}
            aria-hidden="true"
          />
        )}
      </div>
      {drag !== null && (
        <div className="drag-chip" style={{ transform: `translate(${drag.x}px, ${drag.y}px)` }} aria-hidden="true">
          {t('format.clips', { clips: drag.count })}
        </div>
      )}
    </div>
  );
}

function focusRow(grid: HTMLElement | null, index: number): void {
  grid?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true });
}

function rowElement(event: { readonly target: EventTarget }): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>('[role="row"]') : null;
}

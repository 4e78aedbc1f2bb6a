// The list of jobs as a grid for keyboard and screen reader; only the rows in sight are in the page.
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
import { actOnSelection, togglePause } from '../job-actions.ts';
import { isSelected } from '../selection.ts';
import { countOf, destinations, rowAt } from '../selectors.ts';
import { useApp, useAppStore } from '../store.ts';
import { QueueRow, rowHeight } from './queue-row.tsx';

export function QueueList(): ReactNode {
  const store = useAppStore();
  const queue = useApp((state) => state.queue);
  const filter = useApp((state) => state.filter);
  const sort = useApp((state) => state.sort);
  const selection = useApp((state) => state.selection);
  const cursor = useApp((state) => state.cursor);
  const showSite = useApp((state) => destinations(state.app).length > 1);
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const focusCursor = useRef(false);

  // While another filter's rows are on their way, its count already says how long the list will be.
  const arriving = queue !== null && queue.view.filter !== filter;
  const total = queue === null ? 0 : arriving ? countOf(queue.counts, filter) : queue.total;

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
  const items = virtual.getVirtualItems();
  const first = virtual.range?.startIndex ?? 0;
  const last = virtual.range?.endIndex ?? 0;

  useEffect(() => {
    store.reveal(first, last);
  }, [store, first, last]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter or order starts at its beginning.
  useEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0;
  }, [filter, sort]);

  useLayoutEffect(() => {
    if (!focusCursor.current && !(grid.current?.contains(document.activeElement) ?? false)) return;
    const active = document.activeElement;
    // A button inside the row keeps its focus.
    if (!focusCursor.current && active?.closest('[role="row"]')?.getAttribute('data-index') === String(cursor)) return;
    focusCursor.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-index="${cursor}"]`)?.focus({ preventScroll: true });
  });

  const wanted = useApp((state) => state.focusWanted === 'list');
  useEffect(() => {
    if (!wanted) return;
    store.focusTaken();
    grid.current
      ?.querySelector<HTMLElement>(`[data-index="${store.getState().cursor}"]`)
      ?.focus({ preventScroll: true });
  }, [wanted, store]);

  function goTo(index: number, extend: boolean): void {
    const target = Math.max(0, Math.min(total - 1, index));
    focusCursor.current = true;
    store.click(target, extend ? 'extend' : 'only');
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
    if (place !== undefined) goTo(place, event.shiftKey);
    else if (command && event.key.toLowerCase() === 'a') store.selectAll();
    else if (event.key === 'ArrowRight') rowElement(event)?.querySelector('button')?.focus();
    else if (event.key === 'ArrowLeft') rowElement(event)?.focus();
    else if (event.key === 'Escape') store.clearSelection();
    else if (inButton) return;
    else if (event.key === ' ' && command) store.click(cursor, 'toggle');
    else if (event.key === ' ') selectedFirst(() => togglePause(store));
    else if (event.key === 'Enter') selectedFirst(() => store.inspect('title'));
    else if (event.key === 'Delete' || event.key === 'Backspace')
      selectedFirst(() => {
        const state = store.getState();
        actOnSelection(store, state.selection, 'remove', state.queue?.total ?? 0);
      });
    else return;
    event.preventDefault();
  }

  /** A key on a row that is not selected means that row. */
  function selectedFirst(run: () => void): void {
    const row = rowAt(store.getState().queue, cursor);
    if (row !== null && !isSelected(store.getState().selection, row.id)) store.click(cursor, 'only');
    run();
  }

  function onClick(event: MouseEvent): void {
    const row = rowElement(event);
    if (row === null) return;
    const index = Number(row.getAttribute('data-index'));
    store.click(index, event.shiftKey ? 'extend' : event.ctrlKey || event.metaKey ? 'toggle' : 'only');
    row.focus({ preventScroll: true });
  }

  return (
    <div ref={scroller} className="list">
      <div
        ref={grid}
        role="grid"
        aria-label="Uploads"
        aria-rowcount={total}
        aria-multiselectable="true"
        className="grid"
        style={{ height: `${virtual.getTotalSize()}px` }}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onDoubleClick={(event) => {
          if (!(event.target instanceof HTMLButtonElement) && rowElement(event) !== null) store.inspect('title');
        }}
      >
        {items.map((item) => {
          const row = arriving ? null : rowAt(queue, item.index);
          return (
            <QueueRow
              key={item.index}
              row={row}
              index={item.index}
              top={item.start}
              selected={row !== null && isSelected(selection, row.id)}
              tabbable={item.index === cursor}
              showSite={showSite}
            />
          );
        })}
      </div>
    </div>
  );
}

function rowElement(event: { readonly target: EventTarget }): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>('[role="row"]') : null;
}

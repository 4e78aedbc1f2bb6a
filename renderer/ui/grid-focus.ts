// The keyboard's focus in a grid of which only the rows in sight are in the page: it stays on the row under the cursor.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useFocusHeir } from './focus-heir.ts';

interface GridFocus {
  readonly grid: RefObject<HTMLElement | null>;
  /** Row that the keyboard is on. */
  readonly cursor: number;
  /** True = the row under the cursor is to get the focus, told once. */
  readonly isWanted: boolean;
  readonly onFocused: () => void;
}

/** Gives the function that moves the focus to the cursor's row once it is drawn. */
export function useGridFocus({ grid, cursor, isWanted, onFocused }: GridFocus): () => void {
  const isToMove = useRef(false);
  const last = useLastFocused(grid);
  useFocusHeir(grid);

  useLayoutEffect(() => {
    const active = document.activeElement;
    // A row that went with the keyboard in it, as the last one does when it is taken off, leaves it nowhere.
    if (last.current?.isConnected === false && (active === null || active === document.body)) isToMove.current = true;
    last.current = null;
    if (grid.current?.contains(active) && active instanceof HTMLElement) last.current = active;
    if (!isToMove.current && !(grid.current?.contains(active) ?? false)) return;
    // A button inside the row keeps its focus.
    if (!isToMove.current && active?.closest('[data-index]')?.getAttribute('data-index') === String(cursor)) return;
    isToMove.current = false;
    focusRow(grid.current, cursor);
  });

  useEffect(() => {
    if (!isWanted) return;
    onFocused();
    focusRow(grid.current, cursor);
  }, [grid, isWanted, onFocused, cursor]);

  return () => {
    isToMove.current = true;
  };
}

/** What in the grid had the keyboard last; null = it has left the grid since. */
function useLastFocused(grid: RefObject<HTMLElement | null>): RefObject<Element | null> {
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const node = grid.current;
    const onIn = ({ target }: FocusEvent): void => {
      if (target instanceof Element) last.current = target;
    };
    // What leaves the page may be told to have lost the keyboard while it still is in it.
    const onOut = ({ target }: FocusEvent): void =>
      queueMicrotask(() => {
        if (last.current === target && last.current?.isConnected && document.activeElement !== target)
          last.current = null;
      });
    node?.addEventListener('focusin', onIn);
    node?.addEventListener('focusout', onOut);
    return () => {
      node?.removeEventListener('focusin', onIn);
      node?.removeEventListener('focusout', onOut);
    };
  }, [grid]);
  return last;
}

/** Gives the row the keyboard's focus where it is in the page. */
export function focusRow(grid: HTMLElement | null, index: number): void {
  grid?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true });
}

/** The row, or the card, that something happened in. */
export function rowElement(event: { readonly target: EventTarget }): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
}

export function rowIndex(row: HTMLElement): number {
  return Number(row.getAttribute('data-index'));
}

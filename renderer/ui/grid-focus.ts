// The keyboard's focus in a grid of which only the rows in sight are in the page: it stays on the row under the cursor.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

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

  useLayoutEffect(() => {
    const active = document.activeElement;
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

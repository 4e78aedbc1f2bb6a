// A long list as a grid for keyboard and screen reader, of rows or of cards; only those in sight are in the page, the rest is known to main.

import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { t } from '../../preload/text/text.ts';
import { type Lines, lineCount, lineOf } from '../model/grid-places.ts';
import { type ListKey, listKey } from '../model/list-keys.ts';
import type { ListMove } from '../model/list-state.ts';
import type { ClickKind } from '../model/selection.ts';
import { focusRow, rowElement, rowIndex, useGridFocus } from './grid-focus.ts';
import { type RowDrag, useRowDrag } from './row-drag.ts';
import { useLines, useVirtualLines } from './virtual-lines.ts';

export const rowHeight = 64;
const headHeight = 28;

const rows: Lines = { columns: 1, lineHeight: rowHeight };

/** A line of the list: a row, or some cards beside each other. */
export interface GridRow {
  readonly index: number;
  readonly top: number;
  /** The row that the keyboard is on is in it. */
  readonly tabbable: boolean;
  readonly lines: Lines;
}

interface Props {
  readonly label: string;
  readonly total: number;
  /** Row that the keyboard is on. */
  readonly cursor: number;
  /** The list starts at its beginning whenever this changes. */
  readonly from: string;
  /** The row that is to be brought into sight; another object = once more. Nothing when left out. */
  readonly brought?: { readonly place: number } | null;
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
  /** Ctrl or Cmd and C, where no text is selected. */
  readonly onCopy?: () => void;
  /** Ctrl or Cmd and D: what one of the selected rows has, for the others. */
  readonly onFill?: () => void;
  /** F2: the title of the row under the cursor is to be typed. */
  readonly onTitle?: () => void;
  /** Text from the clipboard, for the rows. */
  readonly onPaste?: (text: string) => void;
  /** What lies over the row at `place`, and takes the keyboard until it is gone. */
  readonly over?: { readonly place: number; readonly node: ReactNode } | null;
  /** Alt with an arrow, Home or End. */
  readonly onMove?: (to: ListMove) => void;
  /** The secondary button, or the menu key, on a row that is selected by now. */
  readonly onMenu?: (at: { readonly x: number; readonly y: number }, place: number) => void;
  /** Rows can be dragged; see `useRowDrag`. */
  readonly dragging?: { readonly begins: (index: number) => number; readonly drops: (gap: number) => void };
  /** Makes sure that a key on a row that is not selected means that row. */
  readonly onSelectFirst: () => void;
  /** Names of columns that rows have, cell by cell, and how CSS divides them; left out = rows speak for themselves. */
  readonly head?: { readonly cells: ReactNode; readonly template: string } | null;
  /** Told how wide the rows are. */
  readonly onWidth?: (px: number) => void;
  /** The lines of cards at a width, the same function each time; rows when left out. */
  readonly cards?: (width: number) => Lines;
  readonly children: (row: GridRow) => ReactNode;
}

function listClass(is: { readonly isDragging: boolean; readonly hasHead: boolean; readonly isCards: boolean }): string {
  const names = ['list', is.isDragging && 'list-dragging', is.hasHead && 'list-columns', is.isCards && 'list-cards'];
  return names.filter((name) => name !== false).join(' ');
}

export function VirtualGrid(props: Props): ReactNode {
  const { total, cursor, focusWanted, onFocused, onReveal, cards = null, head = null } = props;
  const headPx = head === null ? 0 : headHeight;
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);

  const moveFocus = useGridFocus({ grid, cursor, isWanted: focusWanted, onFocused });
  const lines = useLines(scroller, cards ?? rows, () => {
    // The card that has the focus is drawn anew in another line.
    if (grid.current?.contains(document.activeElement)) moveFocus();
  });
  const virtual = useVirtualLines({ scroller, total, cursor, lines, headPx, onReveal });
  const { drag, onPointerDown } = useRowDrag({
    scroller,
    grid,
    rowHeight,
    headHeight: headPx,
    total,
    begins: (index) => props.dragging?.begins(index) ?? 0,
    drops: (gap) => props.dragging?.drops(gap),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter or order starts at its beginning.
  useEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0;
  }, [props.from]);

  const { brought = null } = props;
  const known = brought !== null && brought.place < total && lines !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another row to bring scrolls, whatever else changes.
  useEffect(() => {
    if (brought !== null && known) virtual.show(brought.place, 'center');
  }, [brought, known]);

  useWidth(scroller, props.onWidth);
  const { over = null } = props;
  useOver({
    place: over?.place ?? null,
    grid,
    cursor,
    show: (place) => virtual.show(place, 'auto'),
  });

  function onKeyDown(event: KeyboardEvent): void {
    if (total === 0 || lines === null) return;
    const page = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headPx) / lines.lineHeight) - 1);
    const isInButton = event.target instanceof HTMLButtonElement;
    const columns = cards === null ? null : lines.columns;
    const pressed = listKey(event, { cursor, total, page, columns, isInButton });
    if (pressed === null) return;
    if (pressed.kind === 'go') {
      moveFocus();
      props.onClick(pressed.place, pressed.extend ? 'extend' : 'only');
      virtual.show(pressed.place, 'auto');
    } else {
      const act = actOf(pressed, props, rowElement(event));
      if (act === undefined) return;
      act();
    }
    event.preventDefault();
  }

  return (
    <div
      ref={scroller}
      className={listClass({ isDragging: drag !== null, hasHead: head !== null, isCards: cards !== null })}
      style={head === null ? {} : ({ '--row-columns': head.template } as CSSProperties)}
    >
      <div
        ref={grid}
        role="grid"
        aria-label={props.label}
        aria-rowcount={lineCount(total, lines?.columns ?? 1) + (head === null ? 0 : 1)}
        aria-colcount={cards === null ? undefined : lines?.columns}
        aria-multiselectable="true"
        className="grid"
        style={{ height: `${virtual.height}px` }}
        onKeyDown={onKeyDown}
        onClick={(event) => clickRow(event, props)}
        onContextMenu={(event) => openMenu(event, props)}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain');
          if (props.onPaste !== undefined && text.trim() !== '') props.onPaste(text);
        }}
        onPointerDown={onPointerDown}
        onDoubleClick={(event) => {
          if (!(event.target instanceof HTMLButtonElement) && rowElement(event) !== null) props.onOpen();
        }}
      >
        {head !== null && (
          <div role="row" aria-rowindex={1} className="grid-head">
            {head.cells}
          </div>
        )}
        {lines !== null &&
          virtual.shown.map(({ index, start: top }) =>
            props.children({ index, top, tabbable: lineOf(cursor, lines.columns) === index, lines }),
          )}
        {drag !== null && <DropLine drag={drag} below={headPx} />}
      </div>
      {over !== null && (
        <div className="row-over" style={{ transform: `translateY(${over.place * rowHeight + headPx}px)` }}>
          {over.node}
        </div>
      )}
      {drag !== null && <DragChip drag={drag} />}
    </div>
  );
}

/** What a scroll bar takes at most. It counts always: what a list shows may bring one and take it away. */
const scrollBarPx = 20;

/** Hears of each change of the room that rows have in any case. */
function useWidth(scroller: RefObject<HTMLElement | null>, onWidth: ((px: number) => void) | undefined): void {
  useLayoutEffect(() => {
    const list = scroller.current;
    if (list === null || onWidth === undefined) return;
    const tell = (): void => onWidth(list.offsetWidth - scrollBarPx);
    tell();
    const observer = new ResizeObserver(tell);
    observer.observe(list);
    return () => observer.disconnect();
  }, [scroller, onWidth]);
}

/** What lies over a row is brought into sight with it, and leaves the keyboard on the row under the cursor. */
function useOver({
  place,
  grid,
  cursor,
  show,
}: {
  readonly place: number | null;
  readonly grid: RefObject<HTMLElement | null>;
  readonly cursor: number;
  readonly show: (place: number) => void;
}): void {
  const was = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (place === was.current) return;
    was.current = place;
    if (place !== null) show(place);
    else {
      // Where something else is clicked, that gets the keyboard a moment after the field has lost it.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusRow(grid.current, cursor);
      });
    }
  });
}

/** What a key that does not lead to another row does here; undefined = nothing. `row` is the one that has the focus. */
function actOf(
  pressed: Exclude<ListKey, { readonly kind: 'go' }>,
  props: Props,
  row: HTMLElement | null,
): (() => void) | undefined {
  const { onMove, onSpace, onDelete, onCopy, onTitle } = props;
  const onRow = (act: (() => void) | undefined): (() => void) | undefined =>
    act === undefined
      ? undefined
      : () => {
          // What was selected before is not what the key is for.
          if (row?.getAttribute('aria-busy') === 'true') return;
          props.onSelectFirst();
          act();
        };
  switch (pressed.kind) {
    case 'move':
      return onRow(onMove === undefined ? undefined : () => onMove(pressed.to));
    case 'space':
      return onRow(onSpace);
    case 'open':
      return onRow(props.onOpen);
    case 'title':
      return onRow(onTitle);
    case 'delete':
      return onRow(onDelete);
    case 'copy':
      return document.getSelection()?.isCollapsed === false ? undefined : onRow(onCopy);
    case 'fill':
      return props.onFill;
    case 'select-all':
      return props.onSelectAll;
    case 'clear':
      return props.onClear;
    case 'toggle':
      return () => props.onClick(props.cursor, 'toggle');
    case 'to-button':
      return () => row?.querySelector('button')?.focus();
    case 'to-row':
      return () => row?.focus();
  }
}

function clickRow(event: MouseEvent, { onClick }: Props): void {
  const row = rowElement(event);
  if (row === null) return;
  onClick(rowIndex(row), event.shiftKey ? 'extend' : event.ctrlKey || event.metaKey ? 'toggle' : 'only');
  row.focus({ preventScroll: true });
}

function openMenu(event: MouseEvent, { onClick, onMenu }: Props): void {
  const row = rowElement(event);
  if (row === null || onMenu === undefined) return;
  event.preventDefault();
  // Of a row that has not come yet nothing is selected: the menu would be that of others.
  if (row.getAttribute('aria-busy') === 'true') return;
  if (row.getAttribute('aria-selected') !== 'true') onClick(rowIndex(row), 'only');
  // The menu key has no place of its own.
  const box = row.getBoundingClientRect();
  const byKey = event.button !== 2;
  onMenu(byKey ? { x: box.left + 20, y: box.bottom - 8 } : { x: event.clientX, y: event.clientY }, rowIndex(row));
}

/** Where dragged rows would land. */
function DropLine({ drag, below }: { readonly drag: RowDrag; readonly below: number }): ReactNode {
  const top = drag.gap * rowHeight + below;
  return <div className="drop-line" style={{ transform: `translateY(${top}px)` }} aria-hidden="true" />;
}

/** How many rows are dragged, beside the pointer. */
function DragChip({ drag }: { readonly drag: RowDrag }): ReactNode {
  return (
    <div className="drag-chip" style={{ transform: `translate(${drag.x}px, ${drag.y}px)` }} aria-hidden="true">
      {t('format.clips', { clips: drag.count })}
    </div>
  );
}

// What a key means in a long list, as a pure function.
import { placeBelow } from './grid-places.ts';
import type { ListMove } from './list-state.ts';

/** A key as the page tells it. */
export interface Pressed {
  readonly key: string;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

export interface KeyPlace {
  /** Row that the keyboard is on, rows in all, and lines that a page key passes. */
  readonly cursor: number;
  readonly total: number;
  readonly page: number;
  /** Cards in a line; null = rows below each other, whose buttons the sideways keys lead to. */
  readonly columns: number | null;
  /** The focus is on a button within the row. */
  readonly isInButton: boolean;
}

export type ListKey =
  | { readonly kind: 'go'; readonly place: number; readonly extend: boolean }
  | { readonly kind: 'move'; readonly to: ListMove }
  | {
      readonly kind:
        | 'select-all'
        | 'clear'
        | 'copy'
        | 'fill'
        | 'toggle'
        | 'to-button'
        | 'to-row'
        | 'space'
        | 'open'
        | 'title'
        | 'delete';
    };

const moves: Readonly<Record<string, ListMove>> = { ArrowUp: 'up', ArrowDown: 'down', Home: 'first', End: 'last' };

function goal(key: string, { cursor, total, page, columns }: KeyPlace): number | null {
  const below = (lines: number): number => placeBelow(cursor, lines, total, columns ?? 1);
  const places: Readonly<Record<string, number>> = {
    ArrowDown: below(1),
    ArrowUp: below(-1),
    PageDown: below(page),
    PageUp: below(-page),
    ...(columns === null ? {} : { ArrowRight: cursor + 1, ArrowLeft: cursor - 1 }),
    Home: 0,
    End: total - 1,
  };
  const place = places[key];
  return place === undefined ? null : Math.max(0, Math.min(total - 1, place));
}

/** With Ctrl, or Cmd on a Mac. */
const commands: Readonly<Record<string, 'select-all' | 'copy' | 'fill'>> = { a: 'select-all', c: 'copy', d: 'fill' };

/** Keys that mean the same on the row and on a button in it. */
const everywhere: Readonly<Record<string, 'to-button' | 'to-row' | 'clear'>> = {
  ArrowRight: 'to-button',
  ArrowLeft: 'to-row',
  Escape: 'clear',
};

/** Keys that a button in the row would take for itself. */
const onRow: Readonly<Record<string, 'space' | 'open' | 'title' | 'delete'>> = {
  ' ': 'space',
  Enter: 'open',
  F2: 'title',
  Delete: 'delete',
  Backspace: 'delete',
};

/** Null = the key means nothing here. */
export function listKey(pressed: Pressed, at: KeyPlace): ListKey | null {
  const { key, altKey } = pressed;
  if (altKey) {
    const to = moves[key];
    return to === undefined ? null : { kind: 'move', to };
  }
  const place = goal(key, at);
  if (place !== null) return { kind: 'go', place, extend: pressed.shiftKey };
  const isCommand = pressed.ctrlKey || pressed.metaKey;
  const command = isCommand && !pressed.shiftKey ? commands[key.toLowerCase()] : undefined;
  if (command !== undefined) return { kind: command };
  const kind = everywhere[key] ?? (at.isInButton ? undefined : onRow[key]);
  if (kind === undefined) return null;
  return { kind: kind === 'space' && isCommand ? 'toggle' : kind };
}

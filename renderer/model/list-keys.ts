// What a key means in a long list, as a pure function.
import { placeBelow } from './grid-places.ts';
import type { ListMove } from './list-state.ts';
import { type Pressed, shortcutLetter } from './pressed.ts';

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

type ListCommand = 'select-all' | 'copy' | 'fill';

const commands: Readonly<Record<string, ListCommand>> = { a: 'select-all', c: 'copy', d: 'fill' };

/** What a letter means with Ctrl, or Cmd on a Mac, also where a cell of the list is typed in; null = nothing. */
export function listCommand(pressed: Pressed): ListCommand | null {
  const isCommand = (pressed.ctrlKey || pressed.metaKey) && !pressed.altKey && !pressed.shiftKey;
  return isCommand ? (commands[shortcutLetter(pressed) ?? ''] ?? null) : null;
}

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
  const command = listCommand(pressed);
  if (command !== null) return { kind: command };
  const kind = everywhere[key] ?? (at.isInButton ? undefined : onRow[key]);
  if (kind === undefined) return null;
  return { kind: kind === 'space' && (pressed.ctrlKey || pressed.metaKey) ? 'toggle' : kind };
}

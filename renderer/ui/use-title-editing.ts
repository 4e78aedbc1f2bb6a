// Titles that are typed in the rows of a list, one after the other: which row it is, also when the list changes under the hand.
import { useEffect, useRef, useState } from 'react';
import { type ListWindow, rowAt } from '../model/list-state.ts';
import type { ListRow } from '../model/selection.ts';

interface Titled extends ListRow {
  readonly title: string;
}

interface Options<Row extends Titled> {
  readonly list: ListWindow<Row> | null;
  readonly total: number;
  /** Row that the keyboard is on. */
  readonly cursor: number;
  readonly mayEdit: (row: Row) => boolean;
  /** The keyboard goes to the row at `place`, which is selected. */
  readonly goTo: (place: number) => void;
}

export interface TitleEditing<Row> {
  /**
   * Null = no title is typed in a row now. `opened` = the row as it was when that began; `place` = where it is shown; `isThere` = its row
   * still stands there.
   */
  readonly now: {
    readonly row: Row;
    readonly opened: Row;
    readonly place: number;
    readonly isThere: boolean;
  } | null;
  /** False = this row takes no title. */
  begin(): boolean;
  go(step: 1 | -1): void;
  end(): void;
  /** What was typed for `row`, until main tells of it: the row shows it at once. */
  typed(row: Row, title: string): void;
  shown(row: Row): Row;
}

/** After so long main has told of it, or never will. */
const shownMs = 3_000;

export function useTitleEditing<Row extends Titled>(options: Options<Row>): TitleEditing<Row> {
  const { list, total, cursor, mayEdit, goTo } = options;
  const [at, setAt] = useState<{ readonly place: number; readonly row: Row } | null>(null);
  /** The place of a row that is not known yet. */
  const [awaited, setAwaited] = useState<number | null>(null);
  const fresh = useRef(new Map<Row['id'], { readonly was: string; readonly until: number; readonly row: Row }>());

  const under = rowAt(list, cursor);
  const isUnderCursor = at !== null && under?.id === at.row.id;
  const place = at === null ? 0 : isUnderCursor ? cursor : at.place;
  const row = at !== null && isUnderCursor && under !== null ? under : (at?.row ?? null);
  const isThere = at !== null && rowAt(list, place)?.id === at.row.id;

  // The keyboard goes with its row while others come and go above it: where it was last is where it is shown when it leaves.
  useEffect(() => {
    if (at !== null && isUnderCursor && cursor !== at.place) setAt({ ...at, place: cursor });
  }, [at, isUnderCursor, cursor]);

  useEffect(() => {
    if (awaited === null || under === null || cursor !== awaited) return;
    setAwaited(null);
    setAt(mayEdit(under) ? { place: cursor, row: under } : null);
  }, [awaited, under, cursor, mayEdit]);

  function moveTo(next: number): void {
    const target = rowAt(list, next);
    goTo(next);
    setAt(target === null ? null : { place: next, row: target });
    setAwaited(target === null ? next : null);
  }

  return {
    now: row === null || at === null ? null : { row, opened: at.row, place, isThere },
    begin() {
      if (under === null || !mayEdit(under)) return false;
      setAwaited(null);
      setAt({ place: cursor, row: under });
      return true;
    },
    go(step) {
      // A row that has left has the next one in its place.
      let next = isThere || step < 0 ? place + step : place;
      for (let known = rowAt(list, next); known !== null && !mayEdit(known); known = rowAt(list, next)) next += step;
      if (next < 0 || next >= total) setAt(null);
      else moveTo(next);
    },
    end() {
      setAwaited(null);
      setAt(null);
    },
    typed(of, title) {
      fresh.current.set(of.id, { was: of.title, until: Date.now() + shownMs, row: { ...of, title } });
    },
    shown(of) {
      const typed = fresh.current.get(of.id);
      if (typed === undefined) return of;
      if (of.title !== typed.was || Date.now() > typed.until) {
        fresh.current.delete(of.id);
        return of;
      }
      return typed.row;
    },
  };
}

// Texts that are typed in the rows of a list, one row after the other: which row it is, also when the list changes under the hand.
import { useEffect, useRef, useState } from 'react';
import { type ListWindow, rowAt } from '../model/list-state.ts';
import type { CellRow, RowText } from '../model/row-texts.ts';
import type { ListRow } from '../model/selection.ts';

interface Options<Row extends ListRow & CellRow> {
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
   * Null = nothing is typed in a row now. `opened` = the row as it was when that began; `place` = where it is shown; `isThere` = its row
   * still stands there.
   */
  readonly now: {
    readonly row: Row;
    readonly opened: Row;
    readonly place: number;
    readonly isThere: boolean;
  } | null;
  /** False = this row takes no text. */
  begin(): boolean;
  /** False = the list ends there: nothing is typed any more. */
  go(step: 1 | -1): boolean;
  end(): void;
  /** What was typed for `row`, until main tells of it: the row shows it at once. */
  typed(row: Row, where: RowText, text: string): void;
  shown(row: Row): Row;
}

/** What was typed in one place of a row that had `was` there. */
interface Fresh {
  readonly was: string;
  readonly text: string;
  readonly until: number;
}

/** After so long main has told of it, or never will. */
const shownMs = 3_000;

/** What was typed and main has not told of yet, by row and place. */
function useFresh<Row extends ListRow & CellRow>(): Pick<TitleEditing<Row>, 'typed' | 'shown'> {
  const fresh = useRef(new Map<Row['id'], Map<RowText, Fresh>>());
  return {
    typed(row, where, text) {
      const places = fresh.current.get(row.id) ?? new Map<RowText, Fresh>();
      places.set(where, { was: where.read(row), text, until: Date.now() + shownMs });
      fresh.current.set(row.id, places);
    },
    shown(of) {
      const places = fresh.current.get(of.id);
      let row = of;
      for (const [where, { was, text, until }] of places ?? []) {
        if (where.read(of) === was && Date.now() <= until) row = where.write(row, text);
        else places?.delete(where);
      }
      if (places?.size === 0) fresh.current.delete(of.id);
      return row;
    },
  };
}

export function useTitleEditing<Row extends ListRow & CellRow>(options: Options<Row>): TitleEditing<Row> {
  const { list, total, cursor, mayEdit, goTo } = options;
  const [at, setAt] = useState<{ readonly place: number; readonly row: Row } | null>(null);
  /** The place of a row that is not known yet. */
  const [awaited, setAwaited] = useState<number | null>(null);
  const fresh = useFresh<Row>();

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
    ...fresh,
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
      const goesOn = next >= 0 && next < total;
      if (goesOn) moveTo(next);
      else setAt(null);
      return goesOn;
    },
    end() {
      setAwaited(null);
      setAt(null);
    },
  };
}

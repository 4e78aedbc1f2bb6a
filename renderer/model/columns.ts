// Which of the chosen columns a list of clips has room for, and how its rows are divided then. Pure.
import { type RowColumn, rowColumns } from '../../preload/row-columns.ts';

/** What can be typed, or chosen, in the row itself. */
const typed = ['title', 'description', 'excerpt', 'status'] as const;
export type TypedColumn = (typeof typed)[number];

interface Width {
  /** In px. */
  readonly least: number;
  /** Whether it takes its part of the room that is left. */
  readonly grows: boolean;
}

const widths: { readonly [C in RowColumn]: Width } = {
  description: { least: 130, grows: true },
  excerpt: { least: 120, grows: true },
  status: { least: 104, grows: false },
  publishAt: { least: 136, grows: false },
  categories: { least: 120, grows: false },
  tags: { least: 120, grows: false },
  commentsOpen: { least: 80, grows: false },
};

const [titlePx, statePx, actionPx, gapPx, marginPx] = [200, 180, 124, 12, 32];

/** The chosen ones in their order, in a list that is so many px wide: those at the end are left away first. */
export function columnsWithRoom(chosen: readonly RowColumn[], listPx: number): readonly RowColumn[] {
  let left = listPx - marginPx - titlePx - statePx - actionPx - 2 * gapPx;
  const ordered = rowColumns.filter((column) => chosen.includes(column));
  const without = ordered.findIndex((column) => {
    left -= widths[column].least + gapPx;
    return left < 0;
  });
  return without < 0 ? ordered : ordered.slice(0, without);
}

/** Title, columns, state and action, as CSS divides a row; null = as it is without columns. */
export function rowTemplate(columns: readonly RowColumn[]): string | null {
  if (columns.length === 0) return null;
  const tracks = columns.map((column) => {
    const { least, grows } = widths[column];
    return grows ? `minmax(${least}px, 1fr)` : `${least}px`;
  });
  return [`minmax(${titlePx}px, 1.2fr)`, ...tracks, `${statePx}px`, `${actionPx}px`].join(' ');
}

/** The title, and those of the shown columns that take something, in the order of the keyboard. */
export function typedColumns(shown: readonly RowColumn[]): readonly TypedColumn[] {
  return typed.filter((column) => column === 'title' || shown.includes(column));
}

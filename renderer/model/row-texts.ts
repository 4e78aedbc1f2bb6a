// What is typed, or chosen, in the row of a clip or a video: how a row shows it, and what it changes. Pure.
import type { PlainDraft, RowCells, SiteZone } from '../../preload/contract.ts';
import type { TypedColumn } from './columns.ts';
import { statusPatch } from './draft.ts';

/** A row whose title and cells are typed in. */
export interface CellRow {
  readonly title: string;
  readonly cells?: RowCells;
}

/** A place in a row in which something is typed. */
export interface RowText {
  readonly read: (row: CellRow) => string;
  /** The row with another text there. */
  readonly write: <Row extends CellRow>(row: Row, text: string) => Row;
}

function lineOf(column: 'description' | 'excerpt'): RowText {
  return {
    read: ({ cells }) => cells?.[column]?.text ?? '',
    write: (row, text) => ({ ...row, cells: { ...row.cells, [column]: { text, isWhole: true } } }),
  };
}

export const rowTexts: { readonly [C in TypedColumn]: RowText } = {
  title: { read: ({ title }) => title, write: (row, title) => ({ ...row, title }) },
  description: lineOf('description'),
  excerpt: lineOf('excerpt'),
  status: {
    read: ({ cells }) => cells?.status ?? '',
    write: (row, status) => {
      const { status: _before, ...others } = row.cells ?? {};
      return { ...row, cells: status === '' ? others : { ...others, status } };
    },
  },
};

/** What typing `text` in a column changes; a title that is left empty is none. */
export function rowPatch(
  column: TypedColumn,
  text: string,
  { cells }: CellRow,
  { now, zone }: { readonly now: number; readonly zone: SiteZone },
): Partial<PlainDraft> {
  switch (column) {
    case 'title':
      return { title: text.trim() === '' ? null : text.trim() };
    case 'status':
      return statusPatch(text, cells?.publishAt?.at ?? null, now, zone);
    default:
      return { [column]: text };
  }
}

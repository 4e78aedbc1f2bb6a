// How a field in the columns of a row stands and what its keys do, the same in every list.
import type { FormShape, RowColumn } from '../../preload/contract.ts';
import { t } from '../../preload/text/text.ts';
import { type TypedColumn, typedColumns } from '../model/columns.ts';
import { type CellRow, rowPatch } from '../model/row-texts.ts';
import { columnWord } from '../text/columns.ts';
import { momentWords, statusWord } from '../text/fields.ts';
import type { CellOptions } from './title-editor.tsx';

interface Parts {
  readonly row: CellRow;
  /** By what a person knows the row. */
  readonly name: string;
  /** The one that is typed in. */
  readonly column: TypedColumn;
  /** Those that there is room for. */
  readonly columns: readonly RowColumn[];
  readonly form: FormShape;
  /** Where nothing is chosen, the site decides. */
  readonly hasDefault: boolean;
  /** Why it cannot be typed in a row; null = it can. */
  readonly elsewhere: string | null;
  /** False = the list ends there. */
  readonly go: (step: 1 | -1) => boolean;
  readonly typeIn: (column: TypedColumn) => void;
  readonly onFill: () => void;
  /** Where it cannot be typed in the row, or has more lines than one. */
  readonly onOpen: () => void;
}

/** The column that is typed in, of those that are shown. */
export function columnNow(wanted: TypedColumn, columns: readonly RowColumn[]): TypedColumn {
  return typedColumns(columns).includes(wanted) ? wanted : 'title';
}

function choicesOf({ row, form, hasDefault }: Parts): NonNullable<CellOptions['choices']> {
  const now = row.cells?.status;
  const statuses = now === undefined || form.statuses.includes(now) ? form.statuses : [...form.statuses, now];
  const byDefault = hasDefault ? [{ id: '', label: t('form.site-default') }] : [];
  return [...byDefault, ...statuses.map((id) => ({ id, label: statusWord(id) }))];
}

function noteOf({ row, column, form, elsewhere }: Parts): CellOptions['note'] {
  if (elsewhere !== null) return () => elsewhere;
  return (text) => {
    const { publishAt } = column === 'status' ? rowPatch(column, text, row, { now: Date.now(), zone: form.zone }) : {};
    if (text !== 'future' || publishAt == null) return t('columns.keys');
    return t('form.public-from', { moment: momentWords(publishAt, form.zone) });
  };
}

export function cellOptions(parts: Parts): CellOptions {
  const { name, column, columns, elsewhere, go, typeIn } = parts;
  const typable = typedColumns(columns);
  return {
    label: column === 'title' ? t('titles.label', { name }) : t('columns.label', { column: columnWord(column), name }),
    column: column === 'title' ? 1 : columns.indexOf(column) + 2,
    note: noteOf(parts),
    /** At the end of a row the next one begins. */
    onTab(step) {
      const next = typable[typable.indexOf(column) + step];
      if (next !== undefined) typeIn(next);
      else if (go(step)) typeIn(typable.at(step > 0 ? 0 : -1) ?? 'title');
    },
    onFill: parts.onFill,
    ...(column === 'status' ? { choices: choicesOf(parts) } : {}),
    ...(column === 'description' || column === 'excerpt' ? { onLines: parts.onOpen } : {}),
    ...(elsewhere === null ? {} : { onOpen: parts.onOpen }),
  };
}

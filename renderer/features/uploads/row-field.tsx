// What is typed in a row of the upload list: its title, and the columns beside it that take a text of one line or a choice.

import type { ReactNode } from 'react';
import type { JobRow, RowColumn } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { type TypedColumn, typedColumns } from '../../model/columns.ts';
import { fileTitle } from '../../model/draft.ts';
import { rowPatch, rowTexts } from '../../model/row-texts.ts';
import { useForm } from '../../state/use-form.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { cellOptions, columnNow } from '../../ui/cell-options.ts';
import { TitleEditor } from '../../ui/title-editor.tsx';
import type { TitleEditing } from '../../ui/use-title-editing.ts';

/** Several lines, or so many letters that only their beginning is here. */
function isElsewhere({ cells }: JobRow, column: TypedColumn): boolean {
  return (column === 'description' || column === 'excerpt') && cells?.[column]?.isWhole === false;
}

interface Props {
  readonly editing: TitleEditing<JobRow>;
  /** Those that there is room for. */
  readonly columns: readonly RowColumn[];
}

export function RowField({ editing, columns }: Props): ReactNode {
  const store = useAppStore();
  const wanted = useApp((state) => state.typedColumn);
  const form = useForm(editing.now?.row.accountId ?? '');
  if (editing.now === null) return null;
  const { isThere, row: told } = editing.now;
  const row = editing.shown(told);
  const column = columnNow(wanted, columns);
  const ownTitle = fileTitle(row.name);

  const cell = cellOptions({
    ...{ row, column, columns, form, go: editing.go },
    name: column === 'title' ? row.name : row.title || row.name,
    hasDefault: true,
    elsewhere: isElsewhere(row, column) ? t('columns.long') : null,
    typeIn: (next) => store.typeIn(next),
    onFill: () => void store.fillDown(),
    onOpen: () => {
      editing.end();
      store.inspect(column === 'excerpt' ? 'excerpt' : 'description');
    },
  });
  return (
    <TitleEditor
      // Another column has a field of its own: what was typed in this one is saved as it goes.
      key={column}
      id={row.id}
      name={row.name}
      value={column === 'title' ? row.title || ownTitle : rowTexts[column].read(row)}
      hint={column === 'title' ? ownTitle : ''}
      isThere={isThere}
      onSave={(text) => {
        const patch = rowPatch(column, text, row, { now: Date.now(), zone: form.zone });
        editing.typed(told, rowTexts[column], column === 'title' ? (patch.title ?? '') : text);
        store.drafts.typeInRow(row.id, patch);
      }}
      onGo={editing.go}
      onEnd={editing.end}
      onPaste={(text) => store.pasteTitles('uploads', text)}
      {...(typedColumns(columns).length > 1 ? { cell } : {})}
    />
  );
}

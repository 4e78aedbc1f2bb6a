// What is typed in a row of the upload list: its title, and the columns beside it that take a text of one line or a choice.

import type { ReactNode } from 'react';
import type { FormShape, JobRow, PlainDraft, QueueColumn } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { type TypedColumn, typedColumns } from '../../model/columns.ts';
import { fileTitle, statusPatch } from '../../model/draft.ts';
import { useForm } from '../../state/use-form.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { columnWord } from '../../text/columns.ts';
import { momentWords, statusWord } from '../../text/fields.ts';
import { type CellOptions, TitleEditor } from '../../ui/title-editor.tsx';
import { type RowText, type TitleEditing, titleText } from '../../ui/use-title-editing.ts';

function lineOf(column: 'description' | 'excerpt'): RowText<JobRow> {
  return {
    read: ({ cells }) => cells?.[column]?.text ?? '',
    write: (row, text) => ({ ...row, cells: { ...row.cells, [column]: { text, isWhole: true } } }),
  };
}

const texts: { readonly [C in TypedColumn]: RowText<JobRow> } = {
  title: titleText(),
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

/** What typing `text` in a column changes. */
function patchOf(column: TypedColumn, text: string, row: JobRow, form: FormShape): Partial<PlainDraft> {
  switch (column) {
    case 'title':
      return { title: text.trim() === '' ? null : text.trim() };
    case 'status':
      return statusPatch(text, row.cells?.publishAt?.at ?? null, Date.now(), form.zone);
    default:
      return { [column]: text };
  }
}

function choicesOf(row: JobRow, form: FormShape): CellOptions['choices'] {
  const now = row.cells?.status;
  const statuses = now === undefined || form.statuses.includes(now) ? form.statuses : [...form.statuses, now];
  return [{ id: '', label: t('form.site-default') }, ...statuses.map((id) => ({ id, label: statusWord(id) }))];
}

/** Several lines, or so many letters that only their beginning is here. */
function isElsewhere(row: JobRow, column: TypedColumn): boolean {
  return (column === 'description' || column === 'excerpt') && row.cells?.[column]?.isWhole === false;
}

function noteOf(row: JobRow, column: TypedColumn, form: FormShape): CellOptions['note'] {
  if (isElsewhere(row, column)) return () => t('columns.long');
  return (text) => {
    const { publishAt } = column === 'status' ? patchOf(column, text, row, form) : {};
    if (text !== 'future' || publishAt == null) return t('columns.keys');
    return t('form.public-from', { moment: momentWords(publishAt, form.zone) });
  };
}

interface Props {
  readonly editing: TitleEditing<JobRow>;
  /** Those that there is room for. */
  readonly columns: readonly QueueColumn[];
}

export function RowField({ editing, columns }: Props): ReactNode {
  const store = useAppStore();
  const wanted = useApp((state) => state.typedColumn);
  const form = useForm(editing.now?.row.accountId ?? '');
  if (editing.now === null) return null;
  const { isThere, row: told } = editing.now;
  const row = editing.shown(told);
  const typable = typedColumns(columns);
  const column = typable.includes(wanted) ? wanted : 'title';
  const ownTitle = fileTitle(row.name);

  /** At the end of a row the next one begins. */
  function onTab(step: 1 | -1): void {
    const next = typable[typable.indexOf(column) + step];
    if (next !== undefined) store.typeIn(next);
    else if (editing.go(step)) store.typeIn(typable.at(step > 0 ? 0 : -1) ?? 'title');
  }

  const cell: CellOptions = {
    label:
      column === 'title'
        ? t('titles.label', { name: row.name })
        : t('columns.label', { column: columnWord(column), name: row.title || row.name }),
    column: column === 'title' ? 1 : columns.indexOf(column) + 2,
    note: noteOf(row, column, form),
    onTab,
    onFill: () => void store.fillDown(),
    ...(column === 'status' ? { choices: choicesOf(row, form) ?? [] } : {}),
    ...(isElsewhere(row, column)
      ? {
          onOpen: () => {
            editing.end();
            store.inspect(column === 'excerpt' ? 'excerpt' : 'description');
          },
        }
      : {}),
  };
  return (
    <TitleEditor
      // Another column has a field of its own: what was typed in this one is saved as it goes.
      key={column}
      id={row.id}
      name={row.name}
      value={column === 'title' ? row.title || ownTitle : texts[column].read(row)}
      hint={column === 'title' ? ownTitle : ''}
      isThere={isThere}
      onSave={(text) => {
        const patch = patchOf(column, text, row, form);
        editing.typed(told, texts[column], column === 'title' ? (patch.title ?? '') : text);
        store.drafts.typeInRow(row.id, patch);
      }}
      onGo={editing.go}
      onEnd={editing.end}
      onPaste={(text) => store.pasteTitles('uploads', text)}
      {...(typable.length > 1 ? { cell } : {})}
    />
  );
}

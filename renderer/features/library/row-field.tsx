// What is typed in a row of the library: its title, and the columns beside it that take a text of one line or a choice.

import type { ReactNode } from 'react';
import type { LibraryRow, RowColumn, SeenInRow } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { type TypedColumn, typedColumns } from '../../model/columns.ts';
import { rowPatch, rowTexts } from '../../model/row-texts.ts';
import { keyOfVideo } from '../../state/drafts.ts';
import { useForm } from '../../state/use-form.ts';
import { useAppStore, useLibrary } from '../../state/use-store.ts';
import { cellOptions, columnNow } from '../../ui/cell-options.ts';
import { titleWords } from '../../ui/library-row.tsx';
import { TitleEditor } from '../../ui/title-editor.tsx';
import type { TitleEditing } from '../../ui/use-title-editing.ts';

interface Props {
  readonly editing: TitleEditing<LibraryRow>;
  readonly accountId: string;
  /** Those that there is room for. */
  readonly columns: readonly RowColumn[];
}

/** Why a text cannot be typed in the row; null = it can. */
function elsewhereOf({ cells }: LibraryRow, column: TypedColumn): string | null {
  if (column !== 'description' && column !== 'excerpt') return null;
  const cell = cells?.[column];
  if (cell === undefined) return t('columns.unknown');
  return cell.isWhole ? null : t('columns.rich');
}

/** What was in sight where something was typed now. */
function seenIn(
  column: TypedColumn,
  { row, opened }: { readonly row: LibraryRow; readonly opened: LibraryRow },
): SeenInRow {
  // What the site has since is not what was in sight; only what was on its way there from here may have come true meanwhile.
  const there = opened.pending ? row : opened;
  if (column === 'title') return there.titleThere === null ? {} : { title: there.titleThere };
  return { [column]: rowTexts[column].read(there) };
}

export function VideoField({ editing, accountId, columns }: Props): ReactNode {
  const store = useAppStore();
  const wanted = useLibrary((state) => state.typedColumn);
  const form = useForm(editing.now === null ? '' : accountId);
  if (editing.now === null) return null;
  const { isThere, row: told } = editing.now;
  const row = editing.shown(told);
  const column = columnNow(wanted, columns);
  const name = titleWords(row.title);

  const cell = cellOptions({
    ...{ row, name, column, columns, form, go: editing.go },
    hasDefault: false,
    elsewhere: elsewhereOf(row, column),
    typeIn: (next) => store.library.typeIn(next),
    onFill: () => void store.fillDownVideos(),
    onOpen: () => {
      editing.end();
      store.library.openInspector(true);
      store.toField(keyOfVideo(accountId, row.id), column === 'excerpt' ? 'excerpt' : 'description');
    },
  });
  return (
    <TitleEditor
      // Another column has a field of its own: what was typed in this one is saved as it goes.
      key={column}
      id={row.id}
      name={name}
      value={rowTexts[column].read(row)}
      hint={column === 'title' ? row.title : ''}
      isThere={isThere}
      onSave={(text) => {
        const patch = rowPatch(column, text, row, { now: Date.now(), zone: form.zone });
        // A video on a site has a title: an empty one leaves it as it is.
        if (column === 'title' && patch.title == null) return;
        const seen = editing.now === null ? {} : seenIn(column, editing.now);
        editing.typed(told, rowTexts[column], column === 'title' ? (patch.title ?? '') : text);
        store.drafts.typeInRow(keyOfVideo(accountId, row.id), patch, seen);
      }}
      onGo={editing.go}
      onEnd={editing.end}
      onPaste={(text) => store.pasteTitles('library', text)}
      {...(typedColumns(columns).length > 1 ? { cell } : {})}
    />
  );
}

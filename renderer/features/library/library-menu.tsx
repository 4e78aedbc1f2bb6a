// The menu of the selected videos: the way to their pages and details, titles, links, and the trash.

import type { ReactNode } from 'react';
import type { LibraryRow } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import type { AppStore } from '../../state/client-state.ts';
import { copyLinks } from '../../state/copy-links.ts';
import type { FilledColumn } from '../../state/fill-down.ts';
import { filledVideoColumn } from '../../state/fill-videos.ts';
import { actOnVideos, actsFor, openVideo } from '../../state/library-actions.ts';
import { takesTitle } from '../../state/titles.ts';
import { useApp, useAppStore, useLibrary } from '../../state/use-store.ts';
import { columnWord } from '../../text/columns.ts';
import { RowMenu, type RowMenuItem } from '../../ui/row-menu.tsx';
import { LinkForms } from '../links/copy-links.tsx';

interface Props {
  readonly at: { readonly x: number; readonly y: number };
  readonly onDetails: () => void;
  /** The title is typed in the row itself. */
  readonly onTitle: () => void;
  readonly onClose: () => void;
}

function fillItems(store: AppStore, column: FilledColumn | null, mac: boolean): readonly RowMenuItem[] {
  if (column === null) return [];
  const label = t('columns.fill', { column: columnWord(column) });
  return [{ id: 'fill', label, key: mac ? '⌘D' : 'Ctrl+D', run: () => void store.fillDownVideos() }];
}

/** Of the titles of these rows, and of the column that was typed in last. */
function useTitleItems(
  rows: readonly LibraryRow[],
  { mac, onTitle }: { readonly mac: boolean; readonly onTitle: () => void },
): RowMenuItem[] {
  const store = useAppStore();
  const typedColumn = useLibrary((state) => state.typedColumn);
  const filled = useApp((state) => filledVideoColumn(state, { typedColumn }));
  if (!rows.some(takesTitle)) return [];
  const isSingle = rows.length === 1;
  return [
    ...(isSingle ? [{ id: 'title', label: t('titles.edit'), key: 'F2', run: onTitle }] : []),
    {
      ...{ id: 'paste', label: t('titles.paste'), key: mac ? '⌘V' : 'Ctrl+V' },
      run: () => store.pasteTitles('library', ''),
    },
    ...(isSingle ? [] : fillItems(store, filled, mac)),
    { id: 'replace-text', label: t('titles.replace'), run: () => store.replaceInTitles('library') },
  ];
}

export function LibraryMenu({ at, onDetails, onTitle, onClose }: Props): ReactNode {
  const store = useAppStore();
  const selected = useLibrary((state) => state.selected);
  const accountId = useLibrary((state) => state.accountId) ?? '';
  const mac = useApp((state) => state.app?.platform === 'mac');
  const rows = [...selected.values()];
  const single = rows.length === 1 ? rows[0] : undefined;
  const shown = rows.filter(({ status }) => status !== 'trash');
  const links = { accountId, videoIds: shown.map(({ id }) => id) };

  const places: RowMenuItem[] = [
    ...(single !== undefined && single.status !== 'trash'
      ? [{ id: 'open', label: t('library.open'), run: () => openVideo(store, accountId, single.id) }]
      : []),
    ...(single === undefined || single.jobId === null
      ? []
      : [{ id: 'play', label: t('player.menu'), key: mac ? '⌘P' : 'Ctrl+P', run: () => store.togglePlaying() }]),
    { id: 'details', label: t('library.details'), key: 'Enter', run: onDetails },
  ];
  const titles = useTitleItems(rows, { mac, onTitle });
  const copying: RowMenuItem[] =
    shown.length === 0
      ? []
      : [
          {
            id: 'links',
            label: t('links.copy', { many: shown.length > 1 ? 'yes' : 'no' }),
            key: mac ? '⌘C' : 'Ctrl+C',
            run: () => void copyLinks(store, links),
            ...(shown.length > 1 ? { menu: <LinkForms of={links} onChosen={onClose} /> } : {}),
          },
        ];
  const acts: RowMenuItem[] = actsFor(rows).map((act, place) => ({
    ...{ id: act, label: t(`library.act.${act}`), run: () => actOnVideos(store, act, rows) },
    // The key does the first of them that takes something away.
    ...(actsFor(rows).findIndex((one) => one !== 'restore') === place ? { key: 'Delete' } : {}),
  }));
  return (
    <RowMenu
      {...{ at, onClose }}
      label={t('library.menu')}
      rowsLabel={t('library.many')}
      groups={[places, titles, copying, acts]}
    />
  );
}

// The videos or blog posts of a site in the shared grid.

import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { LibraryRow as LibraryRowView, RowColumn, SiteWindow } from '../../../preload/contract.ts';
import { message, t } from '../../../preload/text/text.ts';
import { columnsWithRoom } from '../../model/columns.ts';
import { cardLines } from '../../model/grid-places.ts';
import { rowAt } from '../../model/list-state.ts';
import type { AppStore } from '../../state/client-state.ts';
import { copyLinks } from '../../state/copy-links.ts';
import { keyOfVideo } from '../../state/drafts.ts';
import { actOnVideos, actsFor, openPost, openVideo } from '../../state/library-actions.ts';
import { chosenVideoColumns } from '../../state/selectors.ts';
import { takesTitle } from '../../state/titles.ts';
import { useApp, useAppStore, useLibrary } from '../../state/use-store.ts';
import { columnsHead, useRowsWidth } from '../../ui/columns-head.tsx';
import { LibraryCards } from '../../ui/library-cards.tsx';
import { type Item, LibraryRow } from '../../ui/library-row.tsx';
import { type TitleEditing, useTitleEditing } from '../../ui/use-title-editing.ts';
import { type GridRow, VirtualGrid } from '../../ui/virtual-grid.tsx';
import { LibraryMenu } from './library-menu.tsx';
import { VideoField } from './row-field.tsx';

const mayEdit = (row: LibraryRowView): boolean => takesTitle(row) && row.titleThere !== null;

function shownAt(editing: TitleEditing<LibraryRowView>, list: SiteWindow<LibraryRowView> | null, index: number) {
  const row = rowAt(list, index);
  return row && editing.shown(row);
}

/** Where list and grid change places, the video that the keyboard is on comes into sight; null = nothing is to. */
function useSameCursor(isGrid: boolean, cursor: number, from: string): { readonly place: number } | null {
  const [at, setAt] = useState<{ isGrid: boolean; from: string; brought: { readonly place: number } | null }>({
    ...{ isGrid, from, brought: null },
  });
  if (at.isGrid === isGrid && at.from === from) return at.brought;
  const brought = at.isGrid === isGrid ? null : { place: cursor };
  setAt({ isGrid, from, brought });
  return brought;
}

/** The first of the acts that takes something away. */
function deleteSelected(store: AppStore): void {
  const rows = [...store.library.getState().selected.values()];
  const [act] = actsFor(rows).filter((one) => one !== 'restore');
  if (act !== undefined) actOnVideos(store, act, rows);
}

const noColumns: readonly RowColumn[] = [];

/** The chosen columns that there is room for; blog posts have none. */
function useShownColumns(posts: boolean): readonly RowColumn[] {
  const chosen = useApp(chosenVideoColumns);
  const listWidth = useLibrary((state) => state.listWidth);
  return useMemo(() => (posts ? noColumns : columnsWithRoom(chosen, listWidth)), [posts, chosen, listWidth]);
}

/** What was selected before is not what a key is for. */
function selectUnderCursor({ library }: AppStore): void {
  const { videos, cursor, selected } = library.getState();
  const row = rowAt(videos, cursor);
  if (row !== null && !selected.has(row.id)) library.click(cursor, 'only');
}

interface LineProps {
  readonly line: GridRow;
  readonly isGrid: boolean;
  readonly total: number;
  readonly cursor: number;
  readonly itemAt: (place: number) => Item | null;
  readonly onOpen: (id: number) => void;
  /** Those that there is room for. */
  readonly columns: readonly RowColumn[];
}

/** A row of the list, or a line of the grid. */
function Line({ line, isGrid, total, cursor, itemAt, onOpen, columns }: LineProps): ReactNode {
  const selected = useLibrary((state) => state.selected);
  if (isGrid)
    return <LibraryCards {...line} {...{ total, cursor, itemAt }} isSelected={({ id }) => selected.has(id)} />;
  const { index, top, tabbable } = line;
  const item = itemAt(index);
  return (
    <LibraryRow
      {...{ index, top, tabbable, item, onOpen, columns }}
      selected={item !== null && selected.has(item.id)}
    />
  );
}

export function LibraryList(): ReactNode {
  const store = useAppStore();
  const { library } = store;
  const kind = useLibrary((state) => state.kind);
  const videos = useLibrary((state) => state.videos);
  const list = useLibrary((state) => (state.kind === 'videos' ? state.videos : state.posts));
  const cursor = useLibrary((state) => state.cursor);
  const focusWanted = useLibrary((state) => state.listFocusWanted);
  const accountId = useLibrary((state) => state.accountId) ?? '';
  const from = useLibrary((state) =>
    JSON.stringify([
      ...[state.accountId, state.kind, state.status, state.author, state.terms],
      ...[state.days, state.without, state.sort],
    ]),
  );
  const posts = kind === 'posts';
  const isGrid = useApp((state) => state.settings?.values.libraryView === 'grid') && !posts;
  const brought = useSameCursor(isGrid, cursor, from);
  const columns = useShownColumns(posts);
  const editing = useTitleEditing<LibraryRowView>({
    ...{ list: posts ? null : videos, total: videos?.total ?? 0, cursor, mayEdit },
    goTo: (place) => library.click(place, 'only'),
  });
  const openDetails = (): void => {
    library.openInspector(true);
    const [row, ...others] = [...library.getState().selected.values()];
    if (row !== undefined && others.length === 0 && takesTitle(row))
      store.toField(keyOfVideo(accountId, row.id), 'title');
  };
  const begin = (): boolean => {
    library.typeIn('title');
    return editing.begin();
  };
  /** A title of which only the print is known is typed in the details, which fetch it; and so is that of a card. */
  const editTitle = (): void => {
    const row = rowAt(videos, cursor);
    if ((!isGrid && begin()) || row === null) return;
    if (takesTitle(row)) openDetails();
    else store.tell(message('titles.read-only'), 'info');
  };
  const open = useCallback(
    (id: number) => (posts ? openPost(store, accountId, id) : openVideo(store, accountId, id)),
    [store, accountId, posts],
  );
  const [menuAt, setMenuAt] = useState<{ readonly x: number; readonly y: number } | null>(null);
  // Once the menu is gone: as it goes it gives the keyboard back to the row.
  const [titleWanted, setTitleWanted] = useState(false);
  useEffect(() => {
    if (!titleWanted || menuAt !== null) return;
    setTitleWanted(false);
    editTitle();
  });
  return (
    <>
      <VirtualGrid
        key={isGrid ? 'grid' : 'list'}
        label={t(posts ? 'library.posts' : 'library.videos')}
        total={list?.total ?? 0}
        cursor={cursor}
        from={from}
        brought={brought}
        {...(isGrid ? { cards: cardLines } : {})}
        focusWanted={focusWanted}
        onFocused={library.focusTaken}
        onReveal={useCallback((first: number, last: number) => library.reveal(first, last), [library])}
        onClick={library.click}
        onSelectAll={library.selectAll}
        onClear={library.clearSelection}
        onOpen={() => {
          const post = posts ? rowAt(list, cursor) : null;
          if (post) open(post.id);
          else if (!posts) openDetails();
        }}
        onDelete={() => deleteSelected(store)}
        {...(posts
          ? {}
          : {
              onTitle: editTitle,
              // It is selected by then, and the list is not scrolled.
              onSpace: () => undefined,
              onMenu: (at: { readonly x: number; readonly y: number }, place: number) => {
                library.moveCursor(place);
                setMenuAt(at);
              },
              onPaste: (text: string) => store.pasteTitles('library', text),
              over: editing.now && {
                place: editing.now.place,
                node: <VideoField {...{ editing, accountId, columns }} />,
              },
              onFill: () => void store.fillDownVideos(),
              onCopy: () => void copyLinks(store, { accountId, videoIds: [...library.getState().selected.keys()] }),
            })}
        head={columnsHead(columns, t('library.column'))}
        onWidth={useRowsWidth(library.setListWidth)}
        onSelectFirst={() => selectUnderCursor(store)}
      >
        {(line) => (
          <Line
            key={line.index}
            {...{ line, isGrid, cursor, columns }}
            total={list?.total ?? 0}
            itemAt={(place) => (posts ? rowAt(list, place) : shownAt(editing, videos, place))}
            onOpen={open}
          />
        )}
      </VirtualGrid>
      {menuAt !== null && (
        <LibraryMenu
          at={menuAt}
          onDetails={openDetails}
          onTitle={() => setTitleWanted(true)}
          onClose={() => setMenuAt(null)}
        />
      )}
    </>
  );
}

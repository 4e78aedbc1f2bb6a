// The videos or blog posts of a site in the shared grid.

import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { LibraryRow as LibraryRowView, SiteWindow } from '../../../preload/contract.ts';
import { message, t } from '../../../preload/text/text.ts';
import { cardLines } from '../../model/grid-places.ts';
import { rowAt } from '../../model/list-state.ts';
import type { AppStore } from '../../state/client-state.ts';
import { copyLinks } from '../../state/copy-links.ts';
import { keyOfVideo } from '../../state/drafts.ts';
import { actOnVideos, actsFor, openPost, openVideo } from '../../state/library-actions.ts';
import { takesTitle } from '../../state/titles.ts';
import { useApp, useAppStore, useLibrary } from '../../state/use-store.ts';
import { LibraryCards } from '../../ui/library-cards.tsx';
import { type Item, LibraryRow, titleWords } from '../../ui/library-row.tsx';
import { TitleEditor } from '../../ui/title-editor.tsx';
import { type TitleEditing, titleText, useTitleEditing } from '../../ui/use-title-editing.ts';
import { type GridRow, VirtualGrid } from '../../ui/virtual-grid.tsx';
import { LibraryMenu } from './library-menu.tsx';

const videoTitle = titleText<LibraryRowView>();
const mayEdit = (row: LibraryRowView): boolean => takesTitle(row) && row.titleThere !== null;

function shownAt(editing: TitleEditing<LibraryRowView>, list: SiteWindow<LibraryRowView> | null, index: number) {
  const row = rowAt(list, index);
  return row && editing.shown(row);
}

function RowTitle({
  editing,
  accountId,
}: {
  readonly editing: TitleEditing<LibraryRowView>;
  readonly accountId: string;
}): ReactNode {
  const store = useAppStore();
  if (editing.now === null) return null;
  const { row, opened, isThere } = editing.now;
  // What the site has since is not what was in sight; only what was on its way there from here may have come true meanwhile.
  const seen = opened.pending ? row.titleThere : opened.titleThere;
  return (
    <TitleEditor
      id={row.id}
      name={titleWords(row.title)}
      value={row.title}
      hint={row.title}
      isThere={isThere}
      onSave={(text) => {
        const title = text.trim();
        // A video on a site has a title: an empty one leaves it as it is.
        if (title === '') return;
        editing.typed(row, videoTitle, title);
        store.drafts.typeTitle(keyOfVideo(accountId, row.id), title, seen);
      }}
      onGo={editing.go}
      onEnd={editing.end}
      onPaste={(text) => store.pasteTitles('library', text)}
    />
  );
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

interface LineProps {
  readonly line: GridRow;
  readonly isGrid: boolean;
  readonly total: number;
  readonly cursor: number;
  readonly itemAt: (place: number) => Item | null;
  readonly onOpen: (id: number) => void;
}

/** A row of the list, or a line of the grid. */
function Line({ line, isGrid, total, cursor, itemAt, onOpen }: LineProps): ReactNode {
  const selected = useLibrary((state) => state.selected);
  if (isGrid)
    return <LibraryCards {...line} {...{ total, cursor, itemAt }} isSelected={({ id }) => selected.has(id)} />;
  const { index, top, tabbable } = line;
  const item = itemAt(index);
  return <LibraryRow {...{ index, top, tabbable, item, onOpen }} selected={item !== null && selected.has(item.id)} />;
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
  const editing = useTitleEditing<LibraryRowView>({
    ...{ list: posts ? null : videos, total: videos?.total ?? 0, cursor, mayEdit },
    goTo: (place) => library.click(place, 'only'),
  });
  const openDetails = (): void => {
    library.openInspector(true);
    const [row, ...others] = [...library.getState().selected.values()];
    if (row !== undefined && others.length === 0 && takesTitle(row)) store.toTitle(keyOfVideo(accountId, row.id));
  };
  /** A title of which only the print is known is typed in the details, which fetch it; and so is that of a card. */
  const editTitle = (): void => {
    const row = rowAt(videos, cursor);
    if ((!isGrid && editing.begin()) || row === null) return;
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
        onClick={(index, how) => library.click(index, how)}
        onSelectAll={() => library.selectAll()}
        onClear={() => library.clearSelection()}
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
                node: <RowTitle editing={editing} accountId={accountId} />,
              },
              onCopy: () => void copyLinks(store, { accountId, videoIds: [...library.getState().selected.keys()] }),
            })}
        onSelectFirst={() => {
          const state = library.getState();
          const row = rowAt(state.videos, cursor);
          if (row !== null && !state.selected.has(row.id)) library.click(cursor, 'only');
        }}
      >
        {(line) => (
          <Line
            key={line.index}
            {...{ line, isGrid, cursor }}
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

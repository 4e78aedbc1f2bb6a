// The videos or blog posts of a site in the shared grid.

import { type ReactNode, useCallback } from 'react';
import { t } from '../../../preload/text/text.ts';
import { rowAt } from '../../model/list-state.ts';
import { copyLinks } from '../../state/copy-links.ts';
import { actOnVideos, actsFor, openPost, openVideo } from '../../state/library-actions.ts';
import { useAppStore, useLibrary } from '../../state/use-store.ts';
import { LibraryRow } from '../../ui/library-row.tsx';
import { VirtualGrid } from '../../ui/virtual-grid.tsx';

export function LibraryList({ onOpenDetails }: { readonly onOpenDetails: () => void }): ReactNode {
  const store = useAppStore();
  const { library } = store;
  const kind = useLibrary((state) => state.kind);
  const list = useLibrary((state) => (state.kind === 'videos' ? state.videos : state.posts));
  const selected = useLibrary((state) => state.selected);
  const cursor = useLibrary((state) => state.cursor);
  const focusWanted = useLibrary((state) => state.listFocusWanted);
  const accountId = useLibrary((state) => state.accountId) ?? '';
  const from = useLibrary((state) =>
    [state.accountId, state.kind, state.status, state.author, JSON.stringify(state.terms), state.sort].join(' '),
  );
  const posts = kind === 'posts';
  const open = useCallback(
    (id: number) => (posts ? openPost(store, accountId, id) : openVideo(store, accountId, id)),
    [store, accountId, posts],
  );
  return (
    <VirtualGrid
      label={t(posts ? 'library.posts' : 'library.videos')}
      total={list?.total ?? 0}
      cursor={cursor}
      from={from}
      focusWanted={focusWanted}
      onFocused={library.focusTaken}
      onReveal={useCallback((first: number, last: number) => library.reveal(first, last), [library])}
      onClick={(index, how) => library.click(index, how)}
      onSelectAll={() => library.selectAll()}
      onClear={() => library.clearSelection()}
      onOpen={() => {
        const post = posts ? rowAt(list, cursor) : null;
        if (post) open(post.id);
        else if (!posts) onOpenDetails();
      }}
      onDelete={() => {
        const rows = [...library.getState().selected.values()];
        const [act] = actsFor(rows).filter((one) => one !== 'restore');
        if (act !== undefined) actOnVideos(store, act, rows);
      }}
      {...(posts
        ? {}
        : {
            onCopy: () => void copyLinks(store, { accountId, videoIds: [...library.getState().selected.keys()] }),
          })}
      onSelectFirst={() => {
        const state = library.getState();
        const row = rowAt(state.videos, cursor);
        if (row !== null && !state.selected.has(row.id)) library.click(cursor, 'only');
      }}
    >
      {({ index, top, tabbable }) => {
        const item = rowAt(list, index);
        return (
          <LibraryRow
            key={index}
            index={index}
            top={top}
            tabbable={tabbable}
            selected={item !== null && selected.has(item.id)}
            item={item}
            onOpen={open}
          />
        );
      }}
    </VirtualGrid>
  );
}

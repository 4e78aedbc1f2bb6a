// The list of jobs: what the shared grid shows and what its keys do here.

import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { JobRow } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { columnsWithRoom } from '../../model/columns.ts';
import { rowAt } from '../../model/list-state.ts';
import { narrowing } from '../../model/search.ts';
import { isSelected, targetOf } from '../../model/selection.ts';
import { copyLinks } from '../../state/copy-links.ts';
import { actOnSelection, togglePause } from '../../state/job-actions.ts';
import { dragBegins, dropAt, moveSelected, showsOrder } from '../../state/reorder.ts';
import { chosenColumns, countOf, destinations, shownCounts } from '../../state/selectors.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { columnsHead, useRowsWidth } from '../../ui/columns-head.tsx';
import { useTitleEditing } from '../../ui/use-title-editing.ts';
import { VirtualGrid } from '../../ui/virtual-grid.tsx';
import { QueueMenu } from './queue-menu.tsx';
import { QueueRow } from './queue-row.tsx';
import { RowField } from './row-field.tsx';

const everyMs = 60_000;

/** While the list is looked at, and when somebody comes back to it, it is asked for anew: rows say what their sites have. */
function useFreshRows(lookAgain: () => void): void {
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible') lookAgain();
    };
    look();
    const timer = setInterval(look, everyMs);
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [lookAgain]);
}

const anyRow = (): boolean => true;

export function QueueList(): ReactNode {
  const store = useAppStore();
  useFreshRows(store.lookAgain);
  const queue = useApp((state) => state.queue);
  const filter = useApp((state) => state.filter);
  const sort = useApp((state) => state.sort);
  const selection = useApp((state) => state.selection);
  const cursor = useApp((state) => state.cursor);
  const focusWanted = useApp((state) => state.focusWanted === 'list');
  const brought = useApp((state) => state.brought);
  const narrowed = useApp((state) => narrowing(state.search));
  const showSite = useApp((state) => destinations(state.app).length > 1);
  const chosen = useApp(chosenColumns);
  const listWidth = useApp((state) => state.listWidth);
  const columns = useMemo(() => columnsWithRoom(chosen, listWidth), [chosen, listWidth]);

  const editing = useTitleEditing<JobRow>({
    ...{ list: queue, total: queue?.total ?? 0, cursor, mayEdit: anyRow },
    goTo: (place) => store.click(place, 'only'),
  });
  const begin = (): void => {
    store.typeIn('title');
    editing.begin();
  };
  const titling = editing.now !== null;
  useEffect(() => {
    store.keepForTitle(titling);
    return () => store.keepForTitle(false);
  }, [store, titling]);
  const titleWanted = useApp((state) => state.focusWanted === 'row-title');
  useEffect(() => {
    if (!titleWanted) return;
    store.focusTaken();
    begin();
  });

  const [menuAt, setMenuAt] = useState<{ readonly x: number; readonly y: number } | null>(null);

  // While another filter's rows are on their way, its count already says how long the list will be.
  const arriving = queue !== null && queue.view.filter !== filter;
  const counts = queue === null ? null : shownCounts(queue, narrowed);
  const total = queue === null || counts === null ? 0 : arriving ? countOf(counts, filter) : queue.total;

  return (
    <>
      <VirtualGrid
        label={t('uploads.title')}
        total={total}
        cursor={cursor}
        from={`${filter} ${sort} ${JSON.stringify(narrowed) ?? ''}`}
        focusWanted={focusWanted}
        brought={brought}
        onFocused={store.focusTaken}
        onReveal={useCallback((first: number, last: number) => store.reveal(first, last), [store])}
        onClick={(index, kind) => store.click(index, kind)}
        onSelectAll={() => store.selectAll()}
        onClear={() => store.clearSelection()}
        onOpen={() => store.inspect('title')}
        onSpace={() => togglePause(store)}
        onDelete={() => {
          const state = store.getState();
          actOnSelection(store, state.selection, 'remove', state.queue?.total ?? 0);
        }}
        onCopy={() => void copyLinks(store, { jobs: targetOf(store.getState().selection) })}
        onFill={() => void store.fillDown()}
        onTitle={begin}
        onPaste={(text) => store.pasteTitles('uploads', text)}
        over={editing.now && { place: editing.now.place, node: <RowField {...{ editing, columns }} /> }}
        onMove={(to) => {
          if (showsOrder(sort) || to === 'first' || to === 'last') void moveSelected(store, { to });
        }}
        onMenu={(at, place) => {
          store.moveCursor(place);
          setMenuAt(at);
        }}
        head={columnsHead(columns, t('columns.clip'))}
        onWidth={useRowsWidth(store.setListWidth)}
        dragging={{ begins: (index) => dragBegins(store, index), drops: (gap) => dropAt(store, gap) }}
        onSelectFirst={() => {
          const row = rowAt(store.getState().queue, cursor);
          if (row !== null && !isSelected(store.getState().selection, row.id)) store.click(cursor, 'only');
        }}
      >
        {({ index, top, tabbable }) => {
          const row = arriving ? null : rowAt(queue, index);
          return (
            <QueueRow
              key={index}
              row={row && editing.shown(row)}
              index={index}
              top={top}
              selected={row !== null && isSelected(selection, row.id)}
              tabbable={tabbable}
              showSite={showSite}
              inOrder={showsOrder(sort)}
              columns={columns}
            />
          );
        }}
      </VirtualGrid>
      {menuAt !== null && <QueueMenu at={menuAt} onClose={() => setMenuAt(null)} />}
    </>
  );
}

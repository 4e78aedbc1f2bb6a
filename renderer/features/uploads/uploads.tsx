// The upload queue: head, filters, list, totals, and the inspector beside it.

import { type ReactNode, useRef } from 'react';
import { Button, TabPanel, Tabs } from 'react-aria-components';
import type { QueueFilter } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { narrowing } from '../../model/search.ts';
import { chosenColumns, countOf, destinations, shownCounts } from '../../state/selectors.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { saidWords } from '../../text/failure.ts';
import { useFocusHeir } from '../../ui/focus-heir.ts';
import { Icon } from '../../ui/icon.tsx';
import { useNarrow } from '../../ui/narrow.ts';
import { ImportDetails } from '../metadata/import-details.tsx';
import { PasteTitles } from '../metadata/paste-titles.tsx';
import { ReplaceInTitles } from '../metadata/replace-titles.tsx';
import { Said } from '../window/announcer.tsx';
import { Notice } from '../window/notice.tsx';
import { StoreBanner } from '../window/store-banner.tsx';
import { UpdateLine } from '../window/update-line.tsx';
import { HoldBanner } from './blocker-banner.tsx';
import { Inspector } from './inspector.tsx';
import { NeedsGroups } from './needs-groups.tsx';
import { QueueFooter } from './queue-footer.tsx';
import { QueueHeader, QueueToolbar } from './queue-header.tsx';
import { QueueList } from './queue-list.tsx';
import { QueueSearchBar } from './queue-search.tsx';

export function Uploads(): ReactNode {
  const store = useAppStore();
  const filter = useApp((state) => state.filter);
  const known = useApp((state) => state.queue !== null);
  const all = useApp((state) => state.queue?.counts.all ?? 0);
  const open = useApp((state) => state.inspectorOpen);
  const narrow = useNarrow(useApp((state) => chosenColumns(state).length > 0));
  const problem = useApp((state) => state.problem);
  const inspector = all > 0 && (!narrow || open);
  return (
    <main className={inspector && !narrow ? 'uploads uploads-two' : 'uploads'} id="content" tabIndex={-1}>
      <div className="uploads-main">
        <QueueHeader />
        <StoreBanner />
        <UpdateLine />
        {!known && <p className="quiet-place">{problem === null ? '' : saidWords(problem)}</p>}
        {known && all === 0 && <HoldBanner />}
        {known && all === 0 && <FirstDrop />}
        {known && all > 0 && (
          <Tabs
            className="queue"
            selectedKey={filter}
            onSelectionChange={(key) => store.setFilter(key as QueueFilter)}
            keyboardActivation="manual"
          >
            <QueueToolbar narrow={narrow} />
            <QueueSearchBar />
            <HoldBanner />
            <NeedsGroups />
            <TabPanel key={filter} id={filter} className="queue-panel">
              <ListOrEmpty />
            </TabPanel>
          </Tabs>
        )}
        <Notice />
        <PasteTitles list="uploads" />
        <ImportDetails />
        <ReplaceInTitles list="uploads" />
        <Said />
        <QueueFooter />
      </div>
      {inspector && <Inspector narrow={narrow} />}
    </main>
  );
}

function ListOrEmpty(): ReactNode {
  const store = useAppStore();
  const filter = useApp((state) => state.filter);
  const narrowed = useApp((state) => narrowing(state.search) !== undefined);
  const looking = useApp((state) => state.queue?.found?.isSearching === true);
  const empty = useApp(
    ({ queue, search, filter: under }) => queue !== null && countOf(shownCounts(queue, narrowing(search)), under) === 0,
  );
  const titling = useApp((state) => state.isTitling);
  if (!empty || titling) {
    return (
      <>
        {filter === 'done' && !narrowed && <ClearDone />}
        <QueueList />
      </>
    );
  }
  // What is looked for may still be there.
  if (narrowed && looking) return <div className="quiet-place" />;
  return (
    <div className="quiet-place">
      <p>{narrowed ? t('uploads.search.none') : t(`jobs.empty.${filter}`)}</p>
      <Button
        className="button"
        onPress={() => {
          if (narrowed) store.openSearch(false);
          store.setFilter('all');
        }}
      >
        {t('uploads.show-all')}
      </Button>
    </div>
  );
}

/** What is on its site stays there, and is known if it is dropped again. */
function ClearDone(): ReactNode {
  const store = useAppStore();
  const tools = useRef<HTMLDivElement>(null);
  useFocusHeir(tools);
  return (
    <div ref={tools} className="list-tools">
      <span className="list-note">{t('uploads.done.note')}</span>
      <Button className="button button-small" onPress={() => void store.act('remove', { filter: 'done' })}>
        {t('uploads.done.clear')}
      </Button>
    </div>
  );
}

function FirstDrop(): ReactNode {
  const store = useAppStore();
  const label = useApp(
    (state) =>
      destinations(state.app).find(({ account }) => account.id === state.accountId)?.label ?? t('uploads.your-site'),
  );
  return (
    <div className="first-drop">
      <Button className="drop-zone" onPress={() => void store.choose('files')}>
        <Icon name="drop" size={40} />
        <span className="drop-zone-text">{t('uploads.first-drop', { site: label })}</span>
        <span className="button button-primary">{t('uploads.choose')}</span>
      </Button>
    </div>
  );
}

// The upload queue: head, filters, list, totals, and the inspector beside it.

import type { ReactNode } from 'react';
import { Button, TabPanel, Tabs } from 'react-aria-components';
import type { QueueFilter } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { countOf, destinations } from '../../state/selectors.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { saidWords } from '../../text/failure.ts';
import { Icon } from '../../ui/icon.tsx';
import { useNarrow } from '../../ui/narrow.ts';
import { Said } from '../window/announcer.tsx';
import { Notice } from '../window/notice.tsx';
import { StoreBanner } from '../window/store-banner.tsx';
import { HoldBanner } from './blocker-banner.tsx';
import { Inspector } from './inspector.tsx';
import { NeedsGroups } from './needs-groups.tsx';
import { QueueFooter } from './queue-footer.tsx';
import { QueueHeader, QueueToolbar } from './queue-header.tsx';
import { QueueList } from './queue-list.tsx';

export function Uploads(): ReactNode {
  const store = useAppStore();
  const filter = useApp((state) => state.filter);
  const known = useApp((state) => state.queue !== null);
  const all = useApp((state) => state.queue?.counts.all ?? 0);
  const open = useApp((state) => state.inspectorOpen);
  const narrow = useNarrow();
  const problem = useApp((state) => state.problem);
  const inspector = all > 0 && (!narrow || open);
  return (
    <main className={inspector && !narrow ? 'uploads uploads-two' : 'uploads'} id="content" tabIndex={-1}>
      <div className="uploads-main">
        <QueueHeader />
        <StoreBanner />
        {!known && <p className="quiet-place">{problem === null ? '' : saidWords(problem)}</p>}
        {known && all === 0 && <FirstDrop />}
        {known && all > 0 && (
          <Tabs
            className="queue"
            selectedKey={filter}
            onSelectionChange={(key) => store.setFilter(key as QueueFilter)}
            keyboardActivation="manual"
          >
            <QueueToolbar narrow={narrow} />
            <HoldBanner />
            <NeedsGroups />
            <TabPanel key={filter} id={filter} className="queue-panel">
              <ListOrEmpty />
            </TabPanel>
          </Tabs>
        )}
        <Notice />
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
  const empty = useApp((state) => state.queue !== null && countOf(state.queue.counts, state.filter) === 0);
  if (!empty) return <QueueList />;
  return (
    <div className="quiet-place">
      <p>{t(`jobs.empty.${filter}`)}</p>
      <Button className="button" onPress={() => store.setFilter('all')}>
        {t('uploads.show-all')}
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

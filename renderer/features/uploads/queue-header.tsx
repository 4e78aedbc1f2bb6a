// The head of the upload list: where clips go, the ways to add some, filters with counts, order and pause.

import type { ReactNode } from 'react';
import { Button, Tab, TabList } from 'react-aria-components';
import type { AccountView, QueueFilter, QueueSort } from '../../../preload/contract.ts';
import { noPreset } from '../../../preload/folder-rules.ts';
import { queueFilters } from '../../../preload/job-states.ts';
import { formatCount } from '../../../preload/text/format.ts';
import { t } from '../../../preload/text/text.ts';
import { narrowing } from '../../model/search.ts';
import { pauseAll } from '../../state/job-actions.ts';
import { chosenColumns, countOf, destinations, shownCounts } from '../../state/selectors.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { presetOptions } from '../../text/presets.ts';
import { Choice } from '../../ui/choice.tsx';
import { ColumnsButton } from '../../ui/columns-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ShortcutTip } from '../window/tip.tsx';
import { HistoryButton } from './history.tsx';

export function QueueHeader(): ReactNode {
  const store = useAppStore();
  const app = useApp((state) => state.app);
  const accountId = useApp((state) => state.accountId);
  const adding = useApp((state) => state.adding);
  const places = destinations(app);
  const chosen = places.find((one) => one.account.id === accountId)?.account;
  return (
    <header className="head">
      <h1 className="head-title">{t('uploads.title')}</h1>
      <div className="head-actions">
        {accountId !== null && (
          <Choice
            label={t('uploads.send-to')}
            options={places.map(({ account, site, label }) => ({
              id: account.id,
              label,
              note: account.signedIn ? site.address : t('uploads.sign-in-before'),
            }))}
            value={accountId}
            onChange={(id) => store.setAccount(id)}
          />
        )}
        {chosen !== undefined && <NewPreset account={chosen} />}
        <ShortcutTip of="add-folder">
          <Button className="button" isDisabled={adding} onPress={() => void store.choose('folder')}>
            <Icon name="folder" />
            {t('uploads.add-folder')}
          </Button>
        </ShortcutTip>
        <ShortcutTip of="add-files">
          <Button className="button button-primary" isDisabled={adding} onPress={() => void store.choose('files')}>
            <Icon name="plus" />
            {t('uploads.add-files')}
          </Button>
        </ShortcutTip>
      </div>
    </header>
  );
}

/** What new clips of the account get; shown once there is something to choose. */
function NewPreset({ account }: { readonly account: AccountView }): ReactNode {
  const store = useAppStore();
  if (account.presets.length === 0) return null;
  return (
    <Choice
      look="bare"
      label={t('presets.choose')}
      options={presetOptions(account.presets)}
      value={account.presetId ?? noPreset}
      onChange={(id) => store.chooseNewPreset(account.id, id)}
    />
  );
}

const sorts: readonly QueueSort[] = ['queue', 'newest', 'name', 'size'];

export function QueueToolbar({ narrow }: { readonly narrow: boolean }): ReactNode {
  const store = useAppStore();
  const columns = useApp(chosenColumns);
  const listWidth = useApp((state) => state.listWidth);
  const searching = useApp((state) => state.search !== null);
  const counts = useApp((state) => (state.queue === null ? null : shownCounts(state.queue, narrowing(state.search))));
  const filter = useApp((state) => state.filter);
  const sort = useApp((state) => state.sort);
  const paused = useApp((state) => state.queue?.totals.paused ?? false);
  const open = useApp((state) => state.inspectorOpen);
  // Where new clips go at once there are none that are ready.
  const isWanted = (each: QueueFilter): boolean => each !== 'ready' || each === filter || (counts?.ready ?? 0) > 0;
  // One filter more than usual needs the room of the words.
  const isTight = narrow && isWanted('ready');
  return (
    <div className="toolbar">
      <TabList className="tabs" aria-label={t('uploads.show')}>
        {queueFilters.filter(isWanted).map((each) => (
          <Tab
            key={each}
            id={each}
            className={each === 'needs-you' && (counts?.needsYou ?? 0) > 0 ? 'tab tab-attention' : 'tab'}
          >
            {t(`jobs.filter.${each}`)}{' '}
            <span className="tab-count">{counts === null ? '' : formatCount(countOf(counts, each))}</span>
          </Tab>
        ))}
      </TabList>
      <div className="toolbar-end">
        <ShortcutTip of="find">
          <Button
            className="button button-icon"
            aria-label={t('uploads.search.open')}
            aria-expanded={searching}
            onPress={() => store.openSearch(!searching)}
          >
            <Icon name="looking" />
          </Button>
        </ShortcutTip>
        <Choice
          look="icon"
          icon="sort"
          label={t('uploads.sort')}
          options={sorts.map((id) => ({ id, label: t(`jobs.sort.${id}`) }))}
          value={sort}
          onChange={(next) => store.setSort(next)}
        />
        <ColumnsButton
          {...{ chosen: columns, listWidth }}
          onChoose={(next) => void store.changeSettings({ columns: next })}
        />
        <HistoryButton />
        <ShortcutTip of="pause">
          <Button className="button button-quiet" onPress={() => pauseAll(store, !paused)}>
            <Icon name={paused ? 'play' : 'pause'} />
            <span className={isTight ? 'visually-hidden' : undefined}>
              {t(paused ? 'uploads.resume-all' : 'uploads.pause-all')}
            </span>
          </Button>
        </ShortcutTip>
        {narrow && (
          <Button
            className="button button-icon"
            aria-label={t('uploads.details')}
            aria-expanded={open}
            onPress={() => store.openInspector(!open)}
          >
            <Icon name="panel" />
          </Button>
        )}
      </div>
    </div>
  );
}

// The library: what is on the site, to search, look through, edit, trash and open.

import { type ReactNode, useId } from 'react';
import { Button, Tab, TabList, TabPanel, Tabs, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import type { LibraryQuery, SiteWindow } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { isNarrowed, type LibraryKind, noNarrowing } from '../../state/library-list.ts';
import { chosenVideoColumns, destinations } from '../../state/selectors.ts';
import { useApp, useAppStore, useLibrary } from '../../state/use-store.ts';
import { failureWords, totalWords } from '../../text/library.ts';
import { Choice } from '../../ui/choice.tsx';
import { ColumnsButton } from '../../ui/columns-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNarrow } from '../../ui/narrow.ts';
import { PasteTitles } from '../metadata/paste-titles.tsx';
import { ReplaceInTitles } from '../metadata/replace-titles.tsx';
import { Notice } from '../window/notice.tsx';
import { TwinsLine } from './duplicates.tsx';
import { LibraryInspector } from './library-inspector.tsx';
import { LibraryList } from './library-list.tsx';
import { LibraryTools } from './library-tools.tsx';
import { MovesLines } from './moves-lines.tsx';

export function Library(): ReactNode {
  const { library } = useAppStore();
  const kind = useLibrary((state) => state.kind);
  const open = useLibrary((state) => state.inspectorOpen);
  const narrow = useNarrow(useApp((state) => chosenVideoColumns(state).length > 0) && kind === 'videos');
  const inspector = kind === 'videos' && (!narrow || open);
  return (
    <main className={inspector && !narrow ? 'uploads uploads-two' : 'uploads'} id="content" tabIndex={-1}>
      <div className="uploads-main">
        <Head />
        <Tabs
          className="queue"
          selectedKey={kind}
          onSelectionChange={(key) => library.setKind(key as LibraryKind)}
          keyboardActivation="manual"
        >
          <div className="toolbar">
            <TabList className="tabs" aria-label={t('library.show')}>
              <Tab id="videos" className="tab">
                {t('library.videos')}
              </Tab>
              <Tab id="posts" className="tab">
                {t('library.posts')}
              </Tab>
            </TabList>
            <div className="toolbar-end">
              <Total />
              {kind === 'videos' && <Sort />}
              {kind === 'videos' && <Columns />}
              {narrow && kind === 'videos' && (
                <Button
                  className="button button-icon"
                  aria-label={t('library.details')}
                  aria-expanded={open}
                  onPress={() => library.openInspector(!open)}
                >
                  <Icon name="panel" />
                </Button>
              )}
            </div>
          </div>
          <LibraryTools />
          {kind === 'videos' && <TwinsLine />}
          {kind === 'videos' && <MovesLines />}
          <TabPanel key={kind} id={kind} className="queue-panel">
            <ListOrWords />
          </TabPanel>
        </Tabs>
        <Notice />
        <PasteTitles list="library" />
        <ReplaceInTitles list="library" />
      </div>
      {inspector && <LibraryInspector narrow={narrow} />}
    </main>
  );
}

function Head(): ReactNode {
  const { library } = useAppStore();
  const places = destinations(useApp((state) => state.app));
  const accountId = useLibrary((state) => state.accountId);
  return (
    <header className="head">
      <h1 className="head-title">{t('library.title')}</h1>
      <div className="head-actions">
        <ViewSwitch />
        {accountId !== null && places.length > 1 && (
          <Choice
            label={t('library.account')}
            options={places.map(({ account, site, label }) => ({ id: account.id, label, note: site.address }))}
            value={accountId}
            onChange={(id) => library.setAccount(id)}
          />
        )}
        <Button className="button" onPress={() => library.refresh()}>
          <Icon name="processing" />
          {t('library.refresh')}
        </Button>
      </div>
    </header>
  );
}

const views = ['list', 'grid'] as const;

/** How videos are shown; posts have no pictures, and stay a list. */
function ViewSwitch(): ReactNode {
  const store = useAppStore();
  const isVideos = useLibrary((state) => state.kind === 'videos');
  const view = useApp((state) => state.settings?.values.libraryView);
  if (!isVideos || view === undefined) return null;
  return (
    <ToggleButtonGroup
      className="view-switch"
      aria-label={t('library.view')}
      disallowEmptySelection
      selectedKeys={[view]}
      onSelectionChange={(keys) => {
        const chosen = views.find((one) => keys.has(one));
        if (chosen !== undefined) void store.changeSettings({ libraryView: chosen });
      }}
    >
      {views.map((one) => (
        <ToggleButton key={one} id={one} className="button view-choice">
          <Icon name={one} />
          {t(`library.view.${one}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

function shownTotal(total: string, selected: number): string {
  return selected > 1 ? t('library.total.selected', { total, selected }) : total;
}

function Total(): ReactNode {
  const list = useLibrary((state) => (state.kind === 'videos' ? state.videos : state.posts));
  const posts = useLibrary((state) => state.kind === 'posts');
  const several = useLibrary((state) => state.selected.size);
  return (
    <span
      role="status"
      // Each one that is found would be read out.
      aria-live={list?.lookedThrough === undefined ? 'polite' : 'off'}
      className="library-total"
    >
      {list !== null && shownTotal(totalWords(list, posts), several)}
    </span>
  );
}

const sorts: readonly LibraryQuery['sort'][] = ['newest', 'oldest', 'modified', 'title'];

function Sort(): ReactNode {
  const { library } = useAppStore();
  const sort = useLibrary((state) => state.sort);
  return (
    <Choice
      look="icon"
      icon="sort"
      label={t('library.sort')}
      options={sorts.map((id) => ({ id, label: t(`library.sort.${id}`) }))}
      value={sort}
      onChange={(next) => library.setFilters({ sort: next })}
    />
  );
}

/** Cards show what they show. */
function Columns(): ReactNode {
  const store = useAppStore();
  const view = useApp((state) => state.settings?.values.libraryView);
  const chosen = useApp(chosenVideoColumns);
  const listWidth = useLibrary((state) => state.listWidth);
  if (view !== 'list') return null;
  return (
    <ColumnsButton
      {...{ chosen, listWidth }}
      onChoose={(libraryColumns) => void store.changeSettings({ libraryColumns })}
    />
  );
}

/** What is said while videos that lack something are looked for, and what is not known of them. */
function AboutMissing({ list: { failure, lookedThrough } }: { readonly list: SiteWindow<unknown> }): ReactNode {
  const walkId = useId();
  const isUnsure = useLibrary(
    ({ kind, author, without }) =>
      kind === 'videos' && author === 'all' && (without === 'description' || without === 'excerpt'),
  );
  return (
    <>
      {isUnsure && <p className="library-problem">{t('library.without.unsure')}</p>}
      {lookedThrough !== undefined && failure === null && (
        <div className="library-walk">
          <label className="library-walk-words" htmlFor={walkId}>
            {t('library.walk', { looked: lookedThrough.rows, total: lookedThrough.of })}
          </label>
          <progress id={walkId} value={lookedThrough.rows} max={lookedThrough.of} />
        </div>
      )}
    </>
  );
}

function ListOrWords(): ReactNode {
  const store = useAppStore();
  const { library } = store;
  const list = useLibrary((state) => (state.kind === 'videos' ? state.videos : state.posts));
  const kind = useLibrary((state) => state.kind);
  const narrowed = useLibrary((state) => {
    // The filters are the videos' own.
    return state.search !== '' || (state.kind === 'videos' && isNarrowed(state));
  });
  if (list === null) return <p className="quiet-place">{t('library.looking')}</p>;
  const { failure, lookedThrough } = list;
  return (
    <>
      {failure !== null && (
        <div className="library-problem" role="alert">
          <Icon name="offline" />
          <p>{failureWords(failure, list.total > 0)}</p>
          {failure.problem === 'sign-in' ? (
            <Button className="button button-small" onPress={() => store.signInTo(library.getState().accountId ?? '')}>
              {t('library.go-to-sites')}
            </Button>
          ) : (
            <Button className="button button-small" onPress={() => library.refresh()}>
              {t('library.try-again')}
            </Button>
          )}
        </div>
      )}
      {list.limited && <p className="library-problem">{t('library.limited', { total: list.total })}</p>}
      <AboutMissing list={list} />
      {list.total > 0 ? (
        <LibraryList />
      ) : failure === null && lookedThrough === undefined ? (
        <div className="quiet-place">
          <p>{t(narrowed ? 'library.no-matches' : kind === 'videos' ? 'library.no-videos' : 'library.no-posts')}</p>
          {narrowed && (
            <Button
              className="button"
              onPress={() => {
                library.setSearch('');
                library.setFilters(kind === 'videos' ? noNarrowing : {});
              }}
            >
              {t(kind === 'videos' ? 'library.show-all' : 'library.show-posts')}
            </Button>
          )}
        </div>
      ) : null}
    </>
  );
}

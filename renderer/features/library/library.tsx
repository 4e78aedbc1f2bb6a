// The library: what is on the site, to search, look through, edit, trash and open.

import type { ReactNode } from 'react';
import { Button, Input, Label, SearchField, Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import type { LibraryQuery } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import type { LibraryKind } from '../../state/library-list.ts';
import { destinations } from '../../state/selectors.ts';
import { useSearchFocus } from '../../state/use-search-focus.ts';
import { useApp, useAppStore, useLibrary } from '../../state/use-store.ts';
import { statusWord } from '../../text/fields.ts';
import { failureWords, totalWords } from '../../text/library.ts';
import { Choice, type Option } from '../../ui/choice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNarrow } from '../../ui/narrow.ts';
import { PasteTitles } from '../metadata/paste-titles.tsx';
import { ReplaceInTitles } from '../metadata/replace-titles.tsx';
import { TermFilter } from '../metadata/term-filter.tsx';
import { Notice } from '../window/notice.tsx';
import { TwinsLine } from './duplicates.tsx';
import { LibraryInspector } from './library-inspector.tsx';
import { LibraryList } from './library-list.tsx';

export function Library(): ReactNode {
  const { library } = useAppStore();
  const kind = useLibrary((state) => state.kind);
  const open = useLibrary((state) => state.inspectorOpen);
  const narrow = useNarrow();
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
          <Tools />
          {kind === 'videos' && <TwinsLine />}
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

function shownTotal(total: string, selected: number): string {
  return selected > 1 ? t('library.total.selected', { total, selected }) : total;
}

function Total(): ReactNode {
  const list = useLibrary((state) => (state.kind === 'videos' ? state.videos : state.posts));
  const posts = useLibrary((state) => state.kind === 'posts');
  const several = useLibrary((state) => state.selected.size);
  return (
    <span role="status" className="library-total">
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

function Tools(): ReactNode {
  const { library } = useAppStore();
  const kind = useLibrary((state) => state.kind);
  const search = useLibrary((state) => state.search);
  const filters = useLibrary((state) => state.filters);
  const status = useLibrary((state) => state.status);
  const author = useLibrary((state) => state.author);
  const statuses = filters?.statuses.filter(({ name, count }) => count !== 0 || name === status) ?? [];
  const field = useSearchFocus();
  const own = author === 'me';
  const statusOptions: readonly Option<string>[] = [
    { id: 'all', label: t('library.status.all') },
    ...statuses.map(({ name, count }) => ({
      id: name,
      label:
        own && count !== null ? t('library.status.counted', { status: statusWord(name), count }) : statusWord(name),
    })),
  ];
  return (
    <div className="list-tools">
      <SearchField className="list-search" value={search} onChange={(text) => library.setSearch(text)}>
        <Label className="visually-hidden">
          {t(kind === 'videos' ? 'library.search.videos' : 'library.search.posts')}
        </Label>
        <Icon name="looking" />
        <Input ref={field} className="input" placeholder={t('library.search')} maxLength={500} />
      </SearchField>
      {kind === 'videos' && (
        <>
          <Choice
            look="bare"
            label={t('library.status')}
            options={statusOptions}
            value={status}
            onChange={(next) => library.setFilters({ status: next })}
          />
          <Choice
            look="bare"
            label={t('library.by')}
            options={[
              { id: 'me', label: t('library.by.me') },
              { id: 'all', label: t('library.by.everyone') },
            ]}
            value={author}
            onChange={(next) => library.setFilters({ author: next })}
          />
          <TermFilters />
        </>
      )}
    </div>
  );
}

/** One filter for each taxonomy of the site's videos; they narrow the list together. */
function TermFilters(): ReactNode {
  const { library } = useAppStore();
  const accountId = useLibrary((state) => state.accountId);
  const filters = useLibrary((state) => state.filters);
  const terms = useLibrary((state) => state.terms);
  if (accountId === null || filters === null) return null;
  const { taxonomies } = filters;
  if (taxonomies === null) {
    return (
      <span className="library-none">
        <span role="status">{t('library.terms.failed')}</span>
        <Button className="button button-small" onPress={() => library.refresh()}>
          {t('library.try-again')}
        </Button>
      </span>
    );
  }
  if (taxonomies.length === 0) return <span className="library-none">{t('library.terms.none')}</span>;
  return taxonomies.map((taxonomy) => (
    <TermFilter
      key={`${accountId} ${taxonomy.restBase}`}
      accountId={accountId}
      taxonomy={taxonomy}
      value={terms[taxonomy.restBase] ?? []}
      onChange={(ids) => library.setTerms(taxonomy.restBase, ids)}
    />
  ));
}

function ListOrWords(): ReactNode {
  const store = useAppStore();
  const { library } = store;
  const list = useLibrary((state) => (state.kind === 'videos' ? state.videos : state.posts));
  const kind = useLibrary((state) => state.kind);
  const narrowed = useLibrary((state) => {
    const { search, status, terms } = state;
    // The filters are the videos' own.
    return search !== '' || (state.kind === 'videos' && (status !== 'all' || Object.keys(terms).length > 0));
  });
  if (list === null) return <p className="quiet-place">{t('library.looking')}</p>;
  const { failure } = list;
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
      {list.total > 0 ? (
        <LibraryList onOpenDetails={() => library.openInspector(true)} />
      ) : failure === null ? (
        <div className="quiet-place">
          <p>{t(narrowed ? 'library.no-matches' : kind === 'videos' ? 'library.no-videos' : 'library.no-posts')}</p>
          {narrowed && (
            <Button
              className="button"
              onPress={() => {
                library.setSearch('');
                library.setFilters(kind === 'videos' ? { status: 'all', terms: {} } : {});
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

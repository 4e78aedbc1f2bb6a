// The search of the upload list: words, the site or account that clips go to, and where they came from.

import type { ReactNode } from 'react';
import { Button, Input, Label, SearchField } from 'react-aria-components';
import type { AppState, QueueSearch } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { narrowing } from '../../model/search.ts';
import { destinations } from '../../state/selectors.ts';
import { useSearchFocus } from '../../state/use-search-focus.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { Choice, type Option } from '../../ui/choice.tsx';
import { Icon } from '../../ui/icon.tsx';

interface Place extends Option<string> {
  readonly accountIds: readonly string[] | null;
}

/** All sites, each site, and each account of a site that has several. */
function placesOf(app: AppState | null): readonly Place[] {
  const sites = (app?.sites ?? []).flatMap((site): Place[] => {
    const { id, name, address, accounts } = site;
    if (accounts.length === 0) return [];
    const whole = { id, label: name, note: address, accountIds: accounts.map((account) => account.id) };
    if (accounts.length === 1) return [whole];
    const each = destinations(app).filter((one) => one.site.id === id);
    return [whole, ...each.map(({ account, label }) => ({ id: account.id, label, accountIds: [account.id] }))];
  });
  return [{ id: 'all', label: t('uploads.search.site.all'), accountIds: null }, ...sites];
}

interface Origin extends Option<string> {
  readonly from: QueueSearch['from'];
}

function originsOf(app: AppState | null): readonly Origin[] {
  const folders = (app?.folders ?? [])
    .filter(({ state }) => state !== 'unplaced')
    .map(({ id, name, path }): Origin => ({ id, label: name, note: path, from: { folderId: id } }));
  return [
    { id: 'all', label: t('uploads.search.from.all'), from: null },
    { id: 'hand', label: t('uploads.search.from.hand'), from: { folderId: null } },
    ...folders,
  ];
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export function QueueSearchBar(): ReactNode {
  const store = useAppStore();
  const search = useApp((state) => state.search);
  const app = useApp((state) => state.app);
  const field = useSearchFocus();
  if (search === null) return null;
  const places = placesOf(app);
  const origins = originsOf(app);
  return (
    <search className="list-tools" aria-label={t('uploads.search')}>
      <SearchField
        className="list-search"
        value={search.text}
        onChange={(text) => store.setSearch({ text })}
        onKeyDown={(event) => {
          // The first Escape empties the field.
          if (event.key === 'Escape' && search.text === '') store.openSearch(false);
        }}
      >
        <Label className="visually-hidden">{t('uploads.search')}</Label>
        <Icon name="looking" />
        <Input ref={field} className="input" placeholder={t('uploads.search.hint')} maxLength={500} />
      </SearchField>
      {places.length > 2 && (
        <Choice
          look="bare"
          label={t('uploads.search.site')}
          options={places}
          value={places.find(({ accountIds }) => isSame(accountIds, search.accountIds))?.id ?? 'all'}
          onChange={(id) => store.setSearch({ accountIds: places.find((one) => one.id === id)?.accountIds ?? null })}
        />
      )}
      {origins.length > 2 && (
        <Choice
          look="bare"
          label={t('uploads.search.from')}
          options={origins}
          value={origins.find(({ from }) => isSame(from, search.from))?.id ?? 'all'}
          onChange={(id) => store.setSearch({ from: origins.find((one) => one.id === id)?.from ?? null })}
        />
      )}
      <FoundCount />
      <Button
        className="button button-icon"
        aria-label={t('uploads.search.close')}
        onPress={() => store.openSearch(false)}
      >
        <Icon name="close" />
      </Button>
    </search>
  );
}

function FoundCount(): ReactNode {
  const narrowed = useApp((state) => narrowing(state.search) !== undefined);
  const found = useApp((state) => state.queue?.found);
  const words = (): string => {
    if (!narrowed || found === undefined) return '';
    if (found.isSearching) return t('uploads.search.looking');
    return t('uploads.search.found', { clips: found.counts.all });
  };
  return (
    <span role="status" className="list-found">
      {words()}
    </span>
  );
}

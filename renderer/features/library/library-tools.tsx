// What the library is narrowed by: a search, status, author, days, what a video lacks, and the terms of each taxonomy.

import type { ReactNode } from 'react';
import { Button, Input, Label, SearchField } from 'react-aria-components';
import type { Lack } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { anyDay } from '../../model/day-range.ts';
import { useForm } from '../../state/use-form.ts';
import { useSearchFocus } from '../../state/use-search-focus.ts';
import { useAppStore, useLibrary } from '../../state/use-store.ts';
import { statusChoices } from '../../text/library.ts';
import { Choice, type Option } from '../../ui/choice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TermFilter } from '../metadata/term-filter.tsx';
import { DayFilter } from './day-filter.tsx';

export function LibraryTools(): ReactNode {
  const { library } = useAppStore();
  const kind = useLibrary((state) => state.kind);
  const search = useLibrary((state) => state.search);
  const filters = useLibrary((state) => state.filters);
  const status = useLibrary((state) => state.status);
  const author = useLibrary((state) => state.author);
  const field = useSearchFocus();
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
            options={statusChoices(filters?.statuses ?? [], { status, author })}
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
          <Days />
          <Lacking />
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

function Days(): ReactNode {
  const { library } = useAppStore();
  const accountId = useLibrary((state) => state.accountId) ?? '';
  const days = useLibrary((state) => state.days);
  const { zone } = useForm(accountId);
  return <DayFilter value={days ?? anyDay} zone={zone} onChange={(range) => library.setDays(range)} />;
}

const lackingTexts = ['description', 'excerpt', 'poster'] as const;

/** No site can be asked for these: its list is looked through. */
function Lacking(): ReactNode {
  const { library } = useAppStore();
  const without = useLibrary((state) => state.without);
  const taxonomies = useLibrary((state) => state.filters?.taxonomies) ?? [];
  const options: readonly Option<'any' | Lack>[] = [
    { id: 'any', label: t('library.without.any') },
    ...lackingTexts.map((id) => ({ id, label: t(`library.without.${id}`) })),
    ...taxonomies.map(({ restBase, name }) => ({
      id: `terms:${restBase}` as const,
      label: t('library.without.terms', { taxonomy: name }),
    })),
  ];
  return (
    <Choice
      look="bare"
      label={t('library.without')}
      options={options}
      value={without ?? 'any'}
      onChange={(next) => library.setFilters({ without: next === 'any' ? null : next })}
    />
  );
}

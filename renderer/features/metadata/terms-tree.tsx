// Terms of a hierarchical taxonomy as an indented list to tick, with a search and, where the account may, new ones.

import { type ReactNode, useState } from 'react';
import { Button, Input, ListBox, ListBoxItem, SearchField, type Selection } from 'react-aria-components';
import type { FormTaxonomy, Term } from '../../../preload/contract.ts';
import { formatCount } from '../../../preload/text/format.ts';
import { t } from '../../../preload/text/text.ts';
import { tickedTerms } from '../../model/ticked-terms.ts';
import { useAppStore } from '../../state/use-store.ts';
import { asTree, forgetTerms, useTermNames, useTerms } from '../../state/use-terms.ts';
import { termProblemWords } from '../../text/fields.ts';
import { Icon } from '../../ui/icon.tsx';

interface Props {
  readonly accountId: string;
  readonly taxonomy: FormTaxonomy;
  readonly label: string;
  readonly value: readonly number[];
  readonly mayCreate: boolean;
  readonly onChange: (ids: readonly number[]) => void;
}

/** Shorter lists need no search. */
const searchFrom = 8;

export function TermsTree({ accountId, taxonomy, label, value, mayCreate, onChange }: Props): ReactNode {
  const store = useAppStore();
  const [search, setSearch] = useState('');
  const [made, setMade] = useState<readonly Term[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const everything = useTerms(accountId, taxonomy.restBase, '', { all: true, wanted: true });
  const wanted = search.trim();
  const onSite = everything.total > everything.terms.length;
  // All that is there is searched here; of very many, the site finds what fits.
  const sought = useTerms(accountId, taxonomy.restBase, wanted, { all: false, wanted: onSite && wanted !== '' });
  const names = useTermNames(accountId, taxonomy.restBase, value);

  const loaded = [...everything.terms, ...made.filter((term) => !everything.terms.some(({ id }) => id === term.id))];
  const unseen = value
    .filter((id) => !loaded.some((term) => term.id === id))
    .map((id): Term => ({ id, name: names.get(id) ?? '…', parent: 0, count: 0 }));
  const fits = (term: Term): boolean => term.name.toLocaleLowerCase().includes(wanted.toLocaleLowerCase());
  const all = [...unseen, ...loaded];
  const listed = wanted === '' ? all : onSite ? sought.terms : all.filter(fits);
  const shown = asTree(listed);
  const failure = everything.failure ?? sought.failure;

  function select(keys: Selection): void {
    if (keys === 'all') return;
    onChange(tickedTerms(value, shown, keys));
  }

  async function make(): Promise<void> {
    const answer = await store.attempt(() =>
      store.bridge.request('terms.create', { accountId, taxonomy: taxonomy.restBase, name: wanted, parent: 0 }),
    );
    if (answer === null) return;
    if (!answer.ok) {
      setProblem(termProblemWords(answer.failure));
      return;
    }
    const term = answer.value;
    forgetTerms(store, accountId, taxonomy.restBase);
    setProblem(null);
    setMade((before) => [...before, term]);
    setSearch('');
    if (!value.includes(term.id)) onChange([...value, term.id]);
  }

  const exact = listed.some((term) => term.name.toLocaleLowerCase() === wanted.toLocaleLowerCase());
  const searchable = all.length >= searchFrom || mayCreate || wanted !== '' || onSite;
  return (
    <div className="terms">
      <span className="field-label">{label}</span>
      {searchable && (
        <SearchField
          className="field"
          aria-label={t('terms.find', { taxonomy: label })}
          value={search}
          onChange={setSearch}
        >
          <Input className="input" placeholder={t(mayCreate ? 'terms.type-or-add' : 'terms.type')} maxLength={200} />
        </SearchField>
      )}
      <ListBox
        className="tree"
        aria-label={label}
        items={shown}
        selectionMode="multiple"
        // Escape closes the pane; it must not take off what was chosen.
        escapeKeyBehavior="none"
        selectedKeys={value.map(String)}
        onSelectionChange={select}
        renderEmptyState={() => (
          <p className="menu-empty">
            {everything.busy || sought.busy
              ? t('terms.looking')
              : failure !== null
                ? termProblemWords(failure)
                : t(wanted === '' ? 'terms.none-here' : 'terms.no-matches')}
          </p>
        )}
      >
        {(term) => (
          <ListBoxItem className="tree-item" id={String(term.id)} textValue={term.name}>
            {({ isSelected }) => (
              <>
                <span className="tree-indent" style={{ width: Math.min(term.depth, 6) * 16 }} />
                <span className={isSelected ? 'tree-tick tree-tick-on' : 'tree-tick'}>
                  {isSelected && <Icon name="check" size={12} />}
                </span>
                <span className="tree-name">{term.name}</span>
                {term.count > 0 && <span className="tree-count">{formatCount(term.count)}</span>}
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
      {mayCreate && wanted !== '' && !exact && !everything.busy && (
        <Button className="button button-small" onPress={() => void make()}>
          {t('terms.add', { name: wanted })}
        </Button>
      )}
      {problem !== null && (
        <p className="hint" role="alert">
          <Icon name="info" />
          {problem}
        </p>
      )}
    </div>
  );
}

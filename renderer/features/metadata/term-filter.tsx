// A filter of the library by one taxonomy of the site: a button that says what is chosen, and a list to search and to tick.

import { type ReactNode, useState } from 'react';
import {
  Autocomplete,
  Button,
  Dialog,
  DialogTrigger,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
  type Selection,
  Tag,
  TagGroup,
  TagList,
} from 'react-aria-components';
import type { LibraryTaxonomy, Term } from '../../../preload/contract.ts';
import { formatCount } from '../../../preload/text/format.ts';
import { t } from '../../../preload/text/text.ts';
import { tickedTerms } from '../../model/ticked-terms.ts';
import { useTermPages } from '../../state/use-term-pages.ts';
import { asTree, type TreeTerm, useTermNames } from '../../state/use-terms.ts';
import { termFilterWords, termListWords } from '../../text/library.ts';
import { Icon } from '../../ui/icon.tsx';

interface Props {
  readonly accountId: string;
  readonly taxonomy: LibraryTaxonomy;
  readonly value: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
}

export function TermFilter(props: Props): ReactNode {
  const { accountId, taxonomy, value } = props;
  const names = useTermNames(accountId, taxonomy.restBase, value);
  const nameOf = (id: number): string => names.get(id) ?? '…';
  const words = termFilterWords(taxonomy.name, value.map(nameOf));
  return (
    <DialogTrigger>
      <div className="choice choice-bare">
        <Button className={value.length > 0 ? 'choice-button choice-on' : 'choice-button'} aria-label={words.full}>
          <span className="choice-value">{words.short}</span>
          <Icon name="chevron" size={12} />
        </Button>
      </div>
      <Popover className="popover term-filter" offset={4} placement="bottom start">
        <Dialog className="term-filter-box" aria-label={t('library.terms.filter', { taxonomy: taxonomy.name })}>
          <Terms {...props} nameOf={nameOf} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

/** A tree needs its parents: so many pages of it are loaded at once. A flat list shows more when it is asked to. */
const treePages = 10;

function Terms({ accountId, taxonomy, value, onChange, nameOf }: Props & { readonly nameOf: (id: number) => string }) {
  const [text, setText] = useState('');
  const search = text.trim();
  const { restBase, name, hierarchical } = taxonomy;
  const found = useTermPages(accountId, restBase, search, hierarchical && search === '' ? treePages : 1);
  const current = found.search === search;
  const shown: readonly TreeTerm[] =
    hierarchical && search === '' ? asTree(found.terms) : found.terms.map((term) => ({ ...term, depth: 0 }));
  // What a search finds stands without its tree: its parent is named beside it.
  const parents = useTermNames(accountId, restBase, search === '' || !hierarchical ? [] : parentsOf(found.terms));
  const left = found.total - found.terms.length;
  const searching = found.busy || !current;

  function select(keys: Selection): void {
    if (keys === 'all') return;
    onChange(tickedTerms(value, shown, keys));
  }

  return (
    <>
      <Autocomplete inputValue={text} onInputChange={setText} disableAutoFocusFirst>
        <SearchField className="term-filter-search" aria-label={t('terms.find', { taxonomy: name })} autoFocus>
          <Icon name="looking" />
          {/* Its arrow keys move through the list, as those of a combo box whose list is always open. */}
          <Input
            className="input"
            role="combobox"
            aria-expanded
            placeholder={t('terms.find', { taxonomy: name })}
            maxLength={200}
          />
        </SearchField>
        <Chosen {...{ name, value, onChange, nameOf }} />
        <ListBox
          className="term-filter-list"
          aria-label={name}
          items={shown}
          dependencies={[parents]}
          selectionMode="multiple"
          // Escape closes the filter; it must not take off what was chosen.
          escapeKeyBehavior="none"
          selectedKeys={value.map(String)}
          onSelectionChange={select}
          // Read out as an entry of the list, so there is none where a failure is told below.
          {...((found.failure === null || searching) && {
            renderEmptyState: () => <p className="menu-empty">{emptyWords(searching, search)}</p>,
          })}
        >
          {(term) => <TermItem term={term} parent={parents.get(term.parent)} />}
        </ListBox>
      </Autocomplete>
      {found.failure !== null && (
        <p className="hint term-filter-note" role="alert">
          <Icon name={found.failure.problem === 'offline' ? 'offline' : 'info'} />
          {termListWords(found.failure)}
        </p>
      )}
      <p role="status" className="visually-hidden">
        {searching ? '' : t('library.terms.found', { count: found.total })}
      </p>
      {!searching && (found.failure !== null || left > 0) && (
        <div className="term-filter-foot">
          {left > 0 && (
            <span className="hint">{t('library.terms.part', { shown: found.terms.length, total: found.total })}</span>
          )}
          <Button className="button button-small" onPress={found.more}>
            {t(found.failure === null ? 'library.terms.more' : 'library.try-again')}
          </Button>
        </div>
      )}
    </>
  );
}

const parentsOf = (terms: readonly Term[]): readonly number[] => [
  ...new Set(terms.flatMap(({ parent }) => (parent > 0 ? [parent] : []))),
];

function emptyWords(searching: boolean, search: string): string {
  if (searching) return t('terms.looking');
  return t(search === '' ? 'terms.none-here' : 'terms.no-matches');
}

function TermItem({ term, parent }: { readonly term: TreeTerm; readonly parent: string | undefined }): ReactNode {
  return (
    <ListBoxItem className="tree-item" id={String(term.id)} textValue={term.name}>
      {({ isSelected }) => (
        <>
          <span className="tree-indent" style={{ width: Math.min(term.depth, 6) * 16 }} />
          <span className={isSelected ? 'tree-tick tree-tick-on' : 'tree-tick'}>
            {isSelected && <Icon name="check" size={12} />}
          </span>
          <span className="tree-name">
            {term.name}
            {parent !== undefined && <span className="term-parent">{t('library.terms.in', { parent })}</span>}
          </span>
          {term.count > 0 && <span className="tree-count">{formatCount(term.count)}</span>}
        </>
      )}
    </ListBoxItem>
  );
}

type ChosenProps = Pick<Props, 'value' | 'onChange'> & {
  readonly name: string;
  readonly nameOf: (id: number) => string;
};

function Chosen({ name, value, onChange, nameOf }: ChosenProps): ReactNode {
  if (value.length === 0) return null;
  return (
    <div className="term-filter-chosen">
      <TagGroup
        aria-label={t('terms.chosen', { taxonomy: name })}
        selectionMode="none"
        onRemove={(keys) => onChange(value.filter((id) => !keys.has(String(id))))}
      >
        <TagList className="tags">
          {value.map((id) => (
            <Tag className="tag" key={id} id={String(id)} textValue={nameOf(id)}>
              <span className="tag-text">{nameOf(id)}</span>
              <Button className="tag-remove" slot="remove" aria-label={t('terms.remove')}>
                <Icon name="close" size={12} />
              </Button>
            </Tag>
          ))}
        </TagList>
      </TagGroup>
      <Button className="button button-small" onPress={() => onChange([])}>
        {t('library.terms.clear', { filters: value.length })}
      </Button>
    </div>
  );
}

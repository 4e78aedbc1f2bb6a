// Tags of a flat taxonomy: chosen ones as tokens, suggestions while one types, new ones where the account may make them.

import { type ReactNode, useState } from 'react';
import {
  Button,
  ComboBox,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Tag,
  TagGroup,
  TagList,
} from 'react-aria-components';
import type { FormTaxonomy, Term } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { useAppStore } from '../../state/use-store.ts';
import { useTermNames, useTerms } from '../../state/use-terms.ts';
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

const newKey = 'new';
const mostSuggestions = 30;

function sameName(one: string, other: string): boolean {
  return one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase();
}

export function TermsTags({ accountId, taxonomy, label, value, mayCreate, onChange }: Props): ReactNode {
  const store = useAppStore();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [made, setMade] = useState<readonly Term[]>([]);
  const search = text.trim();
  const found = useTerms(accountId, taxonomy.restBase, search, { all: false, wanted: search !== '' });
  const known = useTermNames(accountId, taxonomy.restBase, value);
  const nameOf = (id: number): string =>
    known.get(id) ?? [...made, ...found.terms].find((term) => term.id === id)?.name ?? '…';

  // An open list hides the rest from screen readers: it is there only while something is typed.
  const fitting = search === '' ? [] : found.terms.filter((term) => !value.includes(term.id)).slice(0, mostSuggestions);
  const exact = found.terms.find((term) => sameName(term.name, search));
  // Nothing is offered to be made before it is known that it is not there.
  const current = found.search === search && !found.busy;
  const canMake = mayCreate && search !== '' && current && exact === undefined;
  const options = [
    ...fitting.map((term) => ({ id: String(term.id), label: term.name })),
    ...(canMake ? [{ id: newKey, label: t('terms.add', { name: search }) }] : []),
  ];

  function add(term: Term): void {
    setMade((before) => [...before, term]);
    setText('');
    setProblem(null);
    if (!value.includes(term.id)) onChange([...value, term.id]);
  }

  async function addByName(name: string): Promise<void> {
    const request = { accountId, taxonomy: taxonomy.restBase, search: name, page: 1 };
    const answer = current ? null : await store.attempt(() => store.bridge.request('terms.search', request));
    const terms = answer?.ok === true ? answer.value.terms : found.terms;
    const there = terms.find((term) => sameName(term.name, name));
    if (there !== undefined) {
      add(there);
      return;
    }
    if (!mayCreate) {
      setProblem(t('terms.absent', { name }));
      return;
    }
    const created = await store.attempt(() =>
      store.bridge.request('terms.create', { accountId, taxonomy: taxonomy.restBase, name, parent: 0 }),
    );
    if (created === null) return;
    if (created.ok) add(created.value);
    else setProblem(termProblemWords(created.failure));
  }

  const failure = found.failure === null ? null : termProblemWords(found.failure);
  return (
    <div className="terms">
      <ComboBox
        className="field"
        inputValue={text}
        onInputChange={setText}
        items={options}
        value={null}
        allowsCustomValue
        allowsEmptyCollection={search !== ''}
        menuTrigger="input"
        onChange={(key) => {
          if (key === null) return;
          if (key === newKey) void addByName(search);
          else {
            const term = found.terms.find(({ id }) => String(id) === key);
            if (term !== undefined) add(term);
          }
        }}
      >
        <Label className="field-label">{label}</Label>
        <Input
          className="input"
          placeholder={t(mayCreate ? 'terms.type-or-add' : 'terms.type')}
          maxLength={200}
          onKeyDown={(event) => {
            const onOption = event.currentTarget.getAttribute('aria-activedescendant') !== null;
            if ((event.key !== 'Enter' && event.key !== ',') || onOption || search === '') return;
            event.preventDefault();
            void addByName(search);
          }}
        />
        <Popover className="popover" offset={4}>
          <ListBox
            className="menu"
            renderEmptyState={() => (
              <p className="menu-empty">{current ? (failure ?? t('terms.no-matches')) : t('terms.looking')}</p>
            )}
          >
            {(option: { readonly id: string; readonly label: string }) => (
              <ListBoxItem className="menu-item" id={option.id} textValue={option.label}>
                <span className="menu-text">{option.label}</span>
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </ComboBox>
      {value.length > 0 && (
        <TagGroup
          aria-label={t('terms.chosen', { taxonomy: label })}
          selectionMode="none"
          onRemove={(keys) => onChange(value.filter((id) => !keys.has(String(id))))}
        >
          <TagList className="tags">
            {value.map((id) => (
              <Tag className="tag" key={id} id={String(id)} textValue={nameOf(id)}>
                <span className="tag-text">{nameOf(id)}</span>
                <Button className="tag-remove" slot="remove" aria-label={t('terms.remove.label', { name: nameOf(id) })}>
                  <Icon name="close" size={12} />
                </Button>
              </Tag>
            ))}
          </TagList>
        </TagGroup>
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

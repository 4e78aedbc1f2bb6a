// What stands in the way of rows of a table: words that a site does not know, names of several clips, and cells that mean nothing; each is settled here.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import type { FormShape, Term } from '../../../preload/contract.ts';
import { listed, t } from '../../../preload/text/text.ts';
import {
  cellKey,
  type DetailsPlan,
  type PlannedRow,
  type RowTrouble,
  type TermTrouble,
  termKey,
} from '../../model/details-plan.ts';
import { longestName } from '../../model/table-words.ts';
import { destinations } from '../../state/selectors.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import type { TableFacts } from '../../state/use-table-facts.ts';
import { plainFieldWord, statusWord, termProblemWords } from '../../text/fields.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Warning } from '../../ui/warning.tsx';

interface Props {
  readonly plan: DetailsPlan;
  readonly facts: TableFacts;
  /** Some column is one of terms. */
  readonly hasTerms: boolean;
  readonly onChoose: (line: number, jobId: string) => void;
  readonly onMend: (line: number, column: number, text: string) => void;
  readonly onSettle: (each: readonly (readonly [string, Term | null])[]) => void;
}

/** More are mended in the file, and not here. */
const mostShown = 100;

/** Of very many that are added the rows are planned anew after so many of them. */
const settledAtOnce = 20;

const mayAdd = ({ name, taxonomy, terms }: TermTrouble): boolean =>
  terms.length === 0 && taxonomy.canCreate && name.length <= longestName;

const keyOf = ({ accountId, taxonomy, name }: TermTrouble): string => termKey(accountId, taxonomy.restBase, name);

function useSiteName(): (accountId: string) => string {
  const app = useApp((state) => state.app);
  return (accountId) => destinations(app).find(({ account }) => account.id === accountId)?.site.name ?? '';
}

export function ImportTroubles({ plan, facts, hasTerms, onChoose, onMend, onSettle }: Props): ReactNode {
  const siteName = useSiteName();
  const rows = plan.rows.filter(({ troubles }) => troubles.length > 0);
  // Where no column is one of terms, none of them is missed.
  const failed = hasTerms ? [...facts.failed] : [];
  const list = useRef<HTMLUListElement>(null);
  /** What had the keyboard goes with what is settled. */
  const settled =
    <A extends readonly unknown[]>(act: (...input: A) => void) =>
    (...input: A): void => {
      act(...input);
      list.current?.focus();
    };
  const terms = plan.terms.filter(({ accountId }) => !facts.failed.has(accountId));
  if (rows.length === 0 && terms.length === 0 && failed.length === 0) return null;
  return (
    <section className="import-troubles" aria-label={t('details.mend')}>
      <h3 className="field-label">{t('details.mend')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys. */}
      <ul ref={list} className="paste-rows import-rows" tabIndex={0} aria-label={t('details.mend')}>
        {failed.map(([accountId, { problem }]) => (
          <li key={accountId} className="paste-row import-trouble">
            <Warning
              text={t('details.terms.failed', { site: siteName(accountId), problem: problem.replaceAll('-', '') })}
            />
            <div className="button-row">
              <Button className="button button-small" onPress={facts.again}>
                {t('details.terms.again')}
              </Button>
            </div>
          </li>
        ))}
        <Terms terms={terms} siteName={siteName} onSettle={settled(onSettle)} />
        {rows.slice(0, mostShown).map((row) => (
          <Row
            key={row.line}
            row={row}
            forms={facts.forms}
            onChoose={settled(onChoose)}
            onMend={onMend}
            onDone={() => list.current?.focus()}
          />
        ))}
        {rows.length > mostShown && (
          <li className="paste-row quiet">{t('details.mend.more', { rows: rows.length - mostShown })}</li>
        )}
      </ul>
    </section>
  );
}

interface TermsProps {
  readonly terms: readonly TermTrouble[];
  readonly siteName: (accountId: string) => string;
  readonly onSettle: Props['onSettle'];
}

/** Words that stand for no term, or for several; those that may be added are added one after the other. */
function Terms({ terms, siteName, onSettle }: TermsProps): ReactNode {
  const store = useAppStore();
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const addable = terms.filter(mayAdd);
  const missing = terms.filter((one) => one.terms.length === 0);

  /** Null = nothing more is to be tried, else what was made of it. */
  async function addOne(one: TermTrouble): Promise<readonly (readonly [string, Term])[] | null> {
    const { accountId, name, taxonomy } = one;
    const outcome = await store.addTerm(accountId, taxonomy.restBase, name, taxonomy.hierarchical);
    if (outcome === null) return null;
    if (outcome.ok) return [[keyOf(one), outcome.value]];
    const why = termProblemWords(outcome.failure);
    setProblems((before) => new Map([...before, [keyOf(one), why]]));
    // What the site says of one name says nothing of the next; anything else does.
    return outcome.failure.problem === 'refused' ? [] : null;
  }

  async function add(wanted: readonly TermTrouble[]): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    let made: (readonly [string, Term])[] = [];
    for (const one of wanted) {
      const news = await addOne(one);
      // Nothing more is added for who has closed this.
      if (news === null || !isOpen.current) break;
      made.push(...news);
      if (made.length < settledAtOnce) continue;
      onSettle(made);
      made = [];
    }
    if (!isOpen.current) return;
    if (made.length > 0) onSettle(made);
    setBusy(false);
  }

  return (
    <>
      {missing.length > 1 && (
        <li className="paste-row import-trouble">
          <div className="button-row">
            {addable.length > 1 && (
              <BusyButton className="button button-small" isBusy={isBusy} onPress={() => void add(addable)}>
                {t('details.term.add-all', { terms: addable.length })}
              </BusyButton>
            )}
            <BusyButton
              className="button button-small"
              isBusy={isBusy}
              onPress={() => onSettle(missing.map((one) => [keyOf(one), null]))}
            >
              {t('details.term.leave-all', { terms: missing.length })}
            </BusyButton>
          </div>
        </li>
      )}
      {terms.slice(0, mostShown).map((one) => (
        <TermLine
          key={keyOf(one)}
          {...{ one, isBusy, onSettle, site: siteName(one.accountId), problem: problems.get(keyOf(one)) ?? null }}
          onAdd={() => void add([one])}
        />
      ))}
    </>
  );
}

interface TermLineProps {
  readonly one: TermTrouble;
  readonly site: string;
  readonly isBusy: boolean;
  /** Why it was not added; null = nobody tried. */
  readonly problem: string | null;
  readonly onSettle: Props['onSettle'];
  readonly onAdd: () => void;
}

function TermLine({ one, site, isBusy, problem, onSettle, onAdd }: TermLineProps): ReactNode {
  const { name, rows, taxonomy, terms } = one;
  const values = { name, rows, site, taxonomy: taxonomy.name };
  return (
    <li className="paste-row import-trouble">
      <Warning text={t(terms.length === 0 ? 'details.term.unknown' : 'details.term.several', values)} />
      {problem !== null && <p className="paste-text">{t('details.term.not-added', { name, why: problem })}</p>}
      <div className="button-row">
        {terms.length > 0 && (
          <Choice
            look="bare"
            label={t('details.term.which', { name })}
            options={[
              { id: '', label: t('details.term.choose') },
              ...terms.map(({ id, name: called, count }) => ({ id: String(id), label: `${called} (${count})` })),
            ]}
            value=""
            onChange={(chosen) => {
              const meant = terms.find(({ id }) => String(id) === chosen);
              if (meant !== undefined) onSettle([[keyOf(one), meant]]);
            }}
          />
        )}
        {mayAdd(one) && (
          <BusyButton
            className="button button-small"
            aria-label={t('details.term.add.label', values)}
            isBusy={isBusy}
            onPress={onAdd}
          >
            {t('details.term.add')}
          </BusyButton>
        )}
        <BusyButton
          className="button button-small"
          aria-label={t('details.term.leave.label', { name })}
          isBusy={isBusy}
          onPress={() => onSettle([[keyOf(one), null]])}
        >
          {t('details.term.leave')}
        </BusyButton>
      </div>
    </li>
  );
}

interface RowProps {
  readonly row: PlannedRow;
  readonly forms: Readonly<Record<string, FormShape>>;
  readonly onChoose: Props['onChoose'];
  readonly onMend: Props['onMend'];
  /** Hears that somebody ended a cell by Enter. */
  readonly onDone: () => void;
}

function Row({ row, forms, onChoose, onMend, onDone }: RowProps): ReactNode {
  const form = forms[row.clip?.accountId ?? ''] ?? null;
  return (
    <li className="paste-row import-trouble">
      <span className="paste-name">
        {t('details.line', { line: row.line })}
        {row.clip !== null && `: ${row.clip.name}`}
      </span>
      {row.troubles.map((trouble) => (
        <div key={trouble.kind === 'cell' ? cellKey(row.line, trouble.column) : trouble.kind}>
          <Warning text={troubleWords(trouble, form)} />
          {trouble.kind === 'several' && (
            <Choice
              look="bare"
              label={t('details.trouble.which', { line: row.line })}
              options={[
                { id: '', label: t('details.trouble.none') },
                ...trouble.clips.map(({ jobId, account, folder }) => ({
                  id: jobId,
                  label: t('details.trouble.clip', { folder, account }),
                })),
              ]}
              value=""
              onChange={(jobId) => onChoose(row.line, jobId)}
            />
          )}
          {trouble.kind === 'cell' && <Mend row={row} trouble={trouble} onMend={onMend} onDone={onDone} />}
        </div>
      ))}
    </li>
  );
}

/** Taken once the field is left or Enter is pressed: half a date is none. */
function Mend({
  row,
  trouble: { column, field, text },
  onMend,
  onDone,
}: {
  readonly row: PlannedRow;
  readonly trouble: Extract<RowTrouble, { kind: 'cell' }>;
  readonly onMend: Props['onMend'];
  readonly onDone: () => void;
}): ReactNode {
  const [typed, setTyped] = useState(text);
  const take = (): void => {
    if (typed !== text) onMend(row.line, column, typed);
  };
  return (
    <TextField className="field" value={typed} onChange={setTyped} onBlur={take}>
      <Label className="visually-hidden">{t('details.cell', { field: plainFieldWord(field), line: row.line })}</Label>
      <Input
        className="input"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || typed === text) return;
          take();
          onDone();
        }}
      />
    </TextField>
  );
}

function troubleWords(trouble: RowTrouble, form: FormShape | null): string {
  switch (trouble.kind) {
    case 'no-file':
    case 'no-account':
      return t(`details.trouble.${trouble.kind}`);
    case 'unknown':
      return t('details.trouble.unknown', { file: trouble.file });
    case 'several':
      return t('details.trouble.several', { file: trouble.file, clips: trouble.clips.length });
    case 'twice':
      return t('details.trouble.twice', { line: trouble.line });
    case 'cell':
      return t(`details.cell.${trouble.problem}`, {
        text: trouble.text.slice(0, 200),
        statuses: listed((form?.statuses ?? []).map((status) => statusWord(status))),
      });
  }
}

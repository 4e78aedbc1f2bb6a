// What stands in the way of rows of a table: words that a site does not know, names of several clips, and cells that mean nothing; each is settled here.

import { type ReactNode, useState } from 'react';
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
import { destinations } from '../../state/selectors.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import type { TableFacts } from '../../state/use-table-facts.ts';
import { plainFieldWord, statusWord, termProblemWords } from '../../text/fields.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Icon } from '../../ui/icon.tsx';

interface Props {
  readonly plan: DetailsPlan;
  readonly facts: TableFacts;
  readonly onChoose: (line: number, jobId: string) => void;
  readonly onMend: (line: number, column: number, text: string) => void;
  readonly onSettle: (each: readonly (readonly [string, Term | null])[]) => void;
}

/** More are mended in the file, and not here. */
const mostShown = 100;

const keyOf = ({ accountId, taxonomy, name }: TermTrouble): string => termKey(accountId, taxonomy.restBase, name);

function useSiteName(): (accountId: string) => string {
  const app = useApp((state) => state.app);
  return (accountId) => destinations(app).find(({ account }) => account.id === accountId)?.site.name ?? '';
}

export function ImportTroubles({ plan, facts, onChoose, onMend, onSettle }: Props): ReactNode {
  const siteName = useSiteName();
  const rows = plan.rows.filter(({ troubles }) => troubles.length > 0);
  const failed = [...facts.failed];
  const terms = plan.terms.filter(({ accountId }) => !facts.failed.has(accountId));
  if (rows.length === 0 && terms.length === 0 && failed.length === 0) return null;
  return (
    <section className="import-troubles" aria-label={t('details.mend')}>
      <h3 className="field-label">{t('details.mend')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys. */}
      <ul className="paste-rows import-rows" tabIndex={0} aria-label={t('details.mend')}>
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
        <Terms terms={terms} siteName={siteName} onSettle={onSettle} />
        {rows.slice(0, mostShown).map((row) => (
          <Row key={row.line} row={row} forms={facts.forms} onChoose={onChoose} onMend={onMend} />
        ))}
        {rows.length > mostShown && (
          <li className="paste-row quiet">{t('details.mend.more', { rows: rows.length - mostShown })}</li>
        )}
      </ul>
    </section>
  );
}

function Warning({ text }: { readonly text: string }): ReactNode {
  return (
    <p className="paste-warning">
      <Icon name="needs-you" size={14} />
      {text}
    </p>
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
  const addable = terms.filter((one) => one.terms.length === 0 && one.taxonomy.canCreate);
  const missing = terms.filter((one) => one.terms.length === 0);

  async function add(wanted: readonly TermTrouble[]): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    for (const one of wanted) {
      const { accountId, name, taxonomy } = one;
      const made = await store.addTerm(accountId, taxonomy.restBase, name, taxonomy.hierarchical);
      if (made === null) break;
      if (made.ok) onSettle([[keyOf(one), made.value]]);
      else {
        const why = termProblemWords(made.failure);
        setProblems((before) => new Map([...before, [keyOf(one), why]]));
      }
    }
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
        {terms.length === 0 && taxonomy.canCreate && (
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
}

function Row({ row, forms, onChoose, onMend }: RowProps): ReactNode {
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
                ...trouble.clips.map(({ jobId, folder }) => ({ id: jobId, label: folder })),
              ]}
              value=""
              onChange={(jobId) => onChoose(row.line, jobId)}
            />
          )}
          {trouble.kind === 'cell' && <Mend row={row} trouble={trouble} onMend={onMend} />}
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
}: {
  readonly row: PlannedRow;
  readonly trouble: Extract<RowTrouble, { kind: 'cell' }>;
  readonly onMend: Props['onMend'];
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
          if (event.key === 'Enter') take();
        }}
      />
    </TextField>
  );
}

function troubleWords(trouble: RowTrouble, form: FormShape | null): string {
  switch (trouble.kind) {
    case 'no-file':
      return t('details.trouble.no-file');
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

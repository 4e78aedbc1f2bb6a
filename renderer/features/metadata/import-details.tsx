// Details of many clips from a table: what its columns are, what has to be settled first, what is going to change, and nothing before a yes.

import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { Button, Dialog, Heading } from 'react-aria-components';
import type { FormTaxonomy, Term } from '../../../preload/contract.ts';
import { saidFields } from '../../../preload/details-words.ts';
import { t } from '../../../preload/text/text.ts';
import {
  type ColumnUse,
  cellKey,
  type DetailsPlan,
  looksLikeHeadings,
  type PlanSteps,
  planSteps,
  tableUses,
  termKey,
} from '../../model/details-plan.ts';
import { longestName } from '../../model/table-words.ts';
import type { WholeTable } from '../../state/titles.ts';
import { useInTurns } from '../../state/use-in-turns.ts';
import { useAppStore } from '../../state/use-store.ts';
import { type TableFacts, useTableFacts } from '../../state/use-table-facts.ts';
import { plainFieldWord, statusWord } from '../../text/fields.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Warning } from '../../ui/warning.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportTroubles } from './import-troubles.tsx';
import { TitlesOverlay } from './many-titles.tsx';

const noPlan: DetailsPlan = { rows: [], ready: [], terms: [], unchanged: 0, isAsking: true };

/** Asked over the uploads. */
export function ImportDetails(): ReactNode {
  return (
    <TitlesOverlay list="uploads" way="import">
      {({ table }) => <Asked table={table} />}
    </TitlesOverlay>
  );
}

/** Of a form once, and not for each row anew. */
function wordsOfStatuses(): (statuses: readonly string[]) => ReadonlyMap<string, string> {
  const known = new Map<readonly string[], ReadonlyMap<string, string>>();
  return (statuses) => {
    const words = known.get(statuses) ?? new Map(statuses.map((status) => [status, statusWord(status)]));
    known.set(statuses, words);
    return words;
  };
}

/** What was settled by hand while the table is looked at. */
function useSettled() {
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map());
  const [mended, setMended] = useState<ReadonlyMap<string, string>>(new Map());
  const [settled, setSettled] = useState<ReadonlyMap<string, Term | null>>(new Map());
  return {
    ...{ chosen, mended, settled },
    choose: (line: number, jobId: string) => setChosen((before) => new Map([...before, [line, jobId]])),
    mend: (line: number, column: number, text: string) =>
      setMended((before) => new Map([...before, [cellKey(line, column), text]])),
    settle: (each: readonly (readonly [string, Term | null])[]) =>
      setSettled((before) => new Map([...before, ...each])),
  };
}

/** Each taxonomy of the sites once. */
function taxonomiesOf({ accountIds, forms }: TableFacts): readonly FormTaxonomy[] {
  const all = accountIds.flatMap((accountId) => forms[accountId]?.taxonomies ?? []);
  return [...new Map(all.map((taxonomy) => [taxonomy.restBase, taxonomy])).values()];
}

/** What was chosen last counts; no two columns are the same: the one that was it is left out. */
function usesWith(proposed: readonly ColumnUse[], chosen: ReadonlyMap<number, ColumnUse>): readonly ColumnUse[] {
  let uses = proposed;
  for (const [at, next] of chosen)
    uses = uses.map((before, place) => (place === at ? next : before === next ? null : before));
  return uses;
}

/** What is known first are the files: by them the sites, by these the columns of their categories and tags. */
function useColumns(table: WholeTable) {
  const [heading, setHeading] = useState<boolean | null>(null);
  const [chosen, setChosen] = useState<ReadonlyMap<number, ColumnUse>>(new Map());
  const isHeading = looksLikeHeadings(table.rows[0]);
  const hasHeading = heading ?? isHeading;
  const rows = useMemo(() => (hasHeading ? table.rows.slice(1) : table.rows), [table, hasHeading]);
  const [taxonomies, setTaxonomies] = useState<readonly FormTaxonomy[]>([]);
  const known = taxonomies.map(({ restBase }) => restBase).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the taxonomies are the same as long as their names are.
  const proposed = useMemo(() => tableUses(table.rows, hasHeading, taxonomies), [table, hasHeading, known]);
  const uses = useMemo(() => usesWith(proposed, chosen), [proposed, chosen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  const taxonomyNames = useMemo(() => new Map(taxonomies.map((one) => [one.restBase, one.name])), [known]);
  const facts = useTableFacts(rows, uses, taxonomyNames);
  const found = taxonomiesOf(facts);
  if (found.map(({ restBase }) => restBase).join(' ') !== known && found.length > 0) setTaxonomies(found);
  return {
    ...{ rows, uses, facts, taxonomies, taxonomyNames, hasHeading },
    setHeading,
    setUse: (at: number, next: ColumnUse) => setChosen((before) => new Map([...before, [at, next]])),
  };
}

function Asked({ table }: { readonly table: WholeTable }): ReactNode {
  const store = useAppStore();
  const [isBusy, setBusy] = useState(false);
  const { rows, uses, facts, taxonomies, taxonomyNames, hasHeading, setHeading, setUse } = useColumns(table);
  const { choose, mend, settle, ...byHand } = useSettled();
  const { accountIds, clips, failed, forms, terms } = facts;
  const { chosen, mended, settled } = byHand;
  const names = hasHeading ? (table.rows[0]?.cells ?? []) : [];
  const begin = useCallback(
    (): PlanSteps =>
      planSteps({
        ...{ rows, uses, taxonomyNames, chosen, mended, settled },
        ...{ statusWords: wordsOfStatuses(), now: Date.now() },
        clipsOf: (file) => clips?.get(file) ?? [],
        hasAccount: (accountId) => accountIds.includes(accountId),
        shapeOf: (accountId) => forms[accountId] ?? null,
        termsOf: (accountId, restBase, name) =>
          terms.get(termKey(accountId, restBase, name)) ??
          (failed.has(accountId) || name.length > longestName ? [] : null),
      }),
    [rows, uses, taxonomyNames, chosen, mended, settled, clips, accountIds, forms, terms, failed],
  );
  const { made: plan, isOld, anew } = useInTurns(begin, noPlan);
  const isAsking = isOld || clips === null || plan.isAsking || accountIds.some((id) => forms[id] === undefined);

  async function apply(): Promise<void> {
    if (isBusy || isAsking || plan.ready.length === 0) return;
    setBusy(true);
    // By now a date may be over.
    const now = await anew();
    const isDone = now !== null && now.ready.length > 0 && (await store.applyDetails(now.ready));
    setBusy(false);
    if (isDone) store.endManyTitles();
  }

  return (
    <Dialog className="dialog dialog-footed paste">
      <div className="dialog-scroll">
        <Heading slot="title" className="dialog-title">
          {t('details.dialog')}
        </Heading>
        <p className="dialog-body">{t('details.about', { name: table.name, rows: rows.length })}</p>
        <div className="paste-form">
          <fieldset className="import-columns">
            <legend className="field-label">{t('details.columns')}</legend>
            <div className="paste-columns">
              {uses.map((is, at) => (
                <ColumnChoice
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
                  key={at}
                  number={at + 1}
                  heading={names[at] ?? ''}
                  use={is}
                  taxonomies={taxonomies}
                  onChange={(next) => setUse(at, next)}
                />
              ))}
            </div>
            <label className="tick">
              <input type="checkbox" checked={hasHeading} onChange={(event) => setHeading(event.target.checked)} />
              {t('titles.heading-line')}
            </label>
          </fieldset>
          {clips !== null && (
            <ImportTroubles
              plan={plan}
              facts={facts}
              hasTerms={uses.some((is) => is?.startsWith('terms:'))}
              onChoose={choose}
              onMend={mend}
              onSettle={settle}
            />
          )}
          <ImportPreview plan={plan} forms={forms} />
        </div>
      </div>
      <div className="dialog-foot">
        <div className="paste-said" role="status">
          <Said
            plan={plan}
            isAsking={isAsking}
            hasFiles={uses.includes('file') || uses.includes('path')}
            table={table}
          />
        </div>
        <div className="dialog-buttons">
          <Button className="button" autoFocus onPress={() => store.endManyTitles()}>
            {t('window.cancel')}
          </Button>
          <BusyButton
            className="button button-primary"
            isBusy={isBusy || isAsking || plan.ready.length === 0}
            onPress={() => void apply()}
          >
            {t('details.apply', { clips: plan.ready.length })}
          </BusyButton>
        </div>
      </div>
    </Dialog>
  );
}

interface ColumnProps {
  readonly number: number;
  /** '' = none. */
  readonly heading: string;
  readonly use: ColumnUse;
  readonly taxonomies: readonly FormTaxonomy[];
  readonly onChange: (use: ColumnUse) => void;
}

type Use = Exclude<ColumnUse, null> | 'none';

function ColumnChoice({ number, heading, use, taxonomies, onChange }: ColumnProps): ReactNode {
  const options: readonly { readonly id: Use; readonly label: string }[] = [
    { id: 'none', label: t('details.column.none') },
    { id: 'file', label: t('details.column.file') },
    { id: 'path', label: t('details.column.path') },
    { id: 'account', label: t('details.column.account') },
    ...saidFields.map((id) => ({ id, label: id === 'publishAt' ? t('details.field.publishAt') : plainFieldWord(id) })),
    ...taxonomies.map(({ restBase, name }) => ({ id: `terms:${restBase}` as const, label: name })),
  ];
  return (
    <Choice
      look="field"
      label={t('details.column', { number, heading: heading.trim().slice(0, 60) || null })}
      options={options}
      value={use ?? 'none'}
      onChange={(next) => onChange(next === 'none' ? null : next)}
    />
  );
}

interface SaidProps {
  readonly plan: DetailsPlan;
  readonly isAsking: boolean;
  readonly hasFiles: boolean;
  readonly table: WholeTable;
}

function Said({ plan, isAsking, hasFiles, table }: SaidProps): ReactNode {
  if (!hasFiles) return <Warning text={t('details.no-file-column')} />;
  if (isAsking) return <p className="hint">{t('details.asking')}</p>;
  const leftOut = plan.rows.length - plan.ready.length - plan.unchanged;
  return (
    <>
      {leftOut > 0 && <Warning text={t('details.left-out', { rows: leftOut })} />}
      {table.isLoose && <Warning text={t('details.loose')} />}
      {table.isCut && <Warning text={t('details.cut', { most: table.rows.length - 1 })} />}
      {plan.unchanged > 0 && <p className="hint">{t('details.unchanged', { rows: plan.unchanged })}</p>}
      {plan.ready.length > 0 && <p className="hint">{t('details.replaced')}</p>}
    </>
  );
}

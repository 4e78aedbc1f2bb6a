// Titles pasted for many rows of a list: the lines on one side, what they are going to change on the other, and nothing before a yes.

import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Label, TextArea, TextField } from 'react-aria-components';
import { type TextId, t } from '../../../preload/text/text.ts';
import { cellsOf } from '../../model/pasted-cells.ts';
import { type ColumnUse, columnUses, looksLikeHeading, planTitles, type TitlePlan } from '../../model/title-plan.ts';
import type { Target, TitleList } from '../../state/titles.ts';
import { useAppStore } from '../../state/use-store.ts';
import { messageOf } from '../../text/failure.ts';
import { Choice } from '../../ui/choice.tsx';
import { Warning } from '../../ui/warning.tsx';
import { TitlesFrame, TitlesOverlay } from './many-titles.tsx';
import { TitlePreview } from './title-preview.tsx';

const mostLines = 10_000;
/** So many more are read at once than there are lines, so that typing on asks for nothing. */
const ahead = 100;

/** Asked over the list that it belongs to. */
export function PasteTitles({ list }: { readonly list: TitleList }): ReactNode {
  return (
    <TitlesOverlay list={list} way="paste">
      {({ text }) => <Asked list={list} pasted={text} />}
    </TitlesOverlay>
  );
}

/** Those that get the lines; null = they are being read, a text = why they cannot be. */
function useTargets(list: TitleList, lines: number): readonly Target[] | string | null {
  const store = useAppStore();
  const [read, setRead] = useState<{ readonly most: number; readonly targets: readonly Target[] | string } | null>(
    null,
  );
  const most = Math.max(ahead, Math.ceil(lines / ahead) * ahead);
  useEffect(() => {
    let left = false;
    const take = (targets: readonly Target[] | string): void => {
      if (!left) setRead({ most, targets });
    };
    store.titleTargets(list, most).then(take, (error: unknown) => take(messageOf(error)));
    return () => {
      left = true;
    };
  }, [store, list, most]);
  if (read === null || typeof read.targets === 'string') return read?.targets ?? null;
  return read.most >= most || read.targets.length < read.most ? read.targets : null;
}

function Asked({ list, pasted }: { readonly list: TitleList; readonly pasted: string }): ReactNode {
  const store = useAppStore();
  const [text, setText] = useState(pasted);
  const [heading, setHeading] = useState<boolean | null>(null);
  const [chosen, setChosen] = useState<readonly ColumnUse[] | null>(null);
  const [several] = useState(() => store.severalSelected(list));
  const cells = useMemo(() => cellsOf(text), [text]);
  const isHeading = looksLikeHeading(cells);
  const hasHeading = heading ?? isHeading;
  const all = hasHeading ? cells.slice(1) : cells;
  const rows = all.slice(0, mostLines);
  const proposed = columnUses(cells, hasHeading);
  const uses = chosen?.length === proposed.length ? chosen : proposed;
  const found = useTargets(list, rows.length);
  const targets = typeof found === 'string' ? null : found;
  const plan = targets && planTitles(rows, uses, targets);
  // Lines would go to the wrong ones of those that are left.
  const gone = several === null || targets === null ? 0 : Math.max(0, Math.min(several, ahead) - targets.length);

  return (
    <TitlesFrame
      list={list}
      title={t('titles.dialog')}
      about={several === null ? t('titles.first', { list }) : t('titles.selected', { rows: several })}
      changed={gone > 0 ? 0 : (plan?.changed ?? 0)}
      plan={() => plan?.each ?? []}
      isReady={pasted !== ''}
    >
      {(isBusy) => (
        <>
          <div className="paste-sides">
            <TextField className="field" value={text} onChange={setText} isReadOnly={isBusy} autoFocus={pasted === ''}>
              <Label className="field-label">{t('titles.lines')}</Label>
              <TextArea className="input paste-lines" wrap="off" spellCheck={false} />
            </TextField>
            <section className="paste-preview" aria-label={t('titles.preview')}>
              <h3 className="field-label">{t('titles.preview')}</h3>
              {proposed.length > 1 && (
                <div className="paste-columns">
                  {uses.map((use, at) => (
                    <ColumnChoice
                      // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
                      key={at}
                      number={at + 1}
                      use={use}
                      onChange={(next) => setChosen(withUse(uses, at, next))}
                    />
                  ))}
                </div>
              )}
              <TitlePreview each={plan?.each ?? []} />
            </section>
          </div>
          {(proposed.length > 1 || isHeading) && (
            <label className="tick">
              <input type="checkbox" checked={hasHeading} onChange={(event) => setHeading(event.target.checked)} />
              {t('titles.heading-line')}
            </label>
          )}
          <div className="paste-said" role="status">
            {typeof found === 'string' && <Warning text={found} />}
            {gone > 0 && <Warning text={t('titles.gone', { rows: gone })} />}
            {plan !== null && gone === 0 && (
              <Said plan={plan} several={several !== null} isCut={all.length > rows.length} />
            )}
          </div>
        </>
      )}
    </TitlesFrame>
  );
}

/** No two columns are the same thing: the one that was it is left out. */
function withUse(uses: readonly ColumnUse[], at: number, use: ColumnUse): readonly ColumnUse[] {
  return uses.map((before, place) => (place === at ? use : before === use ? null : before));
}

const columnWords = {
  title: 'titles.column.title',
  description: 'titles.column.description',
  none: 'titles.column.none',
} as const satisfies Record<string, TextId>;

interface ColumnProps {
  readonly number: number;
  readonly use: ColumnUse;
  readonly onChange: (use: ColumnUse) => void;
}

function ColumnChoice({ number, use, onChange }: ColumnProps): ReactNode {
  return (
    <Choice
      look="bare"
      label={t('titles.column', { number })}
      options={(['title', 'description', 'none'] as const).map((id) => ({ id, label: t(columnWords[id]) }))}
      value={use ?? 'none'}
      onChange={(next) => onChange(next === 'none' ? null : next)}
    />
  );
}

interface SaidProps {
  readonly plan: TitlePlan<Target>;
  readonly several: boolean;
  readonly isCut: boolean;
}

function Said({ plan, several, isCut }: SaidProps): ReactNode {
  const { leftOver, blank, replaced } = plan;
  return (
    <>
      {leftOver > 0 && (
        <Warning text={t(several ? 'titles.left-over.selected' : 'titles.left-over', { lines: leftOver })} />
      )}
      {isCut && <Warning text={t('titles.too-many', { most: mostLines })} />}
      {plan.each.some(({ description }) => description !== undefined) && (
        <p className="hint">{t('titles.descriptions')}</p>
      )}
      {replaced > 0 && <p className="hint">{t('titles.replaced', { titles: replaced })}</p>}
      {blank > 0 && <p className="hint">{t('titles.blank', { lines: blank })}</p>}
    </>
  );
}

// Titles pasted for many rows of a list: the lines on one side, what they are going to change on the other, and nothing before a yes.

import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Label, Text, TextArea, TextField } from 'react-aria-components';
import { type TextId, t } from '../../../preload/text/text.ts';
import { type PastedRow, rowSteps, withoutBlankEnd } from '../../model/pasted-cells.ts';
import { edited, partsOf } from '../../model/pasted-parts.ts';
import { finish } from '../../model/steps.ts';
import { type ColumnUse, columnUses, looksLikeHeading, type TitlePlan, titleSteps } from '../../model/title-plan.ts';
import type { Target, TitleList } from '../../state/titles.ts';
import { useInTurns } from '../../state/use-in-turns.ts';
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

const noRows: readonly PastedRow[] = [];

/** Rows of what was pasted; the first of them are in a field. */
function usePasted(pasted: string) {
  const [parts, setParts] = useState(() => partsOf(pasted));
  const isWhole = useRef(false);
  const { head, rest } = parts;
  const first = useMemo(() => finish(rowSteps(head)), [head]);
  const { made, isOld } = useInTurns(
    useCallback(() => rowSteps(rest), [rest]),
    noRows,
  );
  // Once all was replaced, nothing of what followed is taken for it any more.
  const others = rest === '' ? noRows : made;
  const cells = useMemo(() => withoutBlankEnd([...first, ...others]), [first, others]);
  return {
    ...{ cells, head },
    /** Rows that are not in the field. */
    below: Math.max(0, cells.length - first.length),
    isRead: rest === '' || !isOld,
    change: (value: string) => setParts((before) => edited(before, value, isWhole.current)),
    select: ({ selectionStart, selectionEnd, value }: HTMLTextAreaElement) => {
      isWhole.current = value !== '' && selectionStart === 0 && selectionEnd === value.length;
    },
  };
}

const noPlan: TitlePlan<Target> = { each: [], changed: 0, leftOver: 0, blank: 0, replaced: 0 };

function Asked({ list, pasted }: { readonly list: TitleList; readonly pasted: string }): ReactNode {
  const store = useAppStore();
  const { cells, head, below, isRead, change, select } = usePasted(pasted);
  const [heading, setHeading] = useState<boolean | null>(null);
  const [chosen, setChosen] = useState<readonly ColumnUse[] | null>(null);
  const [several] = useState(() => store.severalSelected(list));
  const isHeading = looksLikeHeading(cells);
  const hasHeading = heading ?? isHeading;
  const all = useMemo(() => (hasHeading ? cells.slice(1) : cells), [cells, hasHeading]);
  const rows = useMemo(() => all.slice(0, mostLines), [all]);
  const proposed = useMemo(() => columnUses(cells, hasHeading), [cells, hasHeading]);
  const uses = chosen?.length === proposed.length ? chosen : proposed;
  const found = useTargets(list, isRead ? rows.length : 0);
  const targets = typeof found === 'string' ? null : found;
  const begin = useCallback(
    function* (): Generator<void, TitlePlan<Target>, void> {
      return targets && isRead ? yield* titleSteps(rows, uses, targets) : noPlan;
    },
    [rows, uses, targets, isRead],
  );
  const { made: plan, anew } = useInTurns(begin, noPlan);
  // Lines would go to the wrong ones of those that are left.
  const gone = several === null || targets === null ? 0 : Math.max(0, Math.min(several, ahead) - targets.length);

  return (
    <TitlesFrame
      list={list}
      title={t('titles.dialog')}
      about={several === null ? t('titles.first', { list }) : t('titles.selected', { rows: several })}
      changed={gone > 0 ? 0 : plan.changed}
      plan={async () => (await anew())?.each ?? null}
      isReady={pasted !== ''}
    >
      {(isBusy) => (
        <>
          <div className="paste-sides">
            <TextField className="field" value={head} onChange={change} isReadOnly={isBusy} autoFocus={pasted === ''}>
              <Label className="field-label">{t('titles.lines')}</Label>
              <TextArea
                className="input paste-lines"
                wrap="off"
                spellCheck={false}
                onSelect={(event) => select(event.currentTarget)}
              />
              {/* There from the beginning: a field is described by what is there when it comes. */}
              <Text slot="description" className="hint paste-below">
                {below > 0 && t('titles.lines.below', { lines: below })}
              </Text>
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
              <TitlePreview each={plan.each} />
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
            {gone === 0 && <Said plan={plan} several={several !== null} isCut={all.length > rows.length} />}
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

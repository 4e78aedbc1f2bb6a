// A word that is replaced in many titles of a list: what it is, by what, and every title that changes before a yes.

import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import { t } from '../../../preload/text/text.ts';
import { fileTitle } from '../../model/draft.ts';
import { type ReplacePlan, replaceSteps } from '../../model/title-plan.ts';
import type { Target, TitleList } from '../../state/titles.ts';
import { useInTurns } from '../../state/use-in-turns.ts';
import { useAppStore } from '../../state/use-store.ts';
import { messageOf } from '../../text/failure.ts';
import { TitlesFrame, TitlesOverlay } from './many-titles.tsx';
import { TitlePreview } from './title-preview.tsx';

/** Asked over the list that it belongs to. */
export function ReplaceInTitles({ list }: { readonly list: TitleList }): ReactNode {
  return (
    <TitlesOverlay list={list} way="replace">
      {() => <Asked list={list} />}
    </TitlesOverlay>
  );
}

const noPlan: ReplacePlan<Target> = { each: [], emptied: 0 };

/** A clip without a title of its own gets that of its file. */
const titleOf = ({ title, name }: Target): string => title || fileTitle(name);

/** Null = they are being read, a text = why they cannot be. */
function useAll(list: TitleList): readonly Target[] | string | null {
  const store = useAppStore();
  const [targets, setTargets] = useState<readonly Target[] | string | null>(null);
  useEffect(() => {
    let left = false;
    const take = (found: readonly Target[] | string): void => {
      if (!left) setTargets(found);
    };
    store.allTitleTargets(list).then(take, (error: unknown) => take(messageOf(error)));
    return () => {
      left = true;
    };
  }, [store, list]);
  return targets;
}

function Asked({ list }: { readonly list: TitleList }): ReactNode {
  const store = useAppStore();
  const [find, setFind] = useState('');
  const [by, setBy] = useState('');
  const [isCaseKept, setCaseKept] = useState(false);
  const byField = useRef<HTMLInputElement>(null);
  const [several] = useState(() => store.severalSelected(list));
  const found = useAll(list);
  const all = typeof found === 'string' ? null : found;
  const targets = useMemo(() => all?.filter(({ isTitleKnown }) => isTitleKnown) ?? null, [all]);
  const unknown = (all?.length ?? 0) - (targets?.length ?? 0);
  // Of ten thousand titles the plan follows the keys, and never holds them up.
  const begin = useCallback(
    () => replaceSteps(targets ?? [], { find, by, isCaseKept }, titleOf),
    [targets, find, by, isCaseKept],
  );
  const { made, isOld, anew } = useInTurns(begin, noPlan);
  const { each, emptied } = made;
  const none = targets !== null && !isOld && find !== '' && each.length === 0 && emptied === 0;

  return (
    <TitlesFrame
      list={list}
      title={t('titles.replace.dialog')}
      about={several === null ? t('titles.replace.all') : t('titles.replace.selected', { rows: several })}
      changed={each.length}
      plan={async () => (await anew())?.each ?? null}
    >
      {(isBusy) => (
        <>
          <div className="replace-words">
            <TextField className="field" value={find} onChange={setFind} isReadOnly={isBusy} autoFocus>
              <Label className="field-label">{t('titles.replace.find')}</Label>
              <Input
                className="input"
                maxLength={2_000}
                onKeyDown={(event) => {
                  // Who looks for a word presses Enter: that is no yes to taking it away.
                  if (event.key !== 'Enter') return;
                  event.preventDefault();
                  byField.current?.focus();
                }}
              />
            </TextField>
            <TextField className="field" value={by} onChange={setBy} isReadOnly={isBusy}>
              <Label className="field-label">{t('titles.replace.by')}</Label>
              <Input ref={byField} className="input" maxLength={2_000} />
            </TextField>
          </div>
          <label className="tick">
            <input type="checkbox" checked={isCaseKept} onChange={(event) => setCaseKept(event.target.checked)} />
            {t('titles.replace.case')}
          </label>
          <section className="paste-preview replace-preview" aria-label={t('titles.preview')}>
            <h3 className="field-label">{t('titles.preview')}</h3>
            <TitlePreview each={each} />
          </section>
          <div className="paste-said" role="status">
            {found === null && <p className="hint">{t('titles.replace.reading')}</p>}
            {typeof found === 'string' && <p className="paste-warning">{found}</p>}
            {unknown > 0 && <p className="hint">{t('titles.replace.unknown', { rows: unknown })}</p>}
            {none && <p className="hint">{t('titles.replace.none')}</p>}
            {emptied > 0 && <p className="hint">{t('titles.replace.emptied', { rows: emptied })}</p>}
          </div>
        </>
      )}
    </TitlesFrame>
  );
}

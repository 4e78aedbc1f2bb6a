// The form for many selected clips: only what is touched changes, for all of them, in one go; terms are put on or taken off.

import { type ReactNode, useEffect, useState } from 'react';
import { Button, Input, Label, NumberField, TextField } from 'react-aria-components';
import type { FieldName, FieldValues, JobTarget, ManySummary, TermChange } from '../../../preload/contract.ts';
import { fields } from '../../../preload/fields.ts';
import { t } from '../../../preload/text/text.ts';
import { type BulkChange, isEmptyChange, isNumbered, noChange } from '../../state/bulk-edit.ts';
import { useForm } from '../../state/use-form.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ManyTerms, noTerms } from '../metadata/many-terms.tsx';
import { TitleTools } from '../metadata/many-titles.tsx';
import { ScheduleInterval } from '../metadata/schedule-interval.tsx';
import { VideoFields } from '../metadata/video-fields.tsx';

interface Props {
  readonly target: JobTarget;
  /** Changes when other clips are selected. */
  readonly targetKey: string;
  readonly count: number;
}

const previewMs = 150;

function useSummary(target: JobTarget, key: string): ManySummary | null {
  const store = useAppStore();
  const [summary, setSummary] = useState<ManySummary | null>(null);
  const applied = useApp((state) => state.bulkApplied + state.typedElsewhere);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for `target`, which is a new object each time; a change that was applied makes a new summary.
  useEffect(() => {
    let left = false;
    store.bridge.request('job.summarize', target).then(
      (found) => {
        if (!left) setSummary(found);
      },
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [store, key, applied]);
  return summary;
}

function useTitles(key: string, pattern: string | null, start: number): readonly string[] {
  const store = useAppStore();
  const sort = useApp((state) => state.sort);
  const [titles, setTitles] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for what is selected, and `sort` for the order of it.
  useEffect(() => {
    if (pattern === null || pattern.trim() === '') {
      setTitles([]);
      return;
    }
    let left = false;
    const timer = setTimeout(() => {
      store.previewTitles(pattern, start).then(
        (found) => {
          if (!left) setTitles(found);
        },
        () => undefined,
      );
    }, previewMs);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [store, key, sort, pattern, start]);
  return titles;
}

export function DescribeMany({ target, targetKey, count }: Props): ReactNode {
  const store = useAppStore();
  const change = useApp((state) => state.bulk);
  const busy = useApp((state) => state.bulkBusy);
  const summary = useSummary(target, targetKey);
  const form = useForm(summary?.accountIds[0] ?? '');
  const titles = useTitles(targetKey, change.titlePattern, change.titleStart ?? 1);
  const oneSite = summary !== null && summary.accountIds.length === 1;
  const accountId = summary?.accountIds[0] ?? '';
  const touched = new Set(Object.keys(change.draft) as FieldName[]);
  const mixed = new Set((summary?.mixed ?? []).filter((field) => !touched.has(field)));
  const values = Object.fromEntries(
    Object.entries({ ...summary?.values, ...change.draft }).filter(([, value]) => value !== null),
  ) as FieldValues;

  const set = (next: BulkChange): void => store.setBulk(next);
  const setTerms = (restBase: string, terms: TermChange): void => {
    const { [restBase]: _before, ...others } = change.terms;
    const empty = terms.add.length + terms.remove.length === 0;
    set({ ...change, terms: empty ? others : { ...others, [restBase]: terms } });
  };

  return (
    <section className="pane-section" aria-label={t('uploads.many.about')}>
      <h3 className="pane-heading">{t('uploads.many.heading', { clips: count })}</h3>
      <TextField
        className="field"
        value={change.titlePattern ?? ''}
        onChange={(pattern) => set({ ...change, titlePattern: pattern === '' ? null : pattern })}
      >
        <Label className="field-label">{t('uploads.many.titles')}</Label>
        <Input
          className="input"
          placeholder={t('uploads.many.example', { number: '{n}', name: '{name}' })}
          maxLength={2_000}
        />
      </TextField>
      {isNumbered(change.titlePattern) && (
        <NumberField
          className="field number-field"
          value={change.titleStart ?? 1}
          minValue={0}
          maxValue={1_000_000_000}
          formatOptions={{ useGrouping: false, maximumFractionDigits: 0 }}
          onChange={(titleStart) => {
            if (Number.isFinite(titleStart)) set({ ...change, titleStart });
          }}
        >
          <Label className="field-label">{t('uploads.many.start')}</Label>
          <Input className="input" />
        </NumberField>
      )}
      {titles.length > 0 ? (
        <ul className="preview" aria-label={t('uploads.many.first')} aria-live="polite">
          {titles.map((title, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a title belongs to; two may be equal.
            <li key={place}>{title}</li>
          ))}
          {count > titles.length && <li className="preview-more">…</li>}
        </ul>
      ) : (
        <p className="hint">
          <Icon name="info" />
          {t('uploads.many.help', {
            ...{ name: '{name}', number: '{n}', padded: '{nnn}', date: '{date}', time: '{time}' },
            ...{ folder: '{folder}', duration: '{duration}' },
          })}
        </p>
      )}
      <div className="button-row">
        <TitleTools list="uploads" />
      </div>
      <VideoFields
        form={{ ...form, fields: form.fields.filter((field) => fields[field].isForMany) }}
        values={values}
        mixed={mixed}
        untouched={t('uploads.many.untouched')}
        onChange={(patch) => set({ ...change, draft: { ...change.draft, ...cleared(patch, summary) } })}
        onDone={() => undefined}
        after={{
          status: count > 1 && change.draft.status === 'future' && typeof change.draft.publishAt === 'number' && (
            <ScheduleInterval
              first={change.draft.publishAt}
              every={change.publishEvery ?? null}
              count={count}
              zone={form.zone}
              onChange={(every) => {
                const { publishEvery: _before, ...rest } = change;
                set(every === null ? rest : { ...rest, publishEvery: every });
              }}
            />
          ),
        }}
        taxonomy={(taxonomy) =>
          oneSite && (
            <ManyTerms
              key={taxonomy.restBase}
              accountId={accountId}
              taxonomy={taxonomy}
              value={change.terms[taxonomy.restBase] ?? noTerms}
              onChange={(terms) => setTerms(taxonomy.restBase, terms)}
            />
          )
        }
      />
      {summary !== null && !oneSite && (
        <p className="hint">
          <Icon name="info" />
          {t('uploads.many.sites')}
        </p>
      )}
      <div className="button-row">
        <BusyButton
          className="button button-primary"
          isBusy={busy}
          isDisabled={isEmptyChange(change) || count === 0}
          onPress={() => void store.applyBulk()}
        >
          {busy ? t('uploads.many.busy') : t('uploads.many.change', { clips: count })}
        </BusyButton>
        {!isEmptyChange(change) && !busy && (
          <Button className="button" onPress={() => set(noChange)}>
            {t('uploads.many.discard')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Emptying a field in which the clips differ takes the change back; only what all have in common can be emptied for all. */
function cleared(patch: BulkChange['draft'], summary: ManySummary | null): BulkChange['draft'] {
  return Object.fromEntries(
    Object.entries(patch).map(([field, value]) => [
      field,
      value === '' && summary?.values[field as FieldName] === undefined ? null : value,
    ]),
  );
}

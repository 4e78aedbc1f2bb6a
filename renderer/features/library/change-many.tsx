// The form for many videos on the site: only what is touched changes, for all of them, in one go; terms are put on or taken off.

import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type { FieldName, FieldValues, LibraryRow, TermChange } from '../../../preload/contract.ts';
import { fieldIds, fields } from '../../../preload/fields.ts';
import { t } from '../../../preload/text/text.ts';
import { isEmptyChange, noChange } from '../../state/bulk-edit.ts';
import { useForm } from '../../state/use-form.ts';
import { useAppStore, useLibrary } from '../../state/use-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ManyTerms, noTerms } from '../metadata/many-terms.tsx';
import { ScheduleInterval } from '../metadata/schedule-interval.tsx';
import { VideoFields } from '../metadata/video-fields.tsx';

interface Props {
  readonly accountId: string;
  /** Those that take a change; others are selected beside them. */
  readonly rows: readonly LibraryRow[];
  readonly others: number;
}

export function ChangeMany({ accountId, rows, others }: Props): ReactNode {
  const { library } = useAppStore();
  const change = useLibrary((state) => state.change);
  const busy = useLibrary((state) => state.changing);
  const form = useForm(accountId);
  const count = rows.length;
  const touched = new Set(Object.keys(change.draft));
  // What the videos have is not known here: each field is as it is until it is touched.
  const mixed = new Set<FieldName>(fieldIds.filter((field) => !touched.has(field)));
  const values = Object.fromEntries(Object.entries(change.draft).filter(([, value]) => value !== null)) as FieldValues;
  const setTerms = (restBase: string, terms: TermChange): void => {
    const { [restBase]: _before, ...rest } = change.terms;
    const isNothing = terms.add.length + terms.remove.length === 0;
    library.setChange({ ...change, terms: isNothing ? rest : { ...rest, [restBase]: terms } });
  };
  return (
    <section className="pane-section" aria-label={t('uploads.many.about')}>
      <h3 className="pane-heading">{t('library.change.heading', { videos: count })}</h3>
      {others > 0 && (
        <p className="hint">
          <Icon name="info" />
          {t('library.change.others', { videos: others })}
        </p>
      )}
      <VideoFields
        form={{ ...form, fields: form.fields.filter((field) => fields[field].isForMany) }}
        values={values}
        mixed={mixed}
        untouched={t('uploads.many.untouched')}
        onChange={(patch) => {
          // Emptied again it is as it was: what all of them have is not known.
          const typed = Object.entries(patch).map(([field, value]) => [field, value === '' ? null : value]);
          library.setChange({ ...change, draft: { ...change.draft, ...Object.fromEntries(typed) } });
        }}
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
                library.setChange(every === null ? rest : { ...rest, publishEvery: every });
              }}
            />
          ),
        }}
        taxonomy={(taxonomy) => (
          <ManyTerms
            key={taxonomy.restBase}
            accountId={accountId}
            taxonomy={taxonomy}
            value={change.terms[taxonomy.restBase] ?? noTerms}
            onChange={(terms) => setTerms(taxonomy.restBase, terms)}
          />
        )}
      />
      <div className="button-row">
        <BusyButton
          className="button button-primary"
          isBusy={busy}
          isDisabled={isEmptyChange(change) || count === 0}
          onPress={() => void library.changeMany()}
        >
          {busy ? t('uploads.many.busy') : t('library.change.apply', { videos: count })}
        </BusyButton>
        {!isEmptyChange(change) && !busy && (
          <Button className="button" onPress={() => library.setChange(noChange)}>
            {t('uploads.many.discard')}
          </Button>
        )}
      </div>
    </section>
  );
}

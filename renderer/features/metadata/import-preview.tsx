// What is going to become of clips by a table, clip by clip, before anything is changed.

import type { ReactNode } from 'react';
import type { FieldName, FormShape } from '../../../preload/contract.ts';
import { fieldsOf } from '../../../preload/fields.ts';
import { listed, t } from '../../../preload/text/text.ts';
import type { DetailsPlan, PlannedRow } from '../../model/details-plan.ts';
import { fieldWord, valueWords } from '../../text/fields.ts';

interface Props {
  readonly plan: DetailsPlan;
  readonly forms: Readonly<Record<string, FormShape>>;
}

/** As many as anybody looks through before saying yes. */
const mostShown = 100;
const noNames: ReadonlyMap<number, string> = new Map();

export function ImportPreview({ plan: { ready }, forms }: Props): ReactNode {
  const more = ready.length - mostShown;
  return (
    <section className="paste-preview" aria-label={t('details.preview')}>
      <h3 className="field-label">{t('details.preview')}</h3>
      {ready.length === 0 ? (
        <p className="hint">{t('details.preview.none')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
        <ol className="paste-rows import-rows" tabIndex={0} aria-label={t('details.preview')}>
          {ready.slice(0, mostShown).map((row) => (
            <PreviewRow key={row.line} row={row} form={forms[row.clip?.accountId ?? ''] ?? null} />
          ))}
          {more > 0 && <li className="paste-row quiet">{t('details.preview.more', { rows: more })}</li>}
        </ol>
      )}
    </section>
  );
}

function PreviewRow({ row, form }: { readonly row: PlannedRow; readonly form: FormShape | null }): ReactNode {
  const { terms = {}, title, ...others } = row.change;
  const line = (field: FieldName, value: string): ReactNode => (
    <span key={field} className="paste-text">
      {t('details.preview.field', { field: fieldWord(field, form), value })}
    </span>
  );
  return (
    <li className="paste-row">
      <span className="paste-name" title={row.clip?.folder}>
        {row.clip?.name}
      </span>
      {title != null && <span className="paste-title">{title}</span>}
      {fieldsOf(others as never).map((field) =>
        line(field, valueWords(field, others[field as keyof typeof others] ?? '', form, noNames)),
      )}
      {Object.keys(terms).map((restBase) => line(`terms:${restBase}`, listed(row.termNames[restBase] ?? [])))}
    </li>
  );
}

// The fields of a video's metadata as its site has them: the same for one and for many, before and after the upload.

import { Fragment, type ReactNode } from 'react';
import type { FieldId, FormTaxonomy } from '../../../preload/contract.ts';
import { fieldIds, fields } from '../../../preload/fields.ts';
import { t } from '../../../preload/text/text.ts';
import { type ControlProps, controls } from './field-controls.tsx';

export interface VideoFieldsProps extends Omit<ControlProps, 'field'> {
  readonly taxonomy: (taxonomy: FormTaxonomy) => ReactNode;
  /** Shown under a field. */
  readonly after?: { readonly [F in FieldId]?: ReactNode };
}

/** So many taxonomies are in sight; a site that has more has the others under "More". */
const taxonomiesInSight = 2;

export function VideoFields({ taxonomy, after, ...props }: VideoFieldsProps): ReactNode {
  const { form } = props;
  const fieldsAt = (place: 'top' | 'more'): ReactNode[] =>
    fieldIds.flatMap((field) => {
      const Control = controls[field];
      if (fields[field].place !== place || Control === null) return [];
      return [
        <Fragment key={field}>
          {form.fields.includes(field) && <Control {...props} field={field} />}
          {after?.[field]}
        </Fragment>,
      ];
    });
  return (
    <>
      {fieldsAt('top')}
      {form.taxonomies.slice(0, taxonomiesInSight).map(taxonomy)}
      <details className="more">
        <summary className="more-title">{t('form.more')}</summary>
        <div className="more-fields">
          {fieldsAt('more')}
          {form.taxonomies.slice(taxonomiesInSight).map(taxonomy)}
        </div>
      </details>
    </>
  );
}

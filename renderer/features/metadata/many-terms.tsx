// Terms of one taxonomy that are put on many videos, or taken off them.
import type { ReactNode } from 'react';
import type { FormTaxonomy, TermChange } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { TermsField } from './terms-field.tsx';

export const noTerms: TermChange = { add: [], remove: [] };

interface ManyTermsProps {
  readonly accountId: string;
  readonly taxonomy: FormTaxonomy;
  readonly value: TermChange;
  readonly onChange: (terms: TermChange) => void;
}

/** The rest of what each video has stays. */
export function ManyTerms({ accountId, taxonomy, value, onChange }: ManyTermsProps): ReactNode {
  return (
    <details className="more">
      <summary className="more-title">{taxonomy.name}</summary>
      <div className="more-fields">
        <TermsField
          accountId={accountId}
          taxonomy={taxonomy}
          label={t('uploads.many.add', { taxonomy: taxonomy.name })}
          value={value.add}
          onChange={(add) => onChange({ add, remove: value.remove.filter((id) => !add.includes(id)) })}
        />
        <TermsField
          accountId={accountId}
          taxonomy={taxonomy}
          label={t('uploads.many.remove', { taxonomy: taxonomy.name })}
          value={value.remove}
          mayCreate={false}
          onChange={(remove) => onChange({ remove, add: value.add.filter((id) => !remove.includes(id)) })}
        />
      </div>
    </details>
  );
}

// One taxonomy in the form: a tree to tick when it has levels, tokens when it is flat.
import type { ReactNode } from 'react';
import type { FormTaxonomy } from '../../../preload/contract.ts';
import { TermsTags } from './terms-tags.tsx';
import { TermsTree } from './terms-tree.tsx';

interface Props {
  readonly accountId: string;
  readonly taxonomy: FormTaxonomy;
  /** The taxonomy's own name when left out. */
  readonly label?: string;
  readonly value: readonly number[];
  /** False where new terms make no sense, for instance when some are to be taken off. */
  readonly mayCreate?: boolean;
  readonly onChange: (ids: readonly number[]) => void;
}

export function TermsField({ taxonomy, label = taxonomy.name, mayCreate = true, ...rest }: Props): ReactNode {
  const props = { ...rest, taxonomy, label, mayCreate: mayCreate && taxonomy.canCreate };
  return taxonomy.hierarchical ? <TermsTree {...props} /> : <TermsTags {...props} />;
}

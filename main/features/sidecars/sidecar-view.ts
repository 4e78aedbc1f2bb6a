// What the window shows of the file beside a clip: what came of it, and what of it nobody has settled yet. Pure.
import type { FieldName, SidecarTerm, SidecarTrouble, SidecarView } from '../../../preload/contract.ts';
import { fields, type SaidField, saidFields, termsField } from '../../fields.ts';
import type { FormShape, Job } from '../../model.ts';
import { isTypedField, isTypedTerms, isWaiting, type NamedTerm } from './sidecar-draft.ts';
import type { SidecarRow } from './sidecar-store.ts';

type Drafted = Pick<Job, 'draft'>;

/** Who typed in a field has settled what was said of it. */
function openTroubles({ draft }: Drafted, { base, kept }: SidecarRow): readonly SidecarTrouble[] {
  if (kept === null || kept.isSeen) return [];
  const isOpen = ({ field }: SidecarTrouble): boolean =>
    field === null || !(field in fields) || !isTypedField(field as SaidField, draft, base, kept.put);
  return [...kept.troubles, ...kept.later].filter(isOpen);
}

/** Names that are no terms of the clip: those that wait, and those that its user has to know of. */
function openTerms({ draft }: Drafted, { base, kept }: SidecarRow): readonly NamedTerm[] {
  if (kept === null) return [];
  return kept.names.filter(
    ({ state, restBase }) =>
      state !== 'known' &&
      (isWaiting(state) || !kept.isSeen) &&
      (restBase === null || !isTypedTerms(restBase, draft, base, kept.put)),
  );
}

/** Name of the file of which its user does not know yet that not all was understood; null = all was, or they know. */
export function troubleOf(job: Drafted, row: SidecarRow): string | null {
  const isOpen = openTroubles(job, row).length > 0 || openTerms(job, row).some(({ state }) => !isWaiting(state));
  return isOpen ? (row.kept?.file ?? null) : null;
}

/** `shape` null = the site's form is not known yet. */
export function sidecarView(job: Drafted, row: SidecarRow, shape: FormShape | null): SidecarView | null {
  const { base, kept } = row;
  if (kept === null) return null;
  const { draft } = job;
  const isHeld = !kept.isSeen && kept.later.some(({ problem }) => problem === 'held-hidden');
  const plain = saidFields.filter(
    (field) =>
      kept.put.fields[field] !== undefined &&
      !isTypedField(field, draft, base, kept.put) &&
      // The file did not say that one.
      !(isHeld && field === 'status'),
  );
  const taxonomies = Object.keys(kept.put.terms).filter((restBase) => !isTypedTerms(restBase, draft, base, kept.put));
  const called = ({ key, restBase }: NamedTerm): string =>
    shape?.taxonomies.find((one) => one.restBase === restBase)?.name ?? key;
  return {
    file: kept.file,
    fields: [...plain, ...taxonomies.map(termsField)] satisfies FieldName[],
    troubles: openTroubles(job, row),
    terms: openTerms(job, row).flatMap((one): SidecarTerm[] =>
      one.state === 'known' ? [] : [{ taxonomy: called(one), name: one.name, state: one.state }],
    ),
  };
}

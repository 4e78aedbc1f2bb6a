// Drafts as the form handles them: plain data and pure functions between what was typed, what the site has and what is shown.
import type { Draft, FieldName, FieldValue, FieldValues, TermChange, VideoView } from '../../preload/contract.ts';

export const emptyDraft: Draft = {
  title: null,
  description: null,
  excerpt: null,
  status: null,
  publishAt: null,
  slug: null,
  password: null,
  commentsOpen: null,
  terms: null,
  termChanges: null,
};

export type PlainField = keyof Omit<Draft, 'terms' | 'termChanges'>;
const plainFields = Object.keys(emptyDraft).filter(
  (key): key is PlainField => key !== 'terms' && key !== 'termChanges',
);

export function termsField(restBase: string): FieldName {
  return `terms:${restBase}`;
}

export function changeTerms(ids: readonly number[], { add, remove }: TermChange): readonly number[] {
  const out = new Set(remove);
  return [...new Set([...ids, ...add])].filter((id) => !out.has(id));
}

/** Whether a field was typed whole, so that what the site has in it does not matter. */
export function isTyped(draft: Draft, field: FieldName): boolean {
  return field.startsWith('terms:')
    ? draft.terms?.[field.slice('terms:'.length)] !== undefined
    : draft[field as PlainField] !== null;
}

/** The terms of one taxonomy as the form shows them. */
export function shownTerms(draft: Draft, video: VideoView | null, restBase: string): readonly number[] {
  const change = draft.termChanges?.[restBase] ?? { add: [], remove: [] };
  return draft.terms?.[restBase] ?? changeTerms(video?.terms[restBase] ?? [], change);
}

/** What the form shows: what was typed, else what the site has. A field that was emptied on purpose shows nothing. */
export function shownValues(
  draft: Draft,
  typed: Partial<Draft>,
  video: VideoView | null,
  taxonomies: readonly string[],
): FieldValues {
  const values: Partial<Record<FieldName, FieldValue>> = {};
  const latest: Draft = { ...draft, ...typed };
  for (const field of plainFields) {
    const value = field in typed ? typed[field] : (draft[field] ?? video?.[field]);
    if (value !== null && value !== undefined) values[field] = value;
  }
  for (const restBase of taxonomies) values[termsField(restBase)] = shownTerms(latest, video, restBase);
  return values;
}

/** A change of one taxonomy's whole set, as part of a draft. */
export function termsPatch(draft: Draft, restBase: string, ids: readonly number[]): Partial<Draft> {
  const { [restBase]: _settled, ...rest } = draft.termChanges ?? {};
  return {
    terms: { ...draft.terms, [restBase]: ids },
    termChanges: Object.keys(rest).length > 0 ? rest : null,
  };
}

export function sameDraft(one: Draft, other: Draft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function isUntouched(draft: Draft): boolean {
  return Object.values(draft).every((value) => value === null);
}

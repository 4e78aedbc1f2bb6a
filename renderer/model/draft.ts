// Drafts as the form handles them: plain data and pure functions between what was typed, what the site has and what is shown.
import type {
  Draft,
  FieldName,
  FieldValue,
  FieldValues,
  PlainDraft,
  SiteZone,
  VideoView,
} from '../../preload/contract.ts';
import { changedTerms, fieldIds, fields, isPlain, taxonomyOf, termsField } from '../../preload/fields.ts';
import { nextMorning } from './site-time.ts';

/** The title that a site makes of a file's name. */
export const fileTitle = (name: string): string => name.replace(/(.)\.[^.]*$/, '$1');

/** Whether a field was typed whole, so that what the site has in it does not matter. */
export function isTyped(draft: Draft, field: FieldName): boolean {
  return isPlain(field) ? draft[field] !== null : draft.terms?.[taxonomyOf(field) ?? ''] !== undefined;
}

/** The terms of one taxonomy as the form shows them. */
export function shownTerms(draft: Draft, video: VideoView | null, restBase: string): readonly number[] {
  const change = draft.termChanges?.[restBase] ?? { add: [], remove: [] };
  return draft.terms?.[restBase] ?? changedTerms(video?.terms[restBase] ?? [], change);
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
  for (const field of fieldIds) {
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

/**
 * What of `typed` has to be shown still: nothing that stands in the draft as it was typed, and nothing that the site has taken, once the
 * draft is rid of it. `isPending` = the site does not have all of the draft. Gives `typed` itself where all of it has.
 */
export function stillTyped(
  typed: Partial<Draft>,
  draft: Draft,
  video: VideoView | null,
  isPending: boolean,
): Partial<Draft> {
  const isKnown = (field: keyof Draft): boolean => {
    const same = (value: unknown): boolean => JSON.stringify(draft[field]) === JSON.stringify(value);
    if (field === 'terms' || field === 'termChanges') return same(typed[field]);
    // Blanks in a field that may not be empty are nothing to main.
    const isNothing = !fields[field].mayBeEmpty && String(typed[field] ?? '').trim() === '';
    if (same(isNothing ? null : typed[field])) return true;
    return !isPending && draft[field] === null && video !== null && video[field] === typed[field];
  };
  const left = Object.entries(typed).filter(([field]) => !isKnown(field as keyof Draft));
  return left.length === Object.keys(typed).length ? typed : Object.fromEntries(left);
}

export function sameDraft(one: Draft, other: Draft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function isUntouched(draft: Draft): boolean {
  return Object.values(draft).every((value) => value === null);
}

/** What choosing a status changes, '' = as the site makes it: scheduled keeps a date that is still to come, or gets one. */
export function statusPatch(
  status: string,
  publishAt: number | null,
  now: number,
  zone: SiteZone,
): Pick<PlainDraft, 'status' | 'publishAt'> {
  if (status !== 'future') return { status: status === '' ? null : status, publishAt: null };
  return { status, publishAt: publishAt !== null && publishAt > now ? publishAt : nextMorning(now, zone) };
}

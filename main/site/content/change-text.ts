// One change for the texts of many videos, as a pure function of what is typed for one of them.
import type { ManyChange, TermChange } from '../../../preload/contract.ts';
import { changedTerms, fieldIds, fields, type PlainDraft } from '../../fields.ts';
import { type Draft, type SiteZone, stepped } from '../../model.ts';

/** A field that may not be empty was not touched when it was emptied. */
export function tidy<T extends Partial<PlainDraft>>(typed: T): T {
  const emptied = fieldIds.filter((field) => !fields[field].mayBeEmpty && String(typed[field] ?? '-').trim() === '');
  return emptied.length === 0 ? typed : { ...typed, ...Object.fromEntries(emptied.map((field) => [field, null])) };
}

/** Terms put on and taken off: at once where the whole set is known, else when the video is described. */
export function withTermChange(draft: Draft, restBase: string, change: TermChange): Draft {
  const whole = draft.terms?.[restBase];
  if (whole) return { ...draft, terms: { ...draft.terms, [restBase]: changedTerms(whole, change) } };
  const before = draft.termChanges?.[restBase] ?? { add: [], remove: [] };
  const add = new Set(changedTerms(before.add, change));
  const remove = new Set(changedTerms(before.remove, { add: change.remove, remove: change.add }));
  return { ...draft, termChanges: { ...draft.termChanges, [restBase]: { add: [...add], remove: [...remove] } } };
}

/** The clock of a site whose form is not known yet. */
export const unknownZone: SiteZone = { name: null, offsetMinutes: 0 };

/** The draft after the change; `place` counts from 0 among all of them, `zone` = its site's clock. */
export function changedText(
  before: Draft,
  { draft, publishEvery, terms }: Pick<ManyChange, 'draft' | 'publishEvery' | 'terms'>,
  place: number,
  zone: SiteZone,
): Draft {
  let after: Draft = { ...before, ...tidy(draft) };
  if (publishEvery !== undefined && typeof draft.publishAt === 'number')
    after = { ...after, publishAt: stepped(draft.publishAt, place, publishEvery, zone) };
  for (const [restBase, change] of Object.entries(terms)) after = withTermChange(after, restBase, change);
  return after;
}

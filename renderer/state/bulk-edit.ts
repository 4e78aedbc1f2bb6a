// A change for many clips that is being put together: plain data, kept while the selection changes.
import type { ManyChange } from '../../preload/contract.ts';

export type BulkChange = ManyChange;

export const noChange: BulkChange = { draft: {}, titlePattern: null, terms: {} };

/** A choice that was put back to "leave as it is" touches nothing. */
export function withoutUntouched(change: BulkChange): BulkChange {
  const { status } = change.draft;
  const draft = Object.fromEntries(
    Object.entries(change.draft).filter(
      // Another visibility than "scheduled" takes the date away, also where one was typed before.
      ([field, value]) => value !== null || (field === 'publishAt' && status != null),
    ),
  );
  return { ...change, draft };
}

export function isEmptyChange(change: BulkChange): boolean {
  const { draft, titlePattern, terms } = withoutUntouched(change);
  return Object.keys(draft).length === 0 && (titlePattern ?? '').trim() === '' && Object.keys(terms).length === 0;
}

// What the upload list is searched for, as it stands in the window: words, accounts, and where clips came from.
import type { QueueSearch } from '../../preload/contract.ts';

export const noSearch: QueueSearch = { text: '', accountIds: null, from: null };

/** What is asked of main; undefined = nothing narrows the list. */
export function narrowing(search: QueueSearch | null): QueueSearch | undefined {
  if (search === null) return undefined;
  const { text, accountIds, from } = search;
  return text.trim() === '' && accountIds === null && from === null ? undefined : search;
}

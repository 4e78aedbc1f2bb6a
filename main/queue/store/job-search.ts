// Which jobs a search means: by words of their names and titles, their account, and the folder that brought them.
import type { QueueSearch } from '../../../preload/contract.ts';
import type { AccountId, FolderId } from '../../model.ts';
import type { SqlRow } from '../../ports.ts';

/** What a search looks at. */
export interface Findable {
  readonly name: string;
  readonly title: string;
  readonly accountId: AccountId;
  readonly folderId: FolderId | null;
}

/** A row with `name`, `title`, `account_id` and `folder_id`. */
export function toFindable(row: SqlRow): Findable {
  return {
    name: String(row.name),
    title: String(row.title),
    accountId: String(row.account_id),
    folderId: row.folder_id === null ? null : String(row.folder_id),
  };
}

/**
 * Without case and marks: "cafe" finds "Café", and half-width letters their full forms. As capitals, for small letters have forms that
 * these have not ("ß", "ς").
 */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase();
}

/** Whether a job is one of those that are searched for. */
export function searchedBy({ text, accountIds, from }: QueueSearch): (one: Findable) => boolean {
  // Between two spaces stands an empty word, which is in every text.
  const words = folded(text).split(/\s/);
  const accounts = accountIds === null ? null : new Set(accountIds);
  return ({ name, title, accountId, folderId }) => {
    if (accounts !== null && !accounts.has(accountId)) return false;
    if (from !== null && from.folderId !== folderId) return false;
    // Saves a fifth of a second of 100,000 names.
    if (text === '') return true;
    const said = folded(`${name}\n${title}`);
    return words.every((word) => said.includes(word));
  };
}

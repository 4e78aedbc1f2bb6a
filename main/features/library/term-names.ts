// The names of the terms that rows of the library show: what is not known on this computer is asked for once, and kept.
import { LRUCache } from 'lru-cache';
import type { AccountId, LibraryTaxonomy, SiteId, SiteItem } from '../../model.ts';
import type { AuthorizedClient, SiteCalls } from '../../site/client/client.ts';
import { namedTerms } from '../../site/content/terms.ts';
import type { FormStore } from '../../site/store/form-store.ts';

export interface TermNamesOptions {
  readonly calls: SiteCalls;
  readonly forms: Pick<FormStore, 'terms' | 'saveTerms'>;
  /** Null = the account is signed out. */
  readonly clientOf: (accountId: AccountId) => AuthorizedClient | null;
  readonly siteIdOf: (accountId: AccountId) => SiteId;
  /** Rows of the account show more names from now on. */
  readonly onLearned: (accountId: AccountId) => void;
}

/** A site gives so many at once. */
const atOnce = 100;
/** Terms that were asked for; the site had some of them no more. */
const mostAsked = 2_000;

/** Asks for the names that the rows need and nobody knows; nobody waits for them. */
export function createTermNames(
  options: TermNamesOptions,
): (accountId: AccountId, taxonomies: readonly LibraryTaxonomy[], rows: readonly (SiteItem | null)[]) => void {
  const asked = new LRUCache<string, true>({ max: mostAsked });

  return (accountId, taxonomies, rows) => {
    const client = options.clientOf(accountId);
    if (client === null) return;
    const siteId = options.siteIdOf(accountId);
    const learn = async (restBase: string, ids: readonly number[]): Promise<boolean> => {
      const found = await namedTerms(options.calls, client, restBase, ids);
      options.forms.saveTerms(siteId, restBase, found);
      return found.length > 0;
    };
    for (const { restBase } of taxonomies) {
      const ids = [...new Set(rows.flatMap((row) => row?.values?.terms[restBase] ?? []))];
      const known = new Set(options.forms.terms(siteId, restBase, ids).map(({ id }) => id));
      const name = (id: number): string => `${siteId} ${restBase} ${id}`;
      const missing = ids.filter((id) => !known.has(id) && !asked.has(name(id))).slice(0, atOnce);
      if (missing.length === 0) continue;
      for (const id of missing) asked.set(name(id), true);
      learn(restBase, missing).then(
        (isMore) => isMore && options.onLearned(accountId),
        // A name is only shown: the number of terms stands there without it, and it is asked for with the next look.
        () => {
          for (const id of missing) asked.delete(name(id));
        },
      );
    }
  };
}

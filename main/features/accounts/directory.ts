// The sites and accounts that are known, as the store has them; who changes one tells everybody.
import type { Account, AccountId, Site, SiteId } from '../../model.ts';
import type { SiteStore } from '../../site/store/site-store.ts';
import type { Changes, Signals } from '../changes.ts';

export interface Directory {
  account(id: AccountId): Account | null;
  accounts(): readonly Account[];
  /** Sites with at least one account. */
  sites(): readonly Site[];
  site(id: SiteId): Site | null;
  siteOf(accountId: AccountId): Site | null;
  /** On disk when it returns. */
  saveAccount(account: Account): void;
  /** A site is known from its first account on: nobody is told of it alone. */
  saveSite(site: Site): void;
  /** Reads all of it anew, and tells everybody. */
  reload(): void;
}

export function createDirectory(siteStore: SiteStore, changes: Signals<Changes>): Directory {
  const sites = new Map<SiteId, Site>();
  const accounts = new Map<AccountId, Account>();
  const read = (): void => {
    sites.clear();
    accounts.clear();
    for (const account of siteStore.accounts()) accounts.set(account.id, account);
    for (const account of accounts.values()) {
      const site = siteStore.site(account.siteId);
      if (site) sites.set(site.id, site);
    }
  };
  const reload = (): void => {
    read();
    changes.tell('accounts', null);
  };

  read();
  return {
    account: (id) => accounts.get(id) ?? null,
    accounts: () => [...accounts.values()],
    sites: () => [...sites.values()],
    site: (id) => sites.get(id) ?? null,
    siteOf: (accountId) => sites.get(accounts.get(accountId)?.siteId ?? '') ?? null,
    saveAccount: (account) => {
      siteStore.saveAccount(account);
      reload();
    },
    saveSite: (site) => siteStore.saveSite(site),
    reload,
  };
}

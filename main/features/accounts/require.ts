// What a request names has to be there still; where it is gone the request fails with the reason that the window shows.
import type { Account, AccountId, Job, JobId, Site, SiteId } from '../../model.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { AuthorizedClient } from '../../site/client/client.ts';
import { NotFound } from '../../uploader-api.ts';
import type { Accounts } from './accounts.ts';

/** Throws NotFound. */
export function requireAccount(accounts: Pick<Accounts, 'account'>, id: AccountId): Account {
  const account = accounts.account(id);
  if (!account) throw new NotFound('account-gone');
  return account;
}

/** Throws NotFound. */
export function requireSite(accounts: Pick<Accounts, 'site'>, id: SiteId): Site {
  const site = accounts.site(id);
  if (!site) throw new NotFound('site-gone');
  return site;
}

/** Throws NotFound. */
export function requireSiteOf(accounts: Pick<Accounts, 'siteOf'>, id: AccountId): Site {
  const site = accounts.siteOf(id);
  if (!site) throw new NotFound('account-gone');
  return site;
}

/** Whoever speaks for the account. Throws NotFound where nobody can: it is signed out. */
export function requireClient(accounts: Pick<Accounts, 'client'>, id: AccountId): AuthorizedClient {
  const client = accounts.client(id);
  if (!client) throw new NotFound('sign-in-first');
  return client;
}

/** Throws NotFound. */
export function requireJob(store: Pick<QueueStore, 'job'>, id: JobId): Job {
  const job = store.job(id);
  if (!job) throw new NotFound('upload-gone');
  return job;
}

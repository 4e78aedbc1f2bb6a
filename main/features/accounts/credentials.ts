// The secrets that are in use: read from where they are kept, turned into speakers, and tokens renewed one at a time.
import { refusesSignIn, SiteRefusal } from '../../answers.ts';
import type { AccountId, Site } from '../../model.ts';
import type { Clock, Logger, Secrets } from '../../ports.ts';
import type { AuthorizedClient, SiteCalls } from '../../site/client/client.ts';
import {
  authorizationOf,
  readCredential,
  speakerOf,
  termsOf,
  withoutRefresh,
  writeCredential,
} from '../../site/client/credential.ts';
import type { Credential } from '../../site/client/sign-in-ways.ts';
import { renewToken } from '../../site/connect/tokens.ts';

export interface KeysOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly secrets: Secrets;
  readonly calls: SiteCalls;
  /** The site of this root just gave a token, as this Authorization. */
  readonly onGiven: (root: string, authorization: string) => void;
  /** A token was renewed, or cannot be any more. */
  readonly onRenewal: (accountId: AccountId, credential: Credential) => void;
}

export interface Keys {
  /** False = there is none that could be used. */
  load(accountId: AccountId): Promise<boolean>;
  put(accountId: AccountId, credential: Credential): Promise<void>;
  get(accountId: AccountId): Credential | null;
  /** Null = no secret that may be used for the site's root. */
  client(accountId: AccountId, site: Pick<Site, 'root' | 'platform'>): AuthorizedClient | null;
  /** The Authorization to use in place of `dead`; null = there is none. Throws HttpError or SiteRefusal when nothing is known. */
  renew(accountId: AccountId, root: string, dead: string): Promise<string | null>;
  /** Not used any more; what is kept stays until it is replaced or deleted. */
  drop(accountId: AccountId): void;
  delete(accountId: AccountId): Promise<void>;
}

export function createKeys(options: KeysOptions): Keys {
  const { clock, logger, secrets, calls } = options;
  const inUse = new Map<AccountId, Credential>();
  const renewals = new Map<AccountId, Promise<string | null>>();

  const put: Keys['put'] = async (accountId, credential) => {
    inUse.set(accountId, credential);
    await secrets.set(accountId, writeCredential(credential));
  };

  const renewNow = async (accountId: AccountId, root: string): Promise<string | null> => {
    const before = inUse.get(accountId);
    const refresh = before && termsOf(before)?.refresh;
    if (before === undefined || !refresh) return null;
    let after: Credential;
    let result: string | null;
    try {
      after = await renewToken(calls, clock, root, refresh);
      result = authorizationOf(after);
      options.onGiven(root, result);
    } catch (error) {
      if (!(error instanceof SiteRefusal) || !refusesSignIn(error.said)) throw error;
      logger.warn('The sign-in cannot be renewed any more', { account: accountId });
      // A dead cookie is never shown to the site again (F-15).
      after = withoutRefresh(before);
      result = null;
    }
    // Signed in or out meanwhile: that is newer.
    if (inUse.get(accountId) !== before) return null;
    await put(accountId, after);
    options.onRenewal(accountId, after);
    return result;
  };

  const renew: Keys['renew'] = (accountId, root, dead) => {
    const now = inUse.get(accountId);
    if (now === undefined) return Promise.resolve(null);
    const running = renewals.get(accountId);
    if (running) return running;
    if (authorizationOf(now) !== dead) return Promise.resolve(authorizationOf(now));
    const renewal = renewNow(accountId, root).finally(() => renewals.delete(accountId));
    renewals.set(accountId, renewal);
    return renewal;
  };

  return {
    put,
    renew,
    load: async (accountId) => {
      const kept = await secrets.get(accountId);
      // A keyring may take its time: somebody may have signed in anew meanwhile.
      if (inUse.has(accountId)) return true;
      const credential = kept === null ? null : readCredential(kept);
      if (credential !== null) inUse.set(accountId, credential);
      return credential !== null;
    },
    get: (accountId) => inUse.get(accountId) ?? null,
    client: (accountId, { root, platform }) => {
      const credential = inUse.get(accountId);
      const client = credential && speakerOf(root, credential, (dead) => renew(accountId, root, dead));
      return client ? { ...client, platform } : null;
    },
    drop: (accountId) => {
      inUse.delete(accountId);
    },
    delete: async (accountId) => {
      inUse.delete(accountId);
      await secrets.delete(accountId);
    },
  };
}

// Sites and accounts while the app runs: who may speak for whom, whether they still may, and what is learned about each site.
import type { AccountView, SiteView } from '../../../preload/contract.ts';
import { sortCallFailure } from '../../errors.ts';
import type { Account, AccountId, FailureCause, Site, SiteId } from '../../model.ts';
import type { Clock, Logger, Secrets } from '../../ports.ts';
import { sameOrigin } from '../../site/client/address.ts';
import type { AuthorizedClient, SiteCalls } from '../../site/client/client.ts';
import {
  authorizationOf,
  type Credential,
  lastsUntil,
  methodOf,
  type TokenCredential,
} from '../../site/client/credential.ts';
import { type Me, whoAmI } from '../../site/connect/prove-sign-in.ts';
import { shownRoot } from '../../site/connect/shown-host.ts';
import type { SiteStore } from '../../site/store/site-store.ts';
import type { Changes, Signals } from '../changes.ts';
import { createKeys } from './credentials.ts';
import { type Expected, outlook, type TokenLife } from './token-expiry.ts';

export interface AccountsOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly secrets: Secrets;
  readonly siteStore: SiteStore;
  readonly calls: SiteCalls;
  readonly changes: Signals<Changes>;
}

/** What is learned about a site while it is used. */
type Learned = 'publishesAtOnce' | 'tooLargeFrom' | 'refusedExtensions' | 'settleMs' | 'honoursKeys';

export interface Accounts {
  /** Finds out whose secrets are still there. On another computer none is used that was not entered there (F-48). */
  start(isHere: boolean): Promise<void>;
  /** Whose secret is not in use stays signed out for good: the user is asked, and what is kept stays kept. */
  askAgain(): void;
  views(): readonly SiteView[];
  account(id: AccountId): Account | null;
  site(id: SiteId): Site | null;
  siteOf(accountId: AccountId): Site | null;
  /** Accounts that are signed in and whose secret is at hand. */
  ready(): readonly Account[];
  /** Null = the account has no secret that may be used. */
  client(accountId: AccountId): AuthorizedClient | null;
  /** The site's clock minus ours in ms, as last heard; null = not yet. */
  skewMs(accountId: AccountId): number | null;
  /** Asks the site who we are, unless it said so a short while ago. Null = may go. */
  prove(accountId: AccountId, fresh: boolean): Promise<FailureCause | null>;
  /** Sees to it that the sign-in outlives the sending of a clip. Null = it does; see token-expiry.ts. */
  lasting(accountId: AccountId, expected: Expected): Promise<FailureCause | null>;
  /** How long the account's token lives; null = it has none. */
  tokenLife(accountId: AccountId): TokenLife | null;
  /** After a refusal: whether there is a newer sign-in than the one that was refused. Throws HttpError or SiteRefusal. */
  renewed(accountId: AccountId, refused: string): Promise<boolean>;
  signedOut(accountId: AccountId): void;
  /** A site refused this Authorization: whoever has no other one is signed out at once, on disk before anything else (F-15). */
  refused(origin: string, authorization: string): void;
  learn(siteId: SiteId, what: Partial<Pick<Site, Learned>>): void;
  /** Takes over a proven sign-in, as a new account or as a known one. */
  adopt(site: Site, accountId: AccountId, entered: Entered): Promise<AccountView>;
  /** Which of the account's application passwords is in use, once the site said it. */
  usesPassword(accountId: AccountId, uuid: string): void;
  removeAccount(accountId: AccountId): Promise<void>;
  removeSite(siteId: SiteId): Promise<void>;
}

/** A sign-in that the site has just confirmed. */
export interface Entered {
  readonly me: Me;
  readonly login: string;
  readonly credential: Credential;
  readonly passwordUuid: string | null;
}

/** A proof of sign-in is good for this long; each later answer of 401 ends it at once anyway. */
const proofMs = 10 * 60_000;
/** By how much two clocks may drift apart before one of them was set, in ms. */
const movedMs = 2_000;

export function createAccounts(options: AccountsOptions): Accounts {
  const { clock, logger, secrets, siteStore, calls } = options;
  const sites = new Map<SiteId, Site>();
  const accounts = new Map<AccountId, Account>();
  const skews = new Map<AccountId, { readonly ms: number; readonly offset: number }>();
  const proofs = new Map<AccountId, { readonly at: number; readonly result: Promise<FailureCause | null> }>();

  /** Moves when somebody sets the wall clock, and with it what is known of the site's clock (F-13). */
  const wallOffset = (): number => clock.now() - clock.monotonic();
  const heardSkew = (accountId: AccountId, ms: number | null): void => {
    if (ms !== null) skews.set(accountId, { ms, offset: wallOffset() });
  };
  /** The wall clock was set since, or went on through a sleep that the other one did not count (F-12): it has to be heard again. */
  const hasMoved = (accountId: AccountId): boolean => {
    const heard = skews.get(accountId);
    return heard !== undefined && Math.abs(wallOffset() - heard.offset) > movedMs;
  };

  const reload = (): void => {
    sites.clear();
    accounts.clear();
    for (const account of siteStore.accounts()) accounts.set(account.id, account);
    for (const account of accounts.values()) {
      const site = siteStore.site(account.siteId);
      if (site) sites.set(site.id, site);
    }
  };
  const saveAccount = (account: Account): void => {
    siteStore.saveAccount(account);
    reload();
    options.changes.tell('accounts', null);
  };
  const keys = createKeys({
    clock,
    logger,
    secrets,
    calls,
    onRenewal: (accountId, credential) => {
      const account = accounts.get(accountId);
      const tokenEndsAt = lastsUntil(credential);
      if (account && account.tokenEndsAt !== tokenEndsAt) saveAccount({ ...account, tokenEndsAt });
    },
  });

  const view = (account: Account): AccountView => ({
    id: account.id,
    siteId: account.siteId,
    login: account.login,
    name: account.name || account.login,
    // A secret that was given up while the disk was full is gone, whatever stands written (F-43): the user is asked.
    signedIn: account.signedIn && keys.get(account.id) !== null,
    secret: secrets.keeping(),
    method: account.method,
    tokenEndsAt: account.tokenEndsAt,
    canUpload: account.canUpload,
    canPublish: account.canPublish,
  });

  const client: Accounts['client'] = (accountId) => {
    const account = accounts.get(accountId);
    const site = account && sites.get(account.siteId);
    return account?.signedIn && site ? keys.client(accountId, site.root) : null;
  };

  const prove = async (account: Account): Promise<FailureCause | null> => {
    const asked = client(account.id);
    if (!asked) return { kind: 'sign-in' };
    try {
      const me = await whoAmI(calls, asked);
      heardSkew(account.id, me.skewMs);
      // Somebody else answers to this secret: not the account that the jobs were meant for.
      if (me.userId !== account.userId) return { kind: 'sign-in' };
      if (me.canUpload !== account.canUpload || me.canPublish !== account.canPublish) {
        const now = accounts.get(account.id) ?? account;
        saveAccount({ ...now, canUpload: me.canUpload, canPublish: me.canPublish });
      }
      return me.canUpload ? null : { kind: 'needs-you', reason: 'no-upload-right', action: 'retry', detail: null };
    } catch (error) {
      return sortCallFailure(error);
    }
  };

  const signedOut: Accounts['signedOut'] = (accountId) => {
    const account = accounts.get(accountId);
    if (!account?.signedIn) return;
    logger.warn('The site no longer accepts the sign-in', { account: accountId });
    keys.drop(accountId);
    proofs.delete(accountId);
    saveAccount({ ...account, signedIn: false });
  };

  const renewed: Accounts['renewed'] = async (accountId, refused) => {
    const site = sites.get(accounts.get(accountId)?.siteId ?? '');
    return site !== undefined && (await keys.renew(accountId, site.root, refused)) !== null;
  };

  reload();
  return {
    start: async (isHere) => {
      if (!isHere) return;
      for (const account of accounts.values()) {
        if (account.signedIn && !(await keys.load(account.id))) saveAccount({ ...account, signedIn: false });
      }
    },
    askAgain: () => {
      for (const account of [...accounts.values()]) {
        if (account.signedIn && keys.get(account.id) === null) saveAccount({ ...account, signedIn: false });
      }
    },
    views: () =>
      [...sites.values()].map((site) => ({
        id: site.id,
        name: site.name,
        address: site.address,
        secure: site.root.startsWith('https:'),
        signInHost: shownRoot(site.root),
        publishesAtOnce: site.publishesAtOnce,
        tooLargeFrom: site.tooLargeFrom,
        refusedExtensions: site.refusedExtensions,
        ways: site.ways,
        accounts: [...accounts.values()].filter((account) => account.siteId === site.id).map(view),
      })),
    account: (id) => accounts.get(id) ?? null,
    site: (id) => sites.get(id) ?? null,
    siteOf: (accountId) => sites.get(accounts.get(accountId)?.siteId ?? '') ?? null,
    ready: () => [...accounts.values()].filter((account) => client(account.id) !== null),
    client,
    skewMs: (accountId) => (hasMoved(accountId) ? null : (skews.get(accountId)?.ms ?? null)),
    prove: async (accountId, fresh) => {
      const account = accounts.get(accountId);
      if (!account) return { kind: 'sign-in' };
      const last = proofs.get(accountId);
      const isGood = last !== undefined && clock.monotonic() - last.at < proofMs && !hasMoved(accountId);
      if (isGood && !fresh) return last.result;
      const result = prove(account);
      proofs.set(accountId, { at: clock.monotonic(), result });
      // Only a good proof is worth remembering.
      if ((await result) !== null) proofs.delete(accountId);
      return result;
    },
    lasting: async (accountId, expected) => {
      const credential = keys.get(accountId);
      if (credential?.kind !== 'token') return null;
      const life = lifeOf(credential);
      switch (outlook(life, clock.now(), expected)) {
        case 'go':
          return null;
        case 'too-short': {
          const minutes = String(Math.max(1, Math.round((life.lifeMs ?? 0) / 60_000)));
          return { kind: 'needs-you', reason: 'token-too-short', action: 'retry', detail: minutes };
        }
        case 'sign-in':
          return { kind: 'sign-in' };
        case 'renew':
          try {
            return (await renewed(accountId, authorizationOf(credential))) ? null : { kind: 'sign-in' };
          } catch (error) {
            return sortCallFailure(error);
          }
      }
    },
    tokenLife: (accountId) => {
      const credential = keys.get(accountId);
      return credential?.kind === 'token' ? lifeOf(credential) : null;
    },
    renewed,
    signedOut,
    refused: (origin, authorization) => {
      for (const account of [...accounts.values()]) {
        const credential = keys.get(account.id);
        if (!credential || authorizationOf(credential) !== authorization) continue;
        if (credential.kind === 'token' && credential.refresh !== null) continue;
        if (sameOrigin(sites.get(account.siteId)?.root ?? '', origin)) signedOut(account.id);
      }
    },
    learn: (siteId, what) => {
      const site = sites.get(siteId);
      if (!site) return;
      siteStore.saveSite({ ...site, ...what });
      reload();
      options.changes.tell('accounts', null);
    },
    adopt: async (site, accountId, { me, login, credential, passwordUuid }) => {
      const account: Account = {
        id: accountId,
        siteId: site.id,
        login: me.login || login,
        name: me.name,
        userId: me.userId,
        canUpload: me.canUpload,
        canPublish: me.canPublish,
        signedIn: true,
        method: methodOf(credential),
        tokenEndsAt: lastsUntil(credential),
        passwordUuid,
      };
      await keys.put(accountId, credential);
      heardSkew(accountId, me.skewMs);
      proofs.set(accountId, { at: clock.monotonic(), result: Promise.resolve(null) });
      siteStore.saveSite(site);
      saveAccount(account);
      return view(account);
    },
    usesPassword: (accountId, uuid) => {
      const account = accounts.get(accountId);
      if (account && account.passwordUuid !== uuid) saveAccount({ ...account, passwordUuid: uuid });
    },
    removeAccount: async (accountId) => {
      siteStore.removeAccount(accountId);
      await keys.delete(accountId);
      reload();
      options.changes.tell('accounts', null);
    },
    removeSite: async (siteId) => {
      const ids = [...accounts.values()].filter((account) => account.siteId === siteId).map((account) => account.id);
      siteStore.removeSite(siteId);
      for (const id of ids) await keys.delete(id);
      reload();
      options.changes.tell('accounts', null);
    },
  };
}

function lifeOf({ endsAt, lifeMs, refresh }: TokenCredential): TokenLife {
  return { endsAt, lifeMs, renewable: refresh !== null };
}

/** True when `url` belongs to the site: the only pages that are opened on its behalf. */
export function belongsTo(site: Site, url: string): boolean {
  return sameOrigin(url, site.address) || sameOrigin(url, site.root);
}

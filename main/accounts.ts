// Sites and accounts while the app runs: their sign-in, their secrets' use, and what is learned about each site.
import type { AccountView, ConnectFailure, Outcome, SiteOffer, SiteView } from '../preload/contract.ts';
import { sortCallFailure } from './errors.ts';
import type { Account, AccountId, Meaning, Site, SiteId } from './model.ts';
import type { Clock, Logger, Random, Secrets } from './ports.ts';
import { sameOrigin } from './site/address.ts';
import { basic, type SiteCalls, type Speaker } from './site/client.ts';
import { CannotConnect, discover, type FoundSite } from './site/discover.ts';
import { type Me, proveSignIn, signInTo, whoAmI } from './site/sign-in.ts';
import type { SiteStore } from './site/store.ts';

export interface AccountsOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly secrets: Secrets;
  readonly store: SiteStore;
  readonly calls: SiteCalls;
  /** Settle time for new sites in ms. */
  readonly settleMs: number;
  readonly onChange: () => void;
}

export interface Accounts {
  /** Finds out whose secrets are still there. */
  start(): Promise<void>;
  views(): readonly SiteView[];
  account(id: AccountId): Account | null;
  site(id: SiteId): Site | null;
  siteOf(accountId: AccountId): Site | null;
  /** Accounts that are signed in and whose secret is at hand. */
  ready(): readonly Account[];
  /** Null = the account has no secret that may be used. */
  speaker(accountId: AccountId): Speaker | null;
  /** The site's clock minus ours in ms, as last heard; null = not yet. */
  skewMs(accountId: AccountId): number | null;
  /** Asks the site who we are, unless it said so a short while ago. Null = may go. */
  prove(accountId: AccountId, fresh: boolean): Promise<Meaning | null>;
  signedOut(accountId: AccountId): void;
  learn(siteId: SiteId, what: Partial<Pick<Site, 'publishesAtOnce' | 'tooLargeFrom' | 'refusedExtensions'>>): void;

  find(address: string): Promise<Outcome<SiteOffer, ConnectFailure>>;
  offered(offer: string): FoundSite | null;
  signIn(offer: string, login: string, password: string): Promise<Outcome<AccountView, ConnectFailure>>;
  signInAgain(accountId: AccountId, password: string): Promise<Outcome<AccountView, ConnectFailure>>;
  removeAccount(accountId: AccountId): Promise<void>;
  removeSite(siteId: SiteId): Promise<void>;
}

/** A proof of sign-in is good for this long; each later answer of 401 ends it at once anyway. */
const proofMs = 10 * 60_000;
const mostOffers = 20;

export function createAccounts(options: AccountsOptions): Accounts {
  const { clock, random, logger, secrets, store, calls } = options;
  const sites = new Map<SiteId, Site>();
  const accounts = new Map<AccountId, Account>();
  const authorizations = new Map<AccountId, string>();
  const skews = new Map<AccountId, number>();
  const proofs = new Map<AccountId, { readonly at: number; readonly result: Promise<Meaning | null> }>();
  const offers = new Map<string, FoundSite>();

  const reload = (): void => {
    sites.clear();
    accounts.clear();
    for (const account of store.accounts()) accounts.set(account.id, account);
    for (const account of accounts.values()) {
      const site = store.site(account.siteId);
      if (site) sites.set(site.id, site);
    }
  };
  const saveAccount = (account: Account): void => {
    store.saveAccount(account);
    reload();
    options.onChange();
  };

  const view = (account: Account): AccountView => ({
    id: account.id,
    siteId: account.siteId,
    login: account.login,
    name: account.name || account.login,
    signedIn: account.signedIn,
    secret: secrets.keeping(),
    canUpload: account.canUpload,
    canPublish: account.canPublish,
  });

  const adopt = async (
    site: Site,
    me: Me,
    accountId: AccountId,
    login: string,
    password: string,
  ): Promise<AccountView> => {
    const account: Account = {
      id: accountId,
      siteId: site.id,
      login: me.login || login,
      name: me.name,
      userId: me.userId,
      canUpload: me.canUpload,
      canPublish: me.canPublish,
      signedIn: true,
    };
    await secrets.set(accountId, JSON.stringify({ login: account.login, password }));
    authorizations.set(accountId, basic(account.login, password));
    if (me.skewMs !== null) skews.set(accountId, me.skewMs);
    proofs.set(accountId, { at: clock.monotonic(), result: Promise.resolve(null) });
    store.saveSite(site);
    saveAccount(account);
    return view(account);
  };

  const attemptSignIn = async <T>(work: () => Promise<T>): Promise<Outcome<T, ConnectFailure>> => {
    try {
      return { ok: true, value: await work() };
    } catch (error) {
      if (error instanceof CannotConnect) return { ok: false, failure: error.failure };
      throw error;
    }
  };

  const prove = async (account: Account): Promise<Meaning | null> => {
    const site = sites.get(account.siteId);
    const authorization = authorizations.get(account.id);
    if (!site || authorization === undefined) return { kind: 'sign-in' };
    try {
      const me = await whoAmI(calls, { root: site.root, authorization });
      if (me.skewMs !== null) skews.set(account.id, me.skewMs);
      // Somebody else answers to this secret: not the account that the jobs were meant for.
      if (me.userId !== account.userId) return { kind: 'sign-in' };
      if (me.canUpload !== account.canUpload || me.canPublish !== account.canPublish) {
        saveAccount({ ...account, canUpload: me.canUpload, canPublish: me.canPublish });
      }
      return me.canUpload ? null : { kind: 'needs-you', reason: 'no-upload-right', action: 'retry', detail: null };
    } catch (error) {
      return sortCallFailure(error);
    }
  };

  reload();
  return {
    start: async () => {
      for (const account of accounts.values()) {
        if (!account.signedIn) continue;
        const secret = await secrets.get(account.id);
        const known = secret === null ? null : readSecret(secret);
        if (known) authorizations.set(account.id, basic(known.login, known.password));
        else saveAccount({ ...account, signedIn: false });
      }
    },
    views: () =>
      [...sites.values()].map((site) => ({
        id: site.id,
        name: site.name,
        address: site.address,
        secure: site.root.startsWith('https:'),
        publishesAtOnce: site.publishesAtOnce,
        tooLargeFrom: site.tooLargeFrom,
        refusedExtensions: site.refusedExtensions,
        accounts: [...accounts.values()].filter((account) => account.siteId === site.id).map(view),
      })),
    account: (id) => accounts.get(id) ?? null,
    site: (id) => sites.get(id) ?? null,
    siteOf: (accountId) => sites.get(accounts.get(accountId)?.siteId ?? '') ?? null,
    ready: () => [...accounts.values()].filter((account) => account.signedIn && authorizations.has(account.id)),
    speaker: (accountId) => {
      const account = accounts.get(accountId);
      const site = account && sites.get(account.siteId);
      const authorization = authorizations.get(accountId);
      return account?.signedIn && site && authorization !== undefined ? { root: site.root, authorization } : null;
    },
    skewMs: (accountId) => skews.get(accountId) ?? null,
    prove: async (accountId, fresh) => {
      const account = accounts.get(accountId);
      if (!account) return { kind: 'sign-in' };
      const last = proofs.get(accountId);
      if (last && !fresh && clock.monotonic() - last.at < proofMs) return last.result;
      const result = prove(account);
      proofs.set(accountId, { at: clock.monotonic(), result });
      // Only a good proof is worth remembering.
      if ((await result) !== null) proofs.delete(accountId);
      return result;
    },
    signedOut: (accountId) => {
      const account = accounts.get(accountId);
      if (!account?.signedIn) return;
      logger.warn('The site no longer accepts the sign-in', { account: accountId });
      authorizations.delete(accountId);
      proofs.delete(accountId);
      saveAccount({ ...account, signedIn: false });
    },
    learn: (siteId, what) => {
      const site = sites.get(siteId);
      if (!site) return;
      store.saveSite({ ...site, ...what });
      reload();
      options.onChange();
    },

    find: (address) =>
      attemptSignIn(async () => {
        const found = await discover(calls, clock, address);
        const offer = random.hex(8);
        offers.set(offer, found);
        for (const old of offers.keys()) {
          if (offers.size <= mostOffers) break;
          offers.delete(old);
        }
        return {
          offer,
          name: found.name,
          address: found.address,
          secure: found.secure,
          hasPasswordPage: found.passwordPage !== null,
        };
      }),
    offered: (offer) => offers.get(offer) ?? null,
    signIn: (offer, login, password) =>
      attemptSignIn(async () => {
        const found = offers.get(offer);
        if (!found) throw new CannotConnect('unexpected', 'The site has to be found again first');
        const { site: open, me } = await signInTo(calls, found, basic(login.trim(), password));
        const known = store.findSite(open.root);
        const site: Site = {
          publishesAtOnce: null,
          tooLargeFrom: null,
          refusedExtensions: [],
          settleMs: options.settleMs,
          ...known,
          id: known?.id ?? random.hex(8),
          name: open.name,
          address: open.address,
          root: open.root,
          uploadRoute: open.uploadRoute,
          passwordPage: open.passwordPage,
        };
        const accountId = store.findAccount(site.id, me.userId)?.id ?? random.hex(8);
        return adopt(site, me, accountId, login.trim(), password);
      }),
    signInAgain: (accountId, password) =>
      attemptSignIn(async () => {
        const account = accounts.get(accountId);
        const site = account && sites.get(account.siteId);
        if (!account || !site) throw new CannotConnect('unexpected', 'This account is not here any more');
        const speaker = { root: site.root, authorization: basic(account.login, password) };
        const me = await proveSignIn(calls, speaker, site.uploadRoute);
        if (me.userId !== account.userId) throw new CannotConnect('wrong-password');
        return adopt(site, me, accountId, account.login, password);
      }),
    removeAccount: async (accountId) => {
      store.removeAccount(accountId);
      authorizations.delete(accountId);
      await secrets.delete(accountId);
      reload();
      options.onChange();
    },
    removeSite: async (siteId) => {
      const ids = [...accounts.values()].filter((account) => account.siteId === siteId).map((account) => account.id);
      store.removeSite(siteId);
      for (const id of ids) {
        authorizations.delete(id);
        await secrets.delete(id);
      }
      reload();
      options.onChange();
    },
  };
}

function readSecret(secret: string): { login: string; password: string } | null {
  try {
    const value: unknown = JSON.parse(secret);
    if (typeof value !== 'object' || value === null) return null;
    const { login, password } = value as Record<string, unknown>;
    return typeof login === 'string' && typeof password === 'string' ? { login, password } : null;
  } catch {
    return null;
  }
}

/** True when `url` belongs to the site: the only pages that are opened on its behalf. */
export function belongsTo(site: Site, url: string): boolean {
  return sameOrigin(url, site.address) || sameOrigin(url, site.root);
}

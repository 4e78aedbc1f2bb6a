// Sites and accounts while the app runs: who may speak for whom, whether they still may, and what is learned about each site.
import type { AccountView, SiteView } from '../../../preload/contract.ts';
import type { Account, AccountId, FailureCause, Site, SiteId } from '../../model.ts';
import type { Clock, Logger, Secrets } from '../../ports.ts';
import { originOf, sameOrigin } from '../../site/client/address.ts';
import type { AuthorizedClient, SiteCalls } from '../../site/client/client.ts';
import { authorizationOf, lastsUntil, methodOf, termsOf } from '../../site/client/credential.ts';
import type { Credential } from '../../site/client/sign-in-ways.ts';
import type { Me } from '../../site/connect/prove-sign-in.ts';
import { shownRoot } from '../../site/connect/shown-host.ts';
import type { PresetStore } from '../../site/store/preset-store.ts';
import type { SiteStore } from '../../site/store/site-store.ts';
import type { Changes, Signals } from '../changes.ts';
import { createKeys } from './credentials.ts';
import { createDirectory } from './directory.ts';
import { createKeyringStart } from './keyring-start.ts';
import { createLasting, type Lasting } from './lasting.ts';
import { createProofs } from './proofs.ts';
import { holdsNew, withRights } from './rights.ts';
import { nameAmong } from './site-names.ts';

export interface AccountsOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly secrets: Secrets;
  readonly siteStore: SiteStore;
  readonly presets: Pick<PresetStore, 'of'>;
  readonly calls: SiteCalls;
  /** A site just gave this sign-in, which may be the text of one that it refused. */
  readonly given: (origin: string, authorization: string) => void;
  readonly changes: Signals<Changes>;
}

/** What is learned about a site while it is used. */
type Learned =
  | 'sizeLimit'
  | 'refusedExtensions'
  | 'settleMs'
  | 'honoursKeys'
  | 'hasHelper'
  | 'helperTrouble'
  | 'pieceLimit';

export interface Accounts extends Lasting {
  /** Finds out whose secrets are still there. On another computer none is used that was not entered there (F-48). */
  start(isHere: boolean): Promise<void>;
  /** The computer slept: what the keyring did not open before is tried again. */
  woke(): void;
  /** Whose secret is not in use stays signed out for good: the user is asked, and what is kept stays kept. */
  askAgain(): void;
  views(): readonly SiteView[];
  account(id: AccountId): Account | null;
  site(id: SiteId): Site | null;
  siteOf(accountId: AccountId): Site | null;
  /** What the site is called in front of its user, so that two of one name can be told apart; '' = it is not known. */
  nameOf(siteId: SiteId): string;
  /** Accounts that are signed in and whose secret is at hand. */
  ready(): readonly Account[];
  /** Null = the account has no secret that may be used. */
  client(accountId: AccountId): AuthorizedClient | null;
  /** The site's clock minus ours in ms, as last heard; null = not yet. */
  skewMs(accountId: AccountId): number | null;
  /** Asks the site who we are, unless it said so a short while ago. Null = may go. */
  prove(accountId: AccountId, fresh: boolean): Promise<FailureCause | null>;
  signedOut(accountId: AccountId): void;
  /** A site refused this sign-in: whoever has no other one is signed out at once, on disk before anything else (F-15). */
  refused(origin: string, authorization: string): void;
  learn(siteId: SiteId, what: Partial<Pick<Site, Learned>>): void;
  /** What was seen of clips of the account, or its user said of it. */
  learnOf(
    accountId: AccountId,
    what: Partial<Pick<Account, 'publishesAtOnce' | 'publicUnasked' | 'holdsNew' | 'presetId'>>,
  ): void;
  /** Whether new clips of the account wait for their user's word. */
  holdsNew(accountId: AccountId): boolean;
  /** Takes over a proven sign-in, as a new account or as a known one. */
  adopt(site: Site, accountId: AccountId, entered: Entered): Promise<AccountView>;
  /** Which of the account's application passwords is in use, once the site said it. */
  usesPassword(accountId: AccountId, uuid: string): void;
  /** Sites and accounts were written down past this: everybody is told. */
  reload(): void;
  removeAccount(accountId: AccountId): Promise<void>;
  removeSite(siteId: SiteId): Promise<void>;
}

/** A sign-in that the site has just confirmed. */
export interface Entered {
  readonly me: Me;
  /** Namespace segment of the platform's own API, as the site showed it. */
  readonly platform: string;
  readonly login: string;
  readonly credential: Credential;
  readonly passwordUuid: string | null;
}

export function createAccounts(options: AccountsOptions): Accounts {
  const { clock, logger, secrets, siteStore, presets, calls } = options;
  const directory = createDirectory(siteStore, options.changes);
  const keys = createKeys({
    clock,
    logger,
    secrets,
    calls,
    onGiven: (root, authorization) => options.given(originOf(root), authorization),
    onRenewal: (accountId, credential) => {
      const account = directory.account(accountId);
      const tokenEndsAt = lastsUntil(credential);
      if (account && account.tokenEndsAt !== tokenEndsAt) directory.saveAccount({ ...account, tokenEndsAt });
    },
  });
  const opening = createKeyringStart({ clock, logger, secrets, directory, keys });
  const client: Accounts['client'] = (accountId) => {
    const site = directory.siteOf(accountId);
    return directory.account(accountId)?.signedIn && site ? keys.client(accountId, site) : null;
  };
  const proofs = createProofs({ clock, calls, directory, client });
  // A secret that was given up while the disk was full is gone, whatever stands written (F-43): the user is asked.
  const view = (account: Account): AccountView => ({
    ...toAccountView(account, account.signedIn && keys.get(account.id) !== null, secrets.keeping()),
    holdsNew: holdsNew(account),
    presets: presets.of(account.id).map(({ id, name, content }) => ({ id, name, content })),
  });

  const nameOf: Accounts['nameOf'] = (siteId) => {
    const site = directory.site(siteId);
    return site ? nameAmong(site, directory.sites()) : '';
  };

  const signedOut: Accounts['signedOut'] = (accountId) => {
    const account = directory.account(accountId);
    if (!account?.signedIn) return;
    logger.warn('The site no longer accepts the sign-in', { account: accountId });
    keys.drop(accountId);
    proofs.forget(accountId);
    directory.saveAccount({ ...account, signedIn: false });
  };

  return {
    start: async (isHere) => {
      if (isHere) await opening.start();
    },
    woke: opening.again,
    askAgain: () => {
      for (const account of directory.accounts()) {
        if (account.signedIn && keys.get(account.id) === null) directory.saveAccount({ ...account, signedIn: false });
      }
    },
    views: () => {
      const accounts = directory.accounts();
      return directory
        .sites()
        .map((site) =>
          toSiteView(site, nameOf(site.id), accounts.filter(({ siteId }) => siteId === site.id).map(view)),
        );
    },
    account: (id) => {
      const account = directory.account(id);
      return account?.signedIn && keys.get(id) === null ? { ...account, signedIn: false } : account;
    },
    site: directory.site,
    siteOf: directory.siteOf,
    reload: directory.reload,
    nameOf,
    ready: () => directory.accounts().filter((account) => client(account.id) !== null),
    client,
    skewMs: proofs.skewMs,
    prove: proofs.prove,
    ...createLasting(clock, keys, directory),
    signedOut,
    refused: (origin, authorization) => {
      for (const account of directory.accounts()) {
        const credential = keys.get(account.id);
        if (!credential || authorizationOf(credential) !== authorization) continue;
        if (termsOf(credential)?.refresh) continue;
        if (sameOrigin(directory.site(account.siteId)?.root ?? '', origin)) signedOut(account.id);
      }
    },
    learn: (siteId, what) => {
      const site = directory.site(siteId);
      if (!site) return;
      directory.saveSite({ ...site, ...what });
      directory.reload();
    },
    learnOf: (accountId, what) => {
      const account = directory.account(accountId);
      if (account) directory.saveAccount({ ...account, ...what });
    },
    holdsNew: (accountId) => {
      const account = directory.account(accountId);
      return account !== null && holdsNew(account);
    },
    adopt: async (site, accountId, entered) => {
      const account = accountOf(site, accountId, entered, siteStore.account(accountId));
      await keys.put(accountId, entered.credential);
      proofs.proven(accountId, entered.me.skewMs);
      directory.saveSite(site);
      directory.saveAccount(account);
      return view(account);
    },
    usesPassword: (accountId, uuid) => {
      const account = directory.account(accountId);
      if (account && account.passwordUuid !== uuid) directory.saveAccount({ ...account, passwordUuid: uuid });
    },
    removeAccount: async (accountId) => {
      siteStore.removeAccount(accountId);
      await keys.delete(accountId);
      directory.reload();
    },
    removeSite: async (siteId) => {
      const ids = directory.accounts().flatMap((account) => (account.siteId === siteId ? [account.id] : []));
      siteStore.removeSite(siteId);
      for (const id of ids) await keys.delete(id);
      directory.reload();
    },
  };
}

/** The account as it comes out of a sign-in that its site confirmed. */
function accountOf(
  site: Site,
  id: AccountId,
  { me, login, credential, passwordUuid }: Entered,
  known: Account | null,
): Account {
  return {
    id,
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
    publishesAtOnce: known === null ? null : withRights(known, me).publishesAtOnce,
    publicUnasked: known?.publicUnasked ?? false,
    holdsNew: known?.holdsNew ?? null,
    presetId: known?.presetId ?? null,
  };
}

function toAccountView(
  account: Account,
  signedIn: boolean,
  secret: AccountView['secret'],
): Omit<AccountView, 'holdsNew' | 'presets'> {
  return {
    id: account.id,
    siteId: account.siteId,
    login: account.login,
    name: account.name || account.login,
    signedIn,
    secret,
    method: account.method,
    tokenEndsAt: account.tokenEndsAt,
    canUpload: account.canUpload,
    canPublish: account.canPublish,
    publishesAtOnce: account.publishesAtOnce,
    publicUnasked: account.publicUnasked,
    presetId: account.presetId,
  };
}

function toSiteView(site: Site, name: string, accounts: readonly AccountView[]): SiteView {
  return {
    id: site.id,
    name,
    address: site.address,
    secure: site.root.startsWith('https:'),
    signInHost: shownRoot(site.root),
    tooLargeFrom: site.sizeLimit?.from ?? null,
    tooLargeIsNamed: site.sizeLimit?.source === 'named',
    refusedExtensions: site.refusedExtensions,
    ways: site.ways,
    accounts,
  };
}

/** True when `url` belongs to the site: the only pages that are opened on its behalf. */
export function belongsTo(site: Site, url: string): boolean {
  return sameOrigin(url, site.address) || sameOrigin(url, site.root);
}

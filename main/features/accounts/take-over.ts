// A proven sign-in becomes an account: a new one, one that is known, or the very one that was to sign in again.
import type { AccountView, SignInWith } from '../../../preload/contract.ts';
import type { Account, AccountId, Site } from '../../model.ts';
import type { Logger, Random } from '../../ports.ts';
import { endedBy, type SiteCalls } from '../../site/client/client.ts';
import { appId, deletePassword, getPassword } from '../../site/connect/app-passwords.ts';
import { CannotConnect, discoverInside, type FoundSite, type MembersSite } from '../../site/connect/discover.ts';
import type { SiteStore } from '../../site/store/site-store.ts';
import { NotFound } from '../../uploader-api.ts';
import type { Changes, Signals } from '../changes.ts';
import type { Accounts, Entered } from './accounts.ts';
import type { Enter } from './enter.ts';

export interface TakeOverOptions {
  readonly random: Random;
  readonly logger: Logger;
  readonly calls: SiteCalls;
  readonly siteStore: SiteStore;
  readonly accounts: Accounts;
  /** Settle time for new sites in ms. */
  readonly settleMs: number;
  readonly changes: Signals<Changes>;
  readonly enter: Enter;
}

/** Both throw CannotConnect, SiteRefusal and HttpError; `signal` ends the waiting. */
export interface TakeOver {
  signIn(found: FoundSite | MembersSite, way: SignInWith, signal: AbortSignal): Promise<AccountView>;
  signInAgain(accountId: AccountId, way: SignInWith, signal: AbortSignal): Promise<AccountView>;
  /** Throws NotFound. */
  known(accountId: AccountId): { readonly account: Account; readonly site: Site };
}

export function createTakeOver(options: TakeOverOptions): TakeOver {
  const { random, logger, calls, siteStore, accounts, enter } = options;

  /** A password of ours that is not in use any more is taken away: left there it would only worry people. */
  const tidyUp = async (accountId: AccountId, before: string | null, { passwordUuid }: Entered): Promise<void> => {
    const client = accounts.client(accountId);
    if (before === null || passwordUuid === null || before === passwordUuid || !client) return;
    try {
      // One that the user made may be in use elsewhere.
      if ((await getPassword(calls, client, before)).appId === appId) await deletePassword(calls, client, before);
    } catch (error) {
      logger.info('The application password used before stays', { error: String(error) });
    }
  };

  const known: TakeOver['known'] = (accountId) => {
    const account = accounts.account(accountId);
    const site = accounts.siteOf(accountId);
    if (!account || !site) throw new NotFound('account-gone');
    return { account, site };
  };

  const signIn: TakeOver['signIn'] = async (found, way, signal) => {
    let site: FoundSite | MembersSite = found;
    const awaited = endedBy(calls, signal);
    const entered = await enter(
      {
        calls: awaited,
        signal,
        root: found.root,
        platform: found.platform,
        tokens: found.ways.token,
        inside: async (client) => {
          if (site.kind === 'members-only') site = await discoverInside(awaited, client, site);
          return site.uploadRoute;
        },
        expect: () => undefined,
      },
      way,
    );
    if (signal.aborted) throw new CannotConnect('cancelled');
    if (site.kind === 'members-only') throw new CannotConnect('unexpected');
    const knownSite = siteStore.findSite(site.root);
    const { name, address, root, uploadRoute, passwordPage, ways } = site;
    const saved: Site = {
      sizeLimit: null,
      refusedExtensions: [],
      settleMs: options.settleMs,
      honoursKeys: false,
      helperTrouble: null,
      pieceLimit: null,
      ...knownSite,
      id: knownSite?.id ?? random.hex(8),
      ...{ name, address, root, platform: entered.platform, uploadRoute, passwordPage, ways },
      // That it is of no use is so until a check-up says otherwise.
      hasHelper: site.hasHelper && (knownSite?.helperTrouble ?? null) === null,
    };
    const knownAccount = siteStore.findAccount(saved.id, entered.me.userId);
    const accountId = knownAccount?.id ?? random.hex(8);
    const view = await accounts.adopt(saved, accountId, entered);
    options.changes.tell('signedIn', view.siteId);
    await tidyUp(accountId, knownAccount?.passwordUuid ?? null, entered);
    return view;
  };

  const signInAgain: TakeOver['signInAgain'] = async (accountId, way, signal) => {
    const { account, site } = known(accountId);
    const entered = await enter(
      {
        calls: endedBy(calls, signal),
        signal,
        root: site.root,
        platform: site.platform,
        tokens: site.ways.token,
        inside: async () => site.uploadRoute,
        expect: (me) => {
          if (me.userId !== account.userId) throw new CannotConnect('other-account');
        },
      },
      way,
    );
    if (signal.aborted) throw new CannotConnect('cancelled');
    const view = await accounts.adopt({ ...site, platform: entered.platform }, accountId, entered);
    options.changes.tell('signedIn', view.siteId);
    await tidyUp(accountId, account.passwordUuid, entered);
    return view;
  };

  return { signIn, signInAgain, known };
}

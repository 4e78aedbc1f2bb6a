// Every way to sign in: what the user gave is proved on the site and becomes an account, or comes back as what to tell them.
import type {
  AccountView,
  ApprovalTarget,
  ConnectFailure,
  Events,
  Outcome,
  SignInWith,
  SiteOffer,
  WaitId,
} from '../../../preload/contract.ts';
import { SiteRefusal } from '../../answers.ts';
import type { AccountId, Site } from '../../model.ts';
import { type Clock, type Desktop, HttpError, type Logger, type Random } from '../../ports.ts';
import { type AuthorizedClient, endedBy, type SiteCalls } from '../../site/client/client.ts';
import {
  type Credential,
  type PasswordCredential,
  speakerOf,
  type TokenCredential,
} from '../../site/client/credential.ts';
import {
  appId,
  createPassword,
  deletePassword,
  getPassword,
  introspectPassword,
} from '../../site/connect/app-passwords.ts';
import {
  CannotConnect,
  type Discovered,
  discover,
  discoverInside,
  type FoundSite,
  type MembersSite,
} from '../../site/connect/discover.ts';
import { type Me, proveAccountPassword, proveRights, proveSignIn, whoAmI } from '../../site/connect/prove-sign-in.ts';
import { shownHost, shownRoot } from '../../site/connect/shown-host.ts';
import { tokenCredential } from '../../site/connect/tokens.ts';
import type { SiteStore } from '../../site/store/site-store.ts';
import { type Handlers, NotFound } from '../../uploader-api.ts';
import type { Changes, Signals } from '../changes.ts';
import { createWaits } from '../waits.ts';
import type { Accounts, Entered } from './accounts.ts';
import { type Approval, createApprovals, readApproval } from './approval.ts';
import { parseApprovalLink } from './approval-link.ts';

export interface SigningInOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly desktop: Desktop;
  readonly calls: SiteCalls;
  readonly siteStore: SiteStore;
  readonly accounts: Accounts;
  /** What this computer is called: application passwords are named after it. */
  readonly computer: string;
  /** Settle time for new sites in ms. */
  readonly settleMs: number;
  readonly changes: Signals<Changes>;
  readonly events: Signals<Events>;
}

type Handled =
  | 'wait.cancel'
  | 'site.find'
  | 'site.trust'
  | 'site.openPasswordPage'
  | 'account.signIn'
  | 'account.signInAgain'
  | 'account.approve'
  | 'account.cancelApproval';

export interface SigningIn {
  readonly handlers: Pick<Handlers, Handled>;
  /** A clipferry: link that the system handed over, from whomever it may come. */
  openLink(text: string): void;
  stop(): void;
}

const mostOffers = 20;

/** Runs what may not work out; the user is told why. */
export async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T, ConnectFailure>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof CannotConnect) return { ok: false, failure: error.failure };
    throw error;
  }
}

export function createSignIn(options: SigningInOptions): SigningIn {
  const { clock, random, logger, desktop, calls, siteStore, accounts } = options;
  const tellApproval = (approval: string, outcome: Outcome<AccountView, ConnectFailure>): void =>
    options.events.tell('account.approval', { approval, outcome });
  const waits = createWaits();
  const offers = new Map<string, Discovered & { readonly isTrusted: boolean }>();
  const appName = `Clipferry on ${options.computer.trim().slice(0, 60) || 'a computer'}`;

  /** For the site's own pages: up to 6.1 they refuse a name that is taken, and nobody but the user could give it another. */
  const pageName = (): string => `${appName} (${random.hex(2)})`;

  const offered = (offer: string): FoundSite | MembersSite => {
    const found = offers.get(offer);
    if (!found) throw new CannotConnect('unexpected', 'The site has to be found again first');
    // The window asks before it shows a sign-in; whatever a page asks for, nothing secret goes there unasked.
    if (!found.isTrusted) throw new CannotConnect('unexpected', 'The host has to be confirmed first');
    return found.site;
  };
  /** A secret on its way to the site; refused here when it may not travel there at all. */
  const speak = (root: string, credential: Credential): AuthorizedClient => {
    const client = speakerOf(root, credential);
    if (!client) throw new CannotConnect('plain-http');
    return client;
  };

  /** What the user gave as a credential that can be tried. The account's own password goes no further than this. */
  const credentialOf = async (calls: SiteCalls, root: string, way: SignInWith): Promise<Credential> => {
    switch (way.kind) {
      case 'application-password':
        return { kind: 'application-password', login: way.login.trim(), password: way.password };
      case 'account-password':
        // Asked before anything is sent: the account's password never travels in the clear.
        speak(root, { kind: 'application-password', login: '', password: '' });
        return proveAccountPassword(calls, clock, root, { ...way, login: way.login.trim() }, appName);
      case 'token': {
        const token = way.token.trim().replace(/^Bearer\s+/i, '');
        if (!/^[\w.~+/=-]+$/.test(token)) throw new CannotConnect('token-refused');
        return tokenCredential(token, null, { plainHttp: way.consentPlainHttp });
      }
    }
  };

  /** A password of this computer's name in place of a token, so that nothing ends in the middle of the queue (decision 17). */
  const exchanged = async (
    root: string,
    client: AuthorizedClient,
    login: string,
    me: Me,
    token: TokenCredential,
  ): Promise<Omit<Entered, 'me' | 'login'>> => {
    const keepToken = { credential: token, passwordUuid: null };
    let made: Awaited<ReturnType<typeof createPassword>>;
    try {
      made = await createPassword(calls, client, appName);
    } catch (error) {
      // Not available here (501), switched off by a plugin (403, 404), or no answer: the token is good all the same.
      if (error instanceof SiteRefusal || error instanceof HttpError) return keepToken;
      throw error;
    }
    const credential: PasswordCredential = { kind: 'application-password', login, password: made.password };
    try {
      const proved = await whoAmI(calls, speak(root, credential));
      if (proved.userId === me.userId) return { credential, passwordUuid: made.uuid };
    } catch (error) {
      if (!(error instanceof SiteRefusal || error instanceof HttpError)) throw error;
    }
    await deletePassword(calls, client, made.uuid).catch(() => undefined);
    return keepToken;
  };

  const inUse = (client: AuthorizedClient): Promise<string | null> =>
    introspectPassword(calls, client).then(
      (password) => password?.uuid ?? null,
      () => null,
    );

  interface Place {
    /** As the person waits for it: ended with their patience. */
    readonly calls: SiteCalls;
    readonly signal: AbortSignal;
    readonly root: string;
    readonly tokens: boolean;
    /** The upload route, also where only members may see it. */
    inside(client: AuthorizedClient): Promise<string>;
    /** Throws CannotConnect when this user is not the one that is wanted. */
    expect(me: Me): void;
  }

  const enter = async (place: Place, way: SignInWith): Promise<Entered> => {
    const { calls: awaited, signal } = place;
    let credential = await credentialOf(awaited, place.root, way);
    const client = speak(place.root, credential);
    const me = await proveSignIn(awaited, client, credential.kind, place.tokens);
    place.expect(me);
    await proveRights(awaited, client, me, await place.inside(client));
    const login = way.kind === 'token' ? me.login : way.login.trim();
    if (credential.kind === 'application-password') return { me, login, credential, passwordUuid: await inUse(client) };
    if (way.kind === 'account-password') {
      const entered = { me, login, ...(await exchanged(place.root, client, me.login || login, me, credential)) };
      // What was made for somebody who does not wait for it any more is taken away again.
      if (signal.aborted && entered.passwordUuid !== null) {
        await deletePassword(calls, client, entered.passwordUuid).catch(() => undefined);
      }
      return entered;
    }
    // Only now the site's clock is known, by which the end of a pasted token is meant.
    credential = tokenCredential(credential.token, me.skewMs, credential);
    return { me, login, credential, passwordUuid: null };
  };

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

  const signIn = async (found: FoundSite | MembersSite, way: SignInWith, signal: AbortSignal): Promise<AccountView> => {
    let site = found;
    const awaited = endedBy(calls, signal);
    const entered = await enter(
      {
        calls: awaited,
        signal,
        root: found.root,
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
    const known = siteStore.findSite(site.root);
    const { name, address, root, uploadRoute, passwordPage, ways } = site;
    const saved: Site = {
      publishesAtOnce: null,
      tooLargeFrom: null,
      refusedExtensions: [],
      settleMs: options.settleMs,
      honoursKeys: false,
      ...known,
      id: known?.id ?? random.hex(8),
      ...{ name, address, root, uploadRoute, passwordPage, ways },
    };
    const before = siteStore.findAccount(saved.id, entered.me.userId);
    const accountId = before?.id ?? random.hex(8);
    const view = await accounts.adopt(saved, accountId, entered);
    options.changes.tell('signedIn', view.siteId);
    await tidyUp(accountId, before?.passwordUuid ?? null, entered);
    return view;
  };

  const known = (accountId: AccountId) => {
    const account = accounts.account(accountId);
    const site = accounts.siteOf(accountId);
    if (!account || !site) throw new NotFound('account-gone');
    return { account, site };
  };

  const signInAgain = async (accountId: AccountId, way: SignInWith, signal: AbortSignal): Promise<AccountView> => {
    const { account, site } = known(accountId);
    const entered = await enter(
      {
        calls: endedBy(calls, signal),
        signal,
        root: site.root,
        tokens: site.ways.token,
        inside: async () => site.uploadRoute,
        expect: (me) => {
          if (me.userId !== account.userId) throw new CannotConnect('other-account');
        },
      },
      way,
    );
    if (signal.aborted) throw new CannotConnect('cancelled');
    const view = await accounts.adopt(site, accountId, entered);
    options.changes.tell('signedIn', view.siteId);
    await tidyUp(accountId, account.passwordUuid, entered);
    return view;
  };

  const approvals = createApprovals(clock, random, (approval) =>
    tellApproval(approval.id, { ok: false, failure: { problem: 'approval-expired', said: null } }),
  );

  const beginApproval = async (target: ApprovalTarget) => {
    if ('offer' in target) {
      const found = offered(target.offer);
      if (found.kind === 'members-only') throw new CannotConnect('app-passwords-off');
      return approvals.begin(found, { kind: 'connect', found }, pageName());
    }
    const { site } = known(target.accountId);
    const { site: found } = await discover(calls, clock, site.address);
    // The password will go to the root that is known, so its page is wanted and nobody else's.
    if (found.root !== site.root)
      throw new CannotConnect('moved', null, { from: new URL(site.root), to: new URL(found.root) });
    // What a members-only site does not show to strangers is known from the sign-in before.
    const asked = found.kind === 'open' ? found : site;
    return approvals.begin(asked, { kind: 'again', accountId: target.accountId }, pageName());
  };

  /** A password that was made for us and is not kept is taken away again, as far as the site lets us. */
  const giveBack = async (root: string, password: PasswordCredential): Promise<void> => {
    const client = speakerOf(root, password);
    const made = client && (await introspectPassword(calls, client));
    if (made) await deletePassword(calls, client, made.uuid);
  };

  const finishApproval = async (approval: Approval, way: PasswordCredential): Promise<AccountView> => {
    try {
      const { purpose } = approval;
      const { signal } = new AbortController();
      return await (purpose.kind === 'connect'
        ? signIn(purpose.found, way, signal)
        : signInAgain(purpose.accountId, way, signal));
    } catch (error) {
      await giveBack(approval.site.root, way).catch(() => undefined);
      throw error;
    }
  };

  const offer = ({ site, reached }: Discovered): SiteOffer => {
    const name = random.hex(8);
    offers.set(name, { site, reached, isTrusted: reached.namedBy === null });
    for (const old of offers.keys()) {
      if (offers.size <= mostOffers) break;
      offers.delete(old);
    }
    return {
      offer: name,
      name: site.name,
      address: site.address,
      secure: site.root.startsWith('https:'),
      signInHost: shownRoot(site.root),
      typedHost: reached.typed && shownHost(reached.typed),
      namedBy: reached.namedBy && shownHost(reached.namedBy),
      hasPasswordPage: site.passwordPage !== null,
      ways: site.ways,
      membersOnly: site.kind === 'members-only',
    };
  };

  /** What somebody waits for, until they do not any more. */
  const awaited = <T>(wait: WaitId | undefined, work: (signal: AbortSignal) => Promise<T>) =>
    outcomeOf(() => waits.run(wait, work));

  return {
    handlers: {
      'wait.cancel': async (wait) => waits.cancel(wait),
      'site.find': (address, wait) =>
        awaited(wait, async (signal) => {
          const found = await discover(endedBy(calls, signal), clock, address);
          if (signal.aborted) throw new CannotConnect('cancelled');
          return offer(found);
        }),
      'site.trust': async ({ offer: name, host }) => {
        const found = offers.get(name);
        if (!found || shownRoot(found.site.root).host !== host) throw new NotFound('site-not-found');
        offers.set(name, { ...found, isTrusted: true });
      },
      'site.openPasswordPage': async (name) => {
        const found = offers.get(name);
        const page = found?.isTrusted ? found.site.passwordPage : null;
        if (!page) throw new NotFound('no-password-page');
        const url = new URL(page);
        url.searchParams.set('app_name', pageName());
        await desktop.openUrl(url.href);
      },
      'account.signIn': ({ offer: name, with: way }, wait) =>
        awaited(wait, (signal) => signIn(offered(name), way, signal)),
      'account.signInAgain': ({ accountId, with: way }, wait) =>
        awaited(wait, (signal) => signInAgain(accountId, way, signal)),
      'account.approve': (target) =>
        outcomeOf(async () => {
          const { approval, url } = await beginApproval(target);
          try {
            desktop.claimLinks();
            await desktop.openUrl(url);
          } catch (error) {
            approvals.cancel(approval.id);
            logger.warn('The browser did not open', { error: String(error) });
            throw new CannotConnect('browser-failed');
          }
          return { approval: approval.id };
        }),
      'account.cancelApproval': async (id) => approvals.cancel(id),
    },
    openLink: (text) => {
      const link = parseApprovalLink(text);
      const approval = link && approvals.answer(link);
      if (!link || !approval) {
        logger.warn('A link was opened that nothing waits for');
        return;
      }
      outcomeOf(async () => finishApproval(approval, readApproval(link, approval))).then(
        (outcome) => tellApproval(approval.id, outcome),
        (error: unknown) => {
          logger.error('An approval could not be used', { error: String(error) });
          tellApproval(approval.id, { ok: false, failure: { problem: 'unexpected', said: null } });
        },
      );
    },
    stop: () => {
      waits.stop();
      approvals.stop();
    },
  };
}

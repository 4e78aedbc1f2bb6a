// Proves what the user gave on the site, and turns it into what is kept: an application password wherever there can be one.
import type { SignInWith } from '../../../preload/contract.ts';
import { SiteRefusal } from '../../answers.ts';
import { signInMethods } from '../../model.ts';
import { type Clock, HttpError } from '../../ports.ts';
import type { AuthorizedClient, SiteCalls } from '../../site/client/client.ts';
import { speakerOf } from '../../site/client/credential.ts';
import { type Credential, enteredWay, type PasswordCredential, type Tried } from '../../site/client/sign-in-ways.ts';
import { createPassword, deletePassword, introspectPassword } from '../../site/connect/app-passwords.ts';
import { CannotConnect } from '../../site/connect/discover.ts';
import { type Me, proveAccountPassword, proveRights, proveSignIn, whoAmI } from '../../site/connect/prove-sign-in.ts';
import type { Entered } from './accounts.ts';

/** Where somebody signs in. */
export interface SignInPlace {
  /** As the person waits for it: ended with their patience. */
  readonly calls: SiteCalls;
  readonly signal: AbortSignal;
  readonly root: string;
  /** As far as it is known; what the sign-in shows counts. */
  readonly platform: string;
  readonly tokens: boolean;
  /** The upload route, also where only members may see it. */
  inside(client: AuthorizedClient): Promise<string>;
  /** Throws CannotConnect when this user is not the one that is wanted. */
  expect(me: Me): void;
}

/** A secret on its way to the site; refused here when it may not travel there at all. */
function speak({ root, platform }: Pick<SignInPlace, 'root' | 'platform'>, credential: Credential): AuthorizedClient {
  const client = speakerOf(root, credential);
  if (!client) throw new CannotConnect('plain-http');
  return { ...client, platform };
}

export interface EnterOptions {
  readonly clock: Clock;
  /** Not ended with the user's patience: what was made for them is taken away again by these. */
  readonly calls: SiteCalls;
  /** What application passwords are named. */
  readonly appName: string;
}

export type Enter = (place: SignInPlace, way: SignInWith) => Promise<Entered>;

/** Throws CannotConnect, SiteRefusal and HttpError. */
export function createEnter({ clock, calls, appName }: EnterOptions): Enter {
  /** A credential for what the user gave. The account's own password goes no further than this. */
  const credentialOf = async (place: SignInPlace, tried: Tried): Promise<Credential> => {
    if ('refused' in tried) throw new CannotConnect(tried.refused);
    if ('credential' in tried) return tried.credential;
    // Asked before anything is sent: the account's password never travels in the clear.
    speak(place, { kind: 'application-password', login: '', password: '' });
    return proveAccountPassword(place.calls, clock, place.root, tried.account, appName);
  };

  /** A password of this computer's name in place of a token, so that nothing ends in the middle of the queue (decision 17). */
  const exchanged = async (
    client: AuthorizedClient & Pick<SignInPlace, 'platform'>,
    login: string,
    me: Me,
    token: Credential,
  ): Promise<Pick<Entered, 'credential' | 'passwordUuid'>> => {
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
      const proved = await whoAmI(calls, speak(client, credential));
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

  return async (place, way) => {
    const { calls: awaited, signal } = place;
    const triedOf = (skewMs: number | null): Tried => enteredWay(way.kind).tried(way, skewMs);
    const tried = triedOf(null);
    const credential = await credentialOf(place, tried);
    const guess = speak(place, credential);
    const { me, platform } = await proveSignIn(awaited, guess, credential.kind, place.tokens);
    const client = { ...guess, platform };
    place.expect(me);
    await proveRights(awaited, client, me, await place.inside(client));
    const login = 'login' in way ? way.login.trim() : me.login;
    if (signInMethods[credential.kind].isAppPassword)
      return { me, platform, login, credential, passwordUuid: await inUse(client) };
    if ('account' in tried) {
      const entered = { me, platform, login, ...(await exchanged(client, me.login || login, me, credential)) };
      // What was made for somebody who does not wait for it any more is taken away again.
      if (signal.aborted && entered.passwordUuid !== null) {
        await deletePassword(calls, client, entered.passwordUuid).catch(() => undefined);
      }
      return entered;
    }
    // Only now the site's clock is known, by which the end of a pasted token is meant.
    return { me, platform, login, credential: await credentialOf(place, triedOf(me.skewMs)), passwordUuid: null };
  };
}

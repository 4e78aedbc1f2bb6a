// Proves a sign-in: only users/me shows who the site takes us for (platform facts, section 3).
import type { ConnectProblem } from '../../../preload/contract.ts';
import { type SiteAnswer, SiteRefusal } from '../../answers.ts';
import { type SignInMethod, signInMethods, usualHeader, usualPlatform } from '../../model.ts';
import { type Clock, HttpError } from '../../ports.ts';
import { type AuthorizedClient, platformRoute, type SiteCalls } from '../client/client.ts';
import type { TokenCredential } from '../client/token-credential.ts';
import { userSchema } from '../content/records.ts';
import { CannotConnect, cannotConnect } from './discover.ts';
import { findPlatformInside } from './namespaces.ts';
import { headerIsStripped, requestToken } from './tokens.ts';

/** Who the site takes somebody for, and the namespace segment under which it said so. */
export interface ProvenSignIn {
  readonly me: Me;
  readonly platform: string;
}

export interface Me {
  readonly userId: number;
  readonly login: string;
  readonly name: string;
  readonly canUpload: boolean;
  readonly canPublish: boolean;
  /** The site's clock minus this computer's, in ms. */
  readonly skewMs: number | null;
}

/** Asks the site who we are. Throws SiteRefusal or HttpError. */
export async function whoAmI(calls: SiteCalls, client: AuthorizedClient): Promise<Me> {
  const said = await calls.json(client, {
    method: 'GET',
    route: platformRoute(client, 'users/me'),
    query: { context: 'edit' },
  });
  const user = userSchema.safeParse(said.json);
  if (!user.success) throw new SiteRefusal(said);
  const can = (right: string): boolean => user.data.capabilities?.[right] === true;
  return {
    userId: user.data.id,
    login: user.data.username ?? user.data.slug ?? '',
    name: user.data.name,
    canUpload: can('upload_files') && can('edit_posts'),
    canPublish: can('publish_posts'),
    skewMs: calls.skew(said),
  };
}

/** Whether the upload route's own permission check lets us pass; null = the site does not say. */
export async function mayUpload(
  calls: SiteCalls,
  client: AuthorizedClient,
  uploadRoute: string,
): Promise<boolean | null> {
  const said = await calls.ask(client, { method: 'OPTIONS', route: uploadRoute });
  if (said.status !== 200 || said.json === undefined) return null;
  return /\bPOST\b/.test(said.headers.allow ?? '');
}

/** Runs a step of connecting; every failure comes out as CannotConnect with what to tell the user. */
async function told<T>(work: () => Promise<T>, refusal: (said: SiteAnswer) => Promise<CannotConnect>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SiteRefusal) {
      throw await refusal(error.said).catch((second: unknown) => cannotConnect(second));
    }
    if (error instanceof HttpError || error instanceof CannotConnect) throw cannotConnect(error);
    throw error;
  }
}

/**
 * Who we are, where the platform's namespace may be another one than is known: a site for members shows it only to somebody who is
 * signed in, and a plugin that hides a site renames it. Throws SiteRefusal or HttpError.
 */
async function whoAmIAnywhere(calls: SiteCalls, client: AuthorizedClient): Promise<ProvenSignIn> {
  const known = client.platform ?? usualPlatform;
  try {
    return { me: await whoAmI(calls, client), platform: known };
  } catch (error) {
    // A refused secret is not shown again (F-15): every route says that alike, and none of them with 404.
    if (!(error instanceof SiteRefusal) || error.said.status !== 404) throw error;
    const platform = await findPlatformInside(calls, client);
    if (platform === null || platform === known) throw error;
    return { me: await whoAmI(calls, { ...client, platform }), platform };
  }
}

/** Who the site takes us for. `tokens`: the site has the token extension, so a dropped header can be told from a wrong secret. */
export function proveSignIn(
  calls: SiteCalls,
  client: AuthorizedClient,
  method: SignInMethod,
  tokens: boolean,
): Promise<ProvenSignIn> {
  const { header, refused } = signInMethods[method];
  return told(
    () => whoAmIAnywhere(calls, client),
    async (said) => {
      if (said.code?.startsWith('application_passwords_disabled'))
        return new CannotConnect('app-passwords-off', said.message);
      if (isRefusal(said)) {
        // Basic is dropped without an error, by a wrong password and by a server that strips the header alike: only the token
        // extension can tell the two apart, and without it the words for a wrong password name both.
        const mayBeStripped = tokens && header === usualHeader;
        if (mayBeStripped && (await headerIsStripped(calls, client.root))) return new CannotConnect('header-stripped');
        return new CannotConnect(refused.signingIn);
      }
      return otherwise(said);
    },
  );
}

/** Throws CannotConnect when this user may not upload. */
export function proveRights(calls: SiteCalls, client: AuthorizedClient, me: Me, uploadRoute: string): Promise<void> {
  return told(
    async () => {
      if (!me.canUpload || (await mayUpload(calls, client, uploadRoute)) === false)
        throw new CannotConnect('no-upload-right');
    },
    async (said) => otherwise(said),
  );
}

/** The message of these speaks of application passwords, or of what is right and wrong in HTML: own words are better. */
const wrongCredentials = /^(incorrect_password|invalid_username|invalid_email|empty_\w+|application_passwords_\w+)$/;

/** Exchanges login and account password for a token. Throws CannotConnect. */
export function proveAccountPassword(
  calls: SiteCalls,
  clock: Clock,
  root: string,
  { login, password }: { readonly login: string; readonly password: string },
  device: string,
): Promise<TokenCredential> {
  return told(
    () => requestToken(calls, clock, root, login, password, device),
    async (said) => {
      if (said.code !== null && wrongCredentials.test(said.code)) return new CannotConnect('wrong-account-password');
      const notThere = said.code === 'rest_no_route' || said.code === 'rest_not_logged_in';
      if (notThere || said.code === 'jwt_auth_bad_config') return new CannotConnect('tokens-off', said.message);
      return isRefusal(said) ? new CannotConnect('wrong-account-password', said.message) : otherwise(said);
    },
  );
}

function isRefusal(said: SiteAnswer): boolean {
  return (said.status === 401 || said.status === 403) && !said.webPage;
}

function otherwise(said: SiteAnswer): CannotConnect {
  // Maintenance is a page for people and data for programs.
  const maintained = said.status === 503 && (said.webPage || said.code === 'wp_die');
  const page: ConnectProblem = said.webPage ? 'html-instead' : said.status >= 500 ? 'server-error' : 'unexpected';
  const problem = maintained ? 'maintenance' : page;
  return new CannotConnect(problem, said.message);
}

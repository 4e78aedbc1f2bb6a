// Who is asking: a Bearer token, the login cookie, or HTTP Basic, in this order (platform facts, sections 3, 6 and 7).
import type { IncomingMessage } from 'node:http';
import { checkAppPassword, usesAppPasswords } from './app-passwords.ts';
import { notLoggedIn, RestError } from './errors.ts';
import type { SignIn } from './rest.ts';
import { nonceOf, sessionOf } from './session.ts';
import type { Address, Site } from './site.ts';
import { bearerA } from './token-plugin-a.ts';
import { bearerB } from './token-plugin-b.ts';

const NOBODY: SignIn = { user: null, error: null, appPasswordUuid: null };

/** The scheme word of the Authorization header, for the journal. */
export function schemeOf(request: IncomingMessage): string | null {
  return request.headers.authorization?.split(' ')[0] ?? null;
}

/** The Authorization header as PHP sees it. */
export function authorizationOf(site: Site, request: IncomingMessage): string | undefined {
  return site.switches.stripAuthorization ? undefined : request.headers.authorization;
}

export function signIn(site: Site, request: IncomingMessage, address: Address): SignIn {
  const found = resolve(site, request, address);
  // A members-only site refuses before a token plugin has its say.
  const early = found.error !== null && !found.error.code.startsWith('jwt_auth');
  return site.switches.membersOnly && !found.user && !early ? { ...NOBODY, error: notLoggedIn() } : found;
}

function resolve(site: Site, request: IncomingMessage, address: Address): SignIn {
  const header = authorizationOf(site, request);
  const { tokenPlugin } = site.switches;
  const url = request.url ?? '/';
  const bearer = tokenPlugin === 'A' ? bearerA : tokenPlugin === 'B' ? bearerB : null;
  const byToken = bearer?.(site, address, url, header);
  if (byToken) return byToken;
  // One that has run out or is forged counts as none.
  if (sessionOf(site, address, request.headers)) return byCookie(site, request, address);
  const basic = /^Basic\s+(.+)$/i.exec(header ?? '');
  if (!basic || !site.appPasswordsAvailable(address) || !usesAppPasswords(site)) return NOBODY;
  const [login, password] = splitOnce(Buffer.from(basic[1] ?? '', 'base64').toString('utf8'));
  const found = checkAppPassword(site, address, login, password, request.socket.remoteAddress ?? '');
  if (!(found instanceof RestError)) return { user: found.user, error: null, appPasswordUuid: found.uuid };
  // On a bare site a failure goes unnoticed and the request goes on as anonymous.
  return site.switches.earlyUserCheck ? { ...NOBODY, error: found } : NOBODY;
}

function byCookie(site: Site, request: IncomingMessage, address: Address): SignIn {
  const nonce = request.headers['x-wp-nonce'];
  if (nonce === undefined) return NOBODY;
  const session = sessionOf(site, address, request.headers);
  if (session && nonce === nonceOf(site, session, 'wp_rest')) return { ...NOBODY, user: session.user };
  return { ...NOBODY, error: new RestError('rest_cookie_invalid_nonce', 'Cookie check failed', 403) };
}

function splitOnce(pair: string): [string, string] {
  const colon = pair.indexOf(':');
  return colon < 0 ? [pair, ''] : [pair.slice(0, colon), pair.slice(colon + 1)];
}

// Token plugin B on the same route: short tokens, a refresh cookie, and bad tokens that count as none (platform facts, 7).
import { randomBytes } from 'node:crypto';
import { authenticate } from './accounts.ts';
import { cookieOf, setCookie } from './cookies.ts';
import { RestError } from './errors.ts';
import { everybody, type RestAnswer, type RestRequest, type Route, type SignIn } from './rest.ts';
import type { User } from './roles.ts';
import type { Address, Site } from './site.ts';
import { issueToken, readBearer, type TokenFault } from './tokens.ts';

const REFRESH_SECONDS = 30 * 86_400;

/** It finds a REST call by the text of the address: `?rest_route=/` with the slash unescaped. */
function isRestCall(site: Site, url: string): boolean {
  return url.includes(site.options.plainPermalinks ? '?rest_route=/' : `/${site.options.restRoot}`);
}

/** Whom a Bearer header names; null where it is none or a bad one: the request goes on as anonymous. */
export function bearerB(site: Site, address: Address, url: string, header: string | undefined): SignIn | null {
  if (!header?.startsWith('Bearer') || !isRestCall(site, url) || url.includes('token/validate')) return null;
  const found = readBearer(site, address, header);
  if ('code' in found) return null;
  return { user: site.store.user(found.userId), error: null, appPasswordUuid: null };
}

function failed({ code, message }: TokenFault): RestAnswer {
  const plain = message.replace(/<[^>]*>/g, '');
  return { status: 401, headers: {}, body: { success: false, statusCode: 401, code, message: plain, data: [] } };
}

function succeeded(code: string, message: string, data: unknown): RestAnswer {
  return { status: 200, headers: {}, body: { success: true, statusCode: 200, code, message, data } };
}

function deviceOf({ params }: RestRequest): string {
  return String(params.device ?? '');
}

/** A new refresh token in place of the device's last one, as a cookie. */
function rotate(request: RestRequest, user: User): Record<string, string> {
  const { site, address } = request;
  const token = randomBytes(32).toString('hex');
  const sql = 'INSERT OR REPLACE INTO refreshTokens VALUES (?, ?, ?, ?)';
  site.store.run(sql, user.id, deviceOf(request), token, site.nowMs() + REFRESH_SECONDS * 1000);
  return setCookie(site, address, 'refresh_token', `${user.id}.${token}`, REFRESH_SECONDS);
}

function userOfCookie(request: RestRequest, cookie: string): User | TokenFault {
  const { site } = request;
  const [, id, token] = /^([1-9]\d*)\.([^.]+)$/.exec(cookie) ?? [];
  const user = site.store.user(Number(id));
  if (!user) return { code: 'jwt_auth_invalid_refresh_token', message: 'Invalid refresh token' };
  const sql = 'SELECT token, expires FROM refreshTokens WHERE userId = ? AND device = ?';
  const row = site.store.one<{ token: string; expires: number }>(sql, user.id, deviceOf(request));
  if (row?.token !== token) return { code: 'jwt_auth_obsolete_refresh_token', message: 'Refresh token is obsolete' };
  if (row && row.expires < site.nowMs()) {
    return { code: 'jwt_auth_expired_refresh_token', message: 'Refresh token has expired' };
  }
  return user;
}

function tokenAnswer({ site, address }: RestRequest, user: User): RestAnswer {
  return succeeded('jwt_auth_valid_credential', 'Credential is valid', {
    token: issueToken(site, address, user, 'B'),
    id: user.id,
    email: user.email,
    nicename: user.login,
    firstName: '',
    lastName: '',
    displayName: user.name,
  });
}

/** By credentials, which also brings a refresh cookie, or without them by that cookie. */
function generate(request: RestRequest): RestAnswer {
  const { site, address, params, headers, ip } = request;
  const cookie = cookieOf(headers, 'refresh_token');
  if (params.username === undefined && params.password === undefined) {
    if (cookie === null) {
      return failed({ code: 'jwt_auth_missing_credentials', message: 'Username and password are required.' });
    }
    const found = userOfCookie(request, cookie);
    return 'code' in found ? failed(found) : tokenAnswer(request, found);
  }
  const user = authenticate(site, address, String(params.username ?? ''), String(params.password ?? ''), ip);
  if (user instanceof RestError) return failed(user);
  return { ...tokenAnswer(request, user), headers: rotate(request, user) };
}

function refresh(request: RestRequest): RestAnswer {
  const cookie = cookieOf(request.headers, 'refresh_token');
  if (cookie === null) {
    return failed({ code: 'jwt_auth_no_auth_cookie', message: 'Refresh token cookie not found.' });
  }
  const user = userOfCookie(request, cookie);
  if ('code' in user) return failed(user);
  return { ...succeeded('jwt_auth_valid_token', 'Token is valid', []), headers: rotate(request, user) };
}

function validate({ site, address, headers }: RestRequest): RestAnswer {
  const found = readBearer(site, address, headers.authorization);
  return 'code' in found ? failed(found) : succeeded('jwt_auth_valid_token', 'Token is valid', []);
}

export function tokenRoutesB(site: Site): Route[] {
  const namespace = 'jwt-auth/v1';
  const active = (): boolean => site.switches.tokenPlugin === 'B';
  const post = { methods: ['POST'], args: {}, permission: everybody };
  return [
    { namespace, active, path: `/${namespace}/token`, endpoints: [{ ...post, handler: generate }] },
    { namespace, active, path: `/${namespace}/token/validate`, endpoints: [{ ...post, handler: validate }] },
    { namespace, active, path: `/${namespace}/token/refresh`, endpoints: [{ ...post, handler: refresh }] },
  ];
}

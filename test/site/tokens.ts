// Access tokens of this site: issuing, reading and expiring them, whichever plugin is on (platform facts, sections 6, 7).
import { createHash } from 'node:crypto';
import { decodeJwt, encodeJwt } from './jwt.ts';
import type { User } from './roles.ts';
import type { Address, Site } from './site.ts';

/** Why a token is refused, in the words that both plugins share. */
export interface TokenFault {
  code: string;
  message: string;
}

const LIFE_SECONDS = { A: 7 * 86_400, B: 600 } as const;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

const seconds = (site: Site): number => Math.floor(site.nowMs() / 1000);

/** A token for this address of the site: another host or scheme will not take it. */
export function issueToken(site: Site, address: Address, user: User, plugin: 'A' | 'B'): string {
  const now = seconds(site);
  const exp = now + (site.switches.tokenSeconds ?? LIFE_SECONDS[plugin]);
  const id = plugin === 'A' ? String(user.id) : user.id;
  const token = encodeJwt({ iss: site.home(address), iat: now, nbf: now, exp, data: { user: { id } } }, site.secret);
  // Two of the same second are the same token, so a new one also revives its expired twin.
  const sql = 'INSERT INTO tokens VALUES (?, ?, 0) ON CONFLICT (hash) DO UPDATE SET expired = 0';
  site.store.run(sql, hashOf(token), user.id);
  return token;
}

/** Makes the tokens issued so far look expired: all, or those of one user. */
export function expireTokens(site: Site, userId: number | null): void {
  if (userId === null) site.store.run('UPDATE tokens SET expired = 1');
  else site.store.run('UPDATE tokens SET expired = 1 WHERE userId = ?', userId);
}

/** Reads an Authorization header. The scheme word is case-sensitive. */
export function readBearer(site: Site, address: Address, header: string | undefined): { userId: number } | TokenFault {
  if (!header) return { code: 'jwt_auth_no_auth_header', message: 'Authorization header not found.' };
  const token = /^Bearer\s+(\S+)/.exec(header)?.[1];
  if (!token) return { code: 'jwt_auth_bad_auth_header', message: 'Authorization header malformed.' };
  const payload = decodeJwt(token, site.secret, seconds(site));
  if (typeof payload === 'string') return { code: 'jwt_auth_invalid_token', message: payload };
  if (site.store.one('SELECT 1 FROM tokens WHERE hash = ? AND expired = 1', hashOf(token))) {
    return { code: 'jwt_auth_invalid_token', message: 'Expired token' };
  }
  if (payload.iss !== site.home(address)) {
    return { code: 'jwt_auth_bad_iss', message: 'The iss do not match with this server' };
  }
  const { data } = payload as { data?: { user?: { id?: unknown } } };
  if (data?.user?.id === undefined) {
    return { code: 'jwt_auth_bad_request', message: 'User ID not found in the token' };
  }
  return { userId: Number(data.user.id) };
}

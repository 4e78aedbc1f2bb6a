// Who is asking: HTTP Basic with an application password, and the login cookie that beats it (platform facts, section 3).
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { RestError } from './errors.ts';
import type { SignIn } from './rest.ts';
import type { Address, Site } from './site.ts';
import { gmtFromMs, msFromGmt } from './time.ts';

const NOBODY: SignIn = { user: null, error: null, appPasswordUuid: null };
const DAY_MS = 86_400_000;

/** Everything but letters and digits is dropped before the check, so spaces are harmless. */
export function hashAppPassword(password: string): string {
  return createHash('sha256')
    .update(password.replace(/[^a-z\d]/gi, ''))
    .digest('hex');
}

/** The scheme word of the Authorization header, for the journal. */
export function schemeOf(request: IncomingMessage): string | null {
  return request.headers.authorization?.split(' ')[0] ?? null;
}

function unauthorised(code: string, message: string): SignIn {
  return { ...NOBODY, error: new RestError(code, message, 401) };
}

export function signIn(site: Site, request: IncomingMessage, address: Address): SignIn {
  const found = resolve(site, request, address);
  if (found.error) return found;
  if (!found.user && site.switches.membersOnly) {
    return unauthorised('rest_not_logged_in', 'You are not currently logged in.');
  }
  return found;
}

function resolve(site: Site, request: IncomingMessage, address: Address): SignIn {
  if (/(^|;\s*)wordpress_logged_in/.test(request.headers.cookie ?? '')) {
    if (request.headers['x-wp-nonce'] === undefined) return NOBODY;
    return { ...NOBODY, error: new RestError('rest_cookie_invalid_nonce', 'Cookie check failed', 403) };
  }
  const header = site.switches.stripAuthorization ? undefined : request.headers.authorization;
  const basic = /^Basic\s+(.+)$/i.exec(header ?? '');
  if (!basic || !site.appPasswordsAvailable(address)) return NOBODY;
  const [login, password] = splitOnce(Buffer.from(basic[1] ?? '', 'base64').toString('utf8'));
  const found = checkAppPassword(site, login, password, request.socket.remoteAddress ?? '');
  // On a bare site a failure goes unnoticed and the request goes on as anonymous.
  return found.error && !site.switches.earlyUserCheck ? NOBODY : found;
}

function splitOnce(pair: string): [string, string] {
  const colon = pair.indexOf(':');
  return colon < 0 ? [pair, ''] : [pair.slice(0, colon), pair.slice(colon + 1)];
}

function checkAppPassword(site: Site, login: string, password: string, ip: string): SignIn {
  const user = site.store.userByLogin(login);
  if (!user) {
    return login.includes('@')
      ? unauthorised(
          'invalid_email',
          '<strong>Error:</strong> Unknown email address. Check again or try your username.',
        )
      : unauthorised(
          'invalid_username',
          '<strong>Error:</strong> Unknown username. Check again or try your email address.',
        );
  }
  const hash = hashAppPassword(password);
  const row = site.store.appPasswords(user.id).find((one) => one.hash === hash);
  if (!row) return unauthorised('incorrect_password', 'The provided password is an invalid application password.');
  const now = site.nowMs();
  if (row.lastUsed === null || now - msFromGmt(row.lastUsed) > DAY_MS) {
    const sql = 'UPDATE appPasswords SET lastUsed = ?, lastIp = ? WHERE uuid = ?';
    site.store.run(sql, gmtFromMs(now), ip, row.uuid);
  }
  return { user, error: null, appPasswordUuid: row.uuid };
}

// Application passwords: making, checking and recording them (platform facts, sections 3 and 4).
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { RestError } from './errors.ts';
import type { User } from './roles.ts';
import type { Address, Site } from './site.ts';
import type { AppPasswordRow } from './store.ts';
import { gmtFromMs, msFromGmt } from './time.ts';

const DAY_MS = 86_400_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Everything but letters and digits is dropped before the check, so spaces are harmless. */
function hashAppPassword(password: string): string {
  return createHash('sha256')
    .update(password.replace(/[^a-z\d]/gi, ''))
    .digest('hex');
}

/** 24 letters and digits in groups of four, as the platform shows a new one; the same for the same seed. */
export function makeAppPassword(seed: string | null): string {
  const bytes = seed === null ? randomBytes(24) : createHash('sha256').update(seed).digest();
  const letters = [...bytes.subarray(0, 24)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1 ');
}

/** Stores a password, `password` or a new one. Names need not be unique. */
export function createAppPassword(
  site: Site,
  userId: number,
  { name, appId = '' }: { name: string; appId?: string },
  password = makeAppPassword(null),
): { row: AppPasswordRow; password: string } {
  const row: AppPasswordRow = {
    uuid: randomUUID(),
    userId,
    appId,
    name,
    hash: hashAppPassword(password),
    created: site.nowGmt(),
    lastUsed: null,
    lastIp: null,
  };
  site.store.addAppPassword(row);
  site.store.setSetting('usingAppPasswords', '1');
  return { row, password };
}

/** Until the site has made its first one, the whole method is off (platform facts, section 3). */
export function usesAppPasswords(site: Site): boolean {
  return site.store.setting('usingAppPasswords') === '1';
}

/** Back to a site on which nobody has ever made one. */
export function forgetAppPasswords(site: Site): void {
  site.store.run('DELETE FROM appPasswords');
  site.store.setSetting('usingAppPasswords', '0');
}

export function disabledError(status: number): RestError {
  return new RestError('application_passwords_disabled', 'Application passwords are not available.', status);
}

export function disabledForUser(site: Site, user: User, status: number): RestError | null {
  if (!site.switches.appPasswordsDisabledFor.includes(user.login)) return null;
  const message =
    'Application passwords are not available for your account. Please contact the site administrator for assistance.';
  return new RestError('application_passwords_disabled_for_user', message, status);
}

function unknown(login: string): RestError {
  if (login.includes('@')) {
    const message = '<strong>Error:</strong> Unknown email address. Check again or try your username.';
    return new RestError('invalid_email', message, 401);
  }
  const message = '<strong>Error:</strong> Unknown username. Check again or try your email address.';
  return new RestError('invalid_username', message, 401);
}

/**
 * The user and the password's uuid, or the platform's error. A success is recorded with time and address, at most once
 * in 24 hours.
 */
export function checkAppPassword(
  site: Site,
  address: Address,
  login: string,
  password: string,
  ip: string,
): { user: User; uuid: string } | RestError {
  const user = site.store.userByLogin(login);
  if (!user) return unknown(login);
  if (!site.appPasswordsAvailable(address)) return disabledError(401);
  const disabled = disabledForUser(site, user, 401);
  if (disabled) return disabled;
  const hash = hashAppPassword(password);
  const row = site.store.appPasswords(user.id).find((one) => one.hash === hash);
  if (!row) {
    return new RestError('incorrect_password', 'The provided password is an invalid application password.', 401);
  }
  const now = site.nowMs();
  if (row.lastUsed === null || now - msFromGmt(row.lastUsed) > DAY_MS) {
    const sql = 'UPDATE appPasswords SET lastUsed = ?, lastIp = ? WHERE uuid = ?';
    site.store.run(sql, gmtFromMs(now), ip, row.uuid);
  }
  return { user, uuid: row.uuid };
}

// The login cookie of a browser, and the nonces that let its pages act (platform facts, sections 3 and 5).
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { cookieOf, setCookie } from './cookies.ts';
import type { User } from './roles.ts';
import type { Address, Site } from './site.ts';

const LIFE_SECONDS = 2 * 86_400;

export interface Session {
  user: User;
  /** Distinguishes one sign-in from the next. */
  key: string;
}

function nameOf(site: Site, address: Address): string {
  return `wordpress_logged_in_${createHash('md5').update(site.home(address)).digest('hex')}`;
}

function seal(site: Site, text: string): string {
  return createHmac('sha256', site.secret).update(text).digest('hex');
}

/** The header that signs a browser in. */
export function startSession(site: Site, address: Address, user: User): Record<string, string> {
  const expires = Math.floor(site.nowMs() / 1000) + LIFE_SECONDS;
  const text = `${user.login}|${expires}|${randomBytes(16).toString('hex')}`;
  return setCookie(site, address, nameOf(site, address), `${text}|${seal(site, text)}`);
}

export function sessionOf(site: Site, address: Address, headers: IncomingHttpHeaders): Session | null {
  const [login = '', expires = '', key = '', mark] = (cookieOf(headers, nameOf(site, address)) ?? '').split('|');
  if (mark !== seal(site, `${login}|${expires}|${key}`) || Number(expires) * 1000 < site.nowMs()) return null;
  const user = site.store.userByLogin(login);
  return user ? { user, key } : null;
}

/** What a page of this session sends along to prove that it comes from the site. */
export function nonceOf(site: Site, session: Session, action: string): string {
  return seal(site, `${action}|${session.user.id}|${session.key}`).slice(-10);
}

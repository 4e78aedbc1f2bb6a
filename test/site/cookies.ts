// Cookies: reading one from a request and the header that sets one.
import type { IncomingHttpHeaders } from 'node:http';
import { safeDecode } from './params.ts';
import type { Address, Site } from './site.ts';

/** The value, decoded where it can be; null where there is none. */
export function cookieOf(headers: IncomingHttpHeaders, name: string): string | null {
  for (const pair of (headers.cookie ?? '').split(/;\s*/)) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals) === name) return safeDecode(pair.slice(equals + 1));
  }
  return null;
}

/** HttpOnly, for the whole site; Secure on https. Without `seconds` it lasts as long as the browser. */
export function setCookie(
  site: Site,
  address: Address,
  name: string,
  value: string,
  seconds?: number,
): Record<string, string> {
  const expires = new Date(site.nowMs() + (seconds ?? 0) * 1000).toUTCString();
  const life = seconds === undefined ? '' : `; expires=${expires}; Max-Age=${seconds}`;
  const secure = address.scheme === 'https' ? '; secure' : '';
  const cookie = `${name}=${encodeURIComponent(value)}${life}; path=${site.options.base}/${secure}; HttpOnly`;
  return { 'Set-Cookie': cookie };
}

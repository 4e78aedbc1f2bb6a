// Addresses of a site: what a person types, where credentials may go, and how routes join the REST root.

/** http is trusted on this computer only, and only where the name cannot be pointed elsewhere (decision 12). */
const ownMachine = new Set(['127.0.0.1', '[::1]', 'localhost']);

export function isOwnMachine(url: URL): boolean {
  return ownMachine.has(url.hostname);
}

/** True when a secret may travel to this address at all; `consented`: the user agreed to plain http for this one token. */
export function mayCarrySecret(url: URL, consented = false): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && (consented || isOwnMachine(url)));
}

/**
 * What a person typed, as the address to begin discovery at: `example.com`, `https://example.com/blog/`, or a page or REST
 * root below it. Null = not an address. Without a scheme it is https, on this computer http.
 */
export function parseAddress(typed: string): URL | null {
  const bare = typed.trim();
  if (bare === '' || /\s/.test(bare)) return null;
  const schemed = /^[a-z][a-z0-9+.-]*:\/\//i.test(bare) ? bare : `https://${bare}`;
  if (!URL.canParse(schemed)) return null;
  const url = new URL(schemed);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (schemed !== bare && isOwnMachine(url)) url.protocol = 'http:';
  // One word is no host, except this computer's and a bare IPv6 address.
  if (!/[.[]/.test(url.hostname) && !isOwnMachine(url)) return null;
  url.username = '';
  url.password = '';
  url.hash = '';
  url.pathname = url.pathname.replace(/\/wp-(json|admin|login\.php)(\/.*)?$/, '/');
  return url;
}

/** The address of `route` below `root`, which may be the query form `…?rest_route=/` whose slashes stay unescaped. */
export function routeUrl(root: string, route: string, query: Readonly<Record<string, string>> = {}): string {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  const clean = route.replace(/^\/+/, '');
  if (!/[?&]rest_route=/.test(root)) {
    const joined = `${root.endsWith('/') ? root : `${root}/`}${clean}`;
    return pairs.length > 0 ? `${joined}?${pairs.join('&')}` : joined;
  }
  const base = `${root.endsWith('/') ? root : `${root}/`}${clean}`;
  return pairs.length > 0 ? `${base}&${pairs.join('&')}` : base;
}

/** Scheme, host and port of an address; '' = it is none. */
export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}

/** Same scheme, host and port: the only place where a secret of that root may go (F-56). */
export function sameOrigin(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).origin === new URL(other).origin;
}

/** The REST root that a Link header names, resolved against the page it came with; null = none. */
export function rootInLinkHeader(header: string | undefined, page: string): string | null {
  for (const match of (header ?? '').matchAll(/<([^>]*)>\s*;([^<]*)/g)) {
    if (/rel\s*=\s*"?[^"]*https:\/\/api\.w\.org\//i.test(match[2] ?? '')) return resolve(match[1] ?? '', page);
  }
  return null;
}

/** The same from the page's `<link rel="https://api.w.org/" href="…">`. */
export function rootInPage(html: string, page: string): string | null {
  for (const [element] of html.matchAll(/<link\b[^<>]*>/gi)) {
    if (!/rel\s*=\s*["']https:\/\/api\.w\.org\/["']/i.test(element)) continue;
    const href = /href\s*=\s*["']([^"']*)["']/i.exec(element)?.[1];
    if (href !== undefined) return resolve(href.replaceAll('&amp;', '&').replaceAll('&#038;', '&'), page);
  }
  return null;
}

function resolve(href: string, page: string): string | null {
  if (!URL.canParse(href, page)) return null;
  const url = new URL(href, page);
  return url.protocol === 'http:' || url.protocol === 'https:'
    ? url.href.replace('rest_route=%2F', 'rest_route=/')
    : null;
}

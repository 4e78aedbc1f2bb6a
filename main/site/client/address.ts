// Addresses of a site: what a person types, where credentials may go, and how routes join the REST root.

/** http is trusted on this computer only, and only where the name cannot be pointed elsewhere (decision 7). */
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
  const schemed = hasScheme(bare) ? bare : `https://${bare}`;
  if (!URL.canParse(schemed)) return null;
  const url = new URL(schemed);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (schemed !== bare && isOwnMachine(url)) url.protocol = 'http:';
  // One word is no host, except this computer's and a bare IPv6 address.
  if (!/[.[]/.test(url.hostname) && !isOwnMachine(url)) return null;
  url.username = '';
  url.password = '';
  url.hash = '';
  url.pathname = siteAbove(url.pathname);
  return url;
}

const hasScheme = (typed: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(typed);

/** What may have been meant as well, where nobody wrote a scheme: on this computer sites also stand behind https. Null = nothing. */
export function otherScheme(typed: string): URL | null {
  const url = parseAddress(typed);
  if (url?.protocol !== 'http:' || hasScheme(typed.trim())) return null;
  url.protocol = 'https:';
  return url;
}

/** The path of the site that a page or a REST root of it lies below. */
function siteAbove(path: string): string {
  const own = /\/wp-(?:json|admin|login\.php)(?=\/|$)/.exec(path);
  return own === null ? path : `${path.slice(0, own.index)}/`;
}

/** The address of `route` below `root`, which may be the query form `…?rest_route=/` whose slashes stay unescaped. */
export function routeUrl(root: string, route: string, query: Readonly<Record<string, string>> = {}): string {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  const joined = `${root.endsWith('/') ? root : `${root}/`}${route.replace(/^\/+/, '')}`;
  if (pairs.length === 0) return joined;
  return `${joined}${/[?&]rest_route=/.test(root) ? '&' : '?'}${pairs.join('&')}`;
}

/** Scheme, host and port of an address; '' = it is none. */
export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}

/** Same scheme, host and port: the only place where a secret of that root may go (F-56). */
export function sameOrigin(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).origin === new URL(other).origin;
}

/** The host names are the same, whether or not one of them begins with `www.`; so are the ports, or both are their scheme's own. */
export function sameHost(one: URL, other: URL): boolean {
  const bare = (url: URL): string => url.hostname.replace(/^www\./, '');
  return bare(one) === bare(other) && one.port === other.port;
}

/** What travels there can be read and changed by others on the way. */
export function isOpenLine(url: URL): boolean {
  return url.protocol !== 'https:' && !isOwnMachine(url);
}

/**
 * The address of the site that a REST root belongs to: `https://e.com/blog` for `https://e.com/blog/wp-json/`. Null where the root
 * does not say it: with a prefix of its own (`/api/`) nobody can tell which part of the path is the site's, and two sites may lie
 * below one host.
 */
export function siteOfRoot(root: string): string | null {
  if (!URL.canParse(root)) return null;
  const { origin, pathname, searchParams } = new URL(root);
  const found = searchParams.has('rest_route')
    ? /^(.*)\/(?:index\.php)?$/.exec(pathname)
    : /^(.*)\/wp-json\/?$/.exec(pathname);
  return found ? origin + (found[1] ?? '') : null;
}

/** Whether an address lies in the folder of a site: same origin, and its path begins with the site's. Dots are resolved before. */
export function liesBelow(address: string, site: string): boolean {
  if (!sameOrigin(address, site)) return false;
  const folder = withoutLastSlashes(new URL(site).pathname);
  return new URL(address).pathname.startsWith(`${folder}/`);
}

/** Whether two addresses name the same site: scheme, host, port and path, whatever the slash at the end. */
export function sameSite(one: string, other: string): boolean {
  if (!sameOrigin(one, other)) return false;
  return withoutLastSlashes(new URL(one).pathname) === withoutLastSlashes(new URL(other).pathname);
}

/** An expression would try at each slash of a path that is made of slashes. */
export function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

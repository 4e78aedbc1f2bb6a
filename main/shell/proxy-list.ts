// What a PAC script or the system's settings say of the ways to a site ("PROXY a:8080; DIRECT"), read with distrust; pure.
import type { ProxyServer, Route } from '../ports.ts';

/** More ways than anybody names. */
const mostRoutes = 10;
const longestList = 10_000;

interface Scheme {
  readonly kind: ProxyServer['kind'];
  readonly port: number;
}

/** Words of PAC, and what they mean to Chromium. */
const schemes: ReadonlyMap<string, Scheme> = new Map<string, Scheme>([
  ['PROXY', { kind: 'http', port: 80 }],
  ['HTTP', { kind: 'http', port: 80 }],
  ['HTTPS', { kind: 'https', port: 443 }],
]);

/** A way that is named and cannot be gone; never taken for a straight one. */
const unknown = (text: string): Route => ({ kind: 'other', address: text.slice(0, 100) });

function routeIn(entry: string): Route {
  const [word = '', address = '', ...more] = entry.split(/\s+/);
  const name = word.toUpperCase();
  if (name === 'DIRECT' && address === '') return 'direct';
  const scheme = schemes.get(name);
  const url = `http://${address}`;
  if (scheme === undefined || more.length > 0 || !URL.canParse(url)) return unknown(address === '' ? word : address);
  const { hostname, port, username, password, pathname, search, hash } = new URL(url);
  if (`${username}${password}${search}${hash}` !== '' || pathname !== '/') return unknown(address);
  // 80 is what an address leaves out.
  const isNamed = /:\d+$/.test(address);
  return { kind: scheme.kind, address: `${hostname}:${isNamed ? port || 80 : scheme.port}` };
}

/** In order of preference; never empty. */
export function routesIn(list: string): readonly Route[] {
  const entries = list.slice(0, longestList).split(';');
  const named = entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
  return named.length === 0 ? [unknown(list)] : named.slice(0, mostRoutes).map(routeIn);
}

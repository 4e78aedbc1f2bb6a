// What a proxy's own answers mean: to the request for a tunnel (RFC 9110, 9.3.6), and 407; pure.
import { HttpError, ProxyError, type ProxyServer } from '../ports.ts';

/** As undici hands them over: names in lower case. */
export type ProxyHeaders = Readonly<Record<string, string | string[] | undefined>>;

const longestChallenge = 4_096;

/** Whether one of the ways to sign in is Basic; a proxy that names none at all is taken at its status. */
function offersBasic(challenge: string | string[] | undefined): boolean {
  if (challenge === undefined) return true;
  const all = (Array.isArray(challenge) ? challenge.join(', ') : challenge).slice(0, longestChallenge);
  // What stands between quotation marks is no name of a way: every second piece.
  const bare = all.split('"').filter((_, at) => at % 2 === 0);
  return bare.join('').toLowerCase().split(/[\s,]/).includes('basic');
}

/** What a 407 means. */
export function refusedSignIn({ address }: ProxyServer, headers: ProxyHeaders): ProxyError {
  const trouble = offersBasic(headers['proxy-authenticate']) ? 'proxy-sign-in' : 'proxy-method';
  return new ProxyError(trouble, address, 'The proxy asks for a sign-in');
}

/** It can be signed in at. */
export const isSignIn = (error: HttpError): boolean => error instanceof ProxyError && error.trouble === 'proxy-sign-in';

/** What an answer to CONNECT means for the request that needed the tunnel; null = it is open. */
export function refusedTunnel(proxy: ProxyServer, status: number, headers: ProxyHeaders): HttpError | null {
  if (status >= 200 && status <= 299) return null;
  // No site has spoken yet: some proxies say 401 to a wrong password (tinyproxy 1.11).
  if (status === 407 || status === 401) return refusedSignIn(proxy, headers);
  // The proxy is well, and does not reach the site: for us the site is away.
  if (status >= 500 || status === 429)
    return new HttpError('unreachable', `The proxy does not reach the site: ${status}`);
  const trouble = status >= 400 ? 'proxy-refuses' : 'proxy-away';
  return new ProxyError(trouble, proxy.address, `The proxy opens no tunnel: ${status}`);
}

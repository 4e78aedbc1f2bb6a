// Which namespaces of a site's API are the platform's own and the video service's: nobody says it, so their routes are looked at.
import { usualPlatform } from '../../model.ts';
import { pathSegment } from '../../untrusted/stored.ts';
import type { AuthorizedClient, SiteCalls } from '../client/client.ts';
import { indexSchema, namespaceSchema } from '../content/records.ts';

/** Namespaces of the platform itself, of the token plugins and of our helper: the video service's own is none of them. */
const foreignNamespace = /^(wp\/|oembed\/|wp-|jwt-auth\/|batch\/|clipferry\/)/;

/** Of our own helper for WordPress (assets/wordpress/clipferry-helper). */
const helperNamespace = 'clipferry/v1';

/** Whether the site takes clips in pieces, too. */
export const hasHelper = (namespaces: readonly string[]): boolean => namespaces.includes(helperNamespace);

/** Each is a request: a site with more of them that could be meant is none of these. */
const mostAsked = 20;

/**
 * The namespace segment under which the site has its videos; null = none is found. Where the platform's usual one is there, it is
 * taken unasked. Throws HttpError.
 */
export async function findPlatform(
  calls: SiteCalls,
  client: AuthorizedClient,
  namespaces: readonly string[],
): Promise<string | null> {
  if (namespaces.includes(`${usualPlatform}/v2`)) return usualPlatform;
  const segments = namespaces.flatMap((name) => {
    const segment = pathSegment.safeParse(name.replace(/\/v2$/, ''));
    return name.endsWith('/v2') && segment.success && !foreignNamespace.test(name) ? [segment.data] : [];
  });
  for (const segment of segments.slice(0, mostAsked)) {
    const name = `${segment}/v2`;
    const routes = namespaceSchema.safeParse((await calls.ask(client, { method: 'GET', route: name })).json);
    if (routes.success && routes.data.routes[`/${name}/video`] !== undefined) return segment;
  }
  return null;
}

/** The same for somebody who is signed in, from the index that others may not see; null also where that cannot be read. Throws HttpError. */
export async function findPlatformInside(calls: SiteCalls, client: AuthorizedClient): Promise<string | null> {
  const said = await calls.ask(client, { method: 'GET', route: '', query: { _fields: 'namespaces' } });
  const index = indexSchema.safeParse(said.json);
  return said.status === 200 && index.success ? findPlatform(calls, client, index.data.namespaces) : null;
}

/** Null = none of the site's plugins takes uploads. */
export async function findUploadRoute(
  calls: SiteCalls,
  client: AuthorizedClient,
  namespaces: readonly string[],
): Promise<string | null> {
  const own = namespaces.filter((name) => !foreignNamespace.test(name) && /\/v1$/.test(name));
  // The known product first; it is one request instead of one for each plugin.
  own.sort((a, b) => Number(b.startsWith('streamtube/')) - Number(a.startsWith('streamtube/')));
  for (const name of own) {
    const routes = namespaceSchema.safeParse((await calls.ask(client, { method: 'GET', route: name })).json);
    if (!routes.success) continue;
    if (routes.data.routes[`/${name}/upload`]?.methods.includes('POST')) return `${name}/upload`;
  }
  return null;
}

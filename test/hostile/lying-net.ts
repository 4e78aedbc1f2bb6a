// A small internet without sockets whose hosts lie about each other: pages that redirect, name roots elsewhere, and claim to be others.
import type { Http, HttpAnswer, HttpRequest } from '../../main/ports.ts';

/** Where an address leads, in place of the page or index that it would be. */
export type Lead =
  | { readonly kind: 'here' }
  | { readonly kind: 'redirect'; readonly status: number; readonly to: string };

/** How a page names its root: in the header, in its head, or only in some text, where nobody may find it. */
export type Naming = 'header' | 'head' | 'comment' | 'script' | 'title' | 'body' | 'title-of-header';

/** What one site (origin and folder) says; everything in it may be a lie. */
export interface LyingSite {
  /** Origin and folder, without a slash at the end. */
  readonly at: string;
  readonly front: Lead;
  readonly namings: readonly (readonly [Naming, root: string])[];
  readonly index: Lead;
  readonly url: string;
  readonly home: string;
  readonly authorization: string | null;
  readonly membersOnly: boolean;
}

export interface LyingNet extends Http {
  readonly requests: readonly HttpRequest[];
  /** Where each of them was sent on to; null = it was answered. */
  readonly ledTo: readonly (string | null)[];
}

const text = (status: number, body: string, headers: Record<string, string> = {}): HttpAnswer => ({
  status,
  headers: { 'content-type': 'text/html', ...headers },
  body: new TextEncoder().encode(body),
  cut: null,
});
const data = (body: unknown, status = 200, headers: Record<string, string> = {}): HttpAnswer => ({
  ...text(status, JSON.stringify(body), headers),
  headers: { 'content-type': 'application/json', ...headers },
});

function page(site: LyingSite): HttpAnswer {
  let link: string | undefined;
  let head = '';
  let body = '';
  for (const [naming, root] of site.namings) {
    const element = `<link rel="https://api.w.org/" href="${root}">`;
    if (naming === 'header') link = `<${root}>; rel="https://api.w.org/"`;
    else if (naming === 'title-of-header') link = `<${root}>; title="rel=https://api.w.org/"; rel="next"`;
    else if (naming === 'head') head += element;
    else if (naming === 'comment') head = `<!--${element}-->${head}`;
    else if (naming === 'script') head = `<script>'${element}'</script>${head}`;
    else if (naming === 'title') head = `<title>${element}</title>${head}`;
    else body += element;
  }
  const html = `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;
  return text(200, html, link === undefined ? {} : { link });
}

function api(site: LyingSite, route: string, request: HttpRequest): HttpAnswer {
  const bare = route.replace(/^\/+|\/+$/g, '');
  if (bare === '') {
    const isStranger = request.headers.authorization === undefined;
    if (site.membersOnly && isStranger) return data({ code: 'rest_not_logged_in', message: 'Members only' }, 401);
    const endpoints = { endpoints: { authorization: site.authorization } };
    return data({
      name: 'A site',
      url: site.url,
      home: site.home,
      namespaces: ['wp/v2', 'jwt-auth/v1', 'streamtube/v1'],
      authentication: site.authorization === null ? [] : { 'application-passwords': endpoints },
    });
  }
  if (bare === 'streamtube/v1') return data({ routes: { '/streamtube/v1/upload': { methods: ['POST'] } } });
  if (bare === 'streamtube/v1/upload') return data({}, 200, { allow: 'POST' });
  if (bare === 'wp/v2/users/me') {
    const capabilities = { upload_files: true, edit_posts: true, publish_posts: true };
    return data({ id: 7, name: 'Ava', username: 'ava', slug: 'ava', capabilities });
  }
  if (bare === 'jwt-auth/v1/token') return data({ token: `token-for.${secretIn(request) ?? 'nobody'}.x` });
  if (bare === 'jwt-auth/v1/token/validate') return data({ code: 'jwt_auth_no_auth_header' }, 403);
  return data({ code: 'rest_no_route', message: 'No route' }, 404);
}

/** A secret of these tests, wherever in a request it stands. */
export function secretIn(request: HttpRequest): string | null {
  const { authorization = '' } = request.headers;
  const basic = authorization.startsWith('Basic ') ? Buffer.from(authorization.slice(6), 'base64').toString() : '';
  const spoken = Object.values(request.headers).join(' ');
  const sent = typeof request.body === 'string' ? request.body : '';
  return /CANARY\w+/.exec(`${spoken} ${basic} ${sent}`)?.[0] ?? null;
}

/** The site that answers at an address: the one with the longest folder that the path lies in. */
function siteAt(sites: readonly LyingSite[], url: URL): LyingSite | undefined {
  const address = `${url.origin}${url.pathname}`;
  return sites
    .filter(({ at }) => address === at || address.startsWith(`${at}/`))
    .sort((one, other) => other.at.length - one.at.length)[0];
}

export function lyingNet(sites: readonly LyingSite[]): LyingNet {
  const requests: HttpRequest[] = [];
  const answer = (request: HttpRequest): HttpAnswer => {
    const url = new URL(request.url);
    const site = siteAt(sites, url);
    if (!site) return text(404, 'nothing here');
    const path = `${url.origin}${url.pathname}`.slice(site.at.length);
    const route =
      url.searchParams.get('rest_route') ?? /^\/wp-json(\/.*)?$/.exec(path)?.[1] ?? (path === '/wp-json' ? '/' : null);
    if (route !== null) {
      if (route === '/' && site.index.kind === 'redirect') {
        return text(site.index.status, '', { location: site.index.to });
      }
      return api(site, route, request);
    }
    return site.front.kind === 'redirect' ? text(site.front.status, '', { location: site.front.to }) : page(site);
  };
  const ledTo: (string | null)[] = [];
  return {
    requests,
    ledTo,
    request: async (request) => {
      const answered = answer(request);
      requests.push(request);
      ledTo.push(answered.headers.location ?? null);
      return answered;
    },
  };
}

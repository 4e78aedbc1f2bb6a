// The pages that a person uses in a browser: which one an address means, and who is let in (platform facts, sections 1, 5).
import type { IncomingMessage } from 'node:http';
import { authorizePage } from './authorize-page.ts';
import { bodyParams, readBody } from './body.ts';
import { loginPage } from './login-page.ts';
import { htmlPage, redirectTo } from './pages.ts';
import { type Params, parseQuery } from './params.ts';
import type { RestAnswer } from './rest.ts';
import { type Session, sessionOf } from './session.ts';
import type { Address, Site } from './site.ts';
import { escapeHtml } from './text.ts';

export interface PageRequest {
  site: Site;
  address: Address;
  method: string;
  /** Below the site's folder, with the query as it came. */
  target: string;
  query: Params;
  form: Params;
  session: Session | null;
  /** Something in front of the site asks for HTTP Basic. */
  hasBasic: boolean;
}

const PRIVATE = {
  'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private',
  'X-Frame-Options': 'SAMEORIGIN',
};

function adminPage(request: PageRequest, path: string): RestAnswer {
  const { site, address, session, target } = request;
  const home = site.home(address);
  if (!session) {
    const back = encodeURIComponent(home + target);
    return redirectTo(`${home}/wp-login.php?redirect_to=${back}&reauth=1`);
  }
  if (site.switches.blockAdminAccess && session.user.role !== 'administrator') return redirectTo(home);
  if (path === '/wp-admin/authorize-application.php') return authorizePage(request, session);
  return htmlPage(200, 'Dashboard', '', `<h1>Dashboard</h1><p>Howdy, ${escapeHtml(session.user.name)}</p>`);
}

/** The answer of such a page, or null where the address is none. */
export async function browserPage(
  site: Site,
  request: IncomingMessage,
  address: Address,
  path: string,
  query: string,
): Promise<RestAnswer | null> {
  const isLogin = path === '/wp-login.php';
  if (!isLogin && path !== '/wp-admin' && !path.startsWith('/wp-admin/')) return null;
  const form = bodyParams(await readBody(request), request.headers['content-type']);
  const asked: PageRequest = {
    site,
    address,
    method: request.method ?? 'GET',
    target: query === '' ? path : `${path}?${query}`,
    query: parseQuery(query),
    form: form instanceof Error ? {} : form,
    session: sessionOf(site, address, request.headers),
    hasBasic: /^Basic /i.test(request.headers.authorization ?? ''),
  };
  const answer = isLogin ? loginPage(asked) : adminPage(asked, path);
  return { ...answer, headers: { ...PRIVATE, ...answer.headers } };
}

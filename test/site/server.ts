// The HTTP side: listeners, the way of a request to API, file, page or control route, and a clean stop.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { appPasswordRoutes } from './app-password-routes.ts';
import { schemeOf } from './auth.ts';
import { browserPage } from './browser-pages.ts';
import { answerControl, CONTROL_PATH } from './control.ts';
import { mediaRoutes } from './media.ts';
import {
  captivePortalPage,
  frontPage,
  maintenancePage,
  notFoundPage,
  otherSitePage,
  outsidePage,
  postPage,
} from './pages.ts';
import { parseQuery, safeDecode } from './params.ts';
import { postRoutes } from './posts.ts';
import type { RestAnswer } from './rest.ts';
import { indexRoutes } from './rest-index.ts';
import { answerRest, type Exchange, send } from './rest-server.ts';
import { type SeedSignIn, seedSite } from './seed.ts';
import { type Address, Site, type SiteOptions } from './site.ts';
import { earlyRefusal } from './size-limit.ts';
import { serveUpload } from './static-files.ts';
import type { PostRow, PostType } from './store.ts';
import { taxonomyRoutes } from './taxonomies.ts';
import { termRoutes } from './terms.ts';
import { tokenRoutesA } from './token-plugin-a.ts';
import { tokenRoutesB } from './token-plugin-b.ts';
import { typeRoutes } from './types.ts';
import { uploadRoutes } from './upload.ts';
import { userRoutes } from './users.ts';

export const CA_FILE = new URL('tls/ca.pem', import.meta.url);

/** The index comes last: it speaks of the others. */
const ROUTES = [
  uploadRoutes,
  postRoutes,
  mediaRoutes,
  userRoutes,
  appPasswordRoutes,
  tokenRoutesA,
  tokenRoutesB,
  typeRoutes,
  taxonomyRoutes,
  termRoutes,
  indexRoutes,
];

export interface ListenOptions {
  host: string;
  /** 0 finds a free one. */
  port: number;
  httpsPort: number;
  /** A second loopback address that plays a plain-http production site, where the system has it. */
  productionHost: string;
}

export interface Running {
  site: Site;
  signIns: SeedSignIn[];
  port: number;
  httpsPort: number;
  /** false where the system has no second loopback address. */
  hasProduction: boolean;
  stop(): Promise<void>;
}

/** The page or null: what stands in front of the whole site. */
function inTheWay(site: Site, address: Address, request: IncomingMessage): RestAnswer | null {
  const { switches } = site;
  const path = request.url ?? '/';
  if (switches.captivePortal) return captivePortalPage();
  if (switches.notWordPress) return otherSitePage(path);
  if (switches.maintenance) return maintenancePage(request.headers.accept ?? '');
  const here = `${address.scheme}://${address.host}`;
  if (switches.redirect && switches.redirect.origin !== here) {
    const { origin, status } = switches.redirect;
    return { status, headers: { 'Content-Type': 'text/html', Location: origin + path }, body: '', text: true };
  }
  return null;
}

/** Answers that are no REST answers have none of its headers. */
function sendPage(site: Site, exchange: Exchange, answer: RestAnswer): void {
  const { response } = exchange;
  const bytes = Buffer.from(String(answer.body));
  const fixed = { 'Content-Length': String(bytes.length), Date: new Date(site.nowMs()).toUTCString() };
  response.writeHead(answer.status, { ...answer.headers, ...fixed }).end(bytes);
  // What the client still sends goes nowhere.
  exchange.request.resume();
}

function restRoute(site: Site, path: string, query: string): string | null {
  const asked = parseQuery(query).rest_route;
  if (typeof asked === 'string' && asked !== '' && (path === '/' || path === '/index.php')) return asked;
  if (site.options.plainPermalinks) return null;
  const prefix = `/${site.options.restRoot}`;
  return path === prefix || path.startsWith(`${prefix}/`) ? path.slice(prefix.length) || '/' : null;
}

function pageFor(site: Site, address: Address, path: string, query: string): RestAnswer {
  const asked = parseQuery(query);
  const slug = /^\/(video\/)?([^/]+)\/?$/.exec(path);
  const byId = path === '/' && asked.p !== undefined;
  const row = byId ? site.store.post(Number(asked.p)) : slug && findBySlug(site, slug[1] ? 'video' : 'post', slug[2]);
  if (row?.status === 'publish') return postPage(site, address, row);
  if (byId) return notFoundPage(site, address);
  const isHome = path === '/' || path === '/index.php' || path === '';
  // Without pretty permalinks the API's usual address shows the home page (platform facts, section 2).
  const fallsHome = site.options.plainPermalinks && path.startsWith(`/${site.options.restRoot}`);
  return isHome || fallsHome ? frontPage(site, address) : notFoundPage(site, address);
}

function findBySlug(site: Site, type: PostType, slug = ''): PostRow | null {
  return site.store.one('SELECT * FROM posts WHERE type = ? AND slug = ?', type, slug.toLowerCase());
}

async function answer(
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
  scheme: 'http' | 'https',
): Promise<void> {
  const [fullPath = '/', query = ''] = splitTarget(request.url ?? '/');
  if (fullPath.startsWith(CONTROL_PATH)) return answerControl(site, request, response, fullPath, query);
  const address: Address = { scheme, host: request.headers.host ?? '127.0.0.1' };
  const log = site.journal.request({
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    user: null,
    scheme: schemeOf(request),
    cookies: request.headers.cookie !== undefined,
    at: new Date(site.nowMs()).toISOString(),
    status: null,
  });
  response.once('close', () => {
    log.status = response.writableFinished ? response.statusCode : 0;
  });
  const exchange: Exchange = { request, response, address, route: '', query, log };
  const blocked = inTheWay(site, address, request);
  if (blocked) return sendPage(site, exchange, blocked);
  const { base } = site.options;
  if (fullPath !== base && !fullPath.startsWith(`${base}/`)) return sendPage(site, exchange, outsidePage());
  const path = fullPath.slice(base.length) || '/';
  const uploads = '/wp-content/uploads/';
  if (path.startsWith(uploads)) {
    const name = safeDecode(path.slice(uploads.length));
    if (await serveUpload(site, request, response, name)) return;
    return sendPage(site, exchange, notFoundPage(site, address));
  }
  const page = await browserPage(site, request, address, path, query);
  if (page) return sendPage(site, exchange, page);
  const route = restRoute(site, path, query);
  if (route === null) return sendPage(site, exchange, pageFor(site, address, path, query));
  return answerRest(site, { ...exchange, route: safeDecode(route) });
}

function splitTarget(target: string): [string, string] {
  const mark = target.indexOf('?');
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}

function listenerOf(site: Site, scheme: 'http' | 'https'): RequestListener {
  return (request, response) => {
    // A connection that breaks is reported where the body is read.
    request.on('error', () => {});
    response.on('error', () => {});
    answer(site, request, response, scheme).catch((error: unknown) => {
      if (response.destroyed || request.destroyed) return;
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      if (response.headersSent) response.destroy();
      else {
        const exchange: Exchange = {
          request,
          response,
          address: { scheme, host: request.headers.host ?? '127.0.0.1' },
          route: '',
          query: '',
          log: { n: 0, method: '', path: '', user: null, scheme: null, cookies: false, at: '', status: null },
        };
        send(site, exchange, {
          status: 500,
          headers: {},
          body: { code: 'practice_site_error', message: String(error) },
        });
      }
    });
  };
}

/** Uploads take as long as they take. A client that asks before sending is told to go on, unless it is refused at once. */
function patient(site: Site, server: Server, listener: RequestListener): void {
  server.requestTimeout = 0;
  server.timeout = 0;
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (!earlyRefusal(site, request)) response.writeContinue();
    listener(request, response);
  });
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Opens the site. Rejects when a port is taken. */
export async function openSite(options: SiteOptions, where: ListenOptions): Promise<Running> {
  const site = new Site(options);
  for (const routes of ROUTES) for (const route of routes(site)) site.router.add(route);
  const signIns = seedSite(site);
  const plain = listenerOf(site, 'http');
  const secure = listenerOf(site, 'https');
  const read = (name: string): Buffer => readFileSync(new URL(`tls/${name}`, import.meta.url));
  const main = createServer(plain);
  const production = createServer(plain);
  const tls = createTlsServer({ key: read('server-key.pem'), cert: read('server.pem') }, secure);
  for (const [server, listener] of [
    [main, plain],
    [production, plain],
    [tls, secure],
  ] as const) {
    patient(site, server, listener);
  }
  const port = await listen(main, where.port, where.host);
  const hasProduction = await listen(production, port, where.productionHost).then(
    () => true,
    () => false,
  );
  const httpsPort = await listen(tls, where.httpsPort, where.host);
  const close = (server: Server): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    site,
    signIns,
    port,
    httpsPort,
    hasProduction,
    stop: async () => {
      await Promise.all([main, production, tls].map(close));
      site.close();
    },
  };
}

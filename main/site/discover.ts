// From an address that a person typed to a site: its final address, REST root, upload route and password page.
import type { ConnectFailure, ConnectProblem } from '../../preload/contract.ts';
import { plainText, readAnswer, type Said, SiteRefusal } from '../errors.ts';
import type { SignInWays } from '../model.ts';
import { type Clock, type HttpAnswer, HttpError, type HttpProblem } from '../ports.ts';
import { mayCarrySecret, parseAddress, rootInLinkHeader, rootInPage, routeUrl } from './address.ts';
import type { SiteCalls, Speaker } from './client.ts';
import { indexSchema, namespaceSchema } from './records.ts';
import { tokensAnswer } from './tokens.ts';

export interface FoundSite {
  readonly kind: 'open';
  readonly name: string;
  readonly address: string;
  readonly root: string;
  readonly uploadRoute: string;
  readonly passwordPage: string | null;
  /** Addresses by which the site calls itself. */
  readonly ownAddresses: readonly string[];
  readonly ways: SignInWays;
}

/** A site whose index is for members only: the rest is found out with their sign-in (`discoverInside`). */
export interface MembersSite {
  readonly kind: 'members-only';
  readonly name: string;
  readonly address: string;
  readonly root: string;
  readonly uploadRoute: null;
  readonly passwordPage: null;
  readonly ways: SignInWays;
}

/** Thrown inside the site layer when connecting cannot go on; carries what the user is told. */
export class CannotConnect extends Error {
  override readonly name = 'CannotConnect';
  readonly failure: ConnectFailure;
  constructor(problem: ConnectProblem, said: string | null = null) {
    super(problem);
    this.failure = { problem, said };
  }
}

const lineProblems: Readonly<Record<HttpProblem, ConnectProblem>> = {
  'host-not-found': 'address-not-found',
  refused: 'not-reachable',
  unreachable: 'not-reachable',
  reset: 'not-reachable',
  'not-asked': 'not-reachable',
  stalled: 'not-reachable',
  certificate: 'certificate',
  aborted: 'not-reachable',
  'body-failed': 'unexpected',
  protocol: 'not-wordpress',
};

export function cannotConnect(error: unknown): CannotConnect {
  if (error instanceof CannotConnect) return error;
  if (error instanceof HttpError) return new CannotConnect(lineProblems[error.problem]);
  throw error;
}

/** Namespaces of the platform itself and of the token plugins: the video service's own is none of them. */
const foreignNamespace = /^(wp\/|oembed\/|wp-|jwt-auth\/|batch\/)/;
const pageHeaders = { accept: 'text/html,application/xhtml+xml,application/json;q=0.5' };
const dataHeaders = { accept: 'application/json' };
const mostRedirects = 5;

async function follow(
  calls: SiteCalls,
  from: URL,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly answer: HttpAnswer; readonly url: string }> {
  let url = from.href;
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const answer = await calls.get(url, headers, 2 * 1024 * 1024);
    const location = answer.headers.location;
    if (answer.status < 300 || answer.status > 399 || location === undefined) return { answer, url };
    if (!URL.canParse(location, url)) break;
    const next = new URL(location, url);
    if (next.protocol !== 'http:' && next.protocol !== 'https:') break;
    url = next.href;
  }
  throw new CannotConnect('unexpected', 'The address leads in a circle');
}

/** Without this the index is a quarter of a megabyte of routes. */
const indexFields = 'name,url,home,namespaces,authentication';

async function readIndex(calls: SiteCalls, clock: Clock, root: string): Promise<{ said: Said; root: string }> {
  const { answer, url } = await follow(calls, new URL(routeUrl(root, '', { _fields: indexFields })), dataHeaders);
  // The root where it really answered, without the query that was added.
  const final = url.replace(/[?&]_fields=[^&]*/, '');
  return { said: readAnswer(answer, clock.now()), root: final };
}

/**
 * Finds the site behind what was typed. Throws CannotConnect with what to tell the user.
 * Redirects are followed here once; the final scheme and host are used for everything afterwards.
 */
export async function discover(calls: SiteCalls, clock: Clock, typed: string): Promise<FoundSite | MembersSite> {
  const start = parseAddress(typed);
  if (!start) throw new CannotConnect('address-invalid');
  try {
    const { answer, url } = await follow(calls, start, pageHeaders);
    const home = new URL('./', url);
    const guesses = [
      rootInLinkHeader(answer.headers.link, url),
      rootInPage(new TextDecoder().decode(answer.body), url),
      new URL('wp-json/', home).href,
      `${home.href}?rest_route=/`,
    ].filter((root, at, all) => root !== null && all.indexOf(root) === at) as string[];

    let lastSaid: Said | null = null;
    for (const guess of guesses) {
      const { said, root } = await readIndex(calls, clock, guess);
      const index = indexSchema.safeParse(said.json);
      if (index.success) return await inspect(calls, { root, authorization: null }, index.data, home.href);
      // A members-only index refuses anonymous readers as data (platform facts, section 2).
      if ((said.status === 401 || said.status === 403) && said.code?.startsWith('rest_')) {
        return await forMembers(calls, answer, root, home.href);
      }
      if (lastSaid === null || said.json !== undefined) lastSaid = said;
    }
    throw new CannotConnect(whyNoIndex(answer, lastSaid), lastSaid?.message ?? null);
  } catch (error) {
    throw cannotConnect(error);
  }
}

/** What a members-only site shows to somebody who is signed in. Throws CannotConnect. */
export async function discoverInside(calls: SiteCalls, speaker: Speaker, site: MembersSite): Promise<FoundSite> {
  try {
    const said = await calls.json(speaker, { method: 'GET', route: '', query: { _fields: indexFields } });
    const index = indexSchema.safeParse(said.json);
    if (!index.success) throw new CannotConnect('not-wordpress', said.message);
    return await inspect(calls, speaker, index.data, site.address);
  } catch (error) {
    if (error instanceof SiteRefusal) throw new CannotConnect('unexpected', error.said.message);
    throw cannotConnect(error);
  }
}

function whyNoIndex(front: HttpAnswer, index: Said | null): ConnectProblem {
  if (front.status === 503 || index?.status === 503) return 'maintenance';
  const announced = front.headers.link?.includes('api.w.org') ?? false;
  if (announced && index?.webPage) return 'html-instead';
  if (front.status >= 500) return 'server-error';
  return 'not-wordpress';
}

async function forMembers(calls: SiteCalls, front: HttpAnswer, root: string, home: string): Promise<MembersSite> {
  const url = new URL(root);
  const safe = mayCarrySecret(url);
  const title = /<title[^<>]*>([^<]*)/i.exec(new TextDecoder().decode(front.body))?.[1] ?? '';
  return {
    kind: 'members-only',
    name: plainText(title) || url.hostname,
    address: home.replace(/\/$/, ''),
    root,
    uploadRoute: null,
    passwordPage: null,
    ways: {
      applicationPassword: safe,
      // Its page is named only by the index.
      browser: false,
      accountPassword: safe && (await tokensAnswer(calls, root)),
      token: true,
    },
  };
}

async function inspect(
  calls: SiteCalls,
  speaker: Speaker,
  index: ReturnType<typeof indexSchema.parse>,
  home: string,
): Promise<FoundSite> {
  const { root } = speaker;
  const url = new URL(root);
  // Outside this computer WordPress ignores application passwords on http without a word (platform facts, section 3).
  const safe = mayCarrySecret(url);
  const passwords = index.authentication?.['application-passwords'];
  const tokens = index.namespaces.includes('jwt-auth/v1');
  if (!safe && !tokens) throw new CannotConnect('plain-http');
  if (!passwords && !tokens) throw new CannotConnect('app-passwords-off');
  const uploadRoute = await findUploadRoute(calls, speaker, index.namespaces);
  if (uploadRoute === null) throw new CannotConnect('no-upload-route');
  const named = passwords?.endpoints.authorization;
  const passwordPage =
    safe && named !== undefined && URL.canParse(named) && new URL(named).origin === url.origin ? named : null;
  const address = URL.canParse(index.home) && new URL(index.home).origin === url.origin ? index.home : home;
  return {
    kind: 'open',
    name: plainText(index.name) || url.hostname,
    address: address.replace(/\/$/, ''),
    root,
    uploadRoute,
    passwordPage,
    ownAddresses: [index.url, index.home, address],
    ways: {
      applicationPassword: safe && passwords !== undefined,
      browser: passwordPage !== null,
      accountPassword: safe && tokens,
      token: tokens,
    },
  };
}

/** Null = none of the site's plugins takes uploads. */
export async function findUploadRoute(
  calls: SiteCalls,
  speaker: Speaker,
  namespaces: readonly string[],
): Promise<string | null> {
  const own = namespaces.filter((name) => !foreignNamespace.test(name) && /\/v1$/.test(name));
  // The known product first; it is one request instead of one for each plugin.
  own.sort((a, b) => Number(b.startsWith('streamtube/')) - Number(a.startsWith('streamtube/')));
  for (const name of own) {
    const routes = namespaceSchema.safeParse((await calls.ask(speaker, { method: 'GET', route: name })).json);
    if (!routes.success) continue;
    if (routes.data.routes[`/${name}/upload`]?.methods.includes('POST')) return `${name}/upload`;
  }
  return null;
}

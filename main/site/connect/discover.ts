// From an address that a person typed to a site: its final address, REST root, upload route and password page.
import type { ConnectFailure, ConnectProblem } from '../../../preload/contract.ts';
import { plainText, readAnswer, type SiteAnswer, SiteRefusal } from '../../answers.ts';
import { byOffer, offeredWays, type SignInWays, usualPlatform } from '../../model.ts';
import { type Clock, type HttpAnswer, HttpError, type HttpProblem, ProxyError } from '../../ports.ts';
import {
  liesBelow,
  mayCarrySecret,
  otherScheme,
  parseAddress,
  routeUrl,
  sameHost,
  sameOrigin,
  sameSite,
  siteOfRoot,
} from '../client/address.ts';
import type { AuthorizedClient, SiteCalls } from '../client/client.ts';
import { enteredWay, type SiteSigns } from '../client/sign-in-ways.ts';
import { indexSchema } from '../content/records.ts';
import { rootInLinkHeader, rootInPage, titleOfPage } from './named-root.ts';
import { findPlatform, findUploadRoute, hasHelper } from './namespaces.ts';
import { shownHost } from './shown-host.ts';
import { tokensAnswer } from './tokens.ts';
import { judgeTrail } from './trail.ts';

/** How a site was reached, as far as a person has to know it before anything secret goes there. */
export interface Reached {
  /** The host that was typed, where redirects led to another one. */
  readonly typed: URL | null;
  /** The host whose page names another one as the place of its data; the person has to agree to that. */
  readonly namedBy: URL | null;
}

export interface FoundSite {
  readonly kind: 'open';
  readonly name: string;
  readonly address: string;
  readonly root: string;
  readonly platform: string;
  readonly uploadRoute: string;
  /** Null also where the page that the index names is not of this very site. */
  readonly passwordPage: string | null;
  readonly ways: SignInWays;
  readonly hasHelper: boolean;
}

/** A site whose index is for members only: the rest is found out with their sign-in (`discoverInside`). */
export interface MembersSite {
  readonly kind: 'members-only';
  readonly name: string;
  readonly address: string;
  readonly root: string;
  /** A guess, as the namespaces stand in the index: whoever signs in learns it (prove-sign-in.ts). */
  readonly platform: typeof usualPlatform;
  readonly uploadRoute: null;
  readonly passwordPage: null;
  readonly ways: SignInWays;
}

/** Thrown inside the site layer when connecting cannot go on; carries what the user is told. */
export class CannotConnect extends Error {
  override readonly name = 'CannotConnect';
  readonly failure: ConnectFailure;
  constructor(
    problem: ConnectProblem,
    said: string | null = null,
    led?: { readonly from: URL; readonly to: URL },
    proxy?: string,
  ) {
    super(problem);
    this.failure = {
      problem,
      said,
      ...(led ? { led: { from: shownHost(led.from), to: shownHost(led.to) } } : {}),
      ...(proxy === undefined ? {} : { proxy }),
    };
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
  proxy: 'proxy-away',
  // Nobody but the person who waits ends what is asked here.
  aborted: 'cancelled',
  'body-failed': 'unexpected',
  protocol: 'not-wordpress',
};

export function cannotConnect(error: unknown): CannotConnect {
  if (error instanceof CannotConnect) return error;
  if (error instanceof ProxyError) return new CannotConnect(error.trouble, null, undefined, error.proxy);
  if (error instanceof HttpError) return new CannotConnect(error.certificate ?? lineProblems[error.problem]);
  throw error;
}

const pageHeaders = { accept: 'text/html,application/xhtml+xml,application/json;q=0.5' };
const dataHeaders = { accept: 'application/json' };
const mostRedirects = 5;

interface Followed {
  readonly answer: HttpAnswer;
  /** Where it answered. */
  readonly url: URL;
  /** All that was asked, `url` as the last. */
  readonly asked: readonly URL[];
}

async function follow(
  calls: SiteCalls,
  from: URL,
  headers: Readonly<Record<string, string>>,
  maxBytes: number,
): Promise<Followed> {
  const asked: URL[] = [];
  let url = from;
  for (let hop = 0; hop <= mostRedirects; hop++) {
    asked.push(url);
    const answer = await calls.get(url.href, headers, maxBytes);
    const location = answer.headers.location;
    if (answer.status < 300 || answer.status > 399 || location === undefined) return { answer, url, asked };
    if (!URL.canParse(location, url.href)) break;
    url = new URL(location, url);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') break;
    url.username = '';
    url.password = '';
    url.hash = '';
  }
  throw new CannotConnect('unexpected', 'The address leads in a circle');
}

/** Without this the index is a quarter of a megabyte of routes. */
const indexFields = 'name,url,home,namespaces,authentication';
const longestPage = 2 * 1024 * 1024;
const longestIndex = 1024 * 1024;

interface AskedIndex {
  readonly said: SiteAnswer;
  /** The root where it really answered, without the query that was added. */
  readonly root: string;
  readonly asked: readonly URL[];
}

async function readIndex(calls: SiteCalls, clock: Clock, root: string): Promise<AskedIndex> {
  const from = new URL(routeUrl(root, '', { _fields: indexFields }));
  const { answer, url, asked } = await follow(calls, from, dataHeaders, longestIndex);
  return { said: readAnswer(answer, clock.now()), root: withoutFields(url.href), asked };
}

function withoutFields(url: string): string {
  const [address = '', query = ''] = url.split('?', 2);
  const rest = query.split('&').filter((pair) => pair !== '' && !pair.startsWith('_fields='));
  return rest.length > 0 ? `${address}?${rest.join('&')}` : address;
}

/** Where the root may be, best first: what the page says, then where WordPress has it. */
function possibleRoots(front: Followed): readonly string[] {
  const { answer, url } = front;
  const page = new TextDecoder().decode(answer.body);
  const named = [rootInLinkHeader(answer.headers.link, url.href), rootInPage(page, url.href)];
  const roots = [
    // A site behind a proxy that ends its https calls itself http: the same host over https is asked first.
    ...named.map((root) => (root === null ? null : overHttps(root, url))),
    ...named,
    ...foldersOf(url).map((folder) => `${folder}wp-json/`),
    ...foldersOf(url).map((folder) => `${folder}?rest_route=/`),
  ];
  return [...new Set(roots.filter((root) => root !== null))];
}

/** A post by its day lies five deep; each takes two requests. */
const mostFolders = 8;

/** The folders that a page lies in, the narrowest first: `…/blog` may be a site's folder as well as a page in the one above. */
function foldersOf({ origin, pathname }: URL): readonly string[] {
  const parts = pathname.split('/').filter((part) => part !== '');
  const isFile = parts.at(-1)?.includes('.') === true && !pathname.endsWith('/');
  const names = isFile ? parts.slice(0, -1) : parts;
  const all = names.map((_, at) => `${origin}/${names.slice(0, names.length - at).join('/')}/`);
  return [...all.slice(0, mostFolders - 1), `${origin}/`];
}

function overHttps(root: string, page: URL): string | null {
  const url = new URL(root);
  if (page.protocol !== 'https:' || url.protocol !== 'http:' || url.host !== page.host) return null;
  url.protocol = 'https:';
  return url.href.replace('rest_route=%2F', 'rest_route=/');
}

export interface Discovered {
  readonly site: FoundSite | MembersSite;
  readonly reached: Reached;
}

/**
 * Finds the site behind what was typed. Throws CannotConnect with what to tell the user.
 * Redirects are followed here once; the final scheme and host are used for everything afterwards.
 */
export async function discover(calls: SiteCalls, clock: Clock, typed: string): Promise<Discovered> {
  const start = parseAddress(typed);
  if (!start) throw new CannotConnect('address-invalid');
  try {
    const front = await frontPage(calls, start, otherScheme(typed));
    const home = new URL('./', front.url).href;
    let lastSaid: SiteAnswer | null = null;
    for (const guess of possibleRoots(front)) {
      const index = await askedIndex(calls, clock, guess, front.url);
      if (index === null) continue;
      const { said, root } = index;
      const read = indexSchema.safeParse(said.json);
      // A members-only index refuses anonymous readers as data (platform facts, section 2).
      const isForMembers = (said.status === 401 || said.status === 403) && said.code?.startsWith('rest_');
      if (read.success || isForMembers) {
        const reached = reach(front.asked[0] ?? start, front, index);
        const site = read.success
          ? await inspect(calls, { root, authorization: null }, read.data, home)
          : await forMembers(calls, front.answer, root, home);
        return { site, reached };
      }
      if (lastSaid === null || said.json !== undefined) lastSaid = said;
    }
    throw new CannotConnect(whyNoIndex(front.answer, lastSaid), lastSaid?.message ?? null);
  } catch (error) {
    throw cannotConnect(error);
  }
}

/** `other` = what may have been meant as well; who waits there for TLS ends a plain connection, or says so with a 400. */
async function frontPage(calls: SiteCalls, start: URL, other: URL | null): Promise<Followed> {
  const first = await follow(calls, start, pageHeaders, longestPage).catch((error: unknown) => {
    const isOver = error instanceof HttpError && (error.problem === 'reset' || error.problem === 'protocol');
    if (isOver && other !== null) return error;
    throw error;
  });
  if (other === null || !(first instanceof HttpError || first.answer.status === 400)) return first as Followed;
  try {
    return await follow(calls, other, pageHeaders, longestPage);
  } catch (error) {
    // Somebody is there, only not to be trusted: that is what to tell.
    if (error instanceof HttpError && error.problem === 'certificate') throw error;
    if (first instanceof HttpError) throw first;
    return first;
  }
}

/** Null = nobody answers there, on a host that the page only names; its own may still have the root. */
async function askedIndex(calls: SiteCalls, clock: Clock, guess: string, page: URL): Promise<AskedIndex | null> {
  try {
    return await readIndex(calls, clock, guess);
  } catch (error) {
    const isOnlyNamed = !sameOrigin(guess, page.href);
    if (isOnlyNamed && error instanceof HttpError && error.problem !== 'aborted') return null;
    throw error;
  }
}

/** Throws CannotConnect where no secret may ever go the way that led here. */
function reach(typed: URL, front: Followed, index: AskedIndex): Reached {
  const root = new URL(index.root);
  const asked = [...front.asked, ...index.asked];
  const kind = judgeTrail({ typed, page: front.url, root, asked });
  if (kind === 'open') throw new CannotConnect('open-redirect', null, { from: typed, to: root });
  return {
    typed: sameHost(typed, front.url) ? null : typed,
    namedBy: kind === 'elsewhere' ? front.url : null,
  };
}

/** What a members-only site shows to somebody who is signed in. Throws CannotConnect. */
export async function discoverInside(
  calls: SiteCalls,
  client: AuthorizedClient,
  site: MembersSite,
): Promise<FoundSite> {
  try {
    const said = await calls.json(client, { method: 'GET', route: '', query: { _fields: indexFields } });
    const index = indexSchema.safeParse(said.json);
    if (!index.success) throw new CannotConnect('not-wordpress', said.message);
    return await inspect(calls, client, index.data, site.address);
  } catch (error) {
    if (error instanceof SiteRefusal) throw new CannotConnect('unexpected', error.said.message);
    throw cannotConnect(error);
  }
}

function whyNoIndex(front: HttpAnswer, index: SiteAnswer | null): ConnectProblem {
  if (front.status === 503 || index?.status === 503) return 'maintenance';
  const announced = front.headers.link?.includes('api.w.org') ?? false;
  if (announced && index?.webPage) return 'html-instead';
  if (front.status >= 500) return 'server-error';
  return 'not-wordpress';
}

async function forMembers(calls: SiteCalls, front: HttpAnswer, root: string, home: string): Promise<MembersSite> {
  const url = new URL(root);
  const isSafe = mayCarrySecret(url);
  const title = titleOfPage(new TextDecoder().decode(front.body));
  return {
    kind: 'members-only',
    name: plainText(title) || url.hostname,
    address: (siteOfRoot(root) ?? home).replace(/\/$/, ''),
    root,
    platform: usualPlatform,
    uploadRoute: null,
    passwordPage: null,
    // The page for the browser is named only by the index.
    ways: waysOf(false, {
      isSafe,
      isForMembers: true,
      hasAppPasswords: true,
      // Asked where the answer decides something: a password that may travel there.
      hasTokens: isSafe && (await tokensAnswer(calls, root)),
      namespaces: [],
    }),
  };
}

async function inspect(
  calls: SiteCalls,
  client: AuthorizedClient,
  index: ReturnType<typeof indexSchema.parse>,
  home: string,
): Promise<FoundSite> {
  const { root } = client;
  const url = new URL(root);
  const isSafe = mayCarrySecret(url);
  const passwords = index.authentication?.['application-passwords'];
  const own = siteOfRoot(root);
  const named = passwords?.endpoints.authorization;
  // An index can name anybody's page: whoever made a password there and typed it here would give it to this site.
  const passwordPage = isSafe && named !== undefined && own !== null && liesBelow(named, own) ? named : null;
  // The page answers with the site's own address: where that is not the root's, nobody can tell it from another site's answer.
  const browser = passwordPage !== null && own !== null && sameSite(index.home, own) && sameSite(index.url, own);
  const { namespaces } = index;
  const ways = waysOf(browser, {
    isSafe,
    isForMembers: false,
    hasAppPasswords: passwords !== undefined,
    hasTokens: namespaces.includes('jwt-auth/v1'),
    namespaces,
  });
  if (offeredWays(ways).length === 0) throw new CannotConnect(isSafe ? 'app-passwords-off' : 'plain-http');
  const uploadRoute = await findUploadRoute(calls, client, namespaces);
  if (uploadRoute === null) throw new CannotConnect('no-upload-route');
  return {
    kind: 'open',
    name: plainText(index.name) || url.hostname,
    // What a site says of itself counts only where its root is there.
    address: (own !== null && sameSite(index.home, own) ? index.home : (own ?? home)).replace(/\/$/, ''),
    root,
    platform: (await findPlatform(calls, client, namespaces)) ?? usualPlatform,
    uploadRoute,
    passwordPage,
    ways,
    hasHelper: hasHelper(namespaces),
  };
}

function waysOf(browser: boolean, site: SiteSigns): SignInWays {
  return byOffer((way) => (way === 'browser' ? browser : enteredWay(way).isOffered(site)));
}

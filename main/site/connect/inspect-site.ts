// What can be asked of a site to find out whether uploads will work: reads only, sends no clip, changes nothing there.
import { plainText, readAnswer, type SiteAnswer, SiteRefusal } from '../../answers.ts';
import { type Account, type CheckCode, type Site, signInMethods, usualHeader } from '../../model.ts';
import { type Clock, HeldBack, HttpError, ProxyError, SecretRefused } from '../../ports.ts';
import { mayCarrySecret, routeUrl, sameOrigin } from '../client/address.ts';
import { type AuthorizedClient, platformRoute, type SiteCalls } from '../client/client.ts';
import { sampleOf } from '../content/media.ts';
import { indexSchema, namespaceSchema, toStoredFile } from '../content/records.ts';
import { askHelper, type HelperTold } from './helper-told.ts';
import { rootInLinkHeader, rootInPage } from './named-root.ts';
import { findUploadRoute, hasHelper } from './namespaces.ts';
import { type Me, mayUpload, whoAmI } from './prove-sign-in.ts';
import { headerIsStripped } from './tokens.ts';

/** A finding's code with what the site itself said to it. */
export interface Told {
  readonly code: CheckCode;
  readonly said: string | null;
  /** A host's name or a time in ms, by code. */
  readonly name?: string;
  readonly ms?: number;
}

/** An account as it is checked; `client` null = it has no sign-in that may be used. */
export interface Person {
  readonly account: Account;
  readonly client: AuthorizedClient | null;
}

export interface PersonSeen {
  readonly account: Account;
  readonly signIn: Told;
  /** Null = the sign-in does not arrive. */
  readonly me: Me | null;
  /** The upload route's own word; null = it does not say. */
  readonly mayUpload: boolean | null;
}

export interface SiteSeen {
  readonly answer: Told;
  /** True: the answer is the site's own, so the rest was asked. */
  readonly answers: boolean;
  readonly people: readonly PersonSeen[];
  /** Null = not learned. */
  readonly uploadRoute: boolean | null;
  /** Where videos are taken although the known route is not there any more; null = nowhere. */
  readonly otherRoute: string | null;
  /** Null = not learned. */
  readonly hasHelper: boolean | null;
  /** What our helper there says of itself; null = nobody may ask it, or it does not say. */
  readonly helper: HelperTold | null;
  /** Bytes of the largest video file that is there; null = none is seen. */
  readonly largest: number | null;
  /** Lower-case extensions of video files that are there. */
  readonly kinds: readonly string[];
  /** Whether stored files answer ranges; null = there is none to ask for. */
  readonly ranges: boolean | null;
  /** The site's clock minus this computer's, in ms. */
  readonly skewMs: number | null;
}

type Index = ReturnType<typeof indexSchema.parse>;

const indexFields = 'name,namespaces,authentication';
const dataHeaders = { accept: 'application/json' };
const maxPageBytes = 1024 * 1024;
const tokenNamespace = 'jwt-auth/v1';

/** Never throws for anything that a line or a site can do. */
export async function lookAtSite(
  calls: SiteCalls,
  clock: Clock,
  site: Site,
  people: readonly Person[],
): Promise<SiteSeen> {
  const found = await readIndex(calls, clock, site, people);
  if (!found.answers) {
    const { answer, answers } = found;
    return {
      ...{ answer, answers, uploadRoute: null, otherRoute: null, hasHelper: null, helper: null },
      ...{ largest: null, kinds: [], ranges: null, skewMs: null },
      people: people.map((person) => ({
        account: person.account,
        signIn: told(person.client === null ? 'signed-out' : 'sign-in-unknown'),
        me: null,
        mayUpload: null,
      })),
    };
  }
  const seen: PersonSeen[] = [];
  for (const person of people) seen.push(await lookAtPerson(calls, site, person, found.index));
  // Asked first: a sign-in that does not arrive is not tried again and again for what the site tells everybody (F-15).
  const arrives = people.find((_, place) => seen[place]?.me != null)?.client ?? null;
  const client = arrives ?? { root: site.root, platform: site.platform, authorization: null };
  const files = await quietly(videoFiles(calls, client), []);
  const newest = files[0];
  const ranges = newest ? await quietly(answersRanges(calls, site.root, newest), null) : null;
  const uploadRoute = await quietly(hasUploadRoute(calls, client, site.uploadRoute), null);
  const otherRoute =
    uploadRoute === false ? await quietly(findUploadRoute(calls, client, found.index?.namespaces ?? []), null) : null;
  const helperIsThere = found.index === null ? null : hasHelper(found.index.namespaces);
  const uploader = people.find((_, place) => seen[place]?.me?.canUpload)?.client ?? null;
  const helper = helperIsThere && uploader !== null ? await quietly(askHelper(calls, uploader), null) : null;
  return {
    answer: found.answer,
    answers: true,
    people: seen,
    uploadRoute,
    otherRoute,
    hasHelper: helperIsThere,
    helper,
    largest: files.reduce<number | null>(
      (most, { bytes }) => (bytes === null ? most : Math.max(most ?? 0, bytes)),
      null,
    ),
    kinds: [...new Set(files.map(({ sourceUrl }) => extensionIn(sourceUrl)).filter((kind) => kind !== ''))],
    ranges,
    skewMs: seen.find(({ me }) => me !== null)?.me?.skewMs ?? found.skewMs,
  };
}

function told(code: CheckCode, said: string | null = null): Told {
  return { code, said };
}

/** What a failure to learn something means is `otherwise`: the rest is asked all the same. */
async function quietly<T>(work: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof HttpError || error instanceof SiteRefusal) return otherwise;
    throw error;
  }
}

// ---------------------------------------------------------------- does it answer

type IndexFound =
  | { readonly answers: true; readonly answer: Told; readonly index: Index | null; readonly skewMs: number | null }
  | { readonly answers: false; readonly answer: Told };

async function readIndex(calls: SiteCalls, clock: Clock, site: Site, people: readonly Person[]): Promise<IndexFound> {
  try {
    const answer = await calls.get(routeUrl(site.root, '', { _fields: indexFields }), dataHeaders, maxPageBytes);
    const said = readAnswer(answer, clock.now());
    const skewMs = calls.skew(said);
    const index = indexSchema.safeParse(said.json);
    const before = textBefore(new TextDecoder().decode(answer.body));
    if (index.success) {
      const code = before === null ? 'answers' : 'text-before-data';
      return { answers: true, answer: told(code, before), index: index.data, skewMs };
    }
    // A members-only index refuses strangers as data (platform facts, section 2).
    if ((said.status === 401 || said.status === 403) && said.code?.startsWith('rest_')) {
      const code = before === null ? 'answers-members' : 'text-before-data';
      return { answers: true, answer: told(code, before), index: await indexInside(calls, people), skewMs };
    }
    return { answers: false, answer: await whyNoIndex(calls, site, said) };
  } catch (error) {
    if (error instanceof HeldBack) return { answers: false, answer: { ...told('asked-for-time'), ms: error.leftMs } };
    if (!(error instanceof HttpError)) throw error;
    if (error instanceof ProxyError) return { answers: false, answer: { ...told(error.trouble), name: error.proxy } };
    return {
      answers: false,
      answer: told(error.certificate ?? (error.problem === 'certificate' ? 'certificate' : 'no-answer')),
    };
  }
}

/** What stands before the data of an answer, such as a warning of PHP (platform facts, section 16); null = nothing. */
function textBefore(body: string): string | null {
  const bare = body.replace(/^\uFEFF/, '').trimStart();
  const start = bare.search(/[{[]\s*["{}\]]/);
  return start <= 0 ? null : plainText(bare.slice(0, start)) || null;
}

async function indexInside(calls: SiteCalls, people: readonly Person[]): Promise<Index | null> {
  for (const { client } of people) {
    if (client === null) continue;
    const said = await quietly(calls.json(client, { method: 'GET', route: '', query: { _fields: indexFields } }), null);
    const index = indexSchema.safeParse(said?.json);
    if (index.success) return index.data;
  }
  return null;
}

async function whyNoIndex(calls: SiteCalls, site: Site, said: SiteAnswer): Promise<Told> {
  const { status, message } = said;
  const location = said.headers.location;
  if (status >= 300 && status <= 399 && location !== undefined && URL.canParse(location, site.root)) {
    return { ...told('moved'), name: new URL(location, site.root).host };
  }
  if (status === 503) return told('maintenance', message);
  if (status === 429) return { ...told('asked-for-time'), ms: said.retryAfterMs ?? 0 };
  if (status >= 500) return told('server-error', message);
  const front = await quietly(calls.get(site.address, { accept: 'text/html' }, maxPageBytes), null);
  if (front?.status === 503) return told('maintenance', message);
  const isThere =
    front !== null &&
    (rootInLinkHeader(front.headers.link, site.address) ??
      rootInPage(new TextDecoder().decode(front.body), site.address)) !== null;
  if (isThere) return told(said.webPage || status >= 400 ? 'html-instead' : 'not-wordpress', message);
  return told(said.webPage && status < 400 ? 'someone-else' : 'not-wordpress', message);
}

// ---------------------------------------------------------------- who may do what

const refusedCodes = new Set(['incorrect_password', 'invalid_username', 'invalid_email']);
const offForPerson = 'application_passwords_disabled_for_user';
const off = 'application_passwords_disabled';

async function lookAtPerson(
  calls: SiteCalls,
  site: Site,
  { account, client }: Person,
  index: Index | null,
): Promise<PersonSeen> {
  const nobody = (signIn: Told): PersonSeen => ({ account, signIn, me: null, mayUpload: null });
  const { header, mayGoPlain } = signInMethods[account.method];
  // What tells whether the header arrives; it knows only the usual one.
  const tokens = header === usualHeader && (index?.namespaces.includes(tokenNamespace) ?? site.ways.token);
  if (client === null) {
    const stripped = tokens && (await quietly(headerIsStripped(calls, site.root), false));
    const isPlain = !mayGoPlain && !mayCarrySecret(new URL(site.root));
    return nobody(told(stripped ? 'header-stripped' : isPlain ? 'plain-http' : 'signed-out'));
  }
  try {
    const me = await whoAmI(calls, client);
    if (me.userId !== account.userId) return nobody(told('other-person'));
    const allowed = await quietly(mayUpload(calls, client, site.uploadRoute), null);
    return { account, signIn: told('sign-in-arrives'), me, mayUpload: allowed };
  } catch (error) {
    if (error instanceof SiteRefusal)
      return nobody(await whyRefused(calls, client, account, index, tokens, error.said));
    // It was refused to somebody else while this was looked at: the account is signed out by now.
    if (error instanceof SecretRefused) return nobody(told('signed-out'));
    if (error instanceof HttpError) return nobody(told('sign-in-unknown'));
    throw error;
  }
}

/**
 * Basic is dropped without a word by a wrong password, by a server that strips the header and where passwords are switched off:
 * `users/me` says the same to all of them (platform facts, section 3). The token extension can tell them apart.
 */
async function whyRefused(
  calls: SiteCalls,
  client: AuthorizedClient,
  account: Account,
  index: Index | null,
  tokens: boolean,
  said: SiteAnswer,
): Promise<Told> {
  if (said.code === offForPerson) return told('passwords-off-for-person', said.message);
  if (said.code === off) return told('passwords-off', said.message);
  const isRefusal = (said.status === 401 || said.status === 403) && said.json !== undefined;
  if (!isRefusal) return told('sign-in-unknown', said.message);
  // Some plugin looked at the user early: the header arrives, and what it holds is wrong.
  if (said.code !== null && refusedCodes.has(said.code)) return told('password-refused');
  const stripped = tokens && (await quietly(headerIsStripped(calls, client.root), false));
  if (stripped) return told('header-stripped');
  const { isAppPassword, refused } = signInMethods[account.method];
  if (!isAppPassword) return told(refused.checking);
  if (index !== null && !index.authentication?.['application-passwords']) return told('passwords-off');
  return told(tokens ? await whyPasswordRefused(calls, client) : 'header-stripped-probably');
}

/** The token route takes an application password too, and names its reason (platform facts, section 6). */
async function whyPasswordRefused(calls: SiteCalls, client: AuthorizedClient): Promise<CheckCode> {
  const [username, password] = passwordIn(client.authorization ?? '');
  if (!mayCarrySecret(new URL(client.root))) return 'password-refused';
  const asked = calls.ask(
    { root: client.root, authorization: null },
    { method: 'POST', route: `${tokenNamespace}/token`, json: { username, password } },
  );
  const said = await quietly(asked, null);
  if (said?.code === offForPerson) return 'passwords-off-for-person';
  if (said?.code === off) return 'passwords-off';
  // Right after all, yet not as it arrives in the header.
  return said?.status === 200 ? 'header-stripped-probably' : 'password-refused';
}

/** Login and password of a Basic header; a login holds no colon. */
function passwordIn(authorization: string): readonly [login: string, password: string] {
  const text = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return [text.slice(0, colon), text.slice(colon + 1)];
}

// ---------------------------------------------------------------- what is there

async function hasUploadRoute(
  calls: SiteCalls,
  client: AuthorizedClient,
  uploadRoute: string,
): Promise<boolean | null> {
  const route = uploadRoute.split('/').slice(0, -1).join('/');
  const said = await calls.ask(client, { method: 'GET', route });
  if (said.status === 404 && said.json !== undefined) return false;
  const routes = namespaceSchema.safeParse(said.json);
  if (!routes.success) return null;
  return routes.data.routes[`/${uploadRoute}`]?.methods.includes('POST') ?? false;
}

/** The newest video files of the site, newest first; of whom ever. */
async function videoFiles(calls: SiteCalls, client: AuthorizedClient) {
  const said = await calls.json(client, {
    method: 'GET',
    route: platformRoute(client, 'media'),
    query: {
      media_type: 'video',
      orderby: 'date',
      order: 'desc',
      per_page: '100',
      _fields: 'id,post,title,source_url,date_gmt,media_details',
    },
  });
  const list = Array.isArray(said.json) ? (said.json as unknown[]) : [];
  return list.flatMap((json) => {
    try {
      return [toStoredFile(json)];
    } catch {
      // One record that cannot be read says nothing about the others.
      return [];
    }
  });
}

async function answersRanges(
  calls: SiteCalls,
  root: string,
  file: Parameters<typeof sampleOf>[2],
): Promise<boolean | null> {
  // Of a store elsewhere nothing is asked.
  if (file.bytes === 0 || !sameOrigin(file.sourceUrl, root)) return null;
  return (await sampleOf(calls, root, file, 0, 1)) !== null;
}

function extensionIn(url: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(url.split(/[?#]/)[0] ?? '')?.[1]?.toLowerCase() ?? '';
}

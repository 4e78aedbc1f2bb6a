// Is it the known site that answers at its REST root? One cheap anonymous look, taken before the queue trusts a line (F-18).
import { plainText, readAnswer, type SiteAnswer } from '../../answers.ts';
import type { ProxyTrouble, Site } from '../../model.ts';
import { type Clock, HeldBack, type Http, type HttpAnswer, HttpError, ProxyError } from '../../ports.ts';
import { isOwnMachine, routeUrl, sameOrigin } from '../client/address.ts';
import { probeMs, probeSilenceMs } from '../client/deadlines.ts';
import { indexSchema } from '../content/records.ts';

/** The same kinds as in hosts/reachability.ts, which judges them. */
export type SeenAtRoot =
  | { readonly kind: 'site' }
  | { readonly kind: 'away' }
  | { readonly kind: 'failing' }
  | { readonly kind: 'busy'; readonly askedMs: number }
  | { readonly kind: 'maintained'; readonly askedMs: number | null }
  | { readonly kind: 'portal' }
  | { readonly kind: 'proxy'; readonly trouble: ProxyTrouble; readonly proxy: string };

/** Without these fields alone the index is a quarter of a megabyte of routes. */
const fields = 'name,namespaces';
const maxAnswerBytes = 1024 * 1024;

/** Never throws for anything that a line or a site can do. */
export async function seeSite(http: Http, clock: Clock, site: Site, signal: AbortSignal): Promise<SeenAtRoot> {
  const url = routeUrl(site.root, '', { _fields: fields });
  let answer: HttpAnswer;
  try {
    answer = await http.request({
      method: 'GET',
      url,
      headers: { accept: 'application/json' },
      body: null,
      stallMs: probeSilenceMs,
      answerMs: probeSilenceMs,
      wholeMs: probeMs,
      maxAnswerBytes,
      signal,
      onInterim: null,
    });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    if (error instanceof ProxyError) return { kind: 'proxy', trouble: error.trouble, proxy: error.proxy };
    if (error instanceof HeldBack) {
      return { kind: error.why === 'site-maintenance' ? 'maintained' : 'busy', askedMs: error.leftMs };
    }
    // The certificate was good when the site was connected: somebody else holds the line now.
    return { kind: error.problem === 'certificate' ? 'portal' : 'away' };
  }
  return judge(answer, url, site, clock.now());
}

function judgeBusy({ maintained, retryAfterMs }: SiteAnswer): SeenAtRoot {
  if (maintained) return { kind: 'maintained', askedMs: retryAfterMs };
  return retryAfterMs === null ? { kind: 'failing' } : { kind: 'busy', askedMs: retryAfterMs };
}

/** True when a redirect of `url` ends at another origin, or nowhere. */
const leadsAway = (location: string, url: string): boolean =>
  !URL.canParse(location, url) || !sameOrigin(new URL(location, url).href, url);

function judge(answer: HttpAnswer, url: string, site: Site, now: number): SeenAtRoot {
  const said = readAnswer(answer, now);
  const { status } = said;
  // "Network Authentication Required" (RFC 6585).
  if (status === 511) return { kind: 'portal' };
  if (status === 429 || status >= 500) return judgeBusy(said);
  const at = new URL(url);
  // Over https, and on this computer, nobody but the site's own server can answer at all.
  const isTheirs = at.protocol === 'https:' || isOwnMachine(at);
  const location = answer.headers.location;
  if (status >= 300 && status <= 399 && location !== undefined)
    return { kind: isTheirs && !leadsAway(location, url) ? 'site' : 'portal' };
  // It began to answer and did not go on: that is no other page, it is no answer.
  const isCut = answer.cut !== null && answer.cut !== 'enough';
  if (isCut && status < 300 && said.json === undefined && !said.webPage) return { kind: 'away' };
  const index = indexSchema.safeParse(said.json);
  if (status < 300) return { kind: index.success && isKnown(index.data, site) ? 'site' : 'portal' };
  // A members-only index refuses strangers as data (platform facts, section 2).
  if (said.code?.startsWith('rest_')) return { kind: 'site' };
  // Its own refusal of strangers says nothing about the calls of somebody who is signed in: those find out themselves.
  return { kind: isTheirs ? 'site' : 'portal' };
}

/** Somebody may rename the site or switch its plugin off, hardly both at once. */
function isKnown(index: ReturnType<typeof indexSchema.parse>, site: Site): boolean {
  const own = site.uploadRoute.split('/').slice(0, -1).join('/');
  return index.namespaces.includes(own) || (plainText(index.name) || new URL(site.root).hostname) === site.name;
}

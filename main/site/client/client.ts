// One call of a site's REST API: JSON in, JSON out, credentials pinned to their origin, no cookies, no redirects.
import { readAnswer, refusesSignIn, type SiteAnswer, SiteRefusal } from '../../answers.ts';
import { usualHeader, usualPlatform, type WallMs } from '../../model.ts';
import { type Clock, type Http, type HttpAnswer, HttpError, type HttpRequest, SecretRefused } from '../../ports.ts';
import { toldMoment } from '../../untrusted/values.ts';
import { mayCarrySecret, routeUrl, sameOrigin } from './address.ts';
import { callMs, fetchMs, silenceMs } from './deadlines.ts';

const maxAnswerBytes = 8 * 1024 * 1024;
/** A token this near to its end may be over when the call arrives. */
const shortBeforeEndMs = 5_000;

/** What is needed to speak to a site as somebody; `authorization` null = as nobody. */
export interface AuthorizedClient {
  readonly root: string;
  /** Namespace segment of the platform's own API below the root; left out = `usualPlatform`. */
  readonly platform?: string;
  readonly authorization: string | null;
  /** The header that it goes in; left out = `usualHeader`. */
  readonly header?: string;
  /** Present where the sign-in is a token. */
  readonly token?: TokenUse;
}

/** The address below the root of an operation of the platform's own API, such as `video/7`. */
export function platformRoute(
  { platform = usualPlatform }: Pick<AuthorizedClient, 'platform'>,
  operation: string,
): string {
  return `${platform}/v2/${operation}`;
}

/** What is special about signing in with a token. */
export interface TokenUse {
  /** The user agreed that it travels over plain http. */
  readonly plainHttp: boolean;
  /** By this computer's clock; null = no end is known. */
  readonly endsAt: WallMs | null;
  /**
   * The Authorization to use in place of `dead`; null = there is none. Throws HttpError when the site could not be asked.
   */
  renew(dead: string): Promise<string | null>;
}

export interface Call {
  readonly method: HttpRequest['method'];
  readonly route: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** The one cookie that is ever sent: a token's refresh cookie, to the token route (site/tokens.ts). */
  readonly cookie?: string;
  /** Ends the wait for it with HttpError 'aborted'; a renewal of the token, which others wait for too, goes on. */
  readonly signal?: AbortSignal | null;
}

export interface SiteCalls {
  /** Whatever the site answers, read tolerantly. Throws HttpError when no answer came, or no whole one. */
  ask(client: AuthorizedClient, call: Call): Promise<SiteAnswer>;
  /** The JSON of a 2xx. Throws SiteRefusal for anything else, HttpError when no answer came. */
  json(client: AuthorizedClient, call: Call): Promise<SiteAnswer>;
  /**
   * A plain GET of an absolute address, anonymous, for pages and stored files. What goes on after `maxBytes` is cut there, and of
   * a web page or a redirect what came counts; anything else is whole. Throws HttpError when no answer came, or no whole one.
   */
  get(
    url: string,
    headers: Readonly<Record<string, string>>,
    maxBytes: number,
    signal?: AbortSignal | null,
  ): Promise<HttpAnswer>;
  /** The site's clock minus this computer's in ms, from an answer's Date; null = not told. */
  skew(said: SiteAnswer): number | null;
}

/** Basic credentials of an application password; WordPress drops the spaces in it anyway. */
export function basic(login: string, password: string): string {
  return `Basic ${Buffer.from(`${login}:${password.replace(/\s+/g, '')}`, 'utf8').toString('base64')}`;
}

/** The same calls, all of which end with HttpError 'aborted' when the signal says so: for what one person waits for. */
export function endedBy(calls: SiteCalls, signal: AbortSignal): SiteCalls {
  return {
    ...calls,
    get: (url, headers, maxBytes) => calls.get(url, headers, maxBytes, signal),
    ask: (client, call) => calls.ask(client, { ...call, signal }),
    json: (client, call) => calls.json(client, { ...call, signal }),
  };
}

/** What came of an answer that was cut off by the line, by its end of time or by us: is it enough to go by? */
function throwIfCut({ cut, status, headers }: HttpAnswer, json: unknown): void {
  if (cut === null || cut === 'enough') return;
  // Its links stand at its beginning; some servers announce more than they send.
  const isPage = /html/i.test(headers['content-type'] ?? '') || (status >= 300 && status <= 399);
  if (cut === 'aborted' || (json === undefined && !isPage)) throw new HttpError(cut, 'The answer was cut off');
}

/** `work`, or an HttpError as soon as the signal ends the wait for it. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return work;
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(new HttpError('aborted', 'The request was stopped', signal.reason));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

export function siteCalls(http: Http, clock: Clock): SiteCalls {
  const get: SiteCalls['get'] = async (url, headers, maxBytes, signal = null) => {
    const answer = await http.request({
      method: 'GET',
      url,
      headers,
      body: null,
      stallMs: silenceMs,
      answerMs: silenceMs,
      wholeMs: fetchMs(maxBytes),
      maxAnswerBytes: maxBytes,
      signal,
      onInterim: null,
    });
    throwIfCut(answer, answer.cut === null ? undefined : readAnswer(answer, clock.now()).json);
    return answer;
  };

  const askOnce = async (client: AuthorizedClient, call: Call, authorization: string | null): Promise<SiteAnswer> => {
    const url = routeUrl(client.root, call.route, call.query);
    const headers: Record<string, string> = { accept: 'application/json' };
    if (authorization !== null || call.cookie !== undefined) {
      if (!sameOrigin(url, client.root) || !mayCarrySecret(new URL(url), client.token?.plainHttp)) {
        throw new HttpError('protocol', 'A secret may not be sent to this address');
      }
    }
    if (authorization !== null) headers[client.header ?? usualHeader] = authorization;
    if (call.cookie !== undefined) headers.cookie = call.cookie;
    // A JSON body under another type is ignored with 200 (platform facts, section 11).
    if (call.json !== undefined) headers['content-type'] = 'application/json';
    const answer = await http.request({
      method: call.method,
      url,
      headers,
      body: call.json === undefined ? null : JSON.stringify(call.json),
      stallMs: silenceMs,
      answerMs: silenceMs,
      wholeMs: callMs(call),
      maxAnswerBytes,
      signal: call.signal ?? null,
      onInterim: null,
    });
    const said = readAnswer(answer, clock.now());
    throwIfCut(answer, said.json);
    return said;
  };

  /** A token that ended is renewed before the call, one that is refused after it: the call was not done then. */
  const ask: SiteCalls['ask'] = async (client, call) => {
    const { authorization, token } = client;
    if (authorization === null || token === undefined) return askOnce(client, call, authorization);
    const ended = token.endsAt !== null && clock.now() > token.endsAt - shortBeforeEndMs;
    const renew = (dead: string): Promise<string | null> => orAborted(token.renew(dead), call.signal);
    const used = ended ? ((await renew(authorization)) ?? authorization) : authorization;
    const said = await askOnce(client, call, used).catch((error: unknown) => {
      // Somebody else was refused with it already.
      if (error instanceof SecretRefused) return error;
      throw error;
    });
    if (!(said instanceof SecretRefused) && !refusesSignIn(said)) return said;
    const newer = await renew(used);
    if (newer !== null) return askOnce(client, call, newer);
    if (said instanceof SecretRefused) throw said;
    return said;
  };

  return {
    get,
    ask,
    json: async (client, call) => {
      const said = await ask(client, call);
      if (said.status < 200 || said.status > 299 || said.json === undefined) throw new SiteRefusal(said);
      return said;
    },
    skew: (said) => {
      const at = toldMoment(said.headers.date);
      // The header counts whole seconds: half of one is the fairest guess.
      return at === null ? null : at + 500 - clock.now();
    },
  };
}

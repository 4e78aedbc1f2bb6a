// One call of a site's REST API: JSON in, JSON out, credentials pinned to their origin, no cookies, no redirects.
import { readAnswer, refusesSignIn, type Said, SecretRefused, SiteRefusal } from '../errors.ts';
import type { WallMs } from '../model.ts';
import { type Clock, type Http, type HttpAnswer, HttpError, type HttpRequest } from '../ports.ts';
import { mayCarrySecret, routeUrl, sameOrigin } from './address.ts';

const stallMs = 60_000;
const maxAnswerBytes = 8 * 1024 * 1024;
/** A token this near to its end may be over when the call arrives. */
const shortBeforeEndMs = 5_000;

/** What is needed to speak to a site as somebody; `authorization` null = as nobody. */
export interface Speaker {
  readonly root: string;
  readonly authorization: string | null;
  /** Present where the sign-in is a token. */
  readonly token?: TokenUse;
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
  readonly signal?: AbortSignal;
}

export interface SiteCalls {
  /** Whatever the site answers, read tolerantly. Throws HttpError when no answer came. */
  ask(speaker: Speaker, call: Call): Promise<Said>;
  /** The JSON of a 2xx. Throws SiteRefusal for anything else, HttpError when no answer came. */
  json(speaker: Speaker, call: Call): Promise<Said>;
  /** A plain GET of an absolute address, anonymous, for pages and stored files. */
  get(
    url: string,
    headers: Readonly<Record<string, string>>,
    maxBytes: number,
    signal?: AbortSignal,
  ): Promise<HttpAnswer>;
  /** The site's clock minus this computer's in ms, from an answer's Date; null = not told. */
  skew(said: Said): number | null;
}

/** Basic credentials of an application password; WordPress drops the spaces in it anyway. */
export function basic(login: string, password: string): string {
  return `Basic ${Buffer.from(`${login}:${password.replace(/\s+/g, '')}`, 'utf8').toString('base64')}`;
}

/** The same calls, ended by `signal` with an HttpError 'aborted'. */
export function stoppedBy(calls: SiteCalls, signal: AbortSignal): SiteCalls {
  const within = (call: Call): Call => ({
    ...call,
    signal: call.signal ? AbortSignal.any([call.signal, signal]) : signal,
  });
  return {
    get: (url, headers, maxBytes, own) =>
      calls.get(url, headers, maxBytes, own ? AbortSignal.any([own, signal]) : signal),
    ask: (speaker, call) => calls.ask(speaker, within(call)),
    json: (speaker, call) => calls.json(speaker, within(call)),
    skew: calls.skew,
  };
}

export function siteCalls(http: Http, clock: Clock): SiteCalls {
  const get: SiteCalls['get'] = (url, headers, maxBytes, signal) =>
    http.request({
      method: 'GET',
      url,
      headers,
      body: null,
      stallMs,
      answerMs: stallMs,
      maxAnswerBytes: maxBytes,
      signal: signal ?? null,
      onInterim: null,
    });

  const askOnce = async (speaker: Speaker, call: Call, authorization: string | null): Promise<Said> => {
    const url = routeUrl(speaker.root, call.route, call.query);
    const headers: Record<string, string> = { accept: 'application/json' };
    if (authorization !== null || call.cookie !== undefined) {
      if (!sameOrigin(url, speaker.root) || !mayCarrySecret(new URL(url), speaker.token?.plainHttp)) {
        throw new HttpError('protocol', 'A secret may not be sent to this address');
      }
    }
    if (authorization !== null) headers.authorization = authorization;
    if (call.cookie !== undefined) headers.cookie = call.cookie;
    // A JSON body under another type is ignored with 200 (platform facts, section 11).
    if (call.json !== undefined) headers['content-type'] = 'application/json';
    const answer = await http.request({
      method: call.method,
      url,
      headers,
      body: call.json === undefined ? null : JSON.stringify(call.json),
      stallMs,
      answerMs: stallMs,
      maxAnswerBytes,
      signal: call.signal ?? null,
      onInterim: null,
    });
    return readAnswer(answer, clock.now());
  };

  /** A token that ended is renewed before the call, one that is refused after it: the call was not done then. */
  const ask: SiteCalls['ask'] = async (speaker, call) => {
    const { authorization, token } = speaker;
    if (authorization === null || token === undefined) return askOnce(speaker, call, authorization);
    const ended = token.endsAt !== null && clock.now() > token.endsAt - shortBeforeEndMs;
    const used = ended ? ((await token.renew(authorization)) ?? authorization) : authorization;
    const said = await askOnce(speaker, call, used).catch((error: unknown) => {
      // Somebody else was refused with it already.
      if (error instanceof SecretRefused) return error;
      throw error;
    });
    if (!(said instanceof SecretRefused) && !refusesSignIn(said)) return said;
    const newer = await token.renew(used);
    if (newer !== null) return askOnce(speaker, call, newer);
    if (said instanceof SecretRefused) throw said;
    return said;
  };

  return {
    get,
    ask,
    json: async (speaker, call) => {
      const said = await ask(speaker, call);
      if (said.status < 200 || said.status > 299 || said.json === undefined) throw new SiteRefusal(said);
      return said;
    },
    skew: (said) => {
      const at = Date.parse(said.headers.date ?? '');
      // The header counts whole seconds: half of one is the fairest guess.
      return Number.isFinite(at) ? at + 500 - clock.now() : null;
    },
  };
}

// The one door to every site: nothing passes while a host asked to be left alone, a single request goes ahead afterwards, and a
// secret that was refused is not shown again (F-14, F-15). Its answers are what is known about hosts.
import { busyWhy, readAnswer, refusesSignIn } from '../answers.ts';
import { type BusyWhy, secretHeaders } from '../model.ts';
import {
  type Clock,
  HeldBack,
  type Http,
  type HttpAnswer,
  HttpError,
  type HttpRequest,
  SecretRefused,
} from '../ports.ts';
import { minuteMs } from '../retry.ts';
import type { Circuits } from './circuit.ts';

export interface GuardedHttpOptions {
  readonly clock: Clock;
  readonly http: Http;
  readonly circuits: Circuits;
}

export interface GuardedHttp {
  /** From here on `listener` is told of a sign-in that a site did not accept, before anybody learns of the answer. */
  onRefused(listener: (origin: string, authorization: string) => void): void;
  /** The site itself just gave this sign-in: a token of the same second is the same text as the one that it refused. */
  given(origin: string, authorization: string): void;
  /** For all that goes by itself. Throws HeldBack and SecretRefused in place of asking. */
  readonly engine: Http;
  /**
   * For a sign-in that a user just clicked: it asks all the same, as nothing but its own answers can tell how it went. What a host
   * asks for there counts for everybody, and what it asked for before still does: "Try now" is another click.
   */
  readonly clicks: Http;
  /** For the check-up of a site: throws like the engine, but a refusal is only looked at there and ends no sign-in. */
  readonly checks: Http;
}

/** A clip that went ahead and has no answer so long after its last byte, in ms, tells nothing any more: another may go ahead (F-46). */
const silentMs = 2 * minuteMs;

const silent: ReadonlySet<string> = new Set(['aborted', 'body-failed', 'proxy']);

/** How long a request waits for the one that went ahead, in ms; it may be a large clip. */
const waitForProbeMs = 5_000;

interface Trouble {
  readonly why: BusyWhy;
  /** How long it wants to be left alone; null = it does not say. */
  readonly askedMs: number | null;
}

/** What an answer says of its host; null = it answers as it should. `answer` = null where none came. */
function troubleIn(answer: HttpAnswer | null, now: number): Trouble | null {
  if (answer === null) return { why: 'site-busy', askedMs: null };
  const { status, headers } = answer;
  if (status === 429 || status >= 500) {
    const said = readAnswer(answer, now);
    return { why: busyWhy(said), askedMs: said.retryAfterMs };
  }
  const isPage = status >= 400 && /html/i.test(headers['content-type'] ?? '');
  return isPage ? { why: 'site-busy', askedMs: null } : null;
}

export function createGuardedHttp({ clock, http, circuits }: GuardedHttpOptions): GuardedHttp {
  /** Requests that went ahead, by host. */
  const probes = new Map<string, Promise<unknown>>();
  const refused = new Set<string>();
  const listeners: ((origin: string, authorization: string) => void)[] = [];

  /** Begins to listen for the answer to a question that leaves now; null = none came. */
  const listenTo = (host: string): ((answer: HttpAnswer | null) => void) => {
    // Asked before the host asked for time: that it answers says nothing about afterwards.
    const before = circuits.stateOf(host) === 'closed';
    const lifts = circuits.lifts(host);
    const isNews = (): boolean => lifts === circuits.lifts(host);
    return (answer) => {
      const trouble = troubleIn(answer, clock.now());
      if (trouble === null) {
        if (!before) circuits.fine(host);
        // The user wanted it now since it was asked: of its trouble of before only a time that it names itself counts (F-14). The ten
        // minutes of a site in maintenance are no such time: the same stand in every answer, also in the last before it is over.
      } else if (trouble.askedMs !== null && (isNews() || trouble.why !== 'site-maintenance')) {
        circuits.asked(host, trouble.askedMs, trouble.why);
      } else if (isNews()) circuits.trouble(host, trouble.why);
    };
  };

  const heldBack = (host: string): HeldBack => {
    const why = circuits.of(host)?.why === 'site-maintenance' ? 'site-maintenance' : 'site-busy';
    return new HeldBack(circuits.leftMs(host), why);
  };

  const ask = async (host: string, request: HttpRequest): Promise<HttpAnswer> => {
    const hear = listenTo(host);
    let answer: HttpAnswer;
    try {
      answer = await http.request(request);
    } catch (error) {
      // What we ended, and what never reached the host, says nothing of it.
      if (!(error instanceof HttpError && silent.has(error.problem))) hear(null);
      throw error;
    }
    // Half a success says nothing good about its host; one that we ended ourselves says nothing at all.
    const isHalf = answer.cut !== null && answer.cut !== 'enough' && answer.status < 300;
    if (!isHalf) hear(answer);
    else if (answer.cut !== 'aborted') hear(null);
    return answer;
  };

  /** The request's secret, as one of its origin; of a request without one nothing is ever refused. */
  const secretText = (origin: string, authorization: string | null): string => `${origin} ${authorization}`;
  const secretOf = (origin: string, request: HttpRequest): string => secretText(origin, authorizationIn(request));
  const mayShow = (secret: string): void => {
    if (refused.has(secret)) throw new SecretRefused();
  };

  /** Waits for a request that went ahead; nothing is claimed by that. */
  const waitFor = async (probe: Promise<unknown>): Promise<void> => {
    let cancelTimer = (): void => {};
    const patience = new Promise<void>((resolve) => {
      cancelTimer = clock.after(waitForProbeMs, resolve);
    });
    await Promise.race([probe.catch(() => undefined), patience]);
    cancelTimer();
  };

  /** Asks as the one that goes ahead: the others follow when it is known how it fares. */
  const goAhead = (origin: string, request: HttpRequest): Promise<HttpAnswer> => {
    let cancelTimer = (): void => {};
    const over = (): void => {
      cancelTimer();
      if (probes.get(origin) === asked) probes.delete(origin);
    };
    const onTaken = (): void => {
      cancelTimer();
      cancelTimer = clock.after(silentMs, over);
    };
    const asked = ask(origin, { ...request, body: watched(request.body, onTaken) });
    probes.set(origin, asked);
    asked.catch(() => undefined).finally(over);
    return asked;
  };

  return {
    onRefused: (listener) => {
      listeners.push(listener);
    },
    given: (origin, authorization) => {
      refused.delete(secretText(origin, authorization));
    },
    engine: {
      request: async (request) => {
        const { origin } = new URL(request.url);
        const authorization = authorizationIn(request);
        const secret = secretOf(origin, request);
        const ahead = probes.get(origin);
        if (ahead !== undefined && circuits.stateOf(origin) === 'half-open') await waitFor(ahead);
        // From here to the asking nothing may be awaited: two would go ahead.
        mayShow(secret);
        const isProbe = circuits.stateOf(origin) === 'half-open';
        if (circuits.stateOf(origin) === 'open' || (isProbe && probes.has(origin))) throw heldBack(origin);
        const answer = await (isProbe ? goAhead(origin, request) : ask(origin, request));
        if (authorization !== null && refuses(answer, clock.now()) && !refused.has(secret)) {
          refused.add(secret);
          for (const listener of listeners) listener(origin, authorization);
        }
        return answer;
      },
    },
    checks: {
      request: async (request) => {
        const { origin } = new URL(request.url);
        mayShow(secretOf(origin, request));
        if (circuits.stateOf(origin) === 'open') throw heldBack(origin);
        return ask(origin, request);
      },
    },
    clicks: {
      request: async (request) => {
        const { origin } = new URL(request.url);
        const answer = await ask(origin, request);
        if (!refuses(answer, clock.now())) refused.delete(secretOf(origin, request));
        return answer;
      },
    },
  };
}

/** The same body; `onTaken` is called each time its last byte was taken. */
function watched(body: HttpRequest['body'], onTaken: () => void): HttpRequest['body'] {
  if (body === null || typeof body === 'string') return body;
  return {
    length: body.length,
    async *bytes(offset) {
      yield* body.bytes(offset);
      onTaken();
    },
  };
}

/** What a request signs in with, in whichever header; null = it speaks as nobody. */
function authorizationIn({ headers }: HttpRequest): string | null {
  const carrier = secretHeaders.find((name) => headers[name] !== undefined);
  return carrier === undefined ? null : (headers[carrier] ?? null);
}

/** Reading an answer costs something: only those are read that can be a refusal. */
function refuses(answer: HttpAnswer, now: number): boolean {
  return answer.status >= 400 && answer.status < 500 && refusesSignIn(readAnswer(answer, now));
}

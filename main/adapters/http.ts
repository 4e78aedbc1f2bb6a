// One HTTP request and its answer on undici: HTTP/1.1, no redirects, no cookies, our own watchdogs; repeated only where a kept
// connection turned out to be dead before anything of the request counted (F-09).
//
// - allowH2 stays off: undici drops interim answers over HTTP/2.
// - headersTimeout stays off: it also runs while a slow but healthy upload is still sending.
// - the body is a plain async generator, never Readable.from(): that one reads ahead and would corrupt reused buffers.
import type { Readable } from 'node:stream';
import { Agent, type Dispatcher, errors } from 'undici';
import {
  type BodySource,
  type CertificateTrouble,
  type Clock,
  type Connections,
  type HttpAnswer,
  HttpError,
  type HttpProblem,
  type HttpRequest,
} from '../ports.ts';
import { systemClock } from './clock.ts';
import { unpacked } from './unpack.ts';

const problemOf: Readonly<Record<string, HttpProblem>> = {
  ENOTFOUND: 'host-not-found',
  EAI_AGAIN: 'host-not-found',
  ECONNREFUSED: 'refused',
  ENETUNREACH: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ETIMEDOUT: 'unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'unreachable',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ECONNABORTED: 'reset',
  UND_ERR_SOCKET: 'reset',
};

/** By the names that Node gives to what OpenSSL and BoringSSL find (X509_V_ERR_…). */
const certificateTroubleOf: Readonly<Record<string, CertificateTrouble>> = {
  CERT_HAS_EXPIRED: 'certificate-expired',
  CERT_NOT_YET_VALID: 'certificate-expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-name',
  HOSTNAME_MISMATCH: 'certificate-name',
  // The chain is not sent whole, or ends with an authority that is in no store here.
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate-authority',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate-authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate-authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate-authority',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate-authority',
  CERT_UNTRUSTED: 'certificate-authority',
};

function codesOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const own = 'code' in error ? [String(error.code)] : [];
  const inner = error instanceof AggregateError ? error.errors.flatMap((one) => codesOf(one, depth + 1)) : [];
  return [...own, ...inner, ...codesOf(error.cause, depth + 1)];
}

function sort(error: unknown): HttpProblem {
  // The parser's own errors carry no code (undici 8).
  if (error instanceof errors.HTTPParserError) return 'protocol';
  for (const code of codesOf(error)) {
    const known = problemOf[code];
    if (known) return known;
    if (/CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/.test(code)) return 'certificate';
    if (/^HPE_|UND_ERR_RES|UND_ERR_HEADERS_OVERFLOW|PARSER/.test(code)) return 'protocol';
  }
  return 'reset';
}

function noAnswer(problem: HttpProblem, message: string, cause: unknown): HttpError {
  const troubles = problem === 'certificate' ? codesOf(cause).map((code) => certificateTroubleOf[code]) : [];
  return new HttpError(problem, message, cause, troubles.find((one) => one !== undefined) ?? null);
}

/** Calls `over` once after `ms` in which nothing moved. */
class Watchdog {
  readonly #clock: Clock;
  readonly #over: () => void;
  #cancelTimer: (() => void) | null = null;
  #ms: number;
  #aliveAt: number;

  constructor(clock: Clock, ms: number, over: () => void) {
    this.#clock = clock;
    this.#ms = ms;
    this.#over = over;
    this.#aliveAt = clock.monotonic();
    this.#arm(ms);
  }

  /** A sign of life costs no timer: the one that is set looks how long ago it was. */
  #arm(inMs: number): void {
    this.#cancelTimer = this.#clock.after(inMs, () => {
      const left = this.#aliveAt + this.#ms - this.#clock.monotonic();
      if (left <= 0) this.#over();
      else this.#arm(left);
    });
  }

  alive(ms = this.#ms): void {
    this.#aliveAt = this.#clock.monotonic();
    if (ms === this.#ms) return;
    this.stop();
    this.#ms = ms;
    this.#arm(ms);
  }

  /** Over already when nothing moves for so long from now on. */
  prove(ms: number): void {
    const since = this.#aliveAt;
    this.#clock.after(ms, () => {
      if (this.#cancelTimer !== null && this.#aliveAt === since) this.#over();
    });
  }

  stop(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }
}

/** The end of a request that nothing moves further away; only ever set to an earlier one. */
class Deadline {
  readonly #clock: Clock;
  readonly #over: () => void;
  #cancelTimer: (() => void) | null = null;
  #at = Number.POSITIVE_INFINITY;

  constructor(clock: Clock, over: () => void) {
    this.#clock = clock;
    this.#over = over;
  }

  within(ms: number): void {
    const at = this.#clock.monotonic() + ms;
    if (at >= this.#at) return;
    this.stop();
    this.#at = at;
    this.#cancelTimer = this.#clock.after(ms, this.#over);
  }

  stop(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }
}

/** How long a connection is kept for the next request, in ms. */
const idleMs = 1_000;
/** All headers of one answer, in bytes: no site says so much, and what is larger is 'protocol'. */
const mostHeaderBytes = 64 * 1024;
/** Interim answers to one request: so many at once, and one a second besides, as an upload may take days. */
const mostInterims = 2_000;
const msForOneInterim = 1_000;
/** What may be asked twice. */
const harmless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

class BodyFailure extends Error {}

async function* watched(
  body: BodySource,
  leaves: () => void,
  alive: () => void,
  sent: () => void,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    for await (const chunk of body.bytes(0)) {
      leaves();
      yield chunk;
      alive();
    }
  } catch (error) {
    throw new BodyFailure('The body could not be read', { cause: error });
  }
  sent();
}

type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

function plainHeaders(raw: RawHeaders): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (value !== undefined) headers[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}

/** What came of the answer so far: interim ones are told at once, of the final one's body at most `max` bytes are kept. */
class Answer {
  status = 0;
  headers: Record<string, string> = {};
  #bytes = new Uint8Array(4_096);
  #length = 0;

  /** Copies, as a kept piece costs a hundred bytes of its own and may be one of millions. False = that was enough. */
  take(piece: Uint8Array, max: number): boolean {
    const kept = piece.subarray(0, max - this.#length);
    const length = this.#length + kept.length;
    if (length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(length, Math.min(2 * this.#bytes.length, max)));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(kept, this.#length);
    this.#length = length;
    return length < max;
  }

  ended(cut: HttpAnswer['cut']): HttpAnswer {
    return {
      status: this.status,
      headers: this.headers,
      body: Buffer.from(this.#bytes.subarray(0, this.#length)),
      cut,
    };
  }
}

function newAgent(connectMs: number): Agent {
  return new Agent({
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: mostHeaderBytes,
    // Stated, as both have other defaults where the environment says so: NODE_TLS_REJECT_UNAUTHORIZED=0 takes any certificate,
    // NODE_OPTIONS=--tls-min-v1.0 an old protocol. What else the environment can change stands in shell/trust.ts.
    connect: { timeout: connectMs, rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    // Long enough for one clip after the other, too short for servers to close what is about to be used (F-09).
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
  });
}

/** A request under way, for whoever doubts its connection. */
interface UnderWay {
  /** Ends it unless something moves within so many ms; one whose whole body has left has nothing to prove. */
  readonly prove: (graceMs: number) => void;
  readonly drop: () => void;
}

/** `clock` runs the watchdogs; the connections keep the system's time, `connectMs` too: so long one may take to open, TLS included. */
export function undiciHttp(clock: Clock = systemClock, connectMs = 30_000): Connections {
  let agent = newAgent(connectMs);
  const agents = new Set([agent]);
  const underWay = new Set<UnderWay>();

  /** `onBody` is called when the first bytes of the body are on their way to the connection; `endsAt` is of the monotonic clock. */
  const once = (wanted: HttpRequest, endsAt: number | null, onBody: () => void): Promise<HttpAnswer> =>
    new Promise((resolve, reject) => {
      const { signal, body: source } = wanted;
      const isStream = source !== null && typeof source !== 'string';
      const answer = new Answer();
      let controller: Dispatcher.DispatchController | null = null;
      let over = false;
      let interims = 0;
      const begunAt = clock.monotonic();

      const end = (): boolean => {
        if (over) return false;
        over = true;
        underWay.delete(exchange);
        watchdog.stop();
        deadline.stop();
        signal?.removeEventListener('abort', onAbort);
        return true;
      };
      const finish = (cut: HttpAnswer['cut']): void => {
        if (end()) resolve(unpacked(answer.ended(cut), wanted.maxAnswerBytes));
      };
      /** Once the head is there, a body ends where it was cut: the status line already said what counts. */
      const fail = (problem: HttpProblem, message: string, cause: unknown): void => {
        if (answer.status > 0) finish(problem);
        else if (end()) reject(noAnswer(problem, message, cause));
      };
      /** Ends the exchange from our side; before there is a connection there is nothing to end but the wait. */
      const stop = (problem: HttpProblem, message: string, cause?: unknown): void => {
        fail(problem, message, cause);
        controller?.abort(new Error(message, { cause }));
      };
      const onAbort = (): void => stop('aborted', 'The request was stopped', signal?.reason);
      const watchdog = new Watchdog(clock, wanted.stallMs, () => stop('stalled', 'Nothing moved for too long'));
      const deadline = new Deadline(clock, () => stop('stalled', 'It took too long in all'));
      let allSent = !isStream;
      const exchange: UnderWay = {
        prove: (graceMs) => {
          if (!allSent) watchdog.prove(graceMs);
        },
        drop: () => stop('reset', 'The connection is from before the computer slept'),
      };
      if (signal?.aborted) {
        onAbort();
        return;
      }
      signal?.addEventListener('abort', onAbort);
      underWay.add(exchange);
      if (endsAt !== null) deadline.within(endsAt - clock.monotonic());

      const onInterim = (status: number, headers: RawHeaders): void => {
        interims++;
        const allowed = mostInterims + (clock.monotonic() - begunAt) / msForOneInterim;
        if (interims > allowed) stop('protocol', 'Interim answers without end');
        else wanted.onInterim?.(status, plainHeaders(headers));
      };
      const onHead = (status: number, headers: RawHeaders): void => {
        answer.status = status;
        answer.headers = plainHeaders(headers);
        if (allSent) watchdog.alive(wanted.stallMs);
        // A refusal before the end: nobody needs the rest of the body, and what drips after it moves nothing.
        else if (status >= 300) deadline.within(wanted.stallMs);
      };
      const onAllSent = (): void => {
        allSent = true;
        deadline.within(wanted.answerMs);
        watchdog.alive(answer.status === 0 ? wanted.answerMs : wanted.stallMs);
      };

      const handler: Dispatcher.DispatchHandler = {
        onRequestStart: (started) => {
          controller = started;
          if (over) started.abort(new Error('The request was stopped'));
        },
        onResponseStart: (_, status, headers) => {
          if (status < 200) onInterim(status, headers);
          else onHead(status, headers);
        },
        onResponseData: (_, chunk) => {
          // While the body is sent only what the connection takes of it is progress.
          if (allSent) watchdog.alive();
          if (answer.take(chunk, wanted.maxAnswerBytes)) return;
          finish('enough');
          controller?.abort(new Error('That was enough of the answer'));
        },
        onResponseEnd: () => finish(null),
        onResponseError: (_, error) => {
          if (error instanceof BodyFailure) fail('body-failed', error.message, error.cause);
          else if (error instanceof errors.InvalidArgumentError) fail('protocol', error.message, error);
          else fail(sort(error), error.message, error);
        },
      };
      try {
        const { origin, pathname, search } = new URL(wanted.url);
        // Without this a server may choose any coding (RFC 9110, 12.5.3); sizes and ranges are those of the file itself only so.
        const headers = { 'accept-encoding': 'identity', ...wanted.headers };
        agent.dispatch(
          {
            origin,
            path: pathname + search,
            method: wanted.method,
            headers: isStream ? { ...headers, 'content-length': String(source.length) } : headers,
            body: isStream
              ? // undici takes async iterables as they are; its types name only the Readable among them.
                (watched(source, onBody, () => watchdog.alive(), onAllSent) as unknown as Readable)
              : source,
          },
          handler,
        );
      } catch (error) {
        fail('protocol', error instanceof Error ? error.message : String(error), error);
      }
    });

  const request = async (wanted: HttpRequest): Promise<HttpAnswer> => {
    // A JSON body leaves with the headers, and what it asks for may have been done.
    let repeatable = wanted.body === null ? harmless.has(wanted.method) : typeof wanted.body !== 'string';
    const onBody = (): void => {
      repeatable = false;
    };
    const endsAt = wanted.wholeMs === null ? null : clock.monotonic() + wanted.wholeMs;
    try {
      return await once(wanted, endsAt, onBody);
    } catch (error) {
      if (!(error instanceof HttpError && error.problem === 'reset' && repeatable)) throw error;
      return once(wanted, endsAt, onBody);
    }
  };

  return {
    request,
    refresh: (graceMs) => {
      const retired = agent;
      agent = newAgent(connectMs);
      agents.add(agent);
      for (const one of [...underWay]) {
        if (graceMs === 0) one.drop();
        else one.prove(graceMs);
      }
      // Idle connections end here, the others with their requests.
      retired.close().finally(() => agents.delete(retired));
    },
    close: async () => {
      await Promise.all([...agents].map((one) => one.destroy()));
    },
  };
}

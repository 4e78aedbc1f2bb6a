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
  type Http,
  type HttpAnswer,
  HttpError,
  type HttpProblem,
  type HttpRequest,
} from '../ports.ts';

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

function codesOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const own = 'code' in error ? [String(error.code)] : [];
  const inner = error instanceof AggregateError ? error.errors.flatMap((one) => codesOf(one, depth + 1)) : [];
  return [...own, ...inner, ...codesOf(error.cause, depth + 1)];
}

function sort(error: unknown): HttpProblem {
  for (const code of codesOf(error)) {
    const known = problemOf[code];
    if (known) return known;
    if (/CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/.test(code)) return 'certificate';
    if (/^HPE_|UND_ERR_RES|PARSER/.test(code)) return 'protocol';
  }
  return 'reset';
}

/** Watches that something moves; `stalled` is called once after `ms` without a sign of life. */
class Watchdog {
  readonly #stalled: () => void;
  #timer: NodeJS.Timeout | null = null;
  #ms: number;

  constructor(ms: number, stalled: () => void) {
    this.#ms = ms;
    this.#stalled = stalled;
    this.alive();
  }

  alive(ms = this.#ms): void {
    if (this.#timer && ms === this.#ms) {
      this.#timer.refresh();
      return;
    }
    this.stop();
    this.#ms = ms;
    this.#timer = setTimeout(this.#stalled, ms);
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** How long a connection is kept for the next request, in ms. */
const idleMs = 1_000;
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

function plainHeaders(raw: Record<string, string | string[] | undefined>): Record<string, string> {
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
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  /** False = that was enough. */
  take(chunk: Uint8Array, max: number): boolean {
    this.#chunks.push(chunk.subarray(0, max - this.#length));
    this.#length += chunk.length;
    return this.#length < max;
  }

  whole(): HttpAnswer {
    return { status: this.status, headers: this.headers, body: Buffer.concat(this.#chunks) };
  }
}

/** `close` ends idle connections; requests under way are ended by their own signals. */
export function undiciHttp(): Http & { close(): Promise<void> } {
  const agent = new Agent({
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: 30_000 },
    // Long enough for one clip after the other, too short for servers to close what is about to be used (F-09).
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
  });

  /** `onBody` is called when the first bytes of the body are on their way to the connection. */
  const once = (wanted: HttpRequest, onBody: () => void): Promise<HttpAnswer> =>
    new Promise((resolve, reject) => {
      const { signal, body: source } = wanted;
      const answer = new Answer();
      let controller: Dispatcher.DispatchController | null = null;
      let over = false;

      const end = (): boolean => {
        if (over) return false;
        over = true;
        watchdog.stop();
        signal?.removeEventListener('abort', onAbort);
        return true;
      };
      /** A body cut short ends where it was cut: the status line already said what counts. */
      const finish = (): void => {
        if (end()) resolve(answer.whole());
      };
      const fail = (problem: HttpProblem, message: string, cause: unknown): void => {
        if (answer.status > 0) finish();
        else if (end()) reject(new HttpError(problem, message, cause));
      };
      /** Ends the exchange from our side; before there is a connection there is nothing to end but the wait. */
      const stop = (problem: HttpProblem, message: string, cause: unknown): void => {
        fail(problem, message, cause);
        controller?.abort(new Error(message, { cause }));
      };
      const onAbort = (): void => stop('aborted', 'The request was stopped', signal?.reason);
      const watchdog = new Watchdog(wanted.stallMs, () => stop('stalled', 'Nothing moved for too long', undefined));
      if (signal?.aborted) {
        onAbort();
        return;
      }
      signal?.addEventListener('abort', onAbort);

      const handler: Dispatcher.DispatchHandler = {
        onRequestStart: (started) => {
          controller = started;
          if (over) started.abort(new Error('The request was stopped'));
        },
        onResponseStart: (_, status, headers) => {
          if (status < 200) {
            watchdog.alive();
            wanted.onInterim?.(status, plainHeaders(headers));
            return;
          }
          watchdog.alive(wanted.stallMs);
          answer.status = status;
          answer.headers = plainHeaders(headers);
        },
        onResponseData: (_, chunk) => {
          watchdog.alive();
          if (!answer.take(chunk, wanted.maxAnswerBytes)) stop('protocol', 'That was enough of the answer', undefined);
        },
        onResponseEnd: finish,
        onResponseError: (_, error) => {
          if (error instanceof BodyFailure) fail('body-failed', error.message, error.cause);
          else if (error instanceof errors.InvalidArgumentError) fail('protocol', error.message, error);
          else fail(sort(error), error.message, error);
        },
      };
      try {
        const { origin, pathname, search } = new URL(wanted.url);
        const isStream = source !== null && typeof source !== 'string';
        agent.dispatch(
          {
            origin,
            path: pathname + search,
            method: wanted.method,
            headers: isStream ? { ...wanted.headers, 'content-length': String(source.length) } : wanted.headers,
            body: isStream
              ? // undici takes async iterables as they are; its types name only the Readable among them.
                (watched(
                  source,
                  onBody,
                  () => watchdog.alive(),
                  () => watchdog.alive(wanted.answerMs),
                ) as unknown as Readable)
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
    try {
      return await once(wanted, onBody);
    } catch (error) {
      if (!(error instanceof HttpError && error.problem === 'reset' && repeatable)) throw error;
      return once(wanted, onBody);
    }
  };

  return { request, close: () => agent.destroy() };
}

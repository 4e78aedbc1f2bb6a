// One HTTP request and its answer on undici: HTTP/1.1, no redirects, no cookies, no retries, our own watchdogs.
//
// - allowH2 stays off: undici drops interim answers over HTTP/2.
// - headersTimeout stays off: it also runs while a slow but healthy upload is still sending.
// - the body is a plain async generator, never Readable.from(): that one reads ahead and would corrupt reused buffers.
import type { Readable } from 'node:stream';
import { Agent, errors, request as send } from 'undici';
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

class BodyFailure extends Error {}

async function* watched(body: BodySource, alive: () => void, sent: () => void): AsyncGenerator<Uint8Array, void, void> {
  try {
    for await (const chunk of body.bytes(0)) {
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

/** Reads at most `max` bytes. A body cut short ends where it was cut: the status line already said what counts. */
async function readAnswer(
  body: AsyncIterable<Uint8Array> & { destroy(): unknown },
  max: number,
  alive: () => void,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      alive();
      chunks.push(chunk.subarray(0, max - length));
      length += chunk.length;
      if (length >= max) break;
    }
  } catch {
    body.destroy();
  }
  return Buffer.concat(chunks);
}

/** `close` ends idle connections; requests under way are ended by their own signals. */
export function undiciHttp(): Http & { close(): Promise<void> } {
  const agent = new Agent({
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: 30_000 },
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 4_000,
  });

  const request = async (wanted: HttpRequest): Promise<HttpAnswer> => {
    const stop = new AbortController();
    let stalled = false;
    const watchdog = new Watchdog(wanted.stallMs, () => {
      stalled = true;
      stop.abort();
    });
    const signal = wanted.signal ? AbortSignal.any([wanted.signal, stop.signal]) : stop.signal;
    const source = wanted.body;
    const isStream = source !== null && typeof source !== 'string';
    try {
      const answer = await send(wanted.url, {
        method: wanted.method,
        headers: isStream ? { ...wanted.headers, 'content-length': String(source.length) } : { ...wanted.headers },
        body: isStream
          ? // undici takes async iterables as they are; its types name only the Readable among them.
            (watched(
              source,
              () => watchdog.alive(),
              () => watchdog.alive(wanted.answerMs),
            ) as unknown as Readable)
          : source,
        dispatcher: agent,
        signal,
        onInfo: ({ statusCode, headers }) => {
          watchdog.alive();
          wanted.onInterim?.(statusCode, plainHeaders(headers));
        },
      });
      watchdog.alive(wanted.stallMs);
      const body = await readAnswer(answer.body, wanted.maxAnswerBytes, () => watchdog.alive());
      return { status: answer.statusCode, headers: plainHeaders(answer.headers), body };
    } catch (error) {
      if (wanted.signal?.aborted) throw new HttpError('aborted', 'The request was stopped', error);
      if (stalled) throw new HttpError('stalled', 'Nothing moved for too long', error);
      if (error instanceof BodyFailure) throw new HttpError('body-failed', error.message, error.cause);
      if (error instanceof errors.InvalidArgumentError) throw new HttpError('protocol', error.message, error);
      throw new HttpError(sort(error), error instanceof Error ? error.message : String(error), error);
    } finally {
      watchdog.stop();
    }
  };

  return { request, close: () => agent.destroy() };
}

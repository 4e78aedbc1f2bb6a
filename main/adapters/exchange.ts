// One request and what comes of it: its body as it leaves, interim answers, the final one, and every way in which it can end.
//
// The body is a plain async generator, never Readable.from(): that one reads ahead and would corrupt reused buffers.
import type { Readable } from 'node:stream';
import { type Dispatcher, errors } from 'undici';
import {
  type BodySource,
  type Clock,
  type HttpAnswer,
  HttpError,
  type HttpProblem,
  type HttpRequest,
} from '../ports.ts';
import { noAnswer, problemIn } from './http-problems.ts';
import { unpacked } from './unpack.ts';
import { Deadline, Watchdog } from './watchdogs.ts';

/** Interim answers to one request: so many at once, and one a second besides, as an upload may take days. */
const mostInterims = 2_000;
const msForOneInterim = 1_000;

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

/** A proxy that is asked in the site's place, for the whole address. */
export interface Forward {
  readonly origin: string;
  /** Meant for the proxy. */
  readonly headers: Readonly<Record<string, string>>;
  /** It asks for a sign-in; what that means for the request. */
  readonly refused: (headers: RawHeaders) => HttpError;
}

/** What an exchange is told by, and tells. */
export interface ExchangeOptions {
  readonly clock: Clock;
  /** When it ends whatever moves, by the monotonic clock; null = it takes what it takes. */
  readonly endsAt: number | null;
  /** The first bytes of the body are on their way to the connection. */
  readonly onBody: () => void;
  readonly onEnd: () => void;
  /** What it means that there is no connection still; null = that nothing moves. */
  readonly unconnected: () => HttpError | null;
  readonly resolve: (answer: Promise<HttpAnswer>) => void;
  readonly reject: (error: Error) => void;
}

export class Exchange {
  readonly #wanted: HttpRequest;
  readonly #options: ExchangeOptions;
  readonly #answer = new Answer();
  readonly #watchdog: Watchdog;
  readonly #deadline: Deadline;
  readonly #begunAt: number;
  readonly #onAbort = (): void => this.#stop('aborted', 'The request was stopped', this.#wanted.signal?.reason);
  #controller: Dispatcher.DispatchController | null = null;
  #forward: Forward | null = null;
  #isOver = false;
  #interims = 0;
  /** What is handed over piece by piece; rejects once one was not taken, and hands on none after it. */
  #taken: Promise<void> = Promise.resolve();
  #allSent: boolean;

  constructor(wanted: HttpRequest, options: ExchangeOptions) {
    const { clock } = options;
    this.#wanted = wanted;
    this.#options = options;
    this.#begunAt = clock.monotonic();
    this.#watchdog = new Watchdog(clock, wanted.stallMs, () => this.#giveUp('Nothing moved for too long'));
    this.#deadline = new Deadline(clock, () => this.#giveUp('It took too long in all'));
    this.#allSent = wanted.body === null || typeof wanted.body === 'string';
  }

  /** Asks by `agent`, the site itself or the proxy that forwards; how it ends is told by `resolve` or `reject`. */
  begin(agent: Dispatcher, forward: Forward | null): void {
    this.#forward = forward;
    const { signal } = this.#wanted;
    const { endsAt, clock } = this.#options;
    if (signal?.aborted) {
      this.#onAbort();
      return;
    }
    signal?.addEventListener('abort', this.#onAbort);
    if (endsAt !== null) this.#deadline.within(endsAt - clock.monotonic());
    try {
      agent.dispatch(this.#dispatched(), this.#handler());
    } catch (error) {
      this.#fail('protocol', error instanceof Error ? error.message : String(error), error);
    }
  }

  /** Ends it unless something moves within so many ms; one whose whole body has left has nothing to prove. */
  prove(graceMs: number): void {
    if (!this.#allSent) this.#watchdog.prove(graceMs);
  }

  drop(why: string): void {
    this.#stop('reset', why);
  }

  #end(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    this.#options.onEnd();
    this.#watchdog.stop();
    this.#deadline.stop();
    this.#wanted.signal?.removeEventListener('abort', this.#onAbort);
    return true;
  }

  #finish(cut: HttpAnswer['cut']): void {
    if (!this.#end()) return;
    const answer = (): Promise<HttpAnswer> => unpacked(this.#answer.ended(cut), this.#wanted.maxAnswerBytes);
    this.#options.resolve(this.#taken.then(answer, answer));
  }

  /** Once the head is there, a body ends where it was cut: the status line already said what counts. */
  #fail(problem: HttpProblem, message: string, cause: unknown): void {
    if (this.#answer.status > 0) this.#finish(problem);
    else if (this.#end()) this.#options.reject(noAnswer(problem, message, cause));
  }

  /** Ends the exchange from our side; before there is a connection there is nothing to end but the wait. */
  #stop(problem: HttpProblem, message: string, cause?: unknown): void {
    this.#fail(problem, message, cause);
    this.#controller?.abort(new Error(message, { cause }));
  }

  #giveUp(message: string): void {
    const told = this.#controller === null ? this.#options.unconnected() : null;
    if (told === null) this.#stop('stalled', message);
    else this.#stop(told.problem, told.message, told);
  }

  #dispatched(): Dispatcher.DispatchOptions {
    const { url, method, headers: own, body: source } = this.#wanted;
    // Without this a server may choose any coding (RFC 9110, 12.5.3); sizes and ranges are those of the file itself only so.
    const asked = { ...this.#asked(new URL(url)), method };
    const headers = { 'accept-encoding': 'identity', ...own, ...this.#headersForProxy(new URL(url)) };
    if (source === null || typeof source === 'string') return { ...asked, headers, body: source };
    const body = watched(
      source,
      this.#options.onBody,
      () => this.#watchdog.alive(),
      () => this.#onAllSent(),
    );
    return {
      ...asked,
      headers: { ...headers, 'content-length': String(source.length) },
      // undici takes async iterables as they are; its types name only the Readable among them.
      body: body as unknown as Readable,
    };
  }

  #headersForProxy({ host }: URL): Readonly<Record<string, string>> {
    // Otherwise the proxy's own name would stand there.
    return this.#forward === null ? {} : { host, ...this.#forward.headers };
  }

  #asked({ origin, pathname, search }: URL): { origin: string; path: string } {
    const path = pathname + search;
    return this.#forward === null ? { origin, path } : { origin: this.#forward.origin, path: origin + path };
  }

  #handler(): Dispatcher.DispatchHandler {
    return {
      onRequestStart: (started) => {
        this.#controller = started;
        if (this.#isOver) started.abort(new Error('The request was stopped'));
      },
      onResponseStart: (_, status, headers) => {
        if (status < 200) this.#onInterim(status, headers);
        else this.#onHead(status, headers);
      },
      onResponseData: (_, chunk) => this.#onData(chunk),
      onResponseEnd: () => this.#finish(null),
      onResponseError: (_, error) => {
        // A tunnel that was not opened says itself why.
        if (error instanceof HttpError) this.#fail(error.problem, error.message, error);
        else if (error instanceof BodyFailure) this.#fail('body-failed', error.message, error.cause);
        else if (error instanceof errors.InvalidArgumentError) this.#fail('protocol', error.message, error);
        else this.#fail(problemIn(error), error.message, error);
      },
    };
  }

  #onInterim(status: number, headers: RawHeaders): void {
    this.#interims++;
    const allowed = mostInterims + (this.#options.clock.monotonic() - this.#begunAt) / msForOneInterim;
    if (this.#interims > allowed) this.#stop('protocol', 'Interim answers without end');
    else this.#wanted.onInterim?.(status, plainHeaders(headers));
  }

  #onHead(status: number, headers: RawHeaders): void {
    const { stallMs } = this.#wanted;
    // The proxy itself answers in the site's place, and asks for a sign-in (RFC 9110, 15.5.8).
    if (this.#forward !== null && status === 407) {
      const refused = this.#forward.refused(plainHeaders(headers));
      this.#stop(refused.problem, refused.message, refused);
      return;
    }
    this.#answer.status = status;
    this.#answer.headers = plainHeaders(headers);
    if (this.#allSent) this.#watchdog.alive(stallMs);
    // A refusal before the end: nobody needs the rest of the body, and what drips after it moves nothing.
    else if (status >= 300) this.#deadline.within(stallMs);
  }

  #onData(chunk: Uint8Array): void {
    // While the body is sent only what the connection takes of it is progress.
    if (this.#allSent) this.#watchdog.alive();
    const { status } = this.#answer;
    const { onPiece } = this.#wanted;
    if (onPiece !== undefined && (status === 200 || status === 206)) {
      this.#hand(chunk, onPiece);
      return;
    }
    if (this.#answer.take(chunk, this.#wanted.maxAnswerBytes)) return;
    this.#finish('enough');
    this.#controller?.abort(new Error('That was enough of the answer'));
  }

  /** Nothing more is read until the piece is taken. */
  #hand(piece: Uint8Array, take: NonNullable<HttpRequest['onPiece']>): void {
    // After a pause the parser hands over what is left of its block, which may be nothing: stopped again there, it would never go on.
    if (piece.length === 0) return;
    const { status, headers } = this.#answer;
    this.#controller?.pause();
    // What was read before the line was cut comes without a pause.
    this.#taken = this.#taken
      .then(() => take(piece, { status, headers }))
      .then(() => this.#controller?.resume())
      .catch((error: unknown) => {
        this.#stop('aborted', 'The answer was not taken', error);
        throw error;
      });
  }

  #onAllSent(): void {
    const { answerMs, stallMs } = this.#wanted;
    this.#allSent = true;
    this.#deadline.within(answerMs);
    this.#watchdog.alive(this.#answer.status === 0 ? answerMs : stallMs);
  }
}

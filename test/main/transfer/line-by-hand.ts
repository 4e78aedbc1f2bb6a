// A line on which a test answers each request of a clip in pieces itself, and sees what was asked.
import { type BodySource, type Http, type HttpAnswer, HttpError, type HttpRequest } from '../../../main/ports.ts';

/** What comes of a request; an error is thrown. */
export type Reply = Partial<Pick<HttpAnswer, 'status' | 'headers'>> & { readonly text?: string };

export interface Asked extends Pick<HttpRequest, 'method' | 'url' | 'headers' | 'answerMs' | 'wholeMs'> {
  /** What was sent as a body; a piece as its bytes. */
  readonly body: Buffer | string | null;
}

const isPiece = (body: HttpRequest['body']): body is BodySource => typeof body === 'object' && body !== null;

/** As the adapter does: all of the body is taken, and our own stop ends it. */
async function taken(body: BodySource, signal: AbortSignal | null): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of body.bytes(0)) {
    parts.push(Buffer.from(part));
    if (signal?.aborted) throw new HttpError('aborted', 'stopped', signal.reason);
  }
  return Buffer.concat(parts);
}

/** `answer` may wait; what it gives comes once the body has left. Rejects as soon as the request's signal says so. */
export function lineByHand(answer: (asked: Asked) => Reply | Error | Promise<Reply | Error>): Http & {
  readonly asked: readonly Asked[];
} {
  const asked: Asked[] = [];
  return {
    asked,
    request: async ({ method, url, headers, answerMs, wholeMs, body, signal }) => {
      const bytes = isPiece(body) ? await taken(body, signal) : body;
      const one = { method, url, headers, answerMs, wholeMs, body: bytes };
      asked.push(one);
      const stopped = new Promise<never>((_, reject) => {
        const stop = (): void => reject(new HttpError('aborted', 'stopped', signal?.reason));
        if (signal?.aborted) stop();
        else signal?.addEventListener('abort', stop, { once: true });
      });
      const reply = await Promise.race([Promise.resolve(answer(one)), stopped]);
      if (reply instanceof Error) throw reply;
      return {
        status: reply.status ?? 204,
        headers: reply.headers ?? {},
        body: Buffer.from(reply.text ?? ''),
        cut: null,
      };
    },
  };
}

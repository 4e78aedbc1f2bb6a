// What happens to a request of the page once it is in: arguments checked by their schema, then its handler, always a Reply.
import type { Reply, RequestName } from '../../preload/contract.ts';
import { addPathsSchema, schemas } from '../../preload/schemas.ts';
import { type Logger, StoreError } from '../ports.ts';
import { NotFound, type Uploader } from '../uploader-api.ts';
import { refusal } from './reply.ts';

/** Structural, so that this file needs nothing of zod's own types. */
interface Schema<T> {
  safeParse(input: unknown):
    | { readonly success: true; readonly data: T }
    | {
        readonly success: false;
        readonly error: {
          readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly code?: string }[];
        };
      };
}

interface Call<I extends readonly unknown[], O> {
  readonly name: string;
  readonly schema: Schema<I>;
  readonly input: readonly unknown[];
  readonly handler: (...input: I) => Promise<O>;
  readonly logger: Logger;
}

async function answer<I extends readonly unknown[], O>(call: Call<I, O>): Promise<Reply<O>> {
  const { name, schema, input, handler, logger } = call;
  const checked = schema.safeParse(input);
  if (!checked.success) {
    // Where it went wrong, never what was sent: it may be a password.
    const where = checked.error.issues
      .slice(0, 5)
      .map((issue) => `${issue.path.join('.')}: ${issue.code ?? 'invalid'}`);
    logger.warn('refused a request with bad arguments', { request: name, where });
    return refusal('bad-request', 'not-understood');
  }
  try {
    return { ok: true, value: await handler(...checked.data) };
  } catch (error) {
    if (error instanceof StoreError && error.problem === 'full') return refusal('failed', 'disk-full');
    if (error instanceof NotFound) return refusal('not-found', error.code);
    logger.error('a request failed', { request: name, error });
    return refusal('failed', 'failed');
  }
}

/** Answers one request of the contract; never throws. */
export function answerRequest(
  uploader: Uploader,
  name: RequestName,
  input: readonly unknown[],
  logger: Logger,
): Promise<Reply<unknown>> {
  // Each schema fits its own handler by `satisfies` in schemas.ts; the union of all of them cannot say so.
  const schema = schemas[name] as Schema<readonly unknown[]>;
  const handler = uploader.handlers[name] as (...input: readonly unknown[]) => Promise<unknown>;
  return answer({ name, schema, input, handler, logger });
}

/** Answers a drop: paths as the preload found them. */
export function answerAddPaths(uploader: Uploader, input: readonly unknown[], logger: Logger): Promise<Reply<unknown>> {
  return answer({ name: 'addPaths', schema: addPathsSchema, input, handler: uploader.addPaths, logger });
}

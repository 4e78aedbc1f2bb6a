// Request bodies that are no uploads: reading them, and the parameters in them.
import type { IncomingMessage } from 'node:http';
import { RestError } from './errors.ts';
import { type Params, parseQuery } from './params.ts';

const MAX_BODY = 16 * 1024 * 1024;

/** The whole body; of one that is far too large, the beginning. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY) chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Parameters from the body. A JSON body under another type is nothing (platform facts, section 11). */
export function bodyParams(body: Buffer, contentType: string | undefined): Params | RestError {
  if (body.length === 0) return {};
  if (/^application\/([\w!#$&-^.+]+\+)?json\b/i.test(contentType ?? '')) {
    try {
      const value: unknown = JSON.parse(body.toString('utf8'));
      return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Params) : {};
    } catch {
      return new RestError('rest_invalid_json', 'Invalid JSON body passed.', 400, {
        json_error_code: 4,
        json_error_message: 'Syntax error',
      });
    }
  }
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType ?? '')) return parseQuery(body.toString('utf8'));
  return {};
}

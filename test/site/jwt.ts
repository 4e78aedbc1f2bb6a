// JSON web tokens as the token plugins make and read them: HS256, with the words of the library they share.
import { createHmac, timingSafeEqual } from 'node:crypto';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function sign(text: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}

export function encodeJwt(payload: object, secret: string): string {
  const text = `${encode({ typ: 'JWT', alg: 'HS256' })}.${encode(payload)}`;
  return `${text}.${sign(text, secret).toString('base64url')}`;
}

function decode(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** The payload, or the message of what is wrong. `now` in seconds since 1970. */
export function decodeJwt(token: string, secret: string, now: number): Record<string, unknown> | string {
  const [head, body, signature, ...more] = token.split('.');
  if (head === undefined || body === undefined || signature === undefined || more.length > 0) {
    return 'Wrong number of segments';
  }
  const header = decode(head);
  if (!header) return 'Invalid header encoding';
  const payload = decode(body);
  if (!payload) return 'Invalid claims encoding';
  if (typeof header.alg !== 'string' || header.alg === '') return 'Empty algorithm';
  if (header.alg !== 'HS256') return 'Incorrect key for this algorithm';
  const given = Buffer.from(signature, 'base64url');
  const right = sign(`${head}.${body}`, secret);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return 'Signature verification failed';
  const early = [payload.nbf, payload.iat].map(Number).find((time) => time > now);
  if (early !== undefined) {
    return `Cannot handle token prior to ${new Date(early * 1000).toISOString().slice(0, 19)}+0000`;
  }
  return Number(payload.exp) <= now ? 'Expired token' : payload;
}

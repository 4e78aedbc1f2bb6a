// Answers that a server compressed although it was asked not to: unpacked, and never to more than was wanted.
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { HttpAnswer } from '../ports.ts';

const unzip = promisify(zlib.unzip);
const brotliDecompress = promisify(zlib.brotliDecompress);
const zstdDecompress = promisify(zlib.zstdDecompress);

type Unpack = (body: Uint8Array, limits: { readonly maxOutputLength: number }) => Promise<Uint8Array>;

const unpackers: ReadonlyMap<string, Unpack> = new Map<string, Unpack>([
  ['gzip', unzip],
  ['x-gzip', unzip],
  ['deflate', unzip],
  ['br', brotliDecompress],
  ['zstd', zstdDecompress],
]);

/**
 * The answer as it was meant; `max` bytes of it at most are ever made, on another thread. What cannot be unpacked, or is more than
 * that, comes without a body and says so in `cut`: its status line counts all the same.
 */
export async function unpacked(answer: HttpAnswer, max: number): Promise<HttpAnswer> {
  const { 'content-encoding': coding = 'identity', ...headers } = answer.headers;
  if (answer.cut !== null || answer.body.length === 0 || coding.trim().toLowerCase() === 'identity') return answer;
  try {
    const unpack = unpackers.get(coding.trim().toLowerCase());
    if (!unpack) throw new Error(`No such coding: ${coding}`);
    return { ...answer, headers, body: await unpack(answer.body, { maxOutputLength: max }) };
  } catch (error) {
    const isTooMuch = error instanceof RangeError;
    return { ...answer, body: new Uint8Array(), cut: isTooMuch ? 'enough' : 'protocol' };
  }
}

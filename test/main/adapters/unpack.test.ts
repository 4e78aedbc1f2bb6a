// Answers that were compressed although nobody asked for it: what is unpacked, what is left as it is, and what has no body any more.
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { unpacked } from '../../../main/adapters/unpack.ts';
import type { HttpAnswer } from '../../../main/ports.ts';

const plain = Buffer.from('[42, "text"]');
const given = (body: Uint8Array, coding: string | null, cut: HttpAnswer['cut'] = null): HttpAnswer => ({
  ...{ status: 201, body, cut },
  headers: { 'x-a': 'b', ...(coding === null ? {} : { 'content-encoding': coding }) },
});

it.each([
  ['gzip', gzipSync(plain)],
  ['x-gzip', gzipSync(plain)],
  [' GZip ', gzipSync(plain)],
  ['deflate', deflateSync(plain)],
  ['br', brotliCompressSync(plain)],
  ['zstd', zstdCompressSync(plain)],
])('with %s is unpacked, and says no more that it was packed', async (coding, body) => {
  const answer = await unpacked(given(body, coding), plain.length);
  expect({ ...answer, body: Buffer.from(answer.body).toString() }).toEqual({
    ...{ status: 201, headers: { 'x-a': 'b' }, body: plain.toString(), cut: null },
  });
});

it.each([
  ['in no coding', given(plain, null)],
  ['as it is', given(plain, ' Identity ')],
  ['without a body', given(new Uint8Array(), 'gzip')],
  ['that was cut', given(gzipSync(plain).subarray(0, 9), 'gzip', 'enough')],
])('%s is left alone', async (_, answer) => {
  expect(await unpacked(answer, 1)).toBe(answer);
});

it.each([
  ['in a coding that nobody knows', plain, 'snake', 100, 'protocol'],
  ['in two codings', gzipSync(gzipSync(plain)), 'gzip, gzip', 100, 'protocol'],
  ['that is not packed at all', plain, 'gzip', 100, 'protocol'],
  ['of more than was wanted', gzipSync(plain), 'gzip', plain.length - 1, 'enough'],
] as const)('%s keeps its status and has no body', async (_, body, coding, max, cut) => {
  const answer = given(body, coding);
  expect(await unpacked(answer, max)).toEqual({ ...answer, body: new Uint8Array(), cut });
});

// What the bytes of a file say: a video or none, whole or not, for every container that can tell.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recognise } from '../../../main/ingest/recognise.ts';
import type { OpenFile } from '../../../main/ports.ts';
import { fixture } from '../../engine/engine.ts';

/** Bytes as an open file. */
function opened(bytes: Uint8Array): OpenFile {
  return {
    read: async (buffer, offset, length, position) => {
      const part = bytes.subarray(position, position + length);
      buffer.set(part, offset);
      return part.length;
    },
    stat: () => Promise.reject(new Error('not asked for')),
    close: async () => {},
  };
}
const look = (bytes: Uint8Array) => recognise(opened(bytes), bytes.length);
const bytesOf = (name: string): Buffer => readFileSync(fixture(name));
const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
const uint32 = (value: number, little = false): Buffer => {
  const bytes = Buffer.alloc(4);
  if (little) bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
};
const uint64 = (value: number, little = false): Buffer => {
  const bytes = Buffer.alloc(8);
  if (little) bytes.writeBigUInt64LE(BigInt(value));
  else bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
};
const noise = (length: number): Buffer => Buffer.alloc(length, 'noise ');
const box = (type: string, body: Buffer): Buffer => Buffer.concat([uint32(body.length + 8), ascii(type), body]);
const ftyp = box('ftyp', ascii('isom\0\0\0\0isom'));
const moov = box('moov', noise(100));
const mdat = box('mdat', noise(6_000));

describe('real clips', () => {
  const clips = readdirSync(fixture('.')).filter((name) => /\.(mp4|mov|webm)$/.test(name));

  it.each(clips)('%s is whole', async (name) => {
    expect(await look(bytesOf(name))).toMatchObject({ kind: 'video', ending: 'proven' });
  });

  it.each(clips)('no beginning of %s is taken for the whole', async (name) => {
    const bytes = bytesOf(name);
    for (let length = 1; length < bytes.length; length += Math.ceil(bytes.length / 97)) {
      const found = await look(bytes.subarray(0, length));
      expect(found.kind === 'video' ? found.ending : found.kind).not.toBe('proven');
    }
  });

  it.each(clips)('%s in room that is still being filled is open or unfinished', async (name) => {
    const bytes = bytesOf(name);
    const room = Buffer.alloc(bytes.length);
    bytes.copy(room, 0, 0, bytes.length - 6_000);
    const found = await look(room);
    expect(found.kind === 'video' ? found.ending : found.kind).toMatch(/^(open|unfinished)$/);
  });
});

describe('containers by their own words', () => {
  const ebml = (size: Buffer, body: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x88]),
      Buffer.from([0x42, 0x82, 0x84]),
      ascii('matr\0'),
      Buffer.from([0x18, 0x53, 0x80, 0x67]),
      size,
      body,
    ]);
  const vint = (value: number): Buffer => Buffer.from([0x40 | (value >> 8), value & 0xff]);
  const riff = (length: number, body: Buffer): Buffer =>
    Buffer.concat([ascii('RIFF'), uint32(length, true), ascii('AVI '), body]);
  const asf = (told: number, flags: number): Buffer =>
    Buffer.concat([
      Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'),
      Buffer.concat([uint64(134, true), uint32(1, true), Buffer.from([1, 2])]),
      Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex'),
      uint64(104, true),
      Buffer.alloc(16),
      uint64(told, true),
      Buffer.alloc(40),
      uint32(flags, true),
      Buffer.alloc(12),
      noise(6_000),
    ]);
  const mxf = (kind: number, footerAt: number, end: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from([0x06, 0x0e, 0x2b, 0x34, 2, 5, 1, 1, 0x0d, 1, 2, 1, 1, 2, kind, 0, 0x83, 0, 0, 88]),
      Buffer.alloc(8),
      uint64(0),
      uint64(0),
      uint64(footerAt),
      noise(5_000),
      end,
    ]);
  const footer = Buffer.concat([Buffer.from([0x06, 0x0e, 0x2b, 0x34]), noise(40)]);

  it.each<[string, Buffer, string]>([
    ['MP4 with its index behind', Buffer.concat([ftyp, mdat, moov]), 'proven'],
    ['MP4 without an index', Buffer.concat([ftyp, mdat]), 'unfinished'],
    ['MP4 cut off between its index and its pictures', Buffer.concat([ftyp, moov]), 'open'],
    ['MP4 cut off in the head of its pictures', Buffer.concat([ftyp, moov, mdat.subarray(0, 5)]), 'open'],
    ['MP4 cut off', Buffer.concat([ftyp, moov, mdat]).subarray(0, -1), 'unfinished'],
    ['MP4 with an index and an end of zeros', Buffer.concat([ftyp, moov, box('mdat', Buffer.alloc(6_000))]), 'open'],
    [
      'MP4 with a few bytes of the recorder’s own behind it',
      Buffer.concat([ftyp, mdat, moov, Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 9])]),
      'untold',
    ],
    ['MP4 in fragments, being recorded', Buffer.concat([ftyp, moov, box('moof', noise(50)), mdat]), 'open'],
    [
      'MP4 in fragments, closed',
      Buffer.concat([ftyp, moov, box('moof', noise(50)), mdat, box('mfra', noise(20))]),
      'proven',
    ],
    ['Matroska whole', ebml(vint(5_000), noise(5_000)), 'proven'],
    ['Matroska cut off', ebml(vint(5_001), noise(5_000)), 'cut'],
    ['Matroska being recorded', ebml(Buffer.from([0x01, 255, 255, 255, 255, 255, 255, 255]), noise(5_000)), 'open'],
    ['Matroska with more behind it', ebml(vint(4_000), noise(5_000)), 'untold'],
    ['AVI whole', riff(5_004, noise(5_000)), 'proven'],
    ['AVI in two lists', Buffer.concat([riff(5_004, noise(5_000)), riff(5_004, noise(5_000))]), 'proven'],
    ['AVI cut off', riff(9_000, noise(5_000)), 'cut'],
    ['AVI being recorded', riff(0, noise(5_000)), 'open'],
    ['ASF whole', asf(6_134, 2), 'proven'],
    ['ASF cut off', asf(7_000, 2), 'cut'],
    ['ASF being recorded', asf(0, 1), 'open'],
    ['MXF whole', mxf(4, 5_052, footer), 'proven'],
    ['MXF being recorded', mxf(1, 0, noise(44)), 'open'],
    ['MXF cut off', mxf(4, 9_000, noise(44)), 'cut'],
    [
      'MPEG with its end',
      Buffer.concat([Buffer.from([0, 0, 1, 0xba]), noise(5_000), Buffer.from([0, 0, 1, 0xb9])]),
      'proven',
    ],
    ['MPEG without', Buffer.concat([Buffer.from([0, 0, 1, 0xba]), noise(5_000)]), 'untold'],
    [
      'a transport stream',
      Buffer.concat(Array.from({ length: 40 }, () => Buffer.concat([Buffer.from([0x47]), noise(187)]))),
      'untold',
    ],
    ['a picture in the same kind of boxes', Buffer.concat([box('ftyp', ascii('avif\0\0\0\0mif1')), mdat]), 'not-video'],
    ['words', ascii('These are only words, whatever the name says.'), 'not-video'],
  ])('%s: %s', async (_name, bytes, expected) => {
    const found = await look(bytes);
    expect(found.kind === 'video' ? found.ending : found.kind).toBe(expected);
  });
});

// What the bytes of a file say: a video or none, whole or not, for every container that can tell.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasHollow } from '../../../main/ingest/container-end.ts';
import { recognise } from '../../../main/ingest/recognise.ts';
import type { OpenFile } from '../../../main/ports.ts';
import { fixture } from '../../engine/engine.ts';

let longestRead = 0;
let reads = 0;

/** Bytes as an open file. */
function opened(bytes: Uint8Array): OpenFile {
  return {
    read: async (buffer, offset, length, position) => {
      if (position < 0) throw new Error('no file begins before its beginning');
      reads++;
      longestRead = Math.max(longestRead, length);
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
  /** Whole: behind its magic and `head` lies the Segment. */
  const matroska = (
    head: readonly number[],
    segment = [0x18, 0x53, 0x80, 0x67],
    size = [0x84],
    body: Buffer = ascii('four'),
  ) => Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3, ...head, ...segment, ...size]), body]);
  const ebml = (size: Buffer, body: Buffer): Buffer =>
    matroska([0x88, 0x42, 0x82, 0x84, ...ascii('matr\0')], undefined, [...size], body);
  const vint = (value: number): Buffer => Buffer.from([0x40 | (value >> 8), value & 0xff]);
  const riff = (length: number, body: Buffer): Buffer =>
    Buffer.concat([ascii('RIFF'), uint32(length, true), ascii('AVI '), body]);
  const asfObject = (id: string, length: number, body: Buffer): Buffer =>
    Buffer.concat([Buffer.from(id.repeat(16), 'hex'), uint64(length, true), body]);
  /** `before` = objects in front of the one that names the file's size. */
  const asf = (told: number, flags: number, before: Buffer = Buffer.alloc(0)): Buffer =>
    Buffer.concat([
      Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'),
      Buffer.concat([uint64(134, true), uint32(1, true), Buffer.from([1, 2])]),
      before,
      Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex'),
      uint64(104, true),
      Buffer.alloc(16),
      uint64(told, true),
      Buffer.alloc(40),
      uint32(flags, true),
      Buffer.alloc(12),
      noise(6_000),
    ]);
  const mxf = (kind: number, footerAt: number, end: Buffer, length = [0x83, 0, 0, 88], pack = 2): Buffer =>
    Buffer.concat([
      Buffer.from([0x06, 0x0e, 0x2b, 0x34, 2, 5, 1, 1, 0x0d, 1, 2, 1, 1, pack, kind, 0, ...length]),
      Buffer.alloc(8),
      uint64(0),
      uint64(0),
      uint64(footerAt),
      noise(5_000),
      end,
    ]);
  const unknown = Buffer.from([0x01, 255, 255, 255, 255, 255, 255, 255]);
  const cluster = (length: number): Buffer =>
    Buffer.concat([Buffer.from([0x1f, 0x43, 0xb6, 0x75]), vint(length), noise(length)]);
  const stream = (count: number, length: number, sync: number): Buffer => {
    const all = noise(count * length);
    for (let at = sync; at < all.length; at += length) all[at] = 0x47;
    return all;
  };
  const pack = Buffer.from([0, 0, 1, 0xba, 0x44, ...Buffer.alloc(8, 1), 0xf8]);
  const packet = (length: number): Buffer =>
    Buffer.concat([Buffer.from([0, 0, 1, 0xe0, length >> 8, length & 0xff]), noise(length)]);
  const flash = Buffer.concat([ascii('FLV'), Buffer.from([1, 5, 0, 0, 0, 9]), uint32(0)]);
  const tag = (kind: number, length: number): Buffer =>
    Buffer.concat([
      Buffer.from([kind, ...uint32(length).subarray(1)]),
      Buffer.alloc(7),
      noise(length),
      uint32(length + 11),
    ]);
  const page = (kind: number, length: number, inside = ''): Buffer => {
    const parts = Math.ceil(length / 255);
    const lengths = Array.from({ length: parts }, (_, at) => Math.min(255, length - at * 255));
    const body = noise(length);
    body.write(inside, 100, 'latin1');
    return Buffer.concat([ascii('OggS'), Buffer.from([0, kind]), noise(20), Buffer.from([parts, ...lengths]), body]);
  };
  /** Each track is one chunk from its place to its end; the file is `bytes` long. `short` = bytes that its index lacks. */
  const endless = (
    tracks: readonly (readonly [number, number])[],
    bytes: number,
    isLong = false,
    short = 0,
    equal = 0,
    count = 2,
  ): Buffer => {
    const table = (type: string, ...numbers: readonly Buffer[]): Buffer =>
      box(type, Buffer.concat([uint32(0), ...numbers]));
    const index = box(
      'moov',
      Buffer.concat(
        tracks.map(([from, end]) => {
          const place = isLong ? table('co64', uint32(1), uint64(from)) : table('stco', uint32(1), uint32(from));
          const sizes = table('stsz', uint32(equal), uint32(count), uint32(10), uint32(end - from - 10)).subarray(
            short,
          );
          const tables = [sizes, table('stsc', uint32(1), uint32(1), uint32(count), uint32(1)), place];
          return box('trak', box('mdia', box('minf', box('stbl', Buffer.concat(tables)))));
        }),
      ),
    );
    const head = Buffer.concat([ftyp, index, uint32(0), ascii('mdat')]);
    return Buffer.concat([head, noise(bytes - head.length)]);
  };
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
    [
      'MP4 with bytes behind it of which some could be letters',
      Buffer.concat([ftyp, mdat, moov, uint32(8), ascii('a\x01b\x02')]),
      'untold',
    ],
    [
      'MP4 with pictures that go to its end',
      Buffer.concat([ftyp, moov, uint32(0), ascii('mdat'), noise(6_000)]),
      'open',
    ],
    ['MP4 with pictures that go to its end, all that its index names', endless([[400, 800]], 800), 'proven'],
    [
      'the same, of several tracks and with more behind',
      endless(
        [
          [400, 500],
          [500, 700],
        ],
        800,
      ),
      'proven',
    ],
    [
      'the same, without what its index names last',
      endless(
        [
          [400, 500],
          [500, 700],
        ],
        699,
      ),
      'ragged',
    ],
    ['the same, with places of eight bytes', endless([[400, 800]], 799, true), 'ragged'],
    ['the same, of samples of one size', endless([[400, 800]], 800, false, 0, 200), 'proven'],
    ['the same, of samples of one size, the last not all there', endless([[400, 800]], 800, false, 0, 201), 'ragged'],
    ['the same, whose index breaks off', endless([[400, 800]], 700, false, 5), 'open'],
    ['MP4 with pictures to its end and no index of samples', endless([], 800), 'open'],
    [
      'MP4 with pictures of a long length',
      Buffer.concat([ftyp, moov, uint32(1), ascii('mdat'), uint64(6_016), noise(6_000)]),
      'proven',
    ],
    [
      'MP4 with pictures of a long length that is cut off',
      Buffer.concat([ftyp, moov, mdat, uint32(1), ascii('free'), uint32(0)]),
      'untold',
    ],
    ['MP4 with a box of impossible length', Buffer.concat([ftyp, moov, mdat, uint32(7), ascii('free')]), 'untold'],
    ['MP4 with empty pictures at its end', Buffer.concat([ftyp, moov, box('mdat', Buffer.alloc(0))]), 'proven'],
    ['MP4 with pictures that are called like a photo', Buffer.concat([box('mdat', ascii('avif....')), moov]), 'proven'],
    [
      'MP4 of as many boxes as are looked at',
      Buffer.concat([ftyp, ...Array.from({ length: 9_998 }, () => box('free', Buffer.alloc(0))), moov, mdat]),
      'open',
    ],
    [
      'MP4 of more boxes than that',
      Buffer.concat([ftyp, ...Array.from({ length: 9_999 }, () => box('free', Buffer.alloc(0))), moov, mdat]),
      'unfinished',
    ],
    [
      'MP4 in fragments without an index in front',
      Buffer.concat([ftyp, box('moof', noise(50)), mdat, box('mfra', noise(20))]),
      'proven',
    ],
    [
      'MP4 in fragments without pictures',
      Buffer.concat([ftyp, moov, box('moof', noise(50)), box('mfra', noise(20))]),
      'proven',
    ],
    ['MP4 in fragments without an index at all', Buffer.concat([ftyp, box('moof', noise(50)), mdat]), 'open'],
    ['MP4 in fragments, being recorded', Buffer.concat([ftyp, moov, box('moof', noise(50)), mdat]), 'open'],
    [
      'MP4 in fragments, closed',
      Buffer.concat([ftyp, moov, box('moof', noise(50)), mdat, box('mfra', noise(20))]),
      'proven',
    ],
    ['Matroska whole', ebml(vint(5_000), noise(5_000)), 'proven'],
    ['Matroska cut off', ebml(vint(5_001), noise(5_000)), 'cut'],
    ['Matroska being recorded', ebml(unknown, Buffer.concat([cluster(3_000), cluster(2_000)])), 'open'],
    ['Matroska being recorded, in the middle of a cluster', ebml(unknown, cluster(3_000).subarray(0, -1)), 'ragged'],
    ['Matroska being recorded, in the head of a cluster', ebml(unknown, cluster(3_000).subarray(0, 5)), 'ragged'],
    [
      'Matroska being recorded, its clusters of unknown length, too',
      ebml(unknown, Buffer.concat([Buffer.from([0x1f, 0x43, 0xb6, 0x75]), unknown, noise(3_000)])),
      'open',
    ],
    ['Matroska with more behind it', ebml(vint(4_000), noise(5_000)), 'untold'],
    ['Matroska whose head says no length', matroska([0xff]), 'untold'],
    ['Matroska whose head begins with no number', matroska([0, 0, 0, 0, 0, 0, 0, 0, 0]), 'untold'],
    ['Matroska that ends in the length of its head', matroska([0x42], [], [], Buffer.alloc(0)), 'untold'],
    ['Matroska with another thing for a Segment', matroska([0x80], [0x18, 0x54, 0x80, 0x67]), 'untold'],
    ['Matroska that ends in the length of its Segment', matroska([0x80], undefined, [0x40], Buffer.alloc(0)), 'untold'],
    ['Matroska with an empty Segment', matroska([0x80], undefined, [0x80], Buffer.alloc(0)), 'proven'],
    ['Matroska of a few bytes', matroska([0x80]), 'proven'],
    ['AVI with something behind it', Buffer.concat([riff(5_004, noise(5_000)), ascii('JUNKmore and more')]), 'untold'],
    ['AVI with half a head behind it', Buffer.concat([riff(5_004, noise(5_000)), ascii('RIFF')]), 'untold'],
    ['AVI with other bytes behind it', Buffer.concat([riff(5_004, noise(5_000)), ascii('more')]), 'untold'],
    [
      'AVI in two lists, the first of odd length',
      Buffer.concat([riff(5_003, noise(5_000)), riff(5_004, noise(5_000))]),
      'proven',
    ],
    ['AVI of odd length without its last byte of padding', riff(5_003, noise(4_999)), 'proven'],
    ['AVI that lacks more than that', riff(5_005, noise(4_999)), 'cut'],
    ['AVI whole', riff(5_004, noise(5_000)), 'proven'],
    ['AVI in two lists', Buffer.concat([riff(5_004, noise(5_000)), riff(5_004, noise(5_000))]), 'proven'],
    ['AVI cut off', riff(9_000, noise(5_000)), 'cut'],
    ['AVI being recorded', riff(0, noise(5_000)), 'open'],
    ['ASF whole', asf(6_134, 2), 'proven'],
    ['ASF cut off', asf(7_000, 2), 'cut'],
    ['ASF being recorded', asf(0, 1), 'open'],
    ['ASF with more behind it', asf(6_000, 2), 'untold'],
    ['ASF with other objects first', asf(6_134 + 224, 2, asfObject('11', 224, noise(200))), 'proven'],
    ['ASF with the smallest object first', asf(6_134 + 24, 2, asfObject('11', 24, Buffer.alloc(0))), 'proven'],
    ['ASF with an object of no length', asf(6_134, 2, asfObject('11', 0, Buffer.alloc(0))), 'untold'],
    ['ASF that ends in the head of an object', asf(6_134, 2).subarray(0, 30 + 20), 'untold'],
    ['ASF that ends before it says its size', asf(6_134, 2).subarray(0, 30 + 91), 'untold'],
    ['ASF that ends as it has said its size', asf(6_134, 2).subarray(0, 30 + 92), 'cut'],
    ['MXF with a short length', mxf(4, 5_049, footer, [88]), 'proven'],
    ['MXF with the longest length that is looked into', mxf(4, 5_064, footer, [0x8f, ...Buffer.alloc(15)]), 'proven'],
    ['MXF with a longer length', mxf(4, 5_065, footer, [0x90, ...Buffer.alloc(16)]), 'untold'],
    ['MXF that begins with something else', mxf(4, 5_052, footer, undefined, 3), 'untold'],
    ['MXF of a few bytes', mxf(4, 5_052, footer).subarray(0, 50), 'untold'],
    ['MXF that names no footer', mxf(4, 0, footer), 'untold'],
    ['MXF with the smallest footer', mxf(4, 5_052, footer.subarray(0, 16)), 'proven'],
    ['MXF with less than that', mxf(4, 5_052, footer.subarray(0, 15)), 'cut'],
    ['MXF with something else for a footer', mxf(4, 5_052, Buffer.concat([ascii('\x06\x0e+5'), noise(40)])), 'open'],
    ['MXF whole', mxf(4, 5_052, footer), 'proven'],
    ['MXF being recorded', mxf(1, 0, noise(44)), 'open'],
    ['MXF cut off', mxf(4, 9_000, noise(44)), 'cut'],
    [
      'MPEG with its end',
      Buffer.concat([Buffer.from([0, 0, 1, 0xba]), noise(5_000), Buffer.from([0, 0, 1, 0xb9])]),
      'proven',
    ],
    ['MPEG without', Buffer.concat([pack, packet(5_000), packet(900)]), 'untold'],
    ['MPEG in the middle of a packet', Buffer.concat([pack, packet(5_000), packet(900)]).subarray(0, -1), 'ragged'],
    ['MPEG that ends after the head of a pack', Buffer.concat([pack, packet(5_000), pack]), 'ragged'],
    ['MPEG of pictures alone', Buffer.concat([Buffer.from([0, 0, 1, 0xb3]), noise(5_000)]), 'untold'],
    [
      'MPEG of pictures alone, with their end',
      Buffer.concat([Buffer.from([0, 0, 1, 0xb3]), noise(5_000), Buffer.from([0, 0, 1, 0xb7])]),
      'proven',
    ],
    ['a transport stream', stream(40, 188, 0), 'untold'],
    ['a transport stream in the middle of a packet', stream(40, 188, 0).subarray(0, -1), 'ragged'],
    ['a transport stream with something else for its last packet', stream(40, 188, 0).fill(0x41, 39 * 188), 'ragged'],
    ['AVCHD', stream(40, 192, 4), 'untold'],
    ['AVCHD in the middle of a packet', stream(40, 192, 4).subarray(0, -100), 'ragged'],
    ['FLV', Buffer.concat([flash, tag(9, 3_000), tag(8, 70_000)]), 'untold'],
    ['FLV in the middle of a tag', Buffer.concat([flash, tag(9, 3_000), tag(8, 70_000)]).subarray(0, -9), 'ragged'],
    ['FLV without a tag', flash, 'ragged'],
    ['FLV with something else for a tag', Buffer.concat([flash, tag(7, 3_000)]), 'ragged'],
    ['Ogg', Buffer.concat([page(2, 3_000), page(0, 60_000)]), 'untold'],
    ['Ogg with its end', Buffer.concat([page(2, 3_000), page(4, 3_000)]), 'proven'],
    ['Ogg with words of its own in its pictures', Buffer.concat([page(2, 3_000), page(0, 3_000, 'OggS')]), 'untold'],
    ['Ogg in the middle of a page', Buffer.concat([page(2, 3_000), page(4, 3_000)]).subarray(0, -1), 'ragged'],
    ['a picture in the same kind of boxes', Buffer.concat([box('ftyp', ascii('avif\0\0\0\0mif1')), mdat]), 'not-video'],
    ['words', ascii('These are only words, whatever the name says.'), 'not-video'],
  ])('%s', async (_, bytes, expected) => {
    const found = await look(bytes);
    expect(found.kind === 'video' ? found.ending : found.kind).toBe(expected);
  });

  it('an index of a few bytes that names thousands of millions of samples holds nobody up', async () => {
    const bytes = endless([[400, 800]], 800, false, 0, 1, 0xffffffff);
    expect(await look(bytes)).toMatchObject({ ending: 'ragged' });
  }, 10_000);
});

describe('a format', () => {
  const stream = (size: number, at: number): Buffer => {
    const bytes = noise(3 * size);
    for (const packet of [0, 1, 2]) bytes[packet * size + at] = 0x47;
    return bytes;
  };
  const boxed = (brand: string): Buffer => Buffer.concat([box('ftyp', ascii(`${brand}....`)), moov, mdat]);

  it.each<[string, Buffer, string | null]>([
    ['a brand of QuickTime', boxed('qt  '), 'mov'],
    ['another brand', boxed('isom'), 'mp4'],
    ['a brand of phones', boxed('3gp5'), '3gp'],
    ['a brand that only ends like one', boxed('x3gp'), 'mp4'],
    ...['avif', 'avis', 'heic', 'heix', 'mif1', 'msf1'].map((brand): [string, Buffer, null] => [
      `a brand of photos: ${brand}`,
      boxed(brand),
      null,
    ]),
    ...['moov', 'mdat', 'wide', 'free', 'skip', 'pnot', 'styp'].map((type): [string, Buffer, string] => [
      `no brand, but the box ${type}`,
      Buffer.concat([box(type, noise(8)), moov, mdat]),
      'mov',
    ]),
    ['another box', Buffer.concat([box('meta', noise(8)), moov, mdat]), null],
    ['EBML of the web', Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), ascii('....webm'), noise(90)]), 'webm'],
    [
      'EBML of the web, said too late',
      Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), noise(60), ascii('webm')]),
      'mkv',
    ],
    ['half of EBML', Buffer.from([0x1a, 0x45, 0xdf]), null],
    ['RIFF with pictures', ascii('RIFF....AVI LIST'), 'avi'],
    ['RIFF with sound', ascii('RIFF....WAVEfmt '), null],
    ['no RIFF', ascii('RIFX....AVI LIST'), null],
    ['Flash', ascii('FLV....'), 'flv'],
    ['no Flash', ascii('FLAC...'), null],
    ['ASF', Buffer.from('3026b2758e66cf11', 'hex'), 'wmv'],
    ['MPEG by its pack', Buffer.from([0, 0, 1, 0xba]), 'mpeg'],
    ['MPEG by its sequence', Buffer.from([0, 0, 1, 0xb3]), 'mpeg'],
    ['MPEG by nothing that there is', Buffer.from([0, 0, 1, 0xb4]), null],
    ['a transport stream', stream(188, 0), 'ts'],
    ['a transport stream of a camera', stream(192, 4), 'm2ts'],
    ['one packet alone', stream(188, 0).subarray(0, 188), null],
    ['a camera’s one packet alone', stream(192, 4).subarray(0, 192), null],
    ['packets that begin by chance', stream(188, 0).fill(1, 0, 1), null],
    ['a camera’s packets that begin by chance', stream(192, 4).fill(1, 0, 5), null],
    ['Ogg', ascii('OggS....'), 'ogv'],
    ['MXF', Buffer.from([0x06, 0x0e, 0x2b, 0x34]), 'mxf'],
  ])('is known by %s', async (_, bytes, format) => {
    const found = await look(bytes);
    expect(found.kind === 'video' ? found.format : null).toBe(format);
    if (format === null) expect(found).toEqual({ kind: 'not-video' });
  });

  it('is found with a few kilobytes, however large the file is', async () => {
    longestRead = 0;
    await look(Buffer.concat([ftyp, moov, box('mdat', noise(1_000_000))]));
    expect(longestRead).toBe(4_096);
  });

  it('of a file that shrinks meanwhile is one that is not whole', async () => {
    const bytes = Buffer.concat([ftyp, moov, mdat]);
    const found = await recognise(opened(bytes), bytes.length + 20);
    expect(found).toEqual({ kind: 'unfinished' });
  });

  it.each<[string, (bytes: Buffer) => Buffer, boolean]>([
    ['with pictures all over', (bytes) => bytes, false],
    ['with a place in its middle that was never written', (bytes) => bytes.fill(0, 400_000, 480_000), true],
    ['with a few zeros', (bytes) => bytes.fill(0, 400_000, 401_000), false],
    ['of which only both ends were written', (bytes) => bytes.fill(0, 9_000, bytes.length - 9_000), true],
  ])('a film %s is hollow or not', async (_, change, hollow) => {
    const bytes = change(Buffer.concat([ftyp, moov, box('mdat', noise(1_000_000))]));
    expect(await look(bytes)).toMatchObject({ ending: 'proven' });
    expect(await hasHollow(opened(bytes), bytes.length)).toBe(hollow);
  });

  it('what is dropped is known by a few reads: nobody asks for the middle of it', async () => {
    const bytes = Buffer.concat([ftyp, moov, box('mdat', noise(1_000_000))]);
    reads = 0;
    expect(await look(bytes)).toMatchObject({ ending: 'proven' });
    expect(reads).toBeLessThan(10);
  });

  it('a short film is hollow where a short piece is missing', async () => {
    const bytes = Buffer.concat([ftyp, moov, box('mdat', noise(20_000))]);
    expect(await hasHollow(opened(bytes), bytes.length)).toBe(false);
    expect(await hasHollow(opened(bytes.fill(0, 9_000, 11_000)), bytes.length)).toBe(true);
    expect(await look(bytes)).toMatchObject({ ending: 'proven' });
  });
});

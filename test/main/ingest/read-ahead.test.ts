// A file that is read ahead says the same as the file, and asks its disk less.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readAhead } from '../../../main/ingest/read-ahead.ts';
import { recognise } from '../../../main/ingest/recognise.ts';
import { FileError, type OpenFile } from '../../../main/ports.ts';
import { fixture } from '../../engine/engine.ts';

/** Bytes as an open file that gives at most `most` at a time, as disks may. */
function opened(bytes: Uint8Array, most = Number.POSITIVE_INFINITY) {
  const reads: number[] = [];
  let closed = 0;
  const file: OpenFile = {
    read: async (buffer, offset, length, position) => {
      const part = bytes.subarray(position, position + Math.min(length, most));
      reads.push(part.length);
      buffer.set(part, offset);
      return part.length;
    },
    stat: () => Promise.reject(new FileError('failed', 'not asked for')),
    close: async () => {
      closed++;
    },
  };
  return { file, reads, closed: () => closed };
}
const numbered = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => (at * 7 + (at >> 8)) & 255);
async function partOf(file: OpenFile, length: number, position: number): Promise<number[]> {
  const buffer = new Uint8Array(length + 2).fill(99);
  const got = await file.read(buffer, 1, length, position);
  expect([buffer[0], ...buffer.subarray(1 + got)]).toEqual(Array.from({ length: length + 2 - got }, () => 99));
  return [...buffer.subarray(1, 1 + got)];
}

describe.each([0, 1, 4_095, 4_096, 4_097, 128 * 1024, 128 * 1024 + 1])('of %d bytes', (size) => {
  it.each([Number.POSITIVE_INFINITY, 1_000])(
    'every part is what the file has there, also from a disk that gives %d at a time',
    async (most) => {
      const bytes = numbered(size);
      const ahead = readAhead(opened(bytes, most).file, size);
      const places = [0, 1, 4_000, 4_095, 4_096, 5_000, size - 9, size - 1, size, size + 1, size + 5_000];
      for (const position of places.filter((place) => place >= 0))
        for (const length of [0, 1, 16, 900])
          expect(await partOf(ahead, length, position)).toEqual([...bytes.subarray(position, position + length)]);
    },
  );
});

it('a short file is asked for once, whoever reads it and however often at a time', async () => {
  const { file, reads } = opened(numbered(100_000));
  const ahead = readAhead(file, 100_000);
  await Promise.all([0, 50_000, 99_990].map((position) => partOf(ahead, 10, position)));
  await partOf(ahead, 4_096, 95_904);
  expect(reads).toEqual([100_000]);
});

it('of a long one the beginning is asked for once, and the rest as it is wanted', async () => {
  const { file, reads } = opened(numbered(1_000_000));
  const ahead = readAhead(file, 1_000_000);
  for (const position of [0, 8, 4_080, 4_081, 900_000]) await partOf(ahead, 16, position);
  expect(reads).toEqual([4_096, 16, 16]);
});

it('a file that is shorter by now ends where it ends', async () => {
  const { file } = opened(numbered(500));
  const ahead = readAhead(file, 9_000);
  expect(await partOf(ahead, 16, 490)).toHaveLength(10);
  expect(await partOf(ahead, 16, 8_000)).toEqual([]);
});

it('nothing is read before it is wanted; what the disk says against it is told; closing closes', async () => {
  const { file, reads, closed } = opened(numbered(500));
  await readAhead(file, 500).close();
  expect([reads, closed()]).toEqual([[], 1]);
  const refused = new FileError('unreadable', 'no');
  const ahead = readAhead({ ...file, read: () => Promise.reject(refused) }, 500);
  for (let times = 0; times < 2; times++) await expect(ahead.read(new Uint8Array(1), 0, 1, 0)).rejects.toBe(refused);
});

it.each(['C0001.mp4', 'Harbour at dawn.mp4'])(
  'the beginnings of %s are recognised as the same, with two reads',
  async (name) => {
    const bytes = readFileSync(fixture(name));
    for (let length = 1; length <= bytes.length; length += Math.ceil(bytes.length / 50)) {
      const { file, reads } = opened(bytes.subarray(0, length));
      expect(await recognise(readAhead(file, length), length)).toEqual(
        await recognise(opened(bytes.subarray(0, length)).file, length),
      );
      expect(reads.length).toBeLessThanOrEqual(2);
    }
  },
);

// The ring of buffers, on a file that reads as it pleases: what comes out is the clip, byte by byte, or nothing.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Buffers, HashRun, OpenFile } from '../../../main/ports.ts';
import { ClipChanged } from '../../../main/transfer/clip-changed.ts';
import { chunkBytes, createClipRing } from '../../../main/transfer/clip-ring.ts';

/** Byte n of every clip here. */
const byteAt = (n: number): number => (n * 31 + (n >> 8) * 7 + (n >> 16)) & 0xff;
const clipOf = (size: number): Uint8Array => Uint8Array.from({ length: size }, (_, n) => byteAt(n));
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A file that gives at most `most(n)` bytes at its nth read. */
function shortReads(bytes: Uint8Array, most: (read: number) => number): OpenFile {
  let reads = 0;
  return {
    read: async (into, offset, length, position) => {
      const got = bytes.subarray(position, position + Math.min(length, Math.max(1, most(reads++))));
      into.set(got, offset);
      return got.length;
    },
    stat: () => Promise.reject(new Error('nobody asks')),
    close: async () => {},
  };
}

/** Buffers that are made useless when they are given back. */
function lender(): { readonly buffers: Buffers; readonly out: () => number } {
  const lent = new Set<Uint8Array>();
  return {
    out: () => lent.size,
    buffers: {
      take: (bytes) => {
        const buffer = new Uint8Array(new SharedArrayBuffer(bytes));
        lent.add(buffer);
        return buffer;
      },
      give: (buffer) => {
        buffer.fill(0);
        lent.delete(buffer);
      },
    },
  };
}

/** Counts a digest of its own, each piece a little later. */
function lateHash(): { readonly run: HashRun; readonly digest: () => string } {
  const hash = createHash('sha256');
  return {
    run: {
      update: async (bytes) => {
        await Promise.resolve();
        hash.update(bytes);
      },
      digest: async () => '',
      drop: () => {},
    },
    digest: () => hash.digest('hex'),
  };
}

async function all(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const got: Buffer[] = [];
  for await (const chunk of chunks) got.push(Buffer.from(chunk));
  return Buffer.concat(got);
}

test('short reads are made whole, from any place on, and what is hashed is what comes out', {
  tags: 'proof',
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 * chunkBytes }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.infiniteStream(fc.integer({ min: chunkBytes / 8, max: chunkBytes })),
      async (size, part, most) => {
        const clip = clipOf(size);
        const from = Math.floor(size * part);
        const { buffers, out } = lender();
        const ring = createClipRing(
          shortReads(clip, () => most.next().value ?? 1),
          size,
          buffers,
        );
        const hash = lateHash();
        const got = await all(ring.chunks(from, hash.run));
        expect(sha256(got)).toBe(sha256(clip.subarray(from)));
        await ring.release();
        expect(hash.digest()).toBe(sha256(clip.subarray(from)));
        expect(out()).toBe(0);
      },
    ),
    { numRuns: 15 },
  );
});

test.each([
  ['at its beginning', 0],
  ['in its first chunk', 1_000],
  ['in its last chunk', 2 * chunkBytes + 5],
])('a clip that has become shorter %s is told, and no buffer is kept', async (_, there) => {
  const size = 2 * chunkBytes + 1_000;
  const { buffers, out } = lender();
  const ring = createClipRing(
    shortReads(clipOf(there), () => chunkBytes),
    size,
    buffers,
  );
  await expect(all(ring.chunks(0, null))).rejects.toThrow(ClipChanged);
  await ring.release();
  expect(out()).toBe(0);
});

test('nothing is read any more once the request has ended, and a hasher that died holds nothing up (F-08)', async () => {
  const size = 6 * chunkBytes;
  let reads = 0;
  const file = shortReads(clipOf(size), () => {
    reads++;
    return chunkBytes;
  });
  const { buffers, out } = lender();
  const ring = createClipRing(file, size, buffers);
  const dead: HashRun = { ...lateHash().run, update: () => Promise.reject(new Error('the thread is gone')) };
  const chunks = ring.chunks(0, dead);
  await chunks.next();
  await ring.release();
  expect(out()).toBe(0);
  const before = reads;
  await expect(all(chunks)).rejects.toThrow();
  expect(reads).toBe(before);
});

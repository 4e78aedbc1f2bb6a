// Pieces of a chunk: as large as the line takes in a tenth of a second, never so small that undici would not wait for them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPieces, smallestPiece } from '../../../main/transfer/pieces.ts';
import { handClock } from '../queue/hand-clock.ts';

const KiB = 1024;
const MiB = 1024 * KiB;

/** Sizes of the pieces of `chunks` on a line that takes a piece of n bytes in `tookMs(n)`. */
async function sizes(
  chunks: readonly number[],
  tookMs: (bytes: number) => number,
  largest = 2 * MiB,
): Promise<number[][]> {
  const clock = handClock();
  const pieces = createPieces(clock, largest);
  const cut: number[][] = [];
  for (const size of chunks) {
    const got: number[] = [];
    for (const piece of pieces(new Uint8Array(size))) {
      got.push(piece.length);
      await clock.pass(tookMs(piece.length), 0);
    }
    cut.push(got);
  }
  return cut;
}

test('grow on a fast line until they are whole chunks', async () => {
  const cut = await sizes([2 * MiB, 2 * MiB, 2 * MiB], () => 1);
  expect(cut).toEqual([[256 * KiB, 512 * KiB, MiB, 256 * KiB], [2 * MiB], [2 * MiB]]);
});

test('stay as they are where one takes between half a tenth of a second and a whole one', async () => {
  for (const ms of [50, 75, 100]) {
    expect(await sizes([MiB], () => ms)).toEqual([Array(4).fill(256 * KiB)]);
  }
  expect((await sizes([MiB], () => 49))[0]?.[1]).toBe(512 * KiB);
  expect((await sizes([MiB], () => 101))[0]?.[1]).toBe(128 * KiB);
});

test('shrink at once to what a slow line takes in a tenth of a second', async () => {
  // 512 KiB/s: 51.2 KiB in a tenth of a second, and none is smaller than 64 KiB.
  const [cut] = await sizes([MiB], (bytes) => bytes / (512 * 1.024));
  expect(cut?.slice(0, 3)).toEqual([256 * KiB, smallestPiece, smallestPiece]);
  // 2.5 MiB/s: 256 KiB in a tenth of a second.
  const [steady] = await sizes([2 * MiB, 2 * MiB], (bytes) => bytes / (2.5 * 1024 * 1.024));
  expect(new Set(steady)).toEqual(new Set([256 * KiB]));
});

test('a rest that would be smaller than the smallest goes with the piece before it', async () => {
  const odd = 256 * KiB + smallestPiece;
  expect(await sizes([odd - 1], () => 75)).toEqual([[odd - 1]]);
  expect(await sizes([odd], () => 75)).toEqual([[256 * KiB, smallestPiece]]);
});

test('are the bytes of the chunk, whatever the line does; only a whole chunk is ever smaller than the smallest', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 3 * MiB }), { minLength: 1, maxLength: 4 }),
      fc.infiniteStream(fc.integer({ min: 0, max: 400 })),
      async (chunks, times) => {
        const cut = await sizes(chunks, () => times.next().value ?? 0);
        for (const [at, got] of cut.entries()) {
          expect(got.reduce((sum, one) => sum + one, 0)).toBe(chunks[at]);
          if (got.length > 1) expect(Math.min(...got)).toBeGreaterThanOrEqual(smallestPiece);
        }
      },
    ),
    { numRuns: 100 },
  );
});

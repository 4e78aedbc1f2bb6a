// How large pieces are: what passes, and what cuts of the line make worth while.
import { describe, expect, it } from 'vitest';
import { createPieceSize, leastPiece, usualPiece } from '../../../main/transfer/piece-size.ts';

const mib = 1024 * 1024;

it('begins with what is usual, or with what the site takes', () => {
  expect(createPieceSize(64 * mib).next()).toBe(usualPiece);
  expect(createPieceSize(2 * mib).next()).toBe(2 * mib);
  expect(createPieceSize(1).next()).toBe(leastPiece);
});

describe('what does not pass', () => {
  it('is halved until it does, and no further than makes sense', () => {
    const size = createPieceSize(64 * mib);
    const tried: number[] = [];
    while (size.refused(size.next())) tried.push(size.next() / 1024);
    expect(tried).toEqual([4096, 2048, 1024, 512, 256, 128, 64]);
    expect(size.next()).toBe(leastPiece);
  });

  it('is tried again after many that passed', () => {
    const size = createPieceSize(64 * mib);
    size.refused(usualPiece);
    for (let piece = 0; piece < 63; piece++) size.passed(size.next());
    expect(size.next()).toBe(4 * mib);
    size.passed(size.next());
    expect(size.next()).toBe(usualPiece);
  });
});

it('is a whole number of bytes, whatever happened: half a byte cannot be read, and would look like a clip that has become shorter', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const size = createPieceSize(8 * mib - seed);
    for (let step = 0; step < 400; step++) {
      const piece = size.next();
      expect(Number.isInteger(piece)).toBe(true);
      // A bad beginning, after which the line holds longer and longer.
      const chance = step < 10 ? (seed * 7 + step * 13) % 10 : 0;
      if (chance < 6) size.passed(piece);
      else if (chance < 9) size.cut((piece * chance) / 10);
      else size.refused(piece - seed);
    }
  }
});

describe('going ahead', () => {
  it('begins once a piece as large has passed, and ends for good where it was refused', () => {
    const size = createPieceSize(mib);
    expect(size.mayGoAhead()).toBe(false);
    size.passed(mib - 1);
    expect(size.mayGoAhead()).toBe(false);
    size.passed(mib);
    expect(size.mayGoAhead()).toBe(true);
    size.aheadRefused();
    expect(size.mayGoAhead()).toBe(false);
  });

  it('stops on a line whose cuts cost bytes, until it has held for long again', () => {
    const size = createPieceSize(mib);
    for (let passed = 0; passed < 40; passed++) size.passed(mib);
    // The site keeps what came of a piece: such a cut costs nothing.
    size.cut(0);
    expect([size.next(), size.mayGoAhead()]).toEqual([mib, true]);
    size.cut(mib / 2);
    expect(size.mayGoAhead()).toBe(false);
    let held = 0;
    while (!size.mayGoAhead()) {
      held += size.next();
      size.passed(size.next());
    }
    expect(held).toBeGreaterThanOrEqual(32 * mib);
    expect(held).toBeLessThan(35 * mib);
  });

  it('waits again where pieces become too large, and where a larger one is tried', () => {
    const size = createPieceSize(4 * mib);
    size.passed(4 * mib);
    size.refused(4 * mib);
    expect([size.next(), size.mayGoAhead()]).toEqual([2 * mib, true]);
    size.refused(2 * mib);
    expect([size.next(), size.mayGoAhead()]).toEqual([mib, true]);
    size.refused(mib);
    size.passed(mib / 2);
    while (size.next() < mib) size.passed(size.next());
    expect(size.mayGoAhead()).toBe(false);
    size.passed(mib);
    expect(size.mayGoAhead()).toBe(true);
  });
});

describe('a limit that stays', () => {
  /** Bytes that are refused by whoever takes at most so many at once, while so many pass. */
  function refusedOn(size: ReturnType<typeof createPieceSize>, limit: number, total: number): number {
    let refused = 0;
    for (let done = 0; done < total; ) {
      const piece = size.next();
      if (piece <= limit) {
        size.passed(piece);
        done += piece;
      } else {
        refused += piece;
        size.refused(piece);
      }
    }
    return refused;
  }

  it('is tried more and more rarely: less than a hundredth of a large clip is refused', () => {
    const total = 3 * 1024 * mib;
    expect(refusedOn(createPieceSize(64 * mib), mib, total)).toBeLessThan(total / 100);
  });

  it('is found to be gone, and then pieces grow to what is usual', () => {
    const size = createPieceSize(64 * mib);
    refusedOn(size, mib, 300 * mib);
    for (let sent = 0; sent < 1024 * mib; sent += size.next()) size.passed(size.next());
    expect(size.next()).toBe(usualPiece);
  });

  it('is not believed to be gone by pieces that cuts of the line made small', () => {
    const size = createPieceSize(64 * mib);
    refusedOn(size, mib, 10 * mib);
    size.cut(100_000);
    for (let sent = 0; sent < 40 * mib; sent += size.next()) size.passed(size.next());
    expect(size.next()).toBeLessThanOrEqual(mib);
  });
});

describe('what is known from before', () => {
  const knowing = (limit: number | null) => {
    const told: (number | null)[] = [];
    return { told, size: createPieceSize(4 * mib, { limit, onLimit: (now) => void told.push(now) }) };
  };

  it('is what pieces begin with, as far as it makes sense', () => {
    const first = [null, 0, 1, leastPiece, 300_000, 4 * mib, 64 * mib].map((limit) => knowing(limit).size.next());
    expect(first).toEqual([4 * mib, leastPiece, leastPiece, leastPiece, 300_000, 4 * mib, 4 * mib]);
  });

  it('is told once a piece has passed where a larger one was refused, and not by a host that is down', () => {
    const { told, size } = knowing(null);
    size.passed(4 * mib);
    size.refused(4 * mib);
    size.refused(2 * mib);
    size.passed(mib - 1);
    expect(told).toEqual([]);
    size.passed(mib);
    size.passed(mib);
    expect(told).toEqual([mib]);
  });

  it('is disproved by a larger piece that passes in the end', () => {
    const { told, size } = knowing(mib);
    for (let piece = 0; piece < 64; piece++) size.passed(mib);
    expect(told).toEqual([]);
    size.refused(2 * mib);
    size.passed(mib);
    expect([size.next(), told]).toEqual([mib, []]);
    while (size.next() < 4 * mib) size.passed(size.next());
    expect(told).toEqual([2 * mib]);
    size.passed(4 * mib);
    expect(told).toEqual([2 * mib, null]);
  });
});

describe('cuts', () => {
  it('cost nothing where the site keeps what came of a piece', () => {
    const size = createPieceSize(64 * mib);
    for (let cut = 0; cut < 20; cut++) size.cut(0);
    expect(size.next()).toBe(usualPiece);
  });

  it('leave pieces of whole bytes, wherever the line was cut', () => {
    const size = createPieceSize(64 * mib);
    size.cut(1);
    for (let piece = 0; piece < 40; piece++) {
      size.passed(leastPiece + 1);
      expect(Number.isInteger(size.next())).toBe(true);
    }
    expect(size.next()).toBeGreaterThan(leastPiece);
  });

  // What is sent twice on a line that is cut at random, with a site that keeps only whole pieces.
  it.each([8, 31, 64, 200])('every %i MiB on average: less than five percent is sent twice', (every) => {
    const size = createPieceSize(64 * mib);
    const total = 3 * 1024 * mib;
    let [done, sent, seed] = [0, 0, 7];
    const random = (): number => {
      seed = (seed * 48271) % 2147483647;
      return seed / 2147483647;
    };
    let untilCut = 2 * random() * every * mib;
    while (done < total) {
      const piece = Math.min(size.next(), total - done);
      if (piece <= untilCut) {
        [done, sent, untilCut] = [done + piece, sent + piece, untilCut - piece];
        size.passed(piece);
      } else {
        sent += untilCut;
        size.cut(untilCut);
        untilCut = 2 * random() * every * mib;
      }
    }
    expect(sent / total).toBeLessThan(1.05);
    // And not by pieces of no size at all.
    expect(size.next()).toBeGreaterThanOrEqual(leastPiece);
  });

  it('leave pieces of whole bytes, also when what passed between them cannot be parted evenly', () => {
    const size = createPieceSize(64 * mib);
    size.passed(usualPiece);
    size.cut(300_001);
    for (let piece = 1; piece < 50; piece++) {
      size.passed(300_000 + piece);
      expect(Number.isInteger(size.next())).toBe(true);
    }
  });

  it('are forgotten once the line holds', () => {
    const size = createPieceSize(64 * mib);
    size.passed(usualPiece);
    size.cut(mib);
    expect(size.next()).toBeLessThan(mib);
    for (let sent = 0; sent < 300 * mib; sent += size.next()) size.passed(size.next());
    expect(size.next()).toBe(usualPiece);
  });
});

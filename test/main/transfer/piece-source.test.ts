// A clip's bytes in pieces from wherever a site stands, read from a real file: what is read when, one sum over all, and no buffer kept.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../main/adapters/clock.ts';
import { diskFiles } from '../../../main/adapters/files.ts';
import { sharedBuffers, workerHasher } from '../../../main/adapters/hasher.ts';
import type { Buffers, Hasher, OpenFile } from '../../../main/ports.ts';
import { ClipChanged } from '../../../main/transfer/clip-changed.ts';
import {
  createPieceSource,
  type PieceInHand,
  type PieceSource,
  pieceBody,
} from '../../../main/transfer/piece-source.ts';
import { blocksSum, clipMaker, type RandomClip, sha256 } from './clips.ts';

const maker = clipMaker();
const hasher = workerHasher();
afterAll(async () => {
  await hasher.close();
  maker.remove();
});

const size = 5_000_000;
const never = new AbortController().signal;

/** Buffers that are counted: how many are out, and how large each was that was ever taken. */
function countedBuffers() {
  const real = sharedBuffers();
  const out = new Set<Uint8Array>();
  const taken: number[] = [];
  const buffers: Buffers = {
    take: (bytes) => {
      const buffer = real.take(bytes);
      out.add(buffer);
      taken.push(bytes);
      return buffer;
    },
    give: (buffer) => {
      if (!out.delete(buffer)) throw new Error('A buffer was given back that was not out');
      // Whoever reads it from now on reads nonsense.
      buffer.fill(0xee);
      real.give(buffer);
    },
  };
  return { buffers, out, taken };
}

interface Stage {
  readonly made: RandomClip;
  readonly source: PieceSource;
  /** Each read: from where, how many bytes. */
  readonly reads: [number, number][];
  readonly out: ReadonlySet<Uint8Array>;
  readonly taken: readonly number[];
}

let made: RandomClip;
beforeEach(async () => {
  made = await maker.make(size);
});

/** `read` stands in for the file's own. */
async function stage(more: { read?: OpenFile['read']; hasher?: Hasher } = {}): Promise<Stage & AsyncDisposable> {
  const file = await diskFiles.open(made.path);
  const { buffers, out, taken } = countedBuffers();
  const reads: [number, number][] = [];
  const counted: OpenFile = {
    ...file,
    read: (buffer, at, length, position) => {
      reads.push([position, length]);
      return (more.read ?? file.read)(buffer, at, length, position);
    },
  };
  const source = createPieceSource(counted, size, { buffers, hasher: more.hasher ?? hasher });
  return {
    ...{ made, source, reads, out, taken },
    [Symbol.asyncDispose]: async () => {
      await source.release();
      expect(out.size).toBe(0);
      await file.close();
    },
  };
}

/** Whether a piece holds these very bytes. */
const holds = ({ start, bytes }: PieceInHand, from: number, to: number): void => {
  expect([start, start + bytes.length]).toEqual([from, to]);
  expect(Buffer.from(bytes).equals(made.bytes.subarray(from, to))).toBe(true);
};

/** The same, after which nobody needs it. */
const isOf = (piece: PieceInHand, from: number, to: number): void => {
  holds(piece, from, to);
  piece.done();
};

describe('from its beginning to its end', () => {
  it('is all of it, each byte read once, and its sum', async () => {
    await using there = await stage();
    const { source, reads, taken } = there;
    for (let at = 0; at < size; at += 1_000_000) {
      isOf(await source.from(at, 1_000_000, never), at, at + 1_000_000);
      source.readAhead(1_000_000);
    }
    expect(reads.map(([from]) => from)).toEqual([0, 1_000_000, 2_000_000, 3_000_000, 4_000_000]);
    for (let times = 0; times < 2; times++) {
      expect(await source.digest()).toBe(sha256(made.bytes));
      expect(await source.blocks()).toBe(blocksSum(made.bytes));
    }
    expect(new Set(taken)).toEqual(new Set([1024 * 1024]));
  });

  it('ends where the clip ends', async () => {
    await using there = await stage();
    isOf(await there.source.from(4_900_000, 1_000_000, never), 4_900_000, size);
    // There is nothing behind it.
    there.source.readAhead(1_000_000);
    expect(there.reads.at(-1)).toEqual([4_900_000, 100_000]);
  });

  it('reads what follows while a piece is in hand, once, and at most as much as is wanted', async () => {
    await using there = await stage();
    const { source, reads } = there;
    // There is nothing in hand that anything could follow.
    source.readAhead(500_000);
    expect(reads).toEqual([]);
    const first = await source.from(0, 1_000_000, never);
    source.readAhead(500_000);
    source.readAhead(500_000);
    await expect
      .poll(() => reads)
      .toEqual([
        [0, 1_000_000],
        [1_000_000, 500_000],
      ]);
    isOf(first, 0, 1_000_000);
    isOf(await source.from(1_000_000, 1_000_000, never), 1_000_000, 1_500_000);
    expect(reads).toHaveLength(2);
  });

  it('holds two buffers at most where each piece is done with before the next', async () => {
    await using there = await stage();
    for (let at = 0; at < size; at += 500_000) {
      isOf(await there.source.from(at, 500_000, never), at, at + 500_000);
      there.source.readAhead(500_000);
      expect(there.out.size).toBeLessThanOrEqual(2);
    }
  });

  it('keeps a piece as it is while later ones are read, until it is done with', async () => {
    await using there = await stage();
    const pieces: PieceInHand[] = [];
    for (let at = 0; at < size; at += 1_000_000) {
      pieces.push(await there.source.from(at, 1_000_000, never));
      there.source.readAhead(1_000_000);
    }
    for (const [at, piece] of pieces.entries()) holds(piece, at * 1_000_000, (at + 1) * 1_000_000);
    expect(there.out.size).toBe(5);
    for (const piece of pieces) piece.done();
    // The last is in hand still, for whoever asks again.
    await expect.poll(() => there.out.size).toBe(1);
  });
});

describe('from elsewhere', () => {
  it('takes from what is in hand, and reads nothing again', async () => {
    await using there = await stage();
    const { source, reads } = there;
    isOf(await source.from(0, 1_000_000, never), 0, 1_000_000);
    source.readAhead(1_000_000);
    isOf(await source.from(400_000, 1_000_000, never), 400_000, 1_000_000);
    isOf(await source.from(400_000, 100_000, never), 400_000, 500_000);
    isOf(await source.from(999_999, 5, never), 999_999, 1_000_000);
    isOf(await source.from(1_000_000, 1_000_000, never), 1_000_000, 2_000_000);
    expect(reads).toHaveLength(2);
  });

  it('goes back, and hashes nothing twice', async () => {
    await using there = await stage();
    const { source } = there;
    isOf(await source.from(0, 2_000_000, never), 0, 2_000_000);
    source.readAhead(1_000_000);
    isOf(await source.from(2_000_000, 1_000_000, never), 2_000_000, 3_000_000);
    source.readAhead(1_000_000);
    // The site lost what it had; from there the pieces lie across what was hashed.
    for (let at = 500_000; at < size; at += 900_000) {
      isOf(await source.from(at, 900_000, never), at, Math.min(size, at + 900_000));
      source.readAhead(900_000);
    }
    expect(await source.digest()).toBe(sha256(made.bytes));
    expect(await source.blocks()).toBe(blocksSum(made.bytes));
  });

  it('reads what the site has already into the sum, and no more of it into memory than a chunk', async () => {
    await using there = await stage();
    const { source, reads, taken } = there;
    isOf(await source.from(4_500_000, 100_000, never), 4_500_000, 4_600_000);
    expect(reads).toEqual([
      [0, 2_097_152],
      [2_097_152, 2_097_152],
      [4_194_304, 305_696],
      [4_500_000, 100_000],
    ]);
    expect(Math.max(...taken)).toBe(2 * 1024 * 1024);
    isOf(await source.from(4_600_000, 400_000, never), 4_600_000, size);
    expect(await source.digest()).toBe(sha256(made.bytes));
    expect(await source.blocks()).toBe(blocksSum(made.bytes));
  });

  it('stops reading towards it when the clip is stopped', async () => {
    const stop = new AbortController();
    const file = await diskFiles.open(made.path);
    await using there = await stage({
      read: (...where) => {
        stop.abort(new Error('stopped'));
        return file.read(...where);
      },
    });
    await expect(there.source.from(4_500_000, 100_000, stop.signal)).rejects.toThrow('stopped');
    expect(there.reads).toHaveLength(1);
    await file.close();
  });
});

describe('a disk', () => {
  it('may hand out less than was asked for', async () => {
    const file = await diskFiles.open(made.path);
    await using there = await stage({
      read: (buffer, at, length, position) => file.read(buffer, at, Math.min(length, 70_000), position),
    });
    isOf(await there.source.from(0, 1_000_000, never), 0, 1_000_000);
    await file.close();
  });

  it('that has less than there was is met by whoever asks, not before', async () => {
    const file = await diskFiles.open(made.path);
    await using there = await stage({
      read: (buffer, at, length, position) =>
        position >= 1_000_000 ? Promise.resolve(0) : file.read(buffer, at, length, position),
    });
    const { source } = there;
    const first = await source.from(0, 1_000_000, never);
    source.readAhead(1_000_000);
    await expect.poll(() => there.reads.length).toBe(2);
    isOf(first, 0, 1_000_000);
    isOf(await source.from(500_000, 1_000_000, never), 500_000, 1_000_000);
    await expect(source.from(1_000_000, 1_000_000, never)).rejects.toThrow(ClipChanged);
    expect(there.out.size).toBe(1);
    await expect(source.from(1_000_000, 1_000_000, never)).rejects.toThrow('shorter');
    await file.close();
  });

  it('that is in the middle of a read is waited for before all is given back', async () => {
    const file = await diskFiles.open(made.path);
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const there = await stage({
      read: async (buffer, at, length, position) => {
        if (position > 0) await held;
        return file.read(buffer, at, length, position);
      },
    });
    isOf(await there.source.from(0, 1_000_000, never), 0, 1_000_000);
    there.source.readAhead(1_000_000);
    await expect.poll(() => there.reads.length).toBe(2);
    const released = there.source.release();
    await expect.poll(() => there.out.size).toBe(1);
    goOn();
    await released;
    expect(there.out.size).toBe(0);
    await file.close();
  });
});

describe('a hasher', () => {
  it('that has died is met at the sum, never before (F-08)', async () => {
    const broken: Hasher = {
      begin: () => ({
        update: () => Promise.reject(new Error('died')),
        digest: () => Promise.reject(new Error('died')),
        drop: () => undefined,
      }),
      close: async () => undefined,
    };
    await using there = await stage({ hasher: broken });
    for (let at = 0; at < size; at += 1_000_000) {
      isOf(await there.source.from(at, 1_000_000, never), at, at + 1_000_000);
      there.source.readAhead(1_000_000);
    }
    await expect(there.source.digest()).rejects.toThrow('died');
    await expect(there.source.blocks()).rejects.toThrow('died');
  });

  it('still at work on a piece keeps its buffer from being used again, and others from being read', async () => {
    let ends: (() => void)[] = [];
    const slow: Hasher = {
      begin: () => ({
        update: () => new Promise<void>((resolve) => ends.push(resolve)),
        digest: async () => '',
        drop: () => undefined,
      }),
      close: async () => undefined,
    };
    await using there = await stage({ hasher: slow });
    const first = await there.source.from(0, 1_000_000, never);
    const second = there.source.from(1_000_000, 1_000_000, never);
    isOf(first, 0, 1_000_000);
    expect([there.out.size, there.reads.length]).toEqual([1, 1]);
    const [last, ...others] = ends;
    ends = [];
    for (const end of others) end();
    await new Promise(setImmediate);
    expect(there.reads.length).toBe(1);
    last?.();
    isOf(await second, 1_000_000, 2_000_000);
    for (const end of ends) end();
  });

  it.each([
    ['both', ['digest', 'blocks']],
    ['the sum of the whole', ['digest']],
    ['that of its blocks', ['blocks']],
    ['none', []],
  ] as const)('leaves no run behind, whichever sum was asked for: %s', async (_, asked) => {
    let open = 0;
    const end = () => void open--;
    const counting: Hasher = {
      begin: () => {
        open++;
        return { update: async () => undefined, digest: async () => `sum${end() ?? ''}`, drop: end };
      },
      close: async () => undefined,
    };
    const there = await stage({ hasher: counting });
    isOf(await there.source.from(0, size, never), 0, size);
    for (const sum of asked) await there.source[sum]();
    await there[Symbol.asyncDispose]();
    expect(open).toBe(0);
  });
});

describe('a piece as a body', () => {
  it('tells how many of its bytes were taken, and begins where it is asked to', async () => {
    const bytes = made.bytes.subarray(0, 3_000_000);
    for (const from of [0, 1_000_000, 3_000_000]) {
      const told: number[] = [];
      const body = pieceBody({ bytes }, systemClock, (taken) => told.push(taken));
      expect(body.length).toBe(3_000_000);
      const parts: Uint8Array[] = [];
      for await (const part of body.bytes(from)) {
        // What was yielded is not taken before more is asked for.
        expect(told.at(-1) ?? from).toBe(from + Buffer.concat(parts).length);
        parts.push(part);
      }
      expect(Buffer.concat(parts).equals(bytes.subarray(from))).toBe(true);
      expect(told.at(-1) ?? from).toBe(3_000_000);
    }
  });
});

// The clip's bytes in pieces, from wherever the site stands, the next one read while one is sent; all of them hashed once, from the first to the last.
import type { BodySource, Buffers, Clock, Hasher, OpenFile } from '../ports.ts';
import { ClipChanged } from './clip-changed.ts';
import { bufferBytes, chunkBytes } from './clip-ring.ts';
import { createPieces } from './pieces.ts';

/** Bytes in hand; they stay as they are until the next are asked for. */
export interface PieceInHand {
  readonly start: number;
  readonly bytes: Uint8Array;
}

export interface PieceSource {
  /** At most `most` bytes from `offset` on. What is in hand is not read again. Throws ClipChanged and FileError. */
  from(offset: number, most: number, signal: AbortSignal): Promise<PieceInHand>;
  /** Begins to read what follows what is in hand, at most `most` bytes of it. What goes wrong is met when they are asked for. */
  readAhead(most: number): void;
  /** sha256 of the whole clip, lower-case hex; only once its last byte was asked for. */
  digest(): Promise<string>;
  /** Gives everything back. */
  release(): Promise<void>;
}

/** A buffer with what was read into it. */
interface Block extends PieceInHand {
  readonly buffer: Uint8Array;
  /** Settles when the hasher is done with the buffer. */
  readonly hashed: Promise<void>;
}

const endOf = ({ start, bytes }: PieceInHand): number => start + bytes.length;

/** `size` of the clip in bytes. */
export function createPieceSource(
  file: OpenFile,
  size: number,
  { buffers, hasher }: { readonly buffers: Buffers; readonly hasher: Hasher },
): PieceSource {
  const hash = hasher.begin();
  let hashedTo = 0;
  let digest: Promise<string> | null = null;
  let held: Block | null = null;
  let ahead: Promise<Block> | null = null;

  const giveBack = async ({ buffer, hashed }: Block): Promise<void> => {
    await hashed.catch(() => undefined);
    buffers.give(buffer);
  };

  const letGo = async (): Promise<void> => {
    const before = held;
    held = null;
    if (before !== null) await giveBack(before);
  };

  const read = async (start: number, length: number): Promise<Block> => {
    const buffer = buffers.take(bufferBytes(length));
    try {
      let got = 0;
      while (got < length) {
        const bytes = await file.read(buffer, got, length - got, start + got);
        if (bytes === 0) throw new ClipChanged('The clip is shorter than it was');
        got += bytes;
      }
    } catch (error) {
      buffers.give(buffer);
      throw error;
    }
    const bytes = buffer.subarray(0, length);
    const unhashed = start + length > hashedTo ? bytes.subarray(Math.max(0, hashedTo - start)) : null;
    const hashed = unhashed === null ? Promise.resolve() : hash.update(unhashed);
    // A hasher that dies is met at the digest, never as an unhandled rejection (F-08).
    hashed.catch(() => undefined);
    hashedTo = Math.max(hashedTo, start + length);
    return { start, bytes, buffer, hashed };
  };

  /** The only way to new bytes: two that read at once would be hashed in any order. */
  const take = async (start: number, length: number): Promise<Block> => {
    await letGo();
    held = await read(start, length);
    return held;
  };

  /** What was read ahead, once it is there, if it begins at `offset`; what begins elsewhere is given back. */
  const fromAhead = async (offset: number): Promise<Block | null> => {
    const coming = ahead;
    ahead = null;
    if (coming === null) return null;
    const block = await coming;
    if (block.start !== offset) {
      await giveBack(block);
      return null;
    }
    await letGo();
    held = block;
    return block;
  };

  return {
    from: async (offset, most, signal) => {
      const inHand = held !== null && held.start <= offset && offset < endOf(held) ? held : await fromAhead(offset);
      let block = inHand;
      if (block === null) {
        // What the site has from an earlier try goes into the sum, too.
        while (hashedTo < offset) {
          signal.throwIfAborted();
          await take(hashedTo, Math.min(chunkBytes, offset - hashedTo));
        }
        block = await take(offset, Math.min(most, size - offset));
      }
      const { start, bytes } = block;
      return { start: offset, bytes: bytes.subarray(offset - start, offset - start + most) };
    },
    readAhead: (most) => {
      if (held === null || ahead !== null || endOf(held) >= size) return;
      ahead = read(endOf(held), Math.min(most, size - endOf(held)));
      ahead.catch(() => undefined);
    },
    digest: () => {
      digest ??= hash.digest();
      return digest;
    },
    release: async () => {
      await letGo();
      const coming = await ahead?.catch(() => null);
      if (coming) await giveBack(coming);
      if (digest === null) hash.drop();
    },
  };
}

/** A piece as the body of a request; `onTaken` hears how many of its bytes the connection has taken. */
export function pieceBody({ bytes }: PieceInHand, clock: Clock, onTaken: (bytes: number) => void): BodySource {
  return {
    length: bytes.length,
    async *bytes(from) {
      let taken = from;
      for (const part of createPieces(clock, chunkBytes)(bytes.subarray(from))) {
        yield part;
        taken += part.length;
        onTaken(taken);
      }
    },
  };
}

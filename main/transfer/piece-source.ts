// The clip's bytes in pieces, from wherever the site stands, the next one read while one is sent; all of them hashed once, from the first to the last.
import type { BodySource, Buffers, Clock, Hasher, OpenFile } from '../ports.ts';
import { beginBlockSums } from './block-sums.ts';
import { ClipChanged } from './clip-changed.ts';
import { bufferBytes, chunkBytes } from './clip-ring.ts';
import { createPieces } from './pieces.ts';

/** Bytes in hand; they stay as they are until `done`. */
export interface PieceInHand {
  readonly start: number;
  readonly bytes: Uint8Array;
  /** Nothing reads them any more; called once. One that never is called costs memory, and mixes nothing. */
  done(): void;
}

export interface PieceSource {
  /** At most `most` bytes from `offset` on. What is in hand is not read again. Throws ClipChanged and FileError. */
  from(offset: number, most: number, signal: AbortSignal): Promise<PieceInHand>;
  /** Begins to read what follows what was asked for last, at most `most` bytes of it. What goes wrong is met when they are asked for. */
  readAhead(most: number): void;
  /** sha256 of the whole clip, lower-case hex; only once its last byte was asked for. */
  digest(): Promise<string>;
  /** The sum of its sums block by block (block-sums.ts); asked for like the digest. */
  blocks(): Promise<string>;
  /** Gives everything back that nobody has in hand. */
  release(): Promise<void>;
}

/** A buffer with what was read into it. */
interface Block {
  readonly start: number;
  readonly bytes: Uint8Array;
  readonly buffer: Uint8Array;
  /** Settles when the hasher is done with the buffer; never rejects. */
  readonly hashed: Promise<void>;
  /** Who has it in hand, the source among them. */
  users: number;
}

const endOf = ({ start, bytes }: Block): number => start + bytes.length;

/** `size` of the clip in bytes. */
export function createPieceSource(
  file: OpenFile,
  size: number,
  { buffers, hasher }: { readonly buffers: Buffers; readonly hasher: Hasher },
): PieceSource {
  const hash = hasher.begin();
  const blocks = beginBlockSums(hasher);
  let hashedTo = 0;
  /** All that was hashed so far; never rejects. */
  let hashing: Promise<void> = Promise.resolve();
  let digest: Promise<string> | null = null;
  let blocksDigest: Promise<string> | null = null;
  let held: Block | null = null;
  let ahead: Promise<Block> | null = null;

  const letGo = (block: Block | null): void => {
    if (block === null) return;
    block.users--;
    if (block.users === 0) void block.hashed.then(() => buffers.give(block.buffer));
  };

  const hold = (block: Block): Block => {
    letGo(held);
    held = block;
    return block;
  };

  /** Its user is who asked for it. */
  const read = async (start: number, length: number): Promise<Block> => {
    // However slow the hasher is, it is one buffer behind and no more.
    await hashing;
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
    // A hasher that dies is met at the digest, never as an unhandled rejection (F-08).
    const hashed =
      unhashed === null
        ? Promise.resolve()
        : Promise.all([hash.update(unhashed), blocks.update(unhashed)]).then(
            () => undefined,
            () => undefined,
          );
    hashing = hashed;
    hashedTo = Math.max(hashedTo, start + length);
    return { start, bytes, buffer, hashed, users: 1 };
  };

  /** What was read ahead, once it is there, if it begins at `offset`; what begins elsewhere is given back. */
  const fromAhead = async (offset: number): Promise<Block | null> => {
    const coming = ahead;
    ahead = null;
    if (coming === null) return null;
    const block = await coming;
    if (block.start === offset) return hold(block);
    letGo(block);
    return null;
  };

  const blockAt = async (offset: number, most: number, signal: AbortSignal): Promise<Block> => {
    if (held !== null && held.start <= offset && offset < endOf(held)) return held;
    const coming = await fromAhead(offset);
    if (coming !== null) return coming;
    // What the site has from an earlier try goes into the sum, too.
    while (hashedTo < offset) {
      signal.throwIfAborted();
      hold(await read(hashedTo, Math.min(chunkBytes, offset - hashedTo)));
    }
    return hold(await read(offset, Math.min(most, size - offset)));
  };

  return {
    from: async (offset, most, signal) => {
      const block = await blockAt(offset, most, signal);
      block.users++;
      const at = offset - block.start;
      return { start: offset, bytes: block.bytes.subarray(at, at + most), done: () => letGo(block) };
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
    blocks: () => {
      blocksDigest ??= blocks.digest();
      return blocksDigest;
    },
    release: async () => {
      letGo(held);
      held = null;
      letGo((await ahead?.catch(() => null)) ?? null);
      ahead = null;
      await hashing;
      if (digest === null) hash.drop();
      blocks.drop();
    },
  };
}

/** A piece as the body of a request; `onTaken` hears how many of its bytes the connection has taken. */
export function pieceBody(
  { bytes }: Pick<PieceInHand, 'bytes'>,
  clock: Clock,
  onTaken: (bytes: number) => void,
): BodySource {
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

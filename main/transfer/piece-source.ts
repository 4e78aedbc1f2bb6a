// The clip's bytes in pieces, from wherever the site stands; all of them hashed once, from the first to the last.
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
  /** sha256 of the whole clip, lower-case hex; only once its last byte was asked for. */
  digest(): Promise<string>;
  /** Gives everything back. */
  release(): Promise<void>;
}

/** `size` of the clip in bytes. */
export function createPieceSource(
  file: OpenFile,
  size: number,
  { buffers, hasher }: { readonly buffers: Buffers; readonly hasher: Hasher },
): PieceSource {
  const hash = hasher.begin();
  let hashedTo = 0;
  let digest: Promise<string> | null = null;
  let held: (PieceInHand & { readonly buffer: Uint8Array; readonly hashed: Promise<void> }) | null = null;

  const letGo = async (): Promise<void> => {
    if (held === null) return;
    const { buffer, hashed } = held;
    held = null;
    await hashed.catch(() => undefined);
    buffers.give(buffer);
  };

  const read = async (start: number, length: number): Promise<void> => {
    await letGo();
    const buffer = buffers.take(bufferBytes(length));
    held = { start, bytes: buffer.subarray(0, 0), buffer, hashed: Promise.resolve() };
    let got = 0;
    while (got < length) {
      const bytes = await file.read(buffer, got, length - got, start + got);
      if (bytes === 0) throw new ClipChanged('The clip is shorter than it was');
      got += bytes;
    }
    const bytes = buffer.subarray(0, length);
    const unread = start + length > hashedTo ? bytes.subarray(Math.max(0, hashedTo - start)) : null;
    const hashed = unread === null ? Promise.resolve() : hash.update(unread);
    // A hasher that dies is met at the digest, never as an unhandled rejection (F-08).
    hashed.catch(() => undefined);
    held = { start, bytes, buffer, hashed };
    hashedTo = Math.max(hashedTo, start + length);
  };

  return {
    from: async (offset, most, signal) => {
      // What the site has from an earlier try goes into the sum, too.
      while (hashedTo < offset) {
        signal.throwIfAborted();
        await read(hashedTo, Math.min(chunkBytes, offset - hashedTo));
      }
      const inHand = held !== null && held.start <= offset && offset < held.start + held.bytes.length;
      if (!inHand) await read(offset, Math.min(most, size - offset));
      const { start, bytes } = held ?? { start: offset, bytes: new Uint8Array() };
      return { start: offset, bytes: bytes.subarray(offset - start, offset - start + most) };
    },
    digest: () => {
      digest ??= hash.digest();
      return digest;
    },
    release: async () => {
      await letGo();
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

// The body of an upload: head, the clip as clip-ring.ts reads it, tail.
//
// Invariants:
// - the file is the one that was meant, before the first byte and after the last (F-25), else the body throws;
// - `beforeLastBytes` has resolved before a chunk is handed out that completes the body.
import { type ClipIdentity, isSameFile } from '../model.ts';
import type { BodySource, Buffers, Clock, Hasher, OpenFile } from '../ports.ts';
import { ClipChanged } from './clip-changed.ts';
import { chunkBytes, createClipRing } from './clip-ring.ts';
import type { BodyRepresentation } from './multipart.ts';
import { createPieces, wholePiece } from './pieces.ts';

export interface ClipBody extends BodySource {
  /** sha256 of the clip's bytes as sent, lower-case hex; null unless one pass went from the start to the end. */
  readonly sha256: () => string | null;
  /** Gives the buffers back. Call once, when the request has ended either way. */
  readonly release: () => Promise<void>;
}

export interface ClipBodyOptions {
  readonly file: OpenFile;
  readonly identity: ClipIdentity;
  readonly form: BodyRepresentation;
  readonly buffers: Buffers;
  readonly hasher: Hasher;
  /** Bytes of the whole body that the connection has taken so far. */
  readonly onTaken: (bytes: number) => void;
  /** Throws when the clip's name leads to another file by now; looked at together with the opened file, at the end. */
  readonly checkName?: () => Promise<void>;
  /**
   * Resolves when it is written down that the last bytes may leave; nothing is read from the file any more. `sha256` of the
   * whole clip; null where this pass did not begin at its start.
   */
  readonly beforeLastBytes: (sha256: string | null) => Promise<void>;
  /** With it, pieces shrink on a slow line; without it every chunk is handed out whole. */
  readonly clock?: Clock;
}

export function clipBody(options: ClipBodyOptions): ClipBody {
  const { file, identity, form, buffers, hasher, clock } = options;
  const size = identity.size;
  const ring = createClipRing(file, size, buffers);
  const pieces = clock ? createPieces(clock, chunkBytes) : wholePiece;
  let sha256: string | null = null;

  const check = async (): Promise<void> => {
    if (!isSameFile(identity, await file.stat()))
      throw new ClipChanged('The clip on disk is not the one that was queued');
  };

  async function* bytes(offset: number): AsyncGenerator<Uint8Array, void, void> {
    // The read ahead of a pass that was given up must not land in this one's buffers.
    await ring.quiet();
    sha256 = null;
    const hash = offset <= form.head.length ? hasher.begin() : null;
    let taken = offset;
    const count = (length: number): void => {
      taken += length;
      options.onTaken(taken);
    };
    /** Everything of the file is in our hands: proves that it was the right one, and that the end may leave. */
    const beforeEnd = async (): Promise<void> => {
      const [digest] = await Promise.all([hash?.digest() ?? null, check(), options.checkName?.()]);
      sha256 = digest;
      await options.beforeLastBytes(digest);
    };
    try {
      await check();
      if (offset < form.head.length) {
        const head = form.head.subarray(offset);
        yield head;
        count(head.length);
      }
      for await (const chunk of ring.chunks(Math.min(size, Math.max(0, offset - form.head.length)), hash)) {
        for (const part of pieces(chunk)) {
          yield part;
          count(part.length);
        }
      }
      await beforeEnd();
      const tail = form.tail.subarray(Math.max(0, offset - form.head.length - size));
      yield tail;
      count(tail.length);
    } finally {
      if (sha256 === null) hash?.drop();
    }
  }

  return {
    length: form.length,
    bytes,
    sha256: () => sha256,
    release: ring.release,
  };
}

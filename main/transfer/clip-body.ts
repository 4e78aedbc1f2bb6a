// The body of an upload: head, the clip read through a ring of reused buffers, tail; hashed beside the sending.
//
// Invariants:
// - a buffer goes back into the ring only after the reader asked for the next chunk (it has finished with the last one:
//   pieces of at least 64 KiB make undici wait until the socket has taken them) and the hasher has finished with it;
// - the buffer of the file's last, possibly small piece is not used again before the request has ended (`release`);
// - `release` gives buffers back only when nothing reads into them any more, and nothing begins to afterwards;
// - the file is the one that was meant, before the first byte and after the last (F-25), else the body throws;
// - `beforeLastBytes` has resolved before a chunk is handed out that completes the body.
import type { ClipIdentity } from '../model.ts';
import type { BodySource, Buffers, Clock, FileStat, Hasher, HashRun, OpenFile } from '../ports.ts';
import type { BodyRepresentation } from './multipart.ts';

/** Read at once: the fewer hand-overs between threads the better, and 2 MiB still keep the main loop free (npm run bench:transfer). */
export const chunkBytes = 2 * 1024 * 1024;
/** Reads that are on their way while a chunk is being taken: several that end together wake the main loop once. */
const readsAhead = 2;
/** Besides those being read, one chunk is being taken and the one before may still be with the reader. */
const ringSize = readsAhead + 2;

/** Smaller ones undici would not wait for. */
const smallestPiece = 64 * 1024;
const firstPiece = 256 * 1024;
/** Milliseconds a piece may take the connection: progress moves, and no watchdog mistakes a slow line for a dead one. */
const pieceMs = 100;

/** Thrown by the body when the clip on disk is not the one that was queued, or changed while it was read. */
export class ClipChanged extends Error {}

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

/** Size of a buffer for `bytes`: powers of two, so that a few sizes serve all clips. */
export const bufferBytes = (bytes: number): number =>
  Math.max(smallestPiece, 2 ** Math.ceil(Math.log2(Math.max(bytes, 1))));

/** True when nothing that can be seen of the file has changed. */
export function isSameClip(identity: ClipIdentity, stat: FileStat): boolean {
  return (
    stat.device === identity.device &&
    stat.inode === identity.inode &&
    stat.size === identity.size &&
    stat.mtimeNs === identity.mtimeNs
  );
}

interface Slot {
  readonly buffer: Uint8Array<ArrayBufferLike>;
  /** Settles when the hasher is done with the buffer. */
  hashed: Promise<void>;
}

export function clipBody(options: ClipBodyOptions): ClipBody {
  const { file, identity, form, buffers, hasher, clock } = options;
  const size = identity.size;
  const slotBytes = Math.min(chunkBytes, bufferBytes(size));
  const slots: Slot[] = [];
  let sha256: string | null = null;
  let pending: Promise<unknown> = Promise.resolve();
  let released = false;

  const slotFor = (index: number): Slot => {
    const place = index % ringSize;
    const slot = slots[place] ?? { buffer: buffers.take(slotBytes), hashed: Promise.resolve() };
    slots[place] = slot;
    return slot;
  };

  const check = async (): Promise<void> => {
    if (!isSameClip(identity, await file.stat()))
      throw new ClipChanged('The clip on disk is not the one that was queued');
  };

  /** Fills a slot from `position`; short only at the end of the clip. */
  const fill = async (index: number, position: number): Promise<Uint8Array> => {
    const slot = slotFor(index);
    await slot.hashed;
    const wanted = Math.min(slotBytes, size - position);
    let got = 0;
    while (got < wanted) {
      const bytes = await file.read(slot.buffer, got, wanted - got, position + got);
      if (bytes === 0) throw new ClipChanged('The clip is shorter than it was');
      got += bytes;
    }
    return slot.buffer.subarray(0, got);
  };

  const hashSlot = (slot: Slot, chunk: Uint8Array, hash: HashRun): void => {
    slot.hashed = hash.update(chunk);
    // A hasher that dies is met when the buffer is used again or at the digest, never as an unhandled rejection (F-08).
    slot.hashed.catch(() => undefined);
  };

  async function* chunks(from: number, hash: HashRun | null): AsyncGenerator<Uint8Array, void, void> {
    let index = 0;
    let position = from;
    const ahead: { readonly slot: Slot; readonly read: Promise<Uint8Array> }[] = [];
    const readOn = (): void => {
      if (released) throw new Error('The request has ended');
      while (ahead.length < readsAhead && position < size) {
        const read = fill(index, position);
        ahead.push({ slot: slotFor(index), read });
        index++;
        position += Math.min(slotBytes, size - position);
        // A failure is met when the chunk's turn comes.
        pending = Promise.allSettled([pending, read]);
      }
    };
    readOn();
    for (let next = ahead.shift(); next; next = ahead.shift()) {
      const chunk = await next.read;
      readOn();
      if (hash) hashSlot(next.slot, chunk, hash);
      yield chunk;
    }
  }

  let piece = clock ? firstPiece : chunkBytes;

  /** The chunk in pieces that the line takes in a short time each. */
  function* pieces(chunk: Uint8Array): Generator<Uint8Array, void, void> {
    for (let at = 0; at < chunk.length; ) {
      const left = chunk.length - at;
      const length = left - piece < smallestPiece ? left : piece;
      const start = clock?.monotonic() ?? 0;
      yield chunk.subarray(at, at + length);
      at += length;
      const took = (clock?.monotonic() ?? 0) - start;
      if (took > pieceMs) piece = Math.max(smallestPiece, 2 ** Math.floor(Math.log2((length * pieceMs) / took)));
      else if (took < pieceMs / 2) piece = Math.min(chunkBytes, piece * 2);
    }
  }

  async function* bytes(offset: number): AsyncGenerator<Uint8Array, void, void> {
    // The read ahead of a pass that was given up must not land in this one's buffers.
    await pending;
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
      for await (const chunk of chunks(Math.min(size, Math.max(0, offset - form.head.length)), hash)) {
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
    release: async () => {
      released = true;
      await pending;
      await Promise.all(slots.map((slot) => slot.hashed.catch(() => undefined)));
      for (const slot of slots.splice(0)) buffers.give(slot.buffer);
    },
  };
}

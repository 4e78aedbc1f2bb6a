// The bytes of a clip, read ahead through a ring of reused buffers and hashed beside the sending.
//
// Invariants:
// - a buffer goes back into the ring only after the reader asked for the next chunk (it has finished with the last one:
//   pieces of at least 64 KiB make undici wait until the socket has taken them) and the hasher has finished with it;
// - the buffer of the file's last, possibly small piece is not used again before the request has ended (`release`);
// - `release` gives buffers back only when nothing reads into them any more, and nothing begins to afterwards.
import type { Buffers, HashRun, OpenFile } from '../ports.ts';
import { ClipChanged } from './clip-changed.ts';
import { smallestPiece } from './pieces.ts';

/** Read at once: the fewer hand-overs between threads the better, and 2 MiB still keep the main loop free (npm run bench:transfer). */
export const chunkBytes = 2 * 1024 * 1024;
/** Reads that are on their way while a chunk is being taken: several that end together wake the main loop once. */
const readsAhead = 2;
/** Besides those being read, one chunk is being taken and the one before may still be with the reader. */
const ringSize = readsAhead + 2;

/** Size of a buffer for `bytes`: powers of two, so that a few sizes serve all clips. */
export const bufferBytes = (bytes: number): number =>
  Math.max(smallestPiece, 2 ** Math.ceil(Math.log2(Math.max(bytes, 1))));

export interface ClipRing {
  /** Resolves when no read of a pass that was given up is on its way any more. */
  quiet(): Promise<unknown>;
  /** The clip's bytes from `from` on; short only at its end. Throws ClipChanged and FileError. */
  chunks(from: number, hash: HashRun | null): AsyncGenerator<Uint8Array, void, void>;
  release(): Promise<void>;
}

interface Slot {
  readonly buffer: Uint8Array<ArrayBufferLike>;
  /** Settles when the hasher is done with the buffer. */
  hashed: Promise<void>;
}

/** `size` of the clip in bytes. */
export function createClipRing(file: OpenFile, size: number, buffers: Buffers): ClipRing {
  const slotBytes = Math.min(chunkBytes, bufferBytes(size));
  const slots: Slot[] = [];
  let pending: Promise<unknown> = Promise.resolve();
  let released = false;

  const slotFor = (index: number): Slot => {
    const place = index % ringSize;
    const slot = slots[place] ?? { buffer: buffers.take(slotBytes), hashed: Promise.resolve() };
    slots[place] = slot;
    return slot;
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

  return {
    quiet: () => pending,
    chunks,
    release: async () => {
      released = true;
      await pending;
      await Promise.all(slots.map((slot) => slot.hashed.catch(() => undefined)));
      for (const slot of slots.splice(0)) buffers.give(slot.buffer);
    },
  };
}

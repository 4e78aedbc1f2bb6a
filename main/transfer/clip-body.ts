// The body of an upload: head, the clip read through a ring of reused buffers, tail; hashed beside the sending.
//
// Invariants:
// - a buffer goes back into the ring only after the reader asked for the next chunk (it has finished with the last one:
//   chunks of at least 64 KiB make undici wait until the socket has taken them) and the hasher has finished with it;
// - the buffer of the file's last, possibly small chunk is not used again before the request has ended (`release`);
// - `release` gives buffers back only when nothing reads into them any more, and nothing begins to afterwards;
// - the file is the one that was meant, before the first byte and after the last (F-25), else the body throws;
// - `beforeLastBytes` has resolved before a chunk is handed out that completes the body.
import type { ClipIdentity } from '../model.ts';
import type { BodySource, Buffers, FileStat, Hasher, HashRun, OpenFile } from '../ports.ts';
import type { Representation } from './multipart.ts';

/** Fastest size that still keeps every gap in the main loop short (npm run bench:transfer). */
export const chunkBytes = 1024 * 1024;
const ringSize = 3;

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
  readonly form: Representation;
  readonly buffers: Buffers;
  readonly hasher: Hasher;
  /** Bytes of the whole body that the connection has taken so far. */
  readonly onTaken: (bytes: number) => void;
  /** Resolves when it is written down that the last bytes may leave. */
  readonly beforeLastBytes: () => Promise<void>;
}

/** True when nothing that can be seen of the file has changed. */
export function sameClip(identity: ClipIdentity, stat: FileStat): boolean {
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
  const { file, identity, form, buffers, hasher } = options;
  const size = identity.size;
  const slotBytes = Math.min(chunkBytes, Math.max(64 * 1024, 2 ** Math.ceil(Math.log2(Math.max(size, 1)))));
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
    if (!sameClip(identity, await file.stat()))
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

  async function* fileBytes(from: number, hash: HashRun | null): AsyncGenerator<Uint8Array, void, void> {
    let index = 0;
    let position = from;
    // The next read is always on its way while the last chunk is being taken. Its failure is met when it is awaited.
    const ahead = (): Promise<Uint8Array> | null => {
      if (released) throw new Error('The request has ended');
      if (position >= size) return null;
      const read = fill(index++, position);
      position += Math.min(slotBytes, size - position);
      pending = read.catch(() => undefined);
      return read;
    };
    let next = ahead();
    while (next) {
      const slot = slotFor(index - 1);
      const chunk = await next;
      next = ahead();
      if (hash) {
        slot.hashed = hash.update(chunk);
        // A hasher that dies is met when the buffer is used again or at the digest, never as an unhandled rejection (F-08).
        slot.hashed.catch(() => undefined);
      }
      yield chunk;
    }
  }

  async function* bytes(offset: number): AsyncGenerator<Uint8Array, void, void> {
    // The read ahead of a pass that was given up must not land in this one's buffers.
    await pending;
    await check();
    sha256 = null;
    const hash = offset <= form.head.length ? hasher.begin() : null;
    let taken = offset;
    const count = (length: number): void => {
      taken += length;
      options.onTaken(taken);
    };
    try {
      if (offset < form.head.length) {
        const head = form.head.subarray(offset);
        yield head;
        count(head.length);
      }
      for await (const chunk of fileBytes(Math.min(size, Math.max(0, offset - form.head.length)), hash)) {
        yield chunk;
        count(chunk.length);
      }
      await check();
      if (hash) sha256 = await hash.digest();
      await options.beforeLastBytes();
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

// sha256 of a file as it lies on disk, read through a few reused buffers and hashed on the hasher's thread: nothing waits for it.
import { type ClipIdentity, isSameFile } from '../model.ts';
import { type Buffers, FileError, type Files, type Hasher, type WholeFile } from '../ports.ts';

const chunkBytes = 1024 * 1024;
const ringSize = 3;

/** Up to this size the hasher's thread reads a file itself: one order in place of seven. */
const wholeBytes = 256 * 1024;

export interface FingerprintPorts {
  readonly files: Files;
  readonly hasher: Hasher;
  readonly buffers: Buffers;
}

/**
 * Lower-case hex; null when the file is not (any more) the one that `identity` names, or cannot be read. Throws FileError where its
 * disk does not answer: what could be read then says nothing about it.
 */
export async function fingerprint(
  ports: FingerprintPorts,
  path: string,
  identity: ClipIdentity,
): Promise<string | null> {
  if (identity.size <= wholeBytes) {
    const whole = await readWhole(ports, path, identity.size).catch(refused);
    if (whole === 'refused') return null;
    if (whole) return isSameFile(whole.opened, identity) && whole.bytes === identity.size ? whole.sha256 : null;
  }
  const file = await ports.files.open(path).catch(nullWhenRefused);
  if (!file) return null;
  const run = ports.hasher.begin();
  const ring: { buffer: Uint8Array; hashed: Promise<void> }[] = [];
  try {
    if (!isSameFile(await file.stat(), identity)) return null;
    for (let at = 0, index = 0; at < identity.size; index++) {
      const slot = ring[index % ringSize] ?? { buffer: ports.buffers.take(chunkBytes), hashed: Promise.resolve() };
      ring[index % ringSize] = slot;
      await slot.hashed;
      const bytes = await file.read(slot.buffer, 0, Math.min(chunkBytes, identity.size - at), at);
      if (bytes === 0) return null;
      slot.hashed = run.update(slot.buffer.subarray(0, bytes));
      // A hasher that dies is met at the next use or at the digest.
      slot.hashed.catch(() => undefined);
      at += bytes;
    }
    const digest = await run.digest();
    return isSameFile(await file.stat(), identity) ? digest : null;
  } catch (error) {
    return nullWhenRefused(error);
  } finally {
    run.drop();
    for (const slot of ring) {
      await slot.hashed.catch(() => undefined);
      ports.buffers.give(slot.buffer);
    }
    await file.close();
  }
}

async function readWhole({ files, buffers }: FingerprintPorts, path: string, size: number): Promise<WholeFile | null> {
  const buffer = buffers.take(wholeBytes);
  try {
    return (await files.readWhole?.(path, buffer.subarray(0, size), true)) ?? null;
  } finally {
    buffers.give(buffer);
  }
}

function refused(error: unknown): 'refused' {
  nullWhenRefused(error);
  return 'refused';
}

function nullWhenRefused(error: unknown): null {
  if (error instanceof FileError && error.problem !== 'no-answer') return null;
  throw error;
}

// Writes an arriving file to disk with flat memory: large batched writes, holes for zeros, digests on the way.
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

const BATCH = 256 * 1024;
const ZEROS = Buffer.alloc(64 * 1024);
/** Enough to tell text, pictures and video apart. */
const HEAD = 4096;

export type Digest = 'sha256' | 'md5';

function isZero(bytes: Buffer): boolean {
  if (bytes[0] !== 0) return false;
  for (let at = 0; at < bytes.length; at += ZEROS.length) {
    const piece = bytes.subarray(at, at + ZEROS.length);
    if (!piece.equals(ZEROS.subarray(0, piece.length))) return false;
  }
  return true;
}

export class FileSink {
  readonly path: string;
  size = 0;
  head: Buffer = Buffer.alloc(0);
  private written = 0;
  private batch: Buffer[] = [];
  private batchBytes = 0;
  private readonly hashes: Map<Digest, Hash>;
  private readonly file: FileHandle;

  private constructor(path: string, file: FileHandle, digests: readonly Digest[]) {
    this.path = path;
    this.file = file;
    this.hashes = new Map(digests.map((name) => [name, createHash(name)]));
  }

  static async create(path: string, digests: readonly Digest[]): Promise<FileSink> {
    return new FileSink(path, await open(path, 'wx'), digests);
  }

  /** Takes bytes at once; call `flush` before reading more, so that memory stays flat. */
  take(bytes: Buffer): void {
    if (this.head.length < HEAD) this.head = Buffer.concat([this.head, bytes.subarray(0, HEAD - this.head.length)]);
    for (const hash of this.hashes.values()) hash.update(bytes);
    this.size += bytes.length;
    this.batch.push(bytes);
    this.batchBytes += bytes.length;
  }

  /** Writes when a batch is full. */
  async flush(force = false): Promise<void> {
    if (this.batchBytes === 0 || (this.batchBytes < BATCH && !force)) return;
    const batch = this.batch;
    this.batch = [];
    const start = this.written;
    this.written += this.batchBytes;
    this.batchBytes = 0;
    if (batch.every(isZero)) return;
    let left = batch;
    let position = start;
    while (left.length > 0) {
      const { bytesWritten } = await this.file.writev(left, position);
      position += bytesWritten;
      left = skip(left, bytesWritten);
    }
  }

  /** Ends the file and returns the digests that were asked for, in hex. */
  async finish(): Promise<Partial<Record<Digest, string>>> {
    await this.flush(true);
    // Makes a hole at the end count as part of the file.
    await this.file.truncate(this.size);
    await this.file.close();
    return Object.fromEntries([...this.hashes].map(([name, hash]) => [name, hash.digest('hex')]));
  }

  async abandon(): Promise<void> {
    await this.file.close().catch(() => {});
  }
}

function skip(buffers: Buffer[], bytes: number): Buffer[] {
  let rest = bytes;
  for (const [at, buffer] of buffers.entries()) {
    if (rest < buffer.length) return [buffer.subarray(rest), ...buffers.slice(at + 1)];
    rest -= buffer.length;
  }
  return [];
}

export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: BATCH })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

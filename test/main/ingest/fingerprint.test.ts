// sha256 of a file on disk, read at once or in pieces: only ever of the file that was meant, and nothing is left open.
import { createHash, randomFillSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { diskFiles } from '../../../main/adapters/files.ts';
import { sharedBuffers, workerHasher } from '../../../main/adapters/hasher.ts';
import { type FingerprintPorts, fingerprint } from '../../../main/ingest/fingerprint.ts';
import type { ClipIdentity } from '../../../main/model.ts';
import { FileError, type Files, type HashRun } from '../../../main/ports.ts';

const KiB = 1024;
const MiB = 1024 * KiB;

const folder = mkdtempSync(join(tmpdir(), 'clipferry-fingerprint-'));
const hasher = workerHasher();
afterAll(async () => {
  await hasher.close();
  rmSync(folder, { recursive: true, force: true });
});

let count = 0;
/** Files that are open, buffers that are out, hash runs that nobody has ended. */
let left: { files: number; buffers: number; runs: number };
let reads: number[];
beforeEach(() => {
  left = { files: 0, buffers: 0, runs: 0 };
  reads = [];
});

const files: Files = {
  ...diskFiles,
  open: async (path) => {
    const file = await diskFiles.open(path);
    left.files++;
    return {
      ...file,
      read: (...where) => {
        reads.push(where[2]);
        return file.read(...where);
      },
      close: async () => {
        left.files--;
        await file.close();
      },
    };
  },
};
const pool = sharedBuffers();
const ports: FingerprintPorts = {
  files,
  hasher: {
    ...hasher,
    begin: (): HashRun => {
      const run = hasher.begin();
      left.runs++;
      return {
        ...run,
        update: (chunk) => run.update(chunk),
        digest: () => run.digest(),
        drop: () => {
          left.runs--;
          run.drop();
        },
      };
    },
  },
  buffers: {
    take: (bytes) => {
      left.buffers++;
      return pool.take(bytes);
    },
    give: (buffer) => {
      left.buffers--;
      pool.give(buffer);
    },
  },
};
const inPieces: FingerprintPorts = { ...ports, files: { ...files, readWhole: async () => null } };

async function made(size: number) {
  const path = join(folder, `${count++}.mp4`);
  const bytes = randomFillSync(Buffer.alloc(size));
  writeFileSync(path, bytes);
  const { device, inode, mtimeNs } = await diskFiles.stat(path);
  const identity: ClipIdentity = { device, inode, size, mtimeNs };
  return { path, bytes, identity, hash: createHash('sha256').update(bytes).digest('hex') };
}
const nothingLeft = (): void => expect(left).toEqual({ files: 0, buffers: 0, runs: 0 });
const others: readonly Partial<ClipIdentity>[] = [{ device: '1' }, { inode: '1' }, { mtimeNs: '1' }];

describe.each([
  ['at once where it is small', ports],
  ['in pieces where that cannot be', inPieces],
] as const)('read %s', (_, by) => {
  it.each([1, 100 * KiB, 256 * KiB, 256 * KiB + 1, MiB, 5 * MiB + 7])('is that of %d bytes', async (size) => {
    const { path, identity, hash } = await made(size);
    expect(await fingerprint(by, path, identity)).toBe(hash);
    const isWhole = by === ports && size <= 256 * KiB;
    expect([reads.length > 0, Math.max(...reads, 0) <= MiB]).toEqual([!isWhole, true]);
    nothingLeft();
  });

  it.each([1_000, 3 * MiB])('is none of a file that is not the one that was meant: %d bytes', async (size) => {
    const { path, identity } = await made(size);
    for (const other of others) expect(await fingerprint(by, path, { ...identity, ...other })).toBeNull();
    for (const bytes of [size - 1, size + 1])
      expect(await fingerprint(by, path, { ...identity, size: bytes })).toBeNull();
    nothingLeft();
  });

  it('is none of what is not there, or may not be read', async () => {
    const { path, identity } = await made(1_000);
    rmSync(path);
    expect(await fingerprint(by, path, identity)).toBeNull();
    expect(await fingerprint(by, path, { ...identity, size: MiB })).toBeNull();
    nothingLeft();
  });

  it('is not known where the disk does not answer, or the app has a fault', async () => {
    const { path, identity } = await made(1_000);
    for (const error of [new FileError('no-answer', 'x'), new TypeError('a fault')]) {
      const fail = (): Promise<never> => Promise.reject(error);
      const failing = { ...by, files: { ...files, open: fail, readWhole: by === ports ? fail : async () => null } };
      await expect(fingerprint(failing, path, identity)).rejects.toBe(error);
    }
    nothingLeft();
  });
});

it('reads a small file once, and asks no more of one that it may not read', async () => {
  const { path, identity } = await made(1_000);
  const refused = { ...files, readWhole: () => Promise.reject(new FileError('unreadable', 'x')) };
  expect(await fingerprint({ ...ports, files: refused }, path, identity)).toBeNull();
  expect(reads).toEqual([]);
  nothingLeft();
});

describe('a file that changes while it is read', () => {
  const reading = (onRead: (path: string) => Promise<number | null>): FingerprintPorts => ({
    ...inPieces,
    files: {
      ...inPieces.files,
      open: async (path) => {
        const file = await files.open(path);
        return {
          ...file,
          read: async (...where) => (await onRead(path)) ?? (await file.read(...where)),
        };
      },
    },
  });

  it('has none, also where it keeps its length', async () => {
    const { path, identity, bytes } = await made(3 * MiB);
    const changing = reading(async () => {
      writeFileSync(path, bytes);
      return null;
    });
    expect(await fingerprint(changing, path, identity)).toBeNull();
    nothingLeft();
  });

  it('has none where it ends early or cannot be read any more', async () => {
    const { path, identity } = await made(3 * MiB);
    expect(
      await fingerprint(
        reading(async () => 0),
        path,
        identity,
      ),
    ).toBeNull();
    const unreadable = reading(() => Promise.reject(new FileError('failed', 'x')));
    expect(await fingerprint(unreadable, path, identity)).toBeNull();
    const silent = reading(() => Promise.reject(new FileError('no-answer', 'x')));
    await expect(fingerprint(silent, path, identity)).rejects.toMatchObject({ problem: 'no-answer' });
    nothingLeft();
  });
});

it('a hasher that dies loses no buffer', async () => {
  const { path, identity } = await made(5 * MiB);
  const die = (): Promise<never> => Promise.reject(new Error('the thread ended'));
  const dying = { begin: () => ({ update: die, digest: die, drop: () => {} }), close: async () => {} };
  await expect(fingerprint({ ...inPieces, hasher: dying }, path, identity)).rejects.toThrow('the thread ended');
  nothingLeft();
});

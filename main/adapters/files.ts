// Files on the local disk, read only; errno becomes a FileError here and nowhere else.
import { constants, lstat, open, readdir, realpath, statfs } from 'node:fs/promises';
import { FileError, type FileProblem, type Files, type WholeFile } from '../ports.ts';
import { toStat } from './file-stat.ts';
import type { ReadOrder, ReadReport } from './hash-worker.ts';
import { hashThread } from './thread.ts';

/** NFS, SMB, CIFS, SMB2, FUSE (sshfs, rclone), 9P, AFS, Ceph: `f_type` of statfs on Linux. */
const remoteTypes: ReadonlySet<bigint> = new Set([
  ...[0x6969n, 0x517bn, 0xff534d42n, 0xfe534d42n],
  ...[0x65735546n, 0x01021997n, 0x5346414fn, 0x00c36400n],
]);

const problems: Readonly<Record<string, FileProblem>> = {
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  ENODEV: 'missing',
  ESTALE: 'missing',
  EACCES: 'unreadable',
  // On Windows EPERM and EBUSY are sharing violations: somebody else has the file open (F-35).
  EPERM: process.platform === 'win32' ? 'busy' : 'unreadable',
  EBUSY: 'busy',
  ETXTBSY: 'busy',
};

const sortCode = (code: string, message: string): FileError => new FileError(problems[code] ?? 'failed', message);

function sorted(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  throw sortCode(code, error instanceof Error ? error.message : String(error));
}

// O_NOFOLLOW where there is one: a link swapped in between stat and open is not followed.
const readOnly = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

/** Milliseconds after which a silent thread counts as held up by a disk: others then read the ordinary way. */
const patienceMs = 1_000;

/** Reads whole files on a thread of its own, so that hashing never waits for a disk. */
function wholeFiles(): NonNullable<Files['readWhole']> {
  interface Waiting {
    readonly since: number;
    readonly resolve: (file: WholeFile | null) => void;
    readonly reject: (error: FileError) => void;
  }
  const waiting = new Map<number, Waiting>();
  let count = 0;
  const settle = (report: ReadReport): void => {
    const one = waiting.get(report.id);
    waiting.delete(report.id);
    if (report.kind === 'read') one?.resolve(report.file);
    else one?.reject(sortCode(report.code, report.message));
  };
  const thread = hashThread<ReadOrder, ReadReport>(settle, () => {
    for (const one of waiting.values()) one.resolve(null);
    waiting.clear();
  });
  return (path, into, hash) => {
    const [oldest] = waiting.values();
    if (oldest && performance.now() - oldest.since > patienceMs) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      const id = ++count;
      waiting.set(id, { since: performance.now(), resolve, reject });
      const { buffer: memory, byteOffset: start, length } = into;
      thread.tell({ kind: 'read', id, path, memory, start, length, hash });
    });
  };
}

export const diskFiles: Files = {
  stat: async (path) => toStat(await lstat(path, { bigint: true }).catch(sorted)),
  list: async (folder) => readdir(folder).catch(sorted),
  real: async (path) => realpath(path).catch(sorted),
  isRemote: async (path) => {
    if (process.platform === 'win32') return path.startsWith('\\\\');
    const { type } = await statfs(path, { bigint: true }).catch(() => ({ type: 0n }));
    return remoteTypes.has(BigInt.asUintN(32, type));
  },
  open: async (path) => {
    const handle = await open(path, readOnly).catch(sorted);
    return {
      read: async (buffer, offset, length, position) =>
        (await handle.read(buffer, offset, length, position).catch(sorted)).bytesRead,
      stat: async () => toStat(await handle.stat({ bigint: true }).catch(sorted)),
      // On a disk that was pulled even closing fails; what was only read loses nothing by it.
      close: () => handle.close().catch(() => undefined),
    };
  },
  readWhole: wholeFiles(),
};

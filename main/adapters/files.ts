// Files on the local disk, read only; errno becomes a FileError here and nowhere else.
import type { BigIntStats } from 'node:fs';
import { constants, lstat, open, readdir } from 'node:fs/promises';
import { FileError, type FileProblem, type FileStat, type Files } from '../ports.ts';

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

function sorted(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  throw new FileError(problems[code] ?? 'failed', error instanceof Error ? error.message : String(error));
}

function toStat(stat: BigIntStats): FileStat {
  return {
    kind: stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other',
    device: String(stat.dev),
    inode: String(stat.ino),
    size: Number(stat.size),
    mtimeNs: String(stat.mtimeNs),
    mtimeMs: Number(stat.mtimeMs),
  };
}

// O_NOFOLLOW where there is one: a link swapped in between stat and open is not followed.
const readOnly = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

export const diskFiles: Files = {
  stat: async (path) => toStat(await lstat(path, { bigint: true }).catch(sorted)),
  list: async (folder) => readdir(folder).catch(sorted),
  open: async (path) => {
    const handle = await open(path, readOnly).catch(sorted);
    return {
      read: async (buffer, offset, length, position) =>
        (await handle.read(buffer, offset, length, position).catch(sorted)).bytesRead,
      stat: async () => toStat(await handle.stat({ bigint: true }).catch(sorted)),
      close: () => handle.close(),
    };
  },
};

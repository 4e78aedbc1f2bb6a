// A virtual disk: files with identities that can be changed, replaced, hidden and made to fail while somebody reads them.
import { hash } from 'node:crypto';
import { FileError, type FileProblem, type FileStat, type Files, type OpenFile } from '../../main/ports.ts';
import type { Life, Timeline } from './timeline.ts';

export interface DiskFile {
  readonly inode: number;
  bytes: Buffer;
  stat: FileStat;
}

/** What stands in the way of a path; `read` problems let it be opened. */
export interface Trouble {
  readonly problem: FileProblem;
  readonly when: 'always' | 'read';
}

export interface Disk {
  mkdir(path: string): void;
  /** Writes a new file, or over the one that is there; `replace` gives the name to a new file and leaves the old one as it was. */
  write(path: string, bytes: Buffer, replace?: boolean): void;
  touch(path: string): void;
  file(path: string): DiskFile | undefined;
  trouble(path: string, trouble: Trouble | null): void;
  /** The disk under this folder is pulled out, or put in again; `empty`: the folder it was mounted on stays. */
  unplug(root: string, how: 'gone' | 'empty'): void;
  plug(root: string): void;
  /** From now on each look at the disk takes up to so many milliseconds. */
  slow(ms: number): void;
  files(life: Life): Files;
}

interface Folder {
  readonly names: Set<string>;
  readonly stat: FileStat;
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Its files bear the times of the computer that it is in (left out = the first one). */
export function createDisk(timeline: Timeline, fraction: () => number, computer?: number): Disk {
  const files = new Map<string, DiskFile>();
  const folders = new Map<string, Folder>();
  const troubles = new Map<string, Trouble>();
  const unplugged = new Map<string, 'gone' | 'empty'>();
  let inodes = 100;
  let changes = 0;
  let slowMs = 0;

  const stamp = (): { mtimeMs: number; mtimeNs: string } => {
    const mtimeMs = Math.floor(timeline.wall(computer));
    // No two changes have the same time, as on a disk that counts nanoseconds.
    return { mtimeMs, mtimeNs: `${mtimeMs}${String(++changes % 1_000_000).padStart(6, '0')}` };
  };
  const statOf = (inode: number, size: number): FileStat => ({
    kind: 'file',
    device: '7',
    inode: String(inode),
    size,
    ...stamp(),
  });
  const mkdir = (path: string): void => {
    if (folders.has(path)) return;
    if (path !== '/') mkdir(folderOf(path));
    const stat: FileStat = { kind: 'folder', device: '7', inode: String(++inodes), size: 0, ...stamp() };
    folders.set(path, { names: new Set(), stat });
    folders.get(folderOf(path))?.names.add(nameOf(path));
  };

  /** Null = nothing hides this path. */
  const hidden = (path: string): 'gone' | 'empty' | 'below' | null => {
    for (const [root, how] of unplugged) {
      if (path === root) return how;
      if (path.startsWith(`${root}/`)) return 'below';
    }
    return null;
  };
  const missing = (): FileError => new FileError('missing', 'ENOENT: no such file or directory');
  const expectWell = (path: string): void => {
    const trouble = troubles.get(path);
    if (trouble?.when === 'always') throw new FileError(trouble.problem, `trouble: ${trouble.problem}`);
  };
  const statNow = (path: string): FileStat => {
    const how = hidden(path);
    if (how === 'gone' || how === 'below') throw missing();
    const folder = folders.get(path);
    // The bare place where a disk was mounted lies on another device.
    if (folder) return how === 'empty' ? { ...folder.stat, device: '1', inode: '2' } : folder.stat;
    const trouble = troubles.get(path);
    if (trouble?.problem === 'missing' && trouble.when === 'always') throw missing();
    const file = files.get(path);
    if (!file) throw missing();
    return file.stat;
  };
  const fileNow = (path: string): DiskFile => {
    if (hidden(path) !== null) throw missing();
    expectWell(path);
    const file = files.get(path);
    if (!file) throw missing();
    return file;
  };
  const readNow = (path: string, file: DiskFile, into: Uint8Array, position: number): number => {
    const trouble = troubles.get(path);
    if (trouble?.when === 'read') throw new FileError(trouble.problem, 'EIO: i/o error');
    if (hidden(path) !== null) throw new FileError('failed', 'EIO: i/o error');
    const part = file.bytes.subarray(position, position + into.length);
    into.set(part);
    return part.length;
  };

  return {
    mkdir,
    write: (path, bytes, replace = false) => {
      mkdir(folderOf(path));
      const old = files.get(path);
      if (old && !replace) {
        old.bytes = bytes;
        old.stat = statOf(old.inode, bytes.length);
        return;
      }
      const inode = ++inodes;
      files.set(path, { inode, bytes, stat: statOf(inode, bytes.length) });
      folders.get(folderOf(path))?.names.add(nameOf(path));
    },
    touch: (path) => {
      const file = files.get(path);
      if (file) file.stat = { ...file.stat, ...stamp() };
    },
    file: (path) => files.get(path),
    trouble: (path, trouble) => {
      if (trouble) troubles.set(path, trouble);
      else troubles.delete(path);
    },
    unplug: (root, how) => void unplugged.set(root, how),
    plug: (root) => void unplugged.delete(root),
    slow: (ms) => {
      slowMs = ms;
    },
    files: (life) => {
      /** A look at the disk: at once, or on a slow disk a moment later. Nothing comes back to the dead. */
      const look = <T>(work: () => T): Promise<T> => {
        if (!life.alive) return new Promise(() => undefined);
        if (slowMs === 0) {
          try {
            return Promise.resolve(work());
          } catch (error) {
            return Promise.reject(error);
          }
        }
        return new Promise((resolve, reject) => {
          timeline.after(
            fraction() * slowMs,
            () => {
              try {
                resolve(work());
              } catch (error) {
                reject(error);
              }
            },
            life,
          );
        });
      };
      const nothing = (): void => undefined;
      const opened = (path: string, file: DiskFile): OpenFile => ({
        read: (buffer, offset, length, position) =>
          look(() => readNow(path, file, buffer.subarray(offset, offset + length), position)),
        stat: () => look(() => file.stat),
        close: () => look(nothing),
      });
      return {
        stat: (path) => look(() => statNow(path)),
        open: (path) => look(() => opened(path, fileNow(path))),
        list: (path) =>
          look(() => {
            const how = hidden(path);
            const folder = folders.get(path);
            if (how === 'gone' || how === 'below' || !folder) throw missing();
            return how === 'empty' ? [] : [...folder.names];
          }),
        real: (path) => Promise.resolve(path),
        isRemote: () => Promise.resolve(false),
        readWhole: async (path, into, wantsHash) => {
          const { file, bytes } = await look(() => {
            const found = fileNow(path);
            return { file: found, bytes: readNow(path, found, into, 0) };
          });
          // Looked at after the last byte was read, as the thread of the real one does.
          return look(() => ({
            bytes,
            opened: file.stat,
            named: hidden(path) === null && files.has(path) ? statNow(path) : null,
            sha256: wantsHash ? hash('sha256', into.subarray(0, bytes)) : null,
          }));
        },
      };
    },
  };
}

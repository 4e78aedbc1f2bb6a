// Finds the file that tells the details of a clip beside it, and reads it within limits; whatever a disk does, nothing is thrown for it.
import { LRUCache } from 'lru-cache';
import { type Clock, FileError, type FileStat, type Files } from '../ports.ts';
import { createSingleFlight } from '../single-flight.ts';
import { isSidecarName, sidecarsOf } from './sidecar-name.ts';

/** Many times what anybody writes about one clip. In bytes. */
export const mostSidecarBytes = 1024 * 1024;

/** 'same' = as `known` says it was; 'none' = there is none, or nobody can say now. */
export type FoundSidecar =
  | { readonly kind: 'none' }
  | { readonly kind: 'same' }
  | { readonly kind: 'found'; readonly name: string; readonly stamp: string; readonly bytes: Uint8Array }
  | {
      readonly kind: 'trouble';
      readonly name: string;
      readonly stamp: string;
      readonly problem: 'too-large' | 'unreadable';
    };

export interface SidecarFiles {
  /** `known` = stamp of the one that was read before; `heard` = names of which was just heard: the folder is not read then. */
  of(clipPath: string, known: string | null, heard?: readonly string[]): Promise<FoundSidecar>;
}

export interface SidecarFilesOptions {
  readonly files: Pick<Files, 'list' | 'open' | 'stat'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Disks keep times as coarse as two seconds, and their clock may not be ours: what changed a while ago is as it was read. In ms. */
const restedMs = 10_000;
const mostFolders = 16;

const lengthOfFolder = (path: string): number => Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;

/** Tells one state of a file from every other, as far as that is seen from outside. */
function stampOf(name: string, { device, inode, size, mtimeNs }: FileStat): string {
  return JSON.stringify([name, device, inode, size, mtimeNs]);
}

async function orNothing<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileError) return null;
    throw error;
  }
}

/** Null = there is more of it. Throws FileError. */
async function readAll(files: Pick<Files, 'open'>, path: string): Promise<Uint8Array | null> {
  const file = await files.open(path);
  try {
    const { size } = await file.stat();
    if (size > mostSidecarBytes) return null;
    const bytes = new Uint8Array(size + 1);
    let read = 0;
    while (read < bytes.length) {
      const more = await file.read(bytes, read, bytes.length - read, read);
      if (more === 0) break;
      read += more;
    }
    return bytes.slice(0, read);
  } finally {
    await file.close();
  }
}

export function createSidecarFiles({ files, clock }: SidecarFilesOptions): SidecarFiles {
  /** By folder, as long as nothing comes to it or goes: thousands of clips may lie in one. */
  const listed = new LRUCache<string, { readonly mtimeNs: string; readonly names: readonly string[] }>({
    max: mostFolders,
  });
  /** Of many that ask for one folder at the same moment all get the same look at it. */
  const looking = createSingleFlight<string, readonly string[]>();

  const readNames = async (folder: string): Promise<readonly string[]> => {
    const stat = await orNothing(() => files.stat(folder));
    const known = listed.get(folder);
    if (stat === null || known?.mtimeNs === stat.mtimeNs) return known?.names ?? [];
    const names = ((await orNothing(() => files.list(folder))) ?? []).filter(isSidecarName);
    if (Math.abs(clock.now() - stat.mtimeMs) > restedMs) listed.set(folder, { mtimeNs: stat.mtimeNs, names });
    return names;
  };

  const namesIn = (folder: string) => looking.run(folder, () => readNames(folder));

  const read = async (path: string, name: string, known: string | null): Promise<FoundSidecar> => {
    const stat = await orNothing(() => files.stat(path));
    // What leads elsewhere, a pipe or a folder tells nothing of a clip.
    if (stat?.kind !== 'file') return { kind: 'none' };
    const stamp = stampOf(name, stat);
    if (stamp === known) return { kind: 'same' };
    if (stat.size > mostSidecarBytes) return { kind: 'trouble', name, stamp, problem: 'too-large' };
    // Reading would fetch it from a cloud (F-34).
    if (stat.elsewhere === true) return { kind: 'trouble', name, stamp, problem: 'unreadable' };
    try {
      const bytes = await readAll(files, path);
      return bytes === null
        ? { kind: 'trouble', name, stamp, problem: 'too-large' }
        : { kind: 'found', name, stamp, bytes };
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      const isGone = error.problem === 'missing' || error.problem === 'not-a-file' || error.problem === 'no-answer';
      return isGone ? { kind: 'none' } : { kind: 'trouble', name, stamp, problem: 'unreadable' };
    }
  };

  return {
    of: async (clipPath, known, heard) => {
      const at = lengthOfFolder(clipPath);
      const folder = clipPath.slice(0, at);
      // The root of a disk ends with its separator, other folders are named without.
      const names = heard ?? (await namesIn(/^(?:[a-z]:)?[\\/]$/i.test(folder) ? folder : folder.slice(0, -1)));
      for (const name of sidecarsOf(clipPath.slice(at), names)) {
        const found = await read(`${folder}${name}`, name.normalize('NFC'), known);
        if (found.kind !== 'none') return found;
      }
      return { kind: 'none' };
    },
  };
}

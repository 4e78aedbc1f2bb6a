// A disk of folders and files in memory, which can fail anywhere.
import { FileError, type FileProblem, type FileStat, type Files } from '../../../main/ports.ts';

/** A folder by its names, a file by its size, or something else. */
export type Thing = { readonly [name: string]: Thing } | number | 'pipe';

export interface Disk {
  readonly files: Files;
  /** What is asked of these paths fails from now on. */
  readonly problems: Map<string, FileProblem | Error>;
  /** Facts of these paths that differ from the usual ones. */
  readonly facts: Map<string, Partial<FileStat>>;
  /** Paths that were looked at, and those that were listed. */
  readonly looked: string[];
  readonly listed: string[];
}

export const join = (folder: string, name: string): string => `${folder}/${name}`;

/** All of it lies below `/`; the inode of a thing is its path. */
export function diskOf(root: { readonly [name: string]: Thing }): Disk {
  const problems: Disk['problems'] = new Map();
  const facts: Disk['facts'] = new Map();
  const looked: string[] = [];
  const listed: string[] = [];
  const thingAt = (path: string): Thing => {
    let thing: Thing = root;
    const problem = problems.get(path);
    if (problem instanceof Error) throw problem;
    if (problem) throw new FileError(problem, path);
    for (const name of path.split('/').filter((part) => part !== '')) {
      const next: Thing | undefined = typeof thing === 'object' ? thing[name] : undefined;
      if (next === undefined) throw new FileError('missing', path);
      thing = next;
    }
    return thing;
  };
  const stat = async (path: string): Promise<FileStat> => {
    looked.push(path);
    const thing = thingAt(path);
    const kind = typeof thing === 'object' ? 'folder' : typeof thing === 'number' ? 'file' : 'other';
    const size = typeof thing === 'number' ? thing : 0;
    return { kind, device: '1', inode: path, size, mtimeNs: '5', mtimeMs: 5, ...facts.get(path) };
  };
  const list = async (path: string): Promise<readonly string[]> => {
    listed.push(path);
    const thing = thingAt(path);
    return typeof thing === 'object' ? Object.keys(thing) : [];
  };
  return { files: { stat, list } as unknown as Files, problems, facts, looked, listed };
}

// Walks folders as dropped and as watched: by name, without following links, each folder once.
import { FileError, type FileStat, type Files } from '../ports.ts';
import { isJunk, isMachineFolder } from './names.ts';

/** Deeper than any human's folders; ends what goes in circles in ways that device and inode do not show (F-33). */
const deepest = 64;
/** Files looked at side by side: their order is kept, and the loop stays free in between. */
const abreast = 32;

export interface WalkOptions {
  readonly files: Files;
  /** Puts a name behind a folder as this system does it. */
  readonly join: (folder: string, name: string) => string;
  /** Levels below the start that are entered; 0 = only what lies directly in it. */
  readonly levels?: number;
  /** False = not even looked at. Names in folders only: what was named itself is always looked at. */
  readonly wanted: (name: string) => boolean;
  readonly onFile: (path: string, stat: FileStat) => void;
  /** A file whose name is not wanted, or a thing that is neither file nor folder. */
  readonly onOther?: (path: string, stat: FileStat) => void;
  readonly onProblem: (path: string, error: FileError) => void;
  /** Asked between folders; true ends the walk. */
  readonly stopped?: () => boolean;
}

/** Above this the order of people is not worth the time it takes: plain order instead. */
const mostInHumanOrder = 2_000;
const byName = new Intl.Collator('en', { numeric: true }).compare;

/** Walks several starts as one: a file or folder that is reached twice is told once (F-33). Throws for nothing a disk does. */
export function createWalk(options: WalkOptions): (path: string) => Promise<void> {
  const { files, join, wanted, onFile, onOther, onProblem, levels = deepest } = options;
  const seen = new Set<string>();

  const look = async (path: string): Promise<FileStat | null> => {
    try {
      return await files.stat(path);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      onProblem(path, error);
      return null;
    }
  };
  const list = async (path: string): Promise<readonly string[]> => {
    try {
      return await files.list(path);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      onProblem(path, error);
      return [];
    }
  };
  const visit = async (path: string, name: string | null, stat: FileStat, depth: number): Promise<void> => {
    const place = stat.kind === 'folder' ? '' : path;
    const key = `${stat.device}:${stat.inode}:${place}`;
    if (seen.has(key)) return;
    seen.add(key);
    if (stat.kind === 'folder') {
      if (name !== null && isMachineFolder(name)) return;
      if (depth <= Math.min(levels, deepest)) await enter(path, depth);
    } else if (stat.kind === 'file' && (name === null || wanted(name))) onFile(path, stat);
    else onOther?.(path, stat);
  };
  const enter = async (folder: string, depth: number): Promise<void> => {
    const names = (await list(folder)).filter((name) => !isJunk(name));
    names.sort(names.length > mostInHumanOrder ? undefined : byName);
    for (let at = 0; at < names.length; at += abreast) {
      if (options.stopped?.() === true) return;
      const group = names.slice(at, at + abreast);
      const stats = await Promise.all(group.map((name) => look(join(folder, name))));
      for (const [index, stat] of stats.entries()) {
        const name = group[index];
        if (stat && name !== undefined) await visit(join(folder, name), name, stat, depth + 1);
      }
    }
  };
  return async (path) => {
    const stat = await look(path);
    if (stat) await visit(path, null, stat, 0);
  };
}

// Looks through the folders of a watched tree for the folders in them: a few at a time, in short turns of the loop, following no link.
//
// A folder is watched before it is looked into, so that whatever comes into it is either seen or heard.
import { type Dirent, readdir } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { WatchRequest } from '../ports.ts';
import type { Turns } from './turns.ts';
import { placeProblemOf, problemOf } from './watch-problems.ts';
import { pathIn, pathOf, type WatchedFolder, type WatchedFolders } from './watched-folders.ts';

/**
 * 'first': the tree as it was found. 'new': a folder that appeared, with all that is in it. 'again': its own entries once more.
 * 'anew': the same of all below it, whose watches may be those of folders that lie elsewhere by now.
 */
export type Look = 'first' | 'new' | 'again' | 'anew';

/** Of the four threads that the whole process has for its disks, half are left to others. */
const abreast = 2;
/** Bytes of a folder that is read in one go: some hundred entries. Of a larger one so many entries at once. */
const smallFolder = 16_384;
const atOnce = 512;
/** As deep as a scan looks (ingest/walk.ts); ends what goes in circles in ways that no link shows (F-33). */
const deepest = 64;

const readWhole = promisify(readdir);

/** In one question to the system where that is short, for most folders are small; large ones piece by piece. */
async function* entriesOf(folder: WatchedFolder): AsyncGenerator<readonly Dirent[], void, void> {
  const place = pathOf(folder);
  if (folder.size <= smallFolder) yield await readWhole(place, { withFileTypes: true });
  else for await (const entry of await opendir(place, { bufferSize: atOnce })) yield [entry];
}

export interface FolderWalkOptions extends Pick<WatchRequest, 'wanted' | 'onFile' | 'onFolder'> {
  readonly folders: WatchedFolders;
  readonly turns: Turns;
  readonly isOver: () => boolean;
  readonly onError: (error: unknown) => void;
}

export interface FolderWalk {
  /** Looks into a folder that is watched, and goes on below as `look` says. */
  look(folder: WatchedFolder, look: Look): void;
  /** The folder `name` is there: it is watched and looked into. */
  enter(parent: WatchedFolder, name: string, look: 'first' | 'new'): void;
  /** A folder that is known is there, as it was or not: it is watched again. */
  watchAgain(folder: WatchedFolder, look: 'again' | 'anew'): void;
  /** Resolves when nothing is left to look into. */
  done(): Promise<void>;
}

export function createFolderWalk(options: FolderWalkOptions): FolderWalk {
  const { folders, turns, wanted, isOver, onFile, onFolder, onError } = options;
  const waiting: { readonly folder: WatchedFolder; readonly look: Look }[] = [];
  const working = new Set<Promise<void>>();

  /** True when it is watched; what is gone is dropped, what is closed to us stays known. */
  const watch = (folder: WatchedFolder): boolean => {
    try {
      if (folders.watch(folder)) return true;
      folders.drop(folder);
      return false;
    } catch (error) {
      const problem = problemOf(error) === 'limit' ? 'broken' : placeProblemOf(error);
      if (problem === 'broken') onError(error);
      else if (problem === 'gone') folders.drop(folder);
      else folder.isClosed = true;
      return false;
    }
  };
  const enter: FolderWalk['enter'] = (parent, name, look) => {
    if (parent.depth >= deepest) return;
    const folder = folders.add(parent, name);
    const isWatched = watch(folder);
    if (folder.gone) return;
    if (look === 'new') onFolder(pathOf(folder));
    if (isWatched) lookInto(folder, look);
  };
  const watchAgain: FolderWalk['watchAgain'] = (folder, look) => {
    if (watch(folder)) lookInto(folder, look);
  };

  const meet = (folder: WatchedFolder, name: string, look: Look): void => {
    const known = folder.below.get(name);
    if (!known) enter(folder, name, look === 'first' ? 'first' : 'new');
    else if (look === 'anew') watchAgain(known, 'anew');
  };
  /** False for what costs nothing by itself. */
  const meetEntry = (folder: WatchedFolder, entry: Dirent, look: Look): boolean => {
    if (entry.isDirectory() && wanted(entry.name, 'folder')) meet(folder, entry.name, look);
    else if (look !== 'first' && entry.isFile() && wanted(entry.name, 'file')) onFile(pathIn(folder, entry.name));
    else return false;
    return true;
  };
  const readAll = async (folder: WatchedFolder, look: Look): Promise<ReadonlySet<string>> => {
    const there = new Set<string>();
    for await (const entries of entriesOf(folder)) {
      for (const entry of entries) {
        if (!meetEntry(folder, entry, look)) continue;
        there.add(entry.name);
        if (turns.isLong()) await turns.rest();
        if (isOver() || folder.gone) return there;
      }
    }
    return there;
  };
  const lookInside = async (folder: WatchedFolder, look: Look): Promise<void> => {
    // Only what was known before: others may appear, and be met, while it is read.
    const known = [...folder.below];
    const there = await readAll(folder, look);
    if (isOver() || folder.gone) return;
    for (const [name, below] of known) if (!there.has(name) && folder.below.get(name) === below) folders.drop(below);
    if (!folder.isClosed) return;
    folder.isClosed = false;
    // What came into it meanwhile, and deeper, nobody could look at.
    onFolder(pathOf(folder));
  };
  const lookOnce = async (folder: WatchedFolder, look: Look): Promise<void> => {
    try {
      await lookInside(folder, look);
    } catch (error) {
      if (isOver() || folder.gone) return;
      if (problemOf(error) === 'limit' || folder.parent === null) onError(error);
      // A folder that cannot be read is told by the scans; one that is gone is heard of.
      else folder.isClosed = true;
    }
  };

  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next && !isOver(); next = waiting.pop())
      if (!next.folder.gone) await lookOnce(next.folder, next.look);
  };
  const lookInto = (folder: WatchedFolder, look: Look): void => {
    waiting.push({ folder, look });
    if (working.size >= abreast) return;
    const one = work().finally(() => working.delete(one));
    working.add(one);
  };

  return {
    look: lookInto,
    enter,
    watchAgain,
    done: async () => {
      while (working.size > 0) await Promise.all(working);
    },
  };
}

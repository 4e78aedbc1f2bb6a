// The folders of one tree that are watched, each by a watch of its own, and the giving back of those watches.
//
// Invariants:
// - of files nothing is kept; a folder is a name and what lies below it;
// - a folder that was dropped is `gone`, and so is all below it, at once; what is heard of it afterwards counts for nothing;
// - watches are given back a few at a time: the system takes its time for thousands.
import { lstatSync, type Stats } from 'node:fs';
import path from 'node:path';
import type { Turns } from './turns.ts';

export interface WatchedFolder {
  readonly parent: WatchedFolder | null;
  /** Of the root its whole path. */
  readonly name: string;
  readonly depth: number;
  readonly below: Map<string, WatchedFolder>;
  watch: FolderWatchHandle | null;
  /** Tells it from another that lies in its place later; empty = not looked at yet. */
  id: string;
  /** In bytes, as the system counts it; grows with what lies in it. */
  size: number;
  /** It could not be looked into when that was last tried. */
  isClosed: boolean;
  gone: boolean;
}

/** What node:fs gives for a folder that is watched. */
export interface FolderWatchHandle {
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): void;
}

/** Throws what the system says. `name` = of what changed in it, as far as it is told. */
export type WatchOne = (
  folder: string,
  heard: (event: 'rename' | 'change', name: string | null) => void,
) => FolderWatchHandle;

/** The number of a folder that was removed is given to the next one: when it was made tells the two apart. */
export const idOf = ({ dev, ino, birthtimeMs }: Stats): string => `${dev}:${ino}:${birthtimeMs}`;

export const pathOf = (folder: WatchedFolder): string =>
  folder.parent === null ? folder.name : pathIn(folder.parent, folder.name);

/** Of something in it, as `path.join` writes it. */
export const pathIn = (folder: WatchedFolder, name: string): string =>
  // Joining looks at each character of what is below the root already.
  folder.parent === null ? path.join(folder.name, name) : `${pathOf(folder)}${path.sep}${name}`;

/** What the system calls it when it speaks of the folder itself. */
export const ownName = (folder: WatchedFolder): string => path.basename(folder.name);

export interface WatchedFoldersOptions {
  readonly root: string;
  readonly watchOne: WatchOne;
  readonly turns: Turns;
  readonly onHeard: (folder: WatchedFolder, event: 'rename' | 'change', name: string | null) => void;
  readonly onError: (error: unknown) => void;
}

export interface WatchedFolders {
  readonly root: WatchedFolder;
  /**
   * Begins to watch it, or watches it anew: what lies in its place may be another folder by now. False when it is none, but a link for
   * instance. Throws what the system says.
   */
  watch(folder: WatchedFolder): boolean;
  /** Known from now on, and not watched yet. */
  add(parent: WatchedFolder, name: string): WatchedFolder;
  drop(folder: WatchedFolder): void;
  /** Resolves when every watch that was dropped is given back. */
  givenBack(): Promise<void>;
}

const folderIn = (parent: WatchedFolder | null, name: string): WatchedFolder => ({
  parent,
  name,
  depth: parent === null ? 0 : parent.depth + 1,
  below: new Map(),
  watch: null,
  id: '',
  size: 0,
  isClosed: false,
  gone: false,
});

export function createWatchedFolders(options: WatchedFoldersOptions): WatchedFolders {
  const { watchOne, turns, onHeard, onError } = options;
  const root = folderIn(null, options.root);
  const dropped: FolderWatchHandle[] = [];
  let giving: Promise<void> | null = null;

  const give = async (): Promise<void> => {
    await turns.rest();
    for (let watch = dropped.pop(); watch; watch = dropped.pop()) {
      watch.close();
      if (turns.isLong()) await turns.rest();
    }
    giving = null;
  };
  const forget = (folder: WatchedFolder): void => {
    folder.gone = true;
    if (folder.watch) dropped.push(folder.watch);
    folder.watch = null;
    for (const below of folder.below.values()) forget(below);
    folder.below.clear();
  };

  return {
    root,
    watch: (folder) => {
      const old = folder.watch;
      // One that was given back is still told what the system had in hand for it.
      const place = pathOf(folder);
      const made: FolderWatchHandle = watchOne(place, (event, name) => {
        if (!folder.gone) onHeard(folder, event, name);
      });
      made.on('error', onError);
      folder.watch = made;
      // Only now: the same folder keeps its watch.
      old?.close();
      // The system has just looked it up for the watch: this asks no disk. The root may be a link.
      const seen = lstatSync(place);
      folder.id = idOf(seen);
      folder.size = seen.size;
      return seen.isDirectory() || folder.parent === null;
    },
    add: (parent, name) => {
      const folder = folderIn(parent, name);
      parent.below.set(name, folder);
      return folder;
    },
    drop: (folder) => {
      folder.parent?.below.delete(ownName(folder));
      forget(folder);
      giving ??= give();
    },
    givenBack: async () => {
      while (giving) await giving;
    },
  };
}

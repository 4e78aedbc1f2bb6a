// The folders of one tree that are watched, each by a watch of its own, and the giving back of those watches.
//
// Invariants:
// - of files nothing is kept; a folder is a name and what lies below it;
// - a folder that was dropped is `gone`, and so is all below it, at once; what is heard of it afterwards counts for nothing;
// - watches are given back a few at a time: the system takes its time for thousands.
import type { Stats } from 'node:fs';
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

export function pathOf(folder: WatchedFolder): string {
  const names: string[] = [];
  for (let at: WatchedFolder | null = folder; at; at = at.parent) names.push(at.name);
  return path.join(...names.reverse());
}

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
  /** Begins to watch it, or watches it anew: what lies in its place may be another folder by now. Throws what the system says. */
  watch(folder: WatchedFolder): void;
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
      const made: FolderWatchHandle = watchOne(pathOf(folder), (event, name) => {
        if (!folder.gone && folder.watch === made) onHeard(folder, event, name);
      });
      made.on('error', onError);
      folder.watch = made;
      // Only now: the same folder keeps its watch.
      old?.close();
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

// Hints about large trees on Linux: one watch per folder, no state of any file, and nothing that holds up the loop.
//
// Invariants:
// - a folder is watched before it is looked into; what appears in the tree is watched as it appears, links never;
// - what was lost on the way from the system is looked for again, and the caller is told to look, too;
// - after a problem, or the end, nothing is watched and nothing is told.
import fs from 'node:fs';
import { access, lstat, stat } from 'node:fs/promises';
import type { Watcher, Watching, WatchRequest } from '../ports.ts';
import { type ChangedName, createChangedNames } from './changed-names.ts';
import { createFolderWalk } from './folder-walk.ts';
import { hear, whenLost } from './heard-together.ts';
import { createTurns } from './turns.ts';
import { limitOf, messageOf, type PlaceProblem, placeProblemOf, problemOf } from './watch-problems.ts';
import {
  createWatchedFolders,
  idOf,
  ownName,
  pathIn,
  pathOf,
  type WatchedFolder,
  type WatchOne,
} from './watched-folders.ts';

function watchTree(request: WatchRequest, watchOne: WatchOne): Watching {
  const { root, recursive, wanted, onReady, onFile, onFolder, onProblem } = request;
  const turns = createTurns();
  let isOver = false;
  let rootId = '';
  let closing: Promise<void> | null = null;
  const over = (): boolean => isOver;

  const close = (): Promise<void> => {
    isOver = true;
    stopAsking();
    folders.drop(folders.root);
    closing ??= Promise.all([walk.done(), changes.done(), folders.givenBack()]).then(() => undefined);
    return closing;
  };
  const fail = (error: unknown): void => {
    if (isOver) return;
    close().catch(() => undefined);
    onProblem(problemOf(error), messageOf(error), limitOf(error));
  };

  /** Whether it matters by its name alone. Of folders each change is told as if they had been renamed. */
  const matters = (folder: WatchedFolder, name: string, renamed: boolean): boolean =>
    wanted(name, 'file') || (renamed && ((recursive && wanted(name, 'folder')) || name === ownName(folder)));
  const heard = (folder: WatchedFolder, event: 'rename' | 'change', name: string | null): void => {
    hear();
    const renamed = event === 'rename';
    if (name === null) {
      if (recursive) walk.look(folder, 'again');
      onFolder(pathOf(folder));
    } else if (renamed || !changes.has(folder, name)) {
      if (matters(folder, name, renamed)) changes.note({ folder, name, renamed });
    }
  };
  const folders = createWatchedFolders({ root, watchOne, turns, onHeard: heard, onError: fail });
  const walk = createFolderWalk({ folders, turns, wanted, isOver: over, onFile, onFolder, onError: fail });

  const checkRoot = async (): Promise<void> => {
    const now = await stat(root).then(idOf, () => null);
    if (now !== rootId) fail(new Error('The folder is not there any more'));
    // Its watch goes on when the rights to it are lost, and nobody would look whether they are.
    else await access(root, fs.constants.R_OK | fs.constants.X_OK).catch(fail);
  };
  /** The system spoke of a folder itself, or of a child of the same name that is not there. */
  const meantItself = ({ parent, name }: WatchedFolder): void => {
    // What lies in its place may be what a disk was mounted over.
    if (parent) changes.note({ folder: parent, name, renamed: true });
  };
  const meetFolder = (folder: WatchedFolder, name: string, id: string): void => {
    if (!recursive || !wanted(name, 'folder')) return;
    const known = folder.below.get(name);
    if (known?.id === id) {
      walk.watchAgain(known, 'again');
      return;
    }
    // Another one in its place.
    if (known) folders.drop(known);
    walk.enter(folder, name, 'new');
  };
  /** What is no folder; of `seen` that is a word nothing could be seen. */
  const meetOther = (folder: WatchedFolder, name: string, seen: fs.Stats | PlaceProblem): void => {
    const known = folder.below.get(name);
    if (known && seen !== 'closed' && seen !== 'broken') folders.drop(known);
    const mayBeFile = seen === 'closed' || seen === 'broken' || (seen !== 'gone' && seen.isFile());
    if (mayBeFile && wanted(name, 'file')) onFile(pathIn(folder, name));
  };
  const lookAt = async ({ folder, name, renamed }: ChangedName): Promise<void> => {
    const itself = renamed && name === ownName(folder);
    if (itself && folder.parent === null) await checkRoot();
    if (isOver || folder.gone) return;
    const seen = await lstat(pathIn(folder, name)).catch(placeProblemOf);
    if (isOver || folder.gone) return;
    if (typeof seen === 'object' && seen.isDirectory()) meetFolder(folder, name, idOf(seen));
    else meetOther(folder, name, seen);
    if (seen === 'gone' && itself) meantItself(folder);
  };
  const changes = createChangedNames({ onChanged: lookAt, isOver: over });

  const stopAsking = whenLost(async () => {
    await checkRoot();
    if (isOver) return;
    onFolder(root);
    if (recursive) walk.look(folders.root, 'anew');
    await walk.done();
  });

  const begin = async (): Promise<void> => {
    try {
      // Whoever asked has what it needs to be told.
      await Promise.resolve();
      if (isOver) return;
      folders.watch(folders.root);
      rootId = idOf(fs.statSync(root));
      if (recursive) walk.look(folders.root, 'first');
      await walk.done();
      if (!isOver) onReady();
    } catch (error) {
      fail(error);
    }
  };
  void begin();
  return { close };
}

/** `watchOne` = how a single folder is watched. */
export const createTreeWatcher = (watchOne: WatchOne): Watcher => ({
  watch: (request) => watchTree(request, watchOne),
});

export const treeWatcher: Watcher = createTreeWatcher((folder, heard) => fs.watch(folder, heard));

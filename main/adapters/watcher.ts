// Hints about folders on chokidar, where the system watches whole trees: no link is followed, no state is kept of what is no clip, and an error ends the watching as data.
import path from 'node:path';
import { watch } from 'chokidar';
import type { Watcher } from '../ports.ts';
import { treeWatcher } from './tree-watcher.ts';
import { limitOf, messageOf, problemOf } from './watch-problems.ts';

export const chokidarWatcher: Watcher = {
  watch: ({ root, recursive, wanted, onReady, onFile, onFolder, onProblem }) => {
    let closing: Promise<void> | null = null;
    const watcher = watch(root, {
      ignoreInitial: true,
      followSymlinks: false,
      // A subfolder that may not be read is the scan's business; the rest is watched all the same.
      ignorePermissionErrors: true,
      // Every hint leads to a look of our own: nothing has to be held back or joined here.
      atomic: false,
      awaitWriteFinish: false,
      // Asked first with the path alone: only what is surely a file may be judged by its name. Where the system watches a whole tree, what is
      // in a folder that is not wanted is asked for, too, and everywhere with "/" between the names.
      ignored: (file, stats) => {
        const within = path.relative(root, file);
        if (within === '') return false;
        const folders = within.split(path.sep).slice(0, -1);
        if (folders.some((name) => !wanted(name, 'folder'))) return true;
        if (stats === undefined) return false;
        const kind = stats.isDirectory() ? 'folder' : stats.isFile() ? 'file' : null;
        return kind === null || !wanted(path.basename(file), kind);
      },
      ...(recursive ? {} : { depth: 0 }),
    });
    const close = (): Promise<void> => {
      closing ??= watcher.close();
      return closing;
    };
    const told = (file: string): void => {
      if (!closing) onFile(file);
    };
    watcher.on('ready', () => {
      if (!closing) onReady();
    });
    watcher.on('add', told);
    watcher.on('change', told);
    watcher.on('addDir', (folder) => {
      if (!closing && path.relative(root, folder) !== '') onFolder(folder);
    });
    watcher.on('error', (error) => {
      if (closing) return;
      // One is enough: a share that drops sends a storm of them (F-28).
      close().catch(() => undefined);
      onProblem(problemOf(error), messageOf(error), limitOf(error));
    });
    return { close };
  },
};

/**
 * On Linux chokidar keeps something of every clip, and takes as long as it takes to look at all of them; macOS and Windows watch a whole
 * tree by themselves, which chokidar knows how to ask for.
 */
export const systemWatcher: Watcher = process.platform === 'linux' ? treeWatcher : chokidarWatcher;

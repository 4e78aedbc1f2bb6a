// Watched folders while the app runs: joins their rules, their watching and what the window asks, and shows them to it.
import path from 'node:path';
import type { FolderView } from '../../../preload/contract.ts';
import { type BroughtFolder, nameOfPlace } from '../../ingest/brought-folders.ts';
import type { Folder } from '../../model.ts';
import type { Desktop } from '../../ports.ts';
import type { Changes, Signals } from '../changes.ts';
import { createFolderFiles } from './folder-files.ts';
import { type FolderHandlers, folderHandlers } from './handlers.ts';
import { createFolderWatches, type FolderWatchesOptions } from './watch.ts';

export interface FoldersOptions extends Omit<FolderWatchesOptions, 'onChange'> {
  readonly desktop: Desktop;
  readonly changes: Signals<Changes>;
}

export interface Folders {
  readonly handlers: FolderHandlers;
  views(): readonly FolderView[];
  start(): void;
  /** Jobs or accounts may look different. */
  changed(): void;
  /** Accounts came or went: folders of those that are here are watched, others are not. */
  accountsChanged(): void;
  /** Looks through every folder: the computer slept, and nobody hinted meanwhile. */
  woke(): void;
  stop(): Promise<void>;
}

const tellEveryMs = 500;

export function createFolders(options: FoldersOptions): Folders {
  const { accounts, folderStore, registry, adding, desktop } = options;
  const { clock, random, files, ledger } = adding;
  let cancelTell: (() => void) | null = null;
  /** From here on the list may be closed: nothing is read of it any more. */
  let stopped = false;
  /** As the window was told it last. */
  let told = '';

  const view = (folder: Folder): FolderView => {
    const sight = watches.of(folder.id)?.sight();
    const { taken, waiting, lastTakenAt } = ledger.tally(folder.id);
    const unwatched = folder.rules === null ? 'rules-damaged' : 'paused';
    const idle = accounts.account(folder.accountId) === null ? 'no-account' : unwatched;
    return {
      id: folder.id,
      path: folder.path,
      name: path.basename(folder.path).normalize('NFC') || folder.path,
      accountId: folder.accountId,
      paused: folder.paused,
      rules: folder.rules,
      state: sight?.state ?? idle,
      limit: sight?.limit ?? null,
      beingWritten: sight?.beingWritten ?? 0,
      ...folderFiles.shown(folder, sight),
      takenCount: taken,
      waitingCount: waiting,
      lastTakenAt,
    };
  };
  const unplaced = ({ id, path: place, accountId, rules, paused }: BroughtFolder): FolderView => ({
    ...{ id, path: place, accountId, rules, paused, name: nameOfPlace(place), state: 'unplaced' },
    ...{ limit: null, beingWritten: 0, files: [], moreFiles: 0, takenCount: 0, waitingCount: 0, lastTakenAt: null },
  });
  const seen = (): readonly FolderView[] => [...registry.all().map(view), ...folderStore.brought.all().map(unplaced)];

  const changed = (): void => {
    if (stopped || (registry.all().length === 0 && told === '')) return;
    cancelTell ??= clock.after(tellEveryMs, () => {
      cancelTell = null;
      if (JSON.stringify(seen()) !== told) options.changes.tell('shown', null);
    });
  };
  const folderFiles = createFolderFiles({ clock, files, desktop, folderStore, ledger });
  const watches = createFolderWatches({ ...options, onChange: changed });

  return {
    handlers: folderHandlers({
      clock,
      random,
      files,
      desktop,
      accounts,
      folderStore,
      registry,
      watches,
      folderFiles,
      view,
      // What the user does is shown at once; the rest waits for more of its kind.
      onDone: () => options.changes.tell('shown', null),
    }),
    views: () => {
      const now = seen();
      // Also what is told for another reason, which may be half of a change.
      told = JSON.stringify(now);
      return now;
    },
    start: watches.start,
    changed,
    accountsChanged: watches.accountsChanged,
    woke: watches.scanAll,
    stop: async () => {
      const ended = watches.stop();
      stopped = true;
      cancelTell?.();
      await ended;
    },
  };
}

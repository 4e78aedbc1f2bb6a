// The watching of every folder that is to be watched: begun, ended and begun anew, and its clips handed to the queue.
import path from 'node:path';
import type { FolderRules } from '../../../preload/contract.ts';
import type { FolderStore } from '../../ingest/folder-store.ts';
import type { ReadyFile } from '../../ingest/ready-files.ts';
import { isSidecarName } from '../../ingest/sidecar-name.ts';
import { type FolderWatch, watchFolder } from '../../ingest/watch-folder.ts';
import type { Clip, Folder, FolderId } from '../../model.ts';
import type { Logger, Watcher, Writers } from '../../ports.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Sidecars } from '../sidecars/sidecars.ts';
import { type AddingOptions, addClips, forNew, readFor } from '../uploads/add-clips.ts';
import { toClips } from '../uploads/to-clip.ts';
import { identityOf } from './clips-below.ts';
import type { FolderRegistry } from './registry.ts';
import { effectsOf } from './rule-effects.ts';

export interface FolderWatchesOptions {
  readonly watcher: Watcher;
  /** Left out = nobody can be seen to write. */
  readonly writers?: Pick<Writers, 'holding'> | undefined;
  readonly logger: Logger;
  readonly accounts: Accounts;
  readonly folderStore: FolderStore;
  readonly registry: FolderRegistry;
  readonly adding: AddingOptions;
  readonly sidecars: Pick<Sidecars, 'heard'>;
  /** A folder is there, at the beginning or again. */
  readonly onHere: (folderId: FolderId) => void;
  /** A folder may look different. */
  readonly onChange: () => void;
}

export interface FolderWatches {
  start(): void;
  /** Ends the watching of a folder and begins it anew where it is to go on. */
  restart(id: FolderId): void;
  /** Undefined = it is not watched. */
  of(id: FolderId): FolderWatch | undefined;
  /** Looks through the folder as a whole. */
  scan(id: FolderId): void;
  scanAll(): void;
  accountsChanged(): void;
  /** Ends all of them; resolves when nothing of them runs any more. */
  stop(): Promise<void>;
}

export function createFolderWatches(options: FolderWatchesOptions): FolderWatches {
  const { accounts, folderStore, registry, adding, onChange } = options;
  const { clock, files, ledger } = adding;
  const watches = new Map<FolderId, FolderWatch>();
  const ending = new Set<Promise<void>>();
  let started = false;

  /** The files that are ready become jobs; gives those that turned out not to be. */
  const take = async (id: FolderId, ready: readonly ReadyFile[]): Promise<readonly string[]> => {
    const folder = registry.find(id);
    if (!folder?.rules) return [];
    const clips: Clip[] = [];
    const again: string[] = [];
    for (const [file, clip] of await toClips(files, ready, null)) {
      if (typeof clip === 'string') again.push(file.path);
      else clips.push(clip);
    }
    const { presetId, ...rules } = effectsOf(folder.rules, accounts.account(folder.accountId));
    const { accountId } = folder;
    const { text, isHeld } = forNew(adding, { id: accountId }, presetId, rules);
    const numbers = { next: ledger.tally(id).taken + 1 };
    const whole = await readFor(adding, text, accountId, clips);
    const outcomes = await addClips(adding, whole, { accountId, folderId: id, text, numbers, isHeld });
    for (const [index, outcome] of outcomes.entries()) {
      const clip = clips[index];
      if (clip && (outcome === 'changed' || outcome === 'silent')) again.push(clip.path);
    }
    return again;
  };

  const watch = (folder: Folder, rules: FolderRules): void => {
    const { id } = folder;
    const created = watchFolder({
      clock,
      files,
      watcher: options.watcher,
      writers: options.writers,
      logger: options.logger,
      root: { path: folder.path, device: folder.device, ...effectsOf(rules, null).watch },
      join: path.join,
      wasTaken: (file, stat) => ledger.hasTaken(folder.accountId, identityOf(stat), file),
      settled: (file, stat) => {
        const identity = identityOf(stat);
        return (
          ledger.settled(folder.accountId, identity, file) ||
          folderStore.isLeft(id, identity, file) ||
          folderStore.ignored.isIgnored(id, file, identity)
        );
      },
      take: (ready) => take(id, ready),
      isBeside: isSidecarName,
      onBeside: (file) => options.sidecars.heard(folder.accountId, file),
      onHere: () => options.onHere(id),
      onWhole: (there) => folderStore.ignored.keep(id, there),
      onDevice: (device) => {
        const now = registry.find(id);
        if (now) registry.save({ ...now, device });
      },
      onChange,
    });
    watches.set(id, created);
  };

  /** Without its rules nobody knows what is to be taken, and as what. */
  const isWanted = ({ paused, accountId, rules }: Folder): boolean =>
    started && !paused && rules !== null && accounts.account(accountId) !== null;

  const restart = (id: FolderId): void => {
    const old = watches.get(id);
    watches.delete(id);
    if (old) {
      const ended = old.stop().finally(() => ending.delete(ended));
      ending.add(ended);
    }
    const folder = registry.find(id);
    if (folder?.rules && isWanted(folder)) watch(folder, folder.rules);
    onChange();
  };

  return {
    start: () => {
      started = true;
      for (const { id } of registry.all()) restart(id);
    },
    restart,
    of: (id) => watches.get(id),
    scan: (id) => watches.get(id)?.scan(),
    scanAll: () => {
      for (const one of watches.values()) one.scan();
    },
    accountsChanged: () => {
      for (const folder of registry.all()) if (isWanted(folder) !== watches.has(folder.id)) restart(folder.id);
    },
    stop: async () => {
      started = false;
      for (const id of [...watches.keys()]) restart(id);
      while (ending.size > 0) await Promise.all(ending);
    },
  };
}

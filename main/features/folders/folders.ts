// Watched folders while the app runs: binds each to its account, its rules and the queue, and shows them to the window.
import path from 'node:path';
import type { FolderFailure, FolderRules, FolderView, Outcome } from '../../../preload/contract.ts';
import { defaultRules, type FolderStore } from '../../ingest/folder-store.ts';
import { isClipName } from '../../ingest/names.ts';
import type { ReadyFile } from '../../ingest/ready-files.ts';
import { createWalk } from '../../ingest/walk.ts';
import { type FolderWatch, watchFolder } from '../../ingest/watch-folder.ts';
import { type Clip, type ClipIdentity, emptyDraft, type Folder, type FolderId } from '../../model.ts';
import { type Desktop, FileError, type FileStat, type Logger, type Watcher } from '../../ports.ts';
import { type Handlers, NotFound } from '../../uploader-api.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Changes, Signals } from '../changes.ts';
import { type AddingOptions, addClips, toClip } from '../uploads/add-clips.ts';
import type { FolderRegistry } from './registry.ts';

export interface FoldersOptions {
  readonly watcher: Watcher;
  readonly logger: Logger;
  readonly desktop: Desktop;
  readonly accounts: Accounts;
  readonly folderStore: FolderStore;
  readonly registry: FolderRegistry;
  readonly adding: AddingOptions;
  /** A folder is there, at the beginning or again. */
  readonly onHere: (folderId: FolderId) => void;
  readonly changes: Signals<Changes>;
}

export interface Folders {
  readonly handlers: Pick<Handlers, Extract<keyof Handlers, `folder.${string}`>>;
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
/** A folder with more videos than this is described as "more than" when it is added. */
const mostCounted = 1_000;
const mostOffers = 20;
/** Network disks stall for longer in the middle of a copy (F-23). */
const remoteStableMs = 10_000;
const leftAtOnce = 1_000;

/** Rules in place of some that cannot be read: each as the user chose it, none as it usually is; null = some are not chosen. */
function chosenAnew(rules: Partial<Omit<FolderRules, 'existing'>> = {}): FolderRules | null {
  const { recursive, extensions, stableMs, status, terms } = rules;
  if (recursive === undefined || extensions === undefined || stableMs === undefined) return null;
  if (status === undefined || terms === undefined) return null;
  return { recursive, extensions, stableMs, status, terms, existing: 'leave' };
}

const identityOf = ({ device, inode, size, mtimeNs }: FileStat): ClipIdentity => ({ device, inode, size, mtimeNs });

export function createFolders(options: FoldersOptions): Folders {
  const { accounts, folderStore, registry, adding, desktop } = options;
  const { clock, random, files, ledger } = adding;
  const watches = new Map<FolderId, FolderWatch>();
  const offers = new Map<string, string>();
  const ending = new Set<Promise<void>>();
  let started = false;
  let adds: Promise<unknown> = Promise.resolve();
  let cancelTell: (() => void) | null = null;
  let told = '';

  const view = (folder: Folder): FolderView => {
    const sight = watches.get(folder.id)?.sight();
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
      beingWritten: sight?.beingWritten ?? 0,
      refused: sight?.refused.map((one) => ({ name: one.path, reason: one.reason })) ?? [],
      takenCount: taken,
      waitingCount: waiting,
      lastTakenAt,
    };
  };
  const views = (): readonly FolderView[] => registry.all().map(view);

  const changed = (): void => {
    if (registry.all().length === 0 && told === '') return;
    cancelTell ??= clock.after(tellEveryMs, () => {
      cancelTell = null;
      const now = JSON.stringify(views());
      if (now === told) return;
      told = now;
      options.changes.tell('shown', null);
    });
  };

  /** The files that are ready become jobs; gives those that turned out not to be. */
  const take = async (id: FolderId, ready: readonly ReadyFile[]): Promise<readonly string[]> => {
    const folder = registry.find(id);
    if (!folder?.rules) return [];
    const clips: Clip[] = [];
    const again: string[] = [];
    for (const file of ready) {
      const clip = await toClip(files, file, null);
      if (typeof clip === 'string') again.push(file.path);
      else clips.push(clip);
    }
    const { status, terms } = folder.rules;
    const draft = { ...emptyDraft, status, terms };
    const outcomes = await addClips(adding, clips, { accountId: folder.accountId, folderId: id, draft });
    for (const [index, outcome] of outcomes.entries()) {
      const clip = clips[index];
      if (clip && (outcome === 'changed' || outcome === 'silent')) again.push(clip.path);
    }
    return again;
  };

  const watch = (folder: Folder, rules: FolderRules): void => {
    const { id } = folder;
    const { recursive, extensions, stableMs } = rules;
    const created = watchFolder({
      clock,
      files,
      watcher: options.watcher,
      logger: options.logger,
      root: { path: folder.path, recursive, extensions, stableMs, device: folder.device },
      join: path.join,
      settled: (file, stat) => {
        const identity = identityOf(stat);
        return ledger.settled(folder.accountId, identity, file) || folderStore.isLeft(id, identity, file);
      },
      take: (ready) => take(id, ready),
      onHere: () => options.onHere(id),
      onDevice: (device) => {
        const now = registry.find(id);
        if (now) registry.save({ ...now, device });
      },
      onChange: changed,
    });
    watches.set(id, created);
  };

  /** Without its rules nobody knows what is to be taken, and as what. */
  const isWanted = ({ paused, accountId, rules }: Folder): boolean =>
    started && !paused && rules !== null && accounts.account(accountId) !== null;

  /** Ends the watching of a folder and begins it anew where it is to go on. */
  const restart = (id: FolderId): void => {
    const old = watches.get(id);
    watches.delete(id);
    if (old) {
      const ended = old.stop().finally(() => ending.delete(ended));
      ending.add(ended);
    }
    const folder = registry.find(id);
    if (folder?.rules && isWanted(folder)) watch(folder, folder.rules);
    changed();
  };

  /** What is known of a path that may be gone: enough to compare places. */
  const placeOf = async (folder: string): Promise<{ readonly path: string; readonly key: string | null }> => {
    const stat = await files.stat(folder).catch(() => null);
    return { path: folder, key: stat && `${stat.device}:${stat.inode}` };
  };
  /** True when `inner` is `outer` or lies in it, by name or by what the disk says (a bind mount, another case). */
  const isWithin = async (inner: string, outer: string): Promise<boolean> => {
    const goal = await placeOf(outer);
    for (let at = inner; ; at = path.dirname(at)) {
      const here = await placeOf(at);
      if (here.path === goal.path || (here.key !== null && here.key === goal.key)) return true;
      if (path.dirname(at) === at) return false;
    }
  };
  const conflict = async (root: string, accountId: string): Promise<FolderFailure | null> => {
    for (const other of registry.all()) {
      if (other.accountId !== accountId) continue;
      const inside = await isWithin(root, other.path);
      const around = await isWithin(other.path, root);
      if (!inside && !around) continue;
      const problem = inside && around ? 'already-watched' : inside ? 'inside-watched' : 'around-watched';
      return { problem, other: path.basename(other.path).normalize('NFC') };
    }
    return null;
  };

  const problemOf = (error: unknown): FolderFailure => {
    if (!(error instanceof FileError)) throw error;
    if (error.problem === 'no-answer') return { problem: 'silent', other: null };
    return { problem: error.problem === 'unreadable' ? 'unreadable' : 'missing', other: null };
  };

  /** Every clip below `root`, whatever the rules will be. */
  const clipsIn = async (
    root: string,
    onClip: (file: string, stat: FileStat) => void,
    stopped: () => boolean,
  ): Promise<void> => {
    const walk = createWalk({
      files,
      join: path.join,
      wanted: (name) => isClipName(name),
      onFile: onClip,
      onProblem: () => undefined,
      stopped,
    });
    await walk(root);
  };

  const leaveAll = async (id: FolderId, root: string): Promise<void> => {
    let group: { path: string; identity: ClipIdentity }[] = [];
    const write = (): void => {
      folderStore.leave(id, group);
      group = [];
    };
    const onClip = (file: string, stat: FileStat): void => {
      group.push({ path: file, identity: identityOf(stat) });
      if (group.length >= leftAtOnce) write();
    };
    await clipsIn(root, onClip, () => false);
    write();
  };

  const add = async (
    root: string,
    accountId: string,
    existing: 'take' | 'leave',
  ): Promise<Outcome<FolderView, FolderFailure>> => {
    if (!accounts.account(accountId)) throw new NotFound('account-gone');
    let device: string;
    try {
      await files.list(root);
      device = (await files.stat(root)).device;
    } catch (error) {
      return { ok: false, failure: problemOf(error) };
    }
    const failure = await conflict(root, accountId);
    if (failure) return { ok: false, failure };
    const id = random.hex(8);
    if (existing === 'leave') await leaveAll(id, root);
    const stableMs = (await files.isRemote(root)) ? remoteStableMs : defaultRules.stableMs;
    const rules = { ...defaultRules, stableMs, existing };
    registry.save({ id, path: root, accountId, rules, paused: false, device, addedAt: clock.now() });
    restart(id);
    return { ok: true, value: view(registry.get(id)) };
  };

  return {
    handlers: {
      'folder.choose': async () => {
        const [chosen] = (await desktop.choose('watched-folder')) ?? [];
        if (chosen === undefined) return null;
        try {
          const root = await files.real(chosen);
          await files.list(root);
          let videos = 0;
          const count = (): void => {
            videos++;
          };
          await clipsIn(root, count, () => videos > mostCounted);
          const offer = random.hex(8);
          offers.set(offer, root);
          for (const oldest of offers.keys()) {
            if (offers.size <= mostOffers) break;
            offers.delete(oldest);
          }
          const name = path.basename(root).normalize('NFC') || root;
          return {
            ok: true,
            value: { offer, path: root, name, videos: Math.min(videos, mostCounted), more: videos > mostCounted },
          };
        } catch (error) {
          return { ok: false, failure: problemOf(error) };
        }
      },
      'folder.add': async ({ offer, accountId, existing }) => {
        const root = offers.get(offer);
        if (root === undefined) throw new NotFound('folder-not-chosen');
        // One after the other, so that no two are compared with what was there before both.
        const added = adds.then(() => add(root, accountId, existing));
        adds = added.catch(() => undefined);
        return added;
      },
      'folder.change': async ({ folderId, accountId, rules }) => {
        const folder = registry.get(folderId);
        const moves = accountId !== undefined && accountId !== folder.accountId;
        if (moves && !accounts.account(accountId)) throw new NotFound('account-gone');
        const failure = moves ? await conflict(folder.path, accountId) : null;
        if (failure) return { ok: false, failure };
        // What went to the old account is not to go to the new one as well: that is for what comes from now on.
        if (moves) folderStore.leaveTaken(folderId);
        const toOtherSite = moves && accounts.siteOf(accountId)?.id !== accounts.siteOf(folder.accountId)?.id;
        // Numbers of categories mean something else on another site.
        const before = folder.rules ?? chosenAnew(rules);
        const kept = before && toOtherSite ? { ...before, terms: null } : before;
        const after = kept && { ...kept, ...rules };
        registry.save({ ...registry.get(folderId), accountId: accountId ?? folder.accountId, rules: after });
        restart(folderId);
        return { ok: true, value: view(registry.get(folderId)) };
      },
      'folder.pause': async ({ folderId, paused }) => {
        registry.save({ ...registry.get(folderId), paused });
        restart(folderId);
      },
      'folder.remove': async (folderId) => {
        registry.get(folderId);
        registry.remove(folderId);
        restart(folderId);
      },
      'folder.scan': async (folderId) => {
        registry.get(folderId);
        watches.get(folderId)?.scan();
      },
      'folder.show': async (folderId) => desktop.showFile(registry.get(folderId).path),
    },
    views,
    start: () => {
      started = true;
      for (const { id } of registry.all()) restart(id);
    },
    changed,
    accountsChanged: () => {
      for (const folder of registry.all()) if (isWanted(folder) !== watches.has(folder.id)) restart(folder.id);
    },
    woke: () => {
      for (const one of watches.values()) one.scan();
    },
    stop: async () => {
      started = false;
      cancelTell?.();
      for (const id of [...watches.keys()]) restart(id);
      cancelTell?.();
      while (ending.size > 0) await Promise.all(ending);
    },
  };
}

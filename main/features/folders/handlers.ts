// What the window asks about watched folders: choosing, adding and changing them.
import pLimit from 'p-limit';
import type { FolderFailure, FolderRules, FolderView, Outcome, RequestInput } from '../../../preload/contract.ts';
import type { BroughtFolder } from '../../ingest/brought-folders.ts';
import type { FolderStore } from '../../ingest/folder-store.ts';
import { type AccountId, byRule, changeableRules, type Folder, firstRules, folderRules } from '../../model.ts';
import type { Clock, Desktop, Files, Random } from '../../ports.ts';
import { type Handlers, NotFound } from '../../uploader-api.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { requireAccount } from '../accounts/require.ts';
import { leaveClips } from './clips-below.ts';
import { findConflict } from './conflicts.ts';
import type { FolderFiles } from './folder-files.ts';
import { createFolderOffers, folderFailureOf } from './offers.ts';
import type { FolderRegistry } from './registry.ts';
import type { FolderWatches } from './watch.ts';

export type FolderHandlers = Pick<Handlers, Extract<keyof Handlers, `folder.${string}`>>;

export interface FolderHandlersOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly files: Files;
  readonly desktop: Desktop;
  readonly accounts: Accounts;
  readonly folderStore: FolderStore;
  readonly registry: FolderRegistry;
  readonly watches: FolderWatches;
  readonly folderFiles: Pick<FolderFiles, 'act'>;
  readonly view: (folder: Folder) => FolderView;
  /** Folders were added, changed or removed by their user, who waits to see it. */
  readonly onDone: () => void;
}

/** Network disks stall for longer in the middle of a copy (F-23). */
const remoteStableMs = 10_000;

/** Rules in place of some that cannot be read: each as the user chose it, none as it usually is; null = some are not chosen. */
function chosenAnew(chosen: Partial<FolderRules> = {}): FolderRules | null {
  const isWhole = changeableRules('inForm').every((rule) => chosen[rule] !== undefined);
  return isWhole ? { ...firstRules, ...chosen } : null;
}

/** Numbers of categories mean something else on another site. */
function onOtherSite(before: FolderRules): FolderRules {
  return { ...before, ...byRule((rule) => (folderRules[rule].isOfSite ? firstRules[rule] : before[rule])) };
}

export function folderHandlers(options: FolderHandlersOptions): FolderHandlers {
  const { accounts, desktop, files, folderFiles, folderStore, registry, watches, view, onDone } = options;
  const offers = createFolderOffers(files, desktop, options.random);
  const inTurn = pLimit(1);

  /** As they hold for the account that the clips go to by now. */
  const rulesFor = (before: Pick<BroughtFolder, 'accountId' | 'rules'>, accountId: AccountId): FolderRules => {
    const rules = before.rules ?? firstRules;
    if (accountId === before.accountId) return rules;
    const isSameSite = accounts.siteOf(accountId)?.id === accounts.siteOf(before.accountId)?.id;
    // A preset is its account's own.
    return { ...(isSameSite ? rules : onOtherSite(rules)), preset: firstRules.preset };
  };

  const add = async (
    root: string,
    { accountId, existing, brought }: Pick<RequestInput<'folder.add'>[0], 'accountId' | 'existing' | 'brought'>,
  ): Promise<Outcome<FolderView, FolderFailure>> => {
    requireAccount(accounts, accountId);
    const before = brought === undefined ? null : folderStore.brought.find(brought);
    if (brought !== undefined && before === null) throw new NotFound('folder-gone');
    let device: string;
    try {
      await files.list(root);
      device = (await files.stat(root)).device;
    } catch (error) {
      return { ok: false, failure: folderFailureOf(error) };
    }
    const failure = await findConflict(files, registry, root, accountId);
    if (failure) return { ok: false, failure };
    const id = before?.id ?? options.random.hex(8);
    if (existing === 'leave') await leaveClips(files, folderStore, id, root);
    const kept = before === null ? firstRules : rulesFor(before, accountId);
    const stableMs = (await files.isRemote(root)) ? Math.max(remoteStableMs, kept.stableMs) : kept.stableMs;
    const rules = { ...kept, stableMs, existing };
    const paused = before?.paused ?? false;
    const folder = { id, path: root, accountId, rules, paused, device, addedAt: options.clock.now() };
    if (before === null) registry.save(folder);
    else folderStore.brought.place(folder, registry.save);
    watches.restart(id);
    onDone();
    return { ok: true, value: view(registry.get(id)) };
  };

  return {
    'folder.choose': () => offers.choose(),
    'folder.add': async ({ offer, ...how }) => {
      const root = offers.rootOf(offer);
      if (root === undefined) throw new NotFound('folder-not-chosen');
      // One after the other, so that no two are compared with what was there before both.
      return inTurn(() => add(root, how));
    },
    'folder.change': async ({ folderId, accountId, rules }) => {
      const folder = registry.get(folderId);
      const moves = accountId !== undefined && accountId !== folder.accountId;
      if (moves) requireAccount(accounts, accountId);
      const failure = moves ? await findConflict(files, registry, folder.path, accountId) : null;
      if (failure) return { ok: false, failure };
      // What went to the old account is not to go to the new one as well: that is for what comes from now on.
      if (moves) folderStore.leaveTaken(folderId);
      const before = folder.rules ?? chosenAnew(rules);
      const kept = before && moves ? rulesFor({ accountId: folder.accountId, rules: before }, accountId) : before;
      const after = kept && { ...kept, ...rules };
      registry.save({ ...registry.get(folderId), accountId: accountId ?? folder.accountId, rules: after });
      watches.restart(folderId);
      onDone();
      return { ok: true, value: view(registry.get(folderId)) };
    },
    'folder.pause': async ({ folderId, paused }) => {
      registry.save({ ...registry.get(folderId), paused });
      watches.restart(folderId);
      onDone();
    },
    'folder.remove': async (folderId) => {
      if (!folderStore.brought.remove(folderId)) {
        registry.get(folderId);
        registry.remove(folderId);
      }
      watches.restart(folderId);
      onDone();
    },
    'folder.scan': async (folderId) => {
      registry.get(folderId);
      watches.scan(folderId);
    },
    'folder.file': async ({ folderId, name, act }) =>
      folderFiles.act(registry.get(folderId), watches.of(folderId), name, act),
    'folder.show': async (folderId) => desktop.showFile(registry.get(folderId).path),
  };
}

// What a file of another computer would bring here, and the bringing itself: it only adds, all of it or nothing, and doing it twice changes
// nothing.
//
// Its clips are many: they are written in steps, and count from the last one on, which brings everything else (queue/store/brought-clips.ts).
import type { MoveInView, MoveSite, MoveTaken } from '../../../preload/contract.ts';
import { nameOfPlace } from '../../ingest/brought-folders.ts';
import type { FolderStore } from '../../ingest/folder-store.ts';
import type { Account, AccountId, SiteId } from '../../model.ts';
import type { Clock, Random, Settings } from '../../ports.ts';
import type { Runner } from '../../queue/runner/runner.ts';
import { type BroughtPlace, broughtBegin } from '../../queue/store/brought-clips.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { Ledger } from '../../queue/store/ledger.ts';
import type { PresetStore } from '../../site/store/preset-store.ts';
import type { SiteStore } from '../../site/store/site-store.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { FolderRegistry } from '../folders/registry.ts';
import type { StoreHealth } from '../profile/store-health.ts';
import type { MovedAccount, MovedClip, MovedSite } from './file-format.ts';
import type { MoveFile } from './read-file.ts';

export interface BringOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: Settings;
  readonly siteStore: SiteStore;
  readonly presets: PresetStore;
  readonly folderStore: Pick<FolderStore, 'brought'>;
  readonly registry: FolderRegistry;
  readonly ledger: Ledger;
  readonly store: QueueStore;
  readonly accounts: Pick<Accounts, 'account' | 'reload'>;
  /** Settle time of sites that are new here, in ms. */
  readonly settleMs: number;
}

/** Rows that are compared in one go; the queue has its turn between two. */
const rowsAtOnce = 5_000;
/** Clips that are written down in one go; some ten milliseconds. */
const rowsInWrite = 500;
/** Clips that are written in the order of their table: that touches fewer of its pages in each go. All of them would take long to sort. */
const rowsInOrder = 20_000;

/** The account on this computer, also one that was taken away; null = it never was here. */
function findHere({ siteStore }: BringOptions, { root }: MovedSite, { userId }: MovedAccount): Account | null {
  const site = siteStore.findSite(root);
  return site && siteStore.findAccount(site.id, userId);
}

/** How many of the clips this computer knows already. */
async function countKnown(
  { clock, ledger }: BringOptions,
  { id }: Account,
  clips: readonly MovedClip[],
): Promise<number> {
  let known = 0;
  for (let at = 0; at < clips.length; at += rowsAtOnce) {
    for (const [size, sha256] of clips.slice(at, at + rowsAtOnce))
      known += Number(ledger.brought.isKnown(id, size, sha256));
    await new Promise<void>((resolve) => clock.soon(resolve));
  }
  return known;
}

/** What the file would bring, compared with what is here. */
export async function compareMove(options: BringOptions, file: MoveFile): Promise<Omit<MoveInView, 'id'>> {
  const { accounts, folderStore, registry, settings } = options;
  const sites: MoveSite[] = [];
  let [newClips, knownClips] = [0, 0];
  for (const site of file.sites) {
    const newLogins: string[] = [];
    for (const account of site.accounts) {
      const here = findHere(options, site, account);
      if (here === null || accounts.account(here.id) === null) newLogins.push(account.login);
      const clips = file.clips.get(account.key) ?? [];
      const known = here === null ? 0 : await countKnown(options, here, clips);
      knownClips += known;
      newClips += clips.length - known;
    }
    sites.push({ name: site.name, address: site.address, newLogins });
  }
  const isNew = ({ id }: { readonly id: string }): boolean =>
    registry.find(id) === null && folderStore.brought.find(id) === null;
  const { change, unreadable } = settings.offered(file.settings);
  const { computer, savedAt, openClips } = file.manifest;
  return {
    ...{ computer, savedAt, openClips, sites, newClips, knownClips },
    newFolders: file.folders.filter(isNew).map(({ path }) => nameOfPlace(path)),
    newSettings: Object.keys(change).length,
    leftOut: { ...file.leftOut, settings: unreadable },
  };
}

/** The site of that root, which is new or stays as it is here. Inside a write. */
function keepSite({ random, siteStore, settleMs }: BringOptions, moved: MovedSite): SiteId {
  const known = siteStore.findSite(moved.root);
  if (known !== null) return known.id;
  const { name, address, root, platform, uploadRoute, passwordPage, ways } = moved;
  const id = random.hex(8);
  siteStore.saveSite({
    ...{ id, name, address, root, platform, uploadRoute, passwordPage, ways, settleMs },
    ...{ sizeLimit: null, refusedExtensions: [], honoursKeys: false },
    ...{ hasHelper: false, helperTrouble: null, pieceLimit: null },
  });
  return id;
}

/** What the file has under names for the account; what is here stays as it is here. Inside a write. */
function keepPresets({ presets }: BringOptions, moved: MovedAccount, accountId: AccountId): void {
  for (const { id, name, content } of moved.presets) {
    if (presets.find(id) === null) presets.save({ id, accountId, name, content });
  }
}

/** The account, which waits for its sign-in where it was not here. Gives whether it was not. Inside a write. */
function keepAccount({ accounts, siteStore }: BringOptions, siteId: SiteId, moved: MovedAccount, id: AccountId) {
  if (accounts.account(id) !== null) return false;
  const { login, name, userId, canUpload, canPublish, method, holdsNew, presetId } = moved;
  siteStore.saveAccount({
    ...{ id, siteId, login, name, userId, canUpload, canPublish, method, holdsNew, presetId },
    ...{ signedIn: false, tokenEndsAt: null, passwordUuid: null, publishesAtOnce: null, publicUnasked: false },
  });
  return true;
}

/** The accounts of this computer by their keys in the file: as they are called here, or will be. */
type Ids = ReadonlyMap<string, AccountId>;

function idsOf(options: BringOptions, file: MoveFile): Ids {
  const ids = new Map<string, AccountId>();
  /** A file may have one site, or one user of it, twice. */
  const made = new Map<string, AccountId>();
  for (const site of file.sites) {
    for (const account of site.accounts) {
      const who = `${account.userId} ${site.root}`;
      const id = findHere(options, site, account)?.id ?? made.get(who) ?? options.random.hex(8);
      made.set(who, id);
      ids.set(account.key, id);
    }
  }
  return ids;
}

/** False = an account of the file was connected here since, under another id. */
const isAsPlanned = (options: BringOptions, file: MoveFile, ids: Ids): boolean =>
  file.sites.every((site) =>
    site.accounts.every((account) => {
      const here = findHere(options, site, account);
      return here === null || here.id === ids.get(account.key);
    }),
  );

function keepFolders({ folderStore }: BringOptions, file: MoveFile, ids: Ids): number {
  let folders = 0;
  for (const { id, path, account, rules, paused } of file.folders) {
    const accountId = ids.get(account);
    if (accountId === undefined) continue;
    folders += Number(folderStore.brought.keep({ id, path, accountId, rules, paused }));
  }
  return folders;
}

/** All but the clips, and from now on those count, too. Null = nothing was changed: it is not as it was planned any more. Inside a write. */
function finish(
  options: BringOptions,
  file: MoveFile,
  ids: Ids,
  taking: string,
): Pick<MoveTaken, 'accounts' | 'folders'> | null {
  if (!isAsPlanned(options, file, ids)) return null;
  let accounts = 0;
  const saved = new Set<AccountId>();
  for (const site of file.sites.filter((one) => one.accounts.length > 0)) {
    const siteId = keepSite(options, site);
    for (const account of site.accounts) {
      const id = ids.get(account.key) ?? '';
      if (saved.has(id)) continue;
      saved.add(id);
      accounts += Number(keepAccount(options, siteId, account, id));
      keepPresets(options, account, id);
    }
  }
  options.ledger.brought.endTaking(taking);
  options.store.compareAnew(taking);
  return { accounts, folders: keepFolders(options, file, ids) };
}

/** The clips of a file by the account here, a step's worth at a time. */
function* stepsOf(file: MoveFile, ids: Ids): Generator<readonly [AccountId, readonly MovedClip[]]> {
  for (const [key, accountId] of ids) {
    const all = file.clips.get(key) ?? [];
    for (let from = 0; from < all.length; from += rowsInOrder) {
      const clips = all.slice(from, from + rowsInOrder).toSorted(([one], [other]) => one - other);
      for (let at = 0; at < clips.length; at += rowsInWrite) yield [accountId, clips.slice(at, at + rowsInWrite)];
    }
  }
}

export interface TakeOptions extends BringOptions {
  readonly health: Pick<StoreHealth, 'insist'>;
  readonly runner: Pick<Runner, 'quietly'>;
}

export interface MoveTaker {
  /**
   * Takes all of it over, or throws and nothing is changed; one file after the other. Settings follow at last: they lie in a file of their
   * own. Throws the reason of `signal` where that comes before the last step.
   */
  take(file: MoveFile, signal: AbortSignal): Promise<MoveTaken>;
  /** Throws away what came with a file in the middle of which the app was ended, or the disk full. */
  tidy(): Promise<void>;
  /** What is under way ends with its step, and counts for nothing. */
  stop(): Promise<void>;
}

export function createMoveTaker(options: TakeOptions): MoveTaker {
  const { accounts, health, ledger, random, runner, settings, store } = options;
  let isStopped = false;
  let before: Promise<unknown> = Promise.resolve();

  /** What is half of another file is none of this one's. */
  const oneByOne = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = before.then(work, work);
    before = mine.catch(() => undefined);
    return mine;
  };

  const step = async <T>(work: () => T): Promise<T> => {
    if (isStopped) throw new Error('The app ends');
    // The room that is kept for a full disk is for what is under way.
    health.insist();
    return store.write(work);
  };

  const tidy = async (): Promise<void> => {
    if (!ledger.brought.hasHalf()) return;
    for (let from: BroughtPlace | null = broughtBegin; from !== null; ) {
      const place: BroughtPlace = from;
      from = await step(() => ledger.brought.dropHalf(place, rowsInWrite));
    }
  };

  const takeOnce = async (file: MoveFile, signal: AbortSignal): Promise<Omit<MoveTaken, 'settings'> | null> => {
    const ids = idsOf(options, file);
    const taking = random.hex(8);
    let clips = 0;
    signal.throwIfAborted();
    await step(() => ledger.brought.beginTaking(taking));
    for (const [accountId, rows] of stepsOf(file, ids)) {
      clips += await step(() => {
        const kept = rows.filter(([size, sha256, videoId, arrivedAt, name]) =>
          ledger.brought.keep({ accountId, size, sha256, videoId, arrivedAt, name }, taking),
        );
        return kept.length;
      });
      signal.throwIfAborted();
    }
    const rest = await step(() => finish(options, file, ids, taking));
    return rest && { ...rest, clips };
  };

  const takeWhole = async (file: MoveFile, signal: AbortSignal): Promise<Omit<MoveTaken, 'settings'>> => {
    for (;;) {
      await tidy();
      const taken = await takeOnce(file, signal);
      if (taken !== null) return taken;
    }
  };

  return {
    take: (file, signal) =>
      oneByOne(async () => {
        // What is dropped or found meanwhile waits: whether it is on its site already is not known before the last step.
        const taking = runner.quietly(() => takeWhole(file, signal));
        // It counts for nothing also where it cannot be thrown away now; then it is once there is room, before the next file, or at the next start.
        const taken = await taking.catch(async (error: unknown) => {
          await tidy().catch(() => undefined);
          throw error;
        });
        accounts.reload();
        const { change } = settings.offered(file.settings);
        const names = Object.keys(change);
        if (names.length > 0) settings.change(change);
        return { ...taken, settings: names.length };
      }),
    tidy: () => oneByOne(tidy),
    stop: async () => {
      isStopped = true;
      await before;
    },
  };
}

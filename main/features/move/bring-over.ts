// What a file of another computer would bring here, and the bringing itself: it only adds, in one write, and doing it twice changes nothing.
import type { MoveInView, MoveSite, MoveTaken } from '../../../preload/contract.ts';
import { nameOfPlace } from '../../ingest/brought-folders.ts';
import type { FolderStore } from '../../ingest/folder-store.ts';
import type { Account, AccountId, SiteId } from '../../model.ts';
import type { Clock, Random, Settings } from '../../ports.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { Ledger } from '../../queue/store/ledger.ts';
import type { SiteStore } from '../../site/store/site-store.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { FolderRegistry } from '../folders/registry.ts';
import type { MovedAccount, MovedClip, MovedSite } from './file-format.ts';
import type { MoveFile } from './read-file.ts';

export interface BringOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: Settings;
  readonly siteStore: SiteStore;
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
  });
  return id;
}

/** The account, which waits for its sign-in where it was not here. Inside a write. */
function keepAccount(options: BringOptions, siteId: SiteId, moved: MovedAccount) {
  const { accounts, random, siteStore } = options;
  const known = siteStore.findAccount(siteId, moved.userId);
  if (known !== null && accounts.account(known.id) !== null) return { id: known.id, isNew: false };
  const { login, name, userId, canUpload, canPublish, method } = moved;
  const id = known?.id ?? random.hex(8);
  siteStore.saveAccount({
    ...{ id, siteId, login, name, userId, canUpload, canPublish, method },
    ...{ signedIn: false, tokenEndsAt: null, passwordUuid: null, publishesAtOnce: null, publicUnasked: false },
  });
  return { id, isNew: true };
}

type Kept = Pick<MoveTaken, 'accounts' | 'clips'>;

/** One site with its accounts, and what arrived there; `ids` gets the accounts of this computer by their keys in the file. Inside a write. */
function keepSiteWhole(options: BringOptions, file: MoveFile, site: MovedSite, ids: Map<string, AccountId>): Kept {
  const kept = { accounts: 0, clips: 0 };
  if (site.accounts.length === 0) return kept;
  const siteId = keepSite(options, site);
  for (const moved of site.accounts) {
    const { id: accountId, isNew } = keepAccount(options, siteId, moved);
    ids.set(moved.key, accountId);
    kept.accounts += Number(isNew);
    for (const [size, sha256, videoId, arrivedAt, name] of file.clips.get(moved.key) ?? [])
      kept.clips += Number(options.ledger.brought.keep({ accountId, size, sha256, videoId, arrivedAt, name }));
  }
  return kept;
}

function keepFolders({ folderStore }: BringOptions, file: MoveFile, ids: ReadonlyMap<string, AccountId>): number {
  let folders = 0;
  for (const { id, path, account, rules, paused } of file.folders) {
    const accountId = ids.get(account);
    if (accountId === undefined) continue;
    folders += Number(folderStore.brought.keep({ id, path, accountId, rules, paused }));
  }
  return folders;
}

/** Takes all of it over, or throws and nothing is changed. Settings follow at last: they lie in a file of their own. */
export async function takeMove(options: BringOptions, file: MoveFile): Promise<MoveTaken> {
  const { accounts, settings, store } = options;
  const taken = await store.write(() => {
    const ids = new Map<string, AccountId>();
    const kept = file.sites.map((site) => keepSiteWhole(options, file, site, ids));
    return {
      accounts: kept.reduce((sum, one) => sum + one.accounts, 0),
      clips: kept.reduce((sum, one) => sum + one.clips, 0),
      folders: keepFolders(options, file, ids),
    };
  });
  accounts.reload();
  const { change } = settings.offered(file.settings);
  const names = Object.keys(change);
  if (names.length > 0) settings.change(change);
  return { ...taken, settings: names.length };
}

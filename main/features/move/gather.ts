// What another computer needs to know, as the parts of one file: sites and accounts, what arrived there, watched folders, settings.
import type { MoveOutView } from '../../../preload/contract.ts';
import type { FolderStore } from '../../ingest/folder-store.ts';
import type { Account, AccountId } from '../../model.ts';
import type { Clock, Settings } from '../../ports.ts';
import { type LedgerPlace, ledgerBegin } from '../../queue/store/brought-clips.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { Ledger } from '../../queue/store/ledger.ts';
import type { PresetStore } from '../../site/store/preset-store.ts';
import type { SiteStore } from '../../site/store/site-store.ts';
import { holdsNew } from '../accounts/rights.ts';
import type { FolderRegistry } from '../folders/registry.ts';
import {
  clipsInPart,
  clipsName,
  foldersName,
  type MovedAccount,
  type MovedClip,
  type MovedFolder,
  type MovedSite,
  type MoveManifest,
  manifestName,
  mostMovedClips,
  moveKind,
  moveVersion,
  settingsName,
  sitesName,
} from './file-format.ts';

export interface GatherOptions {
  readonly clock: Clock;
  readonly settings: Settings;
  readonly siteStore: SiteStore;
  readonly presets: PresetStore;
  readonly folderStore: Pick<FolderStore, 'brought'>;
  readonly registry: FolderRegistry;
  readonly ledger: Ledger;
  readonly store: QueueStore;
  readonly version: string;
  readonly computer: string;
}

export interface Gathered {
  readonly view: Omit<MoveOutView, 'id'>;
  readonly files: readonly { readonly name: string; readonly text: string }[];
}

/** Rows that are read in one go; the queue has its turn between two. */
const rowsAtOnce = 1_000;
const longestName = 1_000;

type Part = { readonly account: AccountId; readonly clips: readonly MovedClip[] };

/** What an account has on its site, in parts of the file; `room` = how many more clips go into it. */
async function clipsOf(
  { clock, ledger }: GatherOptions,
  account: AccountId,
  room: number,
): Promise<{ readonly parts: readonly Part[]; readonly left: number }> {
  const clips: MovedClip[] = [];
  let left = 0;
  for (let from: LedgerPlace | null = ledgerBegin; from !== null; ) {
    const part: ReturnType<Ledger['brought']['arrived']> = ledger.brought.arrived(account, from, rowsAtOnce);
    for (const { size, sha256, videoId, arrivedAt, name } of part.clips) {
      if (clips.length < room) clips.push([size, sha256, videoId, arrivedAt, name.slice(0, longestName)]);
      else left++;
    }
    left += part.unread;
    from = part.next;
    await new Promise<void>((resolve) => clock.soon(resolve));
  }
  const parts = Array.from({ length: Math.ceil(clips.length / clipsInPart) }, (_, at) => ({
    account,
    clips: clips.slice(at * clipsInPart, (at + 1) * clipsInPart),
  }));
  return { parts, left };
}

/** What its new clips do and get there. What cannot be read here any more is not there: they wait for their user's word. */
function newClipsOf(presets: PresetStore, account: Account): Pick<MovedAccount, 'holdsNew' | 'presetId'> {
  const { presetId } = account;
  if (presetId !== null && (presets.find(presetId)?.content ?? null) === null)
    return { holdsNew: true, presetId: null };
  return { holdsNew: holdsNew(account) || account.holdsNew, presetId };
}

function sitesOf({ siteStore, presets }: GatherOptions, accounts: readonly Account[]): readonly MovedSite[] {
  return siteStore.sites().map(({ id, name, address, root, platform, uploadRoute, passwordPage, ways }) => ({
    ...{ name, address, root, platform, uploadRoute, passwordPage, ways },
    accounts: accounts
      .filter(({ siteId }) => siteId === id)
      .map((account) => ({
        key: account.id,
        login: account.login,
        name: account.name,
        userId: account.userId,
        canUpload: account.canUpload,
        canPublish: account.canPublish,
        method: account.method,
        ...newClipsOf(presets, account),
        // What cannot be read of one stays where it is.
        presets: presets
          .of(account.id)
          .flatMap(({ id: preset, name: called, content }) =>
            content === null ? [] : [{ id: preset, name: called, content }],
          ),
      })),
  }));
}

/** Also those that were brought here and have no place yet. Rules that cannot be read stay where they are. */
function foldersOf({ registry, folderStore }: GatherOptions, accounts: readonly Account[]): readonly MovedFolder[] {
  return [...registry.all(), ...folderStore.brought.all()].flatMap(({ id, path, accountId, rules, paused }) =>
    rules === null || !accounts.some((account) => account.id === accountId)
      ? []
      : [
          {
            id,
            path,
            account: accountId,
            paused,
            rules: { ...rules, extensions: rules.extensions && [...rules.extensions] },
          },
        ],
  );
}

/** Everything that goes into the file, as it is now. */
export async function gather(options: GatherOptions): Promise<Gathered> {
  const { clock, settings, siteStore, store, version, computer } = options;
  // Whose account it is has to be known for certain.
  const accounts = siteStore.accounts().filter(({ userId }) => userId > 0);
  const parts: Part[] = [];
  let clips = 0;
  let leftClips = 0;
  for (const { id } of accounts) {
    const found = await clipsOf(options, id, mostMovedClips - clips);
    parts.push(...found.parts);
    clips = parts.reduce((sum, part) => sum + part.clips.length, 0);
    leftClips += found.left;
  }
  const sites = sitesOf(options, accounts);
  const folders = foldersOf(options, accounts);
  const { all, done } = store.counts();
  const openClips = all - done;
  // The system has the one, and the other is agreed to on each computer.
  const { startAtLogin: _ofSystem, publicSites: _agreed, ...values } = settings.values();
  const contents: readonly (readonly [string, unknown])[] = [
    [sitesName, { sites }],
    [foldersName, { folders }],
    [settingsName, { values }],
    ...parts.map((part, at) => [clipsName(at + 1), part] as const),
  ];
  const manifest: MoveManifest & { readonly kind: string; readonly version: number } = {
    ...{ kind: moveKind, version: moveVersion, app: version, computer: computer.slice(0, 300) },
    ...{ savedAt: Math.floor(clock.now()), openClips, parts: contents.map(([name]) => name) },
  };
  return {
    view: { sites: sites.length, clips, leftClips, folders: folders.length, openClips },
    files: [[manifestName, manifest] as const, ...contents].map(([name, content]) => ({
      name,
      text: `${JSON.stringify(content)}\n`,
    })),
  };
}

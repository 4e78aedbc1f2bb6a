// In a watched folder that several computers see one of them goes first: the others wait for what it sends, and send what it leaves. It saves
// sending everything several times over and giving it up before its end; that nothing is on the site twice never rests on it.
import path from 'node:path';
import { isCloudFolder } from '../../ingest/cloud-folder.ts';
import type { AccountId, Folder, FolderId } from '../../model.ts';
import {
  type Claimed,
  type Clock,
  FileError,
  type Files,
  type FolderClaims,
  type Random,
  type Sql,
} from '../../ports.ts';
import { secondMs } from '../../retry.ts';
import type { Accounts } from '../accounts/accounts.ts';

export interface ClaimsOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly files: Pick<Files, 'list'>;
  readonly sql: Sql;
  readonly claims?: FolderClaims;
  readonly accounts: Pick<Accounts, 'account' | 'siteOf'>;
  /** Null = no such folder is watched any more. */
  readonly folderOf: (id: FolderId) => Folder | null;
}

export interface Claims {
  /** True while another computer sends what is in this folder for the same account. Asks to be the one otherwise. Throws only what the list's own disk does. */
  isTheirs(folderId: FolderId, accountId: AccountId): Promise<boolean>;
  /** A clip of the folder is on its way from here, for however long: the claim is kept until what it returns is called. */
  sending(folderId: FolderId, accountId: AccountId): () => void;
  /** Gives every claim back. */
  stop(): Promise<void>;
}

/** A claim is kept young this often, and given back when nothing was sent and nobody asked for it for so long. */
const beatMs = 20 * secondMs;
const idleMs = 60 * secondMs;
/** After so long without a beat its computer is asleep, gone or has crashed. */
const staleMs = 90 * secondMs;
/** What others hold is asked about this often at most. */
const askMs = 3 * secondMs;

interface Held {
  readonly folder: string;
  readonly name: string;
  /** Whether a claim may be put there at all. */
  readonly isFit: Promise<boolean>;
  claimed: Claimed;
  /** When it was asked for last, and when somebody wanted to know, in monotonic ms. */
  askedAt: number;
  wantedAt: number;
  /** Clips of the folder that are on their way from here. */
  onTheirWay: number;
  asking: Promise<Claimed> | null;
}

/** The folders that one lies in, the nearest first: what a program carries elsewhere it marks at the top alone. */
function foldersAbove(folder: string): readonly string[] {
  const above = path.dirname(folder);
  return above === folder ? [] : [above, ...foldersAbove(above)];
}

const noneOf = (error: unknown): readonly string[] => {
  if (error instanceof FileError) return [];
  throw error;
};

/** One line that tells this list from all others, on disk from the first time on. */
function claimant(sql: Sql, random: Random): string {
  const known = sql.prepare('SELECT id FROM claimant').get()?.id;
  if (typeof known === 'string' && /^[\w-]{1,64}$/.test(known)) return known;
  const id = random.hex(16);
  sql.prepare('INSERT OR REPLACE INTO claimant VALUES (1, ?)').run(id);
  return id;
}

export function createClaims(options: ClaimsOptions): Claims {
  const { clock, random, files, sql, claims, accounts, folderOf } = options;
  const held = new Map<string, Held>();
  let us: string | null = null;
  let cancelBeat: (() => void) | null = null;
  let stopped = false;

  const ask = (port: FolderClaims, one: Held): Promise<Claimed> => {
    one.askedAt = clock.monotonic();
    us ??= claimant(sql, random);
    one.asking ??= port
      .claim(one.folder, one.name, us, staleMs)
      .then((claimed) => {
        one.claimed = claimed;
        return claimed;
      })
      .finally(() => {
        one.asking = null;
      });
    return one.asking;
  };

  /** Keeps a claim of ours young; what nobody asked about for long is given back. */
  const tend = (port: FolderClaims, key: string, one: Held): void => {
    const isIdle = one.onTheirWay === 0 && clock.monotonic() - one.wantedAt >= idleMs;
    if (isIdle) held.delete(key);
    if (one.claimed !== 'ours') return;
    if (isIdle) void port.release(one.folder, one.name, us ?? '');
    else void ask(port, one);
  };

  const beat = (port: FolderClaims): void => {
    cancelBeat ??= clock.after(beatMs, () => {
      cancelBeat = null;
      for (const [key, one] of [...held]) tend(port, key, one);
      if (held.size > 0 && !stopped) beat(port);
    });
  };

  /** Of a folder above, what cannot be listed says nothing. */
  const namesAbove = async (folder: string): Promise<readonly string[]> => {
    const lists = foldersAbove(folder).map((one) => files.list(one).catch(noneOf));
    return (await Promise.all(lists)).flat();
  };

  const isFit = async (folder: Folder): Promise<boolean> => {
    try {
      return !isCloudFolder(folder.path, [...(await files.list(folder.path)), ...(await namesAbove(folder.path))]);
    } catch (error) {
      if (error instanceof FileError) return false;
      throw error;
    }
  };

  const find = (folder: Folder, accountId: AccountId): Held | null => {
    const userId = accounts.account(accountId)?.userId;
    const root = accounts.siteOf(accountId)?.root;
    return userId === undefined || root === undefined ? null : heldOf(folder, `${userId} ${root}`);
  };

  const heldOf = (folder: Folder, name: string): Held => {
    const key = `${folder.id} ${name}`;
    const known = held.get(key);
    if (known) return known;
    const never = Number.NEGATIVE_INFINITY;
    const made: Held = {
      ...{ folder: folder.path, name, isFit: isFit(folder) },
      ...{ claimed: 'free', askedAt: never, wantedAt: clock.monotonic(), onTheirWay: 0, asking: null },
    };
    held.set(key, made);
    return made;
  };

  return {
    isTheirs: async (folderId, accountId) => {
      const folder = claims && !stopped ? folderOf(folderId) : null;
      const one = folder && find(folder, accountId);
      if (!claims || !one) return false;
      one.wantedAt = clock.monotonic();
      beat(claims);
      if (!(await one.isFit)) return false;
      const everyMs = one.claimed === 'theirs' ? askMs : beatMs;
      const isKnown = clock.monotonic() - one.askedAt < everyMs;
      return (await (isKnown ? (one.asking ?? one.claimed) : ask(claims, one))) === 'theirs';
    },
    sending: (folderId, accountId) => {
      const folder = claims && !stopped ? folderOf(folderId) : null;
      const one = folder && find(folder, accountId);
      if (!claims || !one) return () => undefined;
      one.onTheirWay += 1;
      beat(claims);
      return () => {
        one.onTheirWay -= 1;
        one.wantedAt = clock.monotonic();
      };
    },
    stop: async () => {
      stopped = true;
      cancelBeat?.();
      const ours = [...held.values()].filter(({ claimed }) => claimed === 'ours');
      held.clear();
      await Promise.all(ours.map(({ folder, name }) => claims?.release(folder, name, us ?? '')));
      await claims?.close();
    },
  };
}

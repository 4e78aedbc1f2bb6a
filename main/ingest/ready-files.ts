// Files of a watched folder that are whole: given to be taken in the order in which they were found, and given back if they cannot be.
import type { FileStat, Logger } from '../ports.ts';
import { doubled } from '../retry.ts';

export interface ReadyFile {
  readonly path: string;
  readonly stat: FileStat;
  /** Its user wants it as it is, whole or not. */
  readonly isWanted?: true;
}

type Ordered = ReadyFile & {
  /** Place in the order in which files were found. */
  readonly order: number;
};

export interface ReadyFilesOptions {
  readonly logger: Logger;
  /** Milliseconds a file has to be unchanged. */
  readonly stableMs: number;
  /** Takes files that are ready, in order; gives the paths of those that changed meanwhile and have to be looked at again. */
  readonly take: (files: readonly ReadyFile[]) => Promise<readonly string[]>;
  /** The file is to be looked at again after so many ms. */
  readonly onGivenBack: (path: string, afterMs: number) => void;
  readonly onChange: () => void;
}

export interface ReadyFiles {
  has(path: string): boolean;
  /** A hint: true = it is among them, and comes to `onGivenBack` once it was taken, for it may have changed since. */
  hint(path: string): boolean;
  add(file: Ordered): void;
  /** False = there are none, or they are being taken. */
  mayTake(): boolean;
  takeAll(): Promise<void>;
  clear(): void;
  stop(): void;
}

/** Written down together, in one turn of the loop. */
const mostTaken = 40;
/** A file that is given back again and again is looked at this seldom, unless something is heard of it. */
const longestBackMs = 60_000;

export function createReadyFiles({ logger, stableMs, take, onGivenBack, onChange }: ReadyFilesOptions): ReadyFiles {
  const ready = new Map<string, Ordered>();
  /** Times in a row that a whole file was given back: its old version may be on its way to the site for days. */
  const givenBack = new Map<string, number>();
  /** Heard of since they are here. */
  const hinted = new Set<string>();
  let taking = false;
  let stopped = false;

  const giveBack = (path: string): void => {
    const times = (givenBack.get(path) ?? 0) + 1;
    givenBack.set(path, times);
    onGivenBack(path, times === 1 ? 0 : doubled(stableMs, times - 2, longestBackMs));
  };

  const takeGroup = async (group: readonly Ordered[]): Promise<void> => {
    if (group.length === 0) return;
    const again = await take(group).catch((error: unknown) => {
      logger.error('Clips of a watched folder could not be taken', { error: String(error) });
      return group.map((file) => file.path);
    });
    for (const file of group) if (ready.get(file.path) === file) ready.delete(file.path);
    for (const { path } of group) {
      const isHinted = hinted.delete(path);
      if (again.includes(path)) giveBack(path);
      else {
        givenBack.delete(path);
        if (isHinted) onGivenBack(path, 0);
      }
    }
    onChange();
  };

  return {
    has: (path) => ready.has(path),
    hint: (path) => {
      const isHere = ready.has(path);
      if (isHere) hinted.add(path);
      return isHere;
    },
    add: (file) => {
      ready.set(file.path, file);
    },
    mayTake: () => ready.size > 0 && !taking,
    takeAll: async () => {
      if (taking) return;
      taking = true;
      while (ready.size > 0 && !stopped) {
        // Once for all that are there by now: there may be very many.
        const round = [...ready.values()].sort((a, b) => a.order - b.order);
        for (let at = 0; at < round.length && !stopped; at += mostTaken)
          await takeGroup(round.slice(at, at + mostTaken).filter((file) => ready.get(file.path) === file));
      }
      taking = false;
    },
    clear: () => {
      ready.clear();
      hinted.clear();
    },
    stop: () => {
      stopped = true;
    },
  };
}

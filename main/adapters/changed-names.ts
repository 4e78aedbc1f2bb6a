// What was heard to change in watched folders, each name once however often it was heard, and handed on in passes.
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { WatchedFolder } from './watched-folders.ts';

/** Ms between two passes: a file that is being written is heard of thousands of times a second. */
const passEveryMs = 100;
/** And so many more where nothing is heard of but writing to what the pass before was about: a recording goes on for hours. */
const againMs = 400;
/** Names that are looked at side by side; what they ask of the disk is short. */
const abreast = 16;

export interface ChangedName {
  readonly folder: WatchedFolder;
  readonly name: string;
  /** It appeared, went or was renamed; false = it was written to, or its rights or times changed. */
  readonly renamed: boolean;
}

export interface ChangedNames {
  /** True when it is noted already, so that nobody has to ask whether it matters. */
  has(folder: WatchedFolder, name: string): boolean;
  note(change: ChangedName): void;
  /** Resolves when no pass is under way. */
  done(): Promise<void>;
}

export interface ChangedNamesOptions {
  /** Looks at one name; throws nothing. */
  readonly onChanged: (change: ChangedName) => Promise<void>;
  readonly isOver: () => boolean;
}

export function createChangedNames({ onChanged, isOver }: ChangedNamesOptions): ChangedNames {
  let noted = new Map<WatchedFolder, Map<string, ChangedName>>();
  let passing: Promise<void> | null = null;
  /** What the pass before was about. */
  let before: typeof noted = new Map();
  /** Ends the rest between two passes. */
  let resting = new AbortController();
  /** Ends what is rested longer because nothing new is heard. */
  let waiting = new AbortController();

  const isAgain = ({ folder, name, renamed }: ChangedName): boolean =>
    !renamed && before.get(folder)?.has(name) === true;
  const rest = (ms: number, until: AbortController): Promise<void> =>
    pause(ms, undefined, { signal: until.signal }).catch(() => undefined);
  const restBetween = async (): Promise<void> => {
    resting = new AbortController();
    waiting = new AbortController();
    await rest(passEveryMs, resting);
    const isNew = [...noted.values()].some((names) => [...names.values()].some((one) => !isAgain(one)));
    if (!isNew && !resting.signal.aborted && !isOver()) await rest(againMs, waiting);
  };

  const pass = async (): Promise<void> => {
    const all = [...noted.values()].flatMap((names) => [...names.values()]);
    before = noted;
    noted = new Map();
    for (let at = 0; at < all.length && !isOver(); at += abreast)
      await Promise.all(all.slice(at, at + abreast).map(onChanged));
  };
  const passes = async (): Promise<void> => {
    // What was heard in the same turn is one pass.
    await nextTurn();
    while (noted.size > 0 && !isOver()) {
      await pass();
      if (!isOver()) await restBetween();
    }
    before = new Map();
    passing = null;
  };

  return {
    has: (folder, name) => noted.get(folder)?.has(name) === true,
    note: (change) => {
      const { folder, name } = change;
      const names = noted.get(folder) ?? new Map<string, ChangedName>();
      noted.set(folder, names);
      if (change.renamed || !names.has(name)) names.set(name, change);
      if (!isAgain(change)) waiting.abort();
      passing ??= passes();
    },
    done: async () => {
      resting.abort();
      waiting.abort();
      await passing;
    },
  };
}

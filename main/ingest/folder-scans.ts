// When a watched folder is looked through as a whole, and how: what its watcher missed is found so (F-30).
import type { Clock, FileStat, Files } from '../ports.ts';
import { createWalk } from './walk.ts';

export const scanEveryMs = 15 * 60_000;
/** Without a watcher's hints, and on network disks, where others write without any (F-38). */
export const scanBlindMs = 60_000;
export interface FolderScansOptions {
  readonly clock: Clock;
  readonly files: Files;
  readonly join: (folder: string, name: string) => string;
  readonly root: { readonly path: string; readonly recursive: boolean };
  readonly wanted: (name: string) => boolean;
  /** False ends a look. */
  readonly isHere: () => boolean;
  /** True when nobody hints at what happens until the next look. */
  readonly isBlind: () => boolean;
  readonly onFile: (path: string, stat: FileStat) => void;
  /** The root itself is not readable any more, or gone. */
  readonly onRootProblem: () => void;
  /** Nothing of it was left out: these are all the files that are there. */
  readonly onWhole: (there: ReadonlySet<string>) => void;
  readonly onChange: () => void;
}

export interface FolderScans {
  /** Only ever brings the next look nearer. */
  within(ms: number): void;
  /** `now` in monotonic ms. */
  isDue(now: number): boolean;
  /** None is due any more. */
  clear(): void;
  isRunning(): boolean;
  scan(): Promise<void>;
}

/** Milliseconds to the next whole look, after one that took `tookMs`. `isBlind` = nobody hints at what happens meanwhile. */
function nextScanMs(tookMs: number, isBlind: boolean): number {
  if (!isBlind) return scanEveryMs;
  // A large tree on a slow disk is looked through more seldom: at most a twentieth of the time.
  return Math.min(Math.max(scanBlindMs, 20 * tookMs), scanEveryMs);
}

export function createFolderScans(options: FolderScansOptions): FolderScans {
  const { clock, root, isHere, onChange } = options;
  let running = false;
  let dueAt = Number.POSITIVE_INFINITY;

  const within = (ms: number): void => {
    dueAt = Math.min(dueAt, clock.monotonic() + ms);
  };

  /** Gives the files that are there; null when not all of it could be read. */
  const lookThrough = async (): Promise<ReadonlySet<string> | null> => {
    const there = new Set<string>();
    let complete = true;
    const walk = createWalk({
      files: options.files,
      join: options.join,
      ...(root.recursive ? {} : { levels: 0 }),
      wanted: options.wanted,
      onFile: (path, stat) => {
        there.add(path);
        options.onFile(path, stat);
      },
      onProblem: (path) => {
        complete = false;
        if (path === root.path) options.onRootProblem();
      },
      stopped: () => !isHere(),
    });
    await walk(root.path);
    return complete ? there : null;
  };

  return {
    within,
    isDue: (now) => dueAt <= now,
    clear: () => {
      dueAt = Number.POSITIVE_INFINITY;
    },
    isRunning: () => running,
    scan: async () => {
      if (running || !isHere()) return;
      running = true;
      dueAt = Number.POSITIVE_INFINITY;
      onChange();
      const begun = clock.monotonic();
      const there = await lookThrough().finally(() => {
        running = false;
        within(nextScanMs(clock.monotonic() - begun, options.isBlind()));
      });
      if (there !== null && isHere()) options.onWhole(there);
      onChange();
    },
  };
}

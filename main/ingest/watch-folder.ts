// One watched folder while the app runs: is it there, who watches it, and when it is looked through as a whole.
//
// Invariants:
// - watching only ever adds: a root that is missing is "disconnected", and nothing that disappears changes anything (F-26);
// - the watcher only hints; scans find what it missed: at the start, every quarter of an hour, after its errors, after waking
//   up, after bursts and new folders (F-30).
import {
  type Clock,
  FileError,
  type FileStat,
  type Files,
  type Logger,
  type Watcher,
  type Watching,
} from '../ports.ts';
import { doubled, secondMs } from '../retry.ts';
import { isClipName, isJunk, isMachineFolder } from './names.ts';
import { createPendingFiles, type NotTaken, type ReadyFile } from './pending-files.ts';
import { createWalk } from './walk.ts';

export interface WatchedRoot {
  readonly path: string;
  readonly recursive: boolean;
  /** Lower case, no dot; null = every kind of video. */
  readonly extensions: readonly string[] | null;
  /** Milliseconds a file has to be unchanged. */
  readonly stableMs: number;
  /** Device on which the root lay when it was last seen; null = never yet. */
  readonly device: string | null;
}

/** Why the root is not there for us. */
type Away = 'disconnected' | 'silent' | 'unreadable';

export interface FolderSight {
  readonly state: 'watching' | 'scanning' | Away | 'limited';
  readonly beingWritten: number;
  /** Below the root, in NFC (F-32); newest first, at most 50. */
  readonly refused: readonly NotTaken[];
}

export interface WatchFolderOptions {
  readonly clock: Clock;
  readonly files: Files;
  readonly watcher: Watcher;
  readonly logger: Logger;
  readonly root: WatchedRoot;
  readonly join: (folder: string, name: string) => string;
  /** See CandidatesOptions. */
  readonly settled: (path: string, stat: FileStat) => boolean;
  readonly take: (files: readonly ReadyFile[]) => Promise<readonly string[]>;
  /** The root is there, at the beginning or again. */
  readonly onHere: () => void;
  /** The root was found on this device. */
  readonly onDevice: (device: string) => void;
  readonly onChange: () => void;
}

export interface FolderWatch {
  /** Looks through the whole folder soon. */
  scan(): void;
  sight(): FolderSight;
  /** Resolves when nothing of it runs any more, or soon after: a dead network disk must not hold up the end of the app. */
  stop(): Promise<void>;
}

export const rootCheckMs = 5_000;
export const scanEveryMs = 15 * 60_000;
/** Without a watcher's hints, and on network disks, where others write without any (F-38). */
export const scanBlindMs = 60_000;
/** The first scan waits for the watcher, so that nothing falls between the two; but not for ever. */
const watcherReadyMs = 10_000;
/** Hints between two checks of the root after which the kernel may have dropped some (F-30). */
export const burstHints = 4_000;
const longestReopenMs = 5 * 60_000;
const soonMs = 50;
const stopWaitMs = 2_000;
const mostRefused = 50;

export function watchFolder(options: WatchFolderOptions): FolderWatch {
  const { clock, files, watcher, logger, root, onChange } = options;
  const work = new Set<Promise<void>>();
  let stopped = false;
  let place: 'unknown' | 'here' | Away = 'unknown';
  let device = root.device;
  let watching: Watching | null = null;
  let limited = false;
  let watcherFailures = 0;
  let reopenAt = Number.NEGATIVE_INFINITY;
  let remote = false;
  let hints = 0;
  let scanning = false;
  let scanAt = Number.POSITIVE_INFINITY;
  let checking = false;
  let checkAgain = false;
  let cancelCheck: (() => void) | null = null;

  const wanted = (name: string): boolean => isClipName(name, root.extensions);
  const wantedFolder = (name: string): boolean => !isJunk(name) && !isMachineFolder(name);
  const run = (task: () => Promise<void>): void => {
    const running = task()
      .catch((error: unknown) => logger.error('Watching a folder failed unexpectedly', { error: String(error) }))
      .finally(() => work.delete(running));
    work.add(running);
  };
  const { settled, take } = options;
  const candidates = createPendingFiles({
    clock,
    files,
    logger,
    stableMs: root.stableMs,
    settled,
    take,
    run,
    onChange,
  });

  /** Only ever brings the next scan nearer. */
  const wantScan = (afterMs: number): void => {
    scanAt = Math.min(scanAt, clock.monotonic() + afterMs);
  };

  const scan = async (): Promise<void> => {
    if (scanning || stopped || place !== 'here') return;
    scanning = true;
    scanAt = Number.POSITIVE_INFINITY;
    onChange();
    const there = new Set<string>();
    let complete = true;
    const walk = createWalk({
      files,
      join: options.join,
      ...(root.recursive ? {} : { levels: 0 }),
      wanted,
      onFile: (path, stat) => {
        there.add(path);
        candidates.found(path, stat);
      },
      onProblem: (path) => {
        complete = false;
        if (path !== root.path) return;
        // Not readable any more, or gone: the check says which.
        place = 'unknown';
        wantScan(rootCheckMs);
        checkSoon();
      },
      stopped: () => stopped || place !== 'here',
    });
    const begun = clock.monotonic();
    await walk(root.path).finally(() => {
      scanning = false;
      // A large tree on a slow disk is looked through more seldom: at most a twentieth of the time.
      const blindMs = Math.max(scanBlindMs, 20 * (clock.monotonic() - begun));
      wantScan(watching === null || remote ? Math.min(blindMs, scanEveryMs) : scanEveryMs);
    });
    if (complete && place === 'here') candidates.keepRefused(there);
    onChange();
  };

  const closeWatcher = (): void => {
    const old = watching;
    watching = null;
    if (old) run(() => old.close());
  };

  const openWatcher = (): void => {
    hints = 0;
    let opened: Watching | null = null;
    const isOurs = (): boolean => watching !== null && watching === opened;
    opened = watcher.watch({
      root: root.path,
      recursive: root.recursive,
      wanted: (name, kind) => (kind === 'folder' ? wantedFolder(name) : wanted(name)),
      onReady: () => {
        if (!isOurs()) return;
        watcherFailures = 0;
        limited = false;
        wantScan(0);
        checkSoon();
      },
      onFile: (path) => {
        hints++;
        if (isOurs()) candidates.hint(path);
      },
      onFolder: () => {
        // What was moved in with it may have come before its watch.
        if (isOurs()) wantScan(rootCheckMs);
      },
      onProblem: (problem, message) => {
        if (!isOurs()) return;
        watching = null;
        limited = problem === 'limit';
        watcherFailures++;
        reopenAt = clock.monotonic() + doubled(secondMs, watcherFailures, longestReopenMs);
        logger.warn('The watcher of a folder ended', { problem, message });
        wantScan(0);
        checkSoon();
        onChange();
      },
    });
    watching = opened;
    wantScan(watcherReadyMs);
  };

  const lose = (how: Away): void => {
    if (place === how) return;
    place = how;
    closeWatcher();
    candidates.clear();
    scanAt = Number.POSITIVE_INFINITY;
    reopenAt = Number.NEGATIVE_INFINITY;
    watcherFailures = 0;
    limited = false;
    onChange();
  };

  /** Where the root is: a folder, and not the empty place where a disk was mounted before. */
  const findRoot = async (): Promise<'here' | Away> => {
    try {
      const stat = await files.stat(root.path);
      if (stat.kind !== 'folder') return 'disconnected';
      if (place === 'here' && stat.device === device) return 'here';
      const names = await files.list(root.path);
      if (stat.device !== device) {
        if (device !== null && names.length === 0) return 'disconnected';
        // Another disk, or the same one under a new number: what is on it is looked through from the beginning.
        if (place === 'here') lose('disconnected');
        device = stat.device;
        options.onDevice(stat.device);
      }
      return 'here';
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      if (error.problem === 'no-answer') return 'silent';
      return error.problem === 'unreadable' ? 'unreadable' : 'disconnected';
    }
  };

  const check = async (): Promise<void> => {
    if (checking || stopped) return;
    checking = true;
    checkAgain = false;
    try {
      // Not only once: a network disk may be mounted somewhere in it later.
      const [found, isRemote] = await Promise.all([findRoot(), files.isRemote(root.path)]);
      if (stopped) return;
      const now = clock.monotonic();
      if (found !== 'here') lose(found);
      else {
        if (place !== 'here') {
          place = 'here';
          if (isRemote) wantScan(0);
          options.onHere();
          onChange();
        }
        remote = isRemote;
        // Watching asks the disk in ways that hold up the whole process where it hangs; and of what others write there nobody tells.
        if (remote) closeWatcher();
        else if (watching === null && now >= reopenAt) openWatcher();
        if (hints > burstHints) wantScan(rootCheckMs);
        hints = 0;
        if (scanAt <= now) run(scan);
      }
    } finally {
      checking = false;
      scheduleCheck(checkAgain ? soonMs : rootCheckMs);
    }
  };

  const scheduleCheck = (afterMs: number): void => {
    cancelCheck?.();
    if (!stopped) cancelCheck = clock.after(afterMs, () => run(check));
  };

  const checkSoon = (): void => {
    if (checking) checkAgain = true;
    else scheduleCheck(soonMs);
  };

  run(check);

  return {
    scan: () => {
      wantScan(0);
      checkSoon();
    },
    sight: () => {
      const below = (path: string): string =>
        path
          .slice(root.path.length)
          .replace(/^[\\/]+/, '')
          .normalize('NFC');
      const lost = place === 'here' || place === 'unknown' ? null : place;
      const busy = scanning || place === 'unknown' ? 'scanning' : null;
      return {
        state: lost ?? busy ?? (limited ? 'limited' : 'watching'),
        beingWritten: candidates.beingWritten(),
        refused: candidates
          .notTaken()
          .slice(-mostRefused)
          .toReversed()
          .map(({ path, reason }) => ({ path: below(path), reason })),
      };
    },
    stop: async () => {
      stopped = true;
      candidates.stop();
      cancelCheck?.();
      closeWatcher();
      const ended = (async (): Promise<void> => {
        while (work.size > 0) await Promise.all(work);
      })();
      let cancel: (() => void) | null = null;
      await Promise.race([
        ended,
        new Promise<void>((resolve) => {
          cancel = clock.after(stopWaitMs, resolve);
        }),
      ]);
      (cancel as (() => void) | null)?.();
    },
  };
}

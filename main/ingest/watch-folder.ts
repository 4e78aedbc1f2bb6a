// One watched folder while the app runs: is it there, who watches it, and when it is looked through as a whole.
//
// Invariants:
// - watching only ever adds: a root that is missing is "disconnected", and nothing that disappears changes anything (F-26);
// - the watcher only hints; scans find what it missed: at the start, every quarter of an hour, after its errors, after waking
//   up, after bursts and new folders (F-30).
import type { Clock, FileStat, Files, Logger, Watcher, WatchLimit, Writers } from '../ports.ts';
import type { Arrival } from './arrivals.ts';
import { createBackgroundWork } from './background-work.ts';
import { createFolderScans } from './folder-scans.ts';
import { isClipName, isJunk, isMachineFolder, nameBelow } from './names.ts';
import { createPendingFiles, type PendingFiles } from './pending-files.ts';
import type { ReadyFile } from './ready-files.ts';
import { createRechecks } from './rechecks.ts';
import { type Away, lookAtRoot, type RootPlace } from './root-place.ts';
import { createRootWatcher, type RootWatcher } from './root-watcher.ts';

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

export interface FolderSight {
  readonly state: 'watching' | 'scanning' | Away | 'limited';
  /** With 'limited', where the system says which limit it is. */
  readonly limit: WatchLimit | null;
  readonly beingWritten: number;
  /** What is not taken yet, at most 50 files; `name` is below the root, in NFC (F-32). */
  readonly arrivals: readonly (Omit<Arrival, 'path'> & { readonly name: string })[];
  /** And so many more. */
  readonly moreArrivals: number;
}

export interface WatchFolderOptions {
  readonly clock: Clock;
  readonly files: Files;
  readonly watcher: Watcher;
  /** Left out = nobody can be seen to write. */
  readonly writers?: Pick<Writers, 'holding'> | undefined;
  readonly logger: Logger;
  readonly root: WatchedRoot;
  readonly join: (folder: string, name: string) => string;
  /** See Background. */
  readonly wasTaken: (path: string, stat: FileStat) => boolean;
  /** See PendingFilesOptions. */
  readonly settled: (path: string, stat: FileStat) => boolean;
  readonly take: (files: readonly ReadyFile[]) => Promise<readonly string[]>;
  /** Names of files that are no clips, and of which is told all the same. */
  readonly isBeside: (name: string) => boolean;
  /** Such a file appeared or changed. */
  readonly onBeside: (path: string) => void;
  /** The root is there, at the beginning or again. */
  readonly onHere: () => void;
  /** Looked through as a whole: these files are there, and no others. */
  readonly onWhole: (there: ReadonlySet<string>) => void;
  /** The root was found on this device. */
  readonly onDevice: (device: string) => void;
  readonly onChange: () => void;
}

export interface FolderWatch {
  /** Looks through the whole folder soon. */
  scan(): void;
  sight(): FolderSight;
  /** The files that are not taken yet, for what their user wants of one. */
  readonly pending: Pick<PendingFiles, 'pathOf' | 'forget' | 'insist' | 'hint'>;
  /** Resolves when nothing of it runs any more, or soon after: a dead network disk must not hold up the end of the app. */
  stop(): Promise<void>;
}

export const rootCheckMs = 5_000;
/** The first scan waits for the watcher, so that nothing falls between the two; but not for ever. */
const watcherReadyMs = 10_000;
/** Hints between two checks of the root after which the kernel may have dropped some (F-30). */
export const burstHints = 4_000;
const stopWaitMs = 2_000;
const mostArrivals = 50;

const wantedFolder = (name: string): boolean => !isJunk(name) && !isMachineFolder(name);

const lastOf = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

interface SightOf {
  readonly root: string;
  readonly place: RootPlace['place'];
  readonly scanning: boolean;
  readonly watching: RootWatcher;
  readonly pending: PendingFiles;
}

function sightOf({ root, place, scanning, watching, pending }: SightOf): FolderSight {
  const lost = place === 'here' || place === 'unknown' ? null : place;
  const busy = scanning || place === 'unknown' ? 'scanning' : null;
  const state = lost ?? busy ?? (watching.isLimited() ? 'limited' : 'watching');
  const { files, more } = pending.arrivals(mostArrivals);
  return {
    state,
    limit: state === 'limited' ? watching.limit() : null,
    beingWritten: pending.beingWritten(),
    arrivals: files.map(({ path, ...rest }) => ({ name: nameBelow(root, path), ...rest })),
    moreArrivals: more,
  };
}

export function watchFolder(options: WatchFolderOptions): FolderWatch {
  const { clock, files, logger, writers, root, settled, take, onChange } = options;
  const work = createBackgroundWork(clock, logger);
  const { run } = work;
  const seen: RootPlace = { place: 'unknown', device: root.device };
  let stopped = false;
  let remote = false;

  const wanted = (name: string): boolean => isClipName(name, root.extensions);
  const pending = createPendingFiles({
    ...{ clock, files, logger, writers, settled, take, run, onChange },
    ...{ stableMs: root.stableMs, wasTaken: options.wasTaken, isLocal: () => !remote },
  });
  const scanAndCheckSoon = (afterMs: number): void => {
    scans.within(afterMs);
    checks.soon();
  };
  const watching = createRootWatcher({
    ...{ clock, logger, run },
    watcher: options.watcher,
    root: root.path,
    recursive: root.recursive,
    wanted: (name, kind) => (kind === 'folder' ? wantedFolder(name) : wanted(name) || options.isBeside(name)),
    onReady: () => scanAndCheckSoon(0),
    onFile: (path) => (wanted(lastOf(path)) ? pending.hint(path) : options.onBeside(path)),
    // What was moved in with it may have come before its watch.
    onFolder: () => scans.within(rootCheckMs),
    onEnd: () => {
      scanAndCheckSoon(0);
      onChange();
    },
  });

  const scans = createFolderScans({
    ...{ clock, files, root, wanted, onChange },
    join: options.join,
    isHere: () => !stopped && seen.place === 'here',
    isBlind: () => !watching.isOpen() || remote,
    onFile: (path, stat) => pending.found(path, stat),
    onRootProblem: () => {
      // The check says which.
      seen.place = 'unknown';
      scanAndCheckSoon(rootCheckMs);
    },
    onWhole: (there) => {
      pending.keepRefused(there);
      options.onWhole(there);
    },
  });

  const lose = (how: Away): void => {
    if (seen.place === how) return;
    seen.place = how;
    watching.close();
    watching.forgive();
    pending.clear();
    scans.clear();
    onChange();
  };

  const findRoot = async (): Promise<'here' | Away> => {
    const found = await lookAtRoot(files, root.path, seen);
    if (found.place === 'here' && found.device !== seen.device) {
      // Another disk, or the same one under a new number: what is on it is looked through from the beginning.
      if (seen.place === 'here') lose('disconnected');
      seen.device = found.device;
      options.onDevice(found.device);
    }
    return found.place;
  };

  /** It is there: watched where that is safe, and looked through when that is due. */
  const attend = (isRemote: boolean): void => {
    const now = clock.monotonic();
    if (seen.place !== 'here') {
      seen.place = 'here';
      if (isRemote) scans.within(0);
      options.onHere();
      onChange();
    }
    remote = isRemote;
    // Watching asks the disk in ways that hold up the whole process where it hangs; and of what others write there nobody tells.
    if (remote) watching.close();
    else if (!watching.isOpen() && watching.mayOpen(now)) {
      watching.open();
      scans.within(watcherReadyMs);
    }
    if (watching.takeHints() > burstHints) scans.within(rootCheckMs);
    if (scans.isDue(now)) run(scans.scan);
  };

  const check = async (): Promise<void> => {
    // Not only once: a network disk may be mounted somewhere in it later.
    const [found, isRemote] = await Promise.all([findRoot(), files.isRemote(root.path)]);
    if (stopped) return;
    if (found === 'here') attend(isRemote);
    else lose(found);
  };

  const checks = createRechecks({ clock, everyMs: rootCheckMs, run, check });
  checks.start();

  return {
    scan: () => scanAndCheckSoon(0),
    sight: () => sightOf({ root: root.path, place: seen.place, scanning: scans.isRunning(), watching, pending }),
    pending,
    stop: async () => {
      stopped = true;
      pending.stop();
      checks.stop();
      watching.close();
      await work.ended(stopWaitMs);
    },
  };
}

// Puts an update that is here in place: at a moment at which nothing of a clip is under way, or when the app is quit.
import type { UpdateMode, UpdateWay } from '../../../preload/contract.ts';
import type { Clock, Logger, ProgramPlace, Settings, UpdateFiles, UpdateHooks } from '../../ports.ts';
import { minuteMs, secondMs } from '../../retry.ts';
import { mayInstallOnQuit, mayRestart } from './install-time.ts';
import type { UpdateState } from './update-state.ts';

/** How often it is looked whether the moment has come: somebody waits for it, or nobody does. */
const wantedLookMs = secondMs;
const unaskedLookMs = minuteMs;

/** What the desktop does for an update. */
export interface UpdateSystem {
  /** Offers a package to the system. Rejects when nothing there opens it. */
  openPackage(file: string): Promise<void>;
  showFile(file: string): void;
  openPage(url: string): Promise<void>;
  /** Runs a set-up, which goes on after this app has ended; `startsApp` = it starts the app at its end. */
  runSetUp(file: string, startsApp: boolean): Promise<void>;
  isWindowShown(): boolean;
  /** Ends the app in order, and starts what lies in its place by then. */
  restart(): void;
}

export interface PlaceUpdateOptions {
  readonly clock: Clock;
  readonly files: UpdateFiles;
  readonly logger: Logger;
  readonly settings: Pick<Settings, 'values'>;
  readonly program: ProgramPlace | null;
  readonly system: UpdateSystem;
  readonly way: UpdateWay;
  readonly known: UpdateState;
  readonly isBusy: UpdateHooks['isBusy'];
}

export interface UpdatePlacer {
  /** As soon as nothing of a clip is under way. */
  install(): void;
  /** Whatever the system makes of what is here. */
  open(): Promise<void>;
  /** Looks whether the moment has come, and goes on looking as long as there may be one. */
  watch(): void;
  /** All that the app did has stopped. Throws nothing. */
  onQuit(): Promise<void>;
  stop(): void;
}

export function createUpdatePlacer({
  clock,
  files,
  isBusy,
  known,
  logger,
  program,
  settings,
  system,
  way,
}: PlaceUpdateOptions): UpdatePlacer {
  const isByItself = way === 'run' || (way === 'replace' && program !== null);
  let cancelTimer = (): void => {};
  let idleSince: number | null = null;
  let isRestarting = false;
  let isStopped = false;
  const mode = (): UpdateMode => settings.values().updates;

  function watch(): void {
    cancelTimer();
    const isWanted = known.isIn('waiting');
    if (isStopped || !isByItself || !(isWanted || (known.isIn('ready') && mode() === 'automatic'))) return;
    const at = clock.monotonic();
    idleSince = isBusy() ? null : (idleSince ?? at);
    const idleMs = idleSince === null ? null : at - idleSince;
    isRestarting = mayRestart({ mode: mode(), isWanted, idleMs, isWindowShown: system.isWindowShown() });
    if (isRestarting) system.restart();
    else cancelTimer = clock.after(isWanted ? wantedLookMs : unaskedLookMs, watch);
  }

  async function putInPlace(): Promise<void> {
    const { offer } = known.now();
    if (offer === null) return;
    if (way === 'replace') {
      await known.remember({ replacedBy: offer.version });
      const problem = await program?.replace(offer.file);
      logger.info('an update took the place of the program', { version: offer.version, problem });
      return;
    }
    const path = await files.whole(offer.file);
    if (path !== null) await system.runSetUp(path, isRestarting);
  }

  return {
    install: () => {
      if (!isByItself || !known.isIn('ready')) return;
      idleSince = null;
      known.become({ stage: 'waiting' });
      watch();
    },
    open: async () => {
      const { offer } = known.now();
      if (offer === null) return;
      if (way === 'page') {
        await system.openPage(offer.page);
        return;
      }
      const path = await files.whole(offer.file);
      if (path === null) known.become({ stage: 'found', problem: 'wrong-file' });
      else if (way === 'offer') await system.openPackage(path).catch(() => system.showFile(path));
      else system.showFile(path);
    },
    watch,
    onQuit: async () => {
      const isWanted = known.isIn('waiting');
      if (!isByItself || !known.isIn('ready', 'waiting') || !mayInstallOnQuit({ mode: mode(), isWanted })) return;
      await putInPlace().catch((error: unknown) => logger.warn('no update was put in place', { error: String(error) }));
    },
    stop: () => {
      isStopped = true;
      cancelTimer();
    },
  };
}

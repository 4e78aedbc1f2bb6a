// Puts an update that is here in place: at a moment at which nothing of a clip is under way, or when the app is quit.
import type { UpdateProblem, UpdateWay } from '../../../preload/contract.ts';
import type { ProgramPlace, UpdateFiles, UpdateHooks } from '../../ports/updates.ts';
import type { Clock, Logger, Settings } from '../../ports.ts';
import { minuteMs, secondMs } from '../../retry.ts';
import { mayInstallOnQuit, mayRestart } from './install-time.ts';
import type { Offer } from './look.ts';
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
  /** Ends the app in order, and starts what lies in its place by then. False = it is ending already, or a person is asked whether it is to. */
  restart(): boolean;
  /** The app that ends starts anew: what was to start it does not. */
  startAnew(): void;
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
  readonly losesSignIns: UpdateHooks['losesSignIns'];
}

export interface UpdatePlacer {
  /** As soon as nothing of a clip is under way. Never rejects. */
  install(): Promise<void>;
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
  losesSignIns,
  program,
  settings,
  system,
  way,
}: PlaceUpdateOptions): UpdatePlacer {
  const isByItself = way === 'run' || (way === 'replace' && program !== null);
  let cancelTimer = (): void => {};
  let idleSince: number | null = null;
  let isRestarting = false;
  let isLooking = false;
  let isStopped = false;

  /** What is ready goes without a word of the person. */
  const isAutomatic = (): boolean => settings.values().updates === 'automatic' && known.mayGoByItself();

  function watch(): void {
    cancelTimer();
    const isWanted = known.isIn('waiting');
    if (isStopped || isRestarting || !isByItself || !(isWanted || (known.isIn('ready') && isAutomatic()))) {
      // How quiet it was while nobody looked is not known.
      idleSince = null;
      return;
    }
    const at = clock.monotonic();
    idleSince = isBusy() ? null : (idleSince ?? at);
    const idleMs = idleSince === null ? null : at - idleSince;
    const isWindowShown = system.isWindowShown();
    if (mayRestart({ isAutomatic: isAutomatic(), isWanted, idleMs, isWindowShown, losesSignIns: losesSignIns() }))
      void startAgain();
    cancelTimer = clock.after(isWanted ? wantedLookMs : unaskedLookMs, watch);
  }

  /** An app that ends for an update that cannot be put in place would be an app that is gone. */
  async function obstacle({ file }: Offer): Promise<UpdateProblem | null> {
    if (way === 'replace') return (await program?.isReady(file)) ?? null;
    const whole = await files.whole(file);
    if (whole.is === 'here') return null;
    return whole.is === 'wrong' ? 'wrong-file' : 'failed';
  }

  async function startAgain(): Promise<void> {
    const { offer } = known.now();
    if (isLooking || offer === null) return;
    isLooking = true;
    const problem = await obstacle(offer);
    isLooking = false;
    if (isStopped || !known.isIn('ready', 'waiting')) return;
    if (problem !== null) known.become({ stage: 'found', problem });
    // A clip may have begun meanwhile.
    else if (!isBusy()) isRestarting = system.restart();
  }

  async function putInPlace(offer: Offer): Promise<void> {
    const { version, file } = offer;
    if (way === 'replace') {
      await known.remember({ replacedBy: version });
      const problem = (await program?.replace(file)) ?? null;
      if (problem === null) logger.info('an update took the place of the program', { version });
      else logger.warn('an update did not take the place of the program', { version, problem });
      return;
    }
    try {
      const whole = await files.whole(file);
      if (whole.is !== 'here') throw new Error(`the set-up is ${whole.is}`);
      await known.remember({ replacedBy: version });
      await system.runSetUp(whole.path, isRestarting);
    } catch (error) {
      if (isRestarting) system.startAnew();
      throw error;
    }
  }

  return {
    install: async () => {
      const { offer } = known.now();
      if (!isByItself || offer === null || !known.isIn('ready')) return;
      idleSince = null;
      known.become({ stage: 'waiting', problem: null });
      watch();
      const wish = { version: offer.version, isWanted: true };
      await known
        .remember({ wish })
        .catch((error: unknown) => logger.warn('a wish was not written down', { error: String(error) }));
    },
    open: async () => {
      const { offer } = known.now();
      if (offer === null) return;
      if (way === 'page') {
        await system.openPage(offer.page);
        return;
      }
      const whole = await files.whole(offer.file);
      if (whole.is !== 'here') known.become({ stage: 'found', problem: whole.is === 'wrong' ? 'wrong-file' : null });
      else if (way === 'offer') await system.openPackage(whole.path).catch(() => system.showFile(whole.path));
      else system.showFile(whole.path);
    },
    watch,
    onQuit: async () => {
      const { offer } = known.now();
      const isWanted = known.isIn('waiting');
      if (!isByItself || offer === null || !known.isIn('ready', 'waiting')) return;
      if (!mayInstallOnQuit({ isAutomatic: isAutomatic(), isWanted })) return;
      await putInPlace(offer).catch((error: unknown) =>
        logger.warn('no update was put in place', { error: String(error) }),
      );
    },
    stop: () => {
      isStopped = true;
      cancelTimer();
    },
  };
}

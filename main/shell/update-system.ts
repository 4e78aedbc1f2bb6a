// What the desktop does for an update: opens its package, its folder or its page, runs its set-up, and starts the app anew.
import { spawn } from 'node:child_process';
import { app, type BrowserWindow } from 'electron';
import type { PackedAs } from '../ports/updates.ts';
import type { Desktop } from '../ports.ts';
import { openPackage } from './desktop.ts';
import type { Leaving } from './leaving.ts';
import { hiddenSwitch } from './start-arguments.ts';

export interface UpdateSystemParts {
  readonly desktop: Pick<Desktop, 'openUrl' | 'showFile'>;
  readonly window: () => BrowserWindow | null;
  readonly leaving: Pick<Leaving, 'restart'>;
  /** What lies in the place of this program by then. */
  readonly program: string;
  readonly packedAs: PackedAs;
  /** With which this run was started, see lastingSwitches. */
  readonly switches: readonly string[];
}

/** NSIS installs without a window, and starts the app where it is told to. */
const silently = ['/S', '--updated'];
const thenStart = '--force-run';

async function runSetUp(file: string, startsApp: boolean): Promise<void> {
  const child = spawn(file, [...silently, ...(startsApp ? [thenStart] : [])], { detached: true, stdio: 'ignore' });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  child.unref();
}

export function createUpdateSystem({ desktop, window, leaving, program, packedAs, switches }: UpdateSystemParts) {
  const isWindowShown = (): boolean => window()?.isVisible() ?? false;
  const startArguments = (): string[] => [...switches, ...(isWindowShown() ? [] : [hiddenSwitch])];
  return {
    ...{ openPackage, showFile: desktop.showFile, openPage: desktop.openUrl, runSetUp, isWindowShown },
    // The set-up starts the app itself, once it has put the new one there.
    restart: () => leaving.restart(packedAs === 'set-up' ? null : program, startArguments()),
    startAnew: () => app.relaunch({ execPath: program, args: startArguments() }),
  };
}

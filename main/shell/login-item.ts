// Start at login: Electron's own way on macOS and Windows, a file in the autostart folder on Linux, where it has none.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { app } from 'electron';
import type { Logger } from '../ports.ts';
import { autostartEntry, isAutostartOn, mendedAutostart } from './autostart.ts';
import { programFile } from './program-file.ts';
import { hiddenSwitch, lastingSwitches } from './start-arguments.ts';

export interface LoginItem {
  /** As the system has it: users switch it off in the system's own settings too. */
  on(): boolean;
  set(on: boolean): void;
}

/** An AppImage that was moved, or replaced by hand, would be started no more, or as the version before. */
function mend(file: string, command: readonly string[], logger: Logger): void {
  try {
    const mended = existsSync(file) ? mendedAutostart(readFileSync(file, 'utf8'), command) : null;
    if (mended === null) return;
    writeFileSync(file, mended);
    logger.info('start at login leads to this program now');
  } catch (error) {
    logger.warn('start at login could not be looked at', { error: String(error) });
  }
}

function linuxLoginItem(logger: Logger): LoginItem {
  const file = path.join(app.getPath('appData'), 'autostart', 'clipferry.desktop');
  const switches = lastingSwitches(process.argv.slice(1), process.cwd());
  const program = app.isPackaged ? [programFile()] : [process.execPath, app.getAppPath()];
  const command = [...program, ...switches, hiddenSwitch];
  // What was started from its sources takes no login from what was installed.
  if (app.isPackaged) mend(file, command, logger);
  return {
    on: () => {
      try {
        return existsSync(file) && isAutostartOn(readFileSync(file, 'utf8'));
      } catch {
        // What nobody may read starts nothing.
        return false;
      }
    },
    set: (on) => {
      if (!on) {
        rmSync(file, { force: true });
        return;
      }
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, autostartEntry(command));
    },
  };
}

export function createLoginItem(logger: Logger): LoginItem {
  if (process.platform === 'linux') return linuxLoginItem(logger);
  const args = process.platform === 'win32' ? [hiddenSwitch] : [];
  return {
    on: () => {
      const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings({ args });
      // Switched off in the Task Manager or in Windows' settings the entry stays, and only this says so; other systems do not know it.
      return openAtLogin && (process.platform !== 'win32' || executableWillLaunchAtLogin);
    },
    set: (on) => app.setLoginItemSettings({ openAtLogin: on, args }),
  };
}

// Start at login: Electron's own way on macOS and Windows, a file in the autostart folder on Linux, where it has none.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { app } from 'electron';
import { autostartEntry } from './autostart.ts';
import { hiddenSwitch } from './start-arguments.ts';

export interface LoginItem {
  /** As the system has it: users switch it off in the system's own settings too. */
  on(): boolean;
  set(on: boolean): void;
}

function linuxLoginItem(): LoginItem {
  const file = path.join(app.getPath('appData'), 'autostart', 'clipferry.desktop');
  // An AppImage runs from a mount that is gone tomorrow; the variable names the file itself.
  const program = process.env.APPIMAGE ?? process.execPath;
  const command = app.isPackaged ? [program, hiddenSwitch] : [program, app.getAppPath(), hiddenSwitch];
  return {
    on: () => existsSync(file),
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

export function createLoginItem(): LoginItem {
  if (process.platform === 'linux') return linuxLoginItem();
  const args = process.platform === 'win32' ? [hiddenSwitch] : [];
  return {
    on: () => app.getLoginItemSettings({ args }).openAtLogin,
    set: (on) => app.setLoginItemSettings({ openAtLogin: on, args }),
  };
}

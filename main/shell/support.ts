// Support port: what Electron and the system say of this computer, the licences beside the program, the log, and the dialog that asks where a report goes.
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { app, screen } from 'electron';
import type { Support } from '../ports.ts';
import { readLogTail } from './log-tail.ts';

export interface SupportParts extends Pick<Support, 'choosePlace' | 'checkDatabase' | 'saveZip' | 'sumOf'> {
  /** Reads our plugin for WordPress from the folder in which its own lies. */
  readonly readHelper: (folder: string) => ReturnType<Support['helperFiles']>;
  /** Folder of the log. */
  readonly logs: string;
  readonly database: string;
}

/** As test/tools/package-app.mjs names what is packaged from an unofficial runtime. */
const testBuild = /test build$/i;

function build(): 'release' | 'test' | 'source' {
  if (!app.isPackaged) return 'source';
  return testBuild.test(app.getName()) ? 'test' : 'release';
}

/** As electron-builder and test/tools/package/after-pack.ts lay them beside the program. */
const textsFolder = (): string =>
  process.platform === 'darwin' ? process.resourcesPath : path.dirname(app.getPath('exe'));

/** Null where it is not there. */
function fileBeside(name: string): string | null {
  const file = path.join(textsFolder(), name);
  return existsSync(file) ? file : null;
}

/** Empty where the system knows no name for the number that it runs under. */
function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return '';
  }
}

/** Needs the app to be ready. */
export function createSupport({ logs, database, readHelper, ...rest }: SupportParts): Support {
  const bytesOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return {
    ...rest,
    facts: () => ({
      build: build(),
      electron: process.versions.electron,
      chromium: process.versions.chrome,
      node: process.versions.node,
      system: `${os.type()} ${os.release()} ${os.arch()}`,
      scalings: screen.getAllDisplays().map(({ scaleFactor }) => scaleFactor),
      memoryBytes: os.totalmem(),
      databaseBytes: bytesOf(database) + bytesOf(`${database}-wal`),
    }),
    names: () => [userName(), os.homedir(), app.getPath('userData')],
    licences: async () => {
      const file = fileBeside('THIRD-PARTY-NOTICES.txt');
      return file === null ? null : readFile(file, 'utf8');
    },
    chromiumLicences: () => fileBeside('LICENSES.chromium.html'),
    log: (mostBytes) => readLogTail(logs, mostBytes),
    helperFiles: () => readHelper(path.join(app.getAppPath(), 'assets', 'wordpress')),
  };
}

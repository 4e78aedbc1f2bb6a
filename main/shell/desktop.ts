// What only the desktop can do for the user: browser, file manager, clipboard and file dialogs; the only file that reaches for them.
import path from 'node:path';
import process from 'node:process';
import * as electron from 'electron';
import { app, type BrowserWindow, dialog, type OpenDialogOptions, shell } from 'electron';
import { t } from '../../preload/text/text.ts';
import type { Desktop } from '../ports.ts';
import { writeClipboard } from './clipboard-shapes.ts';
import { claimByOwnEntry } from './link-entry.ts';
import { programFile } from './program-file.ts';
import { lastingSwitches } from './start-arguments.ts';
import { webAddress } from './web-address.ts';

/** As electron-builder.yml announces it to the system, too. */
const linkScheme = 'clipferry';

const extensions = [
  'mp4',
  'm4v',
  'mov',
  'mkv',
  'webm',
  'avi',
  'wmv',
  'mpg',
  'mpeg',
  'mts',
  'm2ts',
  'ts',
  '3gp',
  'flv',
  'ogv',
];

function dialogOf(what: Parameters<Desktop['choose']>[0]): OpenDialogOptions {
  switch (what) {
    case 'files':
      return {
        title: t('dialog.files'),
        properties: ['openFile', 'multiSelections'],
        filters: [
          { name: t('dialog.files.videos'), extensions },
          { name: t('dialog.files.all'), extensions: ['*'] },
        ],
      };
    case 'folder':
      return { title: t('dialog.folder'), properties: ['openDirectory', 'multiSelections'] };
    case 'watched-folder':
      return {
        title: t('dialog.watched'),
        buttonLabel: t('dialog.watched.yes'),
        properties: ['openDirectory', 'createDirectory'],
      };
  }
}

const savedKinds = {
  report: { title: 'dialog.report', kind: 'dialog.report.kind', extension: 'zip' },
  csv: { title: 'dialog.receipt', kind: 'dialog.receipt.csv', extension: 'csv' },
  json: { title: 'dialog.receipt', kind: 'dialog.receipt.json', extension: 'json' },
  history: { title: 'dialog.history', kind: 'dialog.receipt.csv', extension: 'csv' },
  table: { title: 'dialog.table-out', kind: 'dialog.table.kind', extension: 'csv' },
  move: { title: 'dialog.move-out', kind: 'dialog.move.kind', extension: 'clipferry' },
} as const;

/** Asks where a file of this name is to be saved; null = the user closed the dialog. */
export async function askForPlace(
  parent: BrowserWindow | null,
  what: keyof typeof savedKinds,
  name: string,
): Promise<string | null> {
  const { title, kind, extension } = savedKinds[what];
  const options = {
    title: t(title),
    defaultPath: path.join(app.getPath('downloads'), name),
    filters: [{ name: t(kind), extensions: [extension] }],
  };
  const answer = parent === null ? await dialog.showSaveDialog(options) : await dialog.showSaveDialog(parent, options);
  return answer.canceled || answer.filePath === '' ? null : answer.filePath;
}

const openedKinds = {
  move: { title: 'dialog.move-in', kind: 'dialog.move.kind', extensions: [savedKinds.move.extension] },
  table: { title: 'dialog.table-in', kind: 'dialog.table.kind', extensions: ['csv', 'tsv', 'txt'] },
} as const;

/** Asks for one file; null = the user closed the dialog. */
export async function askForFile(parent: BrowserWindow | null, what: keyof typeof openedKinds): Promise<string | null> {
  const { title, kind, extensions: ends } = openedKinds[what];
  const options: OpenDialogOptions = {
    title: t(title),
    ...(what === 'move' ? { defaultPath: app.getPath('downloads') } : {}),
    properties: ['openFile'],
    filters: [
      { name: t(kind), extensions: [...ends] },
      { name: t('dialog.files.all'), extensions: ['*'] },
    ],
  };
  const answer = parent === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(parent, options);
  return answer.canceled ? null : (answer.filePaths[0] ?? null);
}

/** Offers a package that was read through to whatever installs packages here. Rejects when nothing opens it. */
export async function openPackage(file: string): Promise<void> {
  const complaint = await shell.openPath(file);
  if (complaint !== '') throw new Error(complaint);
}

/** False = links do not come back here. */
async function claimLinks(): Promise<boolean> {
  const here = process.argv[1];
  if (!app.isPackaged && here !== undefined) {
    // Electron is started with the path of the app, and no desktop file knows it: its links come by hand.
    app.setAsDefaultProtocolClient(linkScheme, process.execPath, [path.resolve(here)]);
    return true;
  }
  const desktopName = process.env.CHROME_DESKTOP ?? 'clipferry.desktop';
  const byOwnEntry =
    process.platform === 'linux'
      ? await claimByOwnEntry({
          ...{ scheme: linkScheme, installedName: desktopName, env: process.env, home: app.getPath('home') },
          command: [programFile(), ...lastingSwitches(process.argv.slice(1), process.cwd())],
        })
      : null;
  if (byOwnEntry !== null) return byOwnEntry;
  // Not every desktop has the program that is asked to claim; its links may lead here all the same, by the file that was installed.
  return (
    app.setAsDefaultProtocolClient(linkScheme) ||
    (process.platform === 'linux' && app.getApplicationNameForProtocol(`${linkScheme}://`) === desktopName)
  );
}

/** `parent` is asked for late: the uploader exists before the window does. */
export function createDesktop(parent: () => BrowserWindow | null): Desktop {
  return {
    openUrl: async (url) => shell.openExternal(webAddress(url)),
    showFile: (file) => shell.showItemInFolder(file),
    copy: (what) => writeClipboard(electron.clipboard, electron.ClipboardItem, what),
    claimLinks,
    choose: async (what) => {
      const window = parent();
      const options = dialogOf(what);
      const answer =
        window === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(window, options);
      return answer.canceled ? null : answer.filePaths;
    },
  };
}

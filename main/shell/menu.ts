// The application menu: what the window's own buttons do, with shortcuts, and the system's own roles for everything usual.
import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { Command, QueueFilter } from '../../preload/contract.ts';
import type { Logger } from '../ports.ts';
import type { Uploader } from '../uploader-api.ts';

/** Nothing is listed here that renderer/features/window/shortcuts.ts does not name the same. */
const filters: readonly (readonly [QueueFilter, string])[] = [
  ['all', 'All clips'],
  ['needs-you', 'Clips that need you'],
  ['active', 'Active clips'],
  ['waiting', 'Waiting clips'],
  ['done', 'Done clips'],
];

interface RunnerContext {
  readonly uploader: Uploader;
  /** Brings the window to the front and has it do something. */
  readonly act: (command: Command) => void;
  readonly logger: Logger;
}

export function setMenu({ uploader, act, logger }: RunnerContext): void {
  const mac = process.platform === 'darwin';
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const settings: MenuItemConstructorOptions = {
    id: 'settings',
    label: mac ? 'Settings…' : 'Settings',
    accelerator: 'CmdOrCtrl+,',
    click: () => act({ kind: 'show', place: 'settings' }),
  };
  const appMenu: MenuItemConstructorOptions = {
    label: app.name,
    submenu: [
      { role: 'about' },
      separator,
      settings,
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  };
  const file: MenuItemConstructorOptions[] = [
    {
      id: 'add-files',
      label: 'Add files…',
      accelerator: 'CmdOrCtrl+O',
      click: () => act({ kind: 'add', what: 'files' }),
    },
    {
      id: 'add-folder',
      label: 'Add folder…',
      accelerator: 'CmdOrCtrl+Shift+O',
      click: () => act({ kind: 'add', what: 'folder' }),
    },
    separator,
    ...(mac ? [] : [settings, separator]),
    { role: 'close', ...(mac ? {} : { label: 'Close window' }) },
    ...(mac ? [] : [separator, { role: 'quit' } as const]),
  ];
  const queue = (paused: boolean): MenuItemConstructorOptions[] => [
    {
      id: 'pause',
      label: paused ? 'Resume all' : 'Pause all',
      accelerator: 'CmdOrCtrl+Shift+P',
      click: () => {
        uploader.handlers['queue.pause'](!paused).catch((error: unknown) => logger.error('pausing failed', { error }));
      },
    },
    separator,
    ...filters.map(([filter, label], index) => ({
      id: `filter-${filter}`,
      label,
      accelerator: `CmdOrCtrl+${index + 1}`,
      click: () => act({ kind: 'filter', filter, jobId: null }),
    })),
  ];
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    separator,
    { role: 'togglefullscreen' },
  ];
  if (!app.isPackaged) view.push(separator, { role: 'reload' }, { role: 'toggleDevTools' });

  const show = (paused: boolean): void =>
    Menu.setApplicationMenu(
      Menu.buildFromTemplate([
        ...(mac ? [appMenu] : []),
        { label: 'File', submenu: file },
        { role: 'editMenu' },
        { label: 'Queue', submenu: queue(paused) },
        { label: 'View', submenu: view },
        { role: 'windowMenu' },
      ]),
    );
  let shown = false;
  show(shown);
  // A label cannot be changed in place.
  uploader.on('queue.patch', ({ totals }) => {
    if (totals.paused === shown) return;
    shown = totals.paused;
    show(shown);
  });
}

// The application menu: what the window's own buttons do, with shortcuts, and the system's own roles for everything usual.
import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { ActOffers, Command } from '../../preload/contract.ts';
import { queueFilters } from '../../preload/job-states.ts';
import { t } from '../../preload/text/text.ts';
import type { Logger } from '../ports.ts';
import type { Uploader } from '../uploader-api.ts';

interface RunnerContext {
  readonly uploader: Uploader;
  /** Brings the window to the front and has it do something. */
  readonly act: (command: Command) => void;
  readonly logger: Logger;
}

/** What was done in Clipferry is taken back above what is typed in a field. */
function editMenu(offered: ActOffers, act: RunnerContext['act']): MenuItemConstructorOptions[] {
  return [
    ...(['undo', 'redo'] as const).map((way): MenuItemConstructorOptions => {
      const offer = offered[way];
      return {
        id: `${way}-act`,
        label:
          offer === null
            ? t('acts.take', { way })
            : t('acts.menu', { way, what: t(`acts.what.${offer.kind}`, { count: offer.count }) }),
        enabled: offer !== null,
        click: () => act({ kind: 'take-back', way }),
      };
    }),
    { type: 'separator' },
    { role: 'undo', label: t('menu.undo-typing') },
    { role: 'redo', label: t('menu.redo-typing') },
    { type: 'separator' },
    ...(['cut', 'copy', 'paste', 'delete', 'selectAll'] as const).map((role) => ({ role })),
  ];
}

export function setMenu({ uploader, act, logger }: RunnerContext): void {
  const mac = process.platform === 'darwin';
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const settings: MenuItemConstructorOptions = {
    id: 'settings',
    label: t(mac ? 'menu.settings.mac' : 'menu.settings'),
    accelerator: 'CmdOrCtrl+,',
    click: () => act({ kind: 'show', place: 'settings' }),
  };
  // The system's own boxes for it differ, and on Linux cannot be read by a screen reader: the window has one for all.
  const about: MenuItemConstructorOptions = {
    id: 'about',
    label: t('menu.about'),
    click: () => act({ kind: 'help', what: 'about' }),
  };
  const help: MenuItemConstructorOptions[] = [
    { id: 'report', label: t('menu.report'), click: () => act({ kind: 'help', what: 'report' }) },
    ...(mac ? [] : [separator, about]),
  ];
  const appMenu: MenuItemConstructorOptions = {
    label: app.name,
    submenu: [
      about,
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
      label: t('menu.add-files'),
      accelerator: 'CmdOrCtrl+O',
      click: () => act({ kind: 'add', what: 'files' }),
    },
    {
      id: 'add-folder',
      label: t('menu.add-folder'),
      accelerator: 'CmdOrCtrl+Shift+O',
      click: () => act({ kind: 'add', what: 'folder' }),
    },
    separator,
    { id: 'import', label: t('details.import'), click: () => act({ kind: 'import' }) },
    { id: 'move-out', label: t('menu.move-out'), click: () => act({ kind: 'move', way: 'out' }) },
    { id: 'move-in', label: t('menu.move-in'), click: () => act({ kind: 'move', way: 'in' }) },
    separator,
    ...(mac ? [] : [settings, separator]),
    { role: 'close', ...(mac ? {} : { label: t('menu.close') }) },
    ...(mac ? [] : [separator, { role: 'quit' } as const]),
  ];
  const queue = (isPaused: boolean): MenuItemConstructorOptions[] => [
    {
      id: 'pause',
      label: t(isPaused ? 'menu.resume' : 'menu.pause'),
      accelerator: 'CmdOrCtrl+Shift+P',
      click: () => {
        if (!isPaused) {
          act({ kind: 'pause' });
          return;
        }
        uploader.handlers['queue.pause'](false).catch((error: unknown) => logger.error('pausing failed', { error }));
      },
    },
    { id: 'play', label: t('menu.play'), accelerator: 'CmdOrCtrl+P', click: () => act({ kind: 'play' }) },
    { id: 'history', label: t('menu.history'), click: () => act({ kind: 'history' }) },
    separator,
    ...queueFilters.map((filter, index) => ({
      id: `filter-${filter}`,
      label: t(`menu.filter.${filter}`),
      accelerator: `CmdOrCtrl+${index + 1}`,
      click: () => act({ kind: 'filter', filter, jobId: null }),
    })),
  ];
  const view: MenuItemConstructorOptions[] = [
    {
      id: 'find',
      label: t('menu.find'),
      accelerator: 'CmdOrCtrl+F',
      click: () => act({ kind: 'find' }),
    },
    separator,
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    separator,
    { role: 'togglefullscreen' },
  ];
  if (!app.isPackaged) view.push(separator, { role: 'reload' }, { role: 'toggleDevTools' });

  let paused = false;
  let offers: ActOffers = { undo: null, redo: null };
  // A label cannot be changed in place.
  const show = (): void =>
    Menu.setApplicationMenu(
      Menu.buildFromTemplate([
        ...(mac ? [appMenu] : []),
        { label: t('menu.file'), submenu: file },
        { label: t('menu.edit'), submenu: editMenu(offers, act) },
        { label: t('menu.queue'), submenu: queue(paused) },
        { label: t('menu.view'), submenu: view },
        { role: 'windowMenu' },
        { role: 'help', label: t('menu.help'), submenu: help },
      ]),
    );
  const takeOffers = (now: ActOffers): void => {
    if (JSON.stringify(now) === JSON.stringify(offers)) return;
    offers = now;
    show();
  };
  show();
  uploader.on('queue.patch', ({ totals }) => {
    if (totals.paused === paused) return;
    paused = totals.paused;
    show();
  });
  uploader.on('acts.changed', takeOffers);
  uploader.handlers['acts.offers']()
    .then(takeOffers)
    .catch((error: unknown) => logger.error('the acts that can be taken back are not known', { error }));
}

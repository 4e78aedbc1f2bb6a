// The tray icon: shows that Clipferry goes on without its window, says how far it is, and pauses, opens or quits it.
import { app, Menu, nativeImage, Tray } from 'electron';
import type { QueuePatch } from '../../preload/contract.ts';
import type { Logger } from '../ports.ts';
import type { Uploader } from '../uploader-api.ts';
import { trayText } from './tray-text.ts';

interface Parts {
  readonly icon: string;
  readonly uploader: Uploader;
  readonly open: () => void;
  readonly logger: Logger;
}

/** Held here: Electron removes the icon when the object is collected. */
let tray: Tray | null = null;

/** Without the picture there is no tray; a second start of the app brings the window back all the same. */
export function showTray({ icon, uploader, open, logger }: Parts): void {
  const image = nativeImage.createFromPath(icon);
  if (image.isEmpty()) {
    logger.warn('there is no tray icon');
    return;
  }
  tray ??= new Tray(image);
  const shown = tray;
  let paused: boolean | null = null;

  function showMenu(isPaused: boolean): void {
    if (isPaused === paused) return;
    paused = isPaused;
    const pauseAll = (): void => {
      uploader.handlers['queue.pause'](!isPaused).catch((error: unknown) => logger.error('pausing failed', { error }));
    };
    shown.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Open Clipferry', click: open },
        { label: isPaused ? 'Resume all' : 'Pause all', click: pauseAll },
        { type: 'separator' },
        { label: 'Quit', click: () => app.quit() },
      ]),
    );
  }

  function show({ counts, totals }: Pick<QueuePatch, 'counts' | 'totals'>): void {
    shown.setToolTip(trayText(counts, totals));
    showMenu(totals.paused);
  }

  shown.setToolTip('Clipferry');
  showMenu(false);
  shown.on('click', open);
  uploader.on('queue.patch', show);
}

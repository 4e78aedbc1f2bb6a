// The tray icon: shows that Clipferry goes on without its window, says how far it is, and pauses, opens or quits it.
import { app, Menu, type MenuItemConstructorOptions, nativeImage, Tray } from 'electron';
import type { QueuePatch } from '../../preload/contract.ts';
import { t } from '../../preload/text/text.ts';
import type { Logger } from '../ports.ts';
import type { Uploader } from '../uploader-api.ts';
import { finishText, trayText } from './tray-text.ts';

interface RunnerContext {
  readonly icon: string;
  readonly uploader: Uploader;
  readonly open: () => void;
  readonly logger: Logger;
}

/** Held here: Electron removes the icon when the object is collected. */
let tray: Tray | null = null;

/** Without the picture there is no tray; a second start of the app brings the window back all the same. */
export function showTray({ icon, uploader, open, logger }: RunnerContext): void {
  const image = nativeImage.createFromPath(icon);
  if (image.isEmpty()) {
    logger.warn('there is no tray icon');
    return;
  }
  tray ??= new Tray(image);
  const shown = tray;
  let last = '';

  /** Built again only when its words change: a menu that is open would be taken away under the pointer. */
  function show(text: string, finish: string | null, paused: boolean): void {
    const words = `${text}\n${finish}\n${paused}`;
    if (words === last) return;
    last = words;
    const pauseAll = (): void => {
      uploader.handlers['queue.pause'](!paused).catch((error: unknown) => logger.error('pausing failed', { error }));
    };
    const line = (label: string): MenuItemConstructorOptions => ({ label, enabled: false });
    shown.setToolTip(finish === null ? text : `${text}\n${finish}`);
    shown.setContextMenu(
      Menu.buildFromTemplate([
        line(text),
        ...(finish === null ? [] : [line(finish)]),
        { type: 'separator' },
        { label: t('tray.open'), click: open },
        { label: t(paused ? 'menu.resume' : 'menu.pause'), click: pauseAll },
        { type: 'separator' },
        { label: t('tray.quit'), click: () => app.quit() },
      ]),
    );
  }

  show(t('tray.idle'), null, false);
  shown.on('click', open);
  uploader.on('queue.patch', ({ counts, totals }: QueuePatch) => {
    show(trayText(counts, totals), finishText(totals, Date.now()), totals.paused);
  });
}

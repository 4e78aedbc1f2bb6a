// Every way the system asks for the app: the first start, another one, a file or link opened with it, the menu of its icon, a click in the dock.
import process from 'node:process';
import { app, type BrowserWindow } from 'electron';
import type { Logger } from '../ports.ts';
import type { Uploader } from '../uploader-api.ts';
import { readArguments, type StartOrder } from './start-arguments.ts';
import { reveal } from './window.ts';

export interface Starts {
  /** True when this start is to stay out of sight. */
  readonly hidden: boolean;
  /** From here on files that were and will be opened go to the queue. */
  begin(uploader: Uploader, window: BrowserWindow): void;
}

/** Must run before the app is ready: macOS hands files over before that. */
export function prepareStarts(logger: Logger): Starts {
  const ownFolder = app.isPackaged ? null : app.getAppPath();
  const wishes = readArguments(process.argv.slice(1), process.cwd(), ownFolder);
  let early: string[] = [...wishes.paths];
  let begun: { readonly uploader: Uploader; readonly window: BrowserWindow } | null = null;

  function open(paths: readonly string[]): void {
    if (begun === null) {
      early.push(...paths);
      return;
    }
    begun.uploader.openFiles(paths).catch((error: unknown) => logger.error('files could not be opened', { error }));
  }
  function show(): void {
    if (begun !== null) reveal(begun.window);
  }

  /** Our own links are answers of a site's approval page; one that came before the app ran cannot belong to anything. */
  function follow(links: readonly string[]): void {
    for (const link of links) begun?.uploader.openLink(link);
  }

  function obey(order: StartOrder | null): void {
    if (begun === null || order === null) return;
    const { uploader } = begun;
    if (order === 'add-files') uploader.command({ kind: 'add', what: 'files' });
    else
      uploader.handlers['queue.pause'](order === 'pause').catch((error: unknown) =>
        logger.error('pausing failed', { error }),
      );
  }

  // Files named by another start only join the queue, by the same checks as a drop; nothing but these, links and the orders counts (row 28).
  app.on('second-instance', (_event, argv, folder) => {
    const { paths, links, order } = readArguments(argv.slice(1), folder, ownFolder);
    // Who pauses from the icon's menu has no need of the window.
    if (order !== 'pause' && order !== 'resume') show();
    follow(links);
    open(paths);
    obey(order);
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    show();
    follow(readArguments([url], '/', null).links);
  });
  app.on('open-file', (event, file) => {
    event.preventDefault();
    show();
    open(readArguments([file], '/', null).paths);
  });
  app.on('activate', show);

  return {
    hidden: wishes.hidden || (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin),
    begin: (uploader, window) => {
      begun = { uploader, window };
      const paths = early;
      early = [];
      open(paths);
      obey(wishes.order);
    },
  };
}

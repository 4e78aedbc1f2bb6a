// The window of a start that must not open its list: it says why, changes nothing, and closing it ends the app.
import { app } from 'electron';
import type { Logger, StoreProblem } from '../ports.ts';
import type { Page } from './page.ts';
import { serveApp } from './protocol.ts';
import type { SettingsFile } from './settings.ts';
import { createWindow } from './window.ts';

interface RunnerContext {
  /** The words for each are in preload/text/en/refusals.ts. */
  readonly reason: Extract<StoreProblem, 'newer' | 'in-use'>;
  readonly page: Page;
  readonly rendererFolder: string;
  readonly preload: string;
  readonly settings: SettingsFile;
  readonly logger: Logger;
}

export async function showRefusal({ reason, page, rendererFolder, ...parts }: RunnerContext): Promise<void> {
  await serveApp({
    rendererFolder,
    clip: async () => null,
    picture: async () => null,
    devOrigin: page.devOrigin,
    logger: parts.logger,
  });
  const window = createWindow({
    ...parts,
    page: { ...page, url: `${page.url}#refused=${reason}` },
    leaving: () => false,
    closing: 'ends',
    onHidden: () => {},
    hidden: false,
  });
  window.on('closed', () => app.quit());
}

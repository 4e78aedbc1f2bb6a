// What the window says of a start that must not open its list: why; nothing is changed, and closing it ends the app.
import { app, type BrowserWindow } from 'electron';
import type { Logger, StoreProblem } from '../ports.ts';
import type { Page } from './page.ts';

/** The words for each are in preload/text/en/refusals.ts. */
export type Refusal = Extract<StoreProblem, 'newer' | 'in-use'>;

/** Where the page says so. */
export const refusalUrl = ({ url }: Page, reason: Refusal): string => `${url}#refused=${reason}`;

/** Shows it in place of the page that waits for an engine. */
export async function showRefusal(window: BrowserWindow, url: string, logger: Logger): Promise<void> {
  window.on('closed', () => app.quit());
  await window.loadURL(url).catch((error: unknown) => logger.error('the refusal did not load', { error }));
  // Where the page was there already, it has only been told of another place in it.
  window.webContents.once('did-finish-load', () => window.show());
  window.webContents.reload();
}

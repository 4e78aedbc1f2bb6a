// What the window says of a start that must not open its list: why; nothing is changed, and closing it ends the app.
import { app, type BrowserWindow } from 'electron';
import type { Logger, StoreProblem } from '../ports.ts';
import type { Page } from './page.ts';
import { showAnew } from './window.ts';

/** The words for each are in preload/text/en/refusals.ts. */
export type Refusal = Extract<StoreProblem, 'newer' | 'in-use'>;

/** Where the page says so. */
export const refusalUrl = ({ url }: Page, reason: Refusal): string => `${url}#refused=${reason}`;

/** Shows it in place of the page that waits for an engine. */
export async function showRefusal(window: BrowserWindow, url: string, logger: Logger): Promise<void> {
  window.on('closed', () => app.quit());
  await showAnew(window, url, logger);
}

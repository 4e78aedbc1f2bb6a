// How a screen stands in other windows and for those who do not see it: the window's size and zoom, and the check of axe.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { RunningApp } from './harness.ts';
import { expect } from './lent-app.ts';

/** In px of the screen; `times` = how much larger everything is shown. */
export async function resize({ app, page }: RunningApp, width: number, height: number, times = 1): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, to) => {
      const window = BrowserWindow.getAllWindows()[0];
      window?.setContentSize(to.width, to.height);
      window?.webContents.setZoomFactor(to.times);
    },
    { width, height, times },
  );
  await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(Math.round(width / times));
}

export async function passesAxe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
}

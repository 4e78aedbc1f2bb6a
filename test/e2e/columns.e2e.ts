// Columns of the upload list in the real app, by keyboard alone: chosen, kept, and left away where there is no room.
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { ask } from './behind.ts';
import { close, killLeftovers, launchApp, type RunningApp, realDrop, screenshot } from './harness.ts';
import { expect, test } from './lent-app.ts';
import { clipFolder, connect, grownClip } from './steps.ts';

const hard = 'A & B "½" <b> é 你好';

let site: PracticeSite;
let running: RunningApp;
let folder: Awaited<ReturnType<typeof clipFolder>>;

test.beforeEach(async () => {
  site = await startPracticeSite({ name: 'Harbour Films' });
  running = await launchApp();
  folder = await clipFolder({});
});
test.afterEach(async () => {
  await close(running).catch(killLeftovers);
  await site.stop();
  await folder.remove();
});

/** So many clips that wait, in the order of their names. */
async function addClips(page: Page, count: number): Promise<void> {
  await connect(page, site);
  await ask(page, 'queue.pause', true);
  const files = Array.from({ length: count }, (_, at) => path.join(folder.path, `C00${at + 10}.mp4`));
  for (const [at, file] of files.entries()) await grownClip('Tide pools.mp4', file, 64 + at);
  await realDrop(page, files);
  await expect(page.getByRole('tab', { name: new RegExp(`^All\\s*${count}$`) })).toBeVisible();
}

const button = (page: Page) => page.getByRole('button', { name: 'Columns', exact: true });
const heads = (page: Page) => page.getByRole('columnheader').allInnerTexts();
const clip = (page: Page, at: number) => page.locator(`[role="row"][data-index="${at}"]`);

/** By the keys of the menu; a name that is chosen already is taken away. */
async function choose(page: Page, ...names: readonly string[]): Promise<void> {
  await button(page).press('Enter');
  for (const name of names) {
    const item = page.getByRole('menuitemcheckbox', { name: new RegExp(`^${name}`) });
    while (!(await item.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
}

async function size(width: number, height: number, times = 1): Promise<void> {
  await running.app.evaluate(
    ({ BrowserWindow }, to) => {
      const window = BrowserWindow.getAllWindows()[0];
      window?.setContentSize(to.width, to.height);
      window?.webContents.setZoomFactor(to.times);
    },
    { width, height, times },
  );
  await expect.poll(() => running.page.evaluate(() => window.innerWidth)).toBe(Math.round(width / times));
}

async function passesAxe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
}

test('columns are chosen by keyboard, tell what was typed, and are there again after a restart', async () => {
  const { page } = running;
  await addClips(page, 8);
  const grid = page.getByRole('grid', { name: 'Uploads' });
  expect([await heads(page), await grid.getAttribute('aria-rowcount')]).toEqual([[], '8']);
  const ids = (await ask(page, 'queue.view', { filter: 'all', sort: 'queue', offset: 0, limit: 9 })).rows.map(
    (row) => row.id,
  );
  const describe = (at: number, draft: object) => ask(page, 'job.describe', { jobId: ids[at] ?? '', draft });
  await describe(0, { title: hard, description: hard, excerpt: 'Short', status: 'draft' });
  await describe(1, { description: 'First line\nsecond line' });

  await choose(page, 'Description', 'Visibility', 'Excerpt');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Clip',
    'Description',
    'Excerpt',
    'Visibility',
    'State',
    'Action',
  ]);
  await expect(grid).toHaveAttribute('aria-rowcount', '9');
  await expect(clip(page, 0)).toHaveAttribute('aria-rowindex', '2');
  await expect(clip(page, 0).getByRole('gridcell')).toHaveText([/A & B/, hard, 'Short', 'Draft', /./, /./]);
  await expect(clip(page, 1).getByRole('gridcell').nth(1)).toHaveText('First line second line');
  for (const theme of ['light', 'dark'] as const) {
    await screenshot(running, 'columns', theme);
    await passesAxe(page);
  }
  // What changes is told in its column, and a row is reached by keys as before.
  await describe(2, { description: 'Typed elsewhere' });
  await expect(clip(page, 2).getByRole('gridcell').nth(1)).toHaveText('Typed elsewhere');
  await clip(page, 0).press('End');
  await expect(clip(page, 7)).toBeFocused();

  await close(running, { keepProfile: true });
  running = await launchApp({ profile: running.profile });
  await expect(running.page.getByRole('columnheader')).toHaveText([
    'Clip',
    'Description',
    'Excerpt',
    'Visibility',
    'State',
    'Action',
  ]);
  await expect(clip(running.page, 0).getByRole('gridcell').nth(1)).toHaveText(hard);
  await choose(running.page, 'Description', 'Visibility', 'Excerpt');
  await expect(running.page.getByRole('columnheader')).toHaveCount(0);
  expect(running.complaints).toEqual([]);
});

test('columns without room are left away from the right, never title, state and action, and the menu says so', async () => {
  const { page } = running;
  await addClips(page, 3);
  await size(1280, 800);
  await choose(page, 'Description', 'Excerpt', 'Visibility', 'Public from', 'Tags');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Clip',
    'Description',
    'Excerpt',
    'Visibility',
    'State',
    'Action',
  ]);
  await button(page).press('Enter');
  await expect(page.getByRole('menuitemcheckbox', { name: 'Tags No room in this window' })).toBeChecked();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Visibility', exact: true })).toBeChecked();
  await screenshot(running, 'columns-menu', 'light');
  await passesAxe(page);
  await page.keyboard.press('Escape');

  await size(900, 600);
  await expect(page.getByRole('columnheader')).toHaveText(['Clip', 'Description', 'State', 'Action']);
  await expect(clip(page, 0).locator('.row-state-label')).toBeInViewport();
  await screenshot(running, 'columns-900', 'light');
  await size(1280, 800, 2);
  await expect(page.getByRole('columnheader')).toHaveCount(0);
  await expect(clip(page, 0)).toContainText('C0010');
  await screenshot(running, 'columns-200-percent', 'dark');
  await button(page).press('Enter');
  await expect(page.getByRole('menuitemcheckbox', { name: 'Description No room in this window' })).toBeChecked();
  await page.keyboard.press('Escape');
  await size(1920, 1080);
  await expect(page.getByRole('columnheader')).toHaveCount(8);
  await screenshot(running, 'columns-1920', 'light');
  expect(running.complaints).toEqual([]);
});

// Clips played beside the list: while titles are typed, from disk, and held by nobody once they stop.
import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { PracticeSite } from '../site/start.ts';
import { ask, writeBigClip } from './behind.ts';
import { type RunningApp, realDrop, screenshot } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { clipFolder, connect, row } from './steps.ts';

let site: PracticeSite;
let running: RunningApp;
let folder: Awaited<ReturnType<typeof clipFolder>>;

test.beforeEach(async ({ apps }) => {
  site = await newPracticeSite({ name: 'Harbour Films' });
  running = await apps.lend();
  folder = await clipFolder({
    'First.mp4': 'Tide pools.mp4',
    'Second.webm': 'Studio loop.webm',
    'Third.mp4': 'C0001.mp4',
  });
  await connect(running.page, site);
  await ask(running.page, 'queue.pause', true);
  await realDrop(
    running.page,
    ['First.mp4', 'Second.webm', 'Third.mp4'].map((name) => path.join(folder.path, name)),
  );
  await expect(running.page.getByRole('row')).toHaveCount(3);
});
test.afterEach(async ({ apps }) => {
  await apps.takeBack(running);
  await folder.remove();
  await site.stop();
});

const playFromMenu = (): Promise<void> =>
  running.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('play')?.click());
const film = (page: Page) => page.locator('video.player-film');
const isPlaying = (page: Page, name: string) =>
  expect
    .poll(() => film(page).evaluate((one: HTMLVideoElement) => [one.getAttribute('aria-label'), one.currentTime > 0]))
    .toEqual([name, true]);

/** Which of the clips the app's main process has open. */
async function held(): Promise<readonly string[]> {
  const files = `/proc/${running.app.process().pid}/fd`;
  const open = await Promise.all((await readdir(files)).map((fd) => readlink(path.join(files, fd)).catch(() => '')));
  return open.filter((file) => file.startsWith(folder.path));
}

test('a clip plays by its button and by the menu, the next one follows while titles are typed, and its file is let go', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  await row(page, 'First').click();
  await page.getByRole('button', { name: 'Play First.mp4' }).click();
  await isPlaying(page, 'First.mp4');
  for (const theme of ['light', 'dark'] as const) await screenshot(running, 'player', theme);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).disableRules(['video-caption']).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);

  await row(page, 'First').focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('One');
  await page.keyboard.press('Enter');
  await isPlaying(page, 'Second.webm');
  await expect(page.getByRole('textbox', { name: 'Title of Second.webm' })).toBeFocused();
  await page.keyboard.press('Escape');

  // One that is too large to be read ahead to its end.
  await writeBigClip(path.join(folder.path, 'Big.mp4'), 64);
  await realDrop(page, [path.join(folder.path, 'Big.mp4')]);
  await row(page, 'Big').click();
  await isPlaying(page, 'Big.mp4');
  await expect.poll(held).toEqual([path.join(folder.path, 'Big.mp4')]);
  await playFromMenu();
  await expect(film(page)).toHaveCount(0);
  await expect.poll(held).toEqual([]);
  await row(page, 'Third').click();
  await playFromMenu();
  await isPlaying(page, 'Third.mp4');
  await page.getByRole('button', { name: 'Stop playing' }).click();
  await expect(film(page)).toHaveCount(0);
  expect(running.complaints).toEqual([]);
});

test('a clip that cannot be played says so, and another screen is silent', async () => {
  const { page } = running;
  // A clip in all but its pictures, whose kind no player knows.
  const broken = await readFile(path.join(folder.path, 'First.mp4'));
  broken.write('zzzz', broken.indexOf('avc1', broken.indexOf('stsd')), 'latin1');
  await writeFile(path.join(folder.path, 'Broken.mp4'), broken);
  await realDrop(page, [path.join(folder.path, 'Broken.mp4')]);
  await row(page, 'Broken').click();
  await playFromMenu();
  await expect(page.getByText('Clipferry cannot play this clip')).toBeVisible();
  await screenshot(running, 'player-broken', 'light');
  await row(page, 'Third').click();
  await isPlaying(page, 'Third.mp4');
  await page.getByRole('button', { name: 'Library' }).click();
  await page.getByRole('button', { name: 'Uploads' }).click();
  await expect(row(page, 'Third')).toBeVisible();
  await expect(film(page)).toHaveCount(0);
  await expect.poll(held).toEqual([]);
});

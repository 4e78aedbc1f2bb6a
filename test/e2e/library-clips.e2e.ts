// Videos of the Library that were sent from here: their own pictures, and their clips played from disk while titles are typed.
import { appendFile, readdir, readlink, rm } from 'node:fs/promises';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { PracticeSite } from '../site/start.ts';
import { api } from '../site/test-client.ts';
import { writeBigClip } from './behind.ts';
import { close, type RunningApp, realDrop, screenshot } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { clipFolder, connect, row, untilDone } from './steps.ts';

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
});
test.afterEach(async ({ apps }) => {
  await apps.takeBack(running);
  await folder.remove();
  await site.stop();
});

const file = (name: string): string => path.join(folder.path, name);
const film = (page: Page) => page.locator('video.player-film');
const playButton = (page: Page) => page.getByRole('button', { name: /^Play / });

async function send(names: readonly string[]): Promise<void> {
  await realDrop(running.page, names.map(file));
  await untilDone(running.page, names.length);
}

async function openLibrary(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Library' }).click();
  await expect(page.getByRole('heading', { name: 'Library' })).toBeVisible();
}

const isPlaying = (page: Page, name: string) =>
  expect
    .poll(() => film(page).evaluate((one: HTMLVideoElement) => [one.getAttribute('aria-label'), one.currentTime > 0]))
    .toEqual([name, true]);

/** Where the picture of a row comes from, once it is there. */
const pictureOf = (page: Page, name: string) =>
  expect.poll(() =>
    row(page, name)
      .locator('.poster')
      .evaluate((poster) => {
        const image = poster.querySelector('img');
        if (image === null) return 'glyph';
        return image.naturalWidth === 0 ? 'nothing' : image.src.startsWith('blob:') ? 'own' : 'of the site';
      }),
  );

/** Which of the clips the app's main process has open. */
async function held(): Promise<readonly string[]> {
  const files = `/proc/${running.app.process().pid}/fd`;
  const open = await Promise.all((await readdir(files)).map((fd) => readlink(path.join(files, fd)).catch(() => '')));
  return open.filter((one) => one.startsWith(folder.path));
}

test('have the picture of their clip where the site has none, also off the list; of a file that was changed since there is none (F-25)', {
  tag: '@proof',
}, async ({ apps }) => {
  const { page } = running;
  await send(['First.mp4', 'Second.webm', 'Third.mp4']);
  await site.addVideos([{ title: 'By hand', status: 'publish' }]);
  const third = (await site.state()).videos.find(({ title }) => title === 'Third');
  const media = await api(site, 'ava', 'POST', 'wp/v2/media', {
    body: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
      'base64',
    ),
    headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="poster.png"' },
  });
  await api(site, 'ava', 'POST', `wp/v2/video/${third?.id}`, { json: { featured_media: media.json.id } });
  await row(page, 'First').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('row')).toHaveCount(0);

  await openLibrary(page);
  await pictureOf(page, 'First').toBe('own');
  await pictureOf(page, 'Second').toBe('own');
  await pictureOf(page, 'Third').toBe('of the site');
  await pictureOf(page, 'By hand').toBe('glyph');
  for (const theme of ['light', 'dark'] as const) await screenshot(running, 'library-own-pictures', theme);

  await appendFile(file('First.mp4'), 'more');
  await close(running, { keepProfile: true });
  running = await apps.again(running);
  await openLibrary(running.page);
  await pictureOf(running.page, 'Second').toBe('own');
  await pictureOf(running.page, 'First').toBe('glyph');
});

test('play by their button, Ctrl+P and the menu, one after the other while titles are typed, and let their files go', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  await writeBigClip(file('Big.mp4'), 64);
  await send(['Big.mp4', 'First.mp4', 'Second.webm']);
  await site.addVideos([{ title: 'By hand', status: 'publish', dateGmt: '2020-01-01T10:00:00' }]);
  await openLibrary(page);
  await page.getByRole('button', { name: 'Sort' }).click();
  await page.getByRole('option', { name: 'Title' }).click();
  await expect(page.getByRole('row')).toContainText(['Big', 'By hand', 'First', 'Second']);

  await row(page, 'Big').click();
  await page.getByRole('button', { name: 'Play Big' }).press('Enter');
  await isPlaying(page, 'Big');
  await expect(film(page)).toBeFocused();
  await expect.poll(held).toEqual([file('Big.mp4')]);
  await row(page, 'First').click();
  await isPlaying(page, 'First');
  await expect.poll(held).not.toContain(file('Big.mp4'));
  for (const theme of ['light', 'dark'] as const) await screenshot(running, 'library-player', theme);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).disableRules(['video-caption']).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);

  await row(page, 'First').focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('One');
  await page.keyboard.press('Enter');
  await isPlaying(page, 'Second');
  await expect(page.getByRole('textbox', { name: 'Title of Second' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stop playing' }).press('Enter');
  await expect(film(page)).toHaveCount(0);
  await expect(playButton(page)).toBeFocused();
  await expect.poll(held).toEqual([]);

  await row(page, 'Second').click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Play/ }).click();
  await isPlaying(page, 'Second');
  // Others’ videos, and several, do not play, and nothing is held for them.
  await row(page, 'By hand').click();
  await expect(film(page)).toHaveCount(0);
  await expect(playButton(page)).toHaveCount(0);
  await row(page, 'Big').click({ modifiers: ['Control'] });
  await expect(page.getByRole('heading', { name: '2 videos selected' })).toBeVisible();
  await expect(playButton(page)).toHaveCount(0);
  await expect.poll(held).toEqual([]);
  expect(running.complaints).toEqual([]);
});

test('whose file is another one by now, or gone, say so in place of playing it', { tag: '@proof' }, async () => {
  const { page } = running;
  await send(['First.mp4', 'Third.mp4']);
  await appendFile(file('First.mp4'), 'more');
  await rm(file('Third.mp4'));
  await openLibrary(page);
  await row(page, 'First').click();
  await expect(
    page.getByText('The clip cannot be played: its file on this computer has changed since it was sent.'),
  ).toBeVisible();
  await expect(playButton(page)).toHaveCount(0);
  await screenshot(running, 'library-player-changed', 'light');
  await row(page, 'Third').click();
  await expect(
    page.getByText('The clip cannot be played: its file on this computer was moved, or cannot be read now.'),
  ).toBeVisible();
  await expect(playButton(page)).toHaveCount(0);
  expect(running.complaints).toEqual([]);
});

// Clips that wait for their user's word in the real app: nothing leaves before it, and all of it goes by keyboard alone.
import path from 'node:path';
import type { Page } from '@playwright/test';
import { t } from '../../preload/text/text.ts';
import type { PracticeSite } from '../site/start.ts';
import { dragOver, type RunningApp, realDrop, screenshot } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { chooseFolder, clipFolder, connect, fixture, grownClip, row, untilDone } from './steps.ts';

let site: PracticeSite;
let running: RunningApp;
let folder: Awaited<ReturnType<typeof clipFolder>>;

test.beforeEach(async ({ apps }) => {
  site = await newPracticeSite({ name: 'Harbour Films', ownProcess: true });
  running = await apps.lend();
  folder = await clipFolder({});
});
test.afterEach(async ({ apps }) => {
  await apps.takeBack(running);
  await site.stop();
  await folder.remove();
});

const uploads = async (): Promise<number> => (await site.state()).uploads.length;

/** By keyboard: on the screen of sites, new clips of the account are to wait. */
async function letNewClipsWait(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Sites/ }).press('Enter');
  const choice = page.getByRole('button', { name: /New clips of Ava Author/ });
  await choice.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(choice).toContainText('Wait until you press Send');
  await page.getByRole('button', { name: /^Uploads/ }).press('Enter');
}

test('forty clips wait, one is titled and sent, the rest goes with one key press; by keyboard alone', async () => {
  const { page } = running;
  await connect(page, site);
  await letNewClipsWait(page);
  const files = Array.from({ length: 40 }, (_, at) =>
    path.join(folder.path, `C00${String(at + 1).padStart(2, '0')}.mp4`),
  );
  for (const [at, file] of files.entries()) await grownClip('Tide pools.mp4', file, 64 + at);
  await dragOver(page, [fixture('Tide pools.mp4')], () =>
    expect(page.locator('.drop-overlay')).toContainText(t('uploads.drop.wait')),
  );
  await realDrop(page, files);
  await expect(page.getByText('40 clips are ready to send', { exact: true })).toBeVisible();
  await expect(page.getByRole('tab', { name: /^Ready\s*40$/ })).toBeVisible();
  await expect(page.getByText('40 clips are ready to send.')).toBeVisible();
  await screenshot(running, 'ready', 'light');

  await page.getByRole('tab', { name: /^Ready/ }).press('Enter');
  await expect(page.getByRole('tab', { name: /^Ready/ })).toHaveAttribute('aria-selected', 'true');
  await row(page, 'C0002.mp4').focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('Low tide');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(row(page, 'Low tide')).toBeVisible();
  expect(await uploads()).toBe(0);
  await row(page, 'Low tide').getByRole('button', { name: /^Send/ }).press('Enter');
  await untilDone(page, 1);
  expect((await site.state()).videos.map(({ title }) => title)).toEqual(['Low tide']);
  await expect(page.getByRole('tab', { name: /^Ready\s*39$/ })).toBeVisible();

  await page.getByRole('button', { name: 'Send all 39 clips to Harbour Films' }).press('Enter');
  await untilDone(page, 40);
  expect(await uploads()).toBe(40);
  await expect(page.getByRole('list', { name: t('uploads.holds') })).toBeHidden();
});

test('a watched folder waits by a rule of its own, and its clip goes when it is selected and sent', async () => {
  const { page } = running;
  await connect(page, site);
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Watched folders' }).click();
  await chooseFolder(running, folder.path);
  await page.getByRole('button', { name: 'Watch folder', exact: true }).click();
  await page.getByText('Rules').click();
  const hold = page.getByRole('button', { name: /New clips/ });
  await hold.click();
  await page.getByRole('option', { name: 'Wait until you press Send' }).click();
  await expect(hold).toContainText('Wait until you press Send');
  await grownClip('Tide pools.mp4', path.join(folder.path, 'Export.mp4'), 99);
  await page.getByRole('button', { name: /^Uploads/ }).click();
  await expect(row(page, 'Export.mp4')).toContainText('Ready to send');
  expect(await uploads()).toBe(0);
  await row(page, 'Export.mp4').click();
  await page.getByRole('complementary', { name: 'Details' }).getByRole('button', { name: 'Send', exact: true }).click();
  await untilDone(page, 1);
});

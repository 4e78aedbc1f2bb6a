// Nobody gets through to the site for a while: the window says so calmly, and everything goes on without a click (F-18, F-22).
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { PracticeSite } from '../site/start.ts';
import { type RunningApp, realDrop } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { clipFolder, connect, grownClip, row, sha256, untilDone } from './steps.ts';

let site: PracticeSite;
let running: RunningApp;
let folder: Awaited<ReturnType<typeof clipFolder>>;

test.beforeEach(async ({ apps }) => {
  site = await newPracticeSite({ name: 'Harbour Films', ownProcess: true });
  folder = await clipFolder({ 'Tide pools.mp4': 'Tide pools.mp4', 'Market street.mp4': 'Market street.mp4' });
  running = await apps.lend({ settlesSoon: true });
  await connect(running.page, site);
});
test.afterEach(async ({ apps }) => {
  await apps.takeBack(running);
  await site.stop();
  await folder.remove();
});

const banner = (page: Page) => page.getByRole('list', { name: 'Why uploads wait' });
const clips = (): string[] =>
  ['Crossing.mp4', 'Tide pools.mp4', 'Market street.mp4'].map((name) => path.join(folder.path, name));

async function allArrived(): Promise<void> {
  const { videos } = await site.state();
  expect(videos.map((video) => video.file?.sha256).sort()).toEqual(clips().map(sha256).sort());
}

test('the site goes away in the middle of sending: the banner says so, and all is done without a click', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  await grownClip('C0001.mp4', path.join(folder.path, 'Crossing.mp4'), 24 * 1024 * 1024);
  await site.switches({ slowBytesPerSecond: 400_000 });
  await realDrop(page, [folder.path]);
  await site.waitFor('uploadBytes', 300_000);
  await site.kill();

  await expect(banner(page)).toContainText('Harbour Films cannot be reached', { timeout: 60_000 });
  await expect(banner(page)).toContainText('Uploads continue automatically.');
  await expect(page.getByRole('status', { name: 'Waiting' })).toContainText('Harbour Films cannot be reached');
  await expect(row(page, 'Crossing')).toContainText('Site cannot be reached');
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('once Harbour Films answers');
  await expect(page.getByRole('tab', { name: /^Needs attention\s*0$/ })).toBeVisible();
  expect((await new AxeBuilder({ page }).setLegacyMode(true).analyze()).violations).toEqual([]);

  await site.restart();
  await site.switches({ slowBytesPerSecond: null });
  await untilDone(page, 3);
  await expect(banner(page)).toBeHidden();
  await expect(page.getByRole('status', { name: 'Waiting' })).toHaveText('Uploads continue.');
  await allArrived();
});

test('a network that wants a sign-in first: nothing is sent to its page, and after it all goes on', {
  tag: '@proof',
}, async () => {
  const { page, app } = running;
  await grownClip('C0001.mp4', path.join(folder.path, 'Crossing.mp4'), 1024 * 1024);
  await page.getByRole('button', { name: 'Add files' }).waitFor();
  await site.switches({ captivePortal: true });
  await realDrop(page, [folder.path]);
  await expect(banner(page)).toContainText('This network may want you to sign in first', { timeout: 60_000 });
  await expect(row(page, 'Market street')).toContainText('Network wants you to sign in');

  await app.evaluate(({ shell }) => {
    shell.openExternal = async (url) => {
      (globalThis as { openedByTest?: string }).openedByTest = url;
    };
  });
  await banner(page).getByRole('button', { name: 'Open in browser' }).click();
  await expect
    .poll(() => app.evaluate(() => (globalThis as { openedByTest?: string }).openedByTest))
    .toContain(site.url);

  await site.switches({ captivePortal: false });
  await banner(page).getByRole('button', { name: 'Try now: Harbour Films' }).click();
  await untilDone(page, 3);
  await expect(banner(page)).toBeHidden();
  await allArrived();
});

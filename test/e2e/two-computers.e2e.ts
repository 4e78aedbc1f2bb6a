// Two computers with one account: the same clips dropped on both, and one folder that both watch; each clip is on the site once.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { t } from '../../preload/text/text.ts';
import type { PracticeSite } from '../site/start.ts';
import { type RunningApp, realDrop } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { clipFolder, connect, grownClip, openDetails, sha256, untilDone, watchFolder } from './steps.ts';

let site: PracticeSite;
let studio: RunningApp;
let laptop: RunningApp;

test.beforeEach(async ({ apps }) => {
  site = await newPracticeSite({ name: 'Harbour Films' });
  [studio, laptop] = [await apps.lend(), await apps.lend()];
  for (const { page } of [studio, laptop]) await connect(page, site);
});
test.afterEach(async ({ apps }) => {
  await apps.takeBack(studio);
  await apps.takeBack(laptop);
  await site.stop();
});

/** Ten clips, some of a camera's one name; gives their paths. */
async function tenClips(folder: string): Promise<readonly string[]> {
  const paths = Array.from({ length: 10 }, (_, at) => path.join(folder, `Take ${at}.mp4`));
  for (const [at, to] of paths.entries()) await grownClip('Harbour at dawn.mp4', to, 200_000 * (at + 1));
  return paths;
}

async function eachOnce(paths: readonly string[]): Promise<void> {
  const { videos } = await site.state();
  expect(videos.map((video) => video.file?.sha256).sort()).toEqual(paths.map(sha256).sort());
}

async function historyOf(page: Page, name: string): Promise<string> {
  await openDetails(page, name);
  const history = page.getByRole('region', { name: t('uploads.history') });
  await history.scrollIntoViewIfNeeded();
  return history.innerText();
}

const toFolders = (page: Page) =>
  page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Watched folders' }).click();
const toUploads = (page: Page) =>
  page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Uploads' }).click();

test('the same drop on both: ten clips are ten videos, and the history of each says where it came from', {
  tag: '@proof',
}, async () => {
  test.setTimeout(480_000);
  const folder = await clipFolder({});
  const paths = await tenClips(folder.path);
  await realDrop(studio.page, [folder.path]);
  // Two last bytes at the very same moment no look can tell of: the other computer begins when the first clip is there.
  await site.waitFor('uploadCommitted');
  await realDrop(laptop.page, [folder.path]);
  await Promise.all([untilDone(studio.page, 10, 90_000), untilDone(laptop.page, 10, 90_000)]);
  await eachOnce(paths);
  // One of the two sent it, the other found it there; each says so.
  const histories = await Promise.all([studio, laptop].map(({ page }) => historyOf(page, 'Take 9')));
  expect(histories.filter((text) => text.includes(t('jobs.try.arrived', { yes: 'yes' })))).toHaveLength(1);
  expect(histories.filter((text) => text.includes(t('jobs.try.elsewhere')))).toHaveLength(1);
  await folder.remove();
});

test('a folder that both watch: ten clips are ten videos', { tag: '@proof' }, async () => {
  test.setTimeout(480_000);
  const root = await mkdtemp(path.join(os.tmpdir(), 'Shared-'));
  for (const one of [studio, laptop]) {
    await toFolders(one.page);
    await watchFolder(one, root);
    await toUploads(one.page);
  }
  const paths = await tenClips(root);
  await Promise.all([untilDone(studio.page, 10, 90_000), untilDone(laptop.page, 10, 90_000)]);
  await eachOnce(paths);
  // One of them went first, and neither sent what the other had.
  expect((await site.state()).uploads).toHaveLength(10);
  expect(existsSync(path.join(root, '.clipferry'))).toBe(true);
  await rm(root, { recursive: true, force: true });
});

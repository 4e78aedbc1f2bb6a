// Watched folders in the real app: chosen in the system's dialog, filled by real copies, told in words, and nothing sent twice.
import { appendFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { PracticeSite } from '../site/start.ts';
import { kill9, type RunningApp } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { chooseFolder, connect, grownClip, sha256, untilDone, watchFolder } from './steps.ts';

let site: PracticeSite;
let running: RunningApp;
let root: string;

test.beforeEach(async ({ apps }) => {
  site = await newPracticeSite({ name: 'Harbour Films' });
  root = await mkdtemp(path.join(os.tmpdir(), 'Exports-'));
  running = await apps.lend();
});
test.afterEach(async ({ apps }) => {
  await apps.takeBack(running);
  await site.stop();
  await rm(root, { recursive: true, force: true });
});

const at = (name: string): string => path.join(root, name);
const block = (page: Page) => page.getByRole('region', { name: path.basename(root) });

async function places(page: Page, name: 'Uploads' | 'Watched folders'): Promise<void> {
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name }).click();
}

/** In pieces with pauses, the way a slow disk does it. */
async function copySlowly(from: string, to: string): Promise<void> {
  const bytes = await readFile(from);
  const size = Math.ceil(bytes.length / 5);
  await writeFile(to, '');
  for (let from = 0; from < bytes.length; from += size) {
    await appendFile(to, bytes.subarray(from, from + size));
    await pause(600);
  }
}

async function expectOnSite(count: number): Promise<void> {
  const { videos, uploads } = await site.state();
  expect([videos.length, uploads.length]).toEqual([count, count]);
}

test('a clip that is copied in slowly arrives once with the folder’s status, and never again', async ({ apps }) => {
  const { page } = running;
  await connect(page, site);
  await places(page, 'Watched folders');
  await expect(page.getByText('each is added once it is complete')).toBeVisible();
  await watchFolder(running, root);
  await expect(block(page)).toContainText('Watching');
  await block(page).getByText('Rules').click();
  await block(page)
    .getByRole('button', { name: /Visibility on the site/ })
    .click();
  await page.getByRole('option', { name: 'Draft' }).click();
  await expect(block(page).getByRole('button', { name: /Visibility on the site/ })).toContainText('Draft');

  const source = path.join(os.tmpdir(), `source-${path.basename(root)}.mp4`);
  await grownClip('Harbour at dawn.mp4', source, 300_000);
  const copying = copySlowly(source, at('Slow export.mp4'));
  await expect(block(page)).toContainText('1 still being written');
  await expectOnSite(0);
  await copying;
  await expect(block(page)).toContainText('1 added');
  await places(page, 'Uploads');
  await untilDone(page, 1);
  const { videos } = await site.state();
  expect(videos).toMatchObject([{ title: 'Slow export', status: 'draft', file: { sha256: sha256(source) } }]);

  // Renamed, copied once more, killed and started again: one new clip later, still nothing twice.
  await rename(at('Slow export.mp4'), at('Renamed.mp4'));
  await copySlowly(source, at('The same again.mp4'));
  await kill9(running);
  await mkdir(at('Day 2'));
  await rename(at('Renamed.mp4'), at('Day 2/Moved.mp4'));
  running = await apps.again(running);
  await grownClip('Tide pools.mp4', at('New.mp4'), 50_000);
  await untilDone(running.page, 2);
  await expectOnSite(2);
  await places(running.page, 'Watched folders');
  await expect(block(running.page)).toContainText('2 added');
  await rm(source);
});

test('what is in the folder is left or sent, as one chooses', { tag: '@proof' }, async () => {
  const { page } = running;
  await connect(page, site);
  await grownClip('Tide pools.mp4', at('Old.mp4'), 10_000);
  await places(page, 'Watched folders');
  await watchFolder(running, root, { existing: 'Skip this; only new files' });
  // Closing the window ends nothing: the folder is watched all the same.
  await running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await grownClip('Market street.mp4', at('New.mp4'), 20_000);
  await expect.poll(async () => (await site.state()).videos.length, { timeout: 60_000 }).toBe(1);
  await running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show());
  await expect(block(page)).toContainText('1 added', { timeout: 60_000 });
  await block(page)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop watching' }).click();
  await expect(block(page)).toHaveCount(0);
  await watchFolder(running, root, { existing: 'Add them too' });
  await expect(block(page)).toContainText('1 added', { timeout: 60_000 });
  await places(page, 'Uploads');
  await untilDone(page, 2);
  await expectOnSite(2);
});

test('the screen says in words what goes on, and can be used without a mouse', { tag: '@proof' }, async () => {
  const { page } = running;
  await connect(page, site);
  await places(page, 'Watched folders');
  await watchFolder(running, root);

  // Refused, with the reason.
  await writeFile(at('Notes.mp4'), 'These are only words, whatever the name says.');
  await block(page).getByText('1 file not added yet').click({ timeout: 60_000 });
  await expect(block(page)).toContainText('Notes.mp4 It is not a video.');
  // Ignored and heeded by keyboard, which keeps its place.
  await block(page).getByRole('button', { name: 'Ignore Notes.mp4 until it changes' }).press('Enter');
  await expect(block(page)).toContainText('Notes.mp4 It is ignored until it changes.');
  await expect(block(page).locator('summary').first()).toBeFocused();
  await block(page).getByRole('button', { name: 'Stop ignoring Notes.mp4' }).press('Enter');
  await expect(block(page)).toContainText('Notes.mp4 It is not a video.');

  // The same folder once more, and one around it.
  await chooseFolder(running, root);
  await page.getByRole('dialog').getByRole('button', { name: 'Watch folder' }).click();
  await expect(page.getByRole('alert')).toContainText('This folder is watched already');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  // Away and back: nothing fails, nothing is deleted.
  await rename(root, `${root}-away`);
  await expect(block(page)).toContainText('Not connected', { timeout: 60_000 });
  await rename(`${root}-away`, root);
  await expect(block(page)).toContainText('Watching', { timeout: 60_000 });

  await block(page)
    .getByRole('button', { name: /^Pause/ })
    .press('Enter');
  await expect(block(page)).toContainText('Paused');
  await block(page)
    .getByRole('button', { name: /^Resume/ })
    .press('Enter');
  await expect(block(page)).toContainText('Watching');
  await block(page).getByText('Rules').focus();
  await page.keyboard.press('Enter');
  const kinds = block(page).getByLabel('Kinds of files');
  await kinds.fill('.MP4, mov');
  await kinds.press('Enter');
  await expect(kinds).toHaveValue('mp4, mov');
  await block(page).getByText('Include subfolders').click();
  await expect(block(page).getByRole('checkbox')).not.toBeChecked();

  const report = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(report.violations.map((violation) => `${violation.id}: ${violation.help}`)).toEqual([]);
  expect(running.complaints).toEqual([]);
  expect((await site.state()).requests.filter((request) => request.method === 'DELETE')).toEqual([]);
});

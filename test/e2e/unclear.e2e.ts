// Lost answers in the real app: which video a clip is, asked side by side and answered by keyboard; what was found twice.
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { PracticeSite, SwitchPatch } from '../site/start.ts';
import { type RunningApp, realDrop, screenshot } from './harness.ts';
import { type Apps, expect, newPracticeSite, test } from './lent-app.ts';
import { clipFolder, connect, fixture, grownClip, row, untilDone } from './steps.ts';

let running: RunningApp;
let site: PracticeSite;
let folder: Awaited<ReturnType<typeof clipFolder>>;

async function start(apps: Apps, switches: SwitchPatch, settlesSoon: true | 'later' = true): Promise<void> {
  site = await newPracticeSite({ switches });
  folder = await clipFolder({ 'card 1/C0001.MP4': 'C0001.mp4', 'card 2/C0001.MP4': 'C0001.mp4' });
  running = await apps.lend({ settlesSoon });
  await connect(running.page, site);
}
test.afterEach(async ({ apps }) => {
  await apps.takeBack(running);
  await site.stop();
  await folder.remove();
});
const axe = async (): Promise<void> => {
  const { violations } = await new AxeBuilder({ page: running.page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
};
const press = (key: string): Promise<void> => running.page.keyboard.press(key);

test('which video it is, is asked side by side and answered by keyboard; the other clip settles itself', {
  tag: '@proof',
}, async ({ apps }) => {
  await start(apps, { lateCommitMs: 'release', offloaded: true }, 'later');
  const { page } = running;
  const cards = [1, 2].map((card) => path.join(folder.path, `card ${card}`, 'C0001.MP4'));
  for (const card of cards) await grownClip('C0001.mp4', card, 2_000);
  await realDrop(page, cards);
  await site.waitFor('uploadReceived', 2);
  await site.release();
  await site.switches({ lateCommitMs: null });
  await expect(page.getByRole('tab', { name: /^Needs attention\s*2$/ })).toBeVisible({ timeout: 60_000 });

  await row(page, 'C0001')
    .first()
    .getByRole('button', { name: /^Choose…/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Is this your clip?' });
  await expect(dialog.getByRole('list', { name: 'Videos on the site' }).getByText(/the same as your file/)).toHaveCount(
    2,
  );
  await axe();
  await screenshot(running, 'ask-which', 'light');
  // Later is a way out, and the question comes back as it was.
  await press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('tab', { name: /^Needs attention\s*2$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Compare and choose…' }).focus();
  await press('Enter');
  await expect(dialog.getByText(/the same as your file/)).toHaveCount(2);
  const first = dialog.getByRole('button', { name: /^It is this one/ }).first();
  for (let tabs = 0; tabs < 8 && !(await first.evaluate((node) => node === document.activeElement)); tabs++)
    await press('Tab');
  await expect(first).toBeFocused();
  await press('Enter');
  await untilDone(page, 2);

  const { videos, uploads } = await site.state();
  expect([videos.length, uploads.length]).toEqual([2, 2]);
  await row(page, 'C0001').first().click();
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByText(/no answer came/i)).toBeVisible();
  await expect(history.getByText(/^Checked/)).toBeVisible();
  expect(running.complaints).toEqual([]);
});

test('a clip that came true much too late is told in the Library, and only the user moves it to the trash (F-02)', {
  tag: '@proof',
}, async ({ apps }) => {
  await start(apps, { lateCommitMs: 'release' });
  const { page } = running;
  await realDrop(page, [fixture('Tide pools.mp4')]);
  await site.waitFor('uploadReceived', 1);
  await site.switches({ lateCommitMs: null });
  await untilDone(page, 1);
  await site.release();
  await site.waitFor('uploadCommitted', 2);

  await page.getByRole('button', { name: 'Sites', exact: true }).click();
  await page.getByRole('button', { name: /Find duplicates: clips of .* twice/ }).click();
  await expect(page.getByRole('heading', { name: 'Tide pools.mp4' })).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: 'Library', exact: true }).click();
  await page.getByText('1 clip may be on Practice Video Site twice.').waitFor();
  await page.getByRole('button', { name: 'Show' }).click();
  const dialog = page.getByRole('dialog', { name: 'Possible duplicates' });
  await expect(dialog.getByText(/samples of both files are equal/)).toBeVisible();
  await axe();
  await screenshot(running, 'twice', 'dark');
  await dialog.getByRole('button', { name: 'Move the other one to the trash…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move to trash' }).click();
  await expect(page.getByText(/^No clip is on Practice Video Site twice/)).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByText(/may be on Practice Video Site twice/)).toBeHidden();
  const { videos } = await site.state();
  expect(videos.map(({ status }) => status).sort()).toEqual(['pending', 'trash']);
  expect(running.complaints).toEqual([]);
});

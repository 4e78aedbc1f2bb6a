// Details of many clips from a table, in the real app: what a person wrote elsewhere is settled on screen, changes all of them at once, and comes back out.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { decode } from 'html-entities';
import type { PracticeSite } from '../site/start.ts';
import { answerOpen, answerSave, ask } from './behind.ts';
import { type RunningApp, realDrop, screenshot } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { clipFolder, connect, grownClip, row, untilDone } from './steps.ts';

const hard = 'A & B "½" <b> é 你好';
const count = 8;
const nameOf = (at: number): string => `Wedding ${at + 1}.mp4`;

let site: PracticeSite;
let running: RunningApp;
let folder: Awaited<ReturnType<typeof clipFolder>>;

test.beforeEach(async ({ apps }) => {
  site = await newPracticeSite({ name: 'Harbour Films', ownProcess: true });
  running = await apps.lend();
  folder = await clipFolder({});
  for (let at = 0; at < count; at++) await grownClip('Tide pools.mp4', path.join(folder.path, nameOf(at)), 64 + at);
});
test.afterEach(async ({ apps }) => {
  await apps.takeBack(running);
  await site.stop();
  await folder.remove();
});

async function dropAll(page: Page): Promise<void> {
  await connect(page, site);
  await ask(page, 'queue.pause', true);
  await realDrop(
    page,
    Array.from({ length: count }, (_, at) => path.join(folder.path, nameOf(at))),
  );
  await expect(page.getByRole('tab', { name: /^All\s*8$/ })).toBeVisible();
}

async function chooseTable(text: string): Promise<void> {
  const table = path.join(folder.path, 'details.csv');
  await writeFile(table, text);
  await answerOpen(running, table);
}

async function importTable(text: string): Promise<void> {
  await chooseTable(text);
  await running.page.getByRole('row').first().click();
  await running.page.keyboard.press('ContextMenu');
  await running.page.getByRole('menuitem', { name: 'Import details…' }).press('Enter');
}

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

test('a table is settled on screen, changes its clips in one act, and what comes out of it goes in again', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  await site.addTerms('video_tag', ['Sea', 'Rock & Pop']);
  await dropAll(page);
  const lines = [
    'File;Title;Description;Tags;Visibility;Date;Remarks',
    `Wedding 1.mp4;${cell(hard)};"Two\nlines";Sea, Rock & Pop;Private;;x`,
    'wedding 2.MP4;Harbour;;Sea, Regatta;Draft;;',
    'Wedding 3.mp4;Tide;;;Publick;;',
    'Wedding 4.mp4;Later;;;Scheduled;24.12.2099 18:30;',
    'Wedding 5.mp4;;;;;02/03/2099;',
    'Nobody.mp4;Lost;;;;;',
    'Wedding 1.mp4;Again;;;;;',
    'Wedding 8.mp4;=1+1;;;;;',
  ];
  await importTable(lines.join('\r\n'));
  const dialog = page.getByRole('dialog', { name: 'Import details' });
  await expect(dialog.getByRole('button', { name: 'Change 3 clips' })).toBeVisible();
  const mend = dialog.getByRole('region', { name: 'To settle first' });
  await expect(mend).toContainText('there is no “Regatta”');
  await expect(mend).toContainText('No clip in the list is called “Nobody.mp4”');
  await expect(mend).toContainText('Line 2 is for the same clip');
  for (const theme of ['light', 'dark'] as const) await screenshot(running, 'import-details', theme);
  await running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(900, 600));
  await screenshot(running, 'import-details-small', 'light');
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);

  // By keyboard alone, from the button that has it.
  await mend.getByRole('button', { name: 'Add it there now: “Regatta”' }).press('Enter');
  await expect(mend).not.toContainText('Regatta');
  await mend.getByRole('textbox', { name: 'Visibility in line 5' }).fill('public');
  await page.keyboard.press('Enter');
  await mend.getByRole('textbox', { name: 'Public from in line 7' }).fill('2099-03-02 08:00');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Change 6 clips' }).press('Enter');
  await expect(page.getByText('Details of 6 clips changed.')).toBeVisible();
  await expect(row(page, hard)).toContainText('Wedding 1.mp4');

  // One act: as before, and as typed again.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, hard)).toHaveCount(0);
  await page.keyboard.press('Control+Shift+Z');
  await expect(row(page, hard)).toContainText('Wedding 1.mp4');

  const saved = path.join(folder.path, 'out.csv');
  await answerSave(running, saved);
  await page.getByRole('row').first().click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('ContextMenu');
  await page.getByRole('menuitem', { name: 'Export details…' }).press('Enter');
  await expect(page.getByText('Details of 8 clips saved as out.csv.')).toBeVisible();
  const out = await readFile(saved, 'utf8');
  expect(out).toContain(cell(hard));
  expect(out).toContain("'=1+1");
  expect(out).toContain('2099-12-24 18:30');
  expect(out).toContain('Rock & Pop');
  // From another place, by the menu of the app: over the clips, where it belongs.
  await page.getByRole('button', { name: 'Library' }).click();
  await expect(page.getByRole('heading', { name: 'Library' })).toBeVisible();
  await chooseTable(out);
  await running.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('import')?.click());
  await expect(dialog.getByText('8 rows change nothing: their clips have all of it already.')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'To settle first' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await page.getByRole('button', { name: 'Resume all' }).click();
  await untilDone(page, count);
  const { videos } = await site.state();
  const one = videos.find(({ title }) => decode(title) === hard);
  expect(one).toMatchObject({ status: 'private', content: 'Two\nlines' });
  expect(videos.find(({ title }) => title === 'Later')?.status).toBe('future');
  expect(videos.find(({ title }) => title === 'Harbour')?.status).toBe('draft');
  expect(videos.map(({ title }) => decode(title))).toContain('=1+1');
  expect(running.complaints).toEqual([]);
});

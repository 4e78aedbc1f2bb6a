// What is asked about many clips, enlarged to 200 and 400 %: nothing stands over anything else or is scrolled sideways, and all of it can be reached (WCAG 1.4.10, 2.4.11).
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { answerOpen, ask } from './behind.ts';
import { type RunningApp, realDrop, screenshot } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { overlaps, resize, unreachable } from './looks.ts';
import { clipFolder, connect, grownClip, row } from './steps.ts';

const long = 'The regatta of the year, from the first gun to the last boat in the harbour';

/** A table with something of each kind to settle. */
const table = [
  'File;Title;Description;Excerpt;Tags;Visibility;Date;Comments;Remarks',
  `Wedding 1.mp4;${long};Two lines;;Sea;Private;;;x`,
  'Wedding 2.mp4;Harbour;;;Sea, Regatta of the year;Draft;;;',
  'Wedding 3.mp4;Tide;;;;Publick;;;',
  'Wedding 4.mp4;;;;;;02/03/2099;perhaps;',
  `${long}.mp4;Lost;;;;;;;`,
  'Wedding 1.mp4;Again;;;;;;;',
].join('\r\n');

interface Looked {
  readonly running: RunningApp;
  readonly size: string;
}

async function clean({ running, size }: Looked, what: string, within: string): Promise<void> {
  const { page } = running;
  expect.soft(await overlaps(page, within), `${what}, ${size}`).toEqual([]);
  expect.soft(await unreachable(page, within), `${what}, ${size}`).toEqual([]);
  await screenshot(running, `enlarged-${what.replaceAll(' ', '-')}-${size}`, 'light');
}

const fromMenu = ({ app }: RunningApp, id: string): Promise<void> =>
  app.evaluate(({ Menu }, item) => Menu.getApplicationMenu()?.getMenuItemById(item)?.click(), id);

async function over(page: Page, dialog: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

async function tables(looked: Looked): Promise<void> {
  const { running } = looked;
  const { page } = running;
  const dialog = page.getByRole('dialog');
  await fromMenu(running, 'import');
  await expect(dialog.getByRole('region', { name: 'To settle first' })).toContainText('02/03/2099');
  await clean(looked, 'a table', '.dialog');
  await over(page, dialog);
  await fromMenu(running, 'history');
  await expect(dialog).toContainText('History');
  await clean(looked, 'the history', '.dialog');
  await over(page, dialog);
}

async function titles(looked: Looked): Promise<void> {
  const { page } = looked.running;
  const dialog = page.getByRole('dialog');
  await looked.running.app.evaluate(({ clipboard }, text) => clipboard.writeText(text), `${long}\r\nTwo\r\nThree`);
  await row(page, 'Wedding 1.mp4').focus();
  await page.keyboard.press('Control+v');
  await expect(dialog).toContainText(long);
  await clean(looked, 'pasted titles', '.dialog');
  await over(page, dialog);
  await row(page, 'Wedding 1.mp4').focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Find and replace…' }).press('Enter');
  await dialog.getByRole('textbox').first().fill('e');
  await clean(looked, 'a word in titles', '.dialog');
  await over(page, dialog);
}

async function presets(looked: Looked): Promise<void> {
  const { page } = looked.running;
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: /^Sites/ }).press('Enter');
  await page.getByRole('button', { name: 'Presets of Ava Author…' }).press('Enter');
  await dialog.getByRole('button', { name: 'New preset' }).press('Enter');
  await expect(dialog.getByLabel('Name', { exact: true })).toBeVisible();
  await clean(looked, 'a new preset', '.dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(`${long} ${looked.size}`);
  await dialog.getByLabel('Title pattern').fill(`${long}: {name}`);
  await dialog.getByRole('button', { name: 'Save preset' }).press('Enter');
  await expect(dialog.getByText(looked.size)).toBeVisible();
  await clean(looked, 'the presets', '.dialog');
  await over(page, dialog);
  await page.getByRole('button', { name: /^Uploads/ }).press('Enter');
}

async function manyAtOnce(looked: Looked): Promise<void> {
  const { page } = looked.running;
  await page.getByRole('button', { name: 'Columns', exact: true }).press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await clean(looked, 'the columns', '.popover');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await row(page, 'Wedding 1.mp4').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Enter');
  const pane = page.getByRole('complementary', { name: 'Details' });
  await pane.getByRole('button', { name: /Visibility/ }).press('Enter');
  await page.getByRole('option', { name: 'Scheduled', exact: true }).press('Enter');
  await pane.getByLabel(/Public from/).fill('2099-03-29T09:00');
  await pane.getByRole('button', { name: /One after the other/ }).press('Enter');
  await page.getByRole('option', { name: 'Days apart' }).press('Enter');
  await expect(pane.getByLabel(/How many days/)).toBeVisible();
  // What was chosen from takes a moment to go.
  await expect(page.locator('.popover')).toHaveCount(0);
  // Its button to close stays in sight over what is scrolled, on purpose.
  await page.locator('.pane').evaluate((one) => one.scrollTo(0, 0));
  await clean(looked, 'a schedule', '.pane');
  await page.keyboard.press('Escape');
}

test('tables, history, titles, presets, columns and a schedule can be used enlarged to 200 and 400 %', {
  tag: '@proof',
}, async ({ apps }) => {
  test.setTimeout(300_000);
  const running = await apps.lend();
  const { page } = running;
  const site = await newPracticeSite({ name: 'Harbour Films' });
  const folder = await clipFolder({});
  await connect(page, site);
  await ask(page, 'queue.pause', true);
  const files = [1, 2, 3, 4].map((at) => path.join(folder.path, `Wedding ${at}.mp4`));
  for (const [at, file] of files.entries()) await grownClip('Tide pools.mp4', file, 64 + at);
  await realDrop(page, files);
  await expect(page.getByRole('tab', { name: /^All\s*4$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  const file = path.join(folder.path, 'details.csv');
  await writeFile(file, table);
  await answerOpen(running, file);
  for (const times of [2, 4]) {
    await resize(running, 1280, 960, times);
    const looked = { running, size: `${times * 100}` };
    await tables(looked);
    await titles(looked);
    await presets(looked);
    await manyAtOnce(looked);
  }
  // The check finds what it is there for.
  await page.evaluate(() => {
    const planted = document.createElement('div');
    planted.className = 'planted';
    for (const [tag, text] of [
      ['button', 'Under'],
      ['p', 'Over'],
    ] as const) {
      const one = document.createElement(tag);
      one.textContent = text;
      one.style.cssText = 'position: fixed; inset: 0 auto auto 0; z-index: 99; margin: 0; width: 99px; height: 99px';
      planted.append(one);
    }
    document.body.append(planted);
  });
  expect(await unreachable(page, '.planted')).toEqual(['“Under” is under “Over”']);
  await site.stop();
  await folder.remove();
});

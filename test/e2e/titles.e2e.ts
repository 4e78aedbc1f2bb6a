// Titles typed in the rows of the real app and pasted from its real clipboard: how many keys that takes, and whose title it becomes.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { decode } from 'html-entities';
import type { PracticeSite } from '../site/start.ts';
import { api } from '../site/test-client.ts';
import { ask } from './behind.ts';
import { type RunningApp, realDrop, screenshot } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { clipFolder, connect, grownClip, row, untilDone } from './steps.ts';

const hard = 'A & B "½" <b> é 你好';
const count = 40;
const numbered = (at: number): string => String(at + 1).padStart(2, '0');

let site: PracticeSite;
let running: RunningApp;
let folder: Awaited<ReturnType<typeof clipFolder>>;
let files: readonly string[];

test.beforeEach(async ({ apps }) => {
  site = await newPracticeSite({ name: 'Harbour Films', ownProcess: true });
  running = await apps.lend();
  folder = await clipFolder({});
  files = Array.from({ length: count }, (_, at) => path.join(folder.path, `C00${numbered(at)}.mp4`));
  for (const [at, file] of files.entries()) await grownClip('Tide pools.mp4', file, 64 + at);
});
test.afterEach(async ({ apps }) => {
  await apps.takeBack(running);
  await site.stop();
  await folder.remove();
});

const toClipboard = (text: string): Promise<void> =>
  running.app.evaluate(async ({ clipboard }, pasted) => {
    await clipboard.writeText(pasted);
  }, text);
const field = (page: Page) => page.getByRole('textbox', { name: /^Title of/ });

/** Counts what is pressed; a key that is held for another counts with it. */
function counted(page: Page) {
  let presses = 0;
  return {
    press: async (key: string) => {
      presses += 1;
      await page.keyboard.press(key);
    },
    presses: () => presses,
  };
}

/** The titles on the site, by the name of the clip that they were made for. */
async function titlesOnSite(): Promise<readonly string[]> {
  const { videos } = await site.state();
  return videos.map(({ title }) => decode(title)).toSorted();
}

test('forty clips get the titles of a pasted column in at most twelve keys', { tag: '@proof' }, async () => {
  const { page } = running;
  await connect(page, site);
  await ask(page, 'queue.pause', true);
  await realDrop(page, files);
  await expect(page.getByRole('tab', { name: /^All\s*40$/ })).toBeVisible();
  const titles = files.map((_, at) => `${hard} ${numbered(at)}`);
  await toClipboard(`${titles.join('\r\n')}\r\n`);
  await page.getByRole('button', { name: 'Add files' }).focus();

  const keys = counted(page);
  const isOnRow = () => page.evaluate(() => document.activeElement?.getAttribute('role') === 'row');
  while (!(await isOnRow()) && keys.presses() < 20) await keys.press('Tab');
  await keys.press('Home');
  await keys.press('Control+v');
  await expect(page.getByRole('button', { name: 'Change 40 rows' })).toBeFocused();
  await screenshot(running, 'titles-pasted', 'light');
  await keys.press('Enter');
  await expect(page.getByText('40 rows changed.')).toBeVisible();
  expect(keys.presses()).toBeLessThanOrEqual(12);

  await expect(row(page, `${hard} 01`)).toContainText('C0001.mp4');
  await page.getByRole('button', { name: 'Resume all' }).click();
  await untilDone(page, count);
  expect(await titlesOnSite()).toEqual(titles.toSorted());
});

test('of very many pasted lines the first are in the field: who replaces all of them means the others, too, and Ctrl+Z has both back', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  await connect(page, site);
  await ask(page, 'queue.pause', true);
  await realDrop(page, files.slice(0, 2));
  await expect(page.getByRole('tab', { name: /^All\s*2$/ })).toBeVisible();
  await toClipboard(Array.from({ length: 700 }, (_, at) => `Title ${at}`).join('\r\n'));
  await row(page, 'C0001.mp4').focus();
  await page.keyboard.press('Control+v');
  const dialog = page.getByRole('dialog');
  const lines = dialog.getByRole('textbox', { name: /^One title per line/ });
  await expect(lines).toHaveAccessibleDescription('200 more lines follow, as they were pasted.');
  await expect(dialog).toContainText('698 lines');
  await lines.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(hard);
  await expect(lines).toHaveAccessibleDescription('');
  await expect(dialog).not.toContainText('more lines');
  await expect(dialog.getByRole('button', { name: 'Change 1 row' })).toBeVisible();
  await expect(lines).toHaveValue(hard);
  await page.keyboard.press('Control+z');
  await expect(lines).toHaveAccessibleDescription('200 more lines follow, as they were pasted.');
  await dialog.getByRole('button', { name: 'Change 2 rows' }).press('Enter');
  await expect(row(page, 'Title 1')).toContainText('C0002.mp4');
});

test('forty titles are typed with one key each beside the typing, and each is that of its clip', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  await connect(page, site);
  await ask(page, 'queue.pause', true);
  await realDrop(page, files);
  await expect(page.getByRole('tab', { name: /^All\s*40$/ })).toBeVisible();
  await row(page, 'C0001.mp4').click();

  const keys = counted(page);
  await keys.press('F2');
  for (const at of files.keys()) {
    await expect(field(page)).toHaveAccessibleName(`Title of C00${numbered(at)}.mp4`);
    await page.keyboard.type(`Take ${at + 1}`);
    if (at === 1) await screenshot(running, 'titles-typed', 'dark');
    await keys.press('Enter');
  }
  expect(keys.presses()).toBe(count + 1);
  await expect(field(page)).toHaveCount(0);
  // The keyboard is on the last row, where it was typed.
  await expect(page.locator('[role="row"]:focus')).toContainText('Take 40');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Take 40');
  await page.getByRole('button', { name: 'Resume all' }).click();
  await untilDone(page, count);
  expect(await titlesOnSite()).toEqual(files.map((_, at) => `Take ${at + 1}`).toSorted());
  const { videos } = await site.state();
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  for (const { title, file } of videos) expect(title).toBe(`Take ${sizes.indexOf(file?.size ?? 0) + 1}`);
});

test('a clip that leaves the list while its title is typed gets that title, and no other clip does', async () => {
  const { page } = running;
  await connect(page, site);
  await ask(page, 'queue.pause', true);
  await realDrop(page, files.slice(0, 4));
  await page.getByRole('tab', { name: /^Waiting/ }).click();
  const first = page.getByRole('row').first();
  await first.click();
  const [name = ''] = /C00\d\d\.mp4/.exec(await first.innerText()) ?? [];
  await page.keyboard.press('F2');
  await page.keyboard.type('Typed while');
  await ask(page, 'queue.pause', false);
  await untilDone(page, 4);
  await expect(field(page)).toBeFocused();
  await screenshot(running, 'titles-row-left', 'light');
  await page.keyboard.type(' it left');
  await page.keyboard.press('Enter');
  const made = () => titlesOnSite().then((titles) => titles.filter((title) => title.startsWith('Typed')));
  await expect.poll(made).toEqual(['Typed while it left']);
  const { videos } = await site.state();
  expect(videos.find(({ title }) => title.startsWith('Typed'))?.file?.sentName).toBe(name);
});

test('Escape leaves a title as it was, and an emptied one goes back to the name of its file', async () => {
  const { page } = running;
  await connect(page, site);
  await ask(page, 'queue.pause', true);
  await realDrop(page, files.slice(0, 2));
  await row(page, 'C0001.mp4').click();
  await page.keyboard.press('F2');
  await expect(field(page)).toHaveValue('C0001');
  await page.keyboard.type('Not this');
  await page.keyboard.press('Escape');
  await expect(row(page, 'C0001.mp4')).toBeFocused();
  await expect(page.getByText('Not this')).toHaveCount(0);
  await page.keyboard.press('F2');
  await page.keyboard.type('This one');
  await page.keyboard.press('ArrowDown');
  await expect(field(page)).toHaveAccessibleName('Title of C0002.mp4');
  await page.keyboard.press('Shift+Enter');
  await expect(field(page)).toHaveValue('This one');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(row(page, 'C0001.mp4')).toBeVisible();
  await expect(page.getByText('This one')).toHaveCount(0);
});

test('titles of videos on the site: typed in their rows, pasted for several, and asked about where somebody was there before', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  const ids = await site.addVideos([1, 2, 3].map((at) => ({ title: `Video “${at}” — & more`, status: 'publish' })));
  await connect(page, site);
  await page.getByRole('button', { name: 'Library' }).click();
  await row(page, 'Video “3”').click();
  await page.keyboard.press('F2');
  await expect(field(page)).toHaveValue('Video “3” — & more');
  await page.keyboard.insertText(hard);
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('Video “2” — & more');
  await page.keyboard.press('Escape');
  const titleOf = async (at: number) => {
    const { json } = await api(site, 'ava', 'GET', `wp/v2/video/${ids[at]}?context=edit`);
    return decode(json.title.raw);
  };
  await expect.poll(() => titleOf(2)).toBe(hard);

  await toClipboard('Title\nSecond\nFirst');
  await page.keyboard.press('Control+v');
  await expect(page.getByRole('checkbox', { name: 'The first line is a heading' })).toBeChecked();
  await api(site, 'ava', 'POST', `wp/v2/video/${ids[1]}`, { json: { title: 'Somebody else’s' } });
  await page.getByRole('button', { name: 'Change 2 rows' }).click();
  await expect.poll(() => titleOf(0)).toBe('First');
  await row(page, 'Second').click();
  await expect(page.getByRole('region', { name: 'Also changed on the site' })).toBeVisible();
  await expect(page.getByText('Saved on this computer.', { exact: true })).toBeVisible();
  expect(await titleOf(1)).toBe('Somebody else’s');
  expect(running.complaints).toEqual([]);
});

test('a click beside the field saves the title and leaves the keyboard where it went', { tag: '@proof' }, async () => {
  const { page } = running;
  await connect(page, site);
  await ask(page, 'queue.pause', true);
  await realDrop(page, files.slice(0, 5));
  await row(page, 'C0002.mp4').click();
  await page.keyboard.press('F2');
  await page.keyboard.type('Harbour at dawn');
  await page.getByRole('textbox', { name: 'Description' }).click();
  await page.keyboard.type('Typed into the description');
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Typed into the description');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Harbour at dawn');
  await expect(row(page, 'Harbour at dawn')).toContainText('C0002.mp4');

  // Of several the menu is that of the row that was clicked; one alone has its title typed there.
  await row(page, 'C0004.mp4').click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Edit title/ }).click();
  await expect(field(page)).toHaveAccessibleName('Title of C0004.mp4');
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Harbour four\nHarbour five');
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await page.getByRole('button', { name: 'Change 2 rows' }).click();
  await expect(row(page, 'Harbour five')).toContainText('C0005.mp4');
  await expect(page.locator('[role="row"]:focus')).toContainText('Harbour four');

  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Find and replace…' }).click();
  await page.keyboard.type('harbour');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Replace with')).toBeFocused();
  await expect(row(page, 'Harbour five')).toHaveCount(1);
  await page.keyboard.type('Quay');
  await expect(page.getByRole('button', { name: 'Change 3 rows' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(row(page, 'Quay at dawn')).toBeVisible();
  await expect(row(page, 'Quay five')).toContainText('C0005.mp4');
});

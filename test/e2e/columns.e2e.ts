// Columns of the upload list in the real app, by keyboard alone: chosen, kept, and left away where there is no room.
import path from 'node:path';
import type { Page } from '@playwright/test';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { ask } from './behind.ts';
import { close, killLeftovers, launchApp, type RunningApp, realDrop, screenshot } from './harness.ts';
import { expect, test } from './lent-app.ts';
import { passesAxe, resize } from './looks.ts';
import { chooseColumns, clipFolder, columnsButton, connect, grownClip } from './steps.ts';

const hard = 'A & B "½" <b> é 你好';

let site: PracticeSite;
let running: RunningApp;
let folder: Awaited<ReturnType<typeof clipFolder>>;

test.beforeEach(async () => {
  site = await startPracticeSite({ name: 'Harbour Films' });
  running = await launchApp();
  folder = await clipFolder({});
});
test.afterEach(async () => {
  await close(running).catch(killLeftovers);
  await site.stop();
  await folder.remove();
});

/** Of the clips that were added, in the order of the list. */
let ids: readonly string[] = [];

/** So many clips that wait, in the order of their names. */
async function addClips(page: Page, count: number): Promise<void> {
  await connect(page, site);
  await ask(page, 'queue.pause', true);
  const files = Array.from({ length: count }, (_, at) => path.join(folder.path, `C00${at + 10}.mp4`));
  for (const [at, file] of files.entries()) await grownClip('Tide pools.mp4', file, 64 + at);
  await realDrop(page, files);
  await expect(page.getByRole('tab', { name: new RegExp(`^All\\s*${count}$`) })).toBeVisible();
  // Main shows the page what was asked for last: asked for later, it would be this.
  const { rows } = await ask(page, 'queue.view', { filter: 'all', sort: 'queue', offset: 0, limit: count });
  ids = rows.map((row) => row.id);
}

const heads = (page: Page) => page.getByRole('columnheader').allInnerTexts();
const clip = (page: Page, at: number) => page.locator(`[role="row"][data-index="${at}"]`);

test('columns are chosen by keyboard, tell what was typed, and are there again after a restart', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  await addClips(page, 8);
  const grid = page.getByRole('grid', { name: 'Uploads' });
  expect([await heads(page), await grid.getAttribute('aria-rowcount')]).toEqual([[], '8']);
  const describe = (at: number, draft: object) => ask(page, 'job.describe', { jobId: ids[at] ?? '', draft });
  await describe(0, { title: hard, description: hard, excerpt: 'Short', status: 'draft' });
  await describe(1, { description: 'First line\nsecond line' });

  await chooseColumns(page, 'Description', 'Visibility', 'Excerpt');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Clip',
    'Description',
    'Excerpt',
    'Visibility',
    'State',
    'Action',
  ]);
  await expect(grid).toHaveAttribute('aria-rowcount', '9');
  await expect(clip(page, 0)).toHaveAttribute('aria-rowindex', '2');
  await expect(clip(page, 0).getByRole('gridcell')).toHaveText([/A & B/, hard, 'Short', 'Draft', /./, /./]);
  await expect(clip(page, 1).getByRole('gridcell').nth(1)).toHaveText('First line second line');
  for (const theme of ['light', 'dark'] as const) {
    await screenshot(running, 'columns', theme);
    await passesAxe(page);
  }
  // What changes is told in its column, and a row is reached by keys as before.
  await describe(2, { description: 'Typed elsewhere' });
  await expect(clip(page, 2).getByRole('gridcell').nth(1)).toHaveText('Typed elsewhere');
  await clip(page, 0).press('End');
  await expect(clip(page, 7)).toBeFocused();

  await close(running, { keepProfile: true });
  running = await launchApp({ profile: running.profile });
  await expect(running.page.getByRole('columnheader')).toHaveText([
    'Clip',
    'Description',
    'Excerpt',
    'Visibility',
    'State',
    'Action',
  ]);
  await expect(clip(running.page, 0).getByRole('gridcell').nth(1)).toHaveText(hard);
  await chooseColumns(running.page, 'Description', 'Visibility', 'Excerpt');
  await expect(running.page.getByRole('columnheader')).toHaveCount(0);
  expect(running.complaints).toEqual([]);
});

test('columns without room are left away from the right, never title, state and action, and the menu says so', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  await addClips(page, 3);
  await resize(running, 1280, 800);
  await chooseColumns(page, 'Description', 'Excerpt', 'Visibility', 'Public from', 'Tags');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Clip',
    'Description',
    'Excerpt',
    'Visibility',
    'State',
    'Action',
  ]);
  await columnsButton(page).press('Enter');
  await expect(page.getByRole('menuitemcheckbox', { name: 'Tags No room in this window' })).toBeChecked();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Visibility', exact: true })).toBeChecked();
  await screenshot(running, 'columns-menu', 'light');
  await passesAxe(page);
  await page.keyboard.press('Escape');

  await resize(running, 900, 600);
  await expect(page.getByRole('columnheader')).toHaveText(['Clip', 'Description', 'State', 'Action']);
  await expect(clip(page, 0).locator('.row-state-label')).toBeInViewport();
  await screenshot(running, 'columns-900', 'light');
  await resize(running, 1280, 800, 2);
  await expect(page.getByRole('columnheader')).toHaveCount(0);
  await expect(clip(page, 0)).toContainText('C0010');
  await screenshot(running, 'columns-200-percent', 'dark');
  await columnsButton(page).press('Enter');
  await expect(page.getByRole('menuitemcheckbox', { name: 'Description No room in this window' })).toBeChecked();
  await page.keyboard.press('Escape');
  await resize(running, 1920, 1080);
  await expect(page.getByRole('columnheader')).toHaveCount(8);
  await screenshot(running, 'columns-1920', 'light');
  expect(running.complaints).toEqual([]);
});

const field = (page: Page, column: string, name: string) =>
  page.locator('.title-editor').getByLabel(`${column} of ${name}`, { exact: true });
const draftOf = async (page: Page, at: number) => (await ask(page, 'job.watch', ids[at] ?? ''))?.draft;

test('a row is typed through with Tab and a column down with Enter, and a text of several lines keeps them', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  await addClips(page, 4);
  await chooseColumns(page, 'Description', 'Excerpt', 'Visibility');
  await clip(page, 0).press('Home');
  await page.keyboard.press('F2');
  await page.keyboard.insertText(hard);
  await page.keyboard.press('Tab');
  await expect(field(page, 'Description', hard)).toBeFocused();
  await page.keyboard.insertText(`About ${hard}`);
  await screenshot(running, 'columns-typed', 'light');
  await passesAxe(page);
  await page.keyboard.press('Tab');
  await expect(field(page, 'Excerpt', hard)).toBeFocused();
  await page.keyboard.insertText('Short');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Visibility', hard)).toBeFocused();
  await page.keyboard.type('Priv');
  await expect(field(page, 'Visibility', hard)).toHaveValue('private');
  await screenshot(running, 'columns-chosen', 'dark');
  await passesAxe(page);
  await page.keyboard.press('Tab');
  await expect(field(page, 'Title', 'C0011.mp4')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(field(page, 'Visibility', hard)).toHaveValue('private');
  for (const before of ['Short', `About ${hard}`, hard]) {
    await page.keyboard.press('Shift+Tab');
    await expect(page.locator('.title-field')).toHaveValue(before);
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Description', 'C0011.mp4')).toHaveValue('');
  await page.keyboard.type('Second');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Description', 'C0012.mp4')).toBeFocused();
  await page.keyboard.type('Not this');
  await page.keyboard.press('Escape');
  await expect(clip(page, 2)).toBeFocused();
  await expect
    .poll(() => draftOf(page, 0))
    .toMatchObject({
      ...{ title: hard, description: `About ${hard}`, excerpt: 'Short', status: 'private' },
    });
  await expect.poll(() => draftOf(page, 1)).toMatchObject({ title: null, description: 'Second', excerpt: null });
  await expect.poll(() => draftOf(page, 2)).toMatchObject({ title: null, description: null });

  const lines = 'First line\nsecond line';
  await ask(page, 'job.describe', { jobId: ids[3] ?? '', draft: { description: lines, excerpt: lines } });
  await expect(clip(page, 3)).toContainText('First line second line');
  await page.keyboard.press('End');
  await page.keyboard.press('F2');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Description', 'C0013.mp4')).toHaveAccessibleDescription(/F2 opens it in the details/);
  await page.keyboard.type('No');
  await screenshot(running, 'columns-several-lines', 'light');
  await page.keyboard.press('Tab');
  await page.keyboard.press('F2');
  const excerpt = page.getByRole('complementary', { name: 'Details' }).getByRole('textbox', { name: 'Excerpt' });
  await expect(excerpt).toBeFocused();
  await expect(excerpt).toHaveValue(lines);
  expect(await draftOf(page, 3)).toMatchObject({ description: lines, excerpt: lines });
  expect(running.complaints).toEqual([]);
});

test('what is typed in a column survives a click elsewhere, a window without room, a row that leaves and a page that goes', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  await addClips(page, 3);
  await chooseColumns(page, 'Description', 'Visibility');
  const begin = async (at: number): Promise<void> => {
    await clip(page, at).click();
    await page.keyboard.press('F2');
    await page.keyboard.press('Tab');
    await expect(page.locator('.title-field')).toBeFocused();
  };
  await begin(0);
  await page.keyboard.type('Clicked away');
  await clip(page, 1).click();
  await expect.poll(async () => (await draftOf(page, 0))?.description).toBe('Clicked away');

  await begin(1);
  await page.keyboard.type('No room');
  await resize(running, 1280, 800, 2);
  await expect.poll(async () => (await draftOf(page, 1))?.description).toBe('No room');
  await page.keyboard.press('Escape');
  await resize(running, 1280, 800);

  await page.getByRole('tab', { name: /^Waiting/ }).click();
  await begin(2);
  await page.keyboard.type('While it ');
  await ask(page, 'queue.act', { act: 'cancel', target: { ids: ids.slice(2) } });
  await expect(page.getByRole('tab', { name: /^Waiting\s*2$/ })).toBeVisible();
  await page.keyboard.type('left');
  await page.keyboard.press('Tab');
  const left = async () => (await ask(page, 'job.watch', ids[2] ?? ''))?.draft.description;
  await expect.poll(left).toBe('While it left');

  await page.keyboard.press('Escape');
  await begin(1);
  await page.keyboard.type('Page goes');
  await page.reload();
  await expect.poll(async () => (await draftOf(page, 1))?.description).toBe('Page goes');
  expect(running.complaints).toEqual([]);
});

test('without columns Tab leaves the title for what comes after the list, as it did', { tag: '@proof' }, async () => {
  const { page } = running;
  await addClips(page, 2);
  await clip(page, 0).click();
  await page.keyboard.press('F2');
  await page.keyboard.type('Harbour');
  await page.keyboard.press('Tab');
  await expect(page.locator('.title-editor')).toHaveCount(0);
  await expect.poll(async () => (await draftOf(page, 0))?.title).toBe('Harbour');
});

test('what the topmost selected row has in a column fills the others by Ctrl+D, and Ctrl+Z takes it back', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  await addClips(page, 6);
  await chooseColumns(page, 'Description', 'Visibility');
  const result = page.getByRole('status', { name: 'Result' });
  const descriptions = () => Promise.all([0, 1, 2, 3, 4, 5].map(async (at) => (await draftOf(page, at))?.description));
  await clip(page, 1).press('Control+d');
  await expect(result).toContainText('Type in the description, excerpt or visibility column first');

  await clip(page, 1).press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('F2');
  await page.keyboard.press('Tab');
  await page.keyboard.insertText(`About ${hard}`);
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('Is replaced');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(clip(page, 3)).toBeFocused();
  for (const key of ['ArrowUp', 'ArrowUp', 'Shift+End', 'Control+d']) await page.keyboard.press(key);
  await expect(result).toContainText('Description: 4 rows changed.');
  const filled = `About ${hard}`;
  await expect.poll(descriptions).toEqual([null, filled, filled, filled, filled, filled]);
  await expect(clip(page, 5).getByRole('gridcell').nth(1)).toHaveText(filled);
  await screenshot(running, 'columns-filled', 'light');
  await page.keyboard.press('Control+z');
  await expect.poll(descriptions).toEqual([null, filled, 'Is replaced', null, null, null]);

  // From the field itself, and by the menu of the rows.
  await page.keyboard.press('Home');
  for (const key of ['Control+a', 'F2', 'Tab']) await page.keyboard.press(key);
  await page.keyboard.insertText('From the top');
  await page.keyboard.press('Control+d');
  await expect(result).toContainText('Description: 5 rows changed.');
  await expect.poll(descriptions).toEqual(Array(6).fill('From the top'));
  await page.keyboard.press('Escape');
  await expect(clip(page, 0)).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Fill down: Description Ctrl+D' })).toBeVisible();
  await page.keyboard.type('Fill');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toHaveCount(0);
  expect(running.complaints).toEqual([]);
});

test('several lines that are pasted into a description stay its text, where the keyboard was in it', {
  tag: '@proof',
}, async () => {
  const { app, page } = running;
  await addClips(page, 2);
  await chooseColumns(page, 'Description');
  const copy = (text: string) => app.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text);
  const details = page.getByRole('complementary', { name: 'Details' }).getByRole('textbox', { name: 'Description' });
  await clip(page, 0).press('Home');
  await page.keyboard.press('F2');
  await page.keyboard.press('Tab');
  await page.keyboard.insertText('Begin. End.');
  for (const _ of ' End.') await page.keyboard.press('ArrowLeft');
  await copy(`\r\n${hard}\r\n\r\nsecond paragraph`);
  await page.keyboard.press('Control+v');
  await expect(details).toBeFocused();
  const whole = `Begin.\n${hard}\n\nsecond paragraph End.`;
  await expect(details).toHaveValue(whole);
  await expect.poll(() => draftOf(page, 0)).toMatchObject({ title: null, description: whole });
  await expect.poll(() => draftOf(page, 1)).toMatchObject({ title: null, description: null });
  await screenshot(running, 'columns-lines-pasted', 'light');

  // Where a line has no room for what is there, nothing is pasted over it.
  await clip(page, 0).press('Home');
  await page.keyboard.press('F2');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Description', 'C0010.mp4')).toBeFocused();
  await page.keyboard.press('Control+v');
  await expect(details).toBeFocused();
  await expect(details).toHaveValue(whole);
  await expect(page.getByRole('dialog')).toBeHidden();
  // Cells side by side are a table, as everywhere.
  await clip(page, 1).press('End');
  await page.keyboard.press('F2');
  await page.keyboard.press('Tab');
  await copy('One\tAbout one\nTwo\tAbout two');
  await page.keyboard.press('Control+v');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(running.complaints).toEqual([]);
});

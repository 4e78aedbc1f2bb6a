// Columns of the Library in the real app, by keyboard alone: what the site has, typed through with Tab, filled down and taken back.
import type { Page } from '@playwright/test';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { api } from '../site/test-client.ts';
import { close, killLeftovers, launchApp, type RunningApp, screenshot } from './harness.ts';
import { expect, test } from './lent-app.ts';
import { passesAxe, resize } from './looks.ts';
import { chooseColumns, columnsButton, connect } from './steps.ts';

const hard = 'A & B "½" <b> é 你好';
/** As the site keeps it. */
const kept = 'A &amp; B "½" &lt;b&gt; é 你好';

let site: PracticeSite;
let running: RunningApp;

test.beforeEach(async () => {
  site = await startPracticeSite({ name: 'Harbour Films' });
  running = await launchApp();
});
test.afterEach(async () => {
  await close(running).catch(killLeftovers);
  await site.stop();
});

const video = (page: Page, at: number) => page.locator(`[role="row"][data-index="${at}"]`);
const cell = (page: Page, at: number, column: number) => video(page, at).getByRole('gridcell').nth(column);
const heads = (page: Page) => page.getByRole('columnheader');
const field = (page: Page, column: string, name: string) =>
  page.locator('.title-editor').getByLabel(`${column} of ${name}`, { exact: true });

/** So many videos, the newest first, with a tag on the first one. */
async function withVideos(count: number): Promise<readonly number[]> {
  const day = (at: number): string => new Date(Date.UTC(2026, 9, 28 - at, 9)).toISOString().slice(0, 19);
  const ids = await site.addVideos(
    Array.from({ length: count }, (_, at) => ({
      title: `Harbour ${at}`,
      ...(at === 1 ? { content: 'First line\nsecond line' } : { content: `About ${at}` }),
      dateGmt: day(at),
      status: at === 2 ? 'draft' : 'publish',
    })),
  );
  const [tag = 0] = await site.addTerms('video_tag', ['Rock & Pop']);
  await api(site, 'ava', 'POST', `wp/v2/video/${ids[0]}`, { json: { video_tag: [tag] } });
  await connect(running.page, site);
  await running.page.getByRole('button', { name: 'Library' }).click();
  await expect(video(running.page, 0)).toContainText('Harbour 0');
  return ids;
}

const onSite = async (id: number | undefined) => (await site.state()).videos.find((one) => one.id === id);
const excerpts = async (ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await onSite(id))?.excerpt ?? null));

test('columns tell what the site has, are kept over a restart, go where there is no room, and cards have none', {
  tag: '@proof',
}, async () => {
  await withVideos(8);
  const { page } = running;
  await expect(heads(page)).toHaveCount(0);
  await chooseColumns(page, 'Description', 'Visibility', 'Tags');
  const names = ['Video', 'Description', 'Visibility', 'Tags', 'State', 'Action'];
  await resize(running, 1920, 1000);
  await expect(heads(page)).toHaveText(names);
  await expect(cell(page, 0, 1)).toHaveText('About 0');
  await expect(cell(page, 1, 1)).toHaveText('First line second line');
  await expect(cell(page, 2, 2)).toHaveText('Draft');
  await expect(cell(page, 0, 3)).toHaveText('Rock & Pop');
  await expect(cell(page, 1, 3)).toHaveText('');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '9');
  await expect(video(page, 0)).toHaveAttribute('aria-rowindex', '2');
  await screenshot(running, 'library-columns-1920', 'dark');
  await resize(running, 1280, 800);
  for (const theme of ['light', 'dark'] as const) {
    await screenshot(running, 'library-columns', theme);
    await passesAxe(page);
  }
  await resize(running, 900, 600);
  await expect(heads(page)).toHaveText(['Video', 'Description', 'State', 'Action']);
  await screenshot(running, 'library-columns-900', 'light');
  await columnsButton(page).press('Enter');
  await expect(page.getByRole('menuitemcheckbox', { name: 'Tags No room in this window' })).toBeChecked();
  await page.keyboard.press('Escape');
  await resize(running, 1280, 800, 2);
  await expect(heads(page)).toHaveCount(0);
  await expect(video(page, 0)).toContainText('Harbour 0');
  await resize(running, 1280, 800);

  await page.getByRole('radio', { name: 'Grid' }).press('Space');
  await expect(page.locator('.card-line').first()).toBeVisible();
  await expect(columnsButton(page)).toHaveCount(0);
  await page.getByRole('radio', { name: 'List' }).press('Space');
  await expect(heads(page)).not.toHaveCount(0);
  await page.getByRole('tab', { name: 'Blog posts' }).click();
  await expect(heads(page)).toHaveCount(0);
  await expect(columnsButton(page)).toHaveCount(0);

  await close(running, { keepProfile: true });
  running = await launchApp({ profile: running.profile });
  await running.page.getByRole('button', { name: 'Library' }).click();
  await expect(cell(running.page, 0, 1)).toHaveText('About 0');
  // Uploads keep their own.
  await running.page.getByRole('button', { name: /^Uploads/ }).click();
  await expect(heads(running.page)).toHaveCount(0);
  expect(running.complaints).toEqual([]);
});

test('a row is typed through with Tab, all of it gets to the site, and what somebody changed there meanwhile is asked about', {
  tag: '@proof',
}, async () => {
  const ids = await withVideos(4);
  const { page } = running;
  await resize(running, 1600, 900);
  await chooseColumns(page, 'Description', 'Excerpt', 'Visibility');
  await expect(cell(page, 0, 1)).toHaveText('About 0');
  await video(page, 0).click();
  await page.keyboard.press('F2');
  await page.keyboard.insertText(hard);
  await page.keyboard.press('Tab');
  await expect(field(page, 'Description', hard)).toHaveValue('About 0');
  await page.keyboard.insertText(`About ${hard}`);
  await page.keyboard.press('Tab');
  await expect(field(page, 'Excerpt', hard)).toHaveValue('');
  await page.keyboard.insertText('Short');
  await screenshot(running, 'library-columns-typed', 'light');
  await passesAxe(page);
  await page.keyboard.press('Tab');
  await expect(field(page, 'Visibility', hard)).toHaveValue('publish');
  await page.keyboard.type('Dra');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Title', 'Harbour 1')).toBeFocused();

  // Several lines are not typed in a row.
  await page.keyboard.press('Tab');
  await expect(field(page, 'Description', 'Harbour 1')).toHaveAccessibleDescription(/F2 opens it in the details/);
  await page.keyboard.type('No');
  await page.keyboard.press('F2');
  const description = page
    .getByRole('complementary', { name: 'Details' })
    .getByRole('textbox', { name: 'Description' });
  await expect(description).toBeFocused();
  await expect(description).toHaveValue('First line\nsecond line');
  await expect
    .poll(() => onSite(ids[0]))
    .toMatchObject({
      ...{ title: kept, content: `About ${kept}`, excerpt: 'Short', status: 'draft' },
    });
  expect((await onSite(ids[1]))?.content).toBe('First line\nsecond line');

  await site.editVideo(ids[3] ?? 0, { excerpt: 'By hand' });
  await video(page, 3).click();
  for (const key of ['F2', 'Tab', 'Tab']) await page.keyboard.press(key);
  await expect(field(page, 'Excerpt', 'Harbour 3')).toHaveValue('');
  await page.keyboard.insertText('Mine');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('By hand');
  expect((await onSite(ids[3]))?.excerpt).toBe('By hand');
  expect(running.complaints).toEqual([]);
});

test('what the topmost selected video has fills the others by Ctrl+D, and Ctrl+Z gives each its own back', {
  tag: '@proof',
}, async () => {
  const ids = await withVideos(6);
  const { page } = running;
  await resize(running, 1600, 900);
  await chooseColumns(page, 'Excerpt', 'Visibility');
  const result = page.getByRole('status', { name: 'Result' });
  await video(page, 1).click();
  await page.keyboard.press('Control+d');
  await expect(result).toContainText('Type in the description, excerpt or visibility column first');
  await expect(cell(page, 1, 1)).toHaveText('');
  for (const key of ['F2', 'Tab']) await page.keyboard.press(key);
  await page.keyboard.insertText(hard);
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('Its own');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(video(page, 3)).toBeFocused();
  await expect.poll(() => excerpts(ids)).toEqual(['', kept, 'Its own', '', '', '']);
  for (const key of ['ArrowUp', 'ArrowUp', 'Shift+End']) await page.keyboard.press(key);
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Fill down: Excerpt Ctrl+D' }).press('Enter');
  await expect(result).toContainText('Excerpt: 4 rows changed.');
  await expect(cell(page, 5, 1)).toHaveText(hard);
  await expect.poll(() => excerpts(ids)).toEqual(['', kept, kept, kept, kept, kept]);
  await screenshot(running, 'library-columns-filled', 'light');
  await video(page, 1).press('Control+z');
  await expect.poll(() => excerpts(ids)).toEqual(['', kept, 'Its own', '', '', '']);
  await expect(cell(page, 5, 1)).toHaveText('');
  expect(running.complaints).toEqual([]);
});

// The library narrowed by days and by what videos lack, and the menu of its rows, by keyboard and by mouse.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { PracticeSite } from '../site/start.ts';
import { type RunningApp, screenshot } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { connect, row } from './steps.ts';

let site: PracticeSite;
let running: RunningApp;

test.beforeEach(async ({ apps }) => {
  site = await newPracticeSite({ name: 'Harbour Films', ownProcess: true });
  running = await apps.lend();
});
test.afterEach(async ({ apps }) => {
  await apps.takeBack(running);
  await site.stop();
});

const dayMs = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString().slice(0, 19);
const onSite = async (title: string) => (await site.state()).videos.find((one) => one.title === title);

async function openLibrary(page: Page): Promise<void> {
  await connect(page, site);
  await page.getByRole('button', { name: 'Library' }).click();
  await expect(page.getByRole('heading', { name: 'Library' })).toBeVisible();
}

async function isAccessible(page: Page): Promise<void> {
  // React Aria's buttons that close a popover, for screen readers alone, stand outside its dialog.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).disableRules(['region']).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
}

const setSize = ({ app }: RunningApp, width: number, height: number): Promise<void> =>
  app.evaluate(({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size), [
    width,
    height,
  ] as const);

test('videos of some days: a usual stretch by keyboard, any other by two dates', { tag: '@proof' }, async () => {
  const { page } = running;
  await site.addVideos([
    { title: 'Of today', dateGmt: daysAgo(0) },
    { title: 'Of three weeks ago', dateGmt: daysAgo(21) },
    { title: 'Of 2020', dateGmt: '2020-05-04T10:00:00' },
    { title: 'Of 2020, later', dateGmt: '2020-06-01T10:00:00' },
  ]);
  await openLibrary(page);
  await expect(page.getByRole('row')).toHaveCount(4);
  const days = page.getByRole('button', { name: /^Date: / });
  const end = (name: string) => page.getByRole('dialog', { name: 'Days' }).getByLabel(name, { exact: true });
  await days.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'Any date' })).toBeFocused();
  for (const theme of ['light', 'dark'] as const) await screenshot(running, 'library-days', theme);
  await isAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row')).toHaveCount(1);
  await expect(days).toBeFocused();
  await expect(days).toHaveAccessibleName('Date: Last 7 days');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(days).toBeFocused();

  // The wrong way round.
  await page.keyboard.press('Enter');
  await end('From').fill('2020-05-31');
  await end('To').fill('2020-05-04');
  await page.keyboard.press('Escape');
  await expect(days).toHaveAccessibleName('Date: May 4, 2020 – May 31, 2020');
  await expect(page.getByRole('row')).toHaveCount(1);
  await expect(row(page, 'Of 2020')).toBeVisible();

  await days.click();
  await end('From').fill('2021-01-01');
  await end('To').fill('2021-01-02');
  await page.keyboard.press('Escape');
  await expect(page.getByText('No matches')).toBeVisible();
  await page.getByRole('button', { name: 'Show all videos' }).click();
  await expect(page.getByRole('row')).toHaveCount(4);
  await expect(days).toHaveAccessibleName('Date: Any date');
});

test('videos without a description, a picture or a tag: looked for in the whole list, shown as they are found, gone once they have it', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  await site.addVideos(
    Array.from({ length: 500 }, (_, at) => ({ title: `Clip ${at}`, content: 'Words', dateGmt: daysAgo(at) })),
  );
  await site.addVideos([{ title: 'Bare', dateGmt: '2020-05-04T10:00:00' }]);
  await openLibrary(page);
  await expect(page.getByText('501 videos')).toBeVisible();
  const lacking = page.getByRole('button', { name: /What is missing/ });
  // The site keeps the second page for a while: what is looked through is told meanwhile.
  await site.switches({ holdAnswer: { route: '^GET /wp/v2/video$' } });
  await lacking.click();
  await page.getByRole('option', { name: 'Without a description' }).click();
  await expect.poll(() => site.release()).toBe(1);
  await expect(page.getByText('Looking through the site’s list: 100 of 501')).toBeVisible();
  for (const theme of ['light', 'dark'] as const) await screenshot(running, 'library-without', theme);
  await isAccessible(page);
  await site.switches({ holdAnswer: null });
  await site.release();
  await expect(row(page, 'Bare')).toBeVisible();
  await expect(page.getByText(/^Looking through/)).toHaveCount(0);
  await expect(page.getByText('1 video', { exact: true })).toBeVisible();

  await row(page, 'Bare').click();
  await page.getByRole('textbox', { name: 'Description' }).fill('Rocks, at last');
  await page.keyboard.press('Tab');
  await expect(page.getByText('No matches')).toBeVisible();
  expect((await onSite('Bare'))?.content).toBe('Rocks, at last');

  await lacking.click();
  await page.getByRole('option', { name: 'Without Video Tags' }).click();
  await expect(page.getByText('501 videos', { exact: true })).toBeVisible();
  await setSize(running, 900, 600);
  for (const theme of ['light', 'dark'] as const) await screenshot(running, 'library-without-small', theme);
  await setSize(running, 1280, 800);
});

test('the menu of a row and of many: details, title, links, trash, by keyboard and by mouse', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  await site.addVideos(['One', 'Two', 'Three'].map((title, at) => ({ title, dateGmt: daysAgo(at) })));
  await openLibrary(page);
  const menu = page.getByRole('menu', { name: 'Selected videos' });
  await row(page, 'One').click();
  await page.keyboard.press('Shift+F10');
  await expect(menu).toBeVisible();
  for (const theme of ['light', 'dark'] as const) await screenshot(running, 'library-menu', theme);
  await isAccessible(page);
  await menu.getByRole('menuitem', { name: 'Details' }).press('Enter');
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused();

  await row(page, 'One').focus();
  await page.keyboard.press('ContextMenu');
  await menu.getByRole('menuitem', { name: 'Edit title' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Title of One' })).toBeFocused();
  await page.keyboard.type('First');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await onSite('First'))?.title).toBe('First');

  await row(page, 'Two').click();
  await row(page, 'Three').click({ modifiers: ['Control'] });
  await row(page, 'Two').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Copy links' }).click();
  await page.getByRole('menuitem', { name: 'Markdown' }).click();
  const copied = (): Promise<string> => running.app.evaluate(({ clipboard }) => clipboard.readText());
  await expect
    .poll(async () => (await copied()).split('\n').map((line) => line.slice(0, 7)))
    .toEqual(['- [Two]', '- [Thre']);

  await row(page, 'Three').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Move to trash' }).click();
  await expect(page.getByRole('status', { name: 'Result' })).toContainText('2 videos moved to the trash.');
  await expect(page.getByRole('row')).toHaveCount(1);
});

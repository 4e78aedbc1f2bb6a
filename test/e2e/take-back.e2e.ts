// Taking acts back in the real app, by keys and by the button beside what is told, also after the app was killed.
import type { Page } from '@playwright/test';
import type { PracticeSite } from '../site/start.ts';
import { ask } from './behind.ts';
import { close, kill9, launchApp, type RunningApp, realDrop, screenshot } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { clipFolder, connect, row, untilDone } from './steps.ts';

let site: PracticeSite;
let running: RunningApp;
let folder: Awaited<ReturnType<typeof clipFolder>>;

test.beforeEach(async () => {
  site = await newPracticeSite({ name: 'Harbour Films', ownProcess: true });
  running = await launchApp();
  folder = await clipFolder({
    'One.mp4': 'Tide pools.mp4',
    'Two.mp4': 'Harbour at dawn.mp4',
    'Three.mp4': 'Market street.mp4',
  });
});
test.afterEach(async () => {
  await close(running);
  await site.stop();
  await folder.remove();
});

const result = (page: Page) => page.getByRole('status', { name: 'Result' });
const titles = (page: Page): Promise<string[]> =>
  page
    .getByRole('row')
    .evaluateAll((rows) =>
      rows
        .toSorted((one, other) => Number(one.getAttribute('data-index')) - Number(other.getAttribute('data-index')))
        .map((element) => element.querySelector('.row-title')?.textContent ?? ''),
    );
/** The label of the item in the Edit menu; '' = it is off. */
const offered = ({ app }: RunningApp, way: 'undo' | 'redo'): Promise<string> =>
  app.evaluate(({ Menu }, id) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(id);
    return item?.enabled ? item.label : '';
  }, `${way}-act`);

test('the line with Undo stays as long as it is pointed at or has the keyboard, and goes ten seconds after', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  await connect(page, site);
  await ask(page, 'queue.pause', true);
  await realDrop(
    page,
    ['One', 'Two'].map((name) => `${folder.path}/${name}.mp4`),
  );
  await expect(row(page, 'Two.mp4')).toBeVisible();
  await page.clock.install();
  await row(page, 'One.mp4').press('Delete');
  await expect(result(page)).toContainText('1 clip removed from the list');
  const undo = result(page).getByRole('button', { name: 'Undo' });
  await undo.hover();
  await page.clock.fastForward(60_000);
  await expect(undo).toBeVisible();
  await undo.focus();
  await page.mouse.move(2, 2);
  await page.clock.fastForward(60_000);
  await expect(undo).toBeVisible();
  await row(page, 'Two.mp4').focus();
  await page.clock.fastForward(5_000);
  await expect(undo).toBeVisible();
  await page.clock.fastForward(5_000);
  await expect(undo).toBeHidden();
});

test('titles, a removal and the order are taken back by keys, one after the other, also after a kill', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  await connect(page, site);
  await ask(page, 'queue.pause', true);
  await realDrop(
    page,
    ['One', 'Two', 'Three'].map((name) => `${folder.path}/${name}.mp4`),
  );
  await expect.poll(() => titles(page)).toEqual(['One.mp4', 'Two.mp4', 'Three.mp4']);
  expect(await offered(running, 'undo')).toBe('');

  await row(page, 'One.mp4').focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('Low tide & “½”');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Low tide')).toBeVisible();
  // The keyboard is in the next title, in which nothing is typed yet.
  await page.keyboard.press('Control+z');
  await expect(result(page)).toContainText('1 clip gets its earlier text again.');
  await expect.poll(() => titles(page)).toEqual(['One.mp4', 'Two.mp4', 'Three.mp4']);
  await page.keyboard.press('Control+Shift+z');
  await expect(row(page, 'Low tide')).toBeVisible();
  // What is typed in a field is the field's own to take back.
  await page.keyboard.type('Nothing of this');
  await page.keyboard.press('Control+z');
  await expect(row(page, 'Low tide')).toBeVisible();
  await page.keyboard.press('Escape');

  await row(page, 'Three.mp4').click();
  await page.keyboard.press('Alt+Home');
  await expect.poll(() => titles(page)).toEqual(['Three.mp4', 'Low tide & “½”', 'Two.mp4']);
  await expect(result(page)).toContainText('“Three.mp4” is number 1 of 3 that wait.');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('row')).toHaveCount(0);
  await expect(result(page)).toContainText('3 clips removed from the list');
  await screenshot(running, 'removed', 'light');
  await screenshot(running, 'removed', 'dark');
  // The line with its button goes after ten seconds, the keys stay.
  await page.keyboard.press('Control+z');
  await expect(result(page)).toContainText('3 clips are back on the list.');
  await expect.poll(() => titles(page)).toEqual(['Three.mp4', 'Low tide & “½”', 'Two.mp4']);
  await result(page).getByRole('button', { name: 'Redo' }).press('Enter');
  await expect(page.getByRole('row')).toHaveCount(0);

  await kill9(running);
  running = await launchApp({ profile: running.profile });
  await expect.poll(() => offered(running, 'undo')).toBe('Undo: 3 clips removed');
  await running.page.keyboard.press('Control+z');
  await expect(result(running.page)).toContainText('3 clips are back on the list.');
  await running.page.keyboard.press('Control+z');
  await expect(result(running.page)).toContainText('The clips are in their earlier order again.');
  await running.page.keyboard.press('Control+z');
  await expect.poll(() => titles(running.page)).toEqual(['One.mp4', 'Two.mp4', 'Three.mp4']);
  await running.page.keyboard.press('Control+z');
  await expect(result(running.page)).toContainText('There is nothing to undo.');
  await running.page.keyboard.press('Control+Shift+z');
  await expect(row(running.page, 'Low tide')).toBeVisible();

  await ask(running.page, 'queue.pause', false);
  await untilDone(running.page, 3);
  const { videos, uploads } = await site.state();
  expect(uploads).toHaveLength(3);
  expect(videos.map(({ title }) => title).toSorted()).toEqual(['Low tide &amp; “½”', 'Three', 'Two']);
  expect(running.complaints).toEqual([]);
});

test('videos that were moved to the trash are back as they were, by one press', { tag: '@proof' }, async () => {
  const { page } = running;
  await site.addVideos([
    { title: 'Public', status: 'publish' },
    { title: 'Private', status: 'private' },
  ]);
  await connect(page, site);
  await page.getByRole('button', { name: 'Library' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await row(page, 'Public').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(result(page)).toContainText('2 videos moved to the trash.');
  const statuses = async () => (await site.state()).videos.map(({ title, status }) => `${title} ${status}`).toSorted();
  expect(await statuses()).toEqual(['Private trash', 'Public trash']);
  await result(page).getByRole('button', { name: 'Undo' }).click();
  await expect(result(page)).toContainText('2 videos are back from the trash, with their earlier status.');
  expect(await statuses()).toEqual(['Private private', 'Public publish']);
  await expect(page.getByRole('row')).toHaveCount(2);
  await screenshot(running, 'back-from-trash', 'light');
  expect(running.complaints).toEqual([]);
});

test('many videos on the site get one change, by keys alone, and are as before by one press', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  const names = Array.from({ length: 40 }, (_, at) => `Clip ${String(at + 1).padStart(2, '0')}`);
  await site.addVideos(names.map((title) => ({ title, status: 'publish' })));
  await connect(page, site);
  await page.getByRole('button', { name: 'Library' }).press('Enter');
  await row(page, 'Clip 40').click();
  await page.keyboard.press('Control+a');
  await expect(page.getByRole('heading', { name: '40 videos selected' })).toBeVisible();
  const form = page.getByRole('region', { name: 'About all selected videos' });
  await expect(form.getByRole('heading', { name: 'Change for all 40 videos' })).toBeVisible();
  await form.getByLabel('Description').fill('A & B “½” é 你好');
  await form.getByRole('button', { name: /Visibility/ }).press('Enter');
  await page.getByRole('option', { name: 'Private', exact: true }).press('Enter');
  await screenshot(running, 'library-many', 'light');
  await screenshot(running, 'library-many', 'dark');
  await form.getByRole('button', { name: 'Change 40 videos' }).press('Enter');
  await expect(result(page)).toContainText('40 videos get the change.');
  const shown = async () =>
    (await site.state()).videos
      .map(({ status, content }) => `${status} ${content}`)
      .filter((one, at, all) => all.indexOf(one) === at);
  await expect.poll(shown, { timeout: 60_000 }).toEqual(['private A &amp; B “½” é 你好']);
  await expect(page.getByText('Changes not on the site yet')).toHaveCount(0);
  // From the list, as the line with its button may be gone by now.
  await page.getByRole('row').first().focus();
  await page.keyboard.press('Control+z');
  await expect(result(page)).toContainText('40 videos get their earlier text again.');
  await expect.poll(shown, { timeout: 60_000 }).toEqual(['publish ']);
  expect(running.complaints).toEqual([]);
});

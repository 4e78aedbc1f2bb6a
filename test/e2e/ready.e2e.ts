// Clips that wait for their user's word in the real app: nothing leaves before it, and all of it goes by keyboard alone.
import path from 'node:path';
import type { Page } from '@playwright/test';
import { decode } from 'html-entities';
import { t } from '../../preload/text/text.ts';
import type { PracticeSite } from '../site/start.ts';
import { dragOver, type RunningApp, realDrop, screenshot } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { chooseFolder, clipFolder, connect, fixture, grownClip, row, untilDone } from './steps.ts';

let site: PracticeSite;
let running: RunningApp;
let folder: Awaited<ReturnType<typeof clipFolder>>;

test.beforeEach(async ({ apps }) => {
  site = await newPracticeSite({ name: 'Harbour Films', ownProcess: true });
  running = await apps.lend();
  folder = await clipFolder({});
});
test.afterEach(async ({ apps }) => {
  await apps.takeBack(running);
  await site.stop();
  await folder.remove();
});

/** Where the overlay has the place of this name, while files are over the window. */
async function placeOf(page: Page, name: string): Promise<{ readonly x: number; readonly y: number }> {
  let found = { x: 0, y: 0 };
  await dragOver(page, [fixture('Tide pools.mp4')], async () => {
    const box = await page.locator('.drop-place', { hasText: name }).boundingBox();
    if (box === null) throw new Error(`no place for ${name}`);
    found = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
  return found;
}

/** The clips of one drop are numbered in the order in which they come to the list. */
function regatta(...names: readonly string[]): readonly string[] {
  return names.map((name, at) => `Regatta ${at + 1}: ${name} & “½” (draft)`);
}

const uploads = async (): Promise<number> => (await site.state()).uploads.length;

/** By keyboard: on the screen of sites, new clips of the account are to wait. */
async function letNewClipsWait(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Sites/ }).press('Enter');
  const choice = page.getByRole('button', { name: /New clips of Ava Author/ });
  await choice.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(choice).toContainText('Wait until you press Send');
  await page.getByRole('button', { name: /^Uploads/ }).press('Enter');
}

/** In the menu of the rows, from the row that the keyboard is on. */
async function chooseInMenu(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name, exact: true })).toBeVisible();
  await page.keyboard.type(name);
  await expect(page.getByRole('menuitem', { name, exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
}

test('forty clips wait, one is titled and sent, the rest goes with one key press; by keyboard alone', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  await connect(page, site);
  await letNewClipsWait(page);
  const files = Array.from({ length: 40 }, (_, at) =>
    path.join(folder.path, `C00${String(at + 1).padStart(2, '0')}.mp4`),
  );
  for (const [at, file] of files.entries()) await grownClip('Tide pools.mp4', file, 64 + at);
  await dragOver(page, [fixture('Tide pools.mp4')], () =>
    expect(page.locator('.drop-overlay')).toContainText(t('uploads.drop.wait')),
  );
  await realDrop(page, files);
  await expect(page.getByText('40 clips are ready to send', { exact: true })).toBeVisible();
  await expect(page.getByRole('tab', { name: /^Ready\s*40$/ })).toBeVisible();
  // A screen reader is told the same a moment later.
  const totals = page.getByRole('region', { name: 'Totals' });
  await expect(totals.getByText('40 clips are ready to send.')).toBeVisible();
  await screenshot(running, 'ready', 'light');

  await page.getByRole('tab', { name: /^Ready/ }).press('Enter');
  await expect(page.getByRole('tab', { name: /^Ready/ })).toHaveAttribute('aria-selected', 'true');
  await row(page, 'C0002.mp4').focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('Low tide');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(row(page, 'Low tide')).toBeVisible();
  expect(await uploads()).toBe(0);
  // The keyboard went on to the next one.
  await page.keyboard.press('ArrowUp');
  await chooseInMenu(page, 'Send');
  await untilDone(page, 1);
  expect((await site.state()).videos.map(({ title }) => title)).toEqual(['Low tide']);
  await expect(page.getByRole('tab', { name: /^Ready\s*39$/ })).toBeVisible();

  await page.keyboard.press('Control+a');
  await chooseInMenu(page, 'Send');
  await untilDone(page, 40);
  expect(await uploads()).toBe(40);
  await expect(page.getByRole('list', { name: t('uploads.holds') })).toBeHidden();
});

test('a preset is made, chosen, and dropped upon: titles, descriptions, status and comments are there as soon as clips are added', async () => {
  const { page } = running;
  await connect(page, site);
  await page.getByRole('button', { name: /^Sites/ }).press('Enter');
  await page.getByRole('button', { name: 'Presets of Ava Author…' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'New preset' }).press('Enter');
  await dialog.getByLabel('Name', { exact: true }).fill('Regatta');
  await dialog.getByLabel('Title pattern').fill('Regatta {n}: {name} & “½”');
  await dialog.getByLabel('Description').fill('Heat {n} of {title}\n\nLength {duration}');
  await screenshot(running, 'preset', 'light');
  // Escape asks first, as something was typed.
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: /Visibility/ }).click();
  await page.getByRole('option', { name: 'Draft' }).click();
  await dialog.getByRole('button', { name: 'Save preset' }).press('Enter');
  await expect(dialog.getByText('title: Regatta {n}: {name} & “½”')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  const at = await page.evaluate(() => ({ x: window.innerWidth / 2, y: window.innerHeight / 2 }));
  // Nothing is chosen yet: beside the places clips get nothing by themselves.
  await realDrop(page, [fixture('Deep zoom.mp4')], { ...at, y: 40 });
  await untilDone(page, 1);
  const place = await placeOf(page, 'Regatta');
  await realDrop(page, [fixture('Tide pools.mp4'), fixture('Market street.mp4')], place);
  await untilDone(page, 3);
  const { videos } = await site.state();
  const told = videos.map(({ title, status }) => `${decode(title)} (${status})`).toSorted();
  expect(told).toEqual(['Deep zoom (pending)', ...regatta('Tide pools', 'Market street')].toSorted());
  await page.getByRole('button', { name: /Preset/ }).click();
  await page.getByRole('option', { name: 'Regatta' }).click();
  await realDrop(page, [fixture('C0001.mp4')]);
  await expect(row(page, 'Regatta 1: C0001 & “½”')).toBeVisible();
  await untilDone(page, 4);
});

test('a watched folder waits by a rule of its own, and its clip goes when it is selected and sent', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  await connect(page, site);
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Watched folders' }).click();
  await chooseFolder(running, folder.path);
  await page.getByRole('button', { name: 'Watch folder', exact: true }).click();
  await page.getByText('Rules').click();
  const hold = page.getByRole('button', { name: /New clips/ });
  await hold.click();
  await page.getByRole('option', { name: 'Wait until you press Send' }).click();
  await expect(hold).toContainText('Wait until you press Send');
  await grownClip('Tide pools.mp4', path.join(folder.path, 'Export.mp4'), 99);
  await page.getByRole('button', { name: /^Uploads/ }).click();
  await expect(row(page, 'Export.mp4')).toContainText('Ready to send');
  expect(await uploads()).toBe(0);
  await row(page, 'Export.mp4').click();
  await page.getByRole('complementary', { name: 'Details' }).getByRole('button', { name: 'Send', exact: true }).click();
  await untilDone(page, 1);
});

// The main story without a mouse, and every screen checked for people who use other means.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { decode } from 'html-entities';
import type { PracticeSite } from '../site/start.ts';
import { type RunningApp, realDrop, setTheme } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { connect, fixture, row, untilDone } from './steps.ts';

let site: PracticeSite;
let running: RunningApp;

test.beforeEach(async ({ apps }) => {
  site = await newPracticeSite({ name: 'Harbour Films' });
  running = await apps.lend();
});
test.afterEach(async ({ apps }) => {
  await apps.takeBack(running);
  await site.stop();
});

/** Presses Tab (or another key) until the element with this name has the focus. */
async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      if (!element?.matches('button, input, textarea, select, a, summary, [role=row], [role=tab]')) return '';
      const label = element instanceof HTMLInputElement ? (element.labels?.[0]?.textContent ?? '') : '';
      return `${element.getAttribute('aria-label') ?? ''} ${label} ${element.textContent}`;
    });
  for (let presses = 0; presses < 60; presses++) {
    if (name.test(await focused())) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Never reached ${name}; the focus is on "${await focused()}"`);
}

/** The system's file dialog cannot be driven: it answers as if these files had been chosen in it. */
async function answerDialog(files: readonly string[]): Promise<void> {
  await running.app.evaluate(({ dialog }, paths) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [...paths] });
  }, files);
}

test('the main story by keyboard alone', async () => {
  const { page } = running;
  // The address field has the focus from the first moment on.
  await page.keyboard.type(site.url);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /Sign in to Harbour Films/ })).toBeVisible();
  await tabTo(page, /Use an application password/);
  await page.keyboard.press('Enter');
  await tabTo(page, /Username/);
  await page.keyboard.type('ava');
  await tabTo(page, /Application password/);
  await page.keyboard.type(site.signIn('ava').appPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Uploads' })).toBeVisible();

  await answerDialog([fixture('Tide pools.mp4'), fixture('Deep zoom.mp4')]);
  await site.switches({ holdAnswer: {} });
  await tabTo(page, /Add files/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row')).toHaveCount(2);

  // Into the list, down to the second clip, and from there to its title.
  await tabTo(page, /Tide pools/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
  await page.keyboard.type('Typed without a mouse');
  await tabTo(page, /Add folder/, 'Shift+Tab');
  await site.switches({ holdAnswer: null });
  await site.release();
  await untilDone(page, 2);
  const { videos } = await site.state();
  expect(videos.map((video) => decode(video.title)).sort()).toEqual(['Tide pools', 'Typed without a mouse']);
});

test('clips are searched for by keyboard, and only what is found is taken off; what is added comes into sight', async () => {
  const { page } = running;
  await connect(page, site);
  await running.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('pause')?.click());
  const clips = ['Tide pools.mp4', 'Deep zoom.mp4', 'Harbour at dawn.mp4', 'Market street.mp4'].map(fixture);
  await realDrop(page, clips.slice(0, 3));
  await expect(page.getByRole('row')).toHaveCount(3);

  await tabTo(page, /^Search/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Search clips' })).toBeFocused();
  await page.keyboard.type('zoo DAWN');
  await expect(page.getByRole('status').filter({ hasText: '0 clips found' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.type('oo');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('tab', { name: /^Waiting/ })).toHaveText('Waiting 2');
  await tabTo(page, /Tide pools/);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(page.getByText('No clip here fits that search.')).toBeVisible();

  await realDrop(page, clips.slice(3));
  await expect(row(page, 'Market street')).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search clips' })).toBeHidden();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(row(page, 'Harbour at dawn')).toBeVisible();

  // What had the keyboard goes: it is in the list, and with the list at the head of the page.
  await row(page, 'Market street').click();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('row')).toHaveCount(1);
  await expect(row(page, 'Harbour at dawn')).toBeFocused();
  await page.getByRole('listitem').filter({ hasText: 'Uploads are paused' }).getByRole('button').press('Enter');
  await expect(row(page, 'Harbour at dawn')).toBeFocused();
  await untilDone(page, 1);
  await page.getByRole('tab', { name: /^Done/ }).click();
  await tabTo(page, /Clear finished/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row')).toHaveCount(0);
  await expect(page.locator('#content')).toBeFocused();
});

test('every screen passes axe, in light and dark', async () => {
  // Fourteen times a second or two of computing, and longer beside other work.
  test.setTimeout(480_000);
  const { page } = running;
  const check = async (where: string): Promise<void> => {
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(running, theme);
      const axe = new AxeBuilder({ page }).setLegacyMode(true);
      // What the page is made of is the same in both; colours are not.
      const { violations } = await (theme === 'light' ? axe : axe.withRules(['color-contrast'])).analyze();
      expect(violations.map(({ id, nodes }) => `${where}, ${theme}: ${id} at ${nodes[0]?.html}`)).toEqual([]);
    }
  };
  await check('Connect');
  await connect(page, site);
  await check('Uploads, empty');
  await answerDialog([fixture('Tide pools.mp4'), fixture('Deep zoom.mp4')]);
  await page.getByRole('button', { name: 'Add files' }).click();
  await untilDone(page, 2);
  await page.getByRole('row').first().click();
  await expect(page.getByLabel('Title', { exact: true })).toBeVisible();
  await check('Uploads, with details');
  for (const place of ['Library', 'Watched folders', 'Sites', 'Settings']) {
    await page.getByRole('button', { name: new RegExp(`^${place}`, 'i') }).click();
    await expect(page.getByRole('heading', { name: place })).toBeVisible();
    await check(place);
  }
});

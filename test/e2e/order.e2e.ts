// The order of sending in the real app: by mouse, by keyboard, by menu; and the site gets the clips in that order.
import type { Page } from '@playwright/test';
import type { PracticeSite } from '../site/start.ts';
import { ask } from './behind.ts';
import type { RunningApp } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { clipFolder, connect, row, untilDone } from './steps.ts';

const names = ['One', 'Two', 'Three', 'Four'] as const;
const fixtureOf = {
  One: 'Tide pools.mp4',
  Two: 'Deep zoom.mp4',
  Three: 'Harbour at dawn.mp4',
  Four: 'Market street.mp4',
};

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

const shown = (page: Page): Promise<string> =>
  page.getByRole('row').evaluateAll((rows) =>
    rows
      .toSorted((a, b) => Number(a.getAttribute('data-index')) - Number(b.getAttribute('data-index')))
      .map((element) => element.querySelector('.row-title')?.textContent?.replace('.mp4', '') ?? '')
      .join(' '),
  );

test('clips that wait are put in order by mouse, keyboard and menu, and sent in it', async () => {
  const { page } = running;
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await connect(page, site);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: /Small uploads at once/ }).click();
  await page.getByRole('option', { name: '1', exact: true }).click();
  await page.getByRole('button', { name: /^Uploads/ }).click();

  const clips = await clipFolder(Object.fromEntries(names.map((name) => [`${name}.mp4`, fixtureOf[name]])));
  await running.app.evaluate(
    ({ dialog }, paths) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [...paths] });
    },
    names.map((name) => `${clips.path}/${name}.mp4`),
  );
  // The button for it comes with the first clip: they would be on their way by then.
  await ask(page, 'queue.pause', true);
  await page.getByRole('button', { name: 'Add files' }).click();
  await expect(page.getByText('Uploads are paused')).toBeVisible();
  await expect.poll(() => shown(page)).toBe('One Two Three Four');
  const order = page.getByRole('status', { name: 'Result' });

  const last = await row(page, 'Four.mp4').boundingBox();
  const second = await row(page, 'Two.mp4').boundingBox();
  await page.mouse.move((last?.x ?? 0) + 200, (last?.y ?? 0) + 30);
  await page.mouse.down();
  await page.mouse.move((last?.x ?? 0) + 200, (second?.y ?? 0) + 20, { steps: 6 });
  await page.mouse.move((last?.x ?? 0) + 200, (second?.y ?? 0) + 6);
  await page.mouse.up();
  await expect.poll(() => shown(page)).toBe('One Four Two Three');
  await expect(order).toContainText('“Four.mp4” is number 2 of 4 that wait.');
  await expect(row(page, 'Four.mp4')).toHaveAttribute('aria-selected', 'true');

  await row(page, 'Three.mp4').click();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => shown(page)).toBe('One Four Three Two');
  await expect(row(page, 'Three.mp4')).toBeFocused();
  await page.keyboard.press('Alt+Home');
  await expect.poll(() => shown(page)).toBe('Three One Four Two');

  await row(page, 'One.mp4').click({ button: 'right' });
  await page.getByRole('menuitem', { name: /Send last/ }).click();
  await expect.poll(() => shown(page)).toBe('Three Four Two One');
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: /Send next/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(row(page, 'One.mp4')).toBeFocused();

  // Escape takes a drag back.
  const first = await row(page, 'Three.mp4').boundingBox();
  await page.mouse.move((first?.x ?? 0) + 200, (first?.y ?? 0) + 30);
  await page.mouse.down();
  await page.mouse.move((first?.x ?? 0) + 200, (first?.y ?? 0) + 150, { steps: 6 });
  await expect(page.getByText('1 clip', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('1 clip', { exact: true })).toHaveCount(0);
  await page.mouse.up();
  expect(await shown(page)).toBe('Three Four Two One');

  await page.getByRole('button', { name: 'Resume all' }).click();
  await untilDone(page, 4);
  const { videos } = await site.state();
  expect(videos.toSorted((a, b) => a.id - b.id).map((video) => video.title)).toEqual(['Three', 'Four', 'Two', 'One']);
  expect(problems).toEqual([]);
  await clips.remove();
});

// Upload hours in the real app: painted by mouse and keyboard, kept to, and overruled when the user says so.
import { AxeBuilder } from '@axe-core/playwright';
import type { PracticeSite } from '../site/start.ts';
import { type RunningApp, setTheme } from './harness.ts';
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

test('hours are painted in a week, kept to, and overruled by “Send now anyway”', { tag: '@proof' }, async () => {
  const { app, page } = running;
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await connect(page, site);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: /Upload hours/ }).click();
  await page.getByRole('option', { name: 'My own hours' }).click();

  // By keyboard: to the brushes, then into the week.
  await page.getByRole('radio', { name: 'Full speed' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Slower' })).toBeChecked();
  await page.keyboard.press('Tab');
  // Whichever day the week begins with here.
  const first = page.locator('.week .hour').first();
  await expect(first).toBeFocused();
  await page.keyboard.press('Space');
  await expect(first).toHaveAccessibleName(/day .*, slower$/);
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByRole('status', { name: 'Just done' })).toHaveText(/day .*, slower$/);
  await expect(page.getByLabel('Speed in slower hours in MB/s')).toHaveValue('2');
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(running, theme);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    expect(violations.map(({ id, nodes }) => `${theme}: ${id} at ${nodes[0]?.html}`)).toEqual([]);
  }

  // By mouse: the whole week.
  await page.getByText('No uploads', { exact: true }).click();
  await first.hover();
  await page.mouse.down();
  await page.locator('.week .hour').last().hover();
  await page.mouse.up();
  await expect(page.getByText('Nothing is ever sent: give at least one hour to sending.')).toBeVisible();

  await page.getByRole('button', { name: /^Uploads/ }).click();
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
  }, fixture('Tide pools.mp4'));
  await page.getByRole('button', { name: 'Add files' }).click();
  await expect(row(page, 'Tide pools')).toContainText('Outside your upload hours');
  expect((await site.state()).uploads).toEqual([]);
  await page.getByRole('button', { name: 'Send now anyway' }).click();
  await untilDone(page, 1);
  expect(problems).toEqual([]);
});

// The history in the real app: what arrived is summed up, also after it was taken off the list, and saved as a table.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { PracticeSite } from '../site/start.ts';
import { answerSave, ask } from './behind.ts';
import { close, launchApp, type RunningApp, realDrop, screenshot } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { clipFolder, connect, fixture, untilDone } from './steps.ts';

let site: PracticeSite;
let running: RunningApp;
test.beforeEach(async () => {
  site = await newPracticeSite({ name: 'Harbour Films' });
  // An app of its own: the history keeps what tests before sent with a lent one, as it should.
  running = await launchApp({ env: { CLIPFERRY_SETTLE_MS: '1500' } });
});
test.afterEach(async () => {
  await close(running);
  await site.stop();
});

const openByMenu = (): Promise<void> =>
  running.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('history')?.click());

test('what arrived is told by day and account, also without its row in the list', { tag: '@proof' }, async () => {
  const { page } = running;
  const folder = await clipFolder({});
  try {
    await connect(page, site);
    await openByMenu();
    const dialog = page.getByRole('dialog', { name: 'History' });
    await expect(dialog).toContainText('Nothing has arrived yet.');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    await site.switches({ dropUpload: { times: 1 } });
    await realDrop(page, [fixture('C0001.mp4'), fixture('Tide pools.mp4'), fixture('Market street.mp4')]);
    await untilDone(page, 3);
    await page.getByRole('button', { name: 'History' }).press('Enter');
    await expect(dialog).toContainText('In all 3 clips');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'History' })).toBeFocused();
    await ask(page, 'queue.act', { act: 'remove', target: { filter: 'all' } });
    await openByMenu();
    await expect(dialog).toContainText('In all 3 clips');
    await expect(dialog).toContainText('1 took more than one try.');
    await expect(dialog.getByRole('row')).toHaveCount(2);
    await expect(dialog.getByRole('row').nth(1)).toContainText('Ava Author on Harbour Films');
    for (const theme of ['light', 'dark'] as const) await screenshot(running, 'history', theme);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);

    const saved = path.join(folder.path, 'history.csv');
    await answerSave(running, saved);
    await dialog.getByRole('button', { name: 'Save as CSV…' }).click();
    await expect(page.getByText('History saved as history.csv.')).toBeVisible();
    expect(await readFile(saved, 'utf8')).toMatch(/,Harbour Films,Ava[^,]*,3,\d+,1,/);
    expect(running.complaints).toEqual([]);
  } finally {
    await folder.remove();
  }
});

// Many clips scheduled one after the other on a real WordPress whose clock is put forward meanwhile, and the history of what arrived.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { answerSave, ask } from '../behind.ts';
import { close, killLeftovers, launchApp, type RunningApp, realDrop } from '../harness.ts';
import { clipFolder, connect, grownClip, row, untilDone } from '../steps.ts';
import { expect, read, test } from './real.ts';

const hard = 'A & B "½" é 你好';

let running: RunningApp;
test.beforeEach(async () => {
  // An app of its own: the history keeps what other tests sent.
  running = await launchApp({ env: { CLIPFERRY_SETTLE_MS: '1500' } });
});
test.afterEach(async () => {
  await close(running).catch(killLeftovers);
});

test('days apart stay at the same time of the site’s day, and the history has what arrived', { tag: '@proof' }, async ({
  site,
  server,
}) => {
  // In Paris the clock is put forward on 31 March 2030.
  await site.reset({ name: 'Harbour Films', timezone: 'Europe/Paris' });
  const { page } = running;
  const folder = await clipFolder({});
  try {
    await connect(page, server, 'admin');
    await ask(page, 'queue.pause', true);
    const names = [hard, 'b', 'c'];
    const files = names.map((name) => path.join(folder.path, `${name.replaceAll('"', '')}.mp4`));
    for (const [at, file] of files.entries()) await grownClip('C0001.mp4', file, 64 + at);
    await realDrop(page, files);
    await row(page, path.basename(files[0] ?? '')).click();
    await page.keyboard.press('F2');
    await page.keyboard.insertText(hard);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+a');
    const pane = page.getByRole('complementary', { name: 'Details' });
    await pane.getByRole('button', { name: /Visibility/ }).click();
    await page.getByRole('option', { name: 'Scheduled', exact: true }).click();
    await pane.getByLabel(/Public from/).fill('2030-03-29T09:00');
    await pane.getByRole('button', { name: /One after the other/ }).click();
    await page.getByRole('option', { name: 'Days apart' }).click();
    await pane.getByLabel(/How many days/).fill('2');
    await page.keyboard.press('Tab');
    await pane.getByRole('button', { name: 'Change 3 clips' }).click();
    await expect(page.getByRole('status', { name: 'Result' })).toContainText('3 clips changed');
    await page.getByRole('button', { name: 'Resume all' }).click();
    await untilDone(page, 3);
    const scheduled = async () =>
      (await site.state()).videos.map(({ title, status, dateGmt }) => [read(title), status, dateGmt.slice(0, 16)]);
    await expect
      .poll(async () => (await scheduled()).toSorted())
      .toEqual(
        [
          [hard, 'future', '2030-03-29T08:00'],
          ['b', 'future', '2030-03-31T07:00'],
          ['c', 'future', '2030-04-02T07:00'],
        ].toSorted(),
      );

    await page.getByRole('button', { name: 'History' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'History' });
    await expect(dialog).toContainText('In all 3 clips');
    await expect(dialog.getByRole('row').nth(1)).toContainText('on Harbour Films');
    const saved = path.join(folder.path, 'history.csv');
    await answerSave(running, saved);
    await dialog.getByRole('button', { name: 'Save as CSV…' }).click();
    await expect(page.getByText('History saved as history.csv.')).toBeVisible();
    expect(await readFile(saved, 'utf8')).toMatch(/,Harbour Films,Ada[^,]*,3,\d+,0,/);
    expect(running.complaints).toEqual([]);
  } finally {
    await folder.remove();
  }
});

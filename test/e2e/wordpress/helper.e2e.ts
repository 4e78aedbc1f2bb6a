// A host that takes two megabytes, in the real app on a real WordPress: the plugin that the app saves is installed, and the film arrives.
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { ask } from '../behind.ts';
import { kill9, realDrop, screenshot } from '../harness.ts';
import { clipFolder, connect, grownClip, row, untilDone } from '../steps.ts';
import { expect, expectExactly, test } from './real.ts';

test.use({ serverOptions: { kind: 'apache', php: { upload_max_filesize: '2M', post_max_size: '8M' } } });

const plugin = 'clipferry-helper/clipferry-helper.php';

/** What wp-admin does with a zip: its folder among the plugins, switched on. */
async function unpacked(zip: string, into: string): Promise<string> {
  for (const [name, bytes] of Object.entries(unzipSync(await readFile(zip)))) {
    const file = path.join(into, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
  return path.join(into, path.dirname(plugin));
}

test('what was too large goes in pieces once the plugin is there, also through a kill in the middle', {
  tag: '@proof',
}, async ({ site, server, desk }) => {
  test.setTimeout(300_000);
  const folder = await clipFolder({});
  const own = await mkdtemp(path.join(os.tmpdir(), 'clipferry-plugin-'));
  const film = path.join(folder.path, 'The wedding.mp4');
  await grownClip('Deep zoom.mp4', film, 12 * 1024 * 1024);
  await connect(desk.page, server);
  await realDrop(desk.page, [film]);
  await expect(row(desk.page, 'The wedding')).toContainText(/too large|larger/i, { timeout: 60_000 });

  await desk.page.getByRole('button', { name: /^Sites/ }).click();
  const card = desk.page.getByRole('region', { name: 'Harbour Films' });
  await card
    .getByRole('button', { name: /^(Show|Hide) / })
    .first()
    .waitFor();
  const found = card.getByRole('list', { name: 'What was found on Harbour Films' });
  if (!(await found.isVisible())) await card.getByRole('button', { name: /^Show/ }).click();
  const place = path.join(own, 'plugin.zip');
  await desk.running.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, place);
  await found.getByRole('button', { name: /^Save the plugin/ }).click();
  await expect(found.getByRole('status')).toContainText('Saved as plugin.zip');
  await site.addPlugin(await unpacked(place, own));
  await card.getByRole('button', { name: /^Check again/ }).click();
  // Nothing is in the way any more, so the list closes.
  await card.getByRole('button', { name: /^Show/ }).click();
  await expect(found).toContainText('sent in pieces');
  await expect(found).not.toContainText('refuses files of');
  await screenshot(desk.running, 'checkup-pieces', 'light');

  // Slowly enough to be killed between two pieces.
  await ask(desk.page, 'settings.change', { bytesPerSecond: 3_000_000 });
  await desk.page.getByRole('button', { name: /^Uploads/ }).click();
  await row(desk.page, 'The wedding')
    .getByRole('button', { name: /^Try again/ })
    .click();
  const received = async (): Promise<number> => {
    const sql = 'SELECT MAX(received) AS n FROM wp_clipferry_uploads';
    return Number((await site.order<{ rows: { n: string | null }[] }>('rows', { sql })).rows[0]?.n ?? 0);
  };
  await expect.poll(received).toBeGreaterThan(0);
  const before = await received();
  await kill9(desk.running);
  await desk.again();
  await untilDone(desk.page, 1);
  // One upload all along, which never went back.
  const sql = 'SELECT received, size FROM wp_clipferry_uploads';
  const { rows } = await site.order<{ rows: { received: string; size: string }[] }>('rows', { sql });
  const { size } = await stat(film);
  expect(rows).toEqual([{ received: String(size), size: String(size) }]);
  expect(before).toBeLessThan(size);
  await expectExactly(site, [film]);

  await site.order('uninstall', { plugin });
  await folder.remove();
  await rm(own, { recursive: true, force: true });
});

// Titles pasted, replaced and typed in rows, links and a receipt, on a real WordPress: what it stores, and addresses that lead to the videos.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { decode } from 'html-entities';
import { ask } from '../behind.ts';
import { realDrop } from '../harness.ts';
import { clipFolder, connect, fixture, row, sha256, untilDone } from '../steps.ts';
import { type Desk, expect, test } from './real.ts';

const hard = 'A & B "½" <b> é 你好';

const toClipboard = ({ running }: Desk, text: string): Promise<void> =>
  running.app.evaluate(async ({ clipboard }, pasted) => {
    await clipboard.writeText(pasted);
  }, text);
const inClipboard = ({ running }: Desk): Promise<string> =>
  running.app.evaluate(async ({ clipboard }) => await clipboard.readText());

test('titles before and after the upload, for one and for many, and the links at the end', { tag: '@proof' }, async ({
  site,
  server,
  desk,
}) => {
  const { page } = desk;
  await connect(page, server, 'admin');
  await ask(page, 'queue.pause', true);
  await realDrop(page, [fixture('C0001.mp4'), fixture('Tide pools.mp4'), fixture('Market street.mp4')]);
  await row(page, 'C0001.mp4').click();
  await toClipboard(desk, `${hard}\r\n"Sunset" at 5\tWith a description: ${hard}\r\n`);
  await page.keyboard.press('Control+v');
  await page.getByRole('button', { name: 'Change 2 rows' }).click();
  await expect(row(page, hard)).toBeVisible();
  await ask(page, 'queue.pause', false);
  await untilDone(page, 3);
  const titles = async () => (await site.state()).videos.map(({ title }) => decode(title)).toSorted();
  await expect.poll(titles).toEqual([hard, '"Sunset" at 5', 'Market street'].toSorted());
  const { videos } = await site.state();
  const sunset = videos.find(({ title }) => decode(title).includes('Sunset'));
  expect(decode(sunset?.content ?? '')).toBe(`With a description: ${hard}`);

  await page.getByRole('button', { name: 'Library' }).click();
  await row(page, 'Market street').click();
  await page.keyboard.press('F2');
  await page.keyboard.insertText(`Market & street ${hard}`);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect.poll(titles).toContain(`Market & street ${hard}`);

  // The keyboard is on a row: all of them.
  await row(page, 'Market & street').click();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Find and replace…' }).click();
  await page.getByLabel('Find', { exact: true }).fill('<B>');
  await page.getByLabel('Replace with').fill('«c»');
  await page.getByRole('button', { name: 'Change 2 rows' }).click();
  const replaced = hard.replace('<b>', '«c»');
  await expect.poll(titles).toEqual([replaced, '"Sunset" at 5', `Market & street ${replaced}`].toSorted());

  // Only who may see a video can open its link.
  const change = { draft: { status: 'publish' }, titlePattern: null, terms: {} };
  await ask(page, 'job.describeMany', { target: { filter: 'all' }, change });
  await expect
    .poll(async () => (await site.state()).videos.map(({ status }) => status))
    .toEqual(['publish', 'publish', 'publish']);
  await row(page, 'Market & street').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await expect(page.getByText('3 links copied.', { exact: true })).toBeVisible();
  const links = (await inClipboard(desk)).split('\n');
  expect(links).toHaveLength(3);
  for (const link of links) {
    expect(link.startsWith(server.url), link).toBe(true);
    const answer = await fetch(link, { headers: { Connection: 'close' } });
    expect(answer.status, link).toBe(200);
    expect(new URL(link).search, link).toBe('');
  }

  const folder = await clipFolder({});
  const place = path.join(folder.path, 'receipt.json');
  await desk.running.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, place);
  await page.getByRole('button', { name: 'Uploads' }).click();
  await row(page, 'Sunset').click();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Save receipt' }).click();
  await page.getByRole('menuitem', { name: 'JSON, with each try…' }).click();
  await expect(page.getByText('Receipt for 3 clips saved as receipt.json.')).toBeVisible();
  const told: { clips: Record<string, unknown>[] } = JSON.parse(await readFile(place, 'utf8'));
  expect(told.clips.map(({ link }) => link).toSorted()).toEqual(links.toSorted());
  const names = ['C0001.mp4', 'Tide pools.mp4', 'Market street.mp4'];
  expect(told.clips.map(({ sha256: sum }) => sum)).toEqual(names.map((name) => sha256(fixture(name))));
  expect(told.clips.map(({ status, state }) => [status, state])).toEqual(names.map(() => ['publish', 'done']));
  await folder.remove();
});

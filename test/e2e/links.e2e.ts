// Links of clips and videos on the real app, by key, menu and button, into the system's own clipboard; and receipts in files.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { linksIn } from '../main/features/links/read-back.ts';
import type { PracticeSite } from '../site/start.ts';
import { type RunningApp, realDrop, screenshot } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { clipFolder, connect, fixture, row, sha256, untilDone } from './steps.ts';

let site: PracticeSite;
let running: RunningApp;

test.beforeEach(async ({ apps }) => {
  site = await newPracticeSite({ name: 'Harbour Films', ownProcess: true });
  await site.switches({ uploadStatus: 'publish' });
  running = await apps.lend();
});
test.afterEach(async ({ apps }) => {
  await apps.takeBack(running);
  await site.stop();
});

/** In either shape of Electron's clipboard, see clipboard-shapes.ts. */
const clipboard = (): Promise<{ readonly text: string; readonly html: string }> =>
  running.app.evaluate(async ({ clipboard: system }) => {
    const text = await system.readText();
    if ('readHTML' in system) return { text, html: (system.readHTML as () => string)() };
    const [item] = await system.read();
    const html = await item?.getType('text/html').catch(() => null);
    return { text, html: html instanceof Blob ? await html.text() : '' };
  });
const hard = 'A & B "½" <b> é 你好';

test('links of one clip and of many, and of videos in the library', { tag: '@proof' }, async () => {
  const { page } = running;
  await connect(page, site);
  await realDrop(page, [fixture('C0001.mp4'), fixture('Tide pools.mp4')]);
  await untilDone(page, 2);
  const { videos } = await site.state();
  const first = videos.find(({ title }) => title === 'C0001');
  await site.editVideo(first?.id ?? 0, { title: hard });
  const links = [`${site.url}/video/c0001/`, `${site.url}/video/tide-pools/`];

  await row(page, 'Tide pools').click();
  await page.keyboard.press('Control+c');
  await expect(page.getByText('Link copied.')).toBeVisible();
  expect(await clipboard()).toEqual({ text: links[1], html: '' });

  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Copy links' }).click();
  await screenshot(running, 'links-of-many', 'light');
  await page.getByRole('menuitem', { name: 'HTML' }).click();
  await expect(page.getByText('2 links copied.')).toBeVisible();
  const { text, html } = await clipboard();
  expect(linksIn(text)).toEqual([
    [hard, links[0]],
    ['Tide pools', links[1]],
  ]);
  expect(linksIn(html)).toEqual(linksIn(text));

  await row(page, 'Tide pools').click();
  await row(page, 'Tide pools').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect.poll(async () => (await clipboard()).text).toBe(links[1]);

  await page.getByRole('button', { name: 'Library' }).click();
  await row(page, hard).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(async () => (await clipboard()).text).toBe(links[0]);
  await row(page, hard).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await expect.poll(async () => (await clipboard()).text.split('\n').toSorted()).toEqual(links.toSorted());
});

test('a menu of forms opens from the menu of many rows, by keys alone', { tag: '@proof' }, async () => {
  const { page } = running;
  await connect(page, site);
  await realDrop(page, [fixture('C0001.mp4'), fixture('Tide pools.mp4')]);
  await untilDone(page, 2);
  await row(page, 'C0001').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Shift+F10');
  await page.keyboard.press('c');
  await expect(page.getByRole('menuitem', { name: /^Copy links/ })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('menuitem', { name: 'Addresses, one per line' })).toBeFocused();
  await screenshot(running, 'links-menu', 'dark');
  await page.keyboard.press('m');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await clipboard()).text).toMatch(/^- \[C0001\]\(http.*\n- \[Tide pools\]\(http/);
  await expect(page.getByText('2 links copied.')).toBeVisible();
});

test('a receipt is saved where the system’s dialog says, by the menu of a row and for all that is selected', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  const folder = await clipFolder({});
  await connect(page, site);
  await realDrop(page, [fixture('C0001.mp4'), fixture('Tide pools.mp4')]);
  await untilDone(page, 2);
  const saveAs = (name: string) =>
    running.app.evaluate(
      ({ dialog }, filePath) => {
        dialog.showSaveDialog = async () => ({ canceled: false, filePath });
      },
      path.join(folder.path, name),
    );

  await saveAs('one.json');
  await row(page, 'Tide pools').click({ button: 'right' });
  await page.keyboard.type('sav');
  await expect(page.getByRole('menuitem', { name: 'Save receipt' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await screenshot(running, 'receipt-menu', 'light');
  await page.getByRole('menuitem', { name: 'JSON, with each try…' }).click();
  await expect(page.getByText('Receipt for 1 clip saved as one.json.')).toBeVisible();
  const told = JSON.parse(await readFile(path.join(folder.path, 'one.json'), 'utf8'));
  const link = `${site.url}/video/tide-pools/`;
  expect(told.clips).toMatchObject([{ file: 'Tide pools.mp4', sha256: sha256(fixture('Tide pools.mp4')), link }]);

  await saveAs('all.csv');
  await row(page, 'Tide pools').click();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Save receipt' }).click();
  await page.getByRole('menuitem', { name: 'CSV, for a spreadsheet…' }).click();
  await expect(page.getByText('Receipt for 2 clips saved as all.csv.')).toBeVisible();
  const [head, ...rows] = (await readFile(path.join(folder.path, 'all.csv'), 'utf8')).trim().split('\r\n');
  expect(head).toContain('file,bytes,sha256,title');
  expect(rows.map((one) => one.split(',')[2])).toEqual(
    ['C0001.mp4', 'Tide pools.mp4'].map((name) => sha256(fixture(name))),
  );

  await saveAs(path.join('gone', 'all.csv'));
  await page.getByRole('button', { name: 'Save receipt' }).click();
  await page.getByRole('menuitem', { name: 'CSV, for a spreadsheet…' }).click();
  await expect(page.getByText('The receipt was not saved: that folder is not there any more.')).toBeVisible();
  await folder.remove();
});

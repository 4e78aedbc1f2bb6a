// Files beside clips in the real app: what an exporter wrote fills its clips in, what is not understood is told where the clip is, and nothing typed is lost.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { decode } from 'html-entities';
import type { PracticeSite } from '../site/start.ts';
import { ask } from './behind.ts';
import { type RunningApp, realDrop, screenshot } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { clipFolder, connect, grownClip, row, untilDone } from './steps.ts';

const hard = 'A & B "½" <b> é 你好';

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

async function lay(name: string, bytes: number, end?: string, content?: object | string): Promise<string> {
  const clip = path.join(folder.path, `${name}.mp4`);
  await grownClip('Tide pools.mp4', clip, bytes);
  if (end !== undefined)
    await writeFile(
      path.join(folder.path, `${name}${end}`),
      typeof content === 'string' ? content : JSON.stringify(content),
    );
  return clip;
}

test('dropped clips are filled in by the files beside them, and what is not understood is told with each clip', {
  tag: '@proof',
}, async () => {
  const { page } = running;
  await site.addTerms('video_tag', ['Sea', 'Boats']);
  await site.addTerms('video_category', ['Regatta']);
  await connect(page, site);
  await ask(page, 'queue.pause', true);
  await lay('Harbour', 64, '.json', {
    ...{ title: hard, description: 'Filmed at dawn.', tags: ['Sea', 'Boats'], categories: ['Regatta', 'Sunrise'] },
    ...{ status: 'private', date: '02/03/2099' },
  });
  await lay('Market', 65, '.txt', 'Tags: Sea\nStatus: Draft\n\nMarket street\n\nIn the morning.');
  await lay('Studio', 66, '.json', '{"title": "Studio",');
  await lay('Tide', 67);
  // With the files beside them, as a person selects all of a folder.
  const names = ['Harbour.mp4', 'Harbour.json', 'Market.mp4', 'Market.txt', 'Studio.mp4', 'Studio.json', 'Tide.mp4'];
  await realDrop(
    page,
    names.map((name) => path.join(folder.path, name)),
  );
  await expect(page.getByRole('tab', { name: /^All\s*4$/ })).toBeVisible();
  await expect(page.getByText('could not be added')).toHaveCount(0);
  await expect(row(page, hard)).toContainText('Check Harbour.json');
  await expect(row(page, 'Market street')).not.toContainText('Check');
  await expect(row(page, 'Studio')).toContainText('Check Studio.json');

  await row(page, hard).click();
  const note = page.getByRole('region', { name: 'From Harbour.json' });
  await expect(note).toContainText('Video Categories: “Sunrise” is not on the site.');
  await expect(note).toContainText('“02/03/2099” is no date that can be told for sure');
  await expect(note).toContainText(
    'Filled in by this file: Title, Description, Visibility, Video Tags, Video Categories',
  );
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByLabel('Title', { exact: true })).toHaveValue(hard);
  for (const theme of ['light', 'dark'] as const) await screenshot(running, 'sidecars', theme);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);

  await note.getByRole('button', { name: 'OK, do not show this again for Harbour.json' }).press('Enter');
  await expect(note).not.toContainText('Sunrise');
  await expect(row(page, hard)).not.toContainText('Check');
  // What is typed goes before the file.
  await details.getByLabel('Description').fill('Typed.');
  await details.getByLabel('Title', { exact: true }).focus();
  await expect(note).not.toContainText('Description');

  await row(page, 'Studio').click();
  await expect(page.getByRole('region', { name: 'From Studio.json' })).toContainText('It is no valid JSON');
  await screenshot(running, 'sidecars-broken', 'light');
  await running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(900, 600));
  await screenshot(running, 'sidecars-small', 'dark');
  // The exporter writes it to its end, and another one late.
  await writeFile(path.join(folder.path, 'Studio.json'), '{"title": "Studio at night"}');
  await writeFile(path.join(folder.path, 'Tide.json'), '{"title": "Tide pools"}');

  await ask(page, 'queue.pause', false);
  await untilDone(page, 4);
  const { videos } = await site.state();
  expect(videos.map(({ title }) => decode(title)).toSorted()).toEqual(
    [hard, 'Market street', 'Studio at night', 'Tide pools'].toSorted(),
  );
  const one = videos.find(({ title }) => decode(title) === hard);
  expect(one).toMatchObject({ status: 'private', content: 'Typed.' });
  expect([one?.terms.video_tag, one?.terms.video_category]).toMatchObject([{ length: 2 }, { length: 1 }]);
  expect(videos.find(({ title }) => title === 'Market street')).toMatchObject({
    status: 'draft',
    content: 'In the morning.',
  });
  expect(running.complaints).toEqual([]);
});

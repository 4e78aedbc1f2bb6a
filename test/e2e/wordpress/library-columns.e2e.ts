// The Library on a real WordPress: columns of its list, typed through and filled down, one change for several, the grid, and all of it taken back.
import { realDrop } from '../harness.ts';
import { resize } from '../looks.ts';
import { chooseColumns, clipFolder, connect, untilDone } from '../steps.ts';
import { expect, read, test } from './real.ts';

const hard = 'A & B "½" <b> é 你好';

test('rows are typed in and filled down, several get one change, and what was there comes back', {
  tag: '@proof',
}, async ({ site, server, desk }) => {
  const { page } = desk;
  const folder = await clipFolder({
    'Harbour 1.mp4': 'Tide pools.mp4',
    'Harbour 2.mp4': 'Market street.mp4',
    'Harbour 3.mp4': 'C0001.mp4',
  });
  await connect(page, server);
  await realDrop(page, [folder.path]);
  await untilDone(page, 3);
  const shown = async () =>
    (await site.state()).videos
      .map(({ title, content, excerpt, status, terms }) => ({
        ...{ title: read(title), description: read(content), excerpt: read(excerpt), status },
        tags: terms.video_tag ?? [],
      }))
      .toSorted((one, other) => one.title.localeCompare(other.title));
  const before = await shown();
  expect(before.map(({ title }) => title)).toEqual(['Harbour 1', 'Harbour 2', 'Harbour 3']);

  await page.getByRole('button', { name: 'Library' }).click();
  await resize(desk.running, 1600, 900);
  await chooseColumns(page, 'Description', 'Excerpt', 'Visibility');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Video',
    'Description',
    'Excerpt',
    'Visibility',
    'State',
    'Action',
  ]);
  const first = page.locator('[role="row"][data-index="0"]');
  // Until the site has told it, it is "…" and not typed in.
  for (const column of [1, 2]) await expect(first.getByRole('gridcell').nth(column)).toHaveText('');
  await first.click();
  const name = ((await first.locator('.row-title').textContent()) ?? '').trim();
  for (const key of ['F2', 'Tab']) await page.keyboard.press(key);
  await page.keyboard.insertText(`About ${hard}`);
  await page.keyboard.press('Tab');
  await page.keyboard.insertText(hard);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  const typed = { description: `About ${hard}`, excerpt: hard };
  const withTyped = before.map((one) => (one.title === name ? { ...one, ...typed } : one));
  await expect.poll(shown).toEqual(withTyped);
  await first.click();
  await page.keyboard.press('Shift+End');
  await page.keyboard.press('Control+d');
  const result = page.getByRole('status', { name: 'Result' });
  await expect(result).toContainText('Excerpt: 2 rows changed.');
  const filled = withTyped.map((one) => ({ ...one, excerpt: hard }));
  await expect.poll(shown).toEqual(filled);
  await expect(page.getByRole('gridcell', { name: hard, exact: true })).toHaveCount(3);

  await page.keyboard.press('Control+a');
  const form = page.getByRole('region', { name: 'About all selected videos' });
  await form.getByRole('button', { name: /Visibility/ }).press('Enter');
  await page.getByRole('option', { name: 'Private', exact: true }).press('Enter');
  await form.getByRole('button', { name: 'Change 3 videos' }).press('Enter');
  await expect(result).toContainText('3 videos get the change.');
  await expect.poll(shown).toEqual(filled.map((one) => ({ ...one, status: 'private' })));

  await page.getByRole('radio', { name: 'Grid' }).press('Space');
  await expect(page.getByRole('gridcell', { name: /Harbour \d.*Private/ })).toHaveCount(3);
  // Pictures are those of the clips: the site has none.
  await expect(page.locator('.card .poster img')).toHaveCount(3);
  await page.getByRole('gridcell').first().focus();
  await page.keyboard.press('Control+z');
  await expect.poll(shown).toEqual(filled);
  await page.keyboard.press('Control+z');
  await expect.poll(shown).toEqual(withTyped);
  await folder.remove();
});

// The library on a real WordPress: what is edited, thrown away, brought back and deleted there is so in its database and on its disk.
import type { Page } from '@playwright/test';
import { realDrop } from '../harness.ts';
import { clipFolder, connect, openDetails, row, untilDone } from '../steps.ts';
import { expect, read, test } from './real.ts';

async function show(page: Page, from: string, to: RegExp): Promise<void> {
  await page.getByRole('button', { name: from }).click();
  await page.getByRole('option', { name: to }).click();
}

test('a clip that was sent is edited, trashed, restored and deleted forever', { tag: '@proof' }, async ({
  site,
  server,
  desk,
}) => {
  const { page } = desk;
  const folder = await clipFolder({ 'Keep me.mp4': 'Tide pools.mp4', 'Lose me.mp4': 'Market street.mp4' });
  await connect(page, server);
  await realDrop(page, [folder.path]);
  await untilDone(page, 2);
  const onSite = async (title: string) => (await site.state()).videos.find((video) => read(video.title) === title);

  await page.getByRole('button', { name: 'Library' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await row(page, 'Keep me').click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByLabel('Title', { exact: true }).fill('Ships & <b>sails</b> 🚢');
  await details.getByRole('textbox', { name: 'Description' }).fill('Two lines,\nas “typed”.');
  await details.getByRole('option', { name: 'Music' }).click();
  await details.getByRole('button', { name: /Visibility/ }).click();
  await page.getByRole('option', { name: 'Public', exact: true }).click();
  await expect.poll(async () => (await onSite('Ships & <b>sails</b> 🚢'))?.status).toBe('publish');
  await expect.poll(async () => (await onSite('Ships & <b>sails</b> 🚢'))?.terms.video_category).toEqual([2]);
  expect(read((await onSite('Ships & <b>sails</b> 🚢'))?.content)).toBe('Two lines,\nas “typed”.');
  await expect(row(page, 'Ships & <b>sails</b> 🚢')).not.toContainText('Changes not on the site yet');

  await show(page, 'Complete or not', /Without a description/);
  await expect(page.getByRole('row')).toHaveCount(1);
  await expect(row(page, 'Lose me')).toBeVisible();
  await show(page, 'Without a description', /Without Video Categories/);
  await expect(page.getByRole('row')).toHaveCount(1);
  await show(page, 'Without Video Categories', /Complete or not/);
  await show(page, 'Date: Any date', /Last 7 days/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await show(page, 'Date: Last 7 days', /Last year/);
  await expect(page.getByText('No matches')).toBeVisible();
  await page.getByRole('button', { name: 'Show all videos' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);

  await row(page, 'Lose me').click();
  await page.getByRole('button', { name: 'Move to trash', exact: true }).click();
  await expect(page.getByRole('status', { name: 'Result' })).toContainText('1 video moved to the trash.');
  expect((await onSite('Lose me'))?.status).toBe('trash');

  await show(page, 'All (except trash)', /In the trash \(1\)/);
  await row(page, 'Lose me').click();
  await page.getByRole('button', { name: 'Restore…' }).click();
  await page.getByRole('alertdialog').getByLabel('Publish it again at once').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByRole('status', { name: 'Result' })).toContainText('1 video is public again.');
  expect(await onSite('Lose me')).toMatchObject({ status: 'publish' });

  await show(page, 'In the trash', /All \(except trash\)/);
  await row(page, 'Lose me').click();
  await page.getByRole('button', { name: 'Move to trash', exact: true }).click();
  await expect(page.getByRole('row')).toHaveCount(1);
  await show(page, 'All (except trash)', /In the trash \(1\)/);
  await row(page, 'Lose me').click();
  await page.getByRole('button', { name: 'Delete forever…' }).click();
  await page.getByRole('button', { name: 'Delete forever', exact: true }).click();
  await expect(page.getByRole('row')).toHaveCount(0);
  const { videos } = await site.state();
  expect(videos.map((video) => read(video.title))).toEqual(['Ships & <b>sails</b> 🚢']);
  await folder.remove();
});

test('an author gives clips core’s own categories and tags, and finds them by both', { tag: '@proof' }, async ({
  site,
  server,
  desk,
}) => {
  const { page } = desk;
  await site.switches({ taxonomies: 'core' });
  const [sea = 0] = await site.addTerms('categories', ['Sea & harbour']);
  const folder = await clipFolder({ 'At sea.mp4': 'Tide pools.mp4', 'On land.mp4': 'Market street.mp4' });
  await connect(page, server);
  await realDrop(page, [folder.path]);
  await openDetails(page, 'At sea');
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('option', { name: 'Sea & harbour' }).click();
  const box = details.getByRole('combobox', { name: 'Tags' });
  await box.click();
  await page.keyboard.insertText('regatta');
  await page.getByRole('option', { name: 'Add “regatta”' }).click();
  await expect(details.getByRole('row', { name: 'regatta' })).toBeVisible();
  await untilDone(page, 2);
  const onSite = async (title: string) => (await site.state()).videos.find((video) => read(video.title) === title);
  await expect.poll(async () => (await onSite('At sea'))?.terms.categories).toEqual([sea]);
  expect((await onSite('At sea'))?.terms.tags).toHaveLength(1);

  await page.getByRole('button', { name: 'Library' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Categories: any' }).click();
  await page.getByRole('option', { name: /^Sea & harbour/ }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Tags: any' }).click();
  await page.getByRole('option', { name: /^regatta/ }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row')).toHaveCount(1);
  await expect(row(page, 'At sea')).toBeVisible();
  await folder.remove();
});

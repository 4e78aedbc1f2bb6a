// The main story on a real WordPress: difficult names, typing meanwhile, pause, kill; each clip once, byte for byte on its disk.
import path from 'node:path';
import type { Page } from '@playwright/test';
import { sentFileName } from '../../../main/transfer/file-name.ts';
import { ask } from '../behind.ts';
import { kill9, realDrop } from '../harness.ts';
import { clipFolder, connect, fixture, grownClip, openDetails, row, sha256, typeDetails, untilDone } from '../steps.ts';
import { expect, expectExactly, read, test } from './real.ts';

const mebibyte = 1024 * 1024;
const title = 'A & B "½" <b> 日本 🎬';
const description = 'Two lines,\nthe second with <i>signs</i> & more.';

const details = (page: Page) => page.getByRole('complementary', { name: 'Details' });
const limit = (page: Page, bytesPerSecond: number | null) => ask(page, 'settings.change', { bytesPerSecond });

/** Names as cameras, phones and people make them; each is one file of its own. */
const names = {
  composed: 'Über München.mp4'.normalize('NFC'),
  decomposed: 'Grüße vom Café.mp4'.normalize('NFD'),
  emoji: '🎬 Día 1 👩‍👩‍👧.mp4',
  quotes: 'She said “go” & it\'s "done".mp4',
  long: `${'Langer Tag '.repeat(21)}bis zum Ende 1234567.mp4`,
  rightToLeft: 'مرفأ الصباح בוקר.mp4',
} as const;
const nameOf = (name: string): string => name.normalize('NFC').replace(/\.mp4$/, '');

test('six clips behind Apache: typed, paused, killed in the middle, and each is there once with what was typed', {
  tag: '@proof',
}, async ({ site, server, desk }) => {
  test.setTimeout(480_000);
  const folder = await clipFolder({
    [names.composed]: 'Tide pools.mp4',
    [names.decomposed]: 'Market street.mp4',
    [names.emoji]: 'C0001.mp4',
    [names.quotes]: 'Camera check.mp4',
  });
  const file = (name: string): string => path.join(folder.path, name);
  await grownClip('Deep zoom.mp4', file(names.long), 5 * mebibyte);
  await grownClip('Harbour at dawn.mp4', file(names.rightToLeft), 3 * mebibyte);
  expect(Buffer.byteLength(names.long)).toBe(255);
  await connect(desk.page, server);
  // So slowly that a busy computer has time for all of what is typed below before either of the two large ones is sent.
  await limit(desk.page, 50_000);
  await realDrop(desk.page, [folder.path]);
  await expect(desk.page.getByRole('status', { name: 'Result' })).toContainText('6 clips added');

  // Typed while the queue runs.
  await typeDetails(desk.page, nameOf(names.long).slice(0, 60), { title, description });
  await details(desk.page).getByRole('option', { name: 'Travel & places' }).click();
  await expect(row(desk.page, title)).not.toContainText('On the site');
  const act = (name: RegExp) => row(desk.page, title).getByRole('button', { name }).click();
  await act(/^Pause/);
  await expect(row(desk.page, title)).toContainText('Paused');
  await typeDetails(desk.page, nameOf(names.rightToLeft), { title: 'Morning in the harbour', description });
  await details(desk.page)
    .getByRole('button', { name: /Visibility/ })
    .click();
  await desk.page.getByRole('option', { name: 'Public', exact: true }).click();
  await expect(desk.page.getByText('Saved on this computer', { exact: false })).toBeVisible();
  await act(/^Resume/);
  await expect(desk.page.getByRole('row').filter({ hasText: 'Sending' })).not.toHaveCount(0);
  await kill9(desk.running);

  await desk.again();
  await limit(desk.page, null);
  await untilDone(desk.page, 6, 120_000);
  const videos = await expectExactly(site, Object.values(names).map(file));
  const videoOf = (name: string) => videos.find((video) => video.file?.sha256 === sha256(file(name)));
  const long = videoOf(names.long);
  expect(read(long?.title)).toBe(title);
  expect(read(long?.content)).toBe(description);
  expect(long?.terms.video_category).toEqual([3]);
  const morning = videoOf(names.rightToLeft);
  expect(read(morning?.title)).toBe('Morning in the harbour');
  expect(read(morning?.content)).toBe(description);
  expect(morning?.status).toBe('publish');
  for (const name of [names.composed, names.decomposed, names.emoji, names.quotes]) {
    const video = videoOf(name);
    expect(read(video?.title)).toBe(sentFileName(name.normalize('NFC'), null, null).replace(/\.mp4$/, ''));
    expect(video).toMatchObject({ status: 'pending', authorLogin: 'ava' });
  }

  // The same folder again: nothing is sent a second time.
  await realDrop(desk.page, [folder.path]);
  await expect(desk.page.getByRole('status', { name: 'Result' })).toContainText('6 already on the site');
  await openDetails(desk.page, title);
  await expect(details(desk.page)).toContainText(sha256(file(names.long)));
  await folder.remove();
});

test('killed between the last byte and the answer, the video is found and not sent again (F-01)', {
  tag: '@proof',
}, async ({ site, server, desk }) => {
  test.setTimeout(480_000);
  const folder = await clipFolder({});
  const clip = path.join(folder.path, names.decomposed);
  await grownClip('Deep zoom.mp4', clip, 4 * mebibyte);
  await connect(desk.page, server);
  await site.switches({ answerDelayMs: 60_000 });
  await realDrop(desk.page, [clip]);
  await expect.poll(async () => (await site.state()).videos.length, { timeout: 60_000 }).toBe(1);
  await typeDetails(desk.page, nameOf(names.decomposed), { title, description });
  await expect(desk.page.getByText('Saved on this computer', { exact: false })).toBeVisible();
  await kill9(desk.running);

  await site.switches({ answerDelayMs: 0 });
  await desk.again();
  await untilDone(desk.page, 1, 60_000);
  const [video] = await expectExactly(site, [clip]);
  expect(read(video?.title)).toBe(title);
  expect(read(video?.content)).toBe(description);
  await folder.remove();
});

test.describe('behind PHP’s own server', () => {
  test.use({ serverOptions: { kind: 'built-in' } });

  test('clips arrive once, byte for byte', async ({ site, server, desk }) => {
    const folder = await clipFolder({ [names.emoji]: 'C0001.mp4', [names.rightToLeft]: 'Market street.mp4' });
    const big = path.join(folder.path, names.long);
    await grownClip('Deep zoom.mp4', big, 6 * mebibyte);
    await connect(desk.page, server);
    await realDrop(desk.page, [folder.path, fixture('Tide pools.mp4')]);
    await untilDone(desk.page, 4);
    const videos = await expectExactly(site, [
      big,
      path.join(folder.path, names.emoji),
      path.join(folder.path, names.rightToLeft),
      fixture('Tide pools.mp4'),
    ]);
    expect(videos.map((video) => read(video.title)).sort()).toEqual(
      [
        sentFileName(names.long, null, null).slice(0, -4),
        nameOf(names.emoji),
        nameOf(names.rightToLeft),
        'Tide pools',
      ].sort(),
    );
    await folder.remove();
  });
});

// The main story on the real app: connect, drop, type, pause, kill, and every clip on the site exactly once.
import path from 'node:path';
import { decode } from 'html-entities';
import type { PracticeSite } from '../site/start.ts';
import { kill9, type RunningApp, realDrop } from './harness.ts';
import { expect, newPracticeSite, test } from './lent-app.ts';
import { clipFolder, connect, fixture, grownClip, openDetails, row, sha256, typeDetails, untilDone } from './steps.ts';

const mebibyte = 1024 * 1024;
const title = 'A & B "½" <b> 日本 🎬';
const description = 'Two lines,\nthe second with <i>signs</i> & more.';

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

/** Every source is on the site exactly once, and nothing else is. */
async function expectExactly(sources: readonly string[]): Promise<void> {
  const { videos } = await site.state();
  expect(videos.map((video) => video.file?.sha256).sort()).toEqual(sources.map(sha256).sort());
}

test('files and a folder are dropped, a title is typed meanwhile, and all arrive once', async () => {
  const { page } = running;
  const folder = await clipFolder({
    'card/DCIM/C0001.mp4': 'C0001.mp4',
    'card/DCIM/notes.txt': 'README.md',
    'card/Über München.mp4': 'Market street.mp4',
  });
  const big = path.join(folder.path, 'Long take.mp4');
  await grownClip('Deep zoom.mp4', big, 8 * mebibyte);
  await connect(page, site);
  await site.switches({ slowBytesPerSecond: mebibyte });

  await realDrop(page, [big, fixture('Tide pools.mp4'), path.join(folder.path, 'card')]);
  await expect(page.getByRole('status', { name: 'Result' })).toContainText('4 clips added');
  await typeDetails(page, 'Long take', { title, description });
  await expect(row(page, 'Long take')).not.toContainText('On the site');
  await site.switches({ slowBytesPerSecond: null });
  await untilDone(page, 4);

  await expectExactly([
    big,
    fixture('Tide pools.mp4'),
    path.join(folder.path, 'card/DCIM/C0001.mp4'),
    path.join(folder.path, 'card/Über München.mp4'),
  ]);
  const { videos, uploads } = await site.state();
  expect(uploads).toHaveLength(4);
  const described = videos.find((video) => video.file?.sha256 === sha256(big));
  expect(decode(described?.title ?? '')).toBe(title);
  expect(decode(described?.content ?? '')).toBe(description);
  expect(videos.map((video) => video.title)).toContain('Über München');

  // The same card again: nothing is sent a second time, and the window says so.
  await realDrop(page, [path.join(folder.path, 'card'), fixture('Harbour at dawn.mp4')]);
  await expect(page.getByRole('status', { name: 'Result' })).toContainText('2 already on the site');
  await untilDone(page, 5);
  expect((await site.state()).uploads).toHaveLength(5);
  await folder.remove();
});

test('a paused clip stops sending, and goes on when it is resumed', async () => {
  const { page } = running;
  const folder = await clipFolder({});
  const clip = path.join(folder.path, 'Pause me.mp4');
  await grownClip('Deep zoom.mp4', clip, 12 * mebibyte);
  await connect(page, site);
  await site.switches({ stallAfterBytes: { bytes: 3 * mebibyte } });
  await realDrop(page, [clip]);
  await expect(row(page, 'Pause me')).toContainText('Sending');
  await row(page, 'Pause me')
    .getByRole('button', { name: /^Pause/ })
    .click();
  await expect(row(page, 'Pause me')).toContainText('Paused');
  expect((await site.state()).videos).toHaveLength(0);

  await site.switches({ stallAfterBytes: null });
  await row(page, 'Pause me')
    .getByRole('button', { name: /^Resume/ })
    .click();
  await untilDone(page, 1);
  await expectExactly([clip]);
  await folder.remove();
});

test('killed in the middle of sending, it goes on by itself after the restart', async ({ apps }) => {
  const folder = await clipFolder({});
  const clip = path.join(folder.path, 'Killed while sending.mp4');
  await grownClip('Deep zoom.mp4', clip, 12 * mebibyte);
  await connect(running.page, site);
  await site.switches({ stallAfterBytes: { bytes: 3 * mebibyte } });
  await realDrop(running.page, [clip, fixture('Tide pools.mp4')]);
  await site.waitFor('uploadBytes', 3 * mebibyte);
  await typeDetails(running.page, 'Killed while sending', { title });
  await expect(running.page.getByText('Saved on this computer', { exact: false })).toBeVisible();
  await kill9(running);

  await site.switches({ stallAfterBytes: null });
  running = await apps.again(running);
  await untilDone(running.page, 2);
  await expectExactly([clip, fixture('Tide pools.mp4')]);
  const { videos } = await site.state();
  expect(videos.map((video) => decode(video.title))).toContain(title);
  await openDetails(running.page, title);
  await expect(running.page.getByRole('complementary', { name: 'Details' })).toContainText(sha256(clip));
  await folder.remove();
});

test('killed between the last byte and the answer, it is found and not sent again (F-01)', { tag: '@proof' }, async ({
  apps,
}) => {
  const folder = await clipFolder({});
  const clip = path.join(folder.path, 'Killed while waiting.mp4');
  await grownClip('Deep zoom.mp4', clip, 4 * mebibyte);
  await connect(running.page, site);
  await site.switches({ holdAnswer: {} });
  await realDrop(running.page, [clip]);
  await site.waitFor('uploadCommitted');
  await typeDetails(running.page, 'Killed while waiting', { title, description });
  await expect(running.page.getByText('Saved on this computer', { exact: false })).toBeVisible();
  await kill9(running);

  await site.switches({ holdAnswer: null });
  running = await apps.again(running);
  await untilDone(running.page, 1);
  await expectExactly([clip]);
  const { videos, uploads } = await site.state();
  expect(uploads).toHaveLength(1);
  expect(decode(videos[0]?.title ?? '')).toBe(title);
  expect(decode(videos[0]?.content ?? '')).toBe(description);
  await folder.remove();
});

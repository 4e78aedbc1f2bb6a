// Two computers with one account of a real WordPress: the same clips dropped on both are on its disk once.
import path from 'node:path';
import { realDrop } from '../harness.ts';
import { clipFolder, connect, grownClip, untilDone } from '../steps.ts';
import { expect, expectExactly, test } from './real.ts';

test('the same drop on both: ten clips are ten videos', async ({ site, server, desk, apps }) => {
  test.setTimeout(180_000);
  const folder = await clipFolder({});
  const paths = Array.from({ length: 10 }, (_, at) => path.join(folder.path, `Take ${at}.mp4`));
  for (const [at, to] of paths.entries()) await grownClip('Harbour at dawn.mp4', to, 150_000 * (at + 1));
  const laptop = await apps.lend({ settlesSoon: true });
  for (const page of [desk.page, laptop.page]) await connect(page, server);
  await realDrop(desk.page, [folder.path]);
  // Two last bytes at the very same moment no look can tell of: the other computer begins when the first clip is there.
  await expect.poll(async () => (await site.state()).videos.length, { timeout: 30_000 }).toBeGreaterThan(0);
  await realDrop(laptop.page, [folder.path]);
  await Promise.all([untilDone(desk.page, 10, 120_000), untilDone(laptop.page, 10, 120_000)]);
  await expectExactly(site, paths);
  await apps.takeBack(laptop);
  await folder.remove();
});

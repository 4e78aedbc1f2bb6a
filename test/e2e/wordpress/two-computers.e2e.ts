// Two computers with one account of a real WordPress: the same clips dropped on both, and one folder that both watch, are on its disk once.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { realDrop } from '../harness.ts';
import { clipFolder, connect, grownClip, untilDone, watchFolder } from '../steps.ts';
import { expect, expectExactly, test } from './real.ts';

/** Ten clips in a folder; gives their paths. */
async function tenClips(folder: string): Promise<readonly string[]> {
  const paths = Array.from({ length: 10 }, (_, at) => path.join(folder, `Take ${at}.mp4`));
  for (const [at, to] of paths.entries()) await grownClip('Harbour at dawn.mp4', to, 150_000 * (at + 1));
  return paths;
}

test('the same drop on both: ten clips are ten videos', { tag: '@proof' }, async ({ site, server, desk, apps }) => {
  test.setTimeout(480_000);
  const folder = await clipFolder({});
  const paths = await tenClips(folder.path);
  const laptop = await apps.lend({ settlesSoon: true });
  for (const page of [desk.page, laptop.page]) await connect(page, server);
  await realDrop(desk.page, [folder.path]);
  // Two last bytes at the very same moment no look can tell of: the other computer begins when the first clip is there.
  await expect.poll(async () => (await site.state()).videos.length, { timeout: 60_000 }).toBeGreaterThan(0);
  await realDrop(laptop.page, [folder.path]);
  await Promise.all([untilDone(desk.page, 10, 120_000), untilDone(laptop.page, 10, 120_000)]);
  await expectExactly(site, paths);
  await apps.takeBack(laptop);
  await folder.remove();
});

test('a folder that both watch: ten clips are ten videos', { tag: '@proof' }, async ({ site, server, desk, apps }) => {
  test.setTimeout(480_000);
  const root = await mkdtemp(path.join(os.tmpdir(), 'Shared-'));
  const laptop = await apps.lend({ settlesSoon: true });
  for (const one of [desk.running, laptop]) {
    await connect(one.page, server);
    const places = one.page.getByRole('navigation', { name: 'Places' });
    await places.getByRole('button', { name: 'Watched folders' }).click();
    await watchFolder(one, root);
    await places.getByRole('button', { name: 'Uploads' }).click();
  }
  const paths = await tenClips(root);
  await Promise.all([untilDone(desk.page, 10, 120_000), untilDone(laptop.page, 10, 120_000)]);
  await expectExactly(site, paths);
  await apps.takeBack(laptop);
  await rm(root, { recursive: true, force: true });
});

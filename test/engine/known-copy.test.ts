// Files that were overwritten with another job's clip or touched, on a real site: the same bytes never go up a second time (F-25).
import { copyFileSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { grownClip, sha256 } from './clip-files.ts';
import { createStage } from './stage.ts';

it.each([false, true])(
  'asks the user, and goes on once its own clip is back; named again meanwhile: %s',
  async (named) => {
    await using on = await createStage();
    const { engine, account, site, folder } = on;
    const pause = (paused: boolean) => engine.uploader.handlers['queue.pause'](paused);
    const first = folder.make('first.mp4', 20_000);
    await engine.add(account, first);
    await engine.settled();
    await pause(true);
    const second = folder.make('second.mp4', 30_000);
    const own = readFileSync(second);
    const [job] = await engine.add(account, second);
    copyFileSync(first, second);
    if (named) expect(await engine.uploader.addPaths([second], account)).toMatchObject({ added: 0, refused: [] });
    await pause(false);
    const asked = await engine.until(job?.id ?? '', (row) => row.state.kind === 'needs-you');
    expect(asked.state).toMatchObject({ reason: 'clip-known', detail: 'first.mp4' });
    expect((await site.state()).uploads).toHaveLength(1);
    writeFileSync(second, own);
    await engine.uploader.handlers['queue.act']({ act: 'retry', target: { ids: [job?.id ?? ''] } });
    await engine.settled();
    const there = (await site.state()).videos.map((video) => video.file?.sha256);
    expect(there.toSorted()).toEqual([sha256(first), sha256(second)].toSorted());
  },
);

it('asks the user about a clip that could not be compared, once a copy of it has gone up meanwhile (F-26)', async () => {
  await using on = await createStage();
  const { engine, account, site, folder } = on;
  const pause = (paused: boolean) => engine.uploader.handlers['queue.pause'](paused);
  const original = folder.make('original.mp4', 20_000);
  const away = `${original}.away`;
  await pause(true);
  const [job] = await engine.add(account, original);
  renameSync(original, away);
  const copy = folder.make('copy.mp4', 20_000);
  copyFileSync(away, copy);
  await engine.add(account, copy);
  renameSync(away, original);
  await pause(false);
  const asked = await engine.until(job?.id ?? '', (row) => row.state.kind === 'needs-you');
  expect(asked.state).toMatchObject({ reason: 'clip-known', detail: 'copy.mp4' });
  await engine.settled(['done', 'needs-you']);
  expect((await site.state()).uploads).toHaveLength(1);
});

it('sends one of two clips that turned out to be the same only after both were on the list, and asks about the other (F-31)', async () => {
  await using on = await createStage();
  const { engine, account, site, folder } = on;
  const pause = (paused: boolean) => engine.uploader.handlers['queue.pause'](paused);
  const original = folder.make('original.mp4', 20_000);
  const away = `${original}.away`;
  await pause(true);
  await engine.add(account, original);
  renameSync(original, away);
  const copy = folder.make('copy.mp4', 20_000);
  copyFileSync(away, copy);
  await engine.add(account, copy);
  renameSync(away, original);
  // Of the same size: now the original is read at last.
  await engine.add(account, folder.make('other.mp4', 20_000));
  await pause(false);
  await engine.settled(['done', 'needs-you']);
  const known = (await engine.rows()).filter(({ state }) => state.kind === 'needs-you');
  expect(known.map(({ state }) => state)).toMatchObject([{ reason: 'clip-known' }]);
  const there = (await site.state()).videos.map((video) => video.file?.sha256);
  expect(new Set(there).size).toBe(2);
  expect(there).toHaveLength(2);
});

it('knows a clip again that was found on the site after it was cancelled, and whose file was touched meanwhile', async () => {
  await using on = await createStage();
  await on.site.switches({ holdAnswer: { times: 1 } });
  const hashes = async () => (await on.site.state()).videos.map((video) => video.file?.sha256);
  const path = on.folder.make('clip.mp4', 20_000);
  const [job] = await on.engine.add(on.account, path);
  const ids = [job?.id ?? ''];
  await on.site.waitFor('held');
  await on.engine.uploader.handlers['queue.act']({ act: 'cancel', target: { ids } });
  utimesSync(path, new Date(), new Date(Date.now() - 60_000));
  await on.engine.uploader.handlers['queue.act']({ act: 'retry', target: { ids } });
  await on.engine.settled();
  expect(await on.engine.uploader.addPaths([path], on.account)).toMatchObject({ added: 0, alreadyOnSite: 1 });
  expect(await on.engine.rows()).toHaveLength(1);
  expect(await hashes()).toEqual([sha256(path)]);
  // Another film of the same length in its place is another clip.
  writeFileSync(path, grownClip(20_000));
  expect(await on.engine.uploader.addPaths([path], on.account)).toMatchObject({ added: 1, alreadyOnSite: 0 });
  const asked = (await on.engine.rows()).find(({ id }) => id !== job?.id)?.id ?? '';
  await on.engine.uploader.handlers['queue.act']({ act: 'keep', target: { ids: [asked] } });
  await on.engine.settled();
  expect(await hashes()).toHaveLength(2);
});

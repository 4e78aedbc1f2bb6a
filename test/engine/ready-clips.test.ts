// Clips that wait for their user's word, through the whole engine: nothing of them leaves before it, whatever happens meanwhile.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AccountView, JobAct, JobTarget } from '../../preload/contract.ts';
import { grownClip, sha256 } from './clip-files.ts';
import { fastClock } from './engine.ts';
import { uniqueClip } from './folder-writers.ts';
import { createStage, noJitter, type Stage } from './stage.ts';

const stage = (uploadStatus: 'publish' | 'pending' = 'pending') =>
  createStage({ switches: { uploadStatus }, engine: { ports: noJitter } });
const hold = ({ engine, account }: Stage, isHeld: boolean, accountId = account) =>
  engine.uploader.handlers['account.holdNew']({ accountId, isHeld });
const act = ({ engine }: Stage, what: JobAct, target: JobTarget) =>
  engine.uploader.handlers['queue.act']({ act: what, target });
/** Requests that carried a clip, whatever came of them. */
const uploads = async ({ site }: Stage): Promise<number> => (await site.state()).uploads.length;
const kinds = async ({ engine }: Stage) => (await engine.rows()).map(({ state }) => state.kind);
const accountOf = async ({ engine, account }: Stage): Promise<AccountView | undefined> =>
  (await engine.uploader.handlers['app.state']()).sites
    .flatMap(({ accounts }) => accounts)
    .find(({ id }) => id === account);
const titles = async ({ site }: Stage) => (await site.state()).videos.map(({ title }) => title).toSorted();

it('forty clips wait through a restart, are titled, go when their user says so, each once; the others stay', async () => {
  await using on = await stage();
  await hold(on, true);
  const paths = Array.from({ length: 40 }, (_, at) =>
    on.folder.make(`C${String(at).padStart(4, '0')}.mp4`, 20_000 + at),
  );
  const rows = await on.engine.add(on.account, ...paths);
  expect((await on.engine.window()).totals).toMatchObject({
    ready: [{ accountId: on.account, clips: 40 }],
    ...{ bytesOpen: 0, secondsLeft: null },
  });
  await on.restart();
  expect(new Set(await kinds(on))).toEqual(new Set(['ready']));
  await on.engine.uploader.handlers['job.describe']({ jobId: rows[3]?.id ?? '', draft: { title: 'Harbour “½” 你好' } });
  const ids = rows.slice(2, 5).map(({ id }) => id);
  expect(await act(on, 'send', { ids })).toEqual({ changed: 3 });
  await on.engine.settled(['ready', 'done']);
  expect([await uploads(on), await titles(on)]).toEqual([3, ['C0002', 'C0004', 'Harbour “½” 你好']]);
  expect((await on.engine.window()).counts).toMatchObject({ ready: 37, done: 3, waiting: 0, active: 0 });
  // A pause, a resume and a try again are no word to send.
  for (const other of ['pause', 'resume', 'retry'] as const)
    expect(await act(on, other, { filter: 'ready' })).toEqual({ changed: 0 });
  expect(await act(on, 'send', { filter: 'all' })).toEqual({ changed: 37 });
  await on.engine.settled();
  expect([await uploads(on), (await on.engine.window()).totals.ready]).toEqual([40, []]);
}, 90_000);

it('what is sent goes by itself from then on: also after the app ended in that very moment', async () => {
  await using on = await stage();
  await hold(on, true);
  await on.engine.uploader.handlers['queue.pause'](true);
  await on.engine.add(on.account, on.folder.make('a.mp4', 20_000), on.folder.make('b.mp4', 21_000));
  const [first] = await on.engine.rows();
  await act(on, 'send', { ids: [first?.id ?? ''] });
  await on.restart();
  expect(await kinds(on)).toEqual(['waiting', 'ready']);
  await on.engine.uploader.handlers['queue.pause'](false);
  await on.engine.settled(['ready', 'done']);
  expect([await uploads(on), await kinds(on)]).toEqual([1, ['done', 'ready']]);
});

describe('which clips wait', () => {
  it('those of an account whose clips are public at once, unless its user chose otherwise', async () => {
    await using on = await stage('publish');
    const add = (name: string, bytes: number) => on.engine.add(on.account, on.folder.make(name, bytes));
    await add('first.mp4', 20_000);
    await on.engine.settled();
    await on.engine.uploader.handlers['queue.sendPublic'](on.account);
    expect(await accountOf(on)).toMatchObject({ publishesAtOnce: true, holdsNew: true });
    await add('second.mp4', 21_000);
    expect(await kinds(on)).toEqual(['done', 'ready']);
    await hold(on, false);
    await on.restart();
    expect(await accountOf(on)).toMatchObject({ publishesAtOnce: true, holdsNew: false });
    await add('third.mp4', 22_000);
    await on.engine.settled(['ready', 'done']);
    expect(await kinds(on)).toEqual(['done', 'ready', 'done']);
  });

  it.each([
    ['wait', false, 'ready'],
    ['at-once', true, 'done'],
    ['as-account', true, 'ready'],
    ['as-account', false, 'done'],
  ] as const)('those of a watched folder by its rule: %s, account holds %s', async (rule, isHeld, kind) => {
    await using on = await createStage({ switches: {}, engine: { ports: noJitter, clock: fastClock(10) } });
    const root = mkdtempSync(join(tmpdir(), 'clipferry-watched-'));
    try {
      await hold(on, isHeld);
      const folderId = await on.engine.watch(on.account, root);
      await on.engine.uploader.handlers['folder.change']({ folderId, rules: { hold: rule } });
      await on.engine.untilFolder(folderId, ({ state }) => state === 'watching');
      await uniqueClip(join(root, 'Export.mp4'));
      await on.engine.untilFolder(folderId, ({ takenCount }) => takenCount === 1, 20_000);
      await on.engine.settled([kind]);
      expect(await uploads(on)).toBe(kind === 'done' ? 1 : 0);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });

  it('also one that was taken off the list and is dropped again', async () => {
    await using on = await stage();
    await hold(on, true);
    const path = on.folder.make('again.mp4', 20_000);
    await on.engine.add(on.account, path);
    await act(on, 'remove', { filter: 'all' });
    await on.engine.add(on.account, path);
    expect([await kinds(on), await uploads(on)]).toEqual([['ready'], 0]);
  });

  it('also one that was cancelled and is tried again', async () => {
    await using on = await stage();
    await hold(on, true);
    const path = on.folder.make('perhaps.mp4', 20_000);
    const [row] = await on.engine.add(on.account, path);
    await act(on, 'cancel', { ids: [row?.id ?? ''] });
    await act(on, 'retry', { filter: 'all' });
    expect([await kinds(on), await uploads(on)]).toEqual([['ready'], 0]);
    await act(on, 'remove', { filter: 'all' });
    await on.engine.add(on.account, path);
    expect([await kinds(on), await uploads(on)]).toEqual([['ready'], 0]);
  });

  it('also a newer version, after its user has said what becomes of the older one (F-25)', async () => {
    await using on = await stage();
    const path = on.folder.make('Harbour.mp4', 20_000);
    await on.engine.add(on.account, path);
    await on.engine.settled();
    await hold(on, true);
    writeFileSync(path, grownClip(30_000));
    await on.engine.add(on.account, path);
    expect(await kinds(on)).toEqual(['done', 'needs-you']);
    expect(await act(on, 'keep', { filter: 'needs-you' })).toEqual({ changed: 1 });
    expect([await kinds(on), await uploads(on)]).toEqual([['done', 'ready'], 1]);
    await act(on, 'send', { filter: 'ready' });
    await on.engine.settled();
    expect(await uploads(on)).toBe(2);
  });
});

it('another version takes the place of one that waits, and goes in its place', async () => {
  await using on = await stage();
  await hold(on, true);
  const path = on.folder.make('Cut.mp4', 20_000);
  await on.engine.add(on.account, path);
  writeFileSync(path, grownClip(30_000));
  expect(await on.engine.uploader.addPaths([path], on.account)).toMatchObject({ added: 0, alreadyQueued: 1 });
  expect(await kinds(on)).toEqual(['ready']);
  await act(on, 'send', { filter: 'ready' });
  await on.engine.settled();
  expect((await on.site.state()).videos.map(({ file }) => file?.sha256)).toEqual([sha256(path)]);
});

it('goes to another account without going yet', async () => {
  await using on = await stage();
  await hold(on, true);
  const other = await on.engine.connect(on.site, 'admin');
  const [row] = await on.engine.add(on.account, on.folder.make('a.mp4', 20_000));
  expect(await on.engine.uploader.handlers['queue.moveTo']({ ids: [row?.id ?? ''], accountId: other })).toEqual({
    changed: 1,
  });
  expect((await on.engine.window()).totals.ready).toMatchObject([{ accountId: other, clips: 1 }]);
  await act(on, 'send', { filter: 'ready' });
  await on.engine.settled();
  expect(await uploads(on)).toBe(1);
});

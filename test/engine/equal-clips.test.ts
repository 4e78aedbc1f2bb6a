// Equal clips in several places, and names that differ by nothing but capital letters: each account gets each clip once, and none of
// them is trouble.
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskFiles } from '../../main/adapters/files.ts';
import type { Files } from '../../main/ports.ts';
import { refusedOf } from '../main/ingest/refused.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { type Engine, fastClock, memorySecrets, startEngine } from './engine.ts';
import { copyIn, sha256, uniqueClip } from './folder-writers.ts';

let site: PracticeSite;
let engine: Engine;
let root: string;

const start = async (files: Files = diskFiles): Promise<Engine> => {
  engine = await startEngine({
    profile: mkdtempSync(join(root, 'profile-')),
    secrets: memorySecrets(),
    clock: fastClock(10),
    ports: { files },
  });
  return engine;
};
const at = (...names: readonly string[]): string => join(root, ...names);

beforeEach(async () => {
  site = await startPracticeSite();
  root = mkdtempSync(join(tmpdir(), 'clipferry-equal-'));
  for (const name of ['one', 'two']) mkdirSync(at(name));
});
afterEach(async () => {
  await engine.stop();
  await site.stop();
  rmSync(root, { recursive: true, force: true });
});

/** Resolves when a clip that came last has arrived as the `count`th of its folder: what came before it was looked at before it. */
async function lookedThrough(folderId: string, folder: string, name: string, count: number): Promise<void> {
  await uniqueClip(join(folder, name));
  await engine.uploader.handlers['folder.scan'](folderId);
  await engine.untilFolder(folderId, (one) => one.takenCount >= count && one.waitingCount === 0);
}
const sums = async (login: string): Promise<readonly unknown[]> =>
  (await site.state()).videos.flatMap(({ authorLogin, file }) => (authorLogin === login ? [file?.sha256] : [])).sort();

describe('equal files (F-40)', () => {
  it('in two watched folders and a drop of one account are one video, and nobody is asked', async () => {
    await start();
    const account = await engine.connect(site);
    const folders = [await engine.watch(account, at('one')), await engine.watch(account, at('two'))];
    await uniqueClip(at('one/Equal.mp4'));
    await engine.untilFolder(folders[0] ?? '', ({ takenCount }) => takenCount === 1);
    copyIn(at('one/Equal.mp4'), at('two/Equal.mp4'));
    copyIn(at('one/Equal.mp4'), at('two/Under another name.mp4'));
    await lookedThrough(folders[0] ?? '', at('one'), 'zz one.mp4', 2);
    await lookedThrough(folders[1] ?? '', at('two'), 'zz two.mp4', 1);
    copyIn(at('one/Equal.mp4'), at('Dropped.mp4'));
    expect(await engine.uploader.addPaths([at('Dropped.mp4')], account)).toMatchObject({
      added: 0,
      alreadyOnSite: 1,
      refused: [],
    });
    await engine.settled(['done']);
    expect(await sums('ava')).toEqual(
      [at('one/Equal.mp4'), at('one/zz one.mp4'), at('two/zz two.mp4')].map(sha256).sort(),
    );
    expect((await site.state()).uploads).toHaveLength(3);
    for (const id of folders) expect(refusedOf((await engine.folder(id)).files)).toEqual([]);
  });

  it('in folders of two accounts go to each of them, once', async () => {
    await start();
    const accounts = [await engine.connect(site), await engine.connect(site, 'admin')];
    const folders = [
      await engine.watch(accounts[0] ?? '', at('one')),
      await engine.watch(accounts[1] ?? '', at('two')),
    ];
    await uniqueClip(at('one/Equal.mp4'));
    for (const name of ['two/Equal.mp4', 'two/Again.mp4']) copyIn(at('one/Equal.mp4'), at(name));
    await lookedThrough(folders[0] ?? '', at('one'), 'zz one.mp4', 2);
    await lookedThrough(folders[1] ?? '', at('two'), 'zz two.mp4', 2);
    await engine.settled(['done']);
    expect(await sums('ava')).toEqual([at('one/Equal.mp4'), at('one/zz one.mp4')].map(sha256).sort());
    expect(await sums('admin')).toEqual([at('one/Equal.mp4'), at('two/zz two.mp4')].map(sha256).sort());
    expect((await site.state()).uploads).toHaveLength(4);
  });
});

/** A disk that keeps names as they were given and takes capital and small letters for the same, as on Windows and a Mac. */
const sameLetters: Files = (() => {
  const real = async (path: string): Promise<string> => {
    if (path === root || !path.startsWith(root)) return path;
    const folder = await real(dirname(path));
    const names: readonly string[] = await readdir(folder).catch(() => []);
    const name = basename(path);
    return join(folder, names.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name);
  };
  return {
    ...diskFiles,
    stat: async (path) => diskFiles.stat(await real(path)),
    open: async (path) => diskFiles.open(await real(path)),
    list: async (path) => diskFiles.list(await real(path)),
  };
})();

describe.each([
  ['tells capital letters from small ones', diskFiles],
  ['takes them for the same', sameLetters],
])('on a disk that %s', (_, files) => {
  it('a clip whose name, or whose folder’s name, changes in nothing else is not sent again (F-31)', async () => {
    await start(files);
    const account = await engine.connect(site);
    const folder = await engine.watch(account, at('one'));
    mkdirSync(at('one/Card'));
    await uniqueClip(at('one/Card/a.mp4'));
    const first = sha256(at('one/Card/a.mp4'));
    await lookedThrough(folder, at('one'), 'zz 1.mp4', 2);
    renameSync(at('one/Card/a.mp4'), at('one/Card/A.mp4'));
    await lookedThrough(folder, at('one'), 'zz 2.mp4', 3);
    renameSync(at('one/Card'), at('one/CARD'));
    await lookedThrough(folder, at('one'), 'zz 3.mp4', 4);
    renameSync(at('one/CARD/A.mp4'), at('one/CARD/a.MP4'));
    await lookedThrough(folder, at('one'), 'zz 4.mp4', 5);
    expect((await engine.settled(['done'])).length).toBe(5);
    expect((await sums('ava')).filter((sum) => sum === first)).toHaveLength(1);
    expect((await site.state()).uploads).toHaveLength(5);
  });
});

// Watched folders through the whole engine: real files, a real watcher, and the practice site over real HTTP.
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { diskFiles } from '../../main/adapters/files.ts';
import { FileError, type Files } from '../../main/ports.ts';
import type { FolderView, JobRow } from '../../preload/contract.ts';
import { refusedOf } from '../main/ingest/refused.ts';
import { createChance } from '../simulation/chance.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { containers } from '../torture/contents.ts';
import { type Engine, fastClock, fixture, memorySecrets, startEngine } from './engine.ts';
import {
  copyIn,
  fillFromEnds,
  fillSlowly,
  recordSlowly,
  renameIn,
  sha256,
  uniqueBytes,
  uniqueClip,
  writeSlowly,
} from './folder-writers.ts';
import { createStage } from './stage.ts';

/** The default quiet time of two seconds takes 200 ms here. */
const times = 10;
const quietMs = 2_000 / times;

let site: PracticeSite;
let engine: Engine;
let profile: string;
let root: string;
const secrets = memorySecrets();

const start = (): Promise<Engine> => startEngine({ profile, secrets, clock: fastClock(times) });
const restart = async (): Promise<void> => {
  await engine.stop();
  engine = await start();
};
const at = (name: string): string => join(root, name);

beforeEach(async () => {
  site = await startPracticeSite();
  profile = mkdtempSync(join(tmpdir(), 'clipferry-engine-'));
  root = mkdtempSync(join(tmpdir(), 'clipferry-watched-'));
  engine = await start();
});
afterEach(async () => {
  await engine.stop();
  await site.stop();
  rmSync(profile, { recursive: true, force: true });
  rmSync(root, { recursive: true, force: true });
});

/** Resolves when so many videos are there, each of its own upload; gives their hashes in order. */
async function arrived(count: number): Promise<readonly unknown[]> {
  await engine.untilFolder(folderId, (folder) => folder.takenCount >= count && folder.waitingCount === 0);
  const { videos, uploads } = await site.state();
  expect([videos.length, uploads.length]).toEqual([count, count]);
  return videos.map((video) => video.file?.sha256).sort();
}

/**
 * Proves that nothing else is taken: a clip that comes last is looked at after everything before it, in a folder that was
 * looked through as a whole.
 */
async function nothingBut(count: number): Promise<void> {
  await engine.untilFolder(folderId, (folder) => folder.state === 'watching');
  await uniqueClip(at(`zz marker ${count}.mp4`));
  await engine.uploader.handlers['folder.scan'](folderId);
  await arrived(count + 1);
}

let folderId: string;
let account: string;

async function watch(existing: 'take' | 'leave' = 'take'): Promise<void> {
  account = await engine.connect(site);
  folderId = await engine.watch(account, root, existing);
  await engine.untilFolder(folderId, (folder) => folder.state === 'watching');
}

it('a folder whose disk fails at the very moment it is added is refused in words, and can be added again', async () => {
  let fails = false;
  const stat: Files['stat'] = async (path) => {
    if (fails && path === root) throw new FileError('failed', 'EIO: i/o error');
    return diskFiles.stat(path);
  };
  await engine.stop();
  engine = await startEngine({ profile, secrets, clock: fastClock(times), ports: { files: { ...diskFiles, stat } } });
  const account = await engine.connect(site);
  fails = true;
  await expect(engine.watch(account, root)).rejects.toThrow('not watched: {"problem":"missing"');
  fails = false;
  const id = await engine.watch(account, root);
  expect((await engine.folder(id)).path).toBe(root);
});

describe('a clip that is being written', () => {
  it('is taken once and whole when it is copied slowly (F-23)', async () => {
    await watch();
    const bytes = uniqueBytes(200_000);
    const writing = writeSlowly(at('Slow copy.mp4'), bytes, 8, quietMs * 0.7);
    const during = await engine.untilFolder(folderId, (folder) => folder.beingWritten === 1);
    expect(during.takenCount).toBe(0);
    await writing;
    expect(await arrived(1)).toEqual([sha256(at('Slow copy.mp4'))]);
  });

  it.each([0.95, 1.05, 3])(
    'is never taken torn with pauses of %f times the quiet time',
    { tags: 'proof' },
    async (part) => {
      await watch();
      await writeSlowly(at('Torn.mp4'), uniqueBytes(200_000), 6, quietMs * part);
      expect(await arrived(1)).toEqual([sha256(at('Torn.mp4'))]);
    },
  );

  it('is not taken while the room that was made for it is being filled', { tags: 'proof' }, async () => {
    await watch();
    await fillSlowly(at('Filled.mp4'), uniqueBytes(400_000), 4, quietMs * 1.6);
    expect(await arrived(1)).toEqual([sha256(at('Filled.mp4'))]);
  });

  it.runIf(process.platform === 'linux')(
    'is not taken as long as a program holds it, though it has its first and last block and all of its size (F-23)',
    { tags: 'proof' },
    async () => {
      await watch();
      await fillFromEnds(at('From its ends.mp4'), uniqueBytes(400_000), 4, quietMs * 6);
      expect(await arrived(1)).toEqual([sha256(at('From its ends.mp4'))]);
    },
  );

  it('is not taken with holes in it where nobody can be seen to write (F-23)', { tags: 'proof' }, async () => {
    await engine.stop();
    const writers = { holding: async () => null, close: async () => {} };
    engine = await startEngine({ profile, secrets, clock: fastClock(times), ports: { writers } });
    await watch();
    await fillFromEnds(at('Over the network.mp4'), uniqueBytes(4_000_000), 4, quietMs * 6);
    expect(await arrived(1)).toEqual([sha256(at('Over the network.mp4'))]);
  });

  it.runIf(process.platform === 'linux')(
    'is taken soon after its program let it go, also where nothing in it says where it ends',
    { tags: 'proof' },
    async () => {
      await watch();
      const program = containers.find(({ name }) => name === 'MPEG program');
      const bytes = program?.make(createChance(1), 100_000) ?? Buffer.alloc(0);
      await recordSlowly(at('Recorded.mpg'), bytes, 3, quietMs * 5);
      const endedAt = performance.now();
      expect(await arrived(1)).toEqual([sha256(at('Recorded.mpg'))]);
      // What has no end of its own is else left quiet for seventy-five times the quiet time.
      expect(performance.now() - endedAt).toBeLessThan(quietMs * 50);
    },
  );

  it('is taken under its own name when it came under another', { tags: 'proof' }, async () => {
    await watch();
    await renameIn(at('Download.mp4'), uniqueBytes(), at('Download.mp4.part'), quietMs * 1.2);
    await renameIn(at('Synced.mp4'), uniqueBytes(), at('.Synced.mp4.Xk3J9a'), quietMs * 1.2);
    expect(await arrived(2)).toEqual([sha256(at('Download.mp4')), sha256(at('Synced.mp4'))].sort());
    expect((await site.state()).videos.map((video) => video.title).sort()).toEqual(['Download', 'Synced']);
  });

  it('is taken with what was appended after it had been closed', async () => {
    await watch();
    const bytes = uniqueBytes(100_000);
    const boxes = bytes.length - 100_000;
    await writeFile(at('Appended.mp4'), bytes.subarray(0, boxes));
    await pause(quietMs / 2);
    await appendFile(at('Appended.mp4'), bytes.subarray(boxes));
    expect(await arrived(1)).toEqual([sha256(at('Appended.mp4'))]);
  });

  it('is waited for as long as it takes, and taken when it is whole', { tags: 'proof' }, async () => {
    await watch();
    const bytes = uniqueBytes();
    await writeFile(at('Half.mp4'), bytes.subarray(0, 9_000));
    await writeFile(at('Empty.mp4'), '');
    await nothingBut(0);
    const folder = await engine.folder(folderId);
    expect([folder.beingWritten, folder.moreFiles]).toEqual([2, 0]);
    expect(folder.files).toEqual([
      { name: 'Empty.mp4', state: 'empty', program: null },
      { name: 'Half.mp4', state: 'unfinished', program: null },
      { name: 'zz marker 0.mp4', state: 'sent', program: null },
    ]);
    await appendFile(at('Half.mp4'), bytes.subarray(9_000));
    expect(await arrived(2)).toContain(sha256(at('Half.mp4')));
  });

  it('is not forgotten when Clipferry is stopped meanwhile (F-24)', { tags: 'proof' }, async () => {
    await watch();
    const bytes = uniqueBytes(200_000);
    const writing = writeSlowly(at('Long copy.mp4'), bytes, 10, quietMs * 0.8);
    await engine.untilFolder(folderId, (folder) => folder.beingWritten === 1);
    await restart();
    await writing;
    expect(await arrived(1)).toEqual([sha256(at('Long copy.mp4'))]);
  });
});

describe('the same clip', () => {
  it('is not taken twice: renamed, moved, copied, with a new date, after a restart', { tags: 'proof' }, async () => {
    await watch();
    await uniqueClip(at('First.mp4'));
    await arrived(1);
    renameSync(at('First.mp4'), at('Renamed.mp4'));
    mkdirSync(at('Day 2'));
    renameSync(at('Renamed.mp4'), at('Day 2/Moved.mp4'));
    copyIn(at('Day 2/Moved.mp4'), at('Copied back.mp4'));
    utimesSync(at('Copied back.mp4'), 1, 1);
    await nothingBut(1);
    await restart();
    await nothingBut(2);
  });

  it('is not taken twice when its disk comes and goes three times (F-26, F-27)', { tags: 'proof' }, async () => {
    await watch();
    await uniqueClip(at('A.mp4'));
    await uniqueClip(at('Sub/B.mp4'));
    await arrived(2);
    for (let round = 0; round < 3; round++) {
      renameSync(root, `${root}-away`);
      await engine.untilFolder(folderId, (folder) => folder.state === 'disconnected');
      expect((await engine.settled()).length).toBe(2 + round);
      renameSync(`${root}-away`, root);
      await engine.untilFolder(folderId, (folder) => folder.state === 'watching');
      await nothingBut(2 + round);
    }
    expect((await site.state()).requests.filter((request) => request.method === 'DELETE')).toEqual([]);
  });

  it('waits for its disk when it was unplugged before its turn, and asks nobody (F-26)', {
    tags: 'proof',
  }, async () => {
    await engine.uploader.handlers['queue.pause'](true);
    await watch();
    await uniqueClip(at('A.mp4'));
    await uniqueClip(at('B.mp4'));
    await engine.untilFolder(folderId, (folder) => folder.takenCount === 2);
    renameSync(root, `${root}-away`);
    await engine.uploader.handlers['queue.pause'](false);
    const isAway = (row: JobRow): boolean => row.state.kind === 'waiting' && row.state.why === 'folder-away';
    for (const row of await engine.rows()) await engine.until(row.id, isAway);
    expect((await engine.window()).counts).toMatchObject({ waiting: 2, needsYou: 0 });
    await restart();
    renameSync(`${root}-away`, root);
    await arrived(2);
  });

  it('that is back goes on no sooner than its site may be asked again (F-14, F-26)', { tags: 'proof' }, async () => {
    await engine.uploader.handlers['queue.pause'](true);
    await watch();
    await uniqueClip(at('A.mp4'));
    await engine.untilFolder(folderId, (folder) => folder.takenCount === 1);
    renameSync(root, `${root}-away`);
    await engine.uploader.handlers['queue.pause'](false);
    const [away] = await engine.rows();
    await engine.until(away?.id ?? '', ({ state }) => state.kind === 'waiting' && state.why === 'folder-away');

    const seconds = 50;
    await site.switches({
      failWith: { status: 429, headers: { 'Retry-After': String(seconds) }, body: { code: 'busy' }, times: 1 },
    });
    await engine.add(account, await uniqueClip(join(profile, 'B.mp4')));
    await site.waitFor('uploadAnswered');
    const floor = Date.parse((await site.state()).uploads[0]?.at ?? '') + (seconds * 1_000) / times;
    const known = (await site.state()).requests.length;
    renameSync(`${root}-away`, root);
    await engine.untilFolder(folderId, (folder) => folder.state === 'watching');
    await engine.settled();
    const since = (await site.state()).requests.slice(known);
    expect(since.filter((request) => Date.parse(request.at) < floor)).toEqual([]);
    expect((await site.state()).videos).toHaveLength(2);
  });

  it('is one clip in a folder and in a drop, and the drop says so', async () => {
    await watch();
    await uniqueClip(at('Card.mp4'));
    await arrived(1);
    const elsewhere = mkdtempSync(join(tmpdir(), 'clipferry-card-'));
    copyIn(at('Card.mp4'), join(elsewhere, 'C0001.mp4'));
    await uniqueClip(join(elsewhere, 'C0002.mp4'));
    const result = await engine.uploader.addPaths([elsewhere], account);
    expect(result).toMatchObject({ added: 1, alreadyOnSite: 1, alreadyQueued: 0 });
    await engine.settled();
    expect((await site.state()).uploads).toHaveLength(2);
    await rm(elsewhere, { recursive: true });
  });

  it('under the same name with another content is another clip', { tags: 'proof' }, async () => {
    await watch();
    await uniqueClip(at('Export.mp4'));
    const [first] = await arrived(1);
    await uniqueClip(at('Export.mp4'));
    const asks = async () => (await engine.rows()).find(({ state }) => state.kind === 'needs-you');
    await expect.poll(asks).toMatchObject({ state: { reason: 'newer-version' } });
    await engine.uploader.handlers['queue.act']({ act: 'keep', target: { ids: [(await asks())?.id ?? ''] } });
    expect(await arrived(2)).toEqual([first, sha256(at('Export.mp4'))].sort());
  });

  it('that two equal sizes hide is told apart by content', async () => {
    await watch();
    await site.switches({ holdAnswer: {} });
    for (const name of ['1', '2', '3']) await uniqueClip(at(`${name}.mp4`));
    copyIn(at('2.mp4'), at('2 copy.mp4'));
    await engine.untilFolder(folderId, (folder) => folder.takenCount === 3 && folder.beingWritten === 0);
    await site.switches({ holdAnswer: null });
    await site.release();
    expect(await arrived(3)).toEqual(['1', '2', '3'].map((name) => sha256(at(`${name}.mp4`))).sort());
  });

  it('is sent from its new name when it was renamed before its turn', async () => {
    await engine.uploader.handlers['queue.pause'](true);
    await watch();
    await uniqueClip(at('Before.mp4'));
    await engine.untilFolder(folderId, (folder) => folder.takenCount === 1);
    renameSync(at('Before.mp4'), at('After.mp4'));
    const [job] = await engine.rows();
    await engine.until(job?.id ?? '', (row) => row.name === 'After.mp4');
    await engine.uploader.handlers['queue.pause'](false);
    expect(await arrived(1)).toEqual([sha256(at('After.mp4'))]);
  });
});

describe('a folder', () => {
  it('finds every clip of a burst, in subfolders too', { tags: 'proof' }, async () => {
    await watch();
    const names = Array.from({ length: 60 }, (_, index) => at(`Card ${index % 6}/Deep/C${index}.mp4`));
    for (const [index, name] of names.entries()) await uniqueClip(name, 1_000 + index);
    expect(await arrived(60)).toEqual(names.map(sha256).sort());
  });

  it('finds every one of 2,000 files that come at once (F-30)', { tags: 'proof' }, async () => {
    await engine.uploader.handlers['queue.pause'](true);
    await watch();
    for (let index = 0; index < 2_000; index++) {
      if (index % 100 === 0) mkdirSync(at(`Card ${index / 100}`));
      writeFileSync(at(`Card ${Math.floor(index / 100)}/C${index}.mp4`), uniqueBytes(1_000 + index));
    }
    await engine.untilFolder(folderId, (folder) => folder.takenCount === 2_000, 60_000);
    expect((await engine.window()).counts.all).toBe(2_000);
  });

  it('leaves what was in it when it was added so, also after a restart and under other names', async () => {
    await uniqueClip(at('Old.mp4'));
    await uniqueClip(at('Sub/Older.mp4'));
    await watch('leave');
    renameSync(at('Old.mp4'), at('Old renamed.mp4'));
    await nothingBut(0);
    await restart();
    await nothingBut(1);
    expect((await site.state()).videos.map((video) => video.title)).not.toContain('Old renamed');
  });

  it('takes what is in it when it was added so, in order of names', async () => {
    for (const name of ['C10', 'C9', 'C1']) await uniqueClip(at(`${name}.mp4`), 2_000 + Number(name.slice(1)));
    await watch('take');
    await arrived(3);
    expect((await engine.rows()).map((row) => row.name)).toEqual(['C1.mp4', 'C9.mp4', 'C10.mp4']);
  });

  it('refuses what is no video, and looks again when it has changed', async () => {
    await watch();
    await writeFile(at('Notes.mp4'), 'These are only words, whatever the name says.');
    await writeFile(at('Picture.jpg'), 'not even looked at');
    const folder = await engine.untilFolder(folderId, (one) => refusedOf(one.files).length > 0);
    expect(folder.files).toEqual([{ name: 'Notes.mp4', state: 'not-video', program: null }]);
    await uniqueClip(at('Notes.mp4'));
    expect(await arrived(1)).toEqual([sha256(at('Notes.mp4'))]);
    await engine.untilFolder(folderId, (one) => refusedOf(one.files).length === 0);
  });

  it('keeps to its rules: kinds of files, subfolders, the status and terms of its videos', async () => {
    await watch();
    let told: readonly FolderView[] = [];
    const off = engine.uploader.on('app.state', ({ folders }) => {
      told = folders;
    });
    const changed = await engine.uploader.handlers['folder.change']({
      folderId,
      rules: {
        recursive: false,
        extensions: ['mp4'],
        status: 'private',
        terms: { video_category: [2], video_tag: [4, 5] },
      },
    });
    expect(changed).toMatchObject({ ok: true });
    off();
    // Whoever ticks the next one ticks it beside what is shown.
    expect(told).toMatchObject([{ rules: { terms: { video_category: [2], video_tag: [4, 5] } } }]);
    await engine.untilFolder(folderId, (folder) => folder.state === 'watching');
    await uniqueClip(at('Sub/Too deep.mp4'));
    copyIn(fixture('Studio loop.webm'), at('Other kind.webm'));
    await nothingBut(0);
    expect((await site.state()).videos).toMatchObject([
      { status: 'private', terms: { video_category: [2], video_tag: [4, 5] } },
    ]);
    await engine.uploader.handlers['folder.change']({ folderId, rules: { recursive: true, extensions: null } });
    await arrived(3);
  });

  it('takes nothing while it is paused, and everything afterwards', async () => {
    await watch();
    await engine.uploader.handlers['folder.pause']({ folderId, paused: true });
    await engine.untilFolder(folderId, (folder) => folder.state === 'paused');
    await uniqueClip(at('Meanwhile.mp4'));
    await restart();
    expect(await engine.folder(folderId)).toMatchObject({ state: 'paused', takenCount: 0 });
    await engine.uploader.handlers['folder.pause']({ folderId, paused: false });
    await arrived(1);
  });

  it('does not bring back what the user took away', async () => {
    await site.switches({ holdAnswer: {} });
    await engine.uploader.handlers['queue.pause'](true);
    await watch();
    await uniqueClip(at('Unwanted.mp4'));
    await engine.untilFolder(folderId, (folder) => folder.takenCount === 1);
    const [job] = await engine.rows();
    await engine.uploader.handlers['queue.act']({ act: 'remove', target: { ids: [job?.id ?? ''] } });
    await engine.uploader.handlers['queue.pause'](false);
    await site.switches({ holdAnswer: null });
    await restart();
    await engine.untilFolder(folderId, (folder) => folder.state === 'watching');
    await uniqueClip(at('Wanted.mp4'));
    await engine.untilFolder(folderId, (folder) => folder.takenCount === 2 && folder.waitingCount === 0);
    expect((await site.state()).videos.map((video) => video.title)).toEqual(['Wanted']);
  });

  it('follows no link, and ends in no circle (F-33)', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'clipferry-outside-'));
    await uniqueClip(join(outside, 'Elsewhere.mp4'));
    symlinkSync(root, at('loop'));
    symlinkSync(outside, at('out'));
    symlinkSync(join(outside, 'Elsewhere.mp4'), at('link.mp4'));
    await watch();
    await nothingBut(0);
    await rm(outside, { recursive: true });
  });

  it('sends to its own account, beside another folder of another account', async () => {
    account = await engine.connect(site);
    const other = await engine.connect(site, 'admin');
    const second = mkdtempSync(join(tmpdir(), 'clipferry-watched-'));
    folderId = await engine.watch(account, root);
    const otherFolder = await engine.watch(other, second);
    await uniqueClip(at('Of Ava.mp4'));
    await uniqueClip(join(second, 'Of Admin.mp4'));
    for (const id of [folderId, otherFolder]) {
      await engine.untilFolder(id, (folder) => folder.takenCount === 1 && folder.waitingCount === 0);
    }
    const { videos } = await site.state();
    expect(Object.fromEntries(videos.map((video) => [video.title, video.authorLogin]))).toEqual({
      'Of Ava': 'ava',
      'Of Admin': 'admin',
    });
    // From now on to the other account: only what comes from now on.
    await engine.uploader.handlers['folder.change']({ folderId, accountId: other });
    await engine.untilFolder(folderId, (folder) => folder.state === 'watching');
    await uniqueClip(at('Of Admin too.mp4'));
    await engine.untilFolder(folderId, (folder) => folder.takenCount === 2 && folder.waitingCount === 0);
    expect((await site.state()).videos).toHaveLength(3);
    await rm(second, { recursive: true });
  });

  it('is refused inside and around one that is watched for the same account', async () => {
    mkdirSync(at('inner'));
    const account = await engine.connect(site);
    const other = await engine.connect(site, 'admin');
    await engine.watch(account, at('inner'));
    await expect(engine.watch(account, root)).rejects.toThrow(/around-watched.*inner/);
    await expect(engine.watch(account, at('inner'))).rejects.toThrow(/already-watched/);
    mkdirSync(at('inner/most'));
    await expect(engine.watch(account, at('inner/most'))).rejects.toThrow(/inside-watched.*inner/);
    await expect(engine.watch(other, root)).resolves.toMatch(/./);
  });

  it.each([0, 100, 200])(
    'is told as it is in the end, where its account is gone for a moment and it is looked through in %d ms',
    async (ms) => {
      const slow: Files = {
        ...diskFiles,
        list: async (path) => {
          await pause(ms);
          return diskFiles.list(path);
        },
      };
      await using on = await createStage({ engine: { ports: { files: slow } } });
      const id = await on.engine.watch(on.account, on.folder.path);
      // Until what was told of the beginning is over.
      await new Promise<void>((resolve) => {
        on.engine.uploader.on('app.state', ({ folders }) => {
          if (folders[0]?.state === 'watching') resolve();
        });
      });
      expect(await on.engine.folder(id)).toMatchObject({ state: 'watching' });
      const told: string[] = [];
      on.engine.uploader.on('app.state', ({ folders }) => void told.push(folders[0]?.state ?? 'none'));
      await on.engine.uploader.handlers['account.remove'](on.account);
      await on.engine.connect(on.site);
      await vi.waitFor(() => expect(told.at(-1)).toBe('watching'), { timeout: 60_000 });
    },
  );

  it('rests while its account is not connected, and its jobs stay when it is removed', async () => {
    await watch();
    await uniqueClip(at('Kept.mp4'));
    await arrived(1);
    await engine.uploader.handlers['account.remove'](account);
    await engine.untilFolder(folderId, (folder) => folder.state === 'no-account');
    expect(await engine.connect(site)).toBe(account);
    await nothingBut(1);
    await engine.uploader.handlers['folder.remove'](folderId);
    expect((await engine.uploader.handlers['app.state']()).folders).toEqual([]);
    expect(await engine.rows()).toHaveLength(2);
    await restart();
    expect((await engine.uploader.handlers['app.state']()).folders).toEqual([]);
  });
});

// Pipes, devices, links and folders where a clip was: nothing waits for them, they are told as what they are, and the others go on.
import { execFileSync } from 'node:child_process';
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { diskFiles } from '../../main/adapters/files.ts';
import { serveClip } from '../../main/shell/clip-stream.ts';
import { refusedOf } from '../main/ingest/refused.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { type ClipFolder, clipFolder, sha256 } from './clip-files.ts';
import { type Engine, fastClock, startEngine } from './engine.ts';
import { uniqueClip } from './folder-writers.ts';

/** More than the system's own threads, and more than one disk has. */
const many = 6;

let site: PracticeSite;
let engine: Engine;
let folder: ClipFolder;
let account: string;
beforeEach(async () => {
  site = await startPracticeSite();
  folder = clipFolder();
  engine = await startEngine({ clock: fastClock(10) });
  account = await engine.connect(site);
});
afterEach(async () => {
  await engine.stop();
  await site.stop();
  folder.remove();
});

const pipe = (path: string): void => void execFileSync('mkfifo', [path]);
const names = (what: string): readonly string[] => Array.from({ length: many }, (_, at) => `${what} ${at}.mp4`);
const arrived = async (): Promise<readonly unknown[]> =>
  (await site.state()).videos.map((video) => video.file?.sha256).sort();
const othersGo = async (): Promise<void> => {
  const clips = [folder.make('small.mp4', 20_000), folder.make('large.mp4', 3_000_000)];
  await engine.add(account, ...clips);
  const jobs = (await engine.rows()).filter(({ name }) => name === 'small.mp4' || name === 'large.mp4');
  for (const { id } of jobs) await engine.until(id, ({ state }) => state.kind === 'done');
  expect(await arrived()).toEqual(clips.map(sha256).sort());
};

it.skipIf(process.platform === 'win32')('pipes that are dropped are told, alone and in folders', async () => {
  for (const name of names('pipe')) pipe(folder.file(name));
  symlinkSync('/dev/zero', folder.file('endless.mp4'));
  const named = [...names('pipe').map(folder.file), folder.file('endless.mp4')];
  const result = await engine.uploader.addPaths(named, account);
  expect(result).toMatchObject({ added: 0, notVideos: 0 });
  expect(result.refused.map(({ reason }) => reason)).toEqual(named.map(() => 'not-a-file'));
  expect(await engine.uploader.addPaths([folder.path], account)).toMatchObject({
    added: 0,
    notVideos: many + 1,
    refused: [],
  });
  await othersGo();
});

it.skipIf(process.platform === 'win32').each<[string, (path: string) => unknown]>([
  ['pipes', pipe],
  ['folders', (path) => mkdir(path)],
  ['links to a device that never ends', (path) => symlinkSync('/dev/zero', path)],
  ['links to other clips', (path) => symlinkSync(`${path}.away`, path)],
])('%s that took the place of clips before their turn are told, and clips that are back go', async (_, take) => {
  await engine.uploader.handlers['queue.pause'](true);
  // Small ones are read in one go, larger ones piece by piece.
  const clips = names('clip').map((name, at) => folder.make(name, at % 2 === 0 ? 20_000 : 300_000));
  const jobs = await engine.add(account, ...clips);
  for (const clip of clips) {
    renameSync(clip, `${clip}.away`);
    await take(clip);
  }
  await engine.uploader.handlers['queue.pause'](false);
  for (const { id } of jobs) {
    const { state } = await engine.until(id, (row) => row.state.kind === 'needs-you');
    expect(state).toMatchObject({ reason: 'clip-no-file', action: 'retry' });
    const job = engine.uploader.clip(id);
    expect(job && (await serveClip(diskFiles, job, { range: null, withBody: true }))).toBeNull();
  }
  // Whoever looks at one of them waits for nothing either.
  for (const { id } of jobs) await engine.details(id);
  await othersGo();
  for (const clip of clips) {
    rmSync(clip, { recursive: true });
    renameSync(`${clip}.away`, clip);
  }
  await engine.uploader.handlers['queue.act']({ act: 'retry', target: { ids: jobs.map(({ id }) => id) } });
  await engine.settled();
  expect((await arrived()).length).toBe(many + 2);
});

it.skipIf(process.platform === 'win32')('pipes in a watched folder hold up none of its clips', async () => {
  for (const name of names('pipe')) pipe(folder.file(name));
  const id = await engine.watch(account, folder.path);
  await uniqueClip(folder.file('first.mp4'));
  await engine.untilFolder(id, ({ takenCount, waitingCount }) => takenCount === 1 && waitingCount === 0);
  for (const name of names('later')) pipe(folder.file(name));
  await uniqueClip(folder.file('second.mp4'));
  await engine.untilFolder(id, ({ takenCount, waitingCount }) => takenCount === 2 && waitingCount === 0);
  rmSync(folder.file('pipe 0.mp4'));
  await uniqueClip(folder.file('pipe 0.mp4'));
  await engine.untilFolder(id, ({ takenCount, waitingCount }) => takenCount === 3 && waitingCount === 0);
  writeFileSync(folder.file('done.txt'), '');
  expect(refusedOf((await engine.folder(id)).files)).toEqual([]);
});

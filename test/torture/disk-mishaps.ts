// What happens to disks while a folder on them is watched: pulled out in the middle of a clip, read-only, full; each clip once and whole.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { FolderView } from '../../preload/contract.ts';
import { grownClip } from '../engine/clip-files.ts';
import { type Engine, fastClock, memorySecrets, quiet, startEngine } from '../engine/engine.ts';
import { startPracticeSite } from '../site/start.ts';
import type { Disk } from './disks.ts';

/** How much faster the app's time goes than the clock's. */
const times = 20;
/** App time that a half-written file is left to be taken for a whole one, in ms: longer than the careful times of what proves its end. */
const temptedMs = 240_000;
const patienceMs = 90_000;
const clipBytes = 700_000;

const sumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Writes the first half, and holds the file as a program does that goes on; `die` ends it there. */
async function writeHalf(path: string, bytes: Buffer): Promise<{ die(): Promise<void> }> {
  const half = bytes.subarray(0, bytes.length / 2);
  const writer = spawn('dd', [`of=${path}`, 'bs=4096', 'status=none'], { stdio: ['pipe', 'ignore', 'ignore'] });
  const ended = once(writer, 'exit');
  writer.stdin.on('error', () => {});
  writer.stdin.write(half);
  for (const end = Date.now() + patienceMs; (statSync(path, { throwIfNoEntry: false })?.size ?? 0) < half.length; ) {
    if (Date.now() > end) throw new Error(`the first half of ${path} was never written`);
    await after(20);
  }
  return {
    die: async () => {
      writer.kill('SIGKILL');
      await ended;
    },
  };
}

/** Fills what is left of the disk but for a part of a clip; gives what frees it again. */
async function fillUp(root: string): Promise<() => void> {
  const filler = join(root, 'something else');
  const piece = Buffer.alloc(256 * 1024, 1);
  const fill = async (): Promise<never> => {
    for (;;) await appendFile(filler, piece);
  };
  // Disks of servers have one word for everything that fails.
  await fill().catch((error: unknown) => {
    const { bavail, bsize } = statfsSync(root);
    if (bavail * bsize > clipBytes) throw error;
  });
  truncateSync(filler, Math.max(0, statSync(filler).size - clipBytes / 2));
  return () => rmSync(filler);
}

/** Gives what went wrong, in words; nothing = every clip became one video, whole, and nobody was asked or told of a failure. */
export async function mishaps(disk: Disk): Promise<readonly string[]> {
  const watched = join(disk.root, 'watched');
  mkdirSync(watched);
  const profile = mkdtempSync(join(tmpdir(), 'clipferry-mishaps-'));
  const site = await startPracticeSite();
  const secrets = memorySecrets();
  const clock = fastClock(times);
  const start = (): Promise<Engine> => startEngine({ profile, secrets, clock, ports: { logger: quiet } });
  let engine = await start();
  const wanted = new Map<string, string>();
  const wrong: string[] = [];
  let folder = '';

  const clip = (name: string): { readonly path: string; readonly bytes: Buffer } => {
    const bytes = grownClip(clipBytes);
    wanted.set(sumOf(bytes), name);
    return { path: join(watched, `${name}.mp4`), bytes };
  };
  const put = (name: string): void => {
    const { path, bytes } = clip(name);
    writeFileSync(path, bytes);
  };
  const shown = async (what: string, fits: (folder: FolderView) => boolean): Promise<void> => {
    await engine.untilFolder(folder, fits, patienceMs).catch(async () => {
      const now = folder === '' ? null : await engine.folder(folder);
      throw new Error(`${what}: never; its folder says ${JSON.stringify(now)}`);
    });
  };
  /** Nothing is to happen meanwhile: there is nothing to wait for but the app's own clock. */
  const untilTempted = async (): Promise<void> => {
    for (const end = clock.now() + temptedMs; clock.now() < end; ) await after(50);
  };
  const allTaken = (what: string): Promise<void> =>
    shown(what, ({ takenCount, waitingCount }) => takenCount === wanted.size && waitingCount === 0);

  const pulledOut = async (): Promise<void> => {
    const { path, bytes } = clip('pulled out while it was written');
    const writer = await writeHalf(path, bytes);
    await shown('a half-written clip is seen', ({ beingWritten }) => beingWritten === 1);
    disk.pullOut();
    await shown('a disk that was pulled out is told', ({ state }) => state === 'disconnected');
    await writer.die();
    await disk.plugIn();
    await shown('a disk that came back is watched', ({ state }) => state === 'watching' || state === 'limited');
    await untilTempted();
    await writeFile(path, bytes);
    await allTaken('what was written anew after the disk came back is taken');
  };
  const readOnly = async (): Promise<void> => {
    await engine.stop();
    put('on a disk that may only be read');
    disk.pullOut();
    await disk.plugIn('ro');
    engine = await start();
    await allTaken('a clip on a disk that may only be read is taken');
    disk.pullOut();
    await shown('a disk that was pulled out is told', ({ state }) => state === 'disconnected');
    await disk.plugIn();
    await shown('a disk that came back is watched', ({ state }) => state === 'watching' || state === 'limited');
  };
  const full = async (): Promise<void> => {
    const empty = await fillUp(disk.root);
    const { path, bytes } = clip('on a full disk');
    const failed = await writeFile(path, bytes).catch((error: unknown) => error);
    if (failed === undefined) throw new Error('a full disk took a whole clip');
    await engine.uploader.handlers['folder.scan'](folder);
    await untilTempted();
    empty();
    await writeFile(path, bytes);
    await allTaken('what was written anew once there was room is taken');
  };

  try {
    for (const name of ['one', 'two', 'three']) put(name);
    folder = await engine.watch(await engine.connect(site), watched);
    await allTaken('what lies there is taken');
    await pulledOut();
    await readOnly();
    await full();
  } catch (error) {
    wrong.push(error instanceof Error ? error.message : String(error));
  }
  const rows = await engine.rows();
  wrong.push(...rows.filter(({ state }) => state.kind !== 'done').map(({ name, state }) => `${name} is ${state.kind}`));
  const { videos, requests } = await site.state();
  const sums = videos.map(({ file }) => file?.sha256 ?? '');
  wrong.push(...sums.filter((sum) => !wanted.has(sum)).map((_, n) => `a torn video: ${videos[n]?.title}`));
  for (const [sum, name] of wanted) {
    const count = sums.filter((one) => one === sum).length;
    if (count !== 1) wrong.push(`${name}: ${count} videos`);
  }
  if (requests.some(({ method }) => method === 'DELETE')) wrong.push('something was deleted on the site');
  await engine.stop();
  await site.stop();
  rmSync(profile, { recursive: true, force: true });
  return wrong;
}

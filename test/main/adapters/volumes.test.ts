// Disks that stop answering: each holds up what lies on it and nothing else, in a handful of threads, and goes on by itself.
//
// On a real mount of the kernel's (test/disk), so it needs root on Linux; elsewhere it is left out and says why.
import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { stat as poolStat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDiskFiles, type DiskFiles } from '../../../main/adapters/files.ts';
import { sharedBuffers } from '../../../main/adapters/hasher.ts';
import type { FileError } from '../../../main/ports.ts';
import { cannotMount, type SilentDisk, startSilentDisk } from '../../disk/silent-disk.ts';

const lacking = cannotMount();
if (lacking !== null) console.warn(`disks that stop answering are not tried here: ${lacking}`);
const patienceMs = 600;

describe.skipIf(lacking !== null)('a disk that stops answering', () => {
  let disk: SilentDisk;
  let local: string;
  let files: DiskFiles;
  const bytes = randomBytes(3_000_000);

  beforeAll(async () => {
    disk = await startSilentDisk();
    local = mkdtempSync(join(tmpdir(), 'clipferry-local-'));
    for (const name of ['a.mp4', 'b.mp4', 'c.mp4']) writeFileSync(join(disk.source, name), bytes);
    writeFileSync(join(local, 'clip.mp4'), bytes);
  });
  afterAll(async () => {
    await disk.remove();
    rmSync(local, { recursive: true });
  });
  beforeEach(() => {
    files = createDiskFiles({ patienceMs });
  });
  afterEach(async () => {
    await disk.slow(0);
    await disk.answer();
    await expect.poll(() => files.hangs()).toBe(false);
  });

  const problemOf = (asked: Promise<unknown>): Promise<unknown> =>
    asked.then(
      () => null,
      (error: FileError) => error.problem,
    );
  const back = (): Promise<void> => new Promise((resolve) => void files.onAnswering(resolve));
  /** Files of the disk that this process has open. */
  const openFiles = (): readonly string[] =>
    readdirSync('/proc/self/fd').flatMap((name) => {
      try {
        return [readlinkSync(`/proc/self/fd/${name}`)].filter((path) => path.startsWith(disk.path));
      } catch {
        return [];
      }
    });
  const threads = (): number => readdirSync('/proc/self/task').length;

  it('is told as such once its patience is over, and at once from then on', async () => {
    // So long that a busy computer is not taken for a second wait.
    const patience = patienceMs * 5;
    files = createDiskFiles({ patienceMs: patience });
    await disk.silence();
    const begun = performance.now();
    expect(await problemOf(files.stat(disk.file('a.mp4')))).toBe('no-answer');
    expect(performance.now() - begun).toBeGreaterThan(patience * 0.8);
    const since = performance.now();
    const all = Array.from({ length: 200 }, () => problemOf(files.open(disk.file('b.mp4'))));
    expect(new Set(await Promise.all(all))).toEqual(new Set(['no-answer']));
    expect(performance.now() - since).toBeLessThan(patience / 2);
  });

  const asks: Readonly<Record<string, (files: DiskFiles) => Promise<unknown>>> = {
    'its folder': (files) => files.list(disk.path),
    'a file': (files) => files.open(disk.file('a.mp4')),
    'a folder that is a link there': (files) => files.open(join(local, 'second', '..', 'link to it', 'a.mp4')),
    'a link to a link': (files) => files.readWhole(join(local, 'twice', 'b.mp4'), sharedBuffers().take(1000), false),
  };

  it('holds up nobody else, whatever it is asked for and by which way', async () => {
    mkdirSync(join(local, 'second'));
    symlinkSync(disk.path, join(local, 'link to it'));
    symlinkSync('link to it/../disk', join(local, 'twice'));
    await disk.silence();
    const apps = Object.entries(asks).map(([what, ask]) => ({ what, ask, files: createDiskFiles({ patienceMs }) }));
    const held = apps.map(async ({ what, ask, files }) => [what, await problemOf(ask(files))]);
    await disk.untilKept(apps.length);
    for (const { files } of apps) {
      const others = await Promise.all(Array.from({ length: 20 }, () => files.stat(join(local, 'clip.mp4'))));
      expect(others.every(({ size }) => size === bytes.length)).toBe(true);
    }
    // Nor does any other part of the app that uses the system's own four threads.
    expect((await poolStat(local)).isDirectory()).toBe(true);
    expect(await Promise.all(held)).toEqual(Object.keys(asks).map((what) => [what, 'no-answer']));
    // The disk that the links lie on was not taken for it.
    for (const { files } of apps) expect(await problemOf(files.stat(join(local, 'clip.mp4')))).toBeNull();
    expect(await apps[0]?.files.isRemote(disk.path)).toBe(true);
  });

  it('is found to be back by itself, and what was open goes on where it was', async () => {
    const file = await files.open(disk.file('a.mp4'));
    await disk.silence();
    expect(await problemOf(file.read(new Uint8Array(1000), 0, 1000, 0))).toBe('no-answer');
    const isBack = back();
    await disk.answer();
    await isBack;
    const into = new Uint8Array(bytes.length);
    for (let at = 0; at < bytes.length; ) at += await file.read(into, at, bytes.length - at, at);
    expect(Buffer.compare(into, bytes)).toBe(0);
    await file.close();
    expect(openFiles()).toEqual([]);
  });

  it('holds a handful of threads, however much is asked of it and for however long', { tags: 'proof' }, async () => {
    await problemOf(files.stat(disk.file('a.mp4')));
    const before = threads();
    await disk.silence();
    for (let round = 0; round < 6; round++) {
      await Promise.all(
        Array.from({ length: 100 }, (_, at) => problemOf(files.stat(disk.file(`${'abc'[at % 3]}.mp4`)))),
      );
      if (round < 3) await new Promise<void>((resolve) => setTimeout(resolve, patienceMs));
    }
    expect(disk.kept()).toBeLessThanOrEqual(4);
    // Each worker brings one thread, and none of the helpers that the engine keeps for all of them.
    expect(threads() - before).toBeLessThanOrEqual(4);
  });

  it('that lost one call and answers all others is not given up', async () => {
    await disk.silence('all', 'a.mp4');
    const held = problemOf(files.stat(disk.file('a.mp4')));
    await disk.untilKept(1);
    const begun = performance.now();
    while (performance.now() - begun < patienceMs * 1.5) {
      expect((await files.stat(disk.file('b.mp4'))).size).toBe(bytes.length);
      await new Promise<void>((resolve) => setTimeout(resolve, 20));
    }
    expect(await held).toBe('no-answer');
    expect(await problemOf(files.open(disk.file('c.mp4')).then((file) => file.close()))).toBeNull();
  });

  it('is not given up as long as it goes on, however slowly', { tags: 'proof' }, async () => {
    await disk.slow(patienceMs / 3);
    const file = await files.open(disk.file('a.mp4'));
    const into = sharedBuffers().take(1_000_000);
    const begun = performance.now();
    expect(await file.read(into, 0, into.length, 0)).toBe(into.length);
    // Many times its patience for one read, for each piece of it is a sign of life.
    expect(performance.now() - begun).toBeGreaterThan(patienceMs * 2);
    expect(Buffer.compare(into, bytes.subarray(0, into.length))).toBe(0);
    await file.close();
  });

  it('writes into no memory that somebody else has by now', async () => {
    const buffers = sharedBuffers();
    const file = await files.open(disk.file('a.mp4'));
    await disk.silence('reads');
    const first = buffers.take(65_536);
    expect(await problemOf(file.read(first, 0, first.length, 0))).toBe('no-answer');
    buffers.give(first);
    const second = buffers.take(65_536);
    second.fill(7);
    const isBack = back();
    await disk.answer();
    await isBack;
    await file.close();
    expect(first.subarray(0, 100)).toEqual(new Uint8Array(bytes.subarray(0, 100)));
    expect(second.every((byte) => byte === 7)).toBe(true);
  });

  it('keeps nothing open that was opened too late', async () => {
    await disk.silence();
    const held = Promise.all(['a.mp4', 'b.mp4', 'c.mp4'].map((name) => problemOf(files.open(disk.file(name)))));
    expect(await held).toEqual(['no-answer', 'no-answer', 'no-answer']);
    const isBack = back();
    await disk.answer();
    await isBack;
    await expect.poll(openFiles).toEqual([]);
  });

  it('is closed without being waited for', async () => {
    const file = await files.open(disk.file('a.mp4'));
    await disk.silence();
    expect(await problemOf(file.stat())).toBe('no-answer');
    await file.close();
    const isBack = back();
    await disk.answer();
    await isBack;
    copyFileSync(join(local, 'clip.mp4'), join(disk.source, 'd.mp4'));
    expect((await files.stat(disk.file('d.mp4'))).size).toBe(bytes.length);
  });

  it('is not waited for by somebody who is about to end', async () => {
    const patient = createDiskFiles({ patienceMs: 60_000 });
    await disk.silence();
    const held = problemOf(patient.stat(disk.file('a.mp4')));
    await disk.untilKept(1);
    const end = patient.hurry();
    expect(await held).toBe('no-answer');
    expect(patient.hangs()).toBe(true);
    end();
  });
});

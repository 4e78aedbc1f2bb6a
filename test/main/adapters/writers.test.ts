// Who writes, asked of the thread that looks: many questions at once, and one that never ends.
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { workerWriters } from '../../../main/adapters/writers.ts';
import type { HeldFile, Writers } from '../../../main/ports.ts';

let folder: string;
let writers: Writers;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'clipferry-writers-'));
});
afterEach(async () => {
  await writers.close();
  rmSync(folder, { recursive: true, force: true });
});

function make(name: string): HeldFile {
  const file = path.join(folder, name);
  writeFileSync(file, 'some bytes');
  const { dev, ino } = statSync(file, { bigint: true });
  return { path: file, device: String(dev), inode: String(ino) };
}

it.runIf(process.platform === 'linux')('tells of many questions at once which file is held, each its own', async () => {
  writers = workerWriters();
  const files = Array.from({ length: 40 }, (_, at) => make(`clip ${at}.mp4`));
  const handles = files.slice(0, 3).map(({ path: file }) => openSync(file, 'a'));
  const answers = await Promise.all(files.map((file) => writers.holding([file])));
  expect(answers.map((held) => held?.size)).toEqual(files.map((_, at) => (at < 3 ? 1 : 0)));
  for (const handle of handles) closeSync(handle);
  expect(await writers.holding(files)).toEqual(new Map());
});

it('knows nothing in time where no answer comes, and does not wait for it twice', async () => {
  writers = workerWriters(0);
  const file = make('clip.mp4');
  expect(await Promise.all([writers.holding([file]), writers.holding([file])])).toEqual([null, null]);
});

it('knows nothing once it was closed, and leaves nobody waiting', async () => {
  writers = workerWriters();
  const waiting = [writers.holding([make('a.mp4')]), writers.holding([make('b.mp4')])];
  await writers.close();
  expect(await Promise.all(waiting)).toEqual([null, null]);
  const threads = process.getActiveResourcesInfo().filter((what) => what === 'MessagePort' || what === 'Worker').length;
  expect(await writers.holding([make('c.mp4')])).toBeNull();
  expect(process.getActiveResourcesInfo().filter((what) => what === 'MessagePort' || what === 'Worker').length).toBe(
    threads,
  );
});

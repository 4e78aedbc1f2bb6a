// Hints from the real watcher on real folders, and its errors as data.
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { FSWatcher } from 'chokidar';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chokidarWatcher } from '../../../main/adapters/watcher.ts';
import type { Watching, WatchProblem } from '../../../main/ports.ts';

let root: string;
let watching: Watching | null = null;
let files: Set<string>;
let folders: Set<string>;
let problems: WatchProblem[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'clipferry-hints-'));
  files = new Set();
  folders = new Set();
  problems = [];
});
afterEach(async () => {
  await watching?.close();
  rmSync(root, { recursive: true, force: true });
});

const at = (name: string): string => join(root, name);

/** Resolves when hints may come. */
function watch(recursive = true): Promise<void> {
  return new Promise((resolve) => {
    watching = chokidarWatcher.watch({
      root,
      recursive,
      wanted: (name, kind) => (kind === 'folder' ? name !== 'previews' : name.endsWith('.mp4')),
      onReady: resolve,
      onFile: (path) => files.add(basename(path)),
      onFolder: (path) => folders.add(basename(path)),
      onProblem: (problem) => problems.push(problem),
    });
  });
}
const hinted = (name: string): Promise<void> => vi.waitFor(() => expect([...files]).toContain(name), 10_000);

describe('the watcher', () => {
  it('hints at clips that appear, change and are renamed, in new folders too, and at nothing else', async () => {
    writeFileSync(at('before.mp4'), 'x');
    mkdirSync(at('sub'));
    mkdirSync(at('previews'));
    await watch();
    writeFileSync(at('previews/preview.mp4'), 'x');
    writeFileSync(at('notes.txt'), 'x');
    writeFileSync(at('new.mp4'), 'x');
    await hinted('new.mp4');
    expect([...files]).toEqual(['new.mp4']);
    writeFileSync(at('before.mp4'), 'xy');
    await hinted('before.mp4');
    renameSync(at('new.mp4'), at('sub/renamed.mp4'));
    await hinted('renamed.mp4');
    mkdirSync(at('sub/deeper/still'), { recursive: true });
    writeFileSync(at('sub/deeper/still/found.mp4'), 'x');
    await hinted('found.mp4');
    expect(folders).toContain('deeper');
    expect([...files].sort()).toEqual(['before.mp4', 'found.mp4', 'new.mp4', 'renamed.mp4']);
    expect(problems).toEqual([]);
  });

  it('stays in the folder itself when told so', async () => {
    mkdirSync(at('sub'));
    await watch(false);
    writeFileSync(at('sub/deep.mp4'), 'x');
    writeFileSync(at('here.mp4'), 'x');
    await hinted('here.mp4');
    expect([...files]).toEqual(['here.mp4']);
  });

  it('follows no link', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'clipferry-outside-'));
    symlinkSync(outside, at('out'));
    symlinkSync(root, at('loop'));
    await watch();
    writeFileSync(join(outside, 'outside.mp4'), 'x');
    symlinkSync(join(outside, 'outside.mp4'), at('link.mp4'));
    writeFileSync(at('inside.mp4'), 'x');
    await hinted('inside.mp4');
    expect([...files]).toEqual(['inside.mp4']);
    rmSync(outside, { recursive: true });
  });

  it('keeps no state of what is no clip', async () => {
    for (let index = 0; index < 200; index++) writeFileSync(at(`picture ${index}.jpg`), 'x');
    writeFileSync(at('clip.mp4'), 'x');
    const watcher = vi.spyOn(FSWatcher.prototype, 'add');
    await watch();
    const [made] = watcher.mock.contexts as readonly FSWatcher[];
    expect(Object.values(made?.getWatched() ?? {}).flat()).toContain('clip.mp4');
    expect(
      Object.values(made?.getWatched() ?? {})
        .flat()
        .filter((name) => name.endsWith('.jpg')),
    ).toEqual([]);
  });

  it.each<[string, WatchProblem]>([
    ['ENOSPC', 'limit'],
    ['EMFILE', 'limit'],
    ['EIO', 'failed'],
  ])('tells %s once as “%s” and ends, however many errors follow (F-28, F-29)', async (code, problem) => {
    const watcher = vi.spyOn(FSWatcher.prototype, 'add');
    await watch();
    const [made] = watcher.mock.contexts as readonly FSWatcher[];
    const error = Object.assign(new Error('The system says no'), { code });
    const listeners = made?.listeners('error') ?? [];
    expect(listeners).toHaveLength(1);
    for (let count = 0; count < 100_000; count++)
      for (const listener of listeners) (listener as (e: Error) => void)(error);
    expect(problems).toEqual([problem]);
    expect(made?.closed).toBe(true);
    writeFileSync(at('late.mp4'), 'x');
    await watching?.close();
    expect([...files]).toEqual([]);
  });

  it('throws nothing for a folder that is not there', async () => {
    rmSync(root, { recursive: true });
    await watch();
    expect(problems).toEqual([]);
  });
});

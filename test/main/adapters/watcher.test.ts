// Hints from the real watcher on real folders, and its errors as data.
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { FSWatcher } from 'chokidar';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chokidarWatcher } from '../../../main/adapters/watcher.ts';
import type { Watching, WatchProblem } from '../../../main/ports.ts';

let root: string;
let watching: Watching | null = null;
let files: Set<string>;
let folders: Set<string>;
let problems: WatchProblem[];
/** What was said with each of them. */
let messages: string[];
let kinds: Set<string>;
let readies: number;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'clipferry-hints-'));
  files = new Set();
  folders = new Set();
  problems = [];
  messages = [];
  kinds = new Set();
  readies = 0;
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
      wanted: (name, kind) => {
        kinds.add(kind);
        return kind === 'folder' ? name !== 'previews' : name.endsWith('.mp4');
      },
      onReady: () => {
        readies++;
        resolve();
      },
      onFile: (path) => files.add(basename(path)),
      onFolder: (path) => folders.add(basename(path)),
      onProblem: (problem, message) => {
        problems.push(problem);
        messages.push(message);
      },
    });
  });
}
/** The real watcher beneath, as it is made. */
async function watchSeen(): Promise<FSWatcher> {
  const watcher = vi.spyOn(FSWatcher.prototype, 'add');
  await watch();
  const [made] = watcher.mock.contexts as readonly FSWatcher[];
  if (!made) throw new Error('nobody watches');
  return made;
}
const hinted = (name: string): Promise<void> => vi.waitFor(() => expect([...files]).toContain(name), 60_000);

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
    const made = await watchSeen();
    writeFileSync(join(outside, 'outside.mp4'), 'x');
    symlinkSync(join(outside, 'outside.mp4'), at('link.mp4'));
    writeFileSync(at('inside.mp4'), 'x');
    await hinted('inside.mp4');
    expect([...files]).toEqual(['inside.mp4']);
    expect(Object.keys(made.getWatched()).filter((one) => one.startsWith(root))).toEqual([root]);
    rmSync(outside, { recursive: true });
  });

  it('keeps no state of what is no clip', async () => {
    for (let index = 0; index < 200; index++) writeFileSync(at(`picture ${index}.jpg`), 'x');
    writeFileSync(at('clip.mp4'), 'x');
    const watched = Object.values((await watchSeen()).getWatched()).flat();
    expect(watched).toContain('clip.mp4');
    expect(watched.filter((name) => name.endsWith('.jpg'))).toEqual([]);
  });

  it('asks by names for files and folders, and never whether its own folder is wanted', async () => {
    root = at('previews');
    mkdirSync(root);
    mkdirSync(at('sub'));
    writeFileSync(at('before.mp4'), 'x');
    await watch();
    writeFileSync(at('new.mp4'), 'x');
    await hinted('new.mp4');
    expect([...kinds].toSorted()).toEqual(['file', 'folder']);
    root = dirname(root);
  });

  it('says nothing of its own folder, and nothing at all once it is closed', async () => {
    const made = await watchSeen();
    const say = (['ready', 'add', 'change', 'addDir'] as const).map((event) => [event, made.listeners(event)] as const);
    const sayAll = (path: string): void => {
      for (const [, listeners] of say) for (const listener of listeners) (listener as (path: string) => void)(path);
    };
    for (const listener of made.listeners('addDir')) (listener as (path: string) => void)(root);
    expect(folders.size).toBe(0);
    sayAll(at('open'));
    expect([[...files], [...folders], readies]).toEqual([['open'], ['open'], 2]);
    const closing = watching?.close();
    sayAll(at('closed'));
    await closing;
    expect([[...files], [...folders], readies]).toEqual([['open'], ['open'], 2]);
  });

  it.each<[string, WatchProblem]>([
    ['ENOSPC', 'limit'],
    ['EMFILE', 'limit'],
    ['ENFILE', 'limit'],
    ['ENOMEM', 'limit'],
    ['EIO', 'failed'],
  ])('tells %s once as “%s” and ends, however many errors follow (F-28, F-29)', async (code, problem) => {
    const made = await watchSeen();
    const error = Object.assign(new Error('The system says no'), { code });
    const listeners = made.listeners('error');
    expect(listeners).toHaveLength(1);
    for (let count = 0; count < 100_000; count++)
      for (const listener of listeners) (listener as (e: Error) => void)(error);
    expect([problems, messages]).toEqual([[problem], ['The system says no']]);
    expect(made.closed).toBe(true);
    writeFileSync(at('late.mp4'), 'x');
    await watching?.close();
    expect([...files]).toEqual([]);
  });

  it.each([
    ['words', 'words'],
    [undefined, 'undefined'],
    [new Error('Without a code'), 'Without a code'],
  ])('tells what is no error of the system as “failed”: %s', async (error, message) => {
    const [listener] = (await watchSeen()).listeners('error');
    (listener as (error: unknown) => void)(error);
    expect([problems, messages]).toEqual([['failed'], [message]]);
  });

  it('throws nothing for a folder that is not there', async () => {
    rmSync(root, { recursive: true });
    await watch();
    expect(problems).toEqual([]);
  });
});

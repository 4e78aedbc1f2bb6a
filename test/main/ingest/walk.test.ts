// Dropped and watched folders, walked by name: what is looked at, in which order, and what is told of the rest.
import { describe, expect, it } from 'vitest';
import { collect, notReached } from '../../../main/ingest/collect.ts';
import { createWalk, type WalkOptions } from '../../../main/ingest/walk.ts';
import { FileError, type FileProblem, type Files } from '../../../main/ports.ts';
import { type Disk, diskOf, join, type Thing } from './disk.ts';

async function walked(disk: Disk, paths: readonly string[], more: Partial<WalkOptions> = {}) {
  const told = { files: [] as string[], others: [] as string[], problems: [] as string[] };
  const walk = createWalk({
    files: disk.files,
    join,
    wanted: (name) => name.endsWith('.mp4'),
    onFile: (path) => told.files.push(path),
    onOther: (path) => told.others.push(path),
    onProblem: (path, { problem }) => told.problems.push(`${path} ${problem}`),
    ...more,
  });
  for (const path of paths) await walk(path);
  return told;
}

/** `levels` folders within each other, with a clip in each. */
const nested = (levels: number): { readonly [name: string]: Thing } =>
  levels === 0 ? { 'a.mp4': 1 } : { 'a.mp4': 1, f: nested(levels - 1) };

describe('a walk', () => {
  it('goes through folders in the order of people, and tells what is no clip', async () => {
    const disk = diskOf({ d: { 'clip 10.mp4': 1, 'clip 9.mp4': 1, b: { 'x.mp4': 1 }, 'notes.txt': 1, p: 'pipe' } });
    expect(await walked(disk, ['/d'])).toEqual({
      files: ['/d/b/x.mp4', '/d/clip 9.mp4', '/d/clip 10.mp4'],
      others: ['/d/notes.txt', '/d/p'],
      problems: [],
    });
  });

  it('of many names goes by plain order, of fewer by that of people', async () => {
    const folder = (count: number) =>
      diskOf({ d: Object.fromEntries(Array.from({ length: count }, (_, at) => [`${count - at}.mp4`, 1])) });
    expect((await walked(folder(2_000), ['/d'])).files.slice(0, 3)).toEqual(['/d/1.mp4', '/d/2.mp4', '/d/3.mp4']);
    const many = await walked(folder(2_001), ['/d']);
    expect(many.files.slice(0, 3)).toEqual(['/d/1.mp4', '/d/10.mp4', '/d/100.mp4']);
    expect(many.files).toHaveLength(2_001);
  });

  it('takes what was named itself whatever its name, and of a folder only what is wanted', async () => {
    const disk = diskOf({ 'odd.bin': 1, p: 'pipe', 'cache.app': { 'a.mp4': 1 } });
    expect(await walked(disk, ['/odd.bin', '/p', '/cache.app'])).toEqual({
      files: ['/odd.bin', '/cache.app/a.mp4'],
      others: ['/p'],
      problems: [],
    });
    // Where nobody asked for the rest it is left out without a word.
    const walk = createWalk({ files: disk.files, join, wanted: () => true, onFile: () => {}, onProblem: () => {} });
    await expect(walk('/p')).resolves.toBeUndefined();
  });

  it('leaves out what programs keep for themselves, without looking at hidden things at all', async () => {
    const disk = diskOf({ d: { '.hidden.mp4': 1, '.Trash': { 'a.mp4': 1 }, 'Film.fcpbundle': { 'b.mp4': 1 } } });
    expect(await walked(disk, ['/d'])).toEqual({ files: [], others: [], problems: [] });
    expect(disk.looked).toEqual(['/d', '/d/Film.fcpbundle']);
    expect(disk.listed).toEqual(['/d']);
  });

  it('tells each folder and each file once, whatever leads there; two names of one file are two files (F-33)', async () => {
    const disk = diskOf({ d: { 'a.mp4': 1, again: { 'a.mp4': 1 }, 'b.mp4': 1 } });
    disk.facts.set('/d/again', { inode: '/d' });
    disk.facts.set('/d/b.mp4', { inode: '/d/a.mp4' });
    expect((await walked(disk, ['/d', '/d', '/d/a.mp4'])).files).toEqual(['/d/a.mp4', '/d/b.mp4']);
    // The same number on another disk is another folder.
    disk.facts.set('/d/again', { inode: '/d', device: '2' });
    expect((await walked(disk, ['/d'])).files).toHaveLength(3);
  });

  it('enters as many levels as it is told, and ends what goes in circles', async () => {
    const disk = diskOf({ d: nested(80) });
    expect((await walked(disk, ['/d'], { levels: 0 })).files).toHaveLength(1);
    expect((await walked(disk, ['/d'], { levels: 2 })).files).toHaveLength(3);
    expect((await walked(disk, ['/d'])).files).toHaveLength(65);
    expect((await walked(disk, ['/d'], { levels: 1_000 })).files).toHaveLength(65);
  });

  it('goes on where something cannot be read, and says so', async () => {
    const disk = diskOf({ d: { 'a.mp4': 1, 'b.mp4': 1, locked: { 'c.mp4': 1 } } });
    disk.problems.set('/d/a.mp4', 'no-answer');
    disk.problems.set('/gone', 'missing');
    expect(await walked(disk, ['/gone', '/d/locked/none', '/d'])).toEqual({
      files: ['/d/b.mp4', '/d/locked/c.mp4'],
      others: [],
      problems: ['/gone missing', '/d/locked/none missing', '/d/a.mp4 no-answer'],
    });
    const list: Files['list'] = async (path) => {
      if (path === '/d/locked') throw new FileError('unreadable', path);
      return disk.files.list(path);
    };
    const unlisted = { ...disk.files, list };
    expect((await walked({ ...disk, files: unlisted }, ['/d'])).problems).toEqual([
      '/d/a.mp4 no-answer',
      '/d/locked unreadable',
    ]);
  });

  it.each(['stat', 'list'] as const)('takes a fault of the app for none of the disk: %s', async (call) => {
    const disk = diskOf({ d: { 'a.mp4': 1 } });
    const files = { ...disk.files, [call]: () => Promise.reject(new TypeError('a fault')) };
    await expect(walked({ ...disk, files }, ['/d'])).rejects.toThrow(TypeError);
  });

  it('looks at thirty-two files side by side, and ends between them when it is stopped', async () => {
    const disk = diskOf({ d: Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`${at}.mp4`, 1])) });
    let asked = 0;
    const { files } = await walked(disk, ['/d'], { stopped: () => ++asked > 2 });
    expect(files).toHaveLength(64);
    expect((await walked(disk, ['/d'], { stopped: () => false })).files).toHaveLength(100);
  });
});

describe('what was dropped', () => {
  it('is files that may be clips, how many are not, and what could not be looked at', async () => {
    const disk = diskOf({ 'odd.bin': 1, p: 'pipe', d: { 'a.mp4': 1, 'b.txt': 1, q: 'pipe', 'c.mov': 2 }, 'e.mp4': 3 });
    disk.problems.set('/d/c.mov', 'busy');
    const collection = await collect(disk.files, ['/e.mp4', '/odd.bin', '/p', '/d', '/gone'], join);
    expect(collection.files.map(({ path, stat }) => [path, stat.size])).toEqual([
      ['/e.mp4', 3],
      ['/odd.bin', 1],
      ['/d/a.mp4', 1],
    ]);
    expect(collection.notVideos).toBe(2);
    expect(collection.refused).toEqual([
      { path: '/p', reason: 'not-a-file' },
      { path: '/d/c.mov', reason: 'unreadable' },
      { path: '/gone', reason: 'missing' },
    ]);
  });

  it('is counted where it is no clip, also where it was named beside its folder', async () => {
    const disk = diskOf({ d: { 'b.txt': 1 } });
    expect(await collect(disk.files, ['/d', '/d/b.txt'], join)).toEqual({ files: [], notVideos: 1, refused: [] });
  });

  it.each<[FileProblem, string]>([
    ['missing', 'missing'],
    ['unreadable', 'unreadable'],
    ['not-a-file', 'not-a-file'],
    ['no-answer', 'no-answer'],
    ['busy', 'unreadable'],
    ['failed', 'unreadable'],
  ])('and is %s is told as %s', (problem, reason) => {
    expect(notReached(new FileError(problem, 'x'))).toBe(reason);
  });
});

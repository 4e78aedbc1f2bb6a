// What is dropped, as files that may be clips: those beside clips that tell their details are nothing that somebody is told of.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { diskFiles } from '../../../main/adapters/files.ts';
import { collect } from '../../../main/ingest/collect.ts';

let folder: string;
const at = (name: string): string => join(folder, name);
const drop = async (...names: readonly string[]) => {
  const { files, notVideos } = await collect(diskFiles, names.map(at), join);
  return [files.map(({ path }) => path.slice(folder.length + 1).replaceAll(sep, '/')), notVideos];
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-collect-'));
  mkdirSync(at('in'));
  for (const name of ['a.mp4', 'a.json', 'a.mp4.TXT', 'b.txt', 'in/a.txt', 'in/c.mov', 'in/c.json', 'in/c.csv'])
    writeFileSync(at(name), name);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('of a folder those that belong to no clip beside them are counted', async () => {
  expect(await drop('')).toEqual([['/a.mp4', 'in/c.mov'].map((name) => name.replace(/^\//, '')), 3]);
});

it('of a selection those of its clips are left out, and one that stands alone is looked at as what it was named for', async () => {
  expect(await drop('a.json', 'a.mp4', 'a.mp4.TXT')).toEqual([['a.mp4'], 0]);
  expect(await drop('a.mp4', 'b.txt', 'in/a.txt')).toEqual([['a.mp4', 'b.txt', 'in/a.txt'], 0]);
});

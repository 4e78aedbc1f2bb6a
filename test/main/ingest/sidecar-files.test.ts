// The file beside a clip on a real disk: found, read within limits, and not read again while it is the same; what is no file tells nothing.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../main/adapters/clock.ts';
import { diskFiles } from '../../../main/adapters/files.ts';
import { createSidecarFiles, mostSidecarBytes, type SidecarFiles } from '../../../main/ingest/sidecar-files.ts';
import { FileError, type Files } from '../../../main/ports.ts';

let folder: string;
let lists: number;
let opens: string[];
let files: Pick<Files, 'list' | 'open' | 'stat'>;
let beside: SidecarFiles;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-beside-'));
  [lists, opens] = [0, []];
  files = {
    stat: diskFiles.stat,
    list: (path) => {
      lists++;
      return diskFiles.list(path);
    },
    open: (path) => {
      opens.push(path);
      return diskFiles.open(path);
    },
  };
  beside = createSidecarFiles({ files, clock: systemClock });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => join(folder, name);
const text = async (known: string | null = null, heard?: readonly string[]) => {
  const found = await beside.of(at('Harbour.mp4'), known, heard);
  return found.kind === 'found' ? `${found.name}: ${new TextDecoder().decode(found.bytes)}` : found.kind;
};
const stamp = async (): Promise<string | null> => {
  const found = await beside.of(at('Harbour.mp4'), null);
  return 'stamp' in found ? found.stamp : null;
};

it('is the most exact one that is a file', async () => {
  expect(await text()).toBe('none');
  writeFileSync(at('Harbour.JSON'), '{}');
  expect(await text()).toBe('Harbour.JSON: {}');
  mkdirSync(at('Harbour.mp4.json'));
  symlinkSync(at('Harbour.JSON'), at('Harbour.mp4.txt'));
  expect(await text()).toBe('Harbour.JSON: {}');
  rmSync(at('Harbour.mp4.json'), { recursive: true });
  writeFileSync(at('Harbour.mp4.json'), '[]');
  expect(await text()).toBe('Harbour.mp4.json: []');
});

it('is read again only when it changed, by what its disk says of it', async () => {
  writeFileSync(at('Harbour.json'), '{}');
  const first = await stamp();
  expect([await text(first), opens.length]).toEqual(['same', 1]);
  writeFileSync(at('Harbour.json'), '[]');
  utimesSync(at('Harbour.json'), 5, 5);
  expect(await text(first)).toBe('Harbour.json: []');
});

it('of a folder that rests is asked once, and anew when something comes to it', async () => {
  writeFileSync(at('Other.json'), '{}');
  utimesSync(folder, 1_000, 1_000);
  await text();
  await text();
  expect(lists).toBe(1);
  writeFileSync(at('Harbour.json'), '{}');
  expect([await text(), lists]).toEqual(['Harbour.json: {}', 2]);
  // A folder that was just changed may be changed again within one tick of its disk's clock.
  unlinkSync(at('Harbour.json'));
  expect([await text(), await text(), lists]).toEqual(['none', 'none', 4]);
  expect([await text(null, ['Other.json']), lists]).toEqual(['none', 4]);
});

it('larger than anybody writes it is not read, however it grows meanwhile', async () => {
  writeFileSync(at('Harbour.json'), Buffer.alloc(mostSidecarBytes, ' '));
  expect((await beside.of(at('Harbour.mp4'), null)).kind).toBe('found');
  writeFileSync(at('Harbour.json'), Buffer.alloc(mostSidecarBytes + 1, ' '));
  expect(await beside.of(at('Harbour.mp4'), null)).toMatchObject({ kind: 'trouble', problem: 'too-large' });
  expect(opens).toHaveLength(1);
  const small = await diskFiles.stat(at('Harbour.json'));
  files.stat = async (path) => (path === folder ? diskFiles.stat(path) : { ...small, size: 5 });
  expect(await beside.of(at('Harbour.mp4'), null)).toMatchObject({ kind: 'trouble', problem: 'too-large' });
});

it.each([
  ['unreadable', 'trouble'],
  ['busy', 'trouble'],
  ['no-answer', 'none'],
  ['missing', 'none'],
] as const)('of which its disk says %s is %s, and nothing is thrown', async (problem, kind) => {
  writeFileSync(at('Harbour.json'), '{}');
  files.open = () => Promise.reject(new FileError(problem, 'no'));
  expect((await beside.of(at('Harbour.mp4'), null)).kind).toBe(kind);
  files.stat = () => Promise.reject(new FileError(problem, 'no'));
  expect((await beside.of(at('Harbour.mp4'), null)).kind).toBe('none');
});

it('whose content is in a cloud is not fetched from there (F-34)', async () => {
  writeFileSync(at('Harbour.json'), '{}');
  files.stat = async (path) => ({ ...(await diskFiles.stat(path)), elsewhere: true });
  expect([await beside.of(at('Harbour.mp4'), null), opens]).toMatchObject([{ problem: 'unreadable' }, []]);
});

// Where the root of a watched folder is: there, or away, and why (F-26).
import { expect, it } from 'vitest';
import { lookAtRoot, type RootPlace } from '../../../main/ingest/root-place.ts';
import { FileError, type FileProblem, type FileStat, type Files } from '../../../main/ports.ts';

const there: FileStat = { kind: 'folder', device: '1', inode: '2', size: 0, mtimeNs: '4', mtimeMs: 4 };

interface Disk {
  readonly stat?: FileStat | Error;
  readonly names?: readonly string[] | Error;
}

async function look({ stat = there, names = ['a.mp4'] }: Disk, known: RootPlace) {
  const give = async <T>(value: T | Error): Promise<T> => {
    if (value instanceof Error) throw value;
    return value;
  };
  const files = { stat: () => give(stat), list: () => give(names) } as unknown as Files;
  return lookAtRoot(files, '/clips', known);
}
const unknown: RootPlace = { place: 'unknown', device: null };
const here: RootPlace = { place: 'here', device: '1' };
const failed = (problem: FileProblem): Error => new FileError(problem, 'x');

it.each([
  ['a folder never seen before, also an empty one', unknown, { names: [] }, { place: 'here', device: '1' }],
  ['the same as before, without being listed', here, { names: failed('unreadable') }, { place: 'here', device: '1' }],
  [
    'the same, empty, after it was away',
    { place: 'silent', device: '1' },
    { names: [] },
    { place: 'here', device: '1' },
  ],
  [
    'the same, after it was away, which may not be read',
    { place: 'silent', device: '1' },
    { names: failed('unreadable') },
    { place: 'unreadable' },
  ],
  ['another disk with something on it', { place: 'here', device: '9' }, {}, { place: 'here', device: '1' }],
  ['an empty place where a disk was', { place: 'here', device: '9' }, { names: [] }, { place: 'disconnected' }],
  [
    'an empty place where a disk was, with what programs leave everywhere',
    { place: 'here', device: '9' },
    { names: ['.clipferry', '.DS_Store'] },
    { place: 'disconnected' },
  ],
  [
    'another disk with something beside that on it',
    { place: 'here', device: '9' },
    { names: ['.DS_Store', 'a.mp4'] },
    { place: 'here', device: '1' },
  ],
  ['a file', here, { stat: { ...there, kind: 'file' } }, { place: 'disconnected' }],
  ['nothing', here, { stat: failed('missing') }, { place: 'disconnected' }],
  ['a disk that does not answer', here, { stat: failed('no-answer') }, { place: 'silent' }],
  ['one that may not be read', unknown, { names: failed('unreadable') }, { place: 'unreadable' }],
] as const)('%s', async (_, known, disk, seen) => {
  expect(await look(disk as Disk, known)).toEqual(seen);
});

it('a fault of the app is no folder that is away', async () => {
  await expect(look({ stat: new TypeError('a fault') }, here)).rejects.toThrow(TypeError);
});

// A file as a clip: what it is by its bytes, and that nothing is taken which somebody may still be writing.
import { appendFileSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { diskFiles } from '../../../../main/adapters/files.ts';
import { type Quiet, toClip, toClips } from '../../../../main/features/uploads/to-clip.ts';
import { FileError, type FileProblem, type Files } from '../../../../main/ports.ts';

let path: string;
/** Files that are open. */
let open: number;
let files: Files;

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'clipferry-clip-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  path = join(folder, 'Ä.flv');
  open = 0;
  files = {
    ...diskFiles,
    open: async (asked) => {
      const file = await diskFiles.open(asked);
      open++;
      const close = async (): Promise<void> => {
        open--;
        await file.close();
      };
      return { ...file, close };
    },
  };
});
const film = Buffer.from(`FLV${'a'.repeat(5_000)}`);
/** Its last part is room that was made before. */
const hollow = Buffer.concat([film, Buffer.alloc(5_000)]);
const quiet: Quiet = () => 'quiet';

async function clip(bytes: Buffer, asked: Quiet | null = quiet, meanwhile = (): void => {}) {
  writeFileSync(path, bytes);
  const stat = await diskFiles.stat(path);
  meanwhile();
  const found = await toClip(files, { path, stat }, asked);
  expect(open).toBe(0);
  return { stat, found };
}

it('is what lies there, by the name that it has everywhere', async () => {
  const { stat, found } = await clip(film);
  const { device, inode, size, mtimeNs, mtimeMs } = stat;
  expect(found).toEqual({
    ...{ path, name: 'Ä.flv'.normalize('NFC'), identity: { device, inode, size, mtimeNs }, mtimeMs },
    facts: { format: 'flv', durationSeconds: null, width: null, height: null },
  });
});

it.each([
  ['is empty', Buffer.alloc(0), 'empty'],
  ['is no video', Buffer.from('No film at all, and quite a long text about it.'), 'not-video'],
])('is none where it %s', async (_, bytes, reason) => {
  expect((await clip(bytes)).found).toBe(reason);
});

it.each<[FileProblem, string]>([
  ['missing', 'missing'],
  ['busy', 'unreadable'],
  ['no-answer', 'no-answer'],
])('is none where its disk says %s', async (problem, reason) => {
  files = { ...files, open: () => Promise.reject(new FileError(problem, 'x')) };
  expect((await clip(film)).found).toBe(reason);
});

it('is no matter of the disk where something else is wrong', async () => {
  files = { ...files, open: () => Promise.reject(new TypeError('a bug')) };
  await expect(clip(film)).rejects.toThrow('a bug');
});

describe('a file without its end', () => {
  const kind = async (...what: Parameters<typeof clip>): Promise<unknown> => {
    const { found } = await clip(...what);
    return typeof found === 'string' ? found : 'a clip';
  };

  it.each([
    ['fresh', 'unfinished'],
    ['untold', 'untold'],
    ['quiet', 'a clip'],
  ] as const)('that is %s is %s', async (age, expected) => {
    expect(await kind(hollow, () => age)).toBe(expected);
  });

  it('is asked for its last change as it is now', async () => {
    const asked: number[] = [];
    const { stat } = await clip(hollow, (changedAt) => {
      asked.push(changedAt);
      return 'quiet';
    });
    expect(asked).toEqual([stat.mtimeMs]);
  });

  it('that somebody watched until it was quiet is taken', async () => {
    expect(await kind(hollow, null, () => appendFileSync(path, Buffer.alloc(1)))).toBe('a clip');
  });

  it('that is written to between two looks is none yet', async () => {
    expect(await kind(hollow, quiet, () => appendFileSync(path, Buffer.alloc(1)))).toBe('unfinished');
    expect(await kind(hollow, quiet, () => utimesSync(path, 1_700_000_000, 1_700_000_000))).toBe('unfinished');
  });

  it('is the only one that is asked: a whole one is taken however fresh it is', async () => {
    expect(await kind(film, () => 'fresh')).toBe('a clip');
    expect(await kind(film, () => 'untold')).toBe('a clip');
  });
});

it('comes with others in their order, however long the disk takes for each, four at most side by side', async () => {
  const paths = Array.from({ length: 9 }, (_, at) => `${path}.${at}`);
  for (const [at, one] of paths.entries()) writeFileSync(one, at === 5 ? 'no film' : film);
  const all = await Promise.all(paths.map(async (one) => ({ path: one, stat: await diskFiles.stat(one) })));
  const waiting: (() => void)[] = [];
  let most = 0;
  const { open: openNow } = files;
  files = {
    ...files,
    open: async (asked) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return openNow(asked);
    },
  };
  const found = toClips(files, all, quiet);
  for (let answered = 0; answered < paths.length; answered++) {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    most = Math.max(most, open + waiting.length);
    // The last that was asked for is the first that answers.
    waiting.pop()?.();
  }
  const names = (await found).map(([file, one]) => [file.path, typeof one === 'string' ? one : one.path]);
  expect(names).toEqual(paths.map((one, at) => [one, at === 5 ? 'not-video' : one]));
  expect(most).toBe(4);
  expect(open).toBe(0);
});

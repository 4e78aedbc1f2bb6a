// One look at a file of a watched folder: what is there, and what stands in the way of looking inside.
import { describe, expect, it } from 'vitest';
import { fileKey, lookInside, observe } from '../../../main/ingest/observe.ts';
import { FileError, type FileProblem, type FileStat, type Files, type OpenFile } from '../../../main/ports.ts';
import { diskOf } from './disk.ts';

const stat: FileStat = { kind: 'file', device: '1', inode: '2', size: 40, mtimeNs: '5', mtimeMs: 5 };
const words = 'These are only words, and no video at all';

/** Opens `/d/a.mp4` with `bytes` in it. */
function opening(bytes: string, problem: FileProblem | null = null) {
  const disk = diskOf({ d: { 'a.mp4': 40 } });
  const seen = { opened: 0, closed: 0 };
  const content = new TextEncoder().encode(bytes);
  const file: OpenFile = {
    stat: async () => stat,
    read: async (buffer, offset, length, position) => {
      const part = content.subarray(position, position + length);
      buffer.set(part, offset);
      return part.length;
    },
    close: async () => {
      seen.closed++;
    },
  };
  const files: Files = {
    ...disk.files,
    open: async (path) => {
      seen.opened++;
      if (problem) throw new FileError(problem, path);
      return file;
    },
  };
  return { disk, files, seen };
}

describe('a look from outside', () => {
  it('sees a file by everything that changes when it does', async () => {
    const { files } = diskOf({ 'a.mp4': 40 });
    const { seen, stat: found } = await observe(files, '/a.mp4');
    expect(seen).toEqual({
      kind: 'file',
      key: '1:/a.mp4:40:5',
      size: 40,
      sparse: false,
      inside: null,
      writer: 'unknown',
    });
    expect(found).toMatchObject({ kind: 'file', size: 40 });
    const others = [{ device: '9' }, { inode: '9' }, { size: 9 }, { mtimeNs: '9' }].map((one) =>
      fileKey({ ...stat, ...one }),
    );
    expect(new Set([fileKey(stat), ...others]).size).toBe(5);
  });

  it.each<[string, FileProblem | null, 'gone' | 'unreadable']>([
    ['a folder', null, 'gone'],
    ['nothing', 'missing', 'gone'],
    ['what may not be seen', 'unreadable', 'unreadable'],
    ['what does not answer', 'no-answer', 'unreadable'],
  ])('takes %s for what it is', async (_, problem, kind) => {
    const { files, problems } = diskOf({ d: {} });
    if (problem) problems.set('/d', problem);
    expect(await observe(files, '/d')).toEqual({ seen: { kind }, stat: null });
  });

  it('takes a fault of the app for none of the disk', async () => {
    const { files, problems } = diskOf({});
    problems.set('/d', new TypeError('a fault'));
    await expect(observe(files, '/d')).rejects.toThrow(TypeError);
  });
});

describe('a look inside', () => {
  it('reads what the bytes say, and closes the file again', async () => {
    const { files, seen } = opening(words);
    expect(await lookInside(files, '/d/a.mp4', stat)).toBe('not-video');
    expect(seen).toEqual({ opened: 1, closed: 1 });
    const flash = opening('FLV and something more');
    expect(await lookInside(flash.files, '/d/a.mp4', { ...stat, size: 22 })).toBe('untold');
  });

  it('opens nothing of what lies in a cloud (F-34)', async () => {
    const { files, seen } = opening(words);
    expect(await lookInside(files, '/d/a.mp4', { ...stat, elsewhere: true })).toBe('elsewhere');
    expect(await lookInside(files, '/d/a.mp4', { ...stat, elsewhere: false })).toBe('not-video');
    expect(seen.opened).toBe(1);
  });

  it.each(['/d/a.mp4.aria2', '/d/a.mp4.part', '/d/a.mp4.ytdl'])(
    'opens nothing beside which %s lies',
    async (beside) => {
      const { files, seen } = opening(words);
      const stats: Files['stat'] = async (path) => (path === beside ? stat : files.stat(path));
      expect(await lookInside({ ...files, stat: stats }, '/d/a.mp4', stat)).toBe('accompanied');
      expect(seen.opened).toBe(0);
    },
  );

  it.each([
    ['/a.mp4', '/a.mp4.part'],
    ['C:\\d\\a.mp4', 'C:\\d\\a.mp4.part'],
    ['a.mp4', 'a.mp4.part'],
  ])('finds what lies beside %s', async (path, beside) => {
    const looked: string[] = [];
    const { files } = opening(words);
    const stats: Files['stat'] = async (asked) => {
      looked.push(asked);
      throw new FileError('missing', asked);
    };
    await lookInside({ ...files, stat: stats }, path, stat);
    expect(looked).toContain(beside);
  });

  it.each<[FileProblem, 'unreadable' | 'busy']>([
    ['unreadable', 'unreadable'],
    ['failed', 'unreadable'],
    ['busy', 'busy'],
    ['missing', 'busy'],
    ['no-answer', 'busy'],
  ])('that meets %s is told as %s', async (problem, inside) => {
    expect(await lookInside(opening(words, problem).files, '/d/a.mp4', stat)).toBe(inside);
  });

  it('takes a fault of the app for none of the disk', async () => {
    const { files } = opening(words);
    const open = (): Promise<OpenFile> => Promise.reject(new TypeError('a fault'));
    await expect(lookInside({ ...files, open }, '/d/a.mp4', stat)).rejects.toThrow(TypeError);
  });
});

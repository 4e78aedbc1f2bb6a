// One look at a file of a watched folder: what is there, and what stands in the way of looking inside.
import { describe, expect, it } from 'vitest';
import { type Background, fileKey, lookInside, observe, observeInside } from '../../../main/ingest/observe.ts';
import { FileError, type FileProblem, type FileStat, type Files, type OpenFile } from '../../../main/ports.ts';
import { diskOf } from './disk.ts';

const stat: FileStat = { kind: 'file', device: '1', inode: '2', size: 40, mtimeNs: '5', mtimeMs: 5 };
const words = 'These are only words, and no video at all';

const background: Background = { now: 1_000_000, isLocal: true, wasTaken: () => false };
const inside = async (...asked: Parameters<typeof lookInside>) => (await lookInside(...asked)).inside;

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
    const { seen, stat: found } = await observe(files, '/a.mp4', background);
    expect(seen).toEqual({
      kind: 'file',
      key: '1:/a.mp4:40:5:',
      size: 40,
      doubtful: false,
      restedMs: 0,
      isUnderWay: false,
      inside: null,
      writer: 'unknown',
    });
    expect(found).toMatchObject({ kind: 'file', size: 40 });
    const others = [{ device: '9' }, { inode: '9' }, { size: 9 }, { mtimeNs: '9' }, { changedNs: '9' }].map((one) =>
      fileKey({ ...stat, ...one }),
    );
    expect(new Set([fileKey(stat), ...others]).size).toBe(6);
  });

  it('knows how long it has rested, where its disk keeps a time that no program sets', async () => {
    const { files, facts } = diskOf({ 'a.mp4': 40 });
    const rest = async (more: Partial<FileStat>, isLocal = true) => {
      facts.set('/a.mp4', more);
      const { seen } = await observe(files, '/a.mp4', { ...background, isLocal });
      return seen.kind === 'file' ? seen.restedMs : null;
    };
    expect(await rest({ mtimeMs: 100_000, changedMs: 400_000 })).toBe(600_000);
    expect(await rest({ mtimeMs: 400_000, changedMs: 100_000 })).toBe(600_000);
    expect(await rest({ mtimeMs: 2_000_000, changedMs: 100_000 })).toBe(0);
    expect(await rest({ mtimeMs: 100_000 })).toBe(0);
    // Its times are by another computer's clock.
    expect(await rest({ mtimeMs: 100_000, changedMs: 100_000 }, false)).toBe(0);
  });

  it.each<[string, Partial<FileStat>, boolean, boolean]>([
    ['for an hour, to the last minute', { bornMs: 0, mtimeMs: 3_600_000, changedMs: 3_600_000 }, true, true],
    ['in one go', { bornMs: 3_598_000, mtimeMs: 3_600_000, changedMs: 3_600_000 }, true, false],
    ['for an hour, until ten minutes ago', { bornMs: 0, mtimeMs: 3_060_000, changedMs: 3_060_000 }, true, false],
    [
      'until ten minutes ago by its time, which was set',
      { bornMs: 0, mtimeMs: 3_060_000, changedMs: 3_600_000 },
      true,
      true,
    ],
    ['with a time that stands still', { bornMs: 3_000_000, mtimeMs: 1_000, changedMs: 3_600_000 }, true, true],
    ['where no change of its times is kept', { bornMs: 0, mtimeMs: 3_600_000 }, true, true],
    ['nobody knows since when', { mtimeMs: 3_600_000, changedMs: 3_600_000 }, true, false],
    ['by another clock, for an hour, until an hour ago', { bornMs: -3_600_000, mtimeMs: 0, changedMs: 0 }, false, true],
    ['by another clock, until two days ago', { bornMs: -3e8, mtimeMs: -1.8e8, changedMs: -1.8e8 }, false, false],
  ])('knows whether it may be under way: written %s', async (_, more, isLocal, isUnderWay) => {
    const { files, facts } = diskOf({ 'a.mp4': 40 });
    facts.set('/a.mp4', more);
    const { seen } = await observe(files, '/a.mp4', { ...background, now: 3_660_000, isLocal });
    expect(seen).toMatchObject({ isUnderWay });
  });

  it('doubts what has holes, and what was taken from this place before', async () => {
    const { files, facts } = diskOf({ 'a.mp4': 40 });
    const doubt = async (wasTaken: Background['wasTaken'] = () => false) =>
      (await observe(files, '/a.mp4', { ...background, wasTaken })).seen;
    expect(await doubt()).toMatchObject({ doubtful: false });
    expect(await doubt((path, { inode }) => path === '/a.mp4' && inode === '/a.mp4')).toMatchObject({ doubtful: true });
    facts.set('/a.mp4', { sparse: true });
    expect(await doubt()).toMatchObject({ doubtful: true });
  });

  it.each<[string, FileProblem | null, 'gone' | 'unreadable']>([
    ['a folder', null, 'gone'],
    ['nothing', 'missing', 'gone'],
    ['what may not be seen', 'unreadable', 'unreadable'],
    ['what does not answer', 'no-answer', 'unreadable'],
  ])('takes %s for what it is', async (_, problem, kind) => {
    const { files, problems } = diskOf({ d: {} });
    if (problem) problems.set('/d', problem);
    expect(await observe(files, '/d', background)).toEqual({ seen: { kind }, stat: null });
  });

  it('takes a fault of the app for none of the disk', async () => {
    const { files, problems } = diskOf({});
    problems.set('/d', new TypeError('a fault'));
    await expect(observe(files, '/d', background)).rejects.toThrow(TypeError);
  });
});

describe('a look inside', () => {
  it('reads what the bytes say, and closes the file again', async () => {
    const { files, seen } = opening(words);
    expect(await inside(files, '/d/a.mp4', stat)).toBe('not-video');
    expect(seen).toEqual({ opened: 1, closed: 1 });
    const flash = opening('FLV and something more');
    expect(await inside(flash.files, '/d/a.mp4', { ...stat, size: 22 })).toBe('ragged');
  });

  it('opens nothing of what lies in a cloud (F-34)', async () => {
    const { files, seen } = opening(words);
    expect(await inside(files, '/d/a.mp4', { ...stat, elsewhere: true })).toBe('elsewhere');
    expect(await inside(files, '/d/a.mp4', { ...stat, elsewhere: false })).toBe('not-video');
    expect(seen.opened).toBe(1);
  });

  it.each(['/d/a.mp4.aria2', '/d/a.mp4.part', '/d/a.mp4.ytdl'])(
    'opens nothing beside which %s lies',
    async (beside) => {
      const { files, seen } = opening(words);
      const stats: Files['stat'] = async (path) => (path === beside ? stat : files.stat(path));
      expect(await inside({ ...files, stat: stats }, '/d/a.mp4', stat)).toBe('accompanied');
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
    await inside({ ...files, stat: stats }, path, stat);
    expect(looked).toContain(beside);
  });

  it.each<[FileProblem, 'unreadable' | 'busy' | 'away']>([
    ['unreadable', 'unreadable'],
    ['failed', 'unreadable'],
    ['busy', 'busy'],
    ['missing', 'away'],
    ['no-answer', 'away'],
  ])('that meets %s is told as %s', async (problem, told) => {
    expect(await inside(opening(words, problem).files, '/d/a.mp4', stat)).toBe(told);
  });

  it('takes a fault of the app for none of the disk', async () => {
    const { files } = opening(words);
    const open = (): Promise<OpenFile> => Promise.reject(new TypeError('a fault'));
    await expect(lookInside({ ...files, open }, '/d/a.mp4', stat)).rejects.toThrow(TypeError);
  });
});

describe('a further look', () => {
  const zeros = `\x06\x0e+4${'\0'.repeat(6_000)}${'the end of it'.repeat(400)}`;
  const size = zeros.length;
  const look = async (bytes: string, then: Partial<FileStat> | 'gone' = {}) => {
    const { disk, files } = opening(bytes);
    disk.facts.set('/d/a.mp4', { size });
    const { seen, stat: found } = await observe(files, '/d/a.mp4', background);
    if (seen.kind !== 'file' || !found) throw new Error('it is there');
    if (then === 'gone') disk.problems.set('/d/a.mp4', 'missing');
    else disk.facts.set('/d/a.mp4', { size, ...then });
    return observeInside({ ...files, stat: disk.files.stat }, '/d/a.mp4', seen, found);
  };

  it('doubts what has a place of zeros in its middle, whatever its end says (F-23)', async () => {
    expect((await look(zeros)).seen).toMatchObject({ inside: 'untold', doubtful: true });
    expect((await look(zeros.replaceAll('\0', 'x'))).seen).toMatchObject({ inside: 'untold', doubtful: false });
  });

  it('proves nothing of what changed meanwhile, and forgets what has gone', async () => {
    expect((await look(zeros, { mtimeNs: '6' })).seen).toMatchObject({ inside: null, restedMs: 0 });
    expect((await look(zeros, { size: size + 1 })).seen).toMatchObject({ inside: null, size: size + 1 });
    expect(await look(zeros, 'gone')).toEqual({ seen: { kind: 'gone' }, stat: null });
  });
});

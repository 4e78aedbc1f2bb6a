// The file layer on every system: what paths, names and other programs' files mean is the system's, and what the engine is told of them is one.
import {
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskFiles } from '../../../main/adapters/files.ts';
import { isSameFile } from '../../../main/model.ts';

const isWindows = process.platform === 'win32';
/** What other systems have not is no test there. */
const onWindows = (tests: () => void): void => void (isWindows && tests());
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(realpathSync.native(tmpdir()), 'clipferry-layer-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (...names: readonly string[]): string => path.join(folder, ...names);

async function bytesOf(file: string): Promise<string> {
  const opened = await diskFiles.open(file);
  try {
    const { size } = await opened.stat();
    const into = new Uint8Array(new SharedArrayBuffer(size));
    expect(await opened.read(into, 0, size, 0)).toBe(size);
    return Buffer.from(into).toString();
  } finally {
    await opened.close();
  }
}

describe('a path', () => {
  it('of more than 260 characters is one like any other: listed, looked at and read', async () => {
    const names = Array.from({ length: 6 }, (_, n) => `${n} ${'Überlange Reise '.repeat(4).trim()}`);
    mkdirSync(at(...names), { recursive: true });
    const clip = at(...names, 'clip.mp4');
    writeFileSync(clip, 'far below');
    expect(clip.length).toBeGreaterThan(380);
    expect(await diskFiles.list(path.dirname(clip))).toEqual(['clip.mp4']);
    expect(await diskFiles.stat(clip)).toMatchObject({ kind: 'file', size: 9 });
    expect(await bytesOf(clip)).toBe('far below');
  });

  it('that leads to nothing says so, also on a drive or a share that is not there', async () => {
    const gone = isWindows ? ['Q:\\films\\a.mp4', 'Q:\\', 'Q:\\films'] : ['/volumes-that-are-not-there/a.mp4'];
    for (const one of [at('gone.mp4'), at('gone', 'a.mp4'), ...gone]) {
      await expect(diskFiles.stat(one), one).rejects.toMatchObject({ problem: 'missing' });
      await expect(diskFiles.open(one), one).rejects.toMatchObject({ problem: 'missing' });
    }
  });

  it('below a file leads to nothing', async () => {
    writeFileSync(at('clip.mp4'), 'x');
    await expect(diskFiles.stat(at('clip.mp4', 'a.mp4'))).rejects.toMatchObject({ problem: 'missing' });
  });

  it('in other capitals is the same file where the disk has it so, and nothing where it has not', async () => {
    writeFileSync(at('Clip.MP4'), 'x');
    const one = await diskFiles.stat(at('Clip.MP4'));
    const other = await diskFiles.stat(at('cLIP.mp4')).catch(({ problem }) => problem as string);
    if (typeof other === 'string') expect(other).toBe('missing');
    else expect(isSameFile(one, other)).toBe(true);
    if (isWindows) expect(typeof other).toBe('object');
  });

  onWindows(() =>
    it('of a drive is a folder, by either kind of slash, and what is on it is the same in the long form of its path', async () => {
      const drive = folder.slice(0, 3);
      for (const root of [drive, drive.replace('\\', '/')])
        expect(await diskFiles.stat(root), root).toMatchObject({ kind: 'folder' });
      writeFileSync(at('clip.mp4'), 'x');
      const one = await diskFiles.stat(at('clip.mp4'));
      for (const form of [at('clip.mp4').replaceAll('\\', '/'), `\\\\?\\${at('clip.mp4')}`])
        expect(isSameFile(one, await diskFiles.stat(form)), form).toBe(true);
    }),
  );

  onWindows(() =>
    it('of a share is another computer’s, of a drive this one’s', async () => {
      expect(await diskFiles.isRemote('\\\\server\\films')).toBe(true);
      expect(await diskFiles.isRemote(folder)).toBe(false);
    }),
  );
});

describe('a file', () => {
  it('is told from every other by its volume and a number of 64 bits, which no digit is lost of', async () => {
    writeFileSync(at('one.mp4'), 'x');
    writeFileSync(at('two.mp4'), 'x');
    for (const name of ['one.mp4', 'two.mp4']) {
      const { dev, ino } = statSync(at(name), { bigint: true });
      const opened = await diskFiles.open(at(name));
      const said = { device: String(dev), inode: String(ino) };
      expect(await diskFiles.stat(at(name))).toMatchObject(said);
      expect(await opened.stat()).toMatchObject(said);
      await opened.close();
    }
    const [one, two] = [await diskFiles.stat(at('one.mp4')), await diskFiles.stat(at('two.mp4'))];
    expect(isSameFile(one, two)).toBe(false);
  });

  onWindows(() =>
    it('that another program has for itself is busy, and free once that lets go (F-35)', async () => {
      writeFileSync(at('clip.mp4'), 'whole');
      // Without any sharing, as many programs open what they write (libuv, UV_FS_O_EXLOCK).
      const exclusive = 0x1000_0000;
      const writer = openSync(at('clip.mp4'), constants.O_RDWR | exclusive);
      await expect(diskFiles.open(at('clip.mp4'))).rejects.toMatchObject({ problem: 'busy' });
      // It can still be looked at: it is there, and whose it is is known.
      expect(await diskFiles.stat(at('clip.mp4'))).toMatchObject({ kind: 'file', size: 5 });
      closeSync(writer);
      expect(await bytesOf(at('clip.mp4'))).toBe('whole');
    }),
  );

  it('that another program writes to and shares can be read meanwhile', async () => {
    writeFileSync(at('clip.mp4'), 'half');
    const writer = openSync(at('clip.mp4'), 'a');
    expect(await bytesOf(at('clip.mp4'))).toBe('half');
    closeSync(writer);
  });

  it('that is open here can be renamed and thrown away by others', async () => {
    writeFileSync(at('clip.mp4'), 'whole');
    const opened = await diskFiles.open(at('clip.mp4'));
    rmSync(at('clip.mp4'));
    const into = new Uint8Array(new SharedArrayBuffer(5));
    expect(await opened.read(into, 0, 5, 0)).toBe(5);
    await opened.close();
    await expect(diskFiles.stat(at('clip.mp4'))).rejects.toMatchObject({ problem: 'missing' });
  });

  onWindows(() =>
    it.each(['NUL', 'CON', 'COM1', 'LPT1'])(
      'is none where the name is that of a device, and asking about it ends: %s',
      async (name) => {
        // Nothing is read of it, whatever the system makes of the name.
        const found = await diskFiles.stat(at(name)).catch(({ problem }) => problem as string);
        if (typeof found === 'object') expect(found.kind).not.toBe('file');
        await expect(diskFiles.open(at(name))).rejects.toHaveProperty('problem');
      },
    ),
  );
});

describe('a link to a folder', () => {
  it('leads there for who names what is behind it, and is told as what it leads to', async () => {
    mkdirSync(at('films'));
    writeFileSync(at('films', 'clip.mp4'), 'behind');
    // On Windows a junction, which anybody may make.
    symlinkSync(at('films'), at('link'), 'junction');
    expect(await diskFiles.stat(at('link', 'clip.mp4'))).toMatchObject({ kind: 'file', size: 6 });
    expect(await bytesOf(at('link', 'clip.mp4'))).toBe('behind');
    expect(await diskFiles.real(at('link', 'clip.mp4'))).toBe(at('films', 'clip.mp4'));
  });
});

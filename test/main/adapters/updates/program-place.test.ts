// At the place of the program lies a whole one at every moment, and what is put there was read through and tried beside it.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { programPlace } from '../../../../main/adapters/updates/program-place.ts';
import type { ProgramPlace, WantedFile } from '../../../../main/ports/updates.ts';
import { sha512Of } from '../../../updates/signed-feed.ts';
import { type TempFolder, tempFolder } from './temp-folder.ts';

let folder: TempFolder;
let program: string;
let place: ProgramPlace;
/** What was tried, and what is said of it. */
let tried: { readonly name: string; readonly isFresh: boolean; readonly mode: number; readonly version: string }[];
let starts: boolean | Error;

const old = Buffer.from('the old program');
const fresh = Buffer.from(Array.from({ length: 2_200_000 }, (_, at) => (at * 31) % 251));
const wanted: WantedFile = { name: 'new.AppImage', size: fresh.length, sha512: sha512Of(fresh) };

const isFresh = (file: string): boolean => readFileSync(file).equals(fresh);

const placeOf = (of: string): Promise<ProgramPlace> =>
  programPlace({
    program: of,
    starts: async (file, version) => {
      tried.push({
        ...{ name: path.basename(file), isFresh: isFresh(file) },
        ...{ mode: statSync(file).mode & 0o777, version },
      });
      if (starts instanceof Error) throw starts;
      return starts;
    },
  });

beforeEach(async () => {
  folder = tempFolder();
  mkdirSync(folder.at('Apps'));
  program = folder.at('Apps', 'Clipferry.AppImage');
  writeFileSync(program, old, { mode: 0o755 });
  // A time that can be given again: no disk keeps more than whole seconds of it.
  utimesSync(program, 1_790_000_000, 1_790_000_000);
  writeFileSync(folder.at('downloaded'), fresh, { mode: 0o600 });
  [tried, starts] = [[], true];
  place = await placeOf(program);
});
afterEach(() => {
  expect(folder.open()).toEqual([]);
  folder.remove();
});

const beside = (): readonly string[] => readdirSync(folder.at('Apps')).filter((name) => name !== 'Clipferry.AppImage');
const prepare = (version = '0.2.0') => place.prepare(folder.at('downloaded'), wanted, version);
/** The one hidden file that is ready. */
const ready = (): string => {
  const [name = '', ...more] = beside().filter((one) => one.endsWith('.new'));
  expect(more).toEqual([]);
  return folder.at('Apps', name);
};

/** What is changed has the time of the old one. */
function asOld(change: () => void): void {
  const { atime, mtime } = statSync(program);
  change();
  utimesSync(program, atime, mtime);
}
function copied(): void {
  copyFileSync(program, `${program}.copy`);
  renameSync(`${program}.copy`, program);
}

describe('to make a program ready', () => {
  it('is to put it beside the old one, to read it through there and to try it; the old one stays', async () => {
    expect(await prepare()).toBeNull();
    expect(tried).toMatchObject([{ isFresh: true, mode: 0o755, version: '0.2.0' }]);
    expect(tried[0]?.name).toMatch(/^\.Clipferry\.AppImage\.[\da-f]{12}\.new$/);
    expect(beside()).toEqual([tried[0]?.name]);
    expect(readFileSync(program)).toEqual(old);
  });

  it('is to make it one that its owner may run, and else what the old one was', async () => {
    chmodSync(program, 0o640);
    await prepare();
    expect(tried[0]?.mode).toBe(0o740);
  });

  it('leaves nothing where it is not the file that was signed, and tries nothing', async () => {
    writeFileSync(folder.at('downloaded'), fresh.subarray(1));
    expect(await prepare()).toBe('wrong-file');
    expect([tried, beside()]).toEqual([[], []]);
  });

  it('leaves nothing where it does not start', async () => {
    starts = false;
    expect(await prepare()).toBe('not-starting');
    expect([tried.length, beside()]).toEqual([1, []]);
    expect(await place.replace(wanted)).toBe('wrong-file');
  });

  it('leaves nothing where it could not be tried', async () => {
    starts = new Error('no processes left');
    expect(await prepare()).toBe('failed');
    expect(beside()).toEqual([]);
  });

  it('leaves nothing where what was downloaded is gone, is a link or a folder', async () => {
    unlinkSync(folder.at('downloaded'));
    expect(await prepare()).toBe('moved');
    symlinkSync(program, folder.at('downloaded'));
    expect(await prepare()).toBe('failed');
    unlinkSync(folder.at('downloaded'));
    mkdirSync(folder.at('downloaded'));
    expect(await prepare()).toBe('read-only');
    expect([tried, beside()]).toEqual([[], []]);
  });

  it('is nothing where the program was moved away, or another lies there', async () => {
    renameSync(program, `${program}.moved`);
    expect(await prepare()).toBe('moved');
    copyFileSync(`${program}.moved`, program);
    expect(await prepare()).toBe('moved');
    unlinkSync(program);
    mkdirSync(program);
    expect(await prepare()).toBe('moved');
    expect([tried, beside()]).toEqual([[], ['Clipferry.AppImage.moved']]);
  });

  it('is nothing behind a link in the place of the program', async () => {
    renameSync(program, `${program}.moved`);
    symlinkSync(`${program}.moved`, program);
    expect(await prepare()).toBe('moved');
  });

  it('is nothing where no program was there when this one started', async () => {
    unlinkSync(program);
    place = await placeOf(program);
    writeFileSync(program, old);
    expect(await prepare()).toBe('moved');
    expect(beside()).toEqual([]);
  });

  it('a second time leaves the first one nowhere, also where the second comes to nothing', async () => {
    await prepare('0.2.0');
    const first = ready();
    await prepare('0.2.1');
    expect(ready()).not.toBe(first);
    expect(tried.map(({ version }) => version)).toEqual(['0.2.0', '0.2.1']);
    starts = false;
    await prepare('0.2.2');
    expect(beside()).toEqual([]);
    expect(await place.replace(wanted)).toBe('wrong-file');
  });

  it('works for a name as long as a disk allows', async () => {
    const long = folder.at('Apps', `${'x'.repeat(246)}.AppImage`);
    renameSync(program, long);
    place = await placeOf(long);
    expect(await prepare()).toBeNull();
    expect(await place.replace(wanted)).toBeNull();
    expect(isFresh(long)).toBe(true);
    await place.tidy();
    expect(readdirSync(folder.at('Apps'))).toEqual([path.basename(long)]);
  });
});

describe('one that is ready', () => {
  it('is ready for what it was made of, and for nothing else', async () => {
    expect(await place.isReady(wanted)).toBe('wrong-file');
    await prepare();
    expect(await place.isReady(wanted)).toBeNull();
    expect(await place.isReady({ ...wanted, sha512: sha512Of(old) })).toBe('wrong-file');
    await place.replace(wanted);
    expect(await place.isReady(wanted)).toBe('wrong-file');
  });

  it('is none any more where the program was moved away', async () => {
    await prepare();
    renameSync(program, `${program}.moved`);
    expect(await place.isReady(wanted)).toBe('moved');
  });

  it.each<[string, (file: string) => void]>([
    ['is gone', (file) => unlinkSync(file)],
    ['got shorter', (file) => writeFileSync(file, fresh.subarray(1))],
    ['is a link', (file) => [unlinkSync(file), symlinkSync(folder.at('downloaded'), file)]],
  ])('is none any more where it %s', async (_, change) => {
    await prepare();
    change(ready());
    expect(await place.isReady(wanted)).toBe('wrong-file');
  });
});

describe('to put it in place', () => {
  it('is one rename, and the very file that was there stays beside it under a hidden name', async () => {
    const before = statSync(program).ino;
    await prepare();
    const file = statSync(ready()).ino;
    expect(await place.replace(wanted)).toBeNull();
    expect(isFresh(program)).toBe(true);
    expect(statSync(program)).toMatchObject({ ino: file });
    expect(statSync(program).mode & 0o777).toBe(0o755);
    expect(beside()).toEqual(['.Clipferry.AppImage.old']);
    expect(statSync(folder.at('Apps', '.Clipferry.AppImage.old'))).toMatchObject({ ino: before });
  });

  it('takes the place of an older one that was kept', async () => {
    writeFileSync(folder.at('Apps', '.Clipferry.AppImage.old'), 'of last year');
    await prepare();
    expect(await place.replace(wanted)).toBeNull();
    expect(readFileSync(folder.at('Apps', '.Clipferry.AppImage.old'))).toEqual(old);
  });

  it('is nothing without one that is ready', async () => {
    expect(await place.replace(wanted)).toBe('wrong-file');
    expect(readFileSync(program)).toEqual(old);
  });

  it('is nothing for another than the one that is ready, which stays ready', async () => {
    await prepare();
    expect(await place.replace({ ...wanted, sha512: sha512Of(old) })).toBe('wrong-file');
    expect(readFileSync(program)).toEqual(old);
    expect(await place.replace(wanted)).toBeNull();
    expect(isFresh(program)).toBe(true);
  });

  it('is done once', async () => {
    await prepare();
    await place.replace(wanted);
    expect(await place.replace(wanted)).toBe('wrong-file');
    expect(isFresh(program)).toBe(true);
  });

  it('is nothing where a byte of it was changed since: it is gone, and the old one stays', async () => {
    await prepare();
    const changed = Buffer.from(fresh);
    changed[2_100_000] = (changed[2_100_000] ?? 0) ^ 1;
    writeFileSync(ready(), changed);
    expect(await place.replace(wanted)).toBe('wrong-file');
    expect([beside(), readFileSync(program)]).toEqual([[], old]);
  });

  it('is nothing where a link lies in its place', async () => {
    await prepare();
    unlinkSync(ready());
    symlinkSync(folder.at('downloaded'), folder.at('Apps', tried[0]?.name ?? ''));
    expect(await place.replace(wanted)).toBe('failed');
    expect([beside(), readFileSync(program)]).toEqual([[], old]);
  });

  it('is nothing where it is gone', async () => {
    await prepare();
    unlinkSync(ready());
    expect(await place.replace(wanted)).toBe('moved');
    expect([beside(), readFileSync(program)]).toEqual([[], old]);
  });

  it('is nothing where the program was moved away meanwhile: nothing is put where it was', async () => {
    await prepare();
    renameSync(program, `${program}.moved`);
    expect(await place.replace(wanted)).toBe('moved');
    expect(readdirSync(folder.at('Apps'))).toEqual(['Clipferry.AppImage.moved']);
  });

  it.each<[string, string, (put: (content: string) => void) => void]>([
    ['it', 'another one', (put) => [unlinkSync(program), put('another one')]],
    ['one as long', 'a new program..', (put) => [unlinkSync(program), put('a new program..')]],
    ['one with its time', 'another one', (put) => asOld(() => [unlinkSync(program), put('another one')])],
    ['another copy, with its time', String(old), () => asOld(() => copied())],
    ['its bytes anew', 'another one', (put) => put('another one')],
    ['as many bytes anew', 'a new program..', (put) => put('a new program..')],
    ['its bytes anew, with its time', 'another one', (put) => asOld(() => put('another one'))],
  ])('is nothing where a person put another there meanwhile: %s', async (_, content, change) => {
    await prepare();
    change((text) => writeFileSync(program, text));
    expect(await place.replace(wanted)).toBe('moved');
    expect([beside(), readFileSync(program, 'utf8')]).toEqual([[], content]);
  });

  it('works where only its rights were changed meanwhile', async () => {
    await prepare();
    chmodSync(program, 0o700);
    expect(await place.replace(wanted)).toBeNull();
  });

  it.runIf(process.platform === 'linux')(
    'is nothing where a person puts another there while it is read through',
    async () => {
      await prepare();
      const replacing = place.replace(wanted);
      while (folder.open().length === 0) await setImmediate();
      unlinkSync(program);
      writeFileSync(program, 'of a person');
      expect(await replacing).toBe('moved');
      expect(readFileSync(program, 'utf8')).toBe('of a person');
    },
  );

  it('is nothing where the old one cannot be kept', async () => {
    mkdirSync(folder.at('Apps', '.Clipferry.AppImage.old', 'full'), { recursive: true });
    await prepare();
    expect(await place.replace(wanted)).not.toBeNull();
    expect(readFileSync(program)).toEqual(old);
    expect(beside()).toEqual(['.Clipferry.AppImage.old']);
  });
});

describe('tidying up', () => {
  const hourAgo = (name: string, ms = 3_700_000): void => {
    const then = (Date.now() - ms) / 1_000;
    utimesSync(folder.at('Apps', name), then, then);
  };

  it('takes away the program that was there before, and what was made ready an hour ago and never used', async () => {
    await prepare();
    await place.replace(wanted);
    writeFileSync(folder.at('Apps', '.Clipferry.AppImage.0011.new'), 'x');
    hourAgo('.Clipferry.AppImage.0011.new');
    await place.tidy();
    expect(readdirSync(folder.at('Apps'))).toEqual(['Clipferry.AppImage']);
  });

  it('leaves what another run of the app makes ready, what is ready here, and all that is somebody else’s', async () => {
    await prepare();
    hourAgo(path.basename(ready()));
    const others = ['.Clipferry.AppImage.part', 'Clipferry.AppImage.1.new', '.Other.AppImage.1.new', '.new', 'a text'];
    for (const name of others) {
      writeFileSync(folder.at('Apps', name), 'x');
      hourAgo(name);
    }
    mkdirSync(folder.at('Apps', '.Clipferry.AppImage.folder.new'));
    hourAgo('.Clipferry.AppImage.folder.new');
    const before = beside();
    writeFileSync(folder.at('Apps', '.Clipferry.AppImage.2.new'), 'young');
    await place.tidy();
    expect(beside()).toEqual([...before, '.Clipferry.AppImage.2.new'].sort());
    expect(await place.replace(wanted)).toBeNull();
  });

  it('is no error where there is nothing to tidy, not even the folder', async () => {
    await place.tidy();
    expect(beside()).toEqual([]);
    renameSync(folder.at('Apps'), folder.at('Moved'));
    await place.tidy();
    expect(existsSync(folder.at('Apps'))).toBe(false);
  });
});

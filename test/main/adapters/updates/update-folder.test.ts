// What lies in the folder of downloads is a part, or a whole file that was read through; whatever a disk or somebody else did to it.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { syncFolder, updateFolder } from '../../../../main/adapters/updates/update-folder.ts';
import type { UpdateFiles, WantedFile } from '../../../../main/ports/updates.ts';
import { SaveError } from '../../../../main/ports.ts';
import { sha512Of } from '../../../updates/signed-feed.ts';
import { openPaths, type TempFolder, tempFolder } from './temp-folder.ts';

let folder: TempFolder;
let files: UpdateFiles;
beforeEach(() => {
  folder = tempFolder();
  files = updateFolder(folder.at('updates', 'of this app'));
});
afterEach(() => {
  expect(folder.open()).toEqual([]);
  folder.remove();
});
const at = (...names: string[]): string => folder.at('updates', 'of this app', ...names);

const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, byte) => (byte * 31) % 251));
const wantedOf = (name: string, content: Uint8Array): WantedFile => ({
  name,
  size: content.length,
  sha512: sha512Of(content),
});
const wanted = wantedOf('Clipferry 0.2.0.AppImage', bytes);
const partName = `${wanted.sha512.slice(0, 32)}.part`;
const wholeName = wanted.sha512.slice(0, 32);

async function put(content: Uint8Array, from = 0, of = wanted): Promise<void> {
  const part = await files.openPart(of, from);
  await part.append(content);
  await part.close();
}
/** Makes a file of the folder, so that nothing can be made in it. */
function inTheWay(): void {
  mkdirSync(folder.at('updates'));
  writeFileSync(at(), 'a file');
}
const failing = (problem: string): unknown => expect.objectContaining({ name: 'SaveError', problem });

describe('a part', () => {
  it('is made with its folder, for nobody else to read, under a name that no other download has', async () => {
    expect(await files.partBytes(wanted)).toBe(0);
    await put(bytes.subarray(0, 1_000));
    expect(readdirSync(at())).toEqual([partName]);
    expect(statSync(at()).mode & 0o777).toBe(0o700);
    expect(statSync(at(partName)).mode & 0o777).toBe(0o600);
    expect(await files.partBytes(wanted)).toBe(1_000);
  });

  it('goes on where it is told, and what came after that is dropped', async () => {
    await put(Buffer.alloc(5_000, 'x'));
    const part = await files.openPart(wanted, 2_000);
    expect(statSync(at(partName)).size).toBe(2_000);
    await part.append(bytes.subarray(0, 700));
    await part.append(bytes.subarray(700, 1_500));
    await part.close();
    expect(readFileSync(at(partName))).toEqual(Buffer.concat([Buffer.alloc(2_000, 'x'), bytes.subarray(0, 1_500)]));
  });

  it('of another file is left alone', async () => {
    const other = wantedOf(wanted.name, bytes.subarray(1));
    await put(bytes.subarray(0, 10));
    await put(bytes.subarray(0, 20), 0, other);
    expect([await files.partBytes(wanted), await files.partBytes(other)]).toEqual([10, 20]);
  });

  it('is none that is a folder', async () => {
    mkdirSync(at(partName), { recursive: true });
    expect(await files.partBytes(wanted)).toBe(0);
    await expect(files.openPart(wanted, 0)).rejects.toEqual(failing('read-only'));
  });

  it('cannot be made where a file lies in the way of the folder, and says so', async () => {
    inTheWay();
    await expect(files.openPart(wanted, 0)).rejects.toBeInstanceOf(SaveError);
    expect(await files.partBytes(wanted)).toBe(0);
  });

  it('that is closed takes nothing more, which is said as what it is; to close it again harms nobody', async () => {
    const part = await files.openPart(wanted, 0);
    await part.close();
    await expect(part.append(bytes)).rejects.toEqual(failing('failed'));
    await part.close();
  });

  it.runIf(existsSync('/dev/full'))('that cannot be shortened is an error, and nothing stays open', async () => {
    mkdirSync(at(), { recursive: true });
    symlinkSync('/dev/full', at(partName));
    await expect(files.openPart(wanted, 0)).rejects.toBeInstanceOf(SaveError);
    expect(openPaths()).not.toContain('/dev/full');
  });
});

describe('a part that has all its bytes', () => {
  it('becomes a whole file under its own name, and is no part any more', async () => {
    await put(bytes);
    expect(await files.finish(wanted)).toBe(true);
    expect(readdirSync(at())).toEqual([wholeName]);
    expect(readdirSync(at(wholeName))).toEqual([wanted.name]);
    expect(statSync(at(wholeName)).mode & 0o777).toBe(0o700);
    expect(await files.whole(wanted)).toEqual({ is: 'here', path: at(wholeName, wanted.name) });
    expect(await files.partBytes(wanted)).toBe(0);
  });

  it('takes the place of what lay there', async () => {
    mkdirSync(at(wholeName), { recursive: true });
    writeFileSync(at(wholeName, wanted.name), 'another');
    await put(bytes);
    expect(await files.finish(wanted)).toBe(true);
    expect(await files.whole(wanted)).toMatchObject({ is: 'here' });
  });

  it.each([
    ['one of which is another', Buffer.from(bytes.map((byte, index) => (index === 299_999 ? byte ^ 1 : byte)))],
    ['one too many', Buffer.concat([bytes, Buffer.of(0)])],
    ['one too few', bytes.subarray(1)],
  ])('%s, is gone', async (_, content) => {
    await put(content);
    expect(await files.finish(wanted)).toBe(false);
    expect(readdirSync(at())).toEqual([]);
    expect(await files.whole(wanted)).toEqual({ is: 'missing' });
  });

  it('behind a link is nobody’s: what a link leads to is not read, and stays', async () => {
    writeFileSync(folder.at('elsewhere'), bytes);
    mkdirSync(at(), { recursive: true });
    symlinkSync(folder.at('elsewhere'), at(partName));
    await expect(files.finish(wanted)).rejects.toBeInstanceOf(SaveError);
    expect(readFileSync(folder.at('elsewhere')).equals(bytes)).toBe(true);
  });

  it('that is not there any more is an error that says so', async () => {
    await expect(files.finish(wanted)).rejects.toEqual(failing('missing'));
  });

  it('stays where no place can be made for the whole file', async () => {
    await put(bytes);
    writeFileSync(at(wholeName), 'a file');
    await expect(files.finish(wanted)).rejects.toBeInstanceOf(SaveError);
    expect(await files.partBytes(wanted)).toBe(bytes.length);
  });
});

describe('a whole file', () => {
  beforeEach(async () => {
    await put(bytes);
    await files.finish(wanted);
  });

  it('counts for nothing when a byte of it was changed since, and is gone then', async () => {
    const changed = Buffer.from(bytes);
    changed[7] = 0;
    writeFileSync(at(wholeName, wanted.name), changed);
    expect(await files.whole(wanted)).toEqual({ is: 'wrong' });
    expect(readdirSync(at(wholeName))).toEqual([]);
    expect(await files.whole(wanted)).toEqual({ is: 'missing' });
  });

  it('counts for nothing behind a link', async () => {
    renameSync(at(wholeName, wanted.name), folder.at('elsewhere'));
    symlinkSync(folder.at('elsewhere'), at(wholeName, wanted.name));
    expect(await files.whole(wanted)).toEqual({ is: 'missing' });
    expect(readFileSync(folder.at('elsewhere')).equals(bytes)).toBe(true);
  });

  it('of another version is none', async () => {
    const other = wantedOf('Clipferry 0.3.0.AppImage', bytes.subarray(1));
    expect(await files.whole(other)).toEqual({ is: 'missing' });
    expect(await files.whole(wanted)).toMatchObject({ is: 'here' });
  });

  it('stays, with its part, when all others are cleared away; without a word for it, it goes, too', async () => {
    await files.remember('{}');
    await put(bytes.subarray(0, 5));
    await put(bytes.subarray(0, 5), 0, wantedOf('other', bytes.subarray(1)));
    const older = 'ab'.repeat(16);
    mkdirSync(at(older));
    writeFileSync(at(older, 'Clipferry 0.1.9.AppImage'), 'x');
    mkdirSync(at('cd'.repeat(16)));
    writeFileSync(at('.clipferry-1234.part'), 'half a note');
    await files.clear(wanted);
    expect(readdirSync(at()).sort()).toEqual([wholeName, partName, 'remembered.json'].sort());
    await files.clear(null);
    expect(readdirSync(at())).toEqual(['remembered.json']);
  });
});

describe('what a person made of a download is theirs, and stays', () => {
  const inside = (): string => at(wholeName);
  beforeEach(async () => {
    await put(bytes);
    await files.finish(wanted);
  });

  it('where they unpacked it', async () => {
    mkdirSync(path.join(inside(), 'Clipferry'));
    writeFileSync(path.join(inside(), 'Clipferry', 'clipferry'), 'the program that runs');
    await files.clear(null);
    expect(readFileSync(path.join(inside(), 'Clipferry', 'clipferry'), 'utf8')).toBe('the program that runs');
  });

  it('where they unpacked it and threw the archive away', async () => {
    renameSync(path.join(inside(), wanted.name), folder.at('thrown away'));
    mkdirSync(path.join(inside(), 'Clipferry'));
    expect(await files.whole(wanted)).toEqual({ is: 'missing' });
    await files.clear(null);
    expect(readdirSync(inside())).toEqual(['Clipferry']);
  });

  it('where they put anything beside it', async () => {
    writeFileSync(path.join(inside(), 'notes.txt'), 'x');
    await files.clear(null);
    expect(readdirSync(inside()).sort()).toEqual([wanted.name, 'notes.txt'].sort());
  });

  it('where they made a program of it, which may be the one that runs', async () => {
    chmodSync(path.join(inside(), wanted.name), 0o700);
    await files.clear(null);
    expect(readdirSync(inside())).toEqual([wanted.name]);
  });

  it('where it has another name than ours have', async () => {
    mkdirSync(at('Clipferry'));
    writeFileSync(at('readme.txt'), 'x');
    await files.clear(null);
    expect(readdirSync(at()).sort()).toEqual(['Clipferry', 'readme.txt']);
  });
});

it('of a folder that is not there nothing is cleared away, and that is no error', async () => {
  await files.clear(null);
  await files.clear(wanted);
  expect(existsSync(at())).toBe(false);
});

describe('what is remembered', () => {
  it('is what was written last, beside nothing half-written', async () => {
    expect(await files.remembered()).toBeNull();
    await files.remember('{"a":1}');
    await files.remember('{"ü":2}');
    expect(await files.remembered()).toBe('{"ü":2}');
    expect(readdirSync(at())).toEqual(['remembered.json']);
  });

  it('is nothing where it is larger than anything that is ever written there, or no file', async () => {
    await files.remember('x'.repeat(64 * 1024));
    expect(await files.remembered()).toHaveLength(64 * 1024);
    await files.remember('x'.repeat(64 * 1024 + 1));
    expect(await files.remembered()).toBeNull();
    await files.clear(null);
    const other = updateFolder(folder.at('another'));
    mkdirSync(folder.at('another', 'remembered.json'), { recursive: true });
    expect(await other.remembered()).toBeNull();
  });

  it('is not kept where a file lies in the way, and says so', async () => {
    inTheWay();
    await expect(files.remember('{}')).rejects.toBeInstanceOf(SaveError);
  });
});

describe('room', () => {
  it('is told in bytes, of the disk on which the folder lies', async () => {
    expect(await files.room()).toBeGreaterThan(1_000_000);
    expect(existsSync(at())).toBe(true);
  });

  it('is not known where the folder cannot be made', async () => {
    inTheWay();
    expect(await files.room()).toBeNull();
  });
});

it('a folder that cannot be opened is nobody’s trouble', async () => {
  await syncFolder(path.join(folder.path, 'nothing'));
  await syncFolder(folder.path);
});

// A file is the wanted one when it is as long and its bytes have the sum, all of them and nothing else.
import { mkdirSync, writeFileSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isWanted } from '../../../../main/adapters/updates/file-sum.ts';
import { sha512Of } from '../../../updates/signed-feed.ts';
import { type TempFolder, tempFolder } from './temp-folder.ts';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

const bytes = Buffer.from(Array.from({ length: 2_500_000 }, (_, at) => (at * 31) % 251));
const whole = { name: 'program', size: bytes.length, sha512: sha512Of(bytes) };

async function judge(file: string, wanted = whole): Promise<boolean> {
  const handle = await open(file);
  try {
    return await isWanted(handle, wanted);
  } finally {
    await handle.close();
  }
}

function written(content: Uint8Array): string {
  writeFileSync(folder.at('program'), content);
  return folder.at('program');
}

it('is wanted where all is right, also when it is longer than what is read at once, and when it is read a second time', async () => {
  const handle = await open(written(bytes));
  expect([await isWanted(handle, whole), await isWanted(handle, whole)]).toEqual([true, true]);
  await handle.close();
});

it('of one byte, or of one more than what is read at once, too', async () => {
  for (const size of [1, 1024 * 1024, 1024 * 1024 + 1]) {
    const some = bytes.subarray(0, size);
    expect(await judge(written(some), { name: 'program', size, sha512: sha512Of(some) })).toBe(true);
  }
});

it('is none with one other bit, wherever that is', async () => {
  for (const at of [0, 1_048_575, 1_048_576, bytes.length - 1]) {
    const other = Buffer.from(bytes);
    other[at] = (other[at] ?? 0) ^ 1;
    expect(await judge(written(other))).toBe(false);
  }
});

it('is none that is longer or shorter than was signed, whatever its sum', async () => {
  const few = bytes.subarray(0, 1_000);
  const file = written(few);
  const sha512 = sha512Of(few);
  expect(await judge(file, { name: 'program', size: 999, sha512 })).toBe(false);
  expect(await judge(file, { name: 'program', size: 1_001, sha512 })).toBe(false);
  expect(await judge(file, { name: 'program', size: 1_000, sha512 })).toBe(true);
});

it('is none that is a folder', async () => {
  mkdirSync(folder.at('one'));
  const { size } = await stat(folder.at('one'));
  expect(await judge(folder.at('one'), { ...whole, size })).toBe(false);
});

it('is none that gets shorter while it is read', async () => {
  const handle = await open(written(bytes.subarray(0, 2_000_000)));
  // What its size was when it was asked.
  const shorter = {
    stat: async () => ({ isFile: () => true, size: bytes.length }),
    read: handle.read.bind(handle),
  } as unknown as FileHandle;
  expect(await isWanted(shorter, { ...whole, sha512: sha512Of(bytes.subarray(0, 2_000_000)) })).toBe(false);
  await handle.close();
});

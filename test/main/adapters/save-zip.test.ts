// A zip at the place that the user chose: whole, or nothing at all.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemRandom } from '../../../main/adapters/random.ts';
import { saveProblem, saveText } from '../../../main/adapters/save-whole.ts';
import { saveZip } from '../../../main/adapters/save-zip.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-zip-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = Date.UTC(2026, 10, 23, 12);
const text = `Zoë ${'a line of the log\n'.repeat(20_000)}`;
const files = [
  { name: 'report.txt', text: 'a: 1\n' },
  { name: 'log.txt', text },
  { name: 'empty.txt', text: '' },
];

test('every file comes out byte for byte, and nothing else is there', async () => {
  const place = join(folder, 'report.zip');
  await saveZip(place, files, at);
  const found = unzipSync(new Uint8Array(readFileSync(place)));
  expect(Object.entries(found).map(([name, bytes]) => ({ name, text: strFromU8(bytes) }))).toEqual(files);
  expect(readFileSync(place).length).toBeLessThan(10_000);
  expect(readdirSync(folder)).toEqual(['report.zip']);
});

test('a name may be as long as the disk allows', async () => {
  const name = `${'n'.repeat(251)}.zip`;
  await saveZip(join(folder, name), files.slice(0, 1), at);
  expect(readdirSync(folder)).toEqual([name]);
});

test('what was there before is replaced as a whole', async () => {
  const place = join(folder, 'report.zip');
  writeFileSync(place, 'x'.repeat(1_000_000));
  await saveZip(place, files.slice(0, 1), at);
  expect(Object.keys(unzipSync(new Uint8Array(readFileSync(place))))).toEqual(['report.txt']);
});

test('a text is saved the same way, as UTF-8', async () => {
  const place = join(folder, 'receipt.csv');
  writeFileSync(place, 'before');
  await saveText(place, '\ufeffA & B "½" <b> é 你好\r\n');
  expect(readFileSync(place, 'utf8')).toBe('\ufeffA & B "½" <b> é 你好\r\n');
  await expect(saveText(join(folder, 'gone', 'receipt.csv'), 'x')).rejects.toMatchObject({ problem: 'missing' });
  expect(readdirSync(folder)).toEqual(['receipt.csv']);
});

test('a folder that is gone, and one in the place of the file', async () => {
  await expect(saveZip(join(folder, 'gone', 'report.zip'), files, at)).rejects.toMatchObject({ problem: 'missing' });
  mkdirSync(join(folder, 'taken.zip'));
  await expect(saveZip(join(folder, 'taken.zip'), files, at)).rejects.toMatchObject({
    name: 'SaveError',
    problem: 'read-only',
  });
  expect(readdirSync(folder)).toEqual(['taken.zip']);
});

test('a name that no zip can hold is refused, and nothing is left', async () => {
  const failed = { name: 'SaveError', problem: 'failed', message: 'filename too long' };
  const long = { name: 'n'.repeat(70_000), text: 'x' };
  await expect(saveZip(join(folder, 'report.zip'), [long, ...files], at)).rejects.toMatchObject(failed);
  expect(readdirSync(folder)).toEqual([]);
});

test('a file in the place of the folder', async () => {
  writeFileSync(join(folder, 'file'), '');
  const place = join(folder, 'file', 'report.zip');
  await expect(saveZip(place, files, at)).rejects.toMatchObject({ problem: 'missing' });
});

test.each([
  ['a disk, a share of it or a size that is used up', 'full', ['ENOSPC', 'EDQUOT', 'EFBIG']],
  ['a place where nobody may write', 'read-only', ['EACCES', 'EPERM', 'EROFS', 'EISDIR']],
  ['a place that is not there', 'missing', ['ENOENT', 'ENOTDIR']],
  ['whatever else', 'failed', ['EIO', undefined]],
])('%s is told as %s', (_, problem, codes) => {
  expect(codes.map(saveProblem)).toEqual(codes.map(() => problem));
});

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

describe.runIf(isRoot)('on a disk of its own', () => {
  afterEach(() => execFileSync('umount', [folder]));

  test('that is full: nothing half-written is left, and what was there stays', async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]);
    const place = join(folder, 'report.zip');
    await saveZip(place, files.slice(0, 1), at);
    const before = readFileSync(place);
    const noise = { name: 'log.txt', text: systemRandom.hex(100_000) };
    await expect(saveZip(place, [noise], at)).rejects.toMatchObject({ problem: 'full' });
    expect(readdirSync(folder)).toEqual(['report.zip']);
    expect(readFileSync(place)).toEqual(before);
  });

  test('that nobody may write to', async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', folder]);
    await expect(saveZip(join(folder, 'report.zip'), files, at)).rejects.toMatchObject({ problem: 'read-only' });
  });
});

// What the system says of a file, as the stages know it: large numbers lose nothing, and a placeholder is no file that is here.
import {
  lstatSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { toStat } from '../../../main/adapters/file-stat.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-stat-'));
  file = join(folder, 'a.mp4');
  writeFileSync(file, 'film');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});
const statOf = (path: string) => toStat(statSync(path, { bigint: true }));

it('is a file with its numbers as they are', () => {
  utimesSync(file, 1_763_620_000.25, 1_763_620_000.25);
  const { dev, ino, mtimeNs, ctimeNs, ctimeMs, birthtimeMs } = statSync(file, { bigint: true });
  expect(statOf(file)).toEqual({
    ...{ kind: 'file', device: String(dev), inode: String(ino), size: 4, mtimeNs: String(mtimeNs) },
    mtimeMs: 1_763_620_000_250,
    ...{ changedNs: String(ctimeNs), changedMs: Number(ctimeMs), bornMs: Number(birthtimeMs) },
  });
  // Setting its time back is a change of its own.
  expect(Number(ctimeMs)).toBeGreaterThan(1_763_620_000_250);
});

it('has no times that its disk does not keep', () => {
  const kept = Object.assign(statSync(file, { bigint: true }), { ctimeNs: 0n, birthtimeMs: 0n });
  expect(Object.keys(toStat(kept))).toEqual(['kind', 'device', 'inode', 'size', 'mtimeNs', 'mtimeMs']);
});

it('is a folder, or neither', () => {
  symlinkSync(file, join(folder, 'link'));
  expect([statOf(folder).kind, toStat(lstatSync(join(folder, 'link'), { bigint: true })).kind]).toEqual([
    ...['folder', 'other'],
  ]);
});

// NTFS gives room to all of a file that was made longer; its placeholders are made by the programs of clouds alone.
it.skipIf(process.platform === 'win32')('is elsewhere where it has a size and nothing of it is on the disk', () => {
  writeFileSync(file, '');
  for (const [bytes, elsewhere] of [
    [65_536, undefined],
    [65_537, true],
  ] as const) {
    truncateSync(file, bytes);
    expect(statOf(file).elsewhere, String(bytes)).toBe(elsewhere);
  }
  writeFileSync(file, Buffer.alloc(70_000, 1));
  const whole = statSync(file, { bigint: true });
  expect(toStat(Object.assign(whole, { blocks: 144n })).elsewhere).toBeUndefined();
});

it('is sparse where much of it was never written', () => {
  writeFileSync(file, Buffer.alloc(200_000, 1));
  expect(statOf(file).sparse).toBeUndefined();
  truncateSync(file, 1_000_000);
  expect(statOf(file)).toMatchObject({ sparse: true });
  const some = (blocks: bigint) =>
    toStat(Object.assign(statSync(file, { bigint: true }), { blocks, size: 100_000n })).sparse;
  expect([some(68n), some(67n), some(0n)]).toEqual([undefined, true, undefined]);
});

it('a folder is here whatever it is made of', () => {
  const stat = Object.assign(statSync(folder, { bigint: true }), { blocks: 0n, size: 70_000n });
  expect(toStat(stat).elsewhere).toBeUndefined();
});

// Claims on a real disk: one of several gets it, keeps it as long as it is young, and nothing is left behind or followed elsewhere.
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { claim, release } from '../../../main/adapters/claim-steps.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-claim-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const staleMs = 90_000;
const place = (): string => join(folder, '.clipferry');
/** The only claim that is there. */
const file = (): string => join(place(), readdirSync(place())[0] ?? '');
const asks = (us: string): string => claim(folder, 'one', us, staleMs);
/** As if its computer had written it so long ago. */
const aged = (ms: number): void => {
  const at = (Date.now() - ms) / 1_000;
  utimesSync(file(), at, at);
};

it('is the first one’s, again and again, and not the second one’s', () => {
  expect([asks('studio'), asks('laptop'), asks('studio'), asks('laptop')]).toEqual([
    'ours',
    'theirs',
    'ours',
    'theirs',
  ]);
  expect(readFileSync(file(), 'utf8')).toBe('studio\n');
  // Another account's claim is another one.
  expect(claim(folder, 'two', 'laptop', staleMs)).toBe('ours');
});

it('is made young by whoever has it: the other one waits on', () => {
  asks('studio');
  aged(staleMs - 10_000);
  expect(asks('studio')).toBe('ours');
  aged(staleMs - 10_000);
  expect(asks('laptop')).toBe('theirs');
});

it('is taken over from one that nobody kept young, who then has to wait', () => {
  asks('studio');
  aged(staleMs + 1_000);
  expect(asks('laptop')).toBe('ours');
  expect(asks('studio')).toBe('theirs');
  expect(readdirSync(place())).toHaveLength(1);
});

it.each([
  ['the disk’s clock was set back after its computer had gone', 3_600_000, 'ours'],
  ['it was carried here with the time of another computer', staleMs + 10_000, 'ours'],
  ['the clocks of two computers differ a little', 30_000, 'theirs'],
])('from the future holds nobody up for long: %s', (_, ahead, then) => {
  asks('studio');
  aged(-ahead);
  expect(asks('laptop')).toBe(then);
});

it('leaves nothing behind once it is given back, by the one who has it', () => {
  asks('studio');
  release(folder, 'one', 'laptop');
  expect(readFileSync(file(), 'utf8')).toBe('studio\n');
  release(folder, 'one', 'studio');
  expect(existsSync(place())).toBe(false);
  release(folder, 'one', 'studio');
  expect(asks('laptop')).toBe('ours');
});

it('leaves the place to others who are in it', () => {
  asks('studio');
  claim(folder, 'two', 'laptop', staleMs);
  release(folder, 'one', 'studio');
  expect(readFileSync(file(), 'utf8')).toBe('laptop\n');
});

it('keeps nobody waiting where nothing can be written, or where a link or a file is in its place', () => {
  expect(claim(join(folder, 'gone'), 'one', 'studio', staleMs)).toBe('free');
  if (process.platform === 'linux') expect(claim('/proc', 'one', 'studio', staleMs)).toBe('free');
  const target = join(folder, 'target');
  mkdirSync(target);
  symlinkSync(target, place());
  expect(asks('studio')).toBe('free');
  expect(readdirSync(target)).toEqual([]);
  rmSync(place());
  writeFileSync(place(), '');
  expect(asks('studio')).toBe('free');
});

/** As a user who may read what is there and write nothing. */
function asReader<T>(act: () => T): T {
  const isRoot = process.geteuid?.() === 0;
  for (const at of [folder, place()]) chmodSync(at, isRoot ? 0o755 : 0o555);
  if (isRoot) process.seteuid?.(65_534);
  try {
    return act();
  } finally {
    if (isRoot) process.seteuid?.(0);
    for (const at of [folder, place()]) chmodSync(at, 0o755);
  }
}

it.skipIf(process.platform === 'win32')('of another user of the same computer holds as long as it is young', () => {
  asks('studio');
  expect(asReader(() => asks('laptop'))).toBe('theirs');
  aged(staleMs - 10_000);
  expect(asReader(() => asks('laptop'))).toBe('theirs');
  // Nobody keeps it young, and it cannot be taken over either.
  aged(staleMs + 1_000);
  expect(asReader(() => asks('laptop'))).toBe('free');
  expect(asReader(() => claim(folder, 'two', 'laptop', staleMs))).toBe('free');
  expect(readFileSync(file(), 'utf8')).toBe('studio\n');
});

it('that is something else than a claim is somebody’s as long as it is young', () => {
  asks('studio');
  writeFileSync(file(), Buffer.alloc(10_000, 1));
  expect(asks('studio')).toBe('theirs');
  aged(staleMs + 1_000);
  expect(asks('studio')).toBe('ours');
});

it('has a name that every disk takes, whatever it and its computer are called', () => {
  const name = `1 https://clips.example/a?b=${'c'.repeat(300)}`;
  const [studio, laptop] = [`stu/dio ${'x'.repeat(300)}`, `../lap\\top ${'y'.repeat(300)}`];
  expect(claim(folder, name, studio, staleMs)).toBe('ours');
  expect(claim(folder, name, studio, staleMs)).toBe('ours');
  expect(readdirSync(place())).toEqual([expect.stringMatching(/^[0-9a-f]{24}$/)]);
  expect(claim(folder, name, laptop, staleMs)).toBe('theirs');
  aged(staleMs + 1_000);
  expect(claim(folder, name, laptop, staleMs)).toBe('ours');
  expect(readFileSync(file(), 'utf8')).toBe(`${laptop}\n`);
});

it('of another one is looked at without leaving anything beside it', () => {
  asks('studio');
  expect(asks('laptop')).toBe('theirs');
  expect(readdirSync(place())).toHaveLength(1);
  aged(staleMs + 1_000);
  asks('laptop');
  expect(readdirSync(place())).toHaveLength(1);
});

it('that is a link is never followed, neither read nor written nor given back', () => {
  asks('studio');
  const [target, link] = [join(folder, 'target'), file()];
  writeFileSync(target, 'studio\nmore\n');
  rmSync(link);
  symlinkSync(target, link);
  expect(asks('studio')).toBe('theirs');
  release(folder, 'one', 'studio');
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(target, 'utf8')).toBe('studio\nmore\n');
});

it('is read as far as one can be long, and no further', () => {
  asks('studio');
  writeFileSync(file(), `studio\n${' '.repeat(4_096 - 7)}`);
  expect(asks('studio')).toBe('ours');
  writeFileSync(file(), `studio\n${' '.repeat(4_097 - 7)}`);
  expect(asks('studio')).toBe('theirs');
});

it.skipIf(process.platform === 'win32')('keeps no file open', () => {
  const open = (): number => readdirSync('/dev/fd').length;
  const before = open();
  for (let n = 0; n < 50; n++) claim(folder, `claim ${n}`, 'studio', staleMs);
  expect(open()).toBeLessThan(before + 40);
});

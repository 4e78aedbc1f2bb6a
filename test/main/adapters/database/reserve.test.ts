// Room that is kept on the list's disk: really taken, given back when there is none left, and taken again later.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { reserveBytes, storeReserve } from '../../../../main/adapters/database/reserve.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-reserve-'));
  file = join(folder, 'clipferry.reserve');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

it('is a megabyte that holds something, taken at once', () => {
  storeReserve(folder);
  const bytes = readFileSync(file);
  expect([bytes.length, reserveBytes]).toEqual([1_048_576, 1_048_576]);
  expect(bytes.includes(0)).toBe(false);
});

it('is given back, and taken again where that is wanted', () => {
  const reserve = storeReserve(folder);
  reserve.give();
  reserve.give();
  expect(existsSync(file)).toBe(false);
  expect(reserve.take()).toBe(true);
  expect(statSync(file).size).toBe(reserveBytes);
});

it('that is there already is left as it is, and one that is too small is filled', () => {
  writeFileSync(file, Buffer.alloc(reserveBytes, 'x'));
  expect(storeReserve(folder).take()).toBe(true);
  expect(readFileSync(file, 'latin1').slice(0, 3)).toBe('xxx');
  writeFileSync(file, 'short');
  expect(storeReserve(folder).take()).toBe(true);
  expect(statSync(file).size).toBe(reserveBytes);
});

it('for which there is no room is none', () => {
  const reserve = storeReserve(join(folder, 'gone'));
  expect(reserve.take()).toBe(false);
});

it('notes for the next start that the list is not to be trusted', () => {
  storeReserve(folder).distrust();
  expect(readdirSync(folder).toSorted()).toEqual(['clipferry.damaged', 'clipferry.reserve']);
  // Where even that cannot be written the damage is met again.
  mkdirSync(join(folder, 'other'));
  const reserve = storeReserve(join(folder, 'other'));
  rmSync(join(folder, 'other'), { recursive: true });
  expect(() => reserve.distrust()).not.toThrow();
});

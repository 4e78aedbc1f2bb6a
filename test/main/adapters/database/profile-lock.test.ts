// One at a time per profile: who comes second is told so, and a damaged lock locks all the same.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { lockProfile } from '../../../../main/adapters/database/profile-lock.ts';

let folder: string;
const inUse = { name: 'StoreError', problem: 'in-use', message: expect.stringContaining('Another Clipferry') };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});
/** Locks the profile until the test is over. */
function lock(at = folder): () => void {
  const unlock = lockProfile(at);
  onTestFinished(unlock);
  return unlock;
}

it('is held by one, until that one lets go, once', () => {
  const unlock = lock();
  expect(() => lock()).toThrow(expect.objectContaining(inUse));
  unlock();
  lock();
  unlock();
  expect(() => lock()).toThrow(expect.objectContaining(inUse));
});

it('is held by another path to the same folder too', () => {
  const link = `${folder}-link`;
  symlinkSync(folder, link);
  onTestFinished(() => rmSync(link));
  lock();
  expect(() => lock(link)).toThrow(expect.objectContaining(inUse));
});

it('is of each profile alone', () => {
  const other = mkdtempSync(join(tmpdir(), 'clipferry-lock-'));
  onTestFinished(() => rmSync(other, { recursive: true, force: true }));
  lock();
  expect(() => lock(other)).not.toThrow();
});

it('that was damaged is cut, not replaced, and locks', () => {
  const file = join(folder, 'clipferry.lock');
  writeFileSync(file, 'No database at all. '.repeat(100));
  const { ino } = statSync(file);
  lock();
  expect([statSync(file).ino, readFileSync(file).includes('No database')]).toEqual([ino, false]);
  expect(() => lock()).toThrow(expect.objectContaining(inUse));
});

it('that cannot be made is no lock', () => {
  // Where the system tells a folder from what is not there, SQLite does so as well.
  const cannotOpen = expect.toSatisfy((error) => (error.errcode & 0xff) === 14);
  expect(() => lock(join(folder, 'gone'))).toThrow(cannotOpen);
  mkdirSync(join(folder, 'clipferry.lock'));
  expect(() => lock()).toThrow(cannotOpen);
});

// Claims by a thread: real ones on a real disk, and nobody who waits for one that does not answer.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { workerClaims } from '../../../main/adapters/folder-claims.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-claims-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('one of two gets it, until it gives it back', async () => {
  const [studio, laptop] = [workerClaims(), workerClaims()];
  expect(await studio.claim(folder, 'one', 'studio', 90_000)).toBe('ours');
  expect(await laptop.claim(folder, 'one', 'laptop', 90_000)).toBe('theirs');
  await studio.release(folder, 'one', 'studio');
  expect(await laptop.claim(folder, 'one', 'laptop', 90_000)).toBe('ours');
  await laptop.release(folder, 'one', 'laptop');
  expect(existsSync(join(folder, '.clipferry'))).toBe(false);
  await Promise.all([studio.close(), laptop.close()]);
});

it('who does not answer in time keeps nobody waiting', async () => {
  const claims = workerClaims(0);
  expect(await claims.claim(folder, 'one', 'studio', 90_000)).toBe('free');
  await claims.close();
});

it('what is under way at the end is answered', async () => {
  const claims = workerClaims();
  const asked = claims.claim(folder, 'one', 'studio', 90_000);
  await claims.close();
  expect(await asked).toBe('free');
});

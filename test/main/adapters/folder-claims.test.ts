// Claims by a thread: real ones on a real disk, and nobody who waits for one that does not answer.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
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

it('an answer that comes too late is nobody’s, and the next one’s comes all the same', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const claims = workerClaims(1_000);
  const late = claims.claim(folder, 'one', 'studio', 90_000);
  vi.advanceTimersByTime(1_000);
  // Told in the same turn: both answers come in one message.
  const next = claims.claim(folder, 'one', 'laptop', 90_000);
  expect([await late, await next]).toEqual(['free', 'theirs']);
  await claims.close();
});

it('what is under way at the end is answered', async () => {
  const claims = workerClaims();
  const asked = claims.claim(folder, 'one', 'studio', 90_000);
  await claims.close();
  expect(await Promise.race([asked, Promise.resolve('not answered')])).toBe('free');
});

it('nothing is waited for any more once it was answered', async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((what) => what === 'Timeout').length;
  const claims = workerClaims();
  await claims.claim(folder, 'one', 'studio', 90_000);
  const before = timers();
  await claims.claim(folder, 'one', 'studio', 90_000);
  await claims.release(folder, 'one', 'studio');
  expect(timers()).toBeLessThanOrEqual(before);
  await claims.close();
});

// Who writes is asked of the systems that show it, and of no other.
import { expect, it, onTestFinished } from 'vitest';
import { systemWriters } from '../../../main/adapters/system-writers.ts';

/** As if this were another system. */
function on(platform: string): void {
  const own = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
  Object.defineProperty(process, 'platform', { ...own, value: platform });
  onTestFinished(() => void Object.defineProperty(process, 'platform', own));
}

it.each(['linux', 'darwin'])('%s shows it', async (platform) => {
  on(platform);
  const writers = systemWriters();
  expect(await writers?.holding([])).toEqual(new Map());
  await writers?.close();
});

it.each(['win32', 'freebsd'])('%s shows nothing that we could ask for', (platform) => {
  on(platform);
  expect(systemWriters()).toBeUndefined();
});

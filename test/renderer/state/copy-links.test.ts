// Copying links from the window: what is said while the site thinks and afterwards.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LinksCopied } from '../../../preload/contract.ts';
import { createAppStore } from '../../../renderer/state/app-store.ts';
import { copyLinks } from '../../../renderer/state/copy-links.ts';
import { createFakeBridge } from '../fake-bridge.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const none: LinksCopied = { copied: 0, notPublic: 0, short: 0, notThere: 0, gone: 0 };

test('a site that takes its time is told of, and then what came of it', async () => {
  const bridge = createFakeBridge();
  let answer: (result: LinksCopied) => void = () => {};
  const request = vi.fn((name: string, ...input: unknown[]) =>
    name === 'links.copy'
      ? new Promise<LinksCopied>((resolve) => {
          answer = resolve;
        })
      : (bridge.request as (...all: unknown[]) => unknown)(name, ...input),
  );
  const store = createAppStore({ ...bridge, request: request as unknown as typeof bridge.request });
  const copying = copyLinks(store, { accountId: 'account-1', videoIds: [7] }, 'csv');
  expect(request).toHaveBeenLastCalledWith('links.copy', {
    of: { accountId: 'account-1', videoIds: [7] },
    form: 'csv',
  });
  await vi.advanceTimersByTimeAsync(699);
  expect(store.getState().notice).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(store.getState().notice).toMatchObject({ tone: 'info', news: { message: { id: 'links.asking' } } });
  answer({ ...none, copied: 1 });
  await copying;
  expect(store.getState().notice).toMatchObject({ tone: 'plain', news: { kind: 'links-copied' } });
  const again = copyLinks(store, { accountId: 'account-1', videoIds: [7] });
  answer(none);
  await again;
  expect(store.getState().notice).toMatchObject({ tone: 'info', news: { result: none } });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(store.getState().notice, 'nothing is asked any more').toMatchObject({ news: { kind: 'links-copied' } });
  store.stop();
});

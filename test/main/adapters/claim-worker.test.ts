// The thread that works on claims, met at its own port: each order is answered under its number, in the order in which they came.
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { ClaimOrder } from '../../../main/adapters/claim-worker.ts';

const thread = vi.hoisted(() => ({ parentPort: null as unknown }));
vi.mock('node:worker_threads', async (original) => {
  const given = await original<typeof import('node:worker_threads')>();
  const parentPort = { get: () => thread.parentPort, enumerable: true };
  return Object.defineProperties({ ...given }, { parentPort });
});

let main: MessagePort;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-claim-'));
  const { port1, port2 } = new MessageChannel();
  thread.parentPort = port1;
  main = port2;
  onTestFinished(() => {
    port2.close();
    rmSync(folder, { recursive: true, force: true });
  });
  vi.resetModules();
  await import('../../../main/adapters/claim-worker.ts');
});

async function told(...orders: readonly ClaimOrder[]): Promise<unknown> {
  const answered = once(main, 'message');
  main.postMessage(orders);
  return (await answered)[0];
}
const order = (id: number, kind: ClaimOrder['kind'], us: string): ClaimOrder => ({
  ...{ id, kind, us, folder, name: 'one', staleMs: 90_000 },
});

it('gives the claim to the first who asks for it, and to the next once it was given back', async () => {
  expect(await told(order(1, 'claim', 'studio'), order(2, 'claim', 'laptop'))).toEqual([
    { id: 1, claimed: 'ours' },
    { id: 2, claimed: 'theirs' },
  ]);
  expect(await told(order(3, 'release', 'studio'), order(4, 'claim', 'laptop'))).toEqual([
    { id: 3, claimed: 'free' },
    { id: 4, claimed: 'ours' },
  ]);
});

it('leaves nothing behind once all is given back', async () => {
  await told(order(1, 'claim', 'studio'));
  expect(await told(order(2, 'release', 'studio'))).toEqual([{ id: 2, claimed: 'free' }]);
  expect(existsSync(join(folder, '.clipferry'))).toBe(false);
});

// The thread that hashes, met at its own port: several clips at once, each with its own sum, and nothing kept of one that is over.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { HashOrder } from '../../../main/adapters/hash-worker.ts';

const thread = vi.hoisted(() => ({ parentPort: null as unknown }));
vi.mock('node:worker_threads', async (original) => {
  const given = await original<typeof import('node:worker_threads')>();
  const parentPort = { get: () => thread.parentPort, enumerable: true };
  return Object.defineProperties({ ...given }, { parentPort });
});

let main: MessagePort;
beforeEach(async () => {
  const { port1, port2 } = new MessageChannel();
  thread.parentPort = port1;
  main = port2;
  onTestFinished(() => port2.close());
  vi.resetModules();
  await import('../../../main/adapters/hash-worker.ts');
});

async function told(...orders: readonly HashOrder[]): Promise<unknown> {
  const answered = once(main, 'message');
  main.postMessage(orders);
  return (await answered)[0];
}
const shared = new SharedArrayBuffer(16);
new Uint8Array(shared).set(Buffer.from('0123456789abcdef'));
const update = (run: number, start: number, length: number): HashOrder => ({
  ...{ kind: 'update', run, memory: shared, start, length },
});
const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

it('hashes what it is given of the shared memory, in the order in which it comes', async () => {
  expect(await told(update(1, 2, 3))).toEqual([{ kind: 'updated', run: 1 }]);
  expect(await told(update(1, 10, 2), { kind: 'digest', run: 1 })).toEqual([
    { kind: 'updated', run: 1 },
    { kind: 'digested', run: 1, hex: sumOf('234ab') },
  ]);
});

it('hashes several clips beside each other', async () => {
  await told(update(1, 0, 2), update(2, 4, 2), update(1, 2, 2));
  expect(await told({ kind: 'digest', run: 2 }, { kind: 'digest', run: 1 })).toEqual([
    { kind: 'digested', run: 2, hex: sumOf('45') },
    { kind: 'digested', run: 1, hex: sumOf('0123') },
  ]);
});

it('knows nothing more of a clip that is over, nor of one that was dropped', async () => {
  await told(update(1, 0, 4), { kind: 'digest', run: 1 }, update(2, 0, 4));
  main.postMessage([{ kind: 'drop', run: 2 }] satisfies HashOrder[]);
  // Of a dropping alone nothing is told: the first answer is that to what follows.
  expect(await told({ kind: 'digest', run: 1 }, { kind: 'drop', run: 3 }, { kind: 'digest', run: 2 })).toEqual([
    { kind: 'digested', run: 1, hex: sumOf('') },
    { kind: 'digested', run: 2, hex: sumOf('') },
  ]);
});

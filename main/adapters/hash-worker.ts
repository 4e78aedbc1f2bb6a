// The thread beside main: sha256 over chunks of shared memory.
import { createHash, type Hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

/** Messages from main: a chunk of shared memory of one run, the end of a run, or its dropping. */
export type HashOrder =
  | {
      readonly kind: 'update';
      readonly run: number;
      readonly memory: ArrayBufferLike;
      readonly start: number;
      readonly length: number;
    }
  | { readonly kind: 'digest'; readonly run: number }
  | { readonly kind: 'drop'; readonly run: number };

export type HashReport =
  | { readonly kind: 'updated'; readonly run: number }
  | { readonly kind: 'digested'; readonly run: number; readonly hex: string };

const runs = new Map<number, Hash>();

function hash(order: HashOrder): HashReport | null {
  switch (order.kind) {
    case 'update': {
      const running = runs.get(order.run) ?? createHash('sha256');
      runs.set(order.run, running);
      running.update(new Uint8Array(order.memory, order.start, order.length));
      return { kind: 'updated', run: order.run };
    }
    case 'digest': {
      const hex = (runs.get(order.run) ?? createHash('sha256')).digest('hex');
      runs.delete(order.run);
      return { kind: 'digested', run: order.run, hex };
    }
    case 'drop':
      runs.delete(order.run);
      return null;
  }
}

// One message carries all that one turn of main's loop had to say, and so does the answer.
parentPort?.on('message', (orders: readonly HashOrder[]) => {
  const reports = orders.map(hash).filter((report) => report !== null);
  if (reports.length > 0) parentPort?.postMessage(reports);
});

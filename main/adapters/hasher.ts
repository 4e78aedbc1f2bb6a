// sha256 on a thread of its own, over memory shared with the ring of buffers: main neither hashes nor copies.
import { Worker } from 'node:worker_threads';
import type { Buffers, Hasher } from '../ports.ts';
import type { HashOrder, HashReport } from './hash-worker.ts';

/** Buffers in memory that the hasher's thread can see; given back ones are used again, so memory stays flat. */
export function sharedBuffers(): Buffers {
  const spare = new Map<number, Uint8Array<ArrayBufferLike>[]>();
  return {
    take: (bytes) => spare.get(bytes)?.pop() ?? new Uint8Array(new SharedArrayBuffer(bytes)),
    give: (buffer) => {
      const list = spare.get(buffer.length) ?? [];
      list.push(buffer);
      spare.set(buffer.length, list);
    },
  };
}

interface Waiting<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
}

interface Run {
  readonly updates: Waiting<void>[];
  digest: Waiting<string> | null;
}

/** Starts the thread at the first use. A thread that dies fails its runs; the next run gets a new one. */
export function workerHasher(): Hasher {
  let worker: Worker | null = null;
  let count = 0;
  const runs = new Map<number, Run>();

  const settle = (report: HashReport): void => {
    const run = runs.get(report.run);
    if (!run) return;
    if (report.kind === 'updated') {
      run.updates.shift()?.resolve();
      return;
    }
    runs.delete(report.run);
    run.digest?.resolve(report.hex);
  };

  const start = (): Worker => {
    // Built, the worker lies beside the bundle; from source, Node runs the TypeScript itself.
    const file = import.meta.url.endsWith('.ts') ? './hash-worker.ts' : './hash-worker.js';
    const made = new Worker(new URL(file, import.meta.url));
    made.on('message', (reports: readonly HashReport[]) => reports.forEach(settle));
    made.on('error', (error) => {
      worker = null;
      const broken = [...runs.values()];
      runs.clear();
      for (const run of broken) {
        for (const update of run.updates) update.reject(error);
        run.digest?.reject(error);
      }
    });
    made.unref();
    return made;
  };

  let orders: HashOrder[] = [];
  const post = (): void => {
    worker ??= start();
    worker.postMessage(orders);
    orders = [];
  };
  /** Orders of one turn go as one message: waking a thread costs more than telling it twice as much. */
  const order = (one: HashOrder): void => {
    if (orders.push(one) === 1) queueMicrotask(post);
  };

  return {
    begin: () => {
      const id = ++count;
      const run: Run = { updates: [], digest: null };
      runs.set(id, run);
      return {
        update: (chunk) =>
          new Promise((resolve, reject) => {
            if (!runs.has(id)) throw new Error('The hashing of this clip has ended');
            run.updates.push({ resolve, reject });
            order({ kind: 'update', run: id, memory: chunk.buffer, start: chunk.byteOffset, length: chunk.length });
          }),
        digest: () =>
          new Promise((resolve, reject) => {
            if (!runs.has(id)) throw new Error('The hashing of this clip has ended');
            run.digest = { resolve, reject };
            order({ kind: 'digest', run: id });
          }),
        drop: () => {
          if (runs.delete(id)) order({ kind: 'drop', run: id });
          for (const update of run.updates.splice(0)) update.resolve();
        },
      };
    },
    close: async () => {
      await worker?.terminate();
      worker = null;
    },
  };
}

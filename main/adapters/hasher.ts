// sha256 on a thread of its own, over memory shared with the ring of buffers: main neither hashes nor copies.
import type { Buffers, Hasher } from '../ports.ts';
import type { HashOrder, HashReport } from './hash-worker.ts';
import { workerThread } from './thread.ts';
import { isHeld } from './volume.ts';

/** Buffers in memory that the hasher's thread can see; given back ones are used again, so memory stays flat. */
export function sharedBuffers(): Buffers {
  const spare = new Map<number, Uint8Array<ArrayBufferLike>[]>();
  return {
    take: (bytes) => spare.get(bytes)?.pop() ?? new Uint8Array(new SharedArrayBuffer(bytes)),
    give: (buffer) => {
      // A read that was given up may write into it yet: another clip's bytes must not be under it.
      if (isHeld(buffer.buffer)) return;
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
  const thread = workerThread<HashOrder, HashReport>('hash-worker', settle, (error) => {
    const broken = [...runs.values()];
    runs.clear();
    for (const run of broken) {
      for (const update of run.updates) update.reject(error);
      run.digest?.reject(error);
    }
  });

  return {
    begin: () => {
      const id = ++count;
      const run: Run = { updates: [], digest: null };
      runs.set(id, run);
      const expectAlive = (): void => {
        if (!runs.has(id)) throw new Error('The hashing of this clip has ended');
      };
      return {
        update: (chunk) =>
          new Promise((resolve, reject) => {
            expectAlive();
            run.updates.push({ resolve, reject });
            const { buffer: memory, byteOffset: start, length } = chunk;
            thread.tell({ kind: 'update', run: id, memory, start, length });
          }),
        digest: () =>
          new Promise((resolve, reject) => {
            expectAlive();
            run.digest = { resolve, reject };
            thread.tell({ kind: 'digest', run: id });
          }),
        drop: () => {
          if (runs.delete(id)) thread.tell({ kind: 'drop', run: id });
          for (const update of run.updates.splice(0)) update.resolve();
        },
      };
    },
    close: () => thread.end(),
  };
}

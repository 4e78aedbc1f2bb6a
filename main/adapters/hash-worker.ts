// The thread beside main: sha256 over chunks of shared memory, and small files read whole and hashed in one go.
import { createHash, type Hash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { WholeFile } from '../ports.ts';
import { toStat } from './file-stat.ts';

/** Messages from main: a chunk of shared memory of one run, the end of a run, its dropping, or a file to read. */
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

export interface ReadOrder {
  readonly kind: 'read';
  readonly id: number;
  readonly path: string;
  readonly memory: ArrayBufferLike;
  readonly start: number;
  readonly length: number;
  readonly hash: boolean;
}

export type ReadReport =
  | { readonly kind: 'read'; readonly id: number; readonly file: WholeFile }
  | { readonly kind: 'unread'; readonly id: number; readonly code: string; readonly message: string };

const runs = new Map<number, Hash>();

function hash(order: HashOrder): HashReport | null {
  switch (order.kind) {
    case 'update': {
      const hash = runs.get(order.run) ?? createHash('sha256');
      runs.set(order.run, hash);
      hash.update(new Uint8Array(order.memory, order.start, order.length));
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

// O_NOFOLLOW where there is one: a link swapped in is not followed.
const readOnly = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

function readWhole({ path, memory, start, length, hash }: ReadOrder): WholeFile {
  const file = openSync(path, readOnly);
  try {
    const into = new Uint8Array(memory, start, length);
    let bytes = 0;
    for (let more = -1; more !== 0 && bytes < length; bytes += more) {
      more = readSync(file, into, bytes, length - bytes, bytes);
    }
    const opened = toStat(fstatSync(file, { bigint: true }));
    const there = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    const sha256 = hash ? createHash('sha256').update(into.subarray(0, bytes)).digest('hex') : null;
    return { bytes, opened, named: there ? toStat(there) : null, sha256 };
  } finally {
    closeSync(file);
  }
}

function read(order: ReadOrder): ReadReport {
  try {
    return { kind: 'read', id: order.id, file: readWhole(order) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { kind: 'unread', id: order.id, code, message: error instanceof Error ? error.message : String(error) };
  }
}

// One message carries all that one turn of main's loop had to say, and so does the answer.
parentPort?.on('message', (orders: readonly (HashOrder | ReadOrder)[]) => {
  const reports = orders
    .map((order) => (order.kind === 'read' ? read(order) : hash(order)))
    .filter((report) => report !== null);
  if (reports.length > 0) parentPort?.postMessage(reports);
});

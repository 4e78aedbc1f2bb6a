// The thread that looks who writes: a disk that hangs holds up this thread and nothing else.
import { parentPort } from 'node:worker_threads';
import type { HeldFile } from '../ports.ts';
import { findHolders, type Holder } from './writers-steps.ts';

export interface WritersOrder {
  readonly id: number;
  readonly files: readonly HeldFile[];
}

export interface WritersReport {
  readonly id: number;
  /** Programs by path; null = the system does not show it. */
  readonly holding: ReadonlyMap<string, string> | null;
  /** Processor time of the look, in ms. */
  readonly costMs: number;
}

/** Who held which file when that was last asked. */
const last = new Map<string, Holder>();

function look({ id, files }: WritersOrder): WritersReport {
  const before = process.threadCpuUsage();
  const found = findHolders(files, last);
  for (const { path } of files) last.delete(path);
  for (const [path, holder] of found ?? []) last.set(path, holder);
  const { user, system } = process.threadCpuUsage(before);
  const holding = found && new Map([...found].map(([path, { program }]) => [path, program] as const));
  return { id, holding, costMs: (user + system) / 1_000 };
}

parentPort?.on('message', (orders: readonly WritersOrder[]) => parentPort?.postMessage(orders.map(look)));

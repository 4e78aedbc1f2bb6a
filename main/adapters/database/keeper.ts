// Keeps copies of the list for the day when it is damaged: made at quiet moments, on a thread of its own (F-41).
import { statSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { databaseName, snapshotNames } from './names.ts';

export interface KeeperOrder {
  readonly database: string;
  /** The newer copy, and the one before it; null = it is only read through. */
  readonly snapshots: readonly [string, string] | null;
}

export type KeeperReport =
  | { readonly kind: 'kept'; readonly name: string }
  | { readonly kind: 'sound' }
  | { readonly kind: 'damaged' | 'failed'; readonly said: string };

export interface KeeperOptions {
  /** The profile's folder. */
  readonly folder: string;
  /** True while nothing is being sent. */
  readonly quiet: () => boolean;
  readonly onReport: (report: KeeperReport) => void;
  readonly firstMs?: number;
  readonly everyMs?: number;
}

const firstMs = 60_000;
const everyMs = 30 * 60_000;
/** When something is being sent at the time. */
const againMs = 60_000;
/** Busy for so long, a copy is made all the same. */
const mostDelays = 60;

/** Makes one copy now; resolves with what became of it. */
export function keepOnce(folder: string): Promise<KeeperReport> {
  const [newest, before] = snapshotNames;
  return orderFrom(folder, [path.join(folder, newest), path.join(folder, before)]);
}

/** Reads the whole list through and copies nothing; resolves with 'ok', or with what is wrong. */
export async function checkOnce(folder: string): Promise<string> {
  const report = await orderFrom(folder, null);
  return 'said' in report ? `${report.kind} ${report.said}` : 'ok';
}

function orderFrom(folder: string, snapshots: KeeperOrder['snapshots']): Promise<KeeperReport> {
  const file = import.meta.url.endsWith('.ts') ? './keeper-worker.ts' : './keeper-worker.js';
  const workerData: KeeperOrder = { database: path.join(folder, databaseName), snapshots };
  return new Promise((resolve) => {
    const worker = new Worker(new URL(file, import.meta.url), { workerData });
    worker.unref();
    worker.once('message', resolve);
    worker.once('error', (error) => resolve({ kind: 'failed', said: String(error) }));
    worker.once('exit', () => resolve({ kind: 'failed', said: 'it was ended' }));
  });
}

/** Gives the function that ends it. */
export function keepCopies(options: KeeperOptions): () => void {
  const { folder, quiet, onReport } = options;
  let timer: NodeJS.Timeout;
  let delays = 0;
  let keptAt = 0;
  let stopped = false;

  /** When the list was last written to, by its files. */
  const writtenAt = (): number =>
    Math.max(
      ...['', '-wal'].map(
        (beside) => statSync(path.join(folder, databaseName + beside), { throwIfNoEntry: false })?.mtimeMs ?? 0,
      ),
    );
  const later = (ms: number): void => {
    timer = setTimeout(look, ms);
    timer.unref();
  };
  const look = (): void => {
    if (writtenAt() <= keptAt) {
      later(options.everyMs ?? everyMs);
      return;
    }
    if (!quiet() && delays++ < mostDelays) {
      later(againMs);
      return;
    }
    delays = 0;
    const begun = Date.now();
    void keepOnce(folder).then((report) => {
      if (report.kind === 'kept') keptAt = begun;
      if (stopped) return;
      onReport(report);
      later(options.everyMs ?? everyMs);
    });
  };
  later(options.firstMs ?? firstMs);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

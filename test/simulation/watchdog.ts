// A thread beside a process of a campaign: ends it when its seed never comes to an end, or when nobody waits for it any more.
// A thread, because an engine that goes round in circles leaves its own process no moment to notice.
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/** What the process and its watchdog share: the seed that is being run; `noSeed` = none. */
export interface Watched {
  readonly seed: Int32Array;
  readonly parent: number;
  /** So long may a seed take. */
  readonly limitMs: number;
}

export const noSeed = -1;
const lookMs = 250;
const standardError = 2;

function watch({ seed, parent, limitMs }: Watched): void {
  let last = noSeed;
  let since = performance.now();
  setInterval(() => {
    const now = Atomics.load(seed, 0);
    if (now !== last || now === noSeed) {
      last = now;
      since = performance.now();
    }
    const isEndless = performance.now() - since > limitMs;
    if (isEndless)
      writeSync(standardError, `seed ${now} goes on after ${limitMs / 1_000} s: process ${process.pid} is ended\n`);
    if (isEndless || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, lookMs);
}

if (workerData) watch(workerData as Watched);

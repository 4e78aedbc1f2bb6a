// A process of a campaign: runs the ranges of seeds that it is given, and ends with its parent.
import { Worker } from 'node:worker_threads';
import { addFigures, noFigures, type Report } from './campaign.ts';
import { judge } from './verdict.ts';
import { noSeed, type Watched } from './watchdog.ts';

/** The longest seed takes a second or two on a busy machine. */
const limitMs = 60_000;
const watched: Watched = { seed: new Int32Array(new SharedArrayBuffer(4)), parent: process.ppid, limitMs };
Atomics.store(watched.seed, 0, noSeed);
new Worker(new URL('./watchdog.ts', import.meta.url), { workerData: watched }).unref();

async function runRange(from: number, count: number): Promise<Report> {
  const hits = new Map<string, number>();
  const known = new Map<string, number>();
  const figures = { ...noFigures };
  for (let seed = from; seed < from + count; seed++) {
    Atomics.store(watched.seed, 0, seed);
    process.send?.({ begins: seed });
    const judged = await judge(seed);
    for (const [cell, more] of judged.hits) hits.set(cell, (hits.get(cell) ?? 0) + more);
    for (const sentence of judged.known) known.set(sentence, (known.get(sentence) ?? 0) + 1);
    addFigures(figures, judged.figures);
    const { failure } = judged;
    if (failure) return { seeds: seed - from + 1, failure, known: [...known], hits: [...hits], figures };
  }
  return { seeds: count, failure: null, known: [...known], hits: [...hits], figures };
}

process.on('message', (message) => {
  const { from, count } = message as { from: number; count: number };
  runRange(from, count).then(
    (report) => {
      Atomics.store(watched.seed, 0, noSeed);
      process.send?.(report);
    },
    (error: unknown) => {
      process.stderr.write(`seeds from ${from}: ${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    },
  );
});

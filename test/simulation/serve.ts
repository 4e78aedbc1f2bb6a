// What a process of a campaign does: runs the ranges of seeds that it is given, and ends with its parent.
import { Worker } from 'node:worker_threads';
import { addFigures, type Order, type Report } from './campaign.ts';
import { noFigures } from './record.ts';
import { sentences } from './sentences.ts';
import type { Failure, Judged } from './verdict.ts';
import { noSeed, type Watched } from './watchdog.ts';

/** The longest seed takes a second or two on a busy machine. */
const limitMs = 60_000;

/** A seed that threw is a failed one: the others are still worth running. */
function thrown(seed: number, error: unknown): Judged {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    ...{ hits: new Map(), known: [], figures: noFigures() },
    failure: { seed, sentence: sentences.thrown, detail },
  };
}

type Judge = (seed: number) => Promise<Judged>;

async function runRange({ from, count, goOn }: Order, watched: Watched, judge: Judge): Promise<Report> {
  const hits = new Map<string, number>();
  const known = new Map<string, number>();
  const figures = noFigures();
  const failures: Failure[] = [];
  let seeds = 0;
  for (let seed = from; seed < from + count && (goOn || failures.length === 0); seed++) {
    seeds++;
    Atomics.store(watched.seed, 0, seed);
    process.send?.({ begins: seed });
    const judged = await judge(seed).catch((error: unknown) => thrown(seed, error));
    for (const [cell, more] of judged.hits) hits.set(cell, (hits.get(cell) ?? 0) + more);
    for (const sentence of judged.known) known.set(sentence, (known.get(sentence) ?? 0) + 1);
    addFigures(figures, judged.figures);
    if (judged.failure) failures.push(judged.failure);
  }
  return { seeds, failures, known: [...known], hits: [...hits], figures };
}

/** From here on this process judges what its parent orders. */
export function serve(judge: Judge): void {
  const watched: Watched = { seed: new Int32Array(new SharedArrayBuffer(4)), parent: process.ppid, limitMs };
  Atomics.store(watched.seed, 0, noSeed);
  new Worker(new URL('./watchdog.ts', import.meta.url), { workerData: watched }).unref();
  process.on('message', (message) => {
    const { from } = message as Order;
    runRange(message as Order, watched, judge).then(
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
}

// Many seeds on several processes: hands out ranges, adds up what comes back, and stops at the first failure.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Figures } from './record.ts';
import { sentences } from './sentences.ts';
import type { Failure } from './verdict.ts';

export interface Total {
  readonly seeds: number;
  readonly seconds: number;
  readonly failure: Failure | null;
  /** Sentence of known.ts -> seeds in which it was broken. */
  readonly known: ReadonlyMap<string, number>;
  readonly hits: ReadonlyMap<string, number>;
  readonly figures: Figures;
}

/** What a process tells about a range. */
export interface Report {
  readonly seeds: number;
  readonly failure: Failure | null;
  readonly known: readonly (readonly [string, number])[];
  readonly hits: readonly (readonly [string, number])[];
  readonly figures: Figures;
}

/** Told by a process before it runs a seed. */
interface Begins {
  readonly begins: number;
}

export interface CampaignOptions {
  readonly from: number;
  readonly seeds: number;
  readonly workers: number;
  readonly tell?: (line: string) => void;
}

const rangeSeeds = 100;
/** Of a process: an engine that goes round in circles is not to take the computer with it. */
const mostMegabytes = 2_048;
const tellEvery = 5_000;
const worker = fileURLToPath(new URL('./worker.ts', import.meta.url));

const addTo = (sums: Map<string, number>, more: Iterable<readonly [string, number]>): void => {
  for (const [key, count] of more) sums.set(key, (sums.get(key) ?? 0) + count);
};

export const noFigures: Figures = {
  clips: 0,
  crashes: 0,
  restarts: 0,
  requests: 0,
  events: 0,
  virtualMs: 0,
  beyond: 0,
  told: 0,
};

export function addFigures(sums: Figures, more: Figures): void {
  for (const key of Object.keys(sums) as (keyof Figures)[]) sums[key] += more[key];
}

export async function campaign({ from, seeds, workers, tell = () => {} }: CampaignOptions): Promise<Total> {
  const begun = performance.now();
  const hits = new Map<string, number>();
  const known = new Map<string, number>();
  const figures = { ...noFigures };
  let next = from;
  let done = 0;
  let failure: Failure | null = null;

  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const execArgv = ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${mostMegabytes}`];
      const child = fork(worker, { execArgv });
      let seed: number | null = null;
      const fail = (found: Failure): void => {
        // The smallest seed, so that a failure is told the same however the work is shared.
        if (failure === null || found.seed < failure.seed) failure = found;
      };
      const order = (): void => {
        if (failure !== null || next >= from + seeds) {
          child.disconnect();
          return;
        }
        const count = Math.min(rangeSeeds, from + seeds - next);
        child.send({ from: next, count });
        next += count;
      };
      child.on('message', (message) => {
        if ('begins' in (message as Begins | Report)) {
          seed = (message as Begins).begins;
          return;
        }
        seed = null;
        const report = message as Report;
        addTo(hits, report.hits);
        addTo(known, report.known);
        addFigures(figures, report.figures);
        if (Math.floor(done / tellEvery) < Math.floor((done + report.seeds) / tellEvery)) {
          tell(`${done + report.seeds} seeds, ${Math.round((performance.now() - begun) / 1_000)} s`);
        }
        done += report.seeds;
        if (report.failure) fail(report.failure);
        order();
      });
      child.on('error', reject);
      child.on('exit', (code, signal) => {
        // By its watchdog, or because it had no memory left.
        if (signal !== null && seed !== null) fail({ seed, sentence: sentences.endless, detail: `ended by ${signal}` });
        else if (code !== 0) reject(new Error(`A worker ended with ${code ?? signal}`));
        resolve();
      });
      order();
    });
  await Promise.all(Array.from({ length: workers }, one));
  return { seeds: done, seconds: (performance.now() - begun) / 1_000, failure, known, hits, figures };
}

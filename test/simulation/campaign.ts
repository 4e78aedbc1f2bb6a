// Many seeds on several processes: hands out ranges, adds up what comes back, and stops at the first failure unless it is to go on.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Figures, noFigures } from './record.ts';
import { sentences } from './sentences.ts';
import type { Failure } from './verdict.ts';

export interface Total {
  readonly seeds: number;
  readonly seconds: number;
  /** By seed, the smallest first. */
  readonly failures: readonly Failure[];
  /** Sentence of known.ts -> seeds in which it was broken. */
  readonly known: ReadonlyMap<string, number>;
  readonly hits: ReadonlyMap<string, number>;
  readonly figures: Figures;
}

/** What a process tells about a range. */
export interface Report {
  readonly seeds: number;
  readonly failures: readonly Failure[];
  readonly known: readonly (readonly [string, number])[];
  readonly hits: readonly (readonly [string, number])[];
  readonly figures: Figures;
}

/** What a process is asked to run. */
export interface Order {
  readonly from: number;
  readonly count: number;
  readonly goOn: boolean;
}

/** Told by a process before it runs a seed. */
interface Begins {
  readonly begins: number;
}

export interface CampaignOptions {
  readonly from: number;
  readonly seeds: number;
  readonly workers: number;
  /** Seeds that fail are collected, and the others are run all the same. */
  readonly goOn?: boolean;
  readonly tell?: (line: string) => void;
  /** Whose seeds they are; left out = those of one computer. */
  readonly worker?: 'worker' | 'pair-worker' | 'matrix-worker';
}

const rangeSeeds = 100;
/** Of a process: an engine that goes round in circles is not to take the computer with it. */
const mostMegabytes = 2_048;
const tellEvery = 5_000;

const addTo = (sums: Map<string, number>, more: Iterable<readonly [string, number]>): void => {
  for (const [key, count] of more) sums.set(key, (sums.get(key) ?? 0) + count);
};

export function addFigures(sums: Figures, more: Figures): void {
  for (const key of Object.keys(sums) as (keyof Figures)[]) sums[key] += more[key];
}

export async function campaign(options: CampaignOptions): Promise<Total> {
  const { from, seeds, workers, goOn = false, tell = () => {} } = options;
  const program = fileURLToPath(new URL(`./${options.worker ?? 'worker'}.ts`, import.meta.url));
  const begun = performance.now();
  const hits = new Map<string, number>();
  const known = new Map<string, number>();
  const figures = noFigures();
  let next = from;
  let done = 0;
  const failures: Failure[] = [];
  let isOver = false;

  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const execArgv = ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${mostMegabytes}`];
      const child = fork(program, { execArgv });
      let seed: number | null = null;
      const fail = (found: Failure): void => {
        failures.push(found);
        tell(`FAILED seed ${found.seed}: ${found.sentence}`);
        if (!goOn) isOver = true;
      };
      const order = (): void => {
        if (isOver || next >= from + seeds) {
          child.disconnect();
          return;
        }
        const count = Math.min(rangeSeeds, from + seeds - next);
        child.send({ from: next, count, goOn } satisfies Order);
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
        for (const failure of report.failures) fail(failure);
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
  // The smallest seed first, so that a failure is told the same however the work is shared.
  failures.sort((a, b) => a.seed - b.seed);
  return { seeds: done, seconds: (performance.now() - begun) / 1_000, failures, known, hits, figures };
}

// Who writes to which files, looked for by a thread of its own; nothing is known of it where that does not answer soon.
import type { HeldFile, Writers } from '../ports.ts';
import { workerThread } from './thread.ts';
import type { WritersOrder, WritersReport } from './writers-worker.ts';

/** After so many ms without an answer nothing is known. */
const patienceMs = 3_000;
/**
 * After a look no other begins for as long as it took of processor time, and for this at most, in ms: what thousands of new files ask
 * meanwhile is asked together.
 */
const longestRestMs = 250;

type Holding = ReadonlyMap<string, string> | null;

interface Asked {
  readonly files: readonly HeldFile[];
  readonly settle: (holding: Holding) => void;
}

/** What is known of these files. */
const among = (holding: ReadonlyMap<string, string>, files: readonly HeldFile[]): ReadonlyMap<string, string> =>
  new Map(
    files.flatMap(({ path }) => {
      const program = holding.get(path);
      return program === undefined ? [] : [[path, program] as const];
    }),
  );

/** `patience` in ms. Systems without /proc show nothing. */
export function workerWriters(patience = patienceMs): Writers {
  let asked: Asked[] = [];
  let looking: { readonly id: number; readonly all: readonly Asked[]; readonly beganAt: number } | null = null;
  let lastId = 0;
  let restUntil = 0;
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  const settle = (holding: Holding): void => {
    for (const { files, settle: answer } of looking?.all ?? []) answer(holding && among(holding, files));
  };
  const done = ({ id, holding, costMs }: WritersReport): void => {
    if (looking?.id !== id) return;
    restUntil = performance.now() + Math.min(longestRestMs, costMs);
    settle(holding);
    looking = null;
    plan();
  };
  const thread = workerThread<WritersOrder, WritersReport>('writers-worker', done, () => {
    if (looking) done({ id: looking.id, holding: null, costMs: 0 });
  });

  const begin = (): void => {
    const all = asked;
    asked = [];
    const id = ++lastId;
    looking = { id, all, beganAt: performance.now() };
    thread.tell({ id, files: all.flatMap(({ files }) => files) });
  };
  const plan = (): void => {
    if (timer !== null || looking !== null || asked.length === 0) return;
    timer = setTimeout(
      () => {
        timer = null;
        begin();
      },
      Math.max(0, restUntil - performance.now()),
    );
  };

  return {
    holding: (files) => {
      const isStuck = looking !== null && performance.now() - looking.beganAt > patience;
      if (process.platform !== 'linux' || isClosed || isStuck) return Promise.resolve(null);
      return new Promise((resolve) => {
        const patient = setTimeout(() => resolve(null), patience);
        asked.push({
          files,
          settle: (holding) => {
            clearTimeout(patient);
            resolve(holding);
          },
        });
        plan();
      });
    },
    close: async () => {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      for (const one of asked) one.settle(null);
      asked = [];
      settle(null);
      looking = null;
      await thread.end();
    },
  };
}

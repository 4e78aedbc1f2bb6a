// Trees of many files, watched in three ways side by side: by chokidar, by a watch for each folder as anybody would write it, and by ours.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { watchMemory } from './electron.ts';
import { isMet, type Line, line } from './report.ts';
import { type HowOften, type TreeAnswer, type TreeAsk, type Way, ways } from './tree-ways.ts';

/** Files in each folder. */
const perFolder = 100;
/** Changes that each way has to hear of. */
export const changes = 200;

export interface TreesOptions {
  readonly files: number;
  /** Fresh processes of each way. */
  readonly rounds: number;
  readonly idleSeconds: number;
}

/** In one way, once. */
interface Watched {
  readonly readyMs: number;
  readonly turnMs: number;
  /** Highest RssAnon above what the process had before, in MiB; also while idle and hearing. */
  readonly grownMiB: () => number;
  ask<K extends TreeAsk['kind']>(ask: TreeAsk & { kind: K }): Promise<TreeAnswer & { kind: K }>;
  end(): Promise<void>;
}

const clipAt = (root: string, n: number): string =>
  join(root, `folder ${Math.floor(n / perFolder)}`, `clip ${n % perFolder}.mp4`);

export function makeTree(root: string, files: number): void {
  for (let n = 0; n < files; n++) {
    if (n % perFolder === 0) mkdirSync(join(root, `folder ${n / perFolder}`));
    writeFileSync(clipAt(root, n), '');
  }
}

/** Makes, changes and moves in files all over the tree; gives the paths that are to be heard of. */
function change(root: string, beside: string, files: number): string[] {
  return Array.from({ length: changes }, (_, n) => {
    const known = clipAt(root, Math.floor((n * files) / changes));
    const other = known.replace(/\.mp4$/, ' new.mp4');
    if (n % 3 === 0) appendFileSync(known, 'x');
    else if (n % 3 === 1) writeFileSync(other, 'x');
    else {
      writeFileSync(join(beside, 'moved.mp4'), 'x');
      renameSync(join(beside, 'moved.mp4'), other);
    }
    return n % 3 === 0 ? known : other;
  });
}

async function answerOf<K extends TreeAnswer['kind']>(child: ChildProcess, kind: K): Promise<TreeAnswer & { kind: K }> {
  const ended = new AbortController();
  const exited = once(child, 'exit', { signal: ended.signal }).then(
    () => Promise.reject(new Error('A watching process ended early')),
    () => new Promise<never>(() => {}),
  );
  try {
    const [answer] = (await Promise.race([once(child, 'message', { signal: ended.signal }), exited])) as [TreeAnswer];
    if (answer.kind !== kind) throw new Error(`${kind} was asked, ${answer.kind} answered`);
    return answer as TreeAnswer & { kind: K };
  } finally {
    ended.abort();
  }
}

async function watchIn(way: Way, root: string, how: HowOften): Promise<Watched> {
  const child = fork(fileURLToPath(new URL('tree-watching.ts', import.meta.url)), [way, root, how]);
  const memory = watchMemory(child.pid ?? 0);
  const { ms, turnMs, beforeMiB } = await answerOf(child, 'ready');
  return {
    readyMs: ms,
    turnMs,
    grownMiB: () => memory.stop() - beforeMiB,
    ask: async (ask) => {
      const answer = answerOf(child, ask.kind);
      child.send(ask);
      return answer;
    },
    end: async () => {
      memory.stop();
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

type ByWay<T> = Record<Way, T>;
const byWay = <T>(make: (way: Way) => T): ByWay<T> =>
  Object.fromEntries(ways.map((way) => [way, make(way)])) as ByWay<T>;

interface Places {
  readonly root: string;
  readonly beside: string;
}

interface Measured {
  readonly ready: ByWay<number[]>;
  readonly turn: ByWay<number[]>;
  readonly grown: ByWay<number[]>;
  readonly idle: ByWay<number>;
  readonly heard: ByWay<number>;
}

/** The last ones of each way do nothing together, and hear of the same changes. */
async function together(
  last: ByWay<Watched>,
  made: () => string[],
  seconds: number,
): Promise<Pick<Measured, 'idle' | 'heard'>> {
  const idle = await Promise.all(ways.map((way) => last[way].ask({ kind: 'idle', seconds })));
  const paths = made();
  const heard = await Promise.all(ways.map((way) => last[way].ask({ kind: 'heard', paths })));
  return {
    idle: byWay((way) => idle[ways.indexOf(way)]?.percent ?? Number.NaN),
    heard: byWay((way) => heard[ways.indexOf(way)]?.paths.length ?? Number.NaN),
  };
}

async function measure({ root, beside }: Places, { files, rounds, idleSeconds }: TreesOptions): Promise<Measured> {
  const [ready, turn, grown] = [byWay<number[]>(() => []), byWay<number[]>(() => []), byWay<number[]>(() => [])];
  for (let round = 1; ; round++) {
    const now: Partial<ByWay<Watched>> = {};
    // Whoever comes first has no advantage of what the system keeps of the tree, nor always the same disadvantage.
    for (const way of round % 2 === 0 ? ways : ways.toReversed()) {
      const timed = await watchIn(way, root, 'several-times');
      ready[way].push(timed.readyMs);
      await timed.end();
      const watched = await watchIn(way, root, 'once');
      turn[way].push(watched.turnMs);
      if (round < rounds) {
        grown[way].push(watched.grownMiB());
        await watched.end();
      } else now[way] = watched;
    }
    if (round < rounds) continue;
    const last = byWay((way) => now[way] as Watched);
    const found = await together(last, () => change(root, beside, files), idleSeconds);
    for (const way of ways) {
      grown[way].push(last[way].grownMiB());
      await last[way].end();
    }
    return { ready, turn, grown, ...found };
  }
}

/** The lines of one tree, with their bars; only ours has any, but for the changes. */
export async function compareTrees(options: TreesOptions): Promise<readonly Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'clipferry-bench-ingest-'));
  const places: Places = { root: join(folder, 'tree'), beside: join(folder, 'beside') };
  try {
    for (const place of Object.values(places)) mkdirSync(place);
    makeTree(places.root, options.files);
    const { ready, turn, grown, idle, heard } = await measure(places, options);
    const tree = `${options.files.toLocaleString('en')} files`;
    const ours = (way: Way, aim: Line['aim']): Line['aim'] => (way === 'ours' ? aim : null);
    // Whatever else a machine does meanwhile only adds to a time: the quickest of each say most.
    // A process that does nothing costs more than that where the machine is slow: then a quarter more than the plain one.
    const idleMost = Math.max(0.1, idle.plain * 1.25);
    const quickest = byWay((way) => Math.min(...ready[way]));
    return [
      ...ways.map((way) => line(`${tree}: ready, ms, ${way}`, ready[way], 1)),
      line(`${tree}: ready, quickest of ours / of plain`, [quickest.ours / quickest.plain], 2, { most: 1.5 }),
      ...ways.map((way) => line(`${tree}: longest turn meanwhile, ms, ${way}`, turn[way], 1, ours(way, { most: 50 }))),
      ...ways.map((way) => line(`${tree}: RssAnon at most, + MiB, ${way}`, grown[way], 1, ours(way, { most: 32 }))),
      ...ways.map((way) =>
        line(`${tree}: processor when idle, %, ${way}`, [idle[way]], 3, ours(way, { most: idleMost })),
      ),
      ...ways.map((way) =>
        line(`${tree}: of ${changes} changes heard of, ${way}`, [heard[way]], 0, { least: changes }),
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** Bars that are broken; what could not be measured breaks its bar. */
export const brokenBars = (lines: readonly Line[]): readonly Line[] =>
  lines.filter((one) => one.aim !== null && isMet(one) !== true);

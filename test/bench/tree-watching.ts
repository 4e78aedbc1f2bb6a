// One way to watch a tree, in a process of its own: how soon it is ready, what it costs to do nothing, and which files it hears of.
//
// node test/bench/tree-watching.ts <way> <root> <once | several-times>, with a channel to its parent; see TreeAsk and TreeAnswer.
import { watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { watch as chokidar } from 'chokidar';
import { treeWatcher } from '../../main/adapters/tree-watcher.ts';
import { isClipName, isJunk, isMachineFolder } from '../../main/ingest/names.ts';
import { anonymousMiB } from './electron.ts';
import { watchLoop } from './measure.ts';
import type { TreeAnswer, TreeAsk, Way } from './tree-ways.ts';

/**
 * Ms that are measured at least, and times: a small tree is watched several times over, and the quickest counts. What a process does once,
 * and what else a machine does meanwhile, takes longer than such a tree; on a slow machine the first time alone is longer than that.
 */
const leastMs = 200;
const leastTimes = 20;
/** A tree that takes longer than this is watched once: what a process does once is nothing beside it. */
const longMs = 1_000;

const heard = new Set<string>();
const onFile = (path: string): void => void heard.add(path);

/** What anybody would write: a watch for each folder, and the folders in it read one after the other. */
async function plainWatch(folder: string): Promise<void> {
  watch(folder, (_, name) => {
    if (name !== null) onFile(join(folder, name));
  });
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await plainWatch(join(folder, entry.name));
}

/** Each resolves when it is ready. */
const watchers: Readonly<Record<Way, (root: string) => Promise<void>>> = {
  chokidar: (root) =>
    new Promise((resolve, reject) => {
      chokidar(root, { ignoreInitial: true })
        .on('add', onFile)
        .on('change', onFile)
        .on('ready', resolve)
        .on('error', reject);
    }),
  plain: plainWatch,
  ours: (root) =>
    new Promise((resolve, reject) => {
      treeWatcher.watch({
        root,
        recursive: true,
        wanted: (name, kind) => (kind === 'file' ? isClipName(name) : !isJunk(name) && !isMachineFolder(name)),
        onReady: resolve,
        onFile,
        onFolder: () => {},
        onProblem: (_, message) => reject(new Error(message)),
      });
    }),
};

const tell = (answer: TreeAnswer): void => void process.send?.(answer);
const usedMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;

async function answer(ask: TreeAsk): Promise<TreeAnswer> {
  if (ask.kind === 'idle') {
    const before = process.cpuUsage();
    await pause(ask.seconds * 1_000);
    return { kind: 'idle', percent: usedMs(process.cpuUsage(before)) / (ask.seconds * 10) };
  }
  const begun = performance.now();
  const missing = (): boolean => ask.paths.some((path) => !heard.has(path));
  while (missing() && performance.now() - begun < 10_000) await pause(20);
  return { kind: 'heard', paths: ask.paths.filter((path) => heard.has(path)) };
}

const [way, root = '', how] = process.argv.slice(2);
process.on('message', (ask: TreeAsk) => void answer(ask).then(tell));
const beforeMiB = anonymousMiB(process.pid);
const loop = watchLoop();
const began = performance.now();
let ms = Number.POSITIVE_INFINITY;
const isEnough = (times: number): boolean => {
  if (how === 'once') return times > 0;
  const passed = performance.now() - began;
  return passed > longMs || (passed >= leastMs && times >= leastTimes);
};
for (let times = 0; !isEnough(times); times++) {
  const begun = performance.now();
  await watchers[way as Way](root);
  ms = Math.min(ms, performance.now() - begun);
}
tell({ kind: 'ready', ms, turnMs: loop.stop().ownMs, beforeMiB });

// The whole engine in a process of its own, to which very many clips come at once: by a watched folder, or as a tree that is dropped.
//
// node test/bench/burst-engine.ts <profile> <root> <files> <watch | drop>, with a channel to its parent; see BurstAnswer.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { databaseName } from '../../main/adapters/database/names.ts';
import { startEngine } from '../engine/engine.ts';
import { anonymousMiB, watchMemory } from './electron.ts';
import { watchLoop } from './measure.ts';
import { accountId, openQueue } from './queue-jobs.ts';

export type BurstAnswer =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'queued';
      readonly jobs: number;
      /** Longest turn of the main loop, in ms of processor time. */
      readonly turnMs: number;
      /** RssAnon above what the engine had before: the most, and once nothing happened for a while. */
      readonly peakMiB: number;
      readonly afterMiB: number;
    };

const lookMs = 250;
const restMs = 10_000;

const [profile = '', root = '', files = '', how = ''] = process.argv.slice(2);
openQueue(join(profile, databaseName)).sql.close();
const engine = await startEngine({ profile });
const tell = (answer: BurstAnswer): void => void process.send?.(answer);
const queued = async (): Promise<number> => (await engine.window()).counts.all;

if (how === 'watch') {
  const id = await engine.watch(accountId, root);
  await engine.untilFolder(id, ({ state }) => state === 'watching');
}
const before = anonymousMiB(process.pid);
const memory = watchMemory(process.pid);
const loop = watchLoop();
tell({ kind: 'ready' });
if (how === 'drop') await engine.uploader.addPaths([root], accountId);
while ((await queued()) < Number(files)) await pause(lookMs);
const { ownMs } = loop.stop();
const peakMiB = memory.stop() - before;
const jobs = await queued();
// Told at once, as the time counts; what is left is told after a rest.
process.send?.({ kind: 'all' });
await pause(restMs);
tell({ kind: 'queued', jobs, turnMs: ownMs, peakMiB, afterMiB: anonymousMiB(process.pid) - before });
await engine.stop();
process.disconnect();

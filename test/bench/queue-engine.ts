// One start of the whole engine on a profile, as its own process: how soon it is ready, what it holds, and one order carried out.
//
// node test/bench/queue-engine.ts <profile> [act <what> | add <folder>]; answers with one line of JSON.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JobAct } from '../../preload/contract.ts';
import { startEngine } from '../engine/engine.ts';
import { anonymousMiB } from './electron.ts';
import { measure } from './measure.ts';
import { accountId } from './queue-jobs.ts';

export interface Started {
  /** From opening the database to being ready for requests. */
  readonly readyMs: number;
  /** RssAnon before the engine was made, and once it is idle. */
  readonly bareMiB: number;
  readonly idleMiB: number;
  readonly order: {
    readonly jobs: number;
    readonly seconds: number;
    readonly cpuSeconds: number;
    /** Longest gap of the main loop: its own doing, and by the clock on the wall. */
    readonly ownMs: number;
    readonly wallMs: number;
  } | null;
}

const [profile = '', what = '', with_ = ''] = process.argv.slice(2);
const bareMiB = anonymousMiB(process.pid);
const begin = performance.now();
const engine = await startEngine({ profile });
const readyMs = performance.now() - begin;
await engine.window();
const idleMiB = anonymousMiB(process.pid);

async function carryOut(): Promise<Started['order']> {
  if (what === '') return null;
  let jobs = 0;
  const sent = await measure(async () => {
    if (what === 'act') {
      const act = with_ as JobAct;
      jobs = (await engine.uploader.handlers['queue.act']({ act, target: { filter: 'all' } })).changed;
    } else {
      const paths = readdirSync(with_).map((name) => join(with_, name));
      jobs = (await engine.uploader.addPaths(paths, accountId)).added;
    }
  });
  return { jobs, seconds: sent.seconds, cpuSeconds: sent.cpuSeconds, ...sent.gaps };
}

const order = await carryOut();
process.stdout.write(`${JSON.stringify({ readyMs, bareMiB, idleMiB, order } satisfies Started)}\n`);
await engine.stop();

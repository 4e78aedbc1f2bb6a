// npm run bench:queue: the queue with 100,000 jobs beside the same with 1,000, and beside a JSON file that is written anew for each change.
//
// --jobs N     jobs of the long queue (100000)
// --rounds N   rounds of each comparison, of which the medians count (9)
// --files N    real clips that are added to both (1000)
// --json N     changes written to the JSON file (100)

import { execFile } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import type { Job } from '../../main/model.ts';
import { bigBytes } from '../../main/queue/job/schedule.ts';
import type { QueueStore } from '../../main/queue/store/job-store.ts';
import type { QueueFilter, QueueSort } from '../../preload/contract.ts';
import { writeManyClips } from './many-clips.ts';
import type { Started } from './queue-engine.ts';
import { accountId, clipJob, fill, openQueue } from './queue-jobs.ts';
import { isMet, type Line, line, median, table } from './report.ts';

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '9' },
    files: { type: 'string', default: '1000' },
    json: { type: 'string', default: '100' },
  },
});
const many = Number(values.jobs);
const rounds = Number(values.rounds);
const few = 1_000;
/** Rows of a tall window. */
const shown = 30;
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const folder = mkdtempSync(join(tmpdir(), 'clipferry-bench-queue-'));

interface Queue {
  readonly jobs: number;
  readonly profile: string;
  readonly store: QueueStore;
  close(): void;
}

const databaseOf = (profile: string): string => join(profile, 'clipferry.sqlite');
const took = (work: () => void): number => {
  const begin = performance.now();
  work();
  return performance.now() - begin;
};
const ratios = (above: readonly number[], below: readonly number[]): number[] =>
  above.map((value, round) => value / (below[round] ?? Number.NaN));

function openAt(profile: string, jobs: number): Queue {
  const { sql, store } = openQueue(databaseOf(profile));
  return { jobs, profile, store, close: () => sql.close() };
}

function emptyQueue(jobs: number): Queue {
  const profile = join(folder, `of ${jobs}`);
  mkdirSync(profile);
  return openAt(profile, jobs);
}

/** ms per 1,000 jobs that are added in the groups that a drop is added in. */
async function adding(queue: Queue): Promise<number> {
  const begin = performance.now();
  await fill(queue.store, 0, queue.jobs, 40);
  return ((performance.now() - begin) / queue.jobs) * 1_000;
}

function openJobFrom(store: QueueStore, from: number): Job {
  for (let n = from; ; n++) {
    const job = store.job(clipJob(n).id) ?? store.job(clipJob(0).id);
    if (job?.state.kind === 'waiting' || job?.state.kind === 'paused') return job;
  }
}

/** ms of durable changes, each waited for, of both queues in turn: a disk that is slow for a while is so for both. */
async function changes(pair: readonly [Queue, Queue]): Promise<{ readonly short: number[]; readonly long: number[] }> {
  const found: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const each: [number[], number[]] = [[], []];
    for (let at = 0; at < 60; at++) {
      for (const [which, { store, jobs }] of pair.entries()) {
        // What is over takes neither order, and nothing is written: the next one that is not over.
        const job = openJobFrom(store, (at * 7_919 + round * 104_729) % jobs);
        const kind = job.state.kind === 'paused' ? 'resume' : 'pause';
        const begin = performance.now();
        await store.write(() => store.change(job.id, { kind }));
        each[which]?.push(performance.now() - begin);
      }
    }
    for (const which of [0, 1] as const) found[which].push(median(each[which]));
  }
  return { short: found[0], long: found[1] };
}

const sorts: readonly QueueSort[] = ['queue', 'newest', 'name', 'size'];
const filters: readonly QueueFilter[] = ['all', 'waiting', 'needs-you', 'done'];
const places = ['start', 'middle', 'end'] as const;
type Place = (typeof places)[number];

/** ms of one window's rows. */
function windowOf({ store }: Queue, filter: QueueFilter, sort: QueueSort, place: Place): number {
  const last = Math.max(0, store.count(filter) - shown);
  const offset = place === 'start' ? 0 : place === 'middle' ? last >> 1 : last;
  return took(() => store.rows(filter, sort, offset, shown));
}

/** What is asked when the queue picks its next work. */
const pick = ({ store }: Queue): number =>
  took(() => {
    for (const big of [true, false]) store.startable(accountId, 1_763_620_000_000, big, bigBytes, 8);
    for (const kind of ['unclear', 'describing'] as const) store.due(accountId, kind, 1_763_620_000_000, 8);
    store.nextDue(1_763_620_000_000);
  });
const counts = ({ store }: Queue): number =>
  took(() => {
    store.counts();
    store.openBytes();
    store.openJobs();
  });

/** ms of one change of a JSON file with all jobs in it, written anew, durable before it takes the old one's place. */
function jsonChanges(jobs: number, count: number): number[] {
  const all = Array.from({ length: jobs }, (_, n) => clipJob(n));
  const file = join(folder, 'queue.json');
  return Array.from({ length: count }, (_, at) =>
    took(() => {
      const n = (at * 7_919) % jobs;
      all[n] = { ...clipJob(n), failures: at };
      const handle = openSync(`${file}.new`, 'w');
      writeSync(handle, JSON.stringify(all));
      fsyncSync(handle);
      closeSync(handle);
      renameSync(`${file}.new`, file);
    }),
  );
}

/** Milliseconds the disk itself takes for a small durable write. */
function durableWrites(count: number): number[] {
  const handle = openSync(join(folder, 'durable'), 'w');
  const page = Buffer.alloc(4096, 1);
  const each = Array.from({ length: count }, () =>
    took(() => {
      writeSync(handle, page, 0, page.length, 0);
      fdatasyncSync(handle);
    }),
  );
  closeSync(handle);
  return each;
}

/** The whole engine in a process of its own, on a copy of the profile. */
async function engine({ profile }: Queue, ...order: readonly string[]): Promise<Started> {
  const copy = mkdtempSync(join(folder, 'profile-'));
  copyFileSync(databaseOf(profile), databaseOf(copy));
  const program = fileURLToPath(new URL('queue-engine.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, copy, ...order]);
  rmSync(copy, { recursive: true });
  return JSON.parse(stdout) as Started;
}

/** Both queues in turn, every second round the other way round; `measure` gives ms. */
async function beside(
  [short, long]: readonly [Queue, Queue],
  measure: (queue: Queue, round: number) => number | Promise<number>,
): Promise<{ readonly short: number[]; readonly long: number[] }> {
  const found = { short: [] as number[], long: [] as number[] };
  for (let round = -1; round < rounds; round++) {
    const order = round % 2 === 0 ? (['short', 'long'] as const) : (['long', 'short'] as const);
    for (const which of order) {
      const ms = await measure(which === 'short' ? short : long, round + 1);
      if (round >= 0) found[which].push(ms);
    }
  }
  return found;
}

async function compare(): Promise<readonly Line[]> {
  const lines: Line[] = [];
  const name = many.toLocaleString('en');
  const note = (
    what: string,
    { short, long }: { short: number[]; long: number[] },
    most: number | null = 1.5,
  ): void => {
    lines.push(line(`${what}, ms at ${name}`, long, 2));
    lines.push(line(`${what}, ${name} / 1,000`, ratios(long, short), 2, most === null ? null : { most }));
  };
  let pair: [Queue, Queue] = [emptyQueue(few), emptyQueue(many)];
  const [short, long] = pair;
  note('adding 1,000 jobs in groups of 40', { short: [await adding(short)], long: [await adding(long)] }, null);

  const changed = await changes(pair);
  note('one durable change', changed);
  lines.push(line("this disk's own fdatasync, ms", durableWrites(200), 2));
  const json = jsonChanges(many, Number(values.json));
  lines.push(line(`one change of a JSON file with ${name} jobs, ms`, json, 1));
  lines.push(
    line(
      'JSON file / one durable change',
      json.map((ms) => ms / median(changed.long)),
      0,
      { least: 100 },
    ),
  );
  for (const sort of sorts) {
    for (const place of places) {
      // One figure of all filters, each of which has to keep up.
      const all = { short: [] as number[], long: [] as number[] };
      for (const filter of filters) {
        const one = await beside(pair, (queue) => windowOf(queue, filter, sort, place));
        all.short.push(median(one.short));
        all.long.push(median(one.long));
      }
      note(`window by ${sort}, ${place}, each filter`, all);
    }
  }
  note('all counts', await beside(pair, counts));
  note('picking work', await beside(pair, pick));
  for (const queue of pair) queue.close();

  const starts: Started[] = [];
  note(
    'start to ready',
    await beside(pair, async (queue, round) => {
      const started = await engine(queue);
      if (queue === long && round > 0) starts.push(started);
      return started.readyMs;
    }),
    null,
  );
  lines.push(
    line(
      `start to ready at ${name}, s`,
      starts.map(({ readyMs }) => readyMs / 1_000),
      3,
      { most: 1 },
    ),
  );
  lines.push(
    line(
      `RssAnon of the idle engine at ${name}, MiB`,
      starts.map(({ idleMiB }) => idleMiB),
      0,
    ),
  );
  lines.push(
    line(
      'of it the engine and its queue, MiB',
      starts.map(({ idleMiB, bareMiB }) => idleMiB - bareMiB),
      0,
      { most: 64 },
    ),
  );

  const clips = join(folder, 'clips');
  writeManyClips(clips, Number(values.files));
  const added: [number[], number[]] = [[], []];
  const gaps: number[] = [];
  for (let round = 0; round < 3; round++) {
    for (const [at, queue] of pair.entries()) {
      const { order } = await engine(queue, 'add', clips);
      if (order?.jobs !== Number(values.files)) throw new Error(`${order?.jobs} of ${values.files} clips were added`);
      added[at]?.push(order.seconds * 1_000);
      if (queue === long) gaps.push(order.ownMs);
    }
  }
  note(`adding ${values.files} real files`, { short: added[0], long: added[1] });
  lines.push(line('longest gap of the main loop meanwhile, ms', gaps, 1, { most: 50 }));

  pair = [short, long];
  for (const act of ['pause', 'cancel', 'remove']) {
    const { order } = await engine(long, 'act', act);
    if (!order) throw new Error('no answer');
    lines.push(line(`${act} all: CPU ms per 1,000 of ${order.jobs} jobs`, [(order.cpuSeconds / order.jobs) * 1e6], 0));
    lines.push(line(`${act} all: seconds`, [order.seconds], 1));
    lines.push(line(`${act} all: longest gap of the main loop, ms`, [order.ownMs], 1, { most: 50 }));
  }
  return lines;
}

try {
  say(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}, SQLite with WAL and synchronous=FULL`);
  const lines = await compare();
  say(`npm run bench:queue -- --jobs ${many} --rounds ${rounds} --files ${values.files} --json ${values.json}`);
  say(`\n${table(lines)}\n`);
  const missed = lines.filter((one) => isMet(one) === false).length;
  say(
    missed === 0
      ? 'every aim is met'
      : `${missed} of ${lines.filter((one) => one.aim !== null).length} aims are not met`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

// The runner with steps that a test plays: what starts when, what holds what back, and what is on disk before what happens.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../../../main/adapters/database/sqlite.ts';
import { type Circuits, createCircuits } from '../../../../main/hosts/circuit.ts';
import { circuitStore } from '../../../../main/hosts/circuit-store.ts';
import type { Attempt, Job, Verdict } from '../../../../main/model.ts';
import type { Random, Sql } from '../../../../main/ports.ts';
import { elsewhereAttempt } from '../../../../main/queue/job/presumed-attempt.ts';
import { bigBytes, type Lanes, lanesInPieces, leastBytes, standstillMs } from '../../../../main/queue/job/schedule.ts';
import { createThroughputMeter } from '../../../../main/queue/progress/throughput.ts';
import type { JobTasks, SendOutcome } from '../../../../main/queue/runner/job-tasks.ts';
import { createRunner, type Runner } from '../../../../main/queue/runner/runner.ts';
import { blockedClipsStore } from '../../../../main/queue/store/blocked-clips-store.ts';
import { type QueueStore, queueStore } from '../../../../main/queue/store/job-store.ts';
import { migrate } from '../../../../main/schema.ts';
import { type HandClock, handClock } from '../hand-clock.ts';
import { aJob, anAttempt, bounded, later, signIn, states } from '../jobs.ts';
import { accounts, saveAccounts, sized } from './stage.ts';

/** One sending that the test ends. */
interface Sending {
  readonly job: Job;
  readonly attempt: Attempt;
  readonly signal: AbortSignal;
  readonly lastBytes: (sha256?: string | null) => Promise<void>;
  end(verdict: Verdict, status?: number | null): Promise<void>;
}

let folder: string;
let sql: Sql;
let clock: HandClock;
let store: QueueStore;
let runner: Runner;
let holds: Circuits;
let sendings: Sending[];
let signedIn: Set<string>;
let play: Partial<JobTasks>;
let lanes: Lanes;
/** Where clips go on where they were cut. */
let wideSite: string | null;
/** Requests of an account that are under way beside its jobs. */
let otherRequests: number;
/** Where an account's clips go, where it is not the same host for all. */
let hosts: Map<string, string>;
let errors: string[];
let isBlocked: boolean;

/** Requests that have ended. */
const isOver = new WeakSet<AbortSignal>();

/** Something of it leaves again and again, until it ends. */
function moves(onTaken: (bytes: number) => void, bytes: number, signal: AbortSignal): void {
  let left = 0;
  const go = (): void => {
    if (signal.aborted || isOver.has(signal)) return;
    left = (left + leastBytes) % bytes;
    onTaken(left);
    clock.after(standstillMs - 1, go);
  };
  clock.after(standstillMs - 1, go);
}

function makeRunner(): Runner {
  const random: Random = { fraction: () => 0.5, hex: (count) => `${Math.random()}`.slice(2).padEnd(count * 2, '0') };
  const ours = createCircuits(clock, random, circuitStore(sql), () => runner?.kick());
  holds = ours;
  const hostOf: JobTasks['hostOf'] = (accountId) => hosts.get(accountId) ?? 'https://one.example';
  const steps: JobTasks = {
    check: async (job) => ({ kind: 'go', clip: job.clip }),
    hashed: async () => null,
    enter: async () => null,
    elsewhere: async () => ({ kind: 'no' }),
    elsewhereAttempt: (job) => elsewhereAttempt(job, { fileName: 'C0001.mp4', startedAt: 0, siteSkewMs: 0 }),
    prepare: () => ({ fileName: 'C0001.mp4', siteSkewMs: 0 }),
    send: (job, attempt, signal, onTaken, lastBytes) =>
      new Promise<SendOutcome>((resolve) => {
        moves(onTaken, job.clip.identity.size, signal);
        const outcome: Omit<SendOutcome, 'verdict'> = {
          clipChanged: false,
          sha256: null,
          status: null,
          said: null,
          mediaId: null,
        };
        signal.addEventListener('abort', () => resolve({ ...outcome, verdict: { kind: 'stopped' } }));
        sendings.push({
          ...{ job, attempt, signal, lastBytes: (sha256 = null) => lastBytes(sha256) },
          end: async (verdict, status = outcome.status) => {
            // As the door does with each answer (guarded-http.ts).
            isOver.add(signal);
            if (verdict.kind === 'arrived') ours.fine(hostOf(job.accountId));
            resolve({ ...outcome, verdict, status });
            await clock.settle();
          },
        });
      }),
    look: async () => ({ kind: 'absent' }),
    describe: async (job) => {
      ours.fine(hostOf(job.accountId));
      return { kind: 'applied', revision: job.draftRevision, seen: job.seen };
    },
    isBlocked: async () => isBlocked,
    settleMs: () => 130_000,
    hostOf,
    readyAccounts: () => accounts.filter((account) => signedIn.has(account.id)),
    signedOut: (accountId) => void signedIn.delete(accountId),
    ...play,
  };
  return createRunner({
    clock,
    random,
    logger: { info: () => {}, warn: () => {}, error: (message) => errors.push(message) },
    store,
    jobTasks: steps,
    otherRequests: () => otherRequests,
    open: () => true,
    mayLeave: () => true,
    throughput: createThroughputMeter(() => clock.monotonic()),
    circuits: holds,
    blockedClips: blockedClipsStore(sql),
    lanes: (siteId) => (siteId === wideSite ? lanesInPieces(lanes) : lanes),
    onChange: () => {},
    onMoved: () => {},
    onBusy: () => {},
  });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-runner-'));
  sql = openSqlite(join(folder, 'clipferry.sqlite'));
  migrate(sql);
  saveAccounts(sql);
  clock = handClock();
  store = queueStore(sql, clock);
  sendings = [];
  signedIn = new Set(accounts.map((account) => account.id));
  play = {};
  lanes = { small: 3, big: 1 };
  wideSite = null;
  otherRequests = 0;
  hosts = new Map();
  errors = [];
  isBlocked = true;
});
afterEach(async () => {
  const stopping = runner.stop();
  await clock.settle();
  await stopping;
  sql.close();
  rmSync(folder, { recursive: true, force: true });
});

async function begin(...jobs: readonly Job[]): Promise<void> {
  const written = store.write(() => {
    for (const job of jobs) store.insertJob(job);
  });
  await clock.settle();
  await written;
  runner = makeRunner();
  const started = runner.start();
  await clock.settle();
  await started;
  await clock.settle();
}
async function settled<T>(work: Promise<T>): Promise<T> {
  await clock.settle();
  return work;
}
const MiB = 1024 * 1024;
const busyFor = (afterMs: number) => ({ ...later, why: 'site-busy', afterMs }) as const;
const stateOf = (id: string) => store.job(id)?.state;
const ids = () => sendings.map((one) => one.job.id);
const sendingOf = (id: string): Sending => {
  const found = sendings.findLast((one) => one.job.id === id);
  if (!found) throw new Error(`${id} is not being sent`);
  return found;
};

it('an attempt during which the clock was put back is as long as it was (F-13)', async () => {
  await begin(sized('a', 1, MiB));
  await clock.pass(5_000);
  clock.setWall(clock.now() - 86_400_000);
  await sendingOf('a').end({ kind: 'failed', cause: later });
  const [attempt] = store.attempts('a');
  expect((attempt?.endedAt ?? 0) - (attempt?.startedAt ?? 0)).toBe(5_000);
});

describe('what starts', () => {
  it('are three small clips and one big one for each site, in order (decision 6)', async () => {
    const big = bigBytes;
    await begin(
      sized('big 1', 1, big),
      sized('big 2', 2, big),
      ...[3, 4, 5, 6, 7].map((at) => sized(`small ${at}`, at, MiB)),
      sized('other', 8, MiB, { accountId: 'account-3' }),
    );
    expect(ids()).toEqual(['big 1', 'small 3', 'small 4', 'small 5', 'other']);
    await sendingOf('small 4').end({ kind: 'arrived', videoId: 1 });
    expect(ids().slice(5)).toEqual(['small 6']);
    await sendingOf('big 1').end({ kind: 'arrived', videoId: 2 });
    expect(ids().slice(6)).toEqual(['big 2']);
  });

  it('are clips of all accounts of a site in the one order of the queue, so that none takes all lanes', async () => {
    await begin(
      ...[1, 2, 3, 4].map((at) => sized(`mine ${at}`, at * 2, MiB)),
      ...[1, 2, 3, 4].map((at) => sized(`yours ${at}`, at * 2 + 1, MiB, { accountId: 'account-2' })),
    );
    expect(ids()).toEqual(['mine 1', 'yours 1', 'mine 2']);
    await sendingOf('mine 1').end({ kind: 'arrived', videoId: 1 });
    await sendingOf('yours 1').end({ kind: 'arrived', videoId: 2 });
    await sendingOf('mine 2').end({ kind: 'arrived', videoId: 3 });
    expect(ids().slice(3)).toEqual(['yours 2', 'mine 3', 'yours 3']);
  });

  it('are two big clips where a cut costs next to nothing, and no more requests of an account than that', async () => {
    wideSite = accounts[0]?.siteId ?? '';
    await begin(
      ...[1, 2, 3].map((at) => sized(`big ${at}`, at, bigBytes)),
      ...[1, 2, 3, 4].map((at) => sized(`small ${at}`, at + 10, MiB)),
    );
    expect(ids()).toEqual(['big 1', 'big 2', 'small 1', 'small 2', 'small 3']);
    await sendingOf('big 2').end({ kind: 'arrived', videoId: 1 });
    expect(ids().slice(5)).toEqual(['big 3']);
  });

  it('are small clips beside a big one for as long as it takes, and big ones beside ever new small ones', async () => {
    await begin(
      ...[1, 2].map((at) => sized(`big ${at}`, at + 100, bigBytes)),
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => sized(`small ${at}`, at, MiB)),
    );
    for (const at of [1, 2, 3, 4, 5]) await sendingOf(`small ${at}`).end({ kind: 'arrived', videoId: at });
    expect(ids()).toEqual(['big 1', ...[1, 2, 3, 4, 5, 6, 7, 8].map((at) => `small ${at}`)]);
    await sendingOf('big 1').end({ kind: 'arrived', videoId: 101 });
    expect(ids().at(-1)).toBe('big 2');
  });

  it('is first of all the big clip that was begun and cut, not the next one', async () => {
    await begin(sized('begun', 1, bigBytes), sized('next', 2, bigBytes));
    await sendingOf('begun').end({ kind: 'failed', cause: later });
    expect(ids()).toEqual(['begun']);
    await clock.pass(2_000);
    expect(ids()).toEqual(['begun', 'begun']);
    await sendingOf('begun').end({ kind: 'arrived', videoId: 1 });
    expect(ids()).toEqual(['begun', 'begun', 'next']);
  });

  it('is the next big clip where the first is cut again and again (F-46)', async () => {
    await begin(sized('begun', 1, bigBytes), sized('next', 2, bigBytes));
    for (const ms of [2_000, 4_000]) {
      await sendingOf('begun').end({ kind: 'failed', cause: later });
      await clock.pass(ms);
    }
    expect(ids()).toEqual(['begun', 'begun', 'begun']);
    await sendingOf('begun').end({ kind: 'failed', cause: later });
    expect(ids().at(-1)).toBe('next');
  });

  it('is what the user put first, also before a big clip that was cut', async () => {
    await begin(sized('begun', 2, bigBytes), sized('later', 3, bigBytes));
    const added = store.write(() => store.insertJob(sized('urgent', 1, bigBytes)));
    await clock.settle();
    await added;
    await sendingOf('begun').end({ kind: 'failed', cause: later });
    expect(ids()).toEqual(['begun', 'urgent']);
  });

  it('is not held up by one that always fails (F-46)', async () => {
    await begin(...[1, 2, 3, 4, 5, 6].map((at) => sized(`clip ${at}`, at, MiB)));
    for (let rounds = 0; rounds < 20; rounds++) {
      for (const sending of [...sendings]) {
        if (stateOf(sending.job.id)?.kind !== 'sending') continue;
        const poison = sending.job.id === 'clip 1';
        await sending.end(
          poison ? { kind: 'failed', cause: later } : { kind: 'arrived', videoId: Number(sending.job.id.slice(5)) },
        );
      }
    }
    for (const at of [2, 3, 4, 5, 6]) expect(stateOf(`clip ${at}`)?.kind).toBe('done');
    expect(stateOf('clip 1')).toMatchObject({ kind: 'waiting', why: 'connection-lost' });
    expect(ids().filter((id) => id === 'clip 1')).toHaveLength(1);
  });

  it('goes on for days while the line is down, never more than a quarter of an hour apart (F-22)', async () => {
    await begin(sized('clip', 1, MiB));
    const times: number[] = [];
    for (let tries = 0; tries < 60; tries++) {
      times.push(clock.monotonic());
      await sendingOf('clip').end({ kind: 'failed', cause: later });
      const before = sendings.length;
      for (let minutes = 0; minutes < 16 && sendings.length === before; minutes++) await clock.pass(60_000);
      expect(sendings.length).toBe(before + 1);
    }
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(15 * 60_000 + 60_000);
    expect(gaps.at(-1)).toBeGreaterThan(5 * 60_000);
  });

  it.each([
    ['a year', 365 * 24 * 3_600_000],
    ['a day', 24 * 3_600_000],
    ['an hour', 3_600_000],
    ['half an hour', 1_800_000],
  ])(
    'at a due time that lies %s ahead since the clock was put back does not wait that long (F-13)',
    async (_, ahead) => {
      const until = clock.now() + ahead;
      const ms = 7_200_000;
      hosts.set('account-2', 'https://two.example');
      circuitStore(sql).save({ host: 'https://two.example', why: 'site-busy', until: clock.now() + ms, ms, waits: 0 });
      await begin(
        sized('clip', 1, MiB, { state: { kind: 'waiting', why: 'connection-lost', until } }),
        sized('asked to wait', 2, MiB, {
          ...{ accountId: 'account-2', state: { kind: 'waiting', why: 'site-busy', until: clock.now() + ms } },
        }),
      );
      await clock.pass(15 * 60_000 + 1_000);
      expect(ids()).toEqual(['clip']);
      await clock.pass(ms - 15 * 60_000);
      expect(ids()).toEqual(['clip', 'asked to wait']);
    },
  );

  it.each([
    ['a year', 365 * 24 * 3_600_000],
    ['a day', 24 * 3_600_000],
    ['two hours', 7_200_000],
  ])(
    'is never much later than the site asked for, though the clock was put back by %s while the app was closed (F-13, F-14)',
    async (_, back) => {
      await begin(sized('clip', 1, MiB));
      await sendingOf('clip').end({ kind: 'failed', cause: { ...later, why: 'site-busy', afterMs: 27_000 } }, 429);
      const stopping = runner.stop();
      await clock.settle();
      await stopping;
      clock.setWall(clock.now() - back);
      runner = makeRunner();
      await settled(runner.start());
      await clock.pass(15 * 60_000 + 1_000);
      expect(ids()).toEqual(['clip', 'clip']);
    },
  );

  it.each([-3_600_000, -365 * 24 * 3_600_000, 3_600_000])(
    'after a failure is tried again in time although the clock is set by %i ms meanwhile (F-13)',
    async (jump) => {
      await begin(sized('clip', 1, MiB));
      for (let tries = 1; tries <= 8; tries++) {
        await sendingOf('clip').end({ kind: 'failed', cause: later });
        clock.setWall(clock.now() + jump);
        await clock.pass(2 ** tries * 1_000 + 1_000);
        expect(ids()).toHaveLength(tries + 1);
      }
    },
  );
});

describe('what holds back', () => {
  it('is a floor that the site names: no clip goes there before it is over, other sites go on (F-14)', async () => {
    hosts.set('account-2', 'https://two.example');
    await begin(
      ...[1, 2, 3, 4, 5].map((at) => sized(`clip ${at}`, at, MiB)),
      sized('other', 9, MiB, { accountId: 'account-2' }),
    );
    const busy = { ...later, why: 'site-busy', afterMs: 60_000 } as const;
    await sendingOf('clip 1').end({ kind: 'failed', cause: busy });
    await sendingOf('clip 2').end({ kind: 'arrived', videoId: 2 });
    await sendingOf('other').end({ kind: 'arrived', videoId: 9 });
    await clock.pass(59_999);
    expect(ids()).toEqual(['clip 1', 'clip 2', 'clip 3', 'other']);
    expect(stateOf('clip 2')?.kind).toBe('describing');
    expect(stateOf('other')?.kind).toBe('done');
    await clock.pass(10_000);
    expect(ids().slice(4).sort()).toEqual(['clip 1', 'clip 4']);
    expect(stateOf('clip 2')?.kind).toBe('done');
  });

  it('is a floor for every account of the site (F-14)', async () => {
    await begin(sized('clip', 1, MiB), sized('other', 2, MiB, { accountId: 'account-2' }), sized('big', 3, bigBytes));
    await sendingOf('clip').end({ kind: 'failed', cause: busyFor(60_000) });
    // A planned pause uses up no try.
    expect(store.job('clip')).toMatchObject({ failures: 0, state: { kind: 'waiting', why: 'site-busy' } });
    await sendingOf('other').end({ kind: 'stopped' });
    await sendingOf('big').end({ kind: 'stopped' });
    await clock.pass(59_999);
    expect(ids()).toHaveLength(3);
    await clock.pass(8_000);
    // One goes ahead; the others follow when that went well.
    expect(ids()).toHaveLength(4);
    await clock.pass(3_600_000);
    expect(ids()).toHaveLength(4);
    await sendings.at(-1)?.end({ kind: 'arrived', videoId: 4 });
    expect(ids()).toHaveLength(6);
  });

  it('is a floor for a clip that was just being checked when it came (F-14)', async () => {
    let go = (): void => {};
    const checking = new Promise<void>((resolve) => {
      go = resolve;
    });
    play = {
      check: async (job) => {
        if (job.id === 'slow') await checking;
        return { kind: 'go', clip: job.clip };
      },
    };
    await begin(sized('clip', 1, MiB), sized('slow', 2, MiB));
    await sendingOf('clip').end({ kind: 'failed', cause: busyFor(600_000) });
    go();
    await clock.pass(599_000);
    expect(ids()).toEqual(['clip']);
  });

  it('is a floor that counts once for a clip whose fate is unclear: sent again soon after the look, not as late again', async () => {
    await begin(sized('clip', 1, MiB));
    await sendingOf('clip').end({ kind: 'unclear', otherwise: busyFor(3_600_000) });
    await clock.pass(3_600_000 * 1.1 + 60_000);
    expect(ids()).toEqual(['clip', 'clip']);
  });

  it('is the number of lanes, and one, for everything of an account together; sending goes first (F-15)', async () => {
    const calls: (() => void)[] = [];
    play = {
      describe: (job) =>
        new Promise((resolve) =>
          calls.push(() => resolve({ kind: 'applied', revision: job.draftRevision, seen: job.seen })),
        ),
    };
    lanes = { small: 2, big: 1 };
    const videos = Array.from({ length: 8 }, (_, at) => sized(`video ${at}`, at, MiB, { state: states.describing }));
    await begin(...videos, ...[11, 12, 13].map((at) => sized(`clip ${at}`, at, MiB)), sized('big', 20, bigBytes));
    expect([ids().toSorted(), calls.length]).toEqual([['big', 'clip 11', 'clip 12'], 1]);
    calls[0]?.();
    await clock.settle();
    expect(calls).toHaveLength(2);
    // While its site is being checked there is no place for a call.
    otherRequests = 1;
    calls[1]?.();
    await clock.settle();
    expect(calls).toHaveLength(2);
    otherRequests = 0;
    runner.kick();
    await clock.settle();
    expect(calls).toHaveLength(3);
    // Where nothing is to be sent, more calls go at a time.
    await settled(runner.setPaused(true));
    await clock.settle();
    expect(calls).toHaveLength(6);
    for (let at = 2; at < calls.length; at++) {
      calls[at]?.();
      await clock.settle();
    }
    expect(calls).toHaveLength(8);
  });

  it('is a floor after the app was closed and opened, never longer than it was to be (F-13, F-14)', async () => {
    await begin(sized('clip', 1, MiB), sized('clip 2', 2, MiB));
    await sendingOf('clip').end({ kind: 'failed', cause: busyFor(3_600_000) });
    await sendingOf('clip 2').end({ kind: 'stopped' });
    await clock.pass(600_000);
    const again = async (): Promise<void> => {
      const stopping = runner.stop();
      await clock.settle();
      await stopping;
      runner = makeRunner();
      await settled(runner.start());
      await clock.settle();
    };
    await again();
    await clock.pass(3_000_000 - 1);
    expect(ids()).toHaveLength(2);
    // The clock was put back by ten years meanwhile: an hour it was, an hour it stays at most.
    clock.setWall(clock.now() - 10 * 365 * 24 * 3_600_000);
    await again();
    await clock.pass(3_600_000 * 1.1 + 1_000);
    expect(ids()).toHaveLength(3);
  });

  it('is a probe that fails: back-off, and again one alone, until one goes well (F-14)', async () => {
    await begin(...[1, 2, 3, 4, 5].map((at) => sized(`clip ${at}`, at, MiB)));
    await sendingOf('clip 1').end({ kind: 'failed', cause: busyFor(60_000) });
    for (const at of [2, 3]) await sendingOf(`clip ${at}`).end({ kind: 'stopped' });
    for (let probes = 1; probes <= 5; probes++) {
      await clock.pass(15 * 60_000);
      expect(ids()).toHaveLength(3 + probes);
      await sendings.at(-1)?.end({ kind: 'failed', cause: { ...later, why: 'site-busy' } });
      expect(ids()).toHaveLength(3 + probes);
    }
    await clock.pass(15 * 60_000);
    await sendings.at(-1)?.end({ kind: 'arrived', videoId: 9 });
    expect(ids()).toHaveLength(3 + 5 + 1 + 3);
  });

  it('is a probe that never left, as its clip could not be read: the next goes ahead in its place, alone (F-14)', async () => {
    const locked = new Set<string>();
    play = {
      check: async (job) =>
        locked.has(job.id) ? { kind: 'stop', cause: { ...later, why: 'clip-busy' } } : { kind: 'go', clip: job.clip },
    };
    await begin(...[1, 2, 3, 4].map((at) => sized(`clip ${at}`, at, MiB)));
    await sendingOf('clip 1').end({ kind: 'failed', cause: busyFor(60_000) });
    for (const at of [2, 3]) await sendingOf(`clip ${at}`).end({ kind: 'stopped' });
    locked.add('clip 1').add('clip 2');
    const before = ids().length;
    await clock.pass(10 * 60_000);
    expect(ids().slice(before)).toEqual(['clip 3']);
    await sendings.at(-1)?.end({ kind: 'arrived', videoId: 3 });
    expect(ids().slice(before)).toEqual(['clip 3', 'clip 4']);
  });

  it.each([
    ['a page instead of an answer', { ...bounded, why: 'web-page-answer' } as const],
    ['a page that says no', { kind: 'needs-you', reason: 'web-page-answer', action: 'retry', detail: null } as const],
  ])('is %s for five different clips in a row: nothing more goes there for long (F-21)', async (_, cause) => {
    hosts.set('account-2', 'https://two.example');
    lanes = { small: 1, big: 1 };
    const others = sized('elsewhere', 99, MiB, { accountId: 'account-2' });
    await begin(...Array.from({ length: 9 }, (__, at) => sized(`clip ${at}`, at, MiB)), others);
    const mine = () => sendings.filter(({ job }) => job.accountId === 'account-1');
    // A clip that is refused for itself is parked and changes nothing.
    await mine().at(-1)?.end({ kind: 'failed', cause });
    await mine().at(-1)?.end({ kind: 'arrived', videoId: 1 });
    for (let refused = 1; refused <= 5; refused++) {
      expect(mine()).toHaveLength(2 + refused);
      await mine().at(-1)?.end({ kind: 'failed', cause });
    }
    await clock.pass(59 * 60_000);
    expect(mine()).toHaveLength(7);
    expect(stateOf('clip 8')).toEqual(states.waiting);
    await sendingOf('elsewhere').end({ kind: 'arrived', videoId: 1 });
    expect(stateOf('elsewhere')?.kind).toBe('done');
    // The user says that it is all right now: one goes ahead.
    await settled(runner.apply('clip 8', { kind: 'retry', now: clock.now() }));
    await clock.settle();
    expect(mine()).toHaveLength(8);
  });

  it('takes no clips, and answers everything else: looks go on, and a clip is tried within minutes (F-21)', async () => {
    isBlocked = false;
    lanes = { small: 1, big: 1 };
    const looks: number[] = [];
    play = {
      look: async () => {
        looks.push(clock.monotonic());
        return { kind: 'absent' };
      },
    };
    await begin(...Array.from({ length: 8 }, (_, at) => sized(`clip ${at}`, at, MiB)));
    const page = { kind: 'needs-you', reason: 'web-page-answer', action: 'retry', detail: null } as const;
    for (let refused = 0; refused < 5; refused++) await sendings.at(-1)?.end({ kind: 'failed', cause: page }, 403);
    const begun = clock.monotonic();
    await clock.pass(4.9 * 60_000);
    expect(ids()).toHaveLength(5);
    // A look of another clip is answered meanwhile.
    const lost = { ...states.unclear, since: clock.now() - 200_000, nextLookAt: clock.now() };
    await settled(store.write(() => store.insertJob(sized('lost', 20, MiB, { state: lost }))));
    await settled(store.write(() => store.insertAttempt(anAttempt({ jobId: 'lost' }))));
    runner.kick();
    await clock.settle();
    expect(looks).toEqual([begun + 4.9 * 60_000]);
    await clock.pass(60_000);
    expect(ids().slice(5)).toEqual(['clip 5']);
    // One at a time: its page makes the next wait twice as long.
    await sendings.at(-1)?.end({ kind: 'failed', cause: page }, 403);
    await clock.pass(9.9 * 60_000);
    expect(ids()).toHaveLength(6);
    await clock.pass(60_000);
    expect(ids().slice(6)).toEqual(['clip 6']);
    await sendings.at(-1)?.end({ kind: 'arrived', videoId: 100 }, 201);
    for (let sent = 0; sent < 8; sent++) await sendings.at(-1)?.end({ kind: 'arrived', videoId: 101 + sent }, 201);
    expect(store.counts()).toMatchObject({ done: 9 });
  });

  describe('blocks everything, as five clips in a row have told', () => {
    const page = { kind: 'needs-you', reason: 'web-page-answer', action: 'retry', detail: null } as const;
    const blocked = { kind: 'failed', cause: page } as const;
    const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `clip ${at}`);
    const last = () => sendings.at(-1);
    const beginBlocked = async (count: number): Promise<void> => {
      lanes = { small: 1, big: 1 };
      await begin(...names(count).map((id, at) => sized(id, at, MiB)));
      for (let refused = 0; refused < 5; refused++) await last()?.end(blocked, 403);
      expect(ids()).toEqual(names(5));
    };
    const restart = async (): Promise<void> => {
      const stopping = runner.stop();
      await clock.settle();
      await stopping;
      runner = makeRunner();
      await settled(runner.start());
      await clock.settle();
    };
    const parked = () => names(5).filter((id) => stateOf(id)?.kind === 'needs-you');

    it.each(['', ' and the app was started anew meanwhile'])(
      'a probe arrives: all five go on by themselves%s; who is refused again then stays parked (F-21)',
      async (anew) => {
        await beginBlocked(8);
        if (anew !== '') await restart();
        await clock.pass(1.2 * 3_600_000);
        expect(ids().slice(5)).toEqual(['clip 5']);
        expect(parked()).toHaveLength(5);
        await last()?.end({ kind: 'arrived', videoId: 100 }, 201);
        for (let sent = 0; sent < 7; sent++) {
          await last()?.end(last()?.job.id === 'clip 2' ? blocked : { kind: 'arrived', videoId: 101 + sent }, 201);
        }
        expect(ids().slice(6).toSorted()).toEqual([
          'clip 0',
          'clip 1',
          'clip 2',
          'clip 3',
          'clip 4',
          'clip 6',
          'clip 7',
        ]);
        expect(parked()).toEqual(['clip 2']);
        // Other clips that arrive later do not bring it back: it was refused for itself.
        await clock.pass(48 * 3_600_000);
        expect(ids()).toHaveLength(13);
      },
    );

    it('and a probe is refused too: it is parked like the others and the next one goes, until one arrives (F-21)', async () => {
      await beginBlocked(8);
      await clock.pass(1.2 * 3_600_000);
      await last()?.end(blocked, 403);
      expect(stateOf('clip 5')?.kind).toBe('needs-you');
      await clock.pass(26.4 * 3_600_000);
      expect(ids().slice(5)).toEqual(['clip 5', 'clip 6']);
      await last()?.end({ kind: 'arrived', videoId: 100 }, 201);
      for (let sent = 0; sent < 7; sent++) await last()?.end({ kind: 'arrived', videoId: 101 + sent }, 201);
      expect(names(8).map((id) => stateOf(id)?.kind)).toEqual(names(8).map(() => 'done'));
    });

    it('and all five are refused for themselves: they were sent once more, then they stay parked and the others go (F-21)', async () => {
      await beginBlocked(8);
      await clock.pass(1.2 * 3_600_000);
      await last()?.end({ kind: 'arrived', videoId: 100 }, 201);
      for (let refused = 0; refused < 5; refused++) await last()?.end(blocked, 403);
      expect(ids().slice(6)).toEqual(names(5));
      await clock.pass(1.2 * 3_600_000);
      for (let sent = 0; sent < 2; sent++) await last()?.end({ kind: 'arrived', videoId: 101 + sent }, 201);
      await clock.pass(72 * 3_600_000);
      expect(ids().slice(11)).toEqual(['clip 6', 'clip 7']);
      expect(parked()).toEqual(names(5));
    });

    it('and they are all there is: one of them goes ahead after the time, and the others with it (F-21)', async () => {
      await beginBlocked(5);
      await clock.pass(59 * 60_000);
      expect(ids()).toHaveLength(5);
      await clock.pass(10 * 60_000);
      expect(ids()).toHaveLength(6);
      await last()?.end(blocked, 403);
      expect([parked().length, ids().length]).toEqual([5, 6]);
      await clock.pass(30 * 60_000);
      expect(ids()).toHaveLength(6);
      await clock.pass(26.4 * 3_600_000);
      expect(ids()).toHaveLength(7);
      for (let sent = 0; sent < 5; sent++) await last()?.end({ kind: 'arrived', videoId: 101 + sent }, 201);
      expect(parked()).toEqual([]);
      expect(ids()).toHaveLength(11);
    });

    it('the page came after the last byte: who is not found on the site goes on, too (F-21)', async () => {
      lanes = { small: 1, big: 1 };
      await begin(...names(5).map((id, at) => sized(id, at, MiB)));
      for (let refused = 0; refused < 5; refused++) {
        await last()?.lastBytes();
        await last()?.end({ kind: 'unclear', otherwise: page }, 403);
      }
      await clock.pass(2 * 3_600_000);
      for (let sent = 0; sent < 5; sent++) await last()?.end({ kind: 'arrived', videoId: 101 + sent }, 201);
      expect(names(5).map((id) => stateOf(id)?.kind)).toEqual(names(5).map(() => 'done'));
    });
  });

  it('also for the looks: a site that asked for time is not asked again before (F-14)', async () => {
    let looks = 0;
    play = {
      look: async () => {
        looks++;
        return { kind: 'absent' };
      },
    };
    await begin(sized('clip', 1, MiB));
    const busy = { ...later, why: 'site-busy', afterMs: 600_000 } as const;
    await sendingOf('clip').end({ kind: 'unclear', otherwise: busy });
    await clock.pass(599_000);
    expect(looks).toBe(0);
    await clock.pass(700_000);
    expect(looks).toBe(1);
  });

  it('ends when the user says "try again"', async () => {
    await begin(sized('clip', 1, MiB));
    await sendingOf('clip').end({ kind: 'failed', cause: { ...later, why: 'site-busy', afterMs: 3_600_000 } });
    await settled(runner.apply('clip', { kind: 'retry', now: clock.now() }));
    await clock.settle();
    expect(ids()).toEqual(['clip', 'clip']);
  });

  it('does not end because a clip is back that was not to be found: that is nobody’s word (F-14, F-26)', async () => {
    const away = { kind: 'waiting', why: 'folder-away', until: clock.now() + 900_000 } as const;
    await begin(sized('clip', 1, MiB), sized('away', 2, MiB, { state: away }));
    await sendingOf('clip').end({ kind: 'failed', cause: busyFor(3_600_000) });
    await settled(runner.resumeWaiting('away'));
    expect(stateOf('away')).toMatchObject({ kind: 'waiting', until: null });
    await clock.pass(3_599_000);
    expect(ids()).toEqual(['clip']);
  });

  it('is a dead secret: nothing more of the account starts, and its jobs stay (F-15)', async () => {
    await begin(
      ...[1, 2, 3, 4, 5].map((at) => sized(`clip ${at}`, at, MiB)),
      sized('other', 9, MiB, { accountId: 'account-2' }),
      sized('other 2', 10, bigBytes, { accountId: 'account-2' }),
    );
    for (const at of [1, 2, 3]) await sendingOf(`clip ${at}`).end({ kind: 'failed', cause: signIn });
    await sendingOf('other').end({ kind: 'arrived', videoId: 9 });
    await clock.pass(24 * 3_600_000);
    expect(ids().filter((id) => id.startsWith('clip'))).toHaveLength(3);
    expect(stateOf('other')?.kind).toBe('done');
    for (const at of [1, 2, 3, 4, 5]) expect(stateOf(`clip ${at}`)?.kind).toBe('waiting');
    signedIn.add('account-1');
    runner.kick();
    await clock.settle();
    expect(
      ids()
        .filter((id) => id.startsWith('clip'))
        .slice(3)
        .sort(),
    ).toEqual(['clip 1', 'clip 2', 'clip 3']);
  });

  it('is the pause, also for a clip that is just being checked', async () => {
    let go = (): void => {};
    const checking = new Promise<void>((resolve) => {
      go = resolve;
    });
    play = {
      check: async (job) => {
        await checking;
        return { kind: 'go', clip: job.clip };
      },
    };
    await begin(sized('clip', 1, MiB));
    await settled(runner.setPaused(true));
    go();
    await clock.pass(60_000);
    expect(sendings).toEqual([]);
    expect(stateOf('clip')).toEqual(states.waiting);
    await settled(runner.setPaused(false));
    await clock.settle();
    expect(ids()).toEqual(['clip']);
  });

  it('is also a change of many: nothing new begins before its turn in it has come (F-45)', async () => {
    const many = ['clip 1', 'clip 2', 'clip 3', 'clip 4', 'clip 5', 'clip 6'];
    await begin(...many.map((id, at) => sized(id, at + 1, MiB)));
    expect(ids()).toEqual(['clip 1', 'clip 2', 'clip 3']);
    let go: () => void = () => {};
    const changing = runner.quietly(async () => {
      for (const id of many.slice(0, 4)) await runner.apply(id, { kind: 'cancel' });
      await new Promise<void>((resolve) => {
        go = resolve;
      });
    });
    await clock.settle();
    await clock.pass(60_000);
    expect(ids()).toEqual(['clip 1', 'clip 2', 'clip 3']);
    go();
    await settled(changing);
    await clock.settle();
    expect(ids()).toEqual(['clip 1', 'clip 2', 'clip 3', 'clip 5', 'clip 6']);
  });

  it('lets nothing leave by what was found of a clip before: it is checked once more', async () => {
    let checks = 0;
    let go = (): void => {};
    play = {
      check: async (job) => {
        checks++;
        await new Promise<void>((resolve) => {
          go = resolve;
        });
        return { kind: 'go', clip: job.clip };
      },
    };
    await begin(sized('clip', 1, MiB));
    const [checkedBefore, first] = [checks, go];
    await settled(runner.quietly(async () => {}));
    first();
    await clock.settle();
    expect([checkedBefore, checks, ids()]).toEqual([1, 2, []]);
    go();
    await clock.settle();
    expect([checks, ids()]).toEqual([2, ['clip']]);
  });

  it('is the pause, which ends what can still be ended', async () => {
    await begin(sized('clip 1', 1, MiB), sized('clip 2', 2, MiB));
    await settled(sendingOf('clip 2').lastBytes());
    await settled(runner.setPaused(true));
    await clock.settle();
    expect(stateOf('clip 1')).toEqual(states.waiting);
    expect(stateOf('clip 2')?.kind).toBe('processing');
    expect(sendingOf('clip 2').signal.aborted).toBe(false);
    await sendingOf('clip 2').end({ kind: 'arrived', videoId: 5 });
    expect(stateOf('clip 2')?.kind).toBe('done');
  });
});

describe('what is on disk', () => {
  const onDisk = (id: string): Job | null => {
    const other = openSqlite(join(folder, 'clipferry.sqlite'));
    const job = queueStore(other, clock).job(id);
    other.close();
    return job;
  };

  it('is the attempt before its first byte, and "may have arrived" before its last (decision 2)', async () => {
    await begin(sized('clip', 1, MiB));
    const sending = sendingOf('clip');
    expect(onDisk('clip')?.state).toEqual({ kind: 'sending', attemptId: sending.attempt.id });
    expect(store.attempts('clip')).toEqual([sending.attempt]);
    let resolved = false;
    const written = sending.lastBytes().then(() => {
      resolved = true;
      return onDisk('clip')?.state.kind;
    });
    expect(resolved).toBe(false);
    expect(await settled(written)).toBe('processing');
  });

  it.each([
    ['of a big clip', MiB, 'sending'],
    ['of one that leaves in one go, with "may have arrived"', 256 * 1024, 'processing'],
  ])(
    'is the attempt %s at the very moment in which it is handed to the connection (decision 2)',
    async (_, size, kind) => {
      const found: unknown[] = [];
      play = {
        send: async (job, attempt) => {
          const other = openSqlite(join(folder, 'clipferry.sqlite'));
          const disk = queueStore(other, clock);
          found.push({ state: disk.job(job.id)?.state, attempts: disk.attempts(job.id), sent: attempt });
          other.close();
          return {
            ...{
              verdict: { kind: 'stopped' },
              clipChanged: false,
              sha256: null,
              status: null,
              said: null,
              mediaId: null,
            },
          };
        },
      };
      lanes = { small: 1, big: 1 };
      await begin(sized('clip', 1, size, { state: states.paused }));
      const resumed = runner.apply('clip', { kind: 'resume' });
      await settled(resumed);
      const [first] = found as { state: object; attempts: readonly Attempt[]; sent: Attempt }[];
      expect(first?.state).toMatchObject({ kind, attemptId: first?.sent.id });
      expect(first?.attempts).toEqual([first?.sent]);
    },
  );

  it('is the pause of the queue: it holds after a restart', async () => {
    await begin(sized('clip', 1, MiB, { state: states.paused }));
    await settled(runner.setPaused(true));
    await settled(runner.stop());
    const other = openSqlite(join(folder, 'clipferry.sqlite'));
    expect(queueStore(other, clock).paused()).toBe(true);
    other.close();
    runner = makeRunner();
    await settled(runner.start());
    expect(runner.paused()).toBe(true);
    await settled(runner.apply('clip', { kind: 'resume' }));
    await clock.pass(60_000);
    expect(ids()).toEqual([]);
    await settled(runner.setPaused(false));
    await clock.settle();
    expect(ids()).toEqual(['clip']);
  });

  it('of a small clip is "may have arrived" from the first byte on', async () => {
    await begin(sized('clip', 1, 256 * 1024));
    expect(onDisk('clip')?.state.kind).toBe('processing');
  });

  it('is a pause before the last bytes: they do not leave', async () => {
    await begin(sized('clip', 1, MiB));
    const sending = sendingOf('clip');
    const paused = runner.apply('clip', { kind: 'pause' });
    const last = expect(sending.lastBytes()).rejects.toThrow();
    await settled(paused);
    await settled(last);
    expect(stateOf('clip')).toEqual({ kind: 'paused' });
    expect(sending.signal.aborted).toBe(true);
  });

  it('is a cancel before a verdict that comes too late to change it', async () => {
    await begin(sized('clip', 1, MiB));
    const sending = sendingOf('clip');
    await settled(sending.lastBytes());
    const cancelled = runner.apply('clip', { kind: 'cancel' });
    const ended = sending.end({ kind: 'arrived', videoId: 3 });
    await settled(cancelled);
    await ended;
    expect(stateOf('clip')).toMatchObject({
      kind: 'cancelled',
      resume: { from: 'look', attemptId: sending.attempt.id },
    });
  });

  it('after a crash: what was sending waits, what may have arrived is looked up first (F-47)', async () => {
    const looked: string[] = [];
    play = {
      look: async (job) => {
        looked.push(job.id);
        return { kind: 'found', videoId: 40 };
      },
    };
    await settled(
      store.write(() => {
        store.insertJob(sized('was sending', 1, MiB, { state: { kind: 'sending', attemptId: 'a' } }));
        store.insertJob(
          sized('was processing', 2, MiB, {
            state: { kind: 'processing', attemptId: 'b', since: clock.now() - 5_000 },
          }),
        );
        store.insertAttempt(anAttempt({ id: 'a', jobId: 'was sending' }));
        store.insertAttempt(anAttempt({ id: 'b', jobId: 'was processing' }));
      }),
    );
    await begin();
    expect(ids()).toEqual(['was sending']);
    expect(looked).toEqual(['was processing']);
    expect(stateOf('was processing')).toMatchObject({ kind: 'done', videoId: 40 });
    expect(store.attempt('a')?.ended).toBe('interrupted');
    expect(store.attempt('b')?.ended).toBe('found');
  });
});

/** Ms by which somebody sets the wall clock. */
const clockJumps = [-365 * 24 * 3_600_000, -3_600_000, -1_500, 1_500, 3_600_000, 365 * 24 * 3_600_000];

describe('an attempt without an answer', () => {
  it('is looked up until the settle time is over, only then sent again (F-01, F-02)', async () => {
    const looks: number[] = [];
    play = {
      look: async () => {
        looks.push(clock.monotonic());
        return { kind: 'absent' };
      },
    };
    await begin(sized('clip', 1, MiB));
    await sendingOf('clip').end({ kind: 'unclear', otherwise: null });
    await clock.pass(129_000);
    expect(ids()).toEqual(['clip']);
    await clock.pass(2_000);
    expect(ids()).toEqual(['clip', 'clip']);
    expect(looks.at(-1)).toBeGreaterThanOrEqual(130_000);
    expect(looks.length).toBeLessThan(12);
  });

  it.each(clockJumps)(
    'is settled neither earlier nor later because the clock is set by %i ms meanwhile (F-13)',
    async (jump) => {
      let looks = 0;
      play = {
        look: async () => {
          looks++;
          return { kind: 'absent' };
        },
      };
      await begin(sized('clip', 1, MiB));
      await sendingOf('clip').end({ kind: 'unclear', otherwise: null });
      await clock.pass(20_000);
      clock.setWall(clock.now() + jump);
      await clock.pass(109_000);
      expect(ids()).toEqual(['clip']);
      await clock.pass(3_000);
      expect(ids()).toEqual(['clip', 'clip']);
      expect(looks).toBeLessThan(14);
    },
  );

  it.each(clockJumps)(
    'that a crash left is settled neither earlier nor later because the clock is set by %i ms after the start (F-02, F-13)',
    async (jump) => {
      let looks = 0;
      play = {
        look: async () => {
          looks++;
          return { kind: 'absent' };
        },
      };
      await settled(
        store.write(() => {
          const state = { kind: 'processing', attemptId: 'a', since: clock.now() - 5_000 } as const;
          store.insertJob(sized('clip', 1, MiB, { state }));
          store.insertAttempt(anAttempt({ id: 'a', jobId: 'clip' }));
        }),
      );
      await begin();
      await clock.pass(20_000);
      clock.setWall(clock.now() + jump);
      await clock.pass(109_000);
      expect(ids()).toEqual([]);
      await clock.pass(3_000);
      expect(ids()).toEqual(['clip']);
      expect(looks).toBeLessThan(14);
    },
  );

  it('is asked for less and less often while the site cannot be asked', async () => {
    let looks = 0;
    play = {
      look: async () => {
        looks++;
        return { kind: 'failed', cause: later, nextLookAt: 0 };
      },
    };
    await begin(sized('clip', 1, MiB));
    await sendingOf('clip').end({ kind: 'unclear', otherwise: null });
    await clock.pass(12 * 3_600_000);
    expect(stateOf('clip')?.kind).toBe('unclear');
    expect(looks).toBeGreaterThan(40);
    expect(looks).toBeLessThan(90);
    expect(ids()).toEqual(['clip']);
  });

  it('of one of two equal clips never takes the other’s video', async () => {
    let looks = 0;
    play = {
      // Both see the only video there is, at the same moment; later each sees what is not spoken for.
      look: async (job) => {
        looks++;
        const free = !store.takenVideos(job.accountId, job.id).has(7);
        return free ? { kind: 'found', videoId: 7 } : { kind: 'absent' };
      },
    };
    await begin(sized('one', 1, MiB), sized('two', 2, MiB));
    const [one, two] = [sendingOf('one'), sendingOf('two')];
    await Promise.all([one.end({ kind: 'unclear', otherwise: null }), two.end({ kind: 'unclear', otherwise: null })]);
    await clock.pass(1_000);
    const found = ['one', 'two'].filter((id) => stateOf(id)?.kind === 'done');
    expect(found).toHaveLength(1);
    await clock.pass(140_000);
    expect(ids()).toHaveLength(3);
    expect(looks).toBeGreaterThan(2);
  });

  /** A site that stores the clip `afterMs` after the connection went, and shows it to who looks then. */
  const lateSite = (afterMs: number): void => {
    play = { look: async () => (clock.monotonic() >= afterMs ? { kind: 'found', videoId: 40 } : { kind: 'absent' }) };
  };

  it('that comes true just within the settle time is adopted, not sent again (F-02)', async () => {
    lateSite(129_999);
    await begin(sized('clip', 1, MiB));
    await sendingOf('clip').end({ kind: 'unclear', otherwise: null });
    await clock.pass(140_000);
    expect(ids()).toEqual(['clip']);
    expect(stateOf('clip')).toMatchObject({ kind: 'done', videoId: 40 });
    expect(
      store
        .attempts('clip')[0]
        ?.looks.map(({ found }) => found)
        .slice(-2),
    ).toEqual(['not-yet', 'found']);
  });

  it('that comes true just after the settle time is beyond what can be promised: sent again (F-02)', async () => {
    lateSite(130_010);
    await begin(sized('clip', 1, MiB));
    await sendingOf('clip').end({ kind: 'unclear', otherwise: null });
    await clock.pass(140_000);
    expect(ids()).toEqual(['clip', 'clip']);
    expect(store.attempts('clip')[0]).toMatchObject({ ended: 'absent' });
    // The bytes go once more under the very same name and key, for sites that make one video of one key.
    const [first, second] = store.attempts('clip');
    expect(second).toMatchObject({ key: first?.key, boundary: first?.boundary, content: first?.content });
  });

  it('goes again under its key after the settle time, and once more when the site is still at it (409)', async () => {
    play = { look: async () => ({ kind: 'absent' }) };
    await begin(sized('clip', 1, MiB));
    const { key } = sendingOf('clip').attempt;
    expect(key).toMatch(/^.{32}$/);
    await sendingOf('clip').end({ kind: 'unclear', otherwise: null });
    await clock.pass(129_000);
    expect(ids()).toHaveLength(1);
    await clock.pass(10_000);
    expect(ids()).toHaveLength(2);
    expect(sendingOf('clip').attempt.key).toBe(key);
    await sendingOf('clip').end({ kind: 'unclear', otherwise: { ...later, why: 'site-busy' } }, 409);
    await clock.pass(129_000);
    expect(ids()).toHaveLength(2);
    await clock.pass(10_000);
    expect(ids()).toHaveLength(3);
    expect(sendingOf('clip').attempt.key).toBe(key);
  });

  it('after an answer that the site would give again goes under a new key', async () => {
    play = { look: async () => ({ kind: 'absent' }) };
    await begin(sized('clip', 1, MiB));
    const { key, boundary } = sendingOf('clip').attempt;
    await sendingOf('clip').end({ kind: 'unclear', otherwise: later }, 500);
    await clock.pass(200_000);
    expect(ids()).toHaveLength(2);
    expect(sendingOf('clip').attempt.key).not.toBe(key);
    expect(sendingOf('clip').attempt.boundary).not.toBe(boundary);
  });

  it('is not asked about with a video that another clip has taken in the meantime', async () => {
    let looks = 0;
    let taken = (): void => {};
    const wait = new Promise<void>((resolve) => {
      taken = resolve;
    });
    const both = [7, 8].map((videoId) => ({ videoId, title: 'C0001', createdAt: null, sizeMatches: true }));
    play = {
      look: async (job) => {
        looks++;
        if (job.id === 'two') return { kind: 'found', videoId: 7 };
        if (looks > 2) return { kind: 'found', videoId: 8 };
        await wait;
        return { kind: 'ask', candidates: both };
      },
    };
    const since = clock.now() - 200_000;
    const unclear = { ...states.unclear, since, nextLookAt: clock.now() };
    await settled(
      store.write(() => {
        store.insertJob(sized('one', 1, MiB, { state: { ...unclear, attemptId: 'a' } }));
        store.insertJob(sized('two', 2, MiB, { state: { ...unclear, attemptId: 'b' } }));
        store.insertAttempt(anAttempt({ id: 'a', jobId: 'one' }));
        store.insertAttempt(anAttempt({ id: 'b', jobId: 'two' }));
      }),
    );
    await begin();
    expect(stateOf('two')).toMatchObject({ kind: 'done', videoId: 7 });
    taken();
    await clock.pass(5_000);
    expect(stateOf('one')).toMatchObject({ kind: 'done', videoId: 8 });
  });

  it('is answered for one clip only when two are given the same video at the same moment', async () => {
    const ask = { ...states['needs you to choose'], resume: { from: 'look', attemptId: 'a', since: 1 } } as const;
    await begin(sized('one', 1, MiB, { state: ask }), sized('two', 2, MiB, { state: ask }));
    const answers = [runner.choose('one', 7), runner.choose('two', 7), runner.choose('two', 99)];
    expect(await settled(Promise.all(answers))).toEqual(['chosen', 'taken', 'over']);
    expect(stateOf('one')).toMatchObject({ videoId: 7 });
  });

  it('that is none of those shown is looked for once more, as not all need have been shown, before it is sent', async () => {
    const ask = { ...states['needs you to choose'], resume: { from: 'look', attemptId: 'a', since: 1 } } as const;
    let there = true;
    play = { look: async () => (there ? { kind: 'found', videoId: 12 } : { kind: 'absent' }) };
    await begin();
    await settled(
      store.write(() => {
        for (const [at, id] of ['one', 'two'].entries()) {
          store.insertJob(sized(id, at, MiB, { state: { ...ask, resume: { ...ask.resume, attemptId: id } } }));
          store.insertAttempt(anAttempt({ id, jobId: id, endedAt: 2 }));
        }
      }),
    );
    await settled(runner.choose('one', null));
    expect(stateOf('one')).toMatchObject({ kind: 'done', videoId: 12 });
    expect(store.attempt('one')?.rejectedVideoIds).toEqual(ask.candidates.map(({ videoId }) => videoId));
    there = false;
    await settled(runner.choose('two', null));
    expect(ids()).toEqual(['two']);
  });

  it('whose record is lost asks the user', async () => {
    await begin(sized('clip', 1, MiB, { state: states.unclear }));
    expect(stateOf('clip')).toMatchObject({ kind: 'needs-you', reason: 'ask-which', candidates: [] });
  });

  it('that was refused for a dead secret signs the account out once it is known not to be there', async () => {
    await begin(sized('clip', 1, MiB), sized('clip 2', 2, bigBytes));
    await sendingOf('clip 2').end({ kind: 'arrived', videoId: 1 });
    await sendingOf('clip').end({ kind: 'unclear', otherwise: signIn });
    await clock.pass(24 * 3_600_000);
    expect(ids()).toEqual(['clip 2', 'clip']);
    expect(signedIn.has('account-1')).toBe(false);
    expect(stateOf('clip')?.kind).toBe('waiting');
  });
});

describe('a step that throws what none should', () => {
  it.each(['check', 'send', 'look', 'describe'] as const)(
    '%s: never spins, goes on, ends with the user',
    async (name) => {
      let calls = 0;
      const broken = (): Promise<never> => {
        calls++;
        return Promise.reject(new TypeError('bug'));
      };
      play = { [name]: broken };
      const begun = { check: states.waiting, send: states.waiting, look: states.unclear, describe: states.describing };
      await settled(
        store.write(() => {
          store.insertJob(sized('clip', 1, MiB, { state: begun[name] }));
          store.insertAttempt(anAttempt({ jobId: 'clip' }));
        }),
      );
      await begin();
      await clock.pass(3_600_000);
      expect(errors.length).toBe(calls);
      expect(calls).toBeGreaterThan(1);
      expect(calls).toBeLessThan(20);
      // A look that cannot be made settles nothing, however often it fails.
      expect(stateOf('clip')?.kind).toBe(name === 'look' ? 'unclear' : 'needs-you');
    },
  );

  it('and a store that cannot write let the queue rest, not spin (F-43)', async () => {
    await begin(sized('clip', 1, MiB));
    const real = store.write;
    let writes = 0;
    store.write = (() => {
      writes++;
      return Promise.reject(new Error('disk is full'));
    }) as typeof store.write;
    await sendingOf('clip').end({ kind: 'arrived', videoId: 1 });
    await clock.pass(60_000);
    expect(writes).toBeLessThan(30);
    store.write = real;
    await clock.pass(10_000);
    expect(errors).toContain('The queue cannot write');
    // What was left as running is put right without anybody's help: a failed try, and then another.
    expect(ids()).toEqual(['clip', 'clip']);
    await sendingOf('clip').end({ kind: 'arrived', videoId: 1 });
    expect(stateOf('clip')?.kind).toBe('done');
  });

  it('and what failed then says nothing about the try that runs since there is room again (F-43)', async () => {
    await begin(sized('clip', 1, MiB));
    const real = store.write;
    store.write = (() => Promise.reject(new Error('disk is full'))) as typeof store.write;
    await sendingOf('clip').end({ kind: 'arrived', videoId: 1 });
    store.write = real;
    await settled(runner.mend());
    await settled(sendingOf('clip').lastBytes());
    expect([sendings.length, stateOf('clip')?.kind]).toEqual([2, 'processing']);
    await clock.pass(60_000);
    expect(stateOf('clip')?.kind).toBe('processing');
    await sendingOf('clip').end({ kind: 'arrived', videoId: 2 });
    expect(stateOf('clip')?.kind).toBe('done');
  });
});

describe('another version of a clip', () => {
  const { clip } = aJob();
  const newer = { ...clip, identity: { ...clip.identity, size: 9, mtimeNs: '1763620000999999999' } };

  it.each([
    ['waiting', true],
    ['paused', true],
    ['needs you to send', true],
    ['needs you, its file is missing', true],
    ['processing', false],
    ['unclear', false],
    ['needs you to choose', false],
    ['cancelled unclear', false],
    ['describing', false],
    ['done', false],
  ] as const)('takes its place while %s: %s', async (name, takes) => {
    signedIn.clear();
    await begin();
    await settled(
      store.write(() => {
        store.insertJob(sized('clip', 1, MiB, { state: states[name], sha256: 'abc' }));
        store.insertAttempt(anAttempt({ jobId: 'clip' }));
      }),
    );
    expect(await settled(runner.replaceClip('clip', newer))).toBe(takes);
    // The bytes that may be on the site are not forgotten for new ones.
    expect(store.job('clip')).toMatchObject(takes ? { clip: newer, sha256: null } : { sha256: 'abc' });
    if (!takes) expect(store.job('clip')?.clip.identity.size).toBe(MiB);
    if (name === 'needs you, its file is missing') expect(stateOf('clip')).toEqual(states.waiting);
    else expect(stateOf('clip')).toEqual(states[name]);
  });

  it('does not while the old one is being sent', async () => {
    await begin(sized('clip', 1, MiB));
    expect(await settled(runner.replaceClip('clip', newer))).toBe(false);
    expect(store.job('clip')?.clip.identity.size).toBe(MiB);
  });
});

describe('moving to another account', () => {
  it('is for what nothing of has left', async () => {
    await begin(sized('sending', 1, MiB), sized('unclear', 2, MiB, { state: states['needs you to choose'] }));
    await settled(runner.setPaused(true));
    await settled(
      store.write(() => {
        store.insertJob(sized('waits', 3, MiB));
        store.insertJob(sized('paused', 4, MiB, { state: states.paused }));
        store.insertJob(sized('needs you', 5, MiB, { state: states['needs you to send'], failures: 2 }));
        store.insertJob(sized('done', 6, MiB, { state: states.done }));
      }),
    );
    const moved: string[] = [];
    for (const id of ['unclear', 'waits', 'paused', 'needs you', 'done']) {
      if (await settled(runner.moveTo(id, 'account-2', false))) moved.push(id);
    }
    expect(moved).toEqual(['waits', 'paused', 'needs you']);
    expect(store.job('needs you')).toMatchObject({ accountId: 'account-2', failures: 0, state: states.waiting });
    expect(store.job('unclear')).toMatchObject({ accountId: 'account-1', state: states['needs you to choose'] });
    // Where it goes is no word about when.
    expect(store.job('paused')).toMatchObject({ accountId: 'account-2', state: states.paused });
  });
});

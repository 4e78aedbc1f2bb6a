// The wall clock is set by a day, by ten years, to 1970, past 2038, in every state of a job, while the app runs and while it is
// closed: nothing hangs, nothing hammers (F-13).

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../../../main/adapters/database/sqlite.ts';
import { createCircuits } from '../../../../main/hosts/circuit.ts';
import { circuitStore } from '../../../../main/hosts/circuit-store.ts';
import type { Account, Attempt, Job, JobState } from '../../../../main/model.ts';
import type { Random } from '../../../../main/ports.ts';
import { elsewhereAttempt } from '../../../../main/queue/job/presumed-attempt.ts';
import { createThroughputMeter } from '../../../../main/queue/progress/throughput.ts';
import type { JobTasks, SendOutcome } from '../../../../main/queue/runner/job-tasks.ts';
import { createRunner, type Runner } from '../../../../main/queue/runner/runner.ts';
import { blockedClipsStore } from '../../../../main/queue/store/blocked-clips-store.ts';
import { queueStore } from '../../../../main/queue/store/job-store.ts';
import { longestBackOffMs } from '../../../../main/retry.ts';
import { migrate } from '../../../../main/schema.ts';
import { siteStore } from '../../../../main/site/store/site-store.ts';
import { byOffer } from '../../../../preload/sign-in-ways.ts';
import { type HandClock, handClock } from '../hand-clock.ts';
import { accountId, aJob, anAttempt, later } from '../jobs.ts';

const day = 86_400_000;
const hour = 3_600_000;
/** A little more than the longest pause: the steps themselves and their writing take turns. */
const longest = longestBackOffMs + 1_000;
const settleMs = 130_000;

const jumps: readonly (readonly [string, (now: number) => number])[] = [
  ['a day ahead', (now) => now + day],
  ['a day back', (now) => now - day],
  ['ten years ahead', (now) => now + 3_652 * day],
  ['ten years back', (now) => now - 3_652 * day],
  ['to 1970', () => 1_000],
  ['past 2038', () => Date.UTC(2039, 5, 1)],
];

/** The states in which something is to happen by itself, as they are on disk at `now`. */
const states: Readonly<Record<string, (now: number) => JobState>> = {
  waiting: () => ({ kind: 'waiting', why: null, until: null }),
  'waiting for its next try': (now) => ({ kind: 'waiting', why: 'connection-lost', until: now + 10 * 60_000 }),
  sending: () => ({ kind: 'sending', attemptId: 'attempt-1' }),
  processing: (now) => ({ kind: 'processing', attemptId: 'attempt-1', since: now - 5_000 }),
  unclear: (now) => ({
    ...{ kind: 'unclear', attemptId: 'attempt-1', since: now - 5_000, nextLookAt: now + 30_000 },
    ...{ looks: 3, saidYes: false, otherwise: null },
  }),
  describing: () => ({ kind: 'describing', videoId: 14, why: null, until: null }),
  'describing later': (now) => ({ kind: 'describing', videoId: 14, why: 'server-error', until: now + 10 * 60_000 }),
};
/** Those in which nothing may happen by itself, whatever the time. */
const still: Readonly<Record<string, JobState>> = {
  done: { kind: 'done', videoId: 14, finishedAt: 800 },
  paused: { kind: 'paused' },
  cancelled: { kind: 'cancelled', resume: { from: 'send' } },
  'needs you': {
    ...{ kind: 'needs-you', reason: 'site-refused', action: 'retry', detail: null },
    ...{ resume: { from: 'send' }, candidates: [] },
  },
};

const failedLater: SendOutcome = {
  verdict: { kind: 'failed', cause: later },
  ...{ clipChanged: false, sha256: null, status: null, said: null, mediaId: null },
};

interface Bed extends AsyncDisposable {
  readonly clock: HandClock;
  /** When steps were taken, by the monotonic clock. */
  readonly steps: number[];
  state(): JobState | undefined;
  begin(): Promise<void>;
  close(): Promise<void>;
}

/** A queue of one job whose steps all fail as they do on a bad line; `look` may be played otherwise. */
async function bed(
  state: (now: number) => JobState,
  play: Partial<JobTasks> = {},
  attempt: (now: number) => Partial<Attempt> = () => ({}),
  moved: (clock: HandClock) => void = () => {},
): Promise<Bed> {
  const folder = mkdtempSync(join(tmpdir(), 'clipferry-clocks-'));
  const clock = handClock();
  const sql = openSqlite(join(folder, 'clipferry.sqlite'));
  migrate(sql);
  const sites = siteStore(sql);
  const account: Account = {
    ...{ id: accountId, siteId: 'site-1', login: 'ava', name: 'Ava', userId: 1, canUpload: true, canPublish: true },
    ...{ signedIn: true, tokenEndsAt: null, passwordUuid: null },
    ...{ publishesAtOnce: null, publicUnasked: false, holdsNew: null, presetId: null },
    method: 'application-password',
  };
  sites.saveSite({
    ...{ id: 'site-1', name: 'Practice', address: 'http://127.0.0.1', root: 'http://127.0.0.1/wp-json/' },
    ...{
      platform: 'wp',
      uploadRoute: 'streamtube/v1/upload',
      passwordPage: null,
      sizeLimit: null,
    },
    ways: { ...byOffer(() => false), applicationPassword: true },
    refusedExtensions: [],
    settleMs,
    honoursKeys: false,
    hasHelper: false,
    helperTrouble: null,
    pieceLimit: null,
  });
  sites.saveAccount(account);
  const store = queueStore(sql, clock);
  const job: Job = aJob({ id: 'job-1', state: state(clock.now()) });
  const written = store.write(() => {
    store.insertJob(job);
    store.insertAttempt(anAttempt({ startedAt: clock.now() - 60_000, ...attempt(clock.now()) }));
  });
  await clock.settle();
  await written;

  const taken: number[] = [];
  const random: Random = { fraction: () => 0.5, hex: (count) => `${Math.random()}`.slice(2).padEnd(count * 2, '0') };
  const took = <T>(result: T): T => {
    taken.push(clock.monotonic());
    return result;
  };
  const steps: JobTasks = {
    check: async (one) => ({ kind: 'go', clip: one.clip }),
    hashed: async () => null,
    enter: async () => null,
    elsewhere: async () => ({ kind: 'no' }),
    elsewhereAttempt: (job) => elsewhereAttempt(job, { fileName: 'C0001.mp4', startedAt: 0, siteSkewMs: 0 }),
    prepare: () => ({ fileName: 'C0001.mp4', siteSkewMs: 0 }),
    send: async () => took(failedLater),
    look: async () => took({ kind: 'failed', cause: later, nextLookAt: 0 }),
    describe: async () => took({ kind: 'failed', cause: later }),
    isBlocked: async () => false,
    settleMs: () => settleMs,
    hostOf: () => 'https://one.example',
    readyAccounts: () => [account],
    signedOut: () => {},
    ...play,
  };
  let runner: Runner | null = null;
  const close = async (): Promise<void> => {
    const stopping = runner?.stop();
    await clock.settle();
    await stopping;
    runner = null;
  };
  return {
    clock,
    steps: taken,
    state: () => store.job('job-1')?.state,
    close,
    begin: async () => {
      const made = createRunner({
        ...{ clock, random, store, jobTasks: steps },
        logger: { info: () => {}, warn: () => {}, error: () => {} },
        otherRequests: () => 0,
        open: () => true,
        mayLeave: () => true,
        throughput: createThroughputMeter(() => clock.monotonic()),
        circuits: createCircuits(clock, random, circuitStore(sql), () => runner?.kick()),
        blockedClips: blockedClipsStore(sql),
        lanes: () => ({ small: 3, big: 1 }),
        ...{ onChange: () => {}, onMoved: () => moved(clock), onBusy: () => {} },
      });
      runner = made;
      const started = made.start();
      await clock.settle();
      await started;
      await clock.settle();
    },
    [Symbol.asyncDispose]: async () => {
      await close();
      sql.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Goes on within the longest pause, again and again, and never in a rush. */
async function goesOn(on: Bed): Promise<void> {
  const from = on.clock.monotonic();
  const before = on.steps.length;
  await on.clock.pass(4 * hour);
  const times = [from, ...on.steps.slice(before), on.clock.monotonic()];
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(longest);
  // 2, 4, 8 … s at first, then one every eleven minutes.
  expect(on.steps.length - before).toBeLessThan(45);
}

describe.each(jumps)('the clock is set %s', (how, set) => {
  /** The two that a person meets: the others take as long. */
  const tags = /^a day/.test(how) ? [] : 'proof';
  it.each(Object.keys(states))('while the app runs, %s', { tags }, async (name) => {
    await using on = await bed(states[name] ?? (() => ({ kind: 'paused' })));
    await on.begin();
    await on.clock.pass(90_000);
    on.clock.setWall(set(on.clock.now()));
    await goesOn(on);
  });

  it.each(Object.keys(states))('while the app is closed, %s', { tags }, async (name) => {
    await using on = await bed(states[name] ?? (() => ({ kind: 'paused' })));
    on.clock.setWall(set(on.clock.now()));
    await on.begin();
    await goesOn(on);
  });

  it('a lost answer is settled in time all the same: sent again once it is not there', async () => {
    let looks = 0;
    await using on = await bed(states.processing ?? (() => ({ kind: 'paused' })), {
      look: async () => {
        looks++;
        return { kind: 'absent' };
      },
    });
    on.clock.setWall(set(on.clock.now()));
    await on.begin();
    await on.clock.pass(5 * 60_000);
    expect(on.steps.length, 'it was sent again').toBeGreaterThan(0);
    expect(looks).toBeLessThanOrEqual(settleMs / 2_000 + 2);
  });

  it.each(Object.keys(still))('and %s stays as it is', { tags }, async (name) => {
    const state = still[name] as JobState;
    await using on = await bed(() => state);
    await on.begin();
    on.clock.setWall(set(on.clock.now()));
    await on.clock.pass(2 * hour);
    expect([on.steps, on.state()]).toEqual([[], state]);
  });
});

it.each(jumps)(
  'is set %s and back again while an answer comes: no due time of the other clock stays (F-13)',
  async (_, set) => {
    let wall = 0;
    let sent = 0;
    await using on: Bed = await bed(
      () => ({ kind: 'waiting', why: null, until: null }),
      {
        send: async () => {
          sent++;
          on.clock.setWall(set(on.clock.now()));
          return failedLater;
        },
      },
      undefined,
      // The verdict is written down, with a due time of the wrong clock; the queue has not looked at the clock since.
      (clock) => clock.setWall(wall + clock.monotonic()),
    );
    wall = on.clock.now();
    await on.begin();
    await on.clock.pass(2 * hour);
    expect(sent).toBeGreaterThan(2);
  },
);

/** Before the first look of the run, and after it. */
const moments = [0, 31_000].flatMap((ms) => jumps.map(([how, set]) => ({ how, ms, set })));
it.each(moments)(
  'an attempt of a run before is as old as it is, when the clock is set $how $ms ms after the start (F-02, F-13)',
  async ({ ms, set }) => {
    const sent = { startedAt: 0, ended: 'unclear' } as const;
    await using on = await bed(
      states.unclear ?? (() => ({ kind: 'paused' })),
      { look: async () => ({ kind: 'absent' }) },
      (now) => ({ ...sent, endedAt: now - 5_000 }),
    );
    await on.begin();
    await on.clock.pass(ms);
    on.clock.setWall(set(on.clock.now()));
    await on.clock.pass(settleMs - 10_000 - ms);
    expect(on.steps, 'nothing is sent while the site may still be at it').toEqual([]);
    await on.clock.pass(130_000);
    expect(on.steps.length, 'then it is sent again').toBeGreaterThan(0);
  },
);

it('after a crash too the settle time counts from the end of the attempt, not from when its last bytes might leave (F-02)', async () => {
  // The computer slept in between: the bytes left minutes after they were allowed to.
  const since = (now: number) => now - 10 * 60_000;
  await using on = await bed(
    (now) => ({
      ...{ kind: 'unclear', attemptId: 'attempt-1', since: since(now), nextLookAt: now },
      ...{ looks: 3, saidYes: false, otherwise: null },
    }),
    { look: async () => ({ kind: 'absent' }) },
    (now) => ({ startedAt: since(now), endedAt: now - 5_000, ended: 'unclear' }),
  );
  await on.begin();
  await on.clock.pass(settleMs - 10_000);
  expect(on.steps, 'nothing is sent while the site may still be at it').toEqual([]);
  await on.clock.pass(10_000);
  expect(on.steps.length, 'then it is sent again').toBeGreaterThan(0);
});

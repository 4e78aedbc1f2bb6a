// The runner on a store of its own, with steps that a test plays; all of it is gone when the test is over.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openSqlite } from '../../../../main/adapters/database/sqlite.ts';
import { type Circuits, createCircuits } from '../../../../main/hosts/circuit.ts';
import { circuitStore } from '../../../../main/hosts/circuit-store.ts';
import type { Attempt, Job, JobState } from '../../../../main/model.ts';
import type { Logger, Sql } from '../../../../main/ports.ts';
import { elsewhereAttempt } from '../../../../main/queue/job/presumed-attempt.ts';
import { createThroughputMeter } from '../../../../main/queue/progress/throughput.ts';
import type { JobTasks, SendOutcome } from '../../../../main/queue/runner/job-tasks.ts';
import { createRunner, type Runner, type RunnerOptions } from '../../../../main/queue/runner/runner.ts';
import { blockedClipsStore } from '../../../../main/queue/store/blocked-clips-store.ts';
import { type QueueStore, queueStore } from '../../../../main/queue/store/job-store.ts';
import { migrate } from '../../../../main/schema.ts';
import { siteStore } from '../../../../main/site/store/site-store.ts';
import { aSite } from '../../a-site.ts';
import { type HandClock, handClock } from '../hand-clock.ts';
import { aJob } from '../jobs.ts';

export const MiB = 1024 * 1024;

/** Two accounts on one site, and a third on another. */
export const accounts = ['account-1', 'account-2', 'account-3'].map((id, at) => ({
  id,
  siteId: id === 'account-3' ? 'site-2' : 'site-1',
  login: id,
  name: id,
  userId: at + 1,
  canUpload: true,
  canPublish: true,
  signedIn: true,
  method: 'application-password' as const,
  tokenEndsAt: null,
  passwordUuid: null,
  publishesAtOnce: null,
  publicUnasked: false,
  holdsNew: null,
  presetId: null,
}));

export function saveAccounts(sql: Sql): void {
  const sites = siteStore(sql);
  for (const id of ['site-1', 'site-2']) sites.saveSite(aSite({ id, root: `http://127.0.0.1/${id}/wp-json/` }));
  for (const account of accounts) sites.saveAccount(account);
}

/** A job whose clip is of this size. */
export function sized(id: string, position: number, size: number, changes: Partial<Job> = {}): Job {
  const base = aJob({ id, position, ...changes });
  const identity = { ...base.clip.identity, size, inode: String(position) };
  return { ...base, clip: { ...base.clip, identity } };
}

/** An answer with nothing said beside its verdict. */
export const silent: Omit<SendOutcome, 'verdict'> = {
  clipChanged: false,
  sha256: null,
  status: null,
  said: null,
  mediaId: null,
};

/** One sending that the test ends. */
export interface Sending {
  readonly job: Job;
  readonly attempt: Attempt;
  readonly signal: AbortSignal;
  readonly taken: (bytes: number) => void;
  readonly lastBytes: (sha256?: string | null) => Promise<void>;
  end(outcome: Partial<SendOutcome> & Pick<SendOutcome, 'verdict'>): Promise<void>;
}

export interface RunnerStage {
  readonly sql: Sql;
  readonly clock: HandClock;
  readonly store: QueueStore;
  readonly runner: Runner;
  readonly circuits: Circuits;
  readonly sendings: Sending[];
  /** Accounts that may send now. */
  readonly signedIn: Set<string>;
  /** Accounts whose secret was found dead. */
  readonly signedOut: string[];
  /** What was told of jobs, in order. */
  readonly changes: { readonly id: string; readonly listed: boolean }[];
  readonly moves: { readonly from: JobState['kind']; readonly to: JobState['kind'] }[];
  readonly busy: boolean[];
  readonly errors: string[];
  ids(): readonly string[];
  sendingOf(id: string): Sending;
  state(id: string): JobState | undefined;
  /** What comes of the work once everything that follows from it was served. */
  settled<T>(work: Promise<T>): Promise<T>;
  write(work: () => void): Promise<void>;
}

/** One clip of a MiB that is being checked until `go`. */
export async function checkedUntil(): Promise<{ readonly on: RunnerStage; go(): void }> {
  const checked = Promise.withResolvers<void>();
  const on = await runnerStage(
    { jobs: [sized('clip', 1, MiB)] },
    { check: ({ clip }) => checked.promise.then(() => ({ kind: 'go', clip })) },
  );
  return { on, go: checked.resolve };
}

/** The accounts in a database of today's form, as its file is; made once, as that takes longer than most tests. */
let begun: Buffer | null = null;
function withAccounts(file: string): Sql {
  if (begun !== null) {
    writeFileSync(file, begun);
    return openSqlite(file);
  }
  const sql = openSqlite(file);
  migrate(sql);
  saveAccounts(sql);
  sql.close();
  begun = readFileSync(file);
  return openSqlite(file);
}

/** Begins with these jobs and attempts on disk; `play` stands in for what a site and a disk do. */
export async function runnerStage(
  on: { readonly jobs?: readonly Job[]; readonly attempts?: readonly Attempt[] },
  play: Partial<JobTasks> = {},
  options: Partial<RunnerOptions> = {},
): Promise<RunnerStage> {
  const folder = mkdtempSync(join(tmpdir(), 'clipferry-runner-'));
  const sql = withAccounts(join(folder, 'clipferry.sqlite'));
  const clock = handClock();
  const store = queueStore(sql, clock);
  const sendings: Sending[] = [];
  const signedIn = new Set(accounts.map(({ id }) => id));
  const signedOut: string[] = [];
  const changes: { id: string; listed: boolean }[] = [];
  const moves: { from: JobState['kind']; to: JobState['kind'] }[] = [];
  const busy: boolean[] = [];
  const errors: string[] = [];
  let drawn = 0;
  const random = { fraction: () => 0.5, hex: (bytes: number) => String(++drawn).padStart(bytes * 2, '0') };
  const circuits: Circuits = createCircuits(clock, random, circuitStore(sql), () => runner.kick());
  const logger: Logger = { info: () => {}, warn: () => {}, error: (message) => void errors.push(message) };
  const jobTasks: JobTasks = {
    check: async ({ clip }) => ({ kind: 'go', clip }),
    hashed: async () => null,
    enter: async () => null,
    elsewhere: async () => ({ kind: 'no' }),
    elsewhereAttempt: (job) => elsewhereAttempt(job, { fileName: 'C0001.mp4', startedAt: 0, siteSkewMs: 0 }),
    prepare: () => ({ fileName: 'C0001.mp4', siteSkewMs: 0 }),
    send: (job, attempt, signal, taken, lastBytes) =>
      new Promise<SendOutcome>((resolve) => {
        const stop = (): void => resolve({ ...silent, verdict: { kind: 'stopped' } });
        if (signal.aborted) stop();
        else signal.addEventListener('abort', stop);
        sendings.push({
          ...{ job, attempt, signal, taken, lastBytes: (sha256 = null) => lastBytes(sha256) },
          end: async (outcome) => {
            resolve({ ...silent, ...outcome });
            await clock.settle();
          },
        });
      }),
    look: async () => ({ kind: 'absent' }),
    describe: async ({ draftRevision, seen }) => ({ kind: 'applied', revision: draftRevision, seen }),
    isBlocked: async () => false,
    settleMs: () => 130_000,
    hostOf: () => 'https://one.example',
    readyAccounts: () => accounts.filter(({ id }) => signedIn.has(id)),
    signedOut: (accountId) => {
      signedIn.delete(accountId);
      signedOut.push(accountId);
    },
    ...play,
  };
  const runner = createRunner({
    ...{ clock, random, logger, store, jobTasks, circuits },
    blockedClips: blockedClipsStore(sql),
    lanes: () => ({ small: 3, big: 1 }),
    otherRequests: () => 0,
    open: () => true,
    mayLeave: () => true,
    throughput: createThroughputMeter(() => clock.monotonic()),
    onChange: (id, listed) => void changes.push({ id, listed }),
    onMoved: (before, after) => void moves.push({ from: before.state.kind, to: after.state.kind }),
    onBusy: (isBusy) => void busy.push(isBusy),
    ...options,
  });
  const settled = async <T>(work: Promise<T>): Promise<T> => {
    await clock.settle();
    return work;
  };
  onTestFinished(async () => {
    await settled(runner.stop());
    sql.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const write = (work: () => void): Promise<void> => settled(store.write(work));
  await write(() => {
    for (const job of on.jobs ?? []) store.insertJob(job);
    for (const attempt of on.attempts ?? []) store.insertAttempt(attempt);
  });
  await settled(runner.start());
  await clock.settle();
  return {
    ...{ sql, clock, store, runner, circuits, sendings, signedIn, signedOut, changes, moves, busy, errors },
    ...{ settled, write },
    ids: () => sendings.map(({ job }) => job.id),
    sendingOf: (id) => {
      const found = sendings.findLast(({ job }) => job.id === id);
      if (!found) throw new Error(`${id} is not being sent`);
      return found;
    },
    state: (id) => store.job(id)?.state,
  };
}

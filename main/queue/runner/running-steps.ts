// The steps of jobs that are under way: begun, counted by account, put right when one throws, and waited for at the end.
import type { AccountId, Job, JobId } from '../../model.ts';
import { isOnSite } from '../../states.ts';
import type { ThroughputMeter } from '../progress/throughput.ts';
import type { RunnerContext } from './context.ts';
import { createLive, type Live } from './live.ts';
import { afterCrash } from './recover.ts';
import { sendOne } from './send.ts';

export interface RunningStepsOptions {
  readonly throughput: ThroughputMeter;
  /** The number of sending jobs went from or to zero. */
  readonly onBusy: (busy: boolean) => void;
  /** The request of a clip begins, or its last byte was taken. */
  readonly onWaits: () => void;
  /** A step of the job is over, however it ended. */
  readonly onEnd: (jobId: JobId) => void;
}

export interface RunningSteps {
  /** What is being sent. */
  readonly live: ReadonlyMap<JobId, Live>;
  /** Looks and metadata steps. */
  readonly calling: ReadonlyMap<JobId, AccountId>;
  /** `mayGo` = nothing holds the job back at this moment; asked again right before it leaves. */
  send(job: Job, mayGo: () => boolean): void;
  call(job: Job, step: (context: RunnerContext, job: Job) => Promise<void>): void;
  /** The clip was found on its site while its answer was awaited, which can only confirm it from here on. */
  adopted(jobId: JobId): void;
  /** Work of no job, which never rejects: waited for at the end like the others. */
  alongside(work: Promise<void>): void;
  /** True while nothing can be written down: nothing is to begin. */
  isResting(): boolean;
  /** There is room on the disk again. */
  wake(): void;
  /** Ends what is being sent and waits for all. */
  stop(): Promise<void>;
}

/** Requests of adopted clips that stay open; behind so many the oldest is ended. */
const mostAdopted = 8;

/** How long the queue rests when nothing can be written down. */
const restMs = 5_000;

export function createRunningSteps(context: RunnerContext, options: RunningStepsOptions): RunningSteps {
  const { clock, store, onChange } = context;
  const live = new Map<JobId, Live>();
  const calling = new Map<JobId, AccountId>();
  /** Requests whose clip was adopted, oldest first. */
  const late = new Map<JobId, Live>();
  const tasks = new Set<Promise<void>>();
  let stopped = false;
  let restUntil = Number.NEGATIVE_INFINITY;

  /** When a failure cannot even be written down, the queue as a whole rests a little, so that it never spins. */
  const putRight = async (jobId: JobId, error: unknown): Promise<void> => {
    if (await afterCrash(context, jobId, error)) return;
    restUntil = clock.monotonic() + restMs;
    clock.after(restMs + 50, () => {
      // It is still written down as running, and nobody else would ever bring it to an end (F-43); unless it runs again by now.
      if (!stopped && !live.has(jobId) && !calling.has(jobId)) run(jobId, Promise.reject(error));
    });
  };

  const run = (jobId: JobId, work: Promise<void>): void => {
    const task = work
      .catch((error: unknown) => putRight(jobId, error))
      .finally(() => {
        tasks.delete(task);
        options.onEnd(jobId);
      });
    tasks.add(task);
  };

  const ends = (jobId: JobId, arrived: boolean): void => {
    live.delete(jobId);
    options.throughput.ends(jobId, arrived);
    onChange(jobId, false);
    if (live.size === 0) options.onBusy(false);
  };

  return {
    live,
    calling,
    send: (job, mayGo) => {
      // Its video was there, and is not any more: the request that made it must not be open beside a second one.
      late.get(job.id)?.stop.abort();
      const one = liveOf(context, options, job);
      options.throughput.begins(one.siteId, job.id, one.bytes);
      live.set(job.id, one);
      if (live.size === 1) options.onBusy(true);
      const sent = sendOne(context, job, one, mayGo).finally(() => {
        if (late.get(job.id) === one) late.delete(job.id);
        if (live.get(job.id) !== one) return;
        const after = store.job(job.id);
        ends(job.id, after !== null && isOnSite(after.state));
      });
      run(job.id, sent);
    },
    call: (job, step) => {
      calling.set(job.id, job.accountId);
      run(
        job.id,
        step(context, job).finally(() => calling.delete(job.id)),
      );
    },
    adopted: (jobId) => {
      const one = live.get(jobId);
      if (!one) return;
      late.set(jobId, one);
      // How long it really took nobody knows.
      ends(jobId, false);
      const [oldest] = late.values();
      if (late.size > mostAdopted) oldest?.stop.abort();
    },
    alongside: (work) => {
      const task = work.finally(() => tasks.delete(task));
      tasks.add(task);
    },
    isResting: () => clock.monotonic() < restUntil,
    wake: () => {
      restUntil = Number.NEGATIVE_INFINITY;
    },
    stop: async () => {
      stopped = true;
      for (const one of [...live.values(), ...late.values()]) one.stop.abort();
      await Promise.all(tasks);
    },
  };
}

function liveOf(
  { clock, jobTasks }: RunnerContext,
  { throughput, onWaits }: Pick<RunningStepsOptions, 'throughput' | 'onWaits'>,
  { id, accountId, clip }: Job,
): Live {
  const siteId = jobTasks.readyAccounts().find((account) => account.id === accountId)?.siteId ?? '';
  const settleMs = (): number => jobTasks.settleMs(accountId);
  return createLive({ id, accountId, siteId, bytes: clip.identity.size }, { clock, throughput, settleMs, onWaits });
}

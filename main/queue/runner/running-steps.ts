// The steps of jobs that are under way: begun, counted by account, put right when one throws, and waited for at the end.
import type { AccountId, Job, JobId } from '../../model.ts';
import { isOnSite } from '../../states.ts';
import { speedometer } from '../progress/speed.ts';
import type { ThroughputMeter } from '../progress/throughput.ts';
import type { RunnerContext } from './context.ts';
import { afterCrash } from './recover.ts';
import { type Live, sendOne } from './send.ts';

export interface RunningStepsOptions {
  readonly throughput: ThroughputMeter;
  /** The number of sending jobs went from or to zero. */
  readonly onBusy: (busy: boolean) => void;
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
  /** Work of no job, which never rejects: waited for at the end like the others. */
  alongside(work: Promise<void>): void;
  /** True while nothing can be written down: nothing is to begin. */
  isResting(): boolean;
  /** There is room on the disk again. */
  wake(): void;
  /** Ends what is being sent and waits for all. */
  stop(): Promise<void>;
}

/** How long the queue rests when nothing can be written down. */
const restMs = 5_000;

export function createRunningSteps(context: RunnerContext, options: RunningStepsOptions): RunningSteps {
  const { clock, store, onChange } = context;
  const live = new Map<JobId, Live>();
  const calling = new Map<JobId, AccountId>();
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

  return {
    live,
    calling,
    send: (job, mayGo) => {
      const one = liveOf(context, options.throughput, job);
      options.throughput.begins(one.siteId, job.id, one.bytes);
      live.set(job.id, one);
      if (live.size === 1) options.onBusy(true);
      const sent = sendOne(context, job, one, mayGo).finally(() => {
        live.delete(job.id);
        const after = store.job(job.id);
        options.throughput.ends(job.id, after !== null && isOnSite(after.state));
        onChange(job.id, false);
        if (live.size === 0) options.onBusy(false);
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
      for (const one of live.values()) one.stop.abort();
      await Promise.all(tasks);
    },
  };
}

function liveOf({ clock, jobTasks }: RunnerContext, throughput: ThroughputMeter, job: Job): Live {
  const speed = speedometer(clock.monotonic());
  return {
    accountId: job.accountId,
    siteId: jobTasks.readyAccounts().find(({ id }) => id === job.accountId)?.siteId ?? '',
    bytes: job.clip.identity.size,
    stop: new AbortController(),
    speed: {
      ...speed,
      sample: (bytes, at) => {
        speed.sample(bytes, at);
        throughput.taken(job.id, bytes);
      },
    },
    sentBytes: 0,
  };
}

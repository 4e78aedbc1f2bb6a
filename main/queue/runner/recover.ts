// Puts jobs right that something cut short: a crash of the app, a clock that was set, a step that threw.
import type { FailureCause, Job, JobId, JobState, WallMs } from '../../model.ts';
import { longestBackOffMs } from '../../retry.ts';
import { clampedDue } from '../job/due.ts';
import { transition } from '../job/job-state.ts';
import type { DuePlace } from '../store/due-jobs.ts';
import type { QueueStore } from '../store/job-store.ts';
import { knownEnd, type RunnerContext } from './context.ts';
import { crashEvent } from './job-tasks.ts';

/** Jobs of one write: the times of very many are moved in steps. */
const stepJobs = 100;

/** Changes the due times of what waits for one later than `from`; `move` only ever brings them forward. */
export async function moveDue(
  store: QueueStore,
  from: WallMs,
  move: (state: JobState, job: Job) => JobState,
): Promise<void> {
  let after: DuePlace | null = { dueAt: from, rowid: 0 };
  while (after !== null) {
    const place: DuePlace = after;
    after = await store.write(() => {
      const { jobs, last } = store.timed(place, stepJobs);
      for (const job of jobs) {
        const state = move(job.state, job);
        if (state !== job.state) store.saveJob({ ...job, state });
      }
      return last;
    });
  }
}

/** Brings forward what is due later than its reason allows: the clock was ahead when that was written down. */
export async function clampDue({ clock, store, jobTasks, circuits }: RunnerContext): Promise<void> {
  await moveDue(store, clock.now() + longestBackOffMs, (state, { accountId }) =>
    clampedDue(state, clock.now(), circuits.leftMs(jobTasks.hostOf(accountId))),
  );
}

/** What a crash left, as it has to be before anything begins; or a full disk, while others are `running`. */
export async function recover(context: RunnerContext, running: (jobId: JobId) => boolean = () => false): Promise<void> {
  const { clock, store, endedAt } = context;
  // What was unclear before this run is from here on as old as it is, whoever sets the clock (F-13).
  for (const { state } of store.unclear()) {
    if (state.kind === 'unclear') knownEnd(context, state, store.attempt(state.attemptId));
  }
  await clampDue(context);
  await store.write(() => {
    const now = clock.now();
    for (const job of store.interrupted()) {
      if (running(job.id)) continue;
      const { state } = job;
      store.saveJob(transition(job, { kind: 'recover', now }));
      if (state.kind !== 'sending' && state.kind !== 'processing') continue;
      // From here on this run knows how long ago it was, whoever sets the clock (F-13).
      if (state.kind === 'processing') endedAt.set(state.attemptId, clock.monotonic());
      const attempt = store.attempt(state.attemptId);
      if (!attempt) continue;
      store.saveAttempt({ ...attempt, endedAt: now, ended: state.kind === 'sending' ? 'interrupted' : 'unclear' });
    }
  });
}

/**
 * A step threw what no step should throw: the job waits its turn like after any failure. False = not even that could be
 * written down (a full disk).
 */
export async function afterCrash(context: RunnerContext, jobId: JobId, error: unknown): Promise<boolean> {
  const { clock, logger, apply, until } = context;
  logger.error('A step of the queue failed unexpectedly', { job: jobId, error: String(error) });
  const cause: FailureCause = { kind: 'retry', why: 'server-error', afterMs: null, bounded: true };
  try {
    await apply(jobId, (job) => {
      const failures = job.state.kind === 'unclear' ? job.state.looks : job.failures;
      return crashEvent(job, cause, clock.now(), until(failures, cause));
    });
    return true;
  } catch (second) {
    logger.error('The queue cannot write', { error: String(second) });
    return false;
  }
}

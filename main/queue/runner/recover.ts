// Puts jobs right that something cut short: a crash of the app, a clock that was set, a step that threw.
import type { Job, JobId, WallMs } from '../../model.ts';
import { latestDue, longestBackOffMs, unexpected } from '../../retry.ts';
import { recordOf, resumePoint } from '../../states.ts';
import { crashEvent, type JobEvent } from '../job/job-event.ts';
import type { DuePlace } from '../store/due-jobs.ts';
import type { QueueStore } from '../store/job-store.ts';
import { knownEnd, type RunnerContext } from './context.ts';

/** Jobs of one write: the times of very many are moved in steps. */
const stepJobs = 100;

/** Lets `event` happen to everything that waits for a time later than `from`; it only ever brings times forward. */
async function applyToTimed(store: QueueStore, from: WallMs, event: (job: Job) => JobEvent): Promise<void> {
  let after: DuePlace | null = { dueAt: from, rowid: 0 };
  while (after !== null) {
    const place: DuePlace = after;
    after = await store.write(() => {
      const { jobs, last } = store.timed(place, stepJobs);
      for (const { id } of jobs) store.change(id, event);
      return last;
    });
  }
}

/** The wall clock was put back, by `byMs` less than 0: all due times follow it. */
export async function moveDue(store: QueueStore, byMs: number): Promise<void> {
  await applyToTimed(store, Number.MIN_SAFE_INTEGER, () => ({ kind: 'clock-set', byMs }));
}

/** Brings forward what is due later than its reason allows: the clock was ahead when that was written down. */
export async function clampDue({ clock, store, jobTasks, circuits }: RunnerContext): Promise<void> {
  await applyToTimed(store, clock.now() + longestBackOffMs, ({ accountId }) => ({
    kind: 'due-capped',
    latest: latestDue(clock.now(), circuits.leftMs(jobTasks.hostOf(accountId))),
  }));
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
      store.change(job.id, { kind: 'recover', now });
      if (!recordOf(state).runs || !('attemptId' in state)) continue;
      const mayHaveArrived = resumePoint(state).from === 'look';
      // From here on this run knows how long ago it was, whoever sets the clock (F-13).
      if (mayHaveArrived) endedAt.set(state.attemptId, clock.monotonic());
      const attempt = store.attempt(state.attemptId);
      if (!attempt) continue;
      store.saveAttempt({ ...attempt, endedAt: now, ended: mayHaveArrived ? 'unclear' : 'interrupted' });
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
  try {
    await apply(jobId, (job) => {
      const failures = job.state.kind === 'unclear' ? job.state.looks : job.failures;
      return crashEvent(job, unexpected, clock.now(), until(failures, unexpected));
    });
    return true;
  } catch (second) {
    logger.error('The queue cannot write', { error: String(second) });
    return false;
  }
}

// A clip whose answer does not come is looked for on its site while its request stays open: found, it is adopted; anything else
// proves nothing yet, and it is never sent a second time beside the first (F-01, F-46).
import type { AccountId, Attempt, Job, JobId } from '../../model.ts';
import { withLook } from '../job/attempt-lineage.ts';
import { answerSoonMs, standstillMs } from '../job/schedule.ts';
import type { RunnerContext } from './context.ts';
import type { Live } from './live.ts';
import type { RunningSteps } from './running-steps.ts';

/** Its site has had the time that it is known to take; at monotonic ms `at`. */
export function isOverdue({ lookAt }: Pick<Live, 'lookAt'>, at: number): boolean {
  return at >= lookAt;
}

/**
 * Milliseconds until a clip whose answer is awaited gives its lane up, or is looked for, or one that is being sent counts as crawling
 * or standing still; Infinity = none does.
 */
export function untilAwaited(
  live: Iterable<Pick<Live, 'awaitsSince' | 'lookAt' | 'movedAt' | 'tookAt'>>,
  at: number,
): number {
  // One that does so already may move, and stop once more.
  const after = (moment: number): number => (moment > at ? moment : at + standstillMs);
  const moments = [...live].flatMap(({ awaitsSince, lookAt, movedAt, tookAt }) =>
    awaitsSince === null
      ? [after(movedAt + standstillMs), after(tookAt + standstillMs)]
      : [awaitsSince + answerSoonMs, lookAt],
  );
  return Math.min(Number.POSITIVE_INFINITY, ...moments.filter((moment) => moment > at).map((moment) => moment - at));
}

/** Begins to look for a clip of the account that is overdue. Gives its job; null = none is. */
export function lookForOverdue(context: RunnerContext, running: RunningSteps, accountId: AccountId): JobId | null {
  const at = context.clock.monotonic();
  for (const [jobId, one] of running.live) {
    if (one.accountId !== accountId || !isOverdue(one, at) || running.calling.has(jobId)) continue;
    const job = context.store.job(jobId);
    if (job?.state.kind !== 'processing') continue;
    running.call(job, () => lookFor(context, job, one, () => running.adopted(jobId)));
    return jobId;
  }
  return null;
}

/** `adopted` is called when it is written down that the clip is on its site. */
async function lookFor(context: RunnerContext, job: Job, one: Live, adopted: () => void): Promise<void> {
  const { clock, logger } = context;
  const since = one.awaitsSince ?? clock.monotonic();
  try {
    if (await look(context, job, since)) adopted();
  } catch (error) {
    // Only its request knows what becomes of it: as a failed step it would count as ended, and could be sent beside itself.
    logger.error('A clip whose answer is awaited could not be looked for', { job: job.id, error: String(error) });
  } finally {
    const at = clock.monotonic();
    // Ever later, like the looks of a clip whose answer is lost.
    one.lookAt = at + Math.max(answerSoonMs, at - since);
  }
}

/** Looks once. Whether the clip was adopted. */
async function look(context: RunnerContext, job: Job, since: number): Promise<boolean> {
  const { clock, store, jobTasks, apply, beginStep } = context;
  if (job.state.kind !== 'processing') return false;
  const { attemptId } = job.state;
  const attempt = store.attempt(attemptId);
  if (!attempt) return false;
  const report = beginStep(jobTasks.hostOf(job.accountId));
  const found = await jobTasks.look(job, attempt, clock.monotonic() - since);
  const cause = found.kind === 'failed' ? found.cause : null;
  report(cause);
  const seen: Attempt['looks'][number] = {
    at: clock.now(),
    found: found.kind === 'ask' || found.kind === 'absent' ? 'not-yet' : found.kind,
  };
  if (found.kind !== 'found') {
    await store.write(() => {
      // Its answer may have come while it was looked for: how the try ended is not written over with how it stood before.
      const current = store.attempt(attemptId);
      if (current?.ended === null) store.saveAttempt(withLook(current, seen));
      if (cause?.kind === 'sign-in') jobTasks.signedOut(job.accountId);
    });
    return false;
  }
  let isAdopted = false;
  await apply(
    job.id,
    ({ state }) => {
      const isSame = state.kind === 'processing' && state.attemptId === attemptId;
      // Other clips may have seen the same video at the same moment: it stands for the one that came first.
      const isTaken = store.takenVideos(job.accountId, job.id).has(found.videoId);
      return isSame && !isTaken ? { kind: 'looked', finding: found, until: 0 } : null;
    },
    (before, after) => {
      isAdopted = after !== before;
      if (isAdopted) store.saveAttempt({ ...withLook(attempt, seen), endedAt: clock.now(), ended: 'found' });
    },
  );
  return isAdopted;
}

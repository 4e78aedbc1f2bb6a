// Brings what was typed for a job to its video.
import type { Job } from '../../model.ts';
import type { RunnerContext } from './context.ts';

export async function describeOne(context: RunnerContext, job: Job): Promise<void> {
  const { clock, jobTasks, apply, beginStep } = context;
  const report = beginStep(jobTasks.hostOf(job.accountId));
  const result = await jobTasks.describe(job, async (leaving) => {
    await apply(job.id, { kind: 'text-leaves', ...leaving });
  });
  const cause = result.kind === 'failed' || result.kind === 'older-failed' ? result.cause : null;
  const until = report(cause);
  await apply(
    job.id,
    (before) => ({ kind: 'described', result, now: clock.now(), until: until(before.failures, cause) }),
    () => {
      if (cause?.kind === 'sign-in') jobTasks.signedOut(job.accountId);
    },
  );
}

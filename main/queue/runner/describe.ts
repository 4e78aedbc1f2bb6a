// Brings what was typed for a job to its video.
import type { Job } from '../../model.ts';
import type { Parts } from './context.ts';

export async function describeOne(parts: Parts, job: Job): Promise<void> {
  const { clock, steps, holds, apply, until } = parts;
  const result = await steps.describe(job, async (leaving) => {
    await apply(job.id, { kind: 'text-leaves', ...leaving });
  });
  const meaning = result.kind === 'failed' ? result.meaning : null;
  holds.heard(steps.hostOf(job.accountId), meaning);
  await apply(
    job.id,
    (before) => ({ kind: 'described', result, now: clock.now(), until: until(before.failures, meaning) }),
    () => {
      if (meaning?.kind === 'sign-in') steps.signedOut(job.accountId);
      return undefined;
    },
  );
}

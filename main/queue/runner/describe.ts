// Brings what was typed for a job to its video.
import { fields, isFieldId } from '../../fields.ts';
import type { Job, LeavingText } from '../../model.ts';
import type { RunnerContext } from './context.ts';

/** Who may see a video that was just made is its site's choice and nobody's: it is not what anybody would go back to. */
function withoutVisibility({ values, sent }: LeavingText): LeavingText {
  const kept = Object.entries(values).filter(([field]) => !(isFieldId(field) && fields[field].decidesWhoSees));
  return { values: Object.fromEntries(kept), sent };
}

export async function describeOne(context: RunnerContext, job: Job): Promise<void> {
  const { clock, jobTasks, apply, beginStep, onTextLeaves } = context;
  const report = beginStep(jobTasks.hostOf(job.accountId));
  const result = await jobTasks.describe(job, async (all, compared) => {
    let isTyped = false;
    await apply(
      job.id,
      (now) => {
        isTyped = now.draftRevision === job.draftRevision;
        return isTyped && compared ? { kind: 'text-leaves', ...compared } : null;
      },
      () => {
        if (isTyped) onTextLeaves?.(job.id, job.arrivedAt === null ? withoutVisibility(all) : all);
      },
    );
    return isTyped;
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

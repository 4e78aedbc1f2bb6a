// Brings what was typed for a clip over to its video, and says what became of it.

import { fieldsOf } from '../../../fields.ts';
import type { Job, Seen } from '../../../model.ts';
import type { Described } from '../../../queue/job/job-state.ts';
import type { JobTasks } from '../../../queue/runner/job-tasks.ts';
import { leaving, merge, seenOf } from '../../../site/content/merge-fields.ts';
import { bringOver, getVideo } from '../../../site/content/videos.ts';
import type { FailureCauses } from './failure-cause.ts';
import { type JobTasksOptions, signIn } from './task-options.ts';

/** What came of bringing it over, as an event of the job. */
function describedAs(
  job: Job,
  { ignored, refused }: Pick<Awaited<ReturnType<typeof bringOver>>, 'ignored' | 'refused'>,
  seen: Seen,
): Described {
  if (fieldsOf(seen.theirs).length > 0) return { kind: 'conflict', seen };
  if (refused) {
    const fields = [...refused.fields, ...ignored].join(', ');
    return { kind: 'refused', fields, said: refused.said, seen };
  }
  return ignored.length > 0
    ? { kind: 'ignored', fields: ignored.join(', '), seen }
    : { kind: 'applied', revision: job.draftRevision, seen };
}

export function createDescribeVideo(options: JobTasksOptions, causes: FailureCauses): JobTasks['describe'] {
  const { accounts, calls } = options;
  return async (job, beforeSending) => {
    if (job.state.kind !== 'describing') return { kind: 'applied', revision: job.appliedRevision, seen: job.seen };
    const { videoId } = job.state;
    const site = accounts.siteOf(job.accountId);
    const client = accounts.client(job.accountId);
    if (!site || !client) return { kind: 'failed', cause: signIn };
    try {
      const video = await getVideo(calls, client, videoId);
      if (!video) return { kind: 'gone' };
      if (site.publishesAtOnce === null) accounts.learn(site.id, { publishesAtOnce: video.status === 'publish' });
      const now = options.clock.now() + (accounts.skewMs(job.accountId) ?? 0);
      const { send, theirs } = merge(job.draft, job.seen.values, video, now, job.seen.sent);
      const kept = leaving(send, job.seen.values, video);
      if (kept) await beforeSending(kept);
      const { after, ignored, refused } = await bringOver(calls, client, video, send, now);
      options.onVideo(job, after);
      // What was left alone or ignored stays compared with what was seen before.
      const values = { ...job.seen.values, ...seenOf(job.draft, after, now) };
      const seen = { modifiedAt: after.modifiedAt, values, theirs };
      return describedAs(job, { ignored, refused }, seen);
    } catch (error) {
      return { kind: 'failed', cause: await causes.ofCall(job, error) };
    }
  };
}

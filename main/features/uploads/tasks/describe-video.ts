// Brings what was typed for a clip over to its video, and says what became of it.

import { fieldsOf } from '../../../fields.ts';
import type { Job, Seen, WallMs } from '../../../model.ts';
import type { Described } from '../../../queue/job/job-event.ts';
import type { JobTasks } from '../../../queue/runner/job-tasks.ts';
import type { NewerVersions } from '../../../queue/store/newer-versions.ts';
import { type BroughtText, bringText } from '../../../site/content/bring-text.ts';
import { seenOf } from '../../../site/content/merge-fields.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import { isJustMade } from '../public-hold.ts';
import type { FailureCauses } from './failure-cause.ts';
import { createReplaceOlder, inherited } from './replace-older.ts';
import { type JobTasksOptions, signIn } from './task-options.ts';

/** What came of bringing it over, as an event of the job. */
function describedAs(job: Job, { ignored, refused, theirs }: BroughtText, seen: Seen): Described {
  if (fieldsOf(theirs).length > 0) return { kind: 'conflict', seen };
  if (refused) {
    const fields = [...refused.fields, ...ignored].join(', ');
    return { kind: 'refused', fields, said: refused.said, seen };
  }
  return ignored.length > 0
    ? { kind: 'ignored', fields: ignored.join(', '), seen }
    : { kind: 'applied', revision: job.draftRevision, seen };
}

export interface DescribeVideoOptions extends Pick<JobTasksOptions, 'calls' | 'clock' | 'onVideo' | 'arrivedAs'> {
  readonly accounts: Pick<Accounts, 'account' | 'client' | 'siteOf' | 'skewMs'>;
  readonly store: Pick<JobTasksOptions['store'], 'attempts' | 'write'>;
  readonly versions: Pick<NewerVersions, 'of' | 'settle'>;
}

export function createDescribeVideo(
  options: DescribeVideoOptions,
  causes: Pick<FailureCauses, 'ofCall'>,
): JobTasks['describe'] {
  const { accounts, calls, store } = options;
  const { toReplace, trash } = createReplaceOlder(options);
  return async (job, beforeSending) => {
    if (job.state.kind !== 'describing') return { kind: 'applied', revision: job.appliedRevision, seen: job.seen };
    const { videoId } = job.state;
    const client = accounts.siteOf(job.accountId) && accounts.client(job.accountId);
    const account = accounts.account(job.accountId);
    if (!client || !account) return { kind: 'failed', cause: signIn };
    const { seen } = job;
    const typed = { videoId, seen: seen.values, sent: seen.sent, aroundConflicts: true };
    const now = (): WallMs => options.clock.now() + (accounts.skewMs(job.accountId) ?? 0);
    try {
      const older = await toReplace(job, client);
      const draft = older?.video ? inherited(job.draft, older.video, account) : job.draft;
      const brought = await bringText(calls, client, { ...typed, draft }, now, {
        onFound: ({ status }) => {
          if (isJustMade(job, store.attempts(job.id).at(-1), options.clock.now()))
            options.arrivedAs(job.accountId, status);
        },
        onLeaving: beforeSending,
      });
      if (!brought) return { kind: 'gone' };
      if (brought === 'typed-since') return { kind: 'typed-since' };
      const { after, theirs, at } = brought;
      options.onVideo(job, after);
      // What was left alone or ignored stays compared with what was seen before.
      const values = { ...seen.values, ...seenOf(job.draft, after, at) };
      const described = describedAs(job, brought, { modifiedAt: after.modifiedAt, values, theirs });
      // The older one goes when nothing is left to bring over, as its user wanted both until then.
      if (older === null || described.kind !== 'applied') return described;
      const cause = await trash(job, client, older).catch((error: unknown) => causes.ofCall(job, error));
      return cause === null ? described : { ...described, kind: 'older-failed', cause };
    } catch (error) {
      return { kind: 'failed', cause: await causes.ofCall(job, error) };
    }
  };
}

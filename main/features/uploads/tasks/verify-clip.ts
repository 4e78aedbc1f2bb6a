// Looks once on the site for the clip of an attempt whose answer was lost.
import { limitOfRefusal } from '../../../errors.ts';
import { lateBy } from '../../../queue/job/settle-time.ts';
import type { JobTasks } from '../../../queue/runner/job-tasks.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Looks } from '../../proof/find-video.ts';
import type { FailureCauses } from './failure-cause.ts';
import type { SiteLearning } from './learn-site.ts';
import type { PiecesWay } from './pieces-way.ts';
import { signIn } from './task-options.ts';

/** Milliseconds after an attempt's end in which a site that does not say so may be at it yet: what one request may take (upload-outcome.ts). */
const atItMs = 30 * 60_000;

/** What a look needs besides the stages. */
export interface VerifyClipParts {
  readonly causes: Pick<FailureCauses, 'ofCall'>;
  readonly learning: SiteLearning;
  readonly looks: Pick<Looks, 'look'>;
  readonly pieces: Pick<PiecesWay, 'look' | 'giveUp'>;
}

export function createVerifyClip(
  { accounts }: { readonly accounts: Pick<Accounts, 'account' | 'client'> },
  { causes, learning, looks, pieces }: VerifyClipParts,
): JobTasks['look'] {
  return async (job, attempt, ageMs) => {
    const account = accounts.account(job.accountId);
    const client = accounts.client(job.accountId);
    if (!account || !client) return { kind: 'failed', cause: signIn, nextLookAt: 0 };
    try {
      const told = await pieces.look(job, attempt, client);
      if (told !== null && told !== 'unsaid') return told;
      const found = await looks.look(job, attempt, client, account.userId);
      if (found.kind === 'found') learning.settleTime(job, lateBy(found.createdAt, attempt, ageMs));
      // A yes that said no is believed once the clip is not there; nothing on the way says no in a yes.
      if (found.kind === 'absent' && told === null && job.state.kind === 'unclear')
        learning.fromCause(job, job.state.otherwise, {
          limit: limitOfRefusal(job.state.otherwise),
          isSaid: true,
          status: null,
        });
      if (told !== 'unsaid' || found.kind === 'found') return found;
      // Else a site whose helper was removed, or is let near by nobody any more, would hold the clip for ever.
      const isOver = ageMs >= atItMs && (found.kind !== 'absent' || (await pieces.giveUp(job, client)));
      return isOver ? found : { kind: 'absent', isComing: true };
    } catch (error) {
      return { kind: 'failed', cause: await causes.ofCall(job, error), nextLookAt: 0 };
    }
  };
}

// What each clip teaches about its site: how large is too large, what is refused, how long it takes, and whether it honours keys.
import type { SiteAnswer } from '../../../answers.ts';
import type { Attempt, FailureCause, Job } from '../../../model.ts';
import type { Clock } from '../../../ports.ts';
import { learnedSettleMs } from '../../../queue/job/settle-time.ts';
import type { Passing } from '../../../queue/store/refusal-queries.ts';
import { honoursKey } from '../../../transfer/answer.ts';
import { sentExtension } from '../../../transfer/file-name.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import { afterRefusal, causeOfRefusal, sentOnceMore } from '../size-limit.ts';

export interface SiteLearning {
  /** Gives what the refusal is to its clip, for all that is known of the site by now. */
  fromCause<Cause extends FailureCause | null>(job: Job, cause: Cause, told: RefusalTold): Cause | FailureCause;
  /** How long the site took: the longer, the longer a lost answer is waited for. */
  settleTime(job: Job, tookMs: number): void;
  keys(job: Job, attempt: Attempt, said: SiteAnswer): void;
}

/** What an answer told besides its meaning. */
export interface RefusalTold {
  /** A size limit in bytes that it named. */
  readonly limit: number | null;
  /** It had a code: the site itself has spoken, nothing on the way. */
  readonly isSaid: boolean;
  readonly status: number | null;
}

export function createSiteLearning(
  clock: Pick<Clock, 'now'>,
  accounts: Pick<Accounts, 'siteOf' | 'learn'>,
  refusals: Pick<Passing, 'largestArrived' | 'wasAnswered'>,
): SiteLearning {
  return {
    fromCause: (job, cause, told) => {
      // As known now: another lane may have learned something since this clip left.
      const site = accounts.siteOf(job.accountId);
      if (cause?.kind !== 'needs-you' || !site) return cause;
      if (cause.reason === 'too-large') {
        // What arrived disproves a guess, also when it arrived before: only this clip is refused, and a second time it is told.
        const isGuess = told.limit === null && !told.isSaid;
        if (isGuess && job.clip.identity.size <= (refusals.largestArrived([job.accountId]) ?? 0))
          return told.status === null || refusals.wasAnswered(job.id, told.status) ? cause : sentOnceMore;
        const refusal = { bytes: job.clip.identity.size, named: told.limit, isSaid: told.isSaid, at: clock.now() };
        const sizeLimit = afterRefusal(site.sizeLimit, refusal);
        accounts.learn(site.id, { sizeLimit });
        return causeOfRefusal(sizeLimit, cause);
      }
      const extension = sentExtension(job.clip.name, job.clip.facts.format);
      if (cause.reason === 'extension-refused' && extension !== '' && !site.refusedExtensions.includes(extension)) {
        accounts.learn(site.id, { refusedExtensions: [...site.refusedExtensions, extension] });
      }
      return cause;
    },
    settleTime: (job, tookMs) => {
      const site = accounts.siteOf(job.accountId);
      if (!site) return;
      const settleMs = learnedSettleMs(site.settleMs, tookMs);
      if (settleMs > site.settleMs) accounts.learn(site.id, { settleMs });
    },
    keys: (job, { key }, said) => {
      const site = accounts.siteOf(job.accountId);
      const honours = key === null ? null : honoursKey(said, key);
      if (site && honours !== null && honours !== site.honoursKeys) accounts.learn(site.id, { honoursKeys: honours });
    },
  };
}

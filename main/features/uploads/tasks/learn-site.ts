// What each clip teaches about its site: how large is too large, what is refused, how long it takes, and whether it honours keys.
import type { SiteAnswer } from '../../../answers.ts';
import type { Attempt, FailureCause, Job } from '../../../model.ts';
import { learnedSettleMs } from '../../../queue/job/settle-time.ts';
import { honoursKey } from '../../../transfer/answer.ts';
import { extensionOf } from '../../../transfer/file-name.ts';
import type { Accounts } from '../../accounts/accounts.ts';

export interface SiteLearning {
  fromCause(job: Job, cause: FailureCause | null, toldLimit: number | null): void;
  /** How long the site took: the longer, the longer a lost answer is waited for. */
  settleTime(job: Job, tookMs: number): void;
  keys(job: Job, attempt: Attempt, said: SiteAnswer): void;
}

export function createSiteLearning(accounts: Pick<Accounts, 'siteOf' | 'learn'>): SiteLearning {
  return {
    fromCause: (job, cause, toldLimit) => {
      // As known now: another lane may have learned something since this clip left.
      const site = accounts.siteOf(job.accountId);
      if (cause?.kind !== 'needs-you' || !site) return;
      if (cause.reason === 'too-large') {
        const smallest = Math.min(job.clip.identity.size, toldLimit ?? Number.MAX_SAFE_INTEGER);
        accounts.learn(site.id, { tooLargeFrom: Math.min(site.tooLargeFrom ?? Number.MAX_SAFE_INTEGER, smallest) });
      }
      const extension = extensionOf(job.clip.name);
      if (cause.reason === 'extension-refused' && extension !== '' && !site.refusedExtensions.includes(extension)) {
        accounts.learn(site.id, { refusedExtensions: [...site.refusedExtensions, extension] });
      }
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

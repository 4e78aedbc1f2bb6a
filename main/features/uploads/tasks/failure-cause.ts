// What a failure of a job means once it is known who answers at its site, and whether its disk is there.
import type { SiteAnswer } from '../../../answers.ts';
import { sortCallFailure } from '../../../errors.ts';
import { causeOfCall, type ReachabilityMonitor } from '../../../hosts/reachability-monitor.ts';
import type { FailureCause, Job, JobId, Verdict } from '../../../model.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { JobTasksOptions } from './task-options.ts';

/** So often a clip is sent again at once when the line is back; then it may be what breaks it (F-46). */
const mostCuts = 3;
/** What an unplugged disk looks like to the job whose clip was on it. */
const goneReasons: ReadonlySet<string> = new Set(['clip-missing', 'clip-unreadable']);

export interface FailureCausesOptions extends Pick<JobTasksOptions, 'isAway'> {
  readonly accounts: Pick<Accounts, 'siteOf'>;
  readonly lines: Pick<ReachabilityMonitor, 'sort'>;
}

export interface FailureCauses {
  /** A clip that cannot be found on a disk that was unplugged waits for it, and asks nobody (F-26). */
  orAway(job: Job, cause: FailureCause): Promise<FailureCause>;
  /** What a failure means once it is known who answers at the site. */
  orLine(job: Job, cause: FailureCause): Promise<FailureCause>;
  /** The same of a call that failed; throws what is no failure of a call. */
  ofCall(job: Job, error: unknown): Promise<FailureCause>;
  /** The same of a clip that was being sent. `said` = the answer that failed, if it is at hand. */
  withLine(verdict: Verdict, job: Job, said: SiteAnswer | null): Promise<Verdict>;
}

export function createFailureCauses(options: FailureCausesOptions): FailureCauses {
  const { accounts } = options;
  /** Times in a row that a clip and the line to its site went down together. */
  const cuts = new Map<JobId, number>();

  /** What a failure means once it is known who answers at the site. `said` = the answer that failed, if it is at hand. */
  const orLine = async (job: Job, cause: FailureCause, said: SiteAnswer | null = null): Promise<FailureCause> => {
    const siteId = accounts.siteOf(job.accountId)?.id;
    return siteId === undefined ? cause : options.lines.sort(siteId, cause, said);
  };

  /** The same for a clip that was being sent: one that takes the site down with it each time gets back-off of its own. */
  const orCut = async (job: Job, cause: FailureCause, said: SiteAnswer | null): Promise<FailureCause> => {
    const sorted = await orLine(job, cause, said);
    if (sorted.kind !== 'line' || sorted.why === 'offline') return sorted;
    const count = (cuts.get(job.id) ?? 0) + 1;
    cuts.set(job.id, count);
    return count > mostCuts ? { kind: 'retry', why: 'connection-lost', afterMs: null, bounded: false } : sorted;
  };
  const withLine = async (verdict: Verdict, job: Job, said: SiteAnswer | null): Promise<Verdict> => {
    if (verdict.kind === 'failed') return { kind: 'failed', cause: await orCut(job, verdict.cause, said) };
    if (verdict.kind === 'arrived') cuts.delete(job.id);
    if (verdict.kind !== 'unclear' || verdict.otherwise === null) return verdict;
    const otherwise = await orCut(job, verdict.otherwise, said);
    return { kind: 'unclear', otherwise: otherwise.kind === 'line' ? null : otherwise };
  };

  return {
    orAway: async (job, cause) => {
      const isGone = cause.kind === 'needs-you' && goneReasons.has(cause.reason);
      if (!isGone || !(await options.isAway(job))) return cause;
      return { kind: 'retry', why: 'folder-away', afterMs: null, bounded: false };
    },
    orLine: (job, cause) => orLine(job, cause),
    ofCall: async (job, error) => {
      const siteId = accounts.siteOf(job.accountId)?.id;
      return siteId === undefined ? sortCallFailure(error) : causeOfCall(options.lines, siteId, error);
    },
    withLine,
  };
}

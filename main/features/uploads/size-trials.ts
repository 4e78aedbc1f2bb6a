// Puts size limits to the test: what arrives disproves one and wakes all that was parked by it, and a guess is tried again with the
// smallest clip that it holds back.
import type { AccountId, Job, JobId, JobState, SiteId, SizeLimit } from '../../model.ts';
import type { Clock, Logger } from '../../ports.ts';
import type { JobEvent } from '../../queue/job/job-event.ts';
import type { Runner } from '../../queue/runner/runner.ts';
import type { Passing } from '../../queue/store/refusal-queries.ts';
import { recordOf, videoOf } from '../../states.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { inDoubt, isDisproved, trialInMs } from './size-limit.ts';

/** Thousands may be parked: others get their turn in between. */
const stepJobs = 100;

/** Where a refusal may have been answered that is not yet written down. */
const underWay: ReadonlySet<JobState['kind']> = new Set(['sending', 'processing', 'unclear']);

export interface SizeTrialsOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly refusals: Pick<Passing, 'parkedForSize'>;
  readonly accounts: Pick<Accounts, 'site' | 'siteOf' | 'learn'> & {
    /** By site. */
    views(): readonly { readonly id: SiteId; readonly accounts: readonly { readonly id: AccountId }[] }[];
  };
  readonly runner: Pick<Runner, 'apply'>;
}

export interface SizeTrials {
  /** A job changed its state: a clip that is on its site says what the site takes. */
  moved(before: Job, after: Job): void;
  /** Something new may be known of a site; call once at the start. */
  kick(): void;
  stop(): void;
}

const isParked = (state: JobState): boolean => state.kind === 'needs-you' && state.reason === 'too-large';

export function createSizeTrials({ clock, logger, refusals, accounts, runner }: SizeTrialsOptions): SizeTrials {
  /** Clips on their way, and whether a limit of their site was disproved since they left: their own refusal may be older than that. */
  const onTheWay = new Map<JobId, { readonly accountId: AccountId; isOvertaken: boolean }>();
  let cancelTimer: (() => void) | null = null;
  let stopped = false;

  const idsOf = (siteId: SiteId): readonly AccountId[] =>
    accounts.views().flatMap((site) => (site.id === siteId ? site.accounts.map(({ id }) => id) : []));

  /** As the job is at that moment: its user may have cancelled it. */
  const again = (job: Job): JobEvent | null => (isParked(job.state) ? { kind: 'retry', now: clock.now() } : null);
  const wakeAll = async (ids: readonly JobId[]): Promise<void> => {
    for (let at = 0; !stopped && at < ids.length; at += stepJobs)
      await Promise.all(ids.slice(at, at + stepJobs).map((id) => runner.apply(id, again)));
  };
  const wake = (ids: readonly JobId[]): void => {
    wakeAll(ids).catch((error: unknown) => logger.error('Clips could not be tried again', { error: String(error) }));
  };

  /** A full disk leaves it as it is: the next refusal or arrival tells again. */
  const learn = (siteId: SiteId, sizeLimit: SizeLimit | null): boolean => {
    try {
      accounts.learn(siteId, { sizeLimit });
      return true;
    } catch (error) {
      logger.warn('What is known of a size could not be written down', { error: String(error) });
      return false;
    }
  };

  const tryOut = (siteId: SiteId): void => {
    const limit = accounts.site(siteId)?.sizeLimit;
    if (!limit) return;
    const [smallest] = refusals.parkedForSize(idsOf(siteId), 1);
    // Nothing waits for it: the next clip of that size goes like any other.
    const isLearned = learn(siteId, smallest === undefined ? null : inDoubt(limit));
    if (isLearned && smallest !== undefined) wake([smallest]);
  };

  const kick = (): void => {
    cancelTimer?.();
    cancelTimer = null;
    if (stopped) return;
    const now = clock.now();
    const waits = accounts.views().flatMap(({ id }) => {
      const inMs = trialInMs(accounts.site(id)?.sizeLimit ?? null, now);
      return inMs === null ? [] : [{ id, inMs }];
    });
    const next = Math.min(...waits.flatMap(({ inMs }) => (inMs > 0 ? [inMs] : [])));
    if (next < Number.POSITIVE_INFINITY) cancelTimer = clock.after(next, kick);
    // What is learned comes back as a kick.
    for (const { id, inMs } of waits) if (inMs === 0) tryOut(id);
  };

  /** Whether the clip has just been parked by a limit that was disproved while it was on its way; never by what it was refused for since. */
  const isParkedTooLate = ({ id, accountId, state }: Job): boolean => {
    const isOvertaken = onTheWay.get(id)?.isOvertaken === true;
    if (!underWay.has(state.kind)) onTheWay.delete(id);
    else if (!onTheWay.has(id)) onTheWay.set(id, { accountId, isOvertaken: false });
    return isOvertaken && isParked(state) && accounts.siteOf(accountId)?.sizeLimit === null;
  };

  return {
    kick,
    moved: (before, after) => {
      if (isParkedTooLate(after)) wake([after.id]);
      const isNew = videoOf(after.state) !== null && recordOf(before.state).resume !== 'describe';
      const site = isNew ? accounts.siteOf(after.accountId) : null;
      if (!site || !isDisproved(site.sizeLimit, after.clip.identity.size)) return;
      if (!learn(site.id, null)) return;
      const ids = idsOf(site.id);
      wake(refusals.parkedForSize(ids, Number.MAX_SAFE_INTEGER));
      for (const one of onTheWay.values()) if (ids.includes(one.accountId)) one.isOvertaken = true;
    },
    stop: () => {
      stopped = true;
      cancelTimer?.();
    },
  };
}

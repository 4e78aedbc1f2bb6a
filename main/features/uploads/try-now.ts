// "Try now" for a whole site: the time that it asked for is over by the user's word, also for each clip and edit that it sent away.
import type { Circuits } from '../../hosts/circuit.ts';
import type { ReachabilityMonitor } from '../../hosts/reachability-monitor.ts';
import type { AccountId, Job, JobId, SiteId } from '../../model.ts';
import type { Clock } from '../../ports.ts';
import type { JobEvent } from '../../queue/job/job-event.ts';
import type { Runner } from '../../queue/runner/runner.ts';
import type { DuePlace } from '../../queue/store/due-jobs.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import { originOf } from '../../site/client/address.ts';
import { isSentAway } from '../../states.ts';
import type { Handlers } from '../../uploader-api.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Library } from '../library/library.ts';
import type { PiecesFitness } from './pieces-fitness.ts';

export interface SentAwayOptions {
  readonly clock: Clock;
  readonly store: Pick<QueueStore, 'timed'>;
  readonly siteOf: (accountId: AccountId) => SiteId | null;
  readonly apply: (jobId: JobId, event: (job: Job) => JobEvent) => Promise<unknown>;
}

/** Clips with a time of their own are few: once a site asks for time, none is sent there. */
const stepJobs = 100;

/** Clips that would wait as long as the site asked them to go with the others. */
export async function hurrySentAway({ clock, store, siteOf, apply }: SentAwayOptions, siteId: SiteId): Promise<void> {
  let after: DuePlace | null = { dueAt: clock.now(), rowid: 0 };
  while (after !== null) {
    const { jobs, last } = store.timed(after, stepJobs);
    const sentAway = jobs.filter((job) => siteOf(job.accountId) === siteId && isSentAway(job.state));
    await Promise.all(sentAway.map(({ id }) => apply(id, () => ({ kind: 'hurried' }))));
    after = last;
  }
}

export interface TryNowOptions {
  readonly clock: Clock;
  readonly store: Pick<QueueStore, 'timed'>;
  readonly accounts: Pick<Accounts, 'site' | 'siteOf'> & {
    /** By site. */
    views(): readonly { readonly id: SiteId; readonly accounts: readonly { readonly id: AccountId }[] }[];
  };
  readonly runner: Pick<Runner, 'apply'>;
  readonly circuits: Pick<Circuits, 'lift'>;
  readonly lines: Pick<ReachabilityMonitor, 'doubt'>;
  readonly library: Pick<Library, 'hurry'>;
  readonly piecesFitness: Pick<PiecesFitness, 'mayTry'>;
}

export function tryNowHandlers(options: TryNowOptions): Pick<Handlers, 'site.tryNow'> {
  const { clock, store, accounts, runner } = options;
  return {
    'site.tryNow': async (siteId) => {
      options.circuits.lift(originOf(accounts.site(siteId)?.root ?? ''));
      const siteOf = (id: AccountId): SiteId | null => accounts.siteOf(id)?.id ?? null;
      const people = accounts.views().find(({ id }) => id === siteId)?.accounts ?? [];
      options.piecesFitness.mayTry(people.map(({ id }) => id));
      options.library.hurry(siteId);
      await hurrySentAway({ clock, store, siteOf, apply: runner.apply }, siteId);
      options.lines.doubt(siteId);
    },
  };
}

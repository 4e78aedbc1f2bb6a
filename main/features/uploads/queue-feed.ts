// The list as the window sees it: its rows with what holds them back, its totals, and the details of the job that is looked at.
import type { Events, Found, JobDetails, JobRow, QueueView, SiteFinish, SiteLine } from '../../../preload/contract.ts';
import type { Circuits } from '../../hosts/circuit.ts';
import type { ReachabilityMonitor } from '../../hosts/reachability-monitor.ts';
import type { AccountId, Job, JobId } from '../../model.ts';
import type { Clock, Network, Settings, Sql } from '../../ports.ts';
import type { Lanes } from '../../queue/job/schedule.ts';
import type { ThroughputMeter } from '../../queue/progress/throughput.ts';
import type { JobTasks } from '../../queue/runner/job-tasks.ts';
import type { Runner } from '../../queue/runner/runner.ts';
import type { QueueLoad } from '../../queue/store/backlog.ts';
import { countUnder } from '../../queue/store/counts.ts';
import { createFoundJobs } from '../../queue/store/found-jobs.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { NewerVersions } from '../../queue/store/newer-versions.ts';
import type { SiteUploads } from '../../queue/store/site-uploads.ts';
import { isOwnMachine } from '../../site/client/address.ts';
import type { FormStore } from '../../site/store/form-store.ts';
import { recordOf, videoOf } from '../../states.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Signals } from '../changes.ts';
import { lanesTo } from '../desktop/settings.ts';
import type { WeeklyPacing } from '../desktop/weekly-pacing.ts';
import type { ProfileOwner } from '../profile/owner.ts';
import { cellReader } from '../row-cells.ts';
import type { Sidecars } from '../sidecars/sidecars.ts';
import { createFeed, type Feed, type FeedSource } from './feed.ts';
import { createFinishTime } from './finish-time.ts';
import { type Owner, type SentOf, toDetails, toRow, toTotals } from './job-view.ts';
import type { NeedsGroups } from './needs-groups.ts';
import type { OnSite } from './on-site.ts';
import type { PublicHold } from './public-hold.ts';
import { readyWaits } from './ready-waits.ts';
import { signInWaits } from './sign-in-waits.ts';
import { createSilentSites, type SilentSites } from './silent-sites.ts';
import type { VideoCache } from './video-cache.ts';

export interface QueueFeedOptions {
  readonly clock: Clock;
  readonly sql: Sql;
  readonly network: Pick<Network, 'online'>;
  readonly settings: Settings;
  readonly store: QueueStore;
  readonly ledger: { readonly versions: Pick<NewerVersions, 'of'> };
  readonly backlog: QueueLoad;
  readonly runner: Pick<Runner, 'live' | 'paused'>;
  readonly jobTasks: Pick<JobTasks, 'readyAccounts'>;
  readonly throughput: ThroughputMeter;
  readonly accounts: Pick<Accounts, 'account' | 'nameOf' | 'site' | 'views'>;
  readonly lines: Pick<ReachabilityMonitor, 'trouble' | 'shown'>;
  readonly circuits: Pick<Circuits, 'of' | 'leftMs' | 'uploadsTo'>;
  readonly hostOf: (accountId: AccountId) => string;
  readonly pacing: Pick<WeeklyPacing, 'view'>;
  readonly owner: Pick<ProfileOwner, 'isHere'>;
  readonly videos: VideoCache;
  readonly forms: Pick<FormStore, 'form' | 'terms'>;
  readonly onSite: Pick<OnSite, 'of' | 'look' | 'stop'>;
  readonly needsGroups: Pick<NeedsGroups, 'groups'>;
  /** Whether something that was typed in the Library for videos of the account waits. */
  readonly editsWait: (accountId: AccountId) => boolean;
  readonly publicHold: Pick<PublicHold, 'isHeld' | 'waits'>;
  readonly uploads: Pick<SiteUploads, 'anyOf'>;
  readonly sidecars: Pick<Sidecars, 'viewOf' | 'troubleOf'>;
  readonly events: Signals<Events>;
}

/** What is so of the account and site of a job. */
function ownersOf(options: QueueFeedOptions, silent: Pick<SilentSites, 'has'>): (job: Job) => Owner {
  const { accounts, lines, circuits, hostOf, pacing } = options;
  return (job) => {
    const account = accounts.account(job.accountId);
    const siteId = account?.siteId ?? '';
    return {
      account,
      siteName: accounts.nameOf(siteId),
      trouble: lines.trouble(siteId),
      hours: pacing.view(),
      hold: circuits.of(hostOf(job.accountId)),
      uploadsHold: circuits.of(circuits.uploadsTo(hostOf(job.accountId))),
      isSilent: silent.has(siteId),
      isUnasked: options.publicHold.isHeld(job.accountId),
      onSite: recordOf(job.state).group === 'done' ? options.onSite.of(job.accountId, videoOf(job.state)) : null,
      sidecarTrouble: options.sidecars.troubleOf(job),
    };
  };
}

/** Null = it is not on its way. */
function sentOf({ runner, uploads }: QueueFeedOptions, jobId: JobId): SentOf | null {
  const live = runner.live().get(jobId);
  if (live === undefined) return null;
  const { bytes, sentBytes, speed } = live;
  return { bytes, sentBytes, speed, goesOn: uploads.anyOf(jobId) !== null };
}

function detailsOf(options: QueueFeedOptions, jobId: JobId, rowOf: (job: Job) => JobRow): JobDetails | null {
  const { ledger, sidecars, store, videos } = options;
  const job = store.job(jobId);
  if (!job) return null;
  const video = videos.get(jobId);
  return toDetails(job, rowOf(job), store.attempts(jobId), video, ledger.versions.of(jobId), sidecars.viewOf(job));
}

export function createQueueFeed(options: QueueFeedOptions): Feed {
  const { clock, network, store, runner, accounts, lines, circuits, hostOf, pacing, events } = options;
  const lanes = (siteId: string): Lanes => lanesTo(accounts.site(siteId), options.settings.values());
  const outlooks = createFinishTime({
    clock,
    throughput: options.throughput,
    load: options.backlog,
    ready: () => options.jobTasks.readyAccounts().filter(({ id }) => !options.publicHold.isHeld(id)),
    live: () => runner.live().values(),
    heldMs: (accountId) => {
      const host = hostOf(accountId);
      return Math.max(circuits.leftMs(host), circuits.leftMs(circuits.uploadsTo(host)));
    },
    lanes,
    values: () => options.settings.values(),
    hours: pacing.view,
  });

  const silent = createSilentSites(clock, () => runner.live().values(), lanes);
  const ownerOf = ownersOf(options, silent);
  const rowOf = (job: Job): JobRow => toRow(job, sentOf(options, job.id), ownerOf(job), clock.monotonic());

  /** Rows of a view without columns read nothing besides. */
  const rowsOf = (jobs: readonly Job[], { columns = [] }: QueueView): readonly JobRow[] => {
    if (columns.length === 0) return jobs.map(rowOf);
    const siteIdOf = (accountId: AccountId): string => accounts.account(accountId)?.siteId ?? '';
    const cells = cellReader(columns, { forms: options.forms, siteIdOf });
    return jobs.map((job) => ({ ...rowOf(job), cells: cells(job) }));
  };

  /** Null = of some site it cannot be said yet. When one that takes nothing now will again cannot be foreseen: it is left out. */
  const finishOf = (held: readonly SiteLine[]): readonly SiteFinish[] | null => {
    const known = outlooks().filter(({ siteId }) => !held.some((line) => line.siteId === siteId));
    if (known.some(({ ms }) => ms === null)) return null;
    const inMs = new Map(known.map(({ siteId, ms }) => [siteId, ms]));
    return accounts.views().flatMap(({ id: siteId, name: siteName }) => {
      const ms = inMs.get(siteId) ?? null;
      return ms === null ? [] : [{ siteId, siteName, secondsLeft: ms / 1_000 }];
    });
  };

  /** What the view is narrowed to; null = to nothing. */
  const narrowed = ({ search, sort }: QueueView): Found | null => {
    found.look(search ?? null, sort);
    return search === undefined ? null : { counts: found.counts(), isSearching: found.isSearching() };
  };

  const summary = (view: QueueView): ReturnType<FeedSource['summary']> => {
    const paused = runner.paused();
    const offline = !network.online() && accounts.views().some((site) => !isOwnMachine(new URL(site.address)));
    const held = {
      paused,
      offline,
      hours: pacing.view(),
      lines: lines.shown(),
      signIns: signInWaits(options),
      publics: options.publicHold.waits(),
      ready: readyWaits(options),
      needs: options.needsGroups.groups(),
    };
    const finish = paused || offline || !options.owner.isHere() ? null : finishOf(held.lines);
    const shown = narrowed(view);
    return {
      total: shown === null ? store.count(view.filter) : countUnder(shown.counts, view.filter),
      counts: store.counts(),
      ...(shown === null ? {} : { found: shown }),
      totals: toTotals(store.openBytes(), runner.live().values(), clock.monotonic(), {
        ...held,
        finish: finish ?? [],
        secondsLeft: finish?.reduce((last, { secondsLeft }) => Math.max(last, secondsLeft), 0) || null,
      }),
    };
  };

  const jobsIn = ({ filter, search, sort, offset, limit }: QueueView): readonly Job[] =>
    search === undefined
      ? store.rows(filter, sort, offset, limit)
      : found.ids(filter, offset, limit).flatMap((id) => store.job(id) ?? []);

  const feed = createFeed(
    clock,
    {
      summary,
      window: (view) => ({ ...summary(view), rows: rowsOf(jobsIn(view), view) }),
      row: (jobId, view) => {
        const job = store.job(jobId);
        return job ? (rowsOf([job], view)[0] ?? null) : null;
      },
      details: (jobId) => detailsOf(options, jobId, rowOf),
    },
    (patch) => events.tell('queue.patch', patch),
    (details) => events.tell('job.details', details),
  );
  const found = createFoundJobs(options.sql, clock, feed.changedAll);
  // What is typed in the Library waits for a sign-in, too.
  events.on('library.changed', ({ accountId }) => {
    if (accounts.account(accountId)?.signedIn === false) feed.changedAll();
  });
  return {
    ...feed,
    view: (view) => {
      const window = feed.view(view);
      options.onSite.look(window.rows);
      return window;
    },
    changed: (jobId, listed) => feed.changed(jobId, [found.changed(jobId), silent.changed(), listed].includes(true)),
    changedAll: () => {
      found.changedAll();
      feed.changedAll();
    },
    stop: () => {
      found.stop();
      options.onSite.stop();
      feed.stop();
    },
  };
}

// The queue at work: what it has done for it, at what pace, and the runner that has it done.
import type { AccountId, Folder, FolderId, Job, JobId, LeavingText } from '../../model.ts';
import { createThroughputMeter } from '../../queue/progress/throughput.ts';
import { createRunner } from '../../queue/runner/runner.ts';
import { queueLoad } from '../../queue/store/backlog.ts';
import type { BlockedClipsStore } from '../../queue/store/blocked-clips-store.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { Ledger } from '../../queue/store/ledger.ts';
import { needsStore } from '../../queue/store/needs-store.ts';
import type { Rebuilds } from '../../queue/store/rebuilds.ts';
import type { Passing } from '../../queue/store/refusal-queries.ts';
import { siteFileStore } from '../../queue/store/site-files.ts';
import { siteUploadStore } from '../../queue/store/site-uploads.ts';
import type { FormStore } from '../../site/store/form-store.ts';
import { createPacer } from '../../transfer/pacing.ts';
import type { UploaderPorts } from '../../uploader-api.ts';
import type { Sites } from '../accounts/sites.ts';
import { createPace } from '../accounts/token-expiry.ts';
import type { ActLog } from '../acts/act-log.ts';
import type { Changes, Signals } from '../changes.ts';
import { obeySettings } from '../desktop/settings.ts';
import { createWeeklyPacing } from '../desktop/weekly-pacing.ts';
import { createAccountFiles } from '../proof/account-files.ts';
import { createFindElsewhere } from '../proof/find-elsewhere.ts';
import { createSiteLedger } from '../proof/site-inventory.ts';
import { createSidecars } from '../sidecars/sidecars.ts';
import { createClaims } from './folder-claims.ts';
import { createJobTasks } from './job-tasks.ts';
import { sameClip } from './known-copy.ts';
import { createLeftUploads } from './left-uploads.ts';
import { createNeedsGroups } from './needs-groups.ts';
import { createOnSite } from './on-site.ts';
import { createOtherComputers } from './other-computers.ts';
import { createPiecesFitness } from './pieces-fitness.ts';
import { createPublicHold } from './public-hold.ts';
import { createVideoCache } from './video-cache.ts';

export interface UploadQueueOptions extends UploaderPorts, Sites {
  readonly store: QueueStore;
  readonly refusals: Passing;
  readonly ledger: Ledger;
  readonly rebuilds: Rebuilds;
  readonly forms: FormStore;
  readonly blockedClips: BlockedClipsStore;
  readonly acts: Pick<ActLog, 'leaves'>;
  readonly changes: Signals<Changes>;
  /** Nothing new begins while this says no. */
  readonly mayBegin: () => boolean;
  /** True when the job came from a watched folder that is not connected now. */
  readonly isAway: (job: Job) => Promise<boolean>;
  readonly folderOf: (id: FolderId) => Folder | null;
}

export function joinQueue(options: UploadQueueOptions) {
  const { clock, accounts, store, changes } = options;
  const videos = createVideoCache(clock);
  const onSite = createOnSite(options);
  const pacer = createPacer(clock);
  const pace = createPace();
  const siteLedger = createSiteLedger(options);
  const siteFiles = siteFileStore(options.sql);
  const accountFiles = createAccountFiles({ ...options, siteFiles });
  const others = createOtherComputers({ ...options, siteFiles });
  const claims = createClaims(options);
  const load = queueLoad(options.sql);
  const uploads = siteUploadStore(options.sql);
  const piecesFitness = createPiecesFitness(options.clock);
  const leftUploads = createLeftUploads({ ...options, uploads, http: options.engineHttp });
  const waiting = (accountId: AccountId): number => {
    const { small, big } = load.waiting().get(accountId) ?? {};
    return (small?.clips ?? 0) + (big?.clips ?? 0);
  };
  const publicHold = createPublicHold({
    ...{ ...options, waiting },
    endSending: (accountId) => runner.hold(accountId),
  });
  const findElsewhere = createFindElsewhere({ ...options, accountFiles });
  const jobTasks = createJobTasks({
    ...{ ...options, pacer, pace, siteLedger, siteFiles, findElsewhere, others, claims, waiting },
    http: options.engineHttp,
    versions: options.ledger.versions,
    uploads,
    piecesFitness,
    arrivedAs: publicHold.arrivedAs,
    sameClip: (job, clip) => sameClip(options, job, clip),
    lookBeside: (job) => sidecars.beforeLeaving(job.id),
    onVideo: (job, video) => {
      videos.remember(job.id, video);
      onSite.learn(job.accountId, video);
    },
  });
  const throughput = createThroughputMeter(() => clock.monotonic());
  const pacing = createWeeklyPacing({ ...options, pacer, onLimit: () => throughput.reset() });
  const obeyed = obeySettings(options);
  const runner = createRunner({
    ...{ ...options, jobTasks, throughput },
    lanes: (siteId) => obeyed.lanes(accounts.site(siteId)),
    otherRequests: (accountId) => options.inFlight.of(accounts.siteOf(accountId)?.id ?? ''),
    open: pacing.open,
    mayLeave: (accountId) => !publicHold.isHeld(accountId),
    onChange: (jobId: JobId, listed: boolean) => changes.tell('job', { jobId, listed }),
    onTextLeaves: (jobId: JobId, leaving: LeavingText) => options.acts.leaves(jobId, leaving),
    onMoved: (before: Job, after: Job) => changes.tell('moved', { before, after }),
    onBusy: (busy: boolean) => changes.tell('busy', busy),
  });
  const sidecars = createSidecars({ ...options, versions: options.ledger.versions, runner, videos });
  const needsGroups = createNeedsGroups({ ...options, needs: needsStore(options.sql) });
  options.demandOf((accountId) => onSite.wants(accountId) || sidecars.asks(accountId));
  options.demandOf((accountId) => store.goesOn(accountId, !runner.paused() && pacing.open()));
  return {
    videos,
    onSite,
    pace,
    siteLedger,
    accountFiles,
    folderClaims: claims,
    jobTasks,
    throughput,
    pacing,
    obeyed,
    runner,
    sidecars,
    needsGroups,
    publicHold,
    uploads,
    leftUploads,
    piecesFitness,
    /** Whether clips of the account go by themselves; what waits for an answer may do so for weeks. */
    goesOn: (accountId: AccountId): boolean =>
      store.goesOn(accountId, !publicHold.isHeld(accountId)) ||
      [...runner.live().values()].some((one) => one.accountId === accountId),
  };
}

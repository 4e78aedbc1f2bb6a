// What a person does to clips: send, pause, resume, cancel, retry, finish and remove, for one and for many.
import type { JobAct, JobTarget } from '../../../preload/contract.ts';
import type { Circuits } from '../../hosts/circuit.ts';
import type { ReachabilityMonitor } from '../../hosts/reachability-monitor.ts';
import type { AccountId, Job, JobId } from '../../model.ts';
import type { Clock, Logger } from '../../ports.ts';
import type { JobEvent } from '../../queue/job/job-event.ts';
import type { Runner } from '../../queue/runner/runner.ts';
import type { JobSelection } from '../../queue/store/job-selection.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { NewerVersions } from '../../queue/store/newer-versions.ts';
import type { SiteCalls } from '../../site/client/client.ts';
import { getVideo } from '../../site/content/videos.ts';
import { recordOf } from '../../states.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { ActLog } from '../acts/act-log.ts';
import type { ActId } from '../acts/act-rows.ts';
import type { LeftUploads } from './left-uploads.ts';
import type { OnSite } from './on-site.ts';
import type { PiecesFitness } from './pieces-fitness.ts';
import { inDoubt } from './size-limit.ts';
import { chooseVersion } from './version-question.ts';

export interface ActionsOptions {
  readonly clock: Clock;
  readonly store: Pick<QueueStore, 'job' | 'write'>;
  readonly accounts: Pick<Accounts, 'siteOf' | 'learn' | 'client'>;
  readonly runner: Runner;
  readonly ledger: { readonly versions: NewerVersions };
  readonly targets: JobSelection;
  readonly circuits: Pick<Circuits, 'of' | 'uploadsTo'>;
  readonly hostOf: (accountId: AccountId) => string;
  readonly lines: Pick<ReachabilityMonitor, 'doubt'>;
  readonly calls: SiteCalls;
  readonly onSite: OnSite;
  readonly piecesFitness: Pick<PiecesFitness, 'mayTry'>;
  readonly leftUploads: Pick<LeftUploads, 'moved'>;
  readonly acts: Pick<ActLog, 'begin' | 'find' | 'keep' | 'movedElsewhere'>;
}

/** Acts that keep clips from being sent. */
const holdingBack: ReadonlySet<JobAct> = new Set(['pause', 'cancel', 'remove']);

/** "Try again" after the host raised a limit: what was learned holds nothing back until the next clip tells. */
function forgetRefusal({ accounts }: ActionsOptions, job: Job): void {
  const site = accounts.siteOf(job.accountId);
  if (!site || job.state.kind !== 'needs-you') return;
  if (job.state.reason === 'too-large' && site.sizeLimit !== null)
    accounts.learn(site.id, { sizeLimit: inDoubt(site.sizeLimit) });
  if (job.state.reason === 'extension-refused') accounts.learn(site.id, { refusedExtensions: [] });
}

function eventOf(act: Exclude<JobAct, 'remove' | 'cancel' | 'replace' | 'keep'>, now: number): JobEvent {
  switch (act) {
    case 'send':
    case 'pause':
    case 'resume':
      return { kind: act };
    case 'retry':
    case 'finish':
      return { kind: act, now };
  }
}

/**
 * "Send again" for a clip whose row says that its video was deleted on the site: it goes once more when the site still says so. False =
 * it does not, or cannot be asked.
 */
async function sendAnew(options: ActionsOptions, { id, accountId, state }: Job): Promise<boolean> {
  const { accounts, calls, onSite, runner } = options;
  if (state.kind !== 'done' || state.videoId === null || onSite.of(accountId, state.videoId)?.status !== null)
    return false;
  const client = accounts.client(accountId);
  if (!client) return false;
  const video = await getVideo(calls, client, state.videoId);
  if (video === null) return runner.apply(id, { kind: 'sent-anew', videoId: state.videoId });
  onSite.learn(accountId, video);
  return false;
}

/** Ends a clip's way, with what takes that back in the same write. `ending` = the act that it is part of, once that has begun. */
function endClip(
  { acts, runner }: ActionsOptions,
  jobId: JobId,
  act: 'remove' | 'cancel',
  ending: { id: ActId | null },
): Promise<boolean> {
  return runner.apply(jobId, (job) => {
    const isOver = act === 'remove' ? job.removed : recordOf(job.state).group === 'done';
    if (!isOver) {
      // What was begun in a write that found no room on the disk is not there.
      if (ending.id === null || acts.find(ending.id) === null) ending.id = acts.begin(act);
      acts.keep(ending.id, act, jobId, { was: job.state });
    }
    return { kind: act === 'remove' ? 'removed' : 'cancel' };
  });
}

/** True when that changed anything. */
async function actOn(
  options: ActionsOptions,
  jobId: JobId,
  act: JobAct,
  ending: { id: ActId | null },
): Promise<boolean> {
  const { clock, store, accounts, runner } = options;
  const before = store.job(jobId);
  if (!before) return false;
  if (act === 'replace' || act === 'keep')
    return chooseVersion({ runner, versions: options.ledger.versions, now: clock.now() }, jobId, act);
  if (act === 'retry' && before.state.kind === 'done') return sendAnew(options, before);
  if (act === 'retry') forgetRefusal(options, before);
  // Whoever wants it now wants it by any way that there may be again.
  if (act === 'retry' || act === 'resume') options.piecesFitness.mayTry([before.accountId]);
  const host = options.hostOf(before.accountId);
  const names = [host, options.circuits.uploadsTo(host)];
  const held = act === 'retry' && names.some((name) => options.circuits.of(name) !== null);
  const ends = act === 'remove' || act === 'cancel';
  const isChanged = await (ends
    ? endClip(options, jobId, act, ending)
    : runner.apply(jobId, eventOf(act, clock.now())));
  // Accepted as it is: an older video that is still there stays, whatever is changed later.
  if (act === 'finish' && isChanged) await store.write(() => options.ledger.versions.settle(jobId, 'stays'));
  const siteId = accounts.siteOf(before.accountId)?.id;
  // What goes on by itself is set going by that, a paused clip stays paused.
  const { ahead, runs } = recordOf(before.state);
  const isMeant = isChanged || (held && ahead !== null && !runs);
  // Nobody looked who answers there while the site was to be left alone.
  if (held && isMeant && siteId !== undefined) options.lines.doubt(siteId);
  return isMeant;
}

/** Does `act` to all of `target`; gives how many that changed. */
export async function actOnAll(options: ActionsOptions, target: JobTarget, act: JobAct): Promise<number> {
  const { runner, targets } = options;
  const live = runner.live();
  const ids = await targets.idsOf(target);
  // What is being sent comes first, and nothing new begins to be sent before its turn to be held has come.
  const inOrder = [...ids.filter((id) => live.has(id)), ...ids.filter((id) => !live.has(id))];
  const ending = { id: null };
  const work = () => targets.each(inOrder, (id) => actOn(options, id, act, ending));
  return (await (holdingBack.has(act) ? runner.quietly(work) : work())).filter(Boolean).length;
}

/** Clips that were not begun go to another account; gives how many did. */
export async function moveTo(options: ActionsOptions, ids: readonly JobId[], accountId: AccountId): Promise<number> {
  const { accounts, runner, store, targets } = options;
  const siteId = accounts.siteOf(accountId)?.id;
  const changed = await targets.each(ids, async (id) => {
    const from = store.job(id)?.accountId;
    const isSameSite = from !== undefined && accounts.siteOf(from)?.id === siteId;
    const isMoved = await runner.moveTo(id, accountId, isSameSite);
    if (isMoved && from !== accountId) await options.leftUploads.moved(id);
    if (isMoved && !isSameSite) await store.write(() => options.acts.movedElsewhere(id));
    return isMoved;
  });
  return changed.filter(Boolean).length;
}

/** What these clips waited for is here again: each goes on by itself. */
export function resumeWaiting(runner: Pick<Runner, 'resumeWaiting'>, logger: Logger, ids: readonly JobId[]): void {
  for (const id of ids) {
    runner
      .resumeWaiting(id)
      .catch((error: unknown) => logger.error('A clip that is back could not go on', { error: String(error) }));
  }
}

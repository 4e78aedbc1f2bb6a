// What the window shows of a job: pure projections of rows and what runs.
import type {
  AttemptView,
  HoursView,
  JobDetails,
  JobRow,
  JobStateView,
  OlderVideo,
  OnSite,
  QueueTotals,
  SidecarView,
} from '../../../preload/contract.ts';
import type { OpenCircuit } from '../../hosts/circuit.ts';
import { type Unreachable, underHost } from '../../hosts/reachability.ts';
import {
  type Account,
  type Attempt,
  type Job,
  mayPlay,
  type Video,
  type WaitReason,
  type WallMs,
} from '../../model.ts';
import { isAssumed, isElsewhere } from '../../queue/job/presumed-attempt.ts';
import type { Live } from '../../queue/runner/live.ts';
import type { NewerVersion } from '../../queue/store/newer-versions.ts';
import { type JobStateKind, recordOf, type StateOf, videoOf } from '../../states.ts';
import { conflictsOf, toVideoView } from '../library/video-view.ts';

/** What is known of a clip on its way. */
type Sent = Pick<Live, 'bytes' | 'sentBytes' | 'speed'>;

/** The same of one job. */
export interface SentOf extends Sent {
  /** See the state's record (preload/job-states.ts). */
  readonly goesOn: boolean;
}

export interface Owner {
  readonly account: Account | null;
  /** What its site is called; '' = there is none. */
  readonly siteName: string;
  /** Why nothing is sent to the site now; null = something is. */
  readonly trouble: Unreachable | null;
  /** What the weekly hours say now. */
  readonly hours: HoursView | null;
  /** The site is to be left alone for a time. */
  readonly hold: OpenCircuit | null;
  /** Only what would be sent there is to wait. */
  readonly uploadsHold: OpenCircuit | null;
  /** Its clips are public as soon as they arrive, and its user was not asked about those that wait. */
  readonly isUnasked: boolean;
  /** The site has not answered so many clips that no other begins. */
  readonly isSilent: boolean;
  /** What the site has of the job's video, once it arrived; null = not known. */
  readonly onSite: OnSite | null;
  /** See JobRow. */
  readonly sidecarTrouble: string | null;
}

/** Why a job that could go by itself does not: its account, its site, the line to it, or a reason of its own. */
function held<T extends { readonly why: WaitReason | null; readonly until: WallMs | null }>(view: T, owner: Owner): T {
  if (owner.account?.signedIn !== true) return { ...view, why: 'sign-in', until: null };
  // Somebody has signed in since: it has its turn like the others.
  const mine = view.why === 'sign-in' ? { ...view, why: null } : view;
  return underHost(mine, owner.hold, owner.trouble);
}

/** Nothing at its site, or on the way there, keeps its clips from going. */
function isOpen({ account, trouble, hold, uploadsHold }: Owner): boolean {
  return account?.signedIn === true && trouble === null && hold === null && uploadsHold === null;
}

function waitingView(state: StateOf<'waiting'>, owner: Owner): JobStateView {
  if (isOpen(owner)) {
    if (owner.isUnasked) return { kind: 'waiting', why: 'public-unasked', until: null };
    if (owner.hours?.kind === 'closed') return { kind: 'waiting', why: 'hours', until: owner.hours.until };
    if (owner.isSilent && state.why === null) return { kind: 'waiting', why: 'site-silent', until: null };
  }
  return held(state, { ...owner, hold: owner.hold ?? owner.uploadsHold });
}

function sendingView(job: Job, live: SentOf | null, at: number): JobStateView {
  const sentBytes = Math.min(live?.sentBytes ?? 0, job.clip.identity.size);
  const bytesPerSecond = live?.speed.perSecond(at) ?? null;
  const left = job.clip.identity.size - sentBytes;
  const secondsLeft = bytesPerSecond ? left / bytesPerSecond : null;
  return { kind: 'sending', sentBytes, bytesPerSecond, secondsLeft, goesOn: live?.goesOn ?? false };
}

/** States of which everything that the window shows is kept. */
type PlainKind = { [K in JobStateKind]: StateOf<K> extends ViewOf<K> ? K : never }[JobStateKind];
type ViewOf<K extends JobStateKind> = Extract<JobStateView, { readonly kind: K }>;

/** What the window shows of a state without knowing more; no type follows it from name to name. */
function asKept(state: StateOf<PlainKind>): ViewOf<PlainKind> {
  const kept = new Map<string, unknown>(Object.entries(state));
  const shown = Object.keys(recordOf(state).shows).map((name) => [name, kept.get(name)]);
  return { kind: state.kind, ...Object.fromEntries(shown) } as ViewOf<PlainKind>;
}

function stateView(job: Job, live: SentOf | null, owner: Owner, at: number): JobStateView {
  const { state } = job;
  switch (state.kind) {
    case 'waiting':
      return waitingView(state, owner);
    case 'sending':
      return sendingView(job, live, at);
    case 'processing':
      // A small clip counts as "may have arrived" from its first byte on; on a slow line it is still being sent.
      return live && live.sentBytes < job.clip.identity.size
        ? sendingView(job, live, at)
        : { kind: 'processing', since: state.since };
    case 'unclear': {
      const rebuilt = isAssumed(state.attemptId);
      if (owner.account?.signedIn !== true) return { kind: 'unclear', nextLookAt: null, rebuilt };
      if (owner.hold !== null)
        return { kind: 'unclear', nextLookAt: Math.max(state.nextLookAt, owner.hold.until), rebuilt };
      return { kind: 'unclear', nextLookAt: owner.trouble !== null ? null : state.nextLookAt, rebuilt };
    }
    case 'cancelled':
      return { kind: 'cancelled', videoId: videoOf(state) };
    default: {
      const view = asKept(state);
      return 'why' in view ? held(view, owner) : view;
    }
  }
}

/** `at` = monotonic ms, for the speed. */
export function toRow(job: Job, live: SentOf | null, owner: Owner, at: number): JobRow {
  return {
    id: job.id,
    name: job.clip.name,
    title: job.draft.title ?? '',
    accountId: job.accountId,
    siteName: owner.siteName,
    bytes: job.clip.identity.size,
    state: stateView(job, live, owner, at),
    onSite: owner.onSite,
    sidecarTrouble: owner.sidecarTrouble,
    hasPoster: mayPlay(job.clip.facts),
  };
}

function toAttemptView(attempt: Attempt): AttemptView {
  const { startedAt, endedAt, sentBytes, looks, ended, status, said } = attempt;
  return { startedAt, endedAt, sentBytes, looks, ended, status, said };
}

/** A try of nobody here counts once its clip was found: it says why nothing was sent. */
export function attemptViews(attempts: readonly Attempt[]): readonly AttemptView[] {
  return attempts.flatMap((attempt): readonly AttemptView[] => {
    if (!isAssumed(attempt.id)) return [toAttemptView(attempt)];
    const [look] = attempt.looks.filter(({ found }) => found === 'found');
    if (!isElsewhere(attempt.id) || look === undefined) return [];
    return [{ ...toAttemptView(attempt), startedAt: look.at, endedAt: look.at, ended: 'elsewhere' }];
  });
}

function toOlder(version: NewerVersion | null): OlderVideo | null {
  if (version === null) return null;
  const { older, choice, became } = version;
  return { jobId: older.id, name: older.draft.title?.trim() || older.clip.name, choice, became };
}

export function toDetails(
  job: Job,
  row: JobRow,
  attempts: readonly Attempt[],
  video: Video | null,
  version: NewerVersion | null,
  sidecar: SidecarView | null,
): JobDetails {
  const { clip, state } = job;
  return {
    row,
    folder: clip.path.slice(0, Math.max(clip.path.lastIndexOf('/'), clip.path.lastIndexOf('\\'), 0)),
    modifiedAt: clip.mtimeMs,
    addedAt: job.addedAt,
    sha256: job.sha256,
    durationSeconds: clip.facts.durationSeconds,
    width: clip.facts.width,
    height: clip.facts.height,
    format: clip.facts.format,
    draft: job.draft,
    draftPending: job.draftRevision > job.appliedRevision,
    videoId: videoOf(state),
    video: video === null ? null : toVideoView(video),
    conflicts:
      state.kind === 'needs-you' && state.reason === 'changed-on-site' ? conflictsOf(job.draft, job.seen.theirs) : [],
    candidates: state.kind === 'needs-you' ? state.candidates : [],
    attempts: attemptViews(attempts),
    older: toOlder(version),
    sidecar,
  };
}

/** Totals over what is open; `openBytes` counts clips that still have bytes to send. */
export function toTotals(
  openBytes: number,
  live: Iterable<Sent>,
  at: number,
  rest: Omit<QueueTotals, 'bytesOpen' | 'bytesSent' | 'bytesPerSecond'>,
): QueueTotals {
  let bytesSent = 0;
  let bytesPerSecond = 0;
  for (const one of live) {
    bytesSent += Math.min(one.sentBytes, one.bytes);
    bytesPerSecond += one.speed.perSecond(at) ?? 0;
  }
  return {
    bytesOpen: openBytes,
    bytesSent: Math.min(bytesSent, openBytes),
    bytesPerSecond,
    ...rest,
  };
}

// The states of a job and their transitions: one pure, total function `(job, event) -> job`.
//
// Nothing else makes a state: what is written down is what `transition` gives for the job as it was read in the same write
// (store/job-store.ts), or what is read back from the disk (store/rows.ts).
//
// What happens to a job whose answer is lost? `verdict unclear` makes it unclear; looks follow until one finds it (adopt), the
// settle time is over without it (send again, or what the answer said), or the user has to choose.
import {
  type AccountId,
  type AttemptId,
  type Candidate,
  type Clip,
  type ClipIdentity,
  type FailureCause,
  type Job,
  type JobState,
  jobBegun,
  type NeedsYouAction,
  type NeedsYouReason,
  type ResumePoint,
  type Seen,
  type Verdict,
  type WaitReason,
  type WallMs,
} from '../../model.ts';
import { nextTry } from '../../retry.ts';
import { dueAt } from './due.ts';
import { isPage, isParkedForPage } from './page-answer.ts';
import { foundAgain, isAssumed } from './presumed-attempt.ts';

/** What a look on the site came back with (decision 4). */
export type Finding =
  /** `file` = what lies on this computer and was found equal to the video's; absent = nothing was compared. */
  | {
      readonly kind: 'found';
      readonly videoId: number;
      readonly file?: (ClipIdentity & { readonly mtimeMs: number }) | null;
    }
  /** Not there, and the settle time is over. */
  | { readonly kind: 'absent' }
  /** Not there yet: look again at `nextLookAt`. */
  | { readonly kind: 'not-yet'; readonly nextLookAt: WallMs }
  | { readonly kind: 'ask'; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'failed'; readonly cause: FailureCause; readonly nextLookAt: WallMs };

/** How applying the draft went. */
export type Described =
  | { readonly kind: 'applied'; readonly revision: number; readonly seen: Seen }
  | { readonly kind: 'gone' }
  | { readonly kind: 'ignored'; readonly fields: string; readonly seen: Seen }
  /** Some fields were refused, the others are on the site. */
  | { readonly kind: 'refused'; readonly fields: string; readonly said: string | null; readonly seen: Seen }
  /** `seen.theirs` holds what the site has in fields that were changed there too; the other fields are applied. */
  | { readonly kind: 'conflict'; readonly seen: Seen }
  | { readonly kind: 'failed'; readonly cause: FailureCause };

export type JobEvent =
  /** The attempt begins. `sha256` = as far as it was read; `mayHaveArrivedAt` = now, where all of it leaves at once, else null. */
  | {
      readonly kind: 'start';
      readonly attemptId: AttemptId;
      readonly clip: Clip;
      readonly sha256: string | null;
      readonly mayHaveArrivedAt: WallMs | null;
    }
  | { readonly kind: 'last-bytes'; readonly now: WallMs; readonly sha256: string | null }
  /** `until`: when to try again should the verdict ask for it; computed by schedule.ts. */
  | {
      readonly kind: 'verdict';
      readonly verdict: Verdict;
      readonly now: WallMs;
      readonly until: WallMs;
      readonly sha256: string | null;
    }
  | { readonly kind: 'refused-before-sending'; readonly cause: FailureCause; readonly until: WallMs }
  | { readonly kind: 'looked'; readonly finding: Finding; readonly until: WallMs }
  | { readonly kind: 'described'; readonly result: Described; readonly now: WallMs; readonly until: WallMs }
  /** Typed fields are about to be sent: what the site has in them now, and what it is going to have. */
  | { readonly kind: 'text-leaves'; readonly values: Seen['values']; readonly sent: Seen['values'] }
  /** `seen`: what the site showed in the fields that are typed now; null = nothing was seen. */
  | { readonly kind: 'edited'; readonly draft: Job['draft']; readonly seen: Seen | null }
  /** The site was looked at again: applied fields that somebody changed there are taken over. */
  | { readonly kind: 'refreshed'; readonly draft: Job['draft']; readonly seen: Seen }
  /** The user settled what was changed here and on the site. */
  | { readonly kind: 'resolved'; readonly draft: Job['draft']; readonly seen: Seen; readonly now: WallMs }
  // What a user wants of it.
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'retry'; readonly now: WallMs }
  | { readonly kind: 'finish'; readonly now: WallMs }
  /** The video that was asked about; null = none of them, and nothing is left to look for it with. */
  | { readonly kind: 'chosen'; readonly videoId: number | null }
  /** None of those that were asked about: looked for once more, as not all that it can be need have been shown. */
  | { readonly kind: 'none-of-these'; readonly now: WallMs }
  /** Taken off the list. */
  | { readonly kind: 'removed' }
  /** Back on the list. */
  | { readonly kind: 'brought-back'; readonly now: WallMs }
  | { readonly kind: 'moved-to-account'; readonly accountId: AccountId; readonly sameSite: boolean }
  /** "Try now" for a whole site: the time that it asked for is over. */
  | { readonly kind: 'hurried' }

  // What becomes of its file.
  /** It lies in another place by now. */
  | { readonly kind: 'relocated'; readonly clip: Clip; readonly now: WallMs }
  /** Another version took its place. */
  | { readonly kind: 'clip-replaced'; readonly clip: Clip }
  /** The folder or disk that it waits for is there again. */
  | { readonly kind: 'disk-back'; readonly now: WallMs }

  // What is learned apart from it.
  /** Another clip stands for this video: who asked about it too may be left with one answer. */
  | { readonly kind: 'candidate-taken'; readonly videoId: number; readonly now: WallMs }
  /** The page that it got told of its host, which blocks everything: nothing is known against the clip. */
  | { readonly kind: 'unblamed' }
  /** The host blocks nothing any more, or is to be tried: the clip goes on without blame. */
  | { readonly kind: 'unblocked'; readonly now: WallMs }
  /** It may have been sent by an attempt that nobody knows of. `since` = when the list was found to lack something. */
  | {
      readonly kind: 'presumed';
      readonly attemptId: AttemptId;
      readonly since: WallMs;
      readonly now: WallMs;
    }
  /** The wall clock was set, by less than 0 = back: due times move with it. */
  | { readonly kind: 'clock-set'; readonly byMs: number }
  /** Nothing explains a due time later than this. */
  | { readonly kind: 'due-capped'; readonly latest: WallMs }
  /** The app starts: whatever was running is not any more. */
  | { readonly kind: 'recover'; readonly now: WallMs };

const fresh: JobState = { kind: 'waiting', why: null, until: null };

/** What was wrong with the clip itself: another version of it deserves a try of its own. */
const clipReasons: ReadonlySet<NeedsYouReason> = new Set([
  'clip-missing',
  'clip-no-file',
  'clip-empty',
  'clip-not-video',
  'clip-unfinished',
  'clip-unreadable',
  'clip-changing',
  'clip-known',
]);

/** A job as it comes to the list: it waits for its turn. */
export function newJob(job: Omit<Job, 'state' | keyof typeof jobBegun> & Partial<Job>): Job {
  return { ...jobBegun, ...job, state: fresh };
}

function waiting(why: WaitReason, until: WallMs | null): JobState {
  return { kind: 'waiting', why, until };
}

function needsYou(
  reason: NeedsYouReason,
  action: NeedsYouAction,
  detail: string | null,
  resume: ResumePoint,
  candidates: readonly Candidate[] = [],
): JobState {
  return { kind: 'needs-you', reason, action, detail, resume, candidates };
}

/**
 * The state that follows a failure whose meaning is known; `wait` is what the job does when it goes on by itself: at `until`, or
 * with its account or site.
 */
function afterFailure(
  job: Job,
  cause: FailureCause,
  resume: ResumePoint,
  until: WallMs,
  wait: (why: WaitReason, until: WallMs | null) => JobState,
): Job {
  const next = nextTry(job.failures, cause);
  switch (next.kind) {
    case 'held':
      return { ...job, state: wait(next.why, null) };
    case 'ask':
      return { ...job, failures: 0, state: needsYou(next.reason, next.action, next.detail, resume) };
    case 'again':
      return { ...job, failures: next.failures, state: wait(next.why, until) };
  }
}

function describing(videoId: number): JobState {
  return { kind: 'describing', videoId, why: null, until: null };
}

/** Where the job stands, as a point to come back to. */
export function resumePoint(state: JobState): ResumePoint {
  switch (state.kind) {
    case 'waiting':
    case 'sending':
    case 'paused':
      return { from: 'send' };
    case 'processing':
    case 'unclear':
      return { from: 'look', attemptId: state.attemptId, since: state.since };
    case 'describing':
      return { from: 'describe', videoId: state.videoId };
    case 'done':
      return state.videoId === null ? { from: 'send' } : { from: 'describe', videoId: state.videoId };
    case 'needs-you':
    case 'cancelled':
      return state.resume;
  }
}

/** A job of which something could not be read, before it is written over: it goes on only by its user's word, and `waits` for that. */
export function heldBack(job: Job, waits: JobState): Job {
  const { kind } = job.state;
  return kind === 'needs-you' || kind === 'cancelled' || kind === 'done' ? job : { ...job, state: waits };
}

/** To be looked for from now on; `since` = when its last byte may have left. */
function looking(attemptId: AttemptId, since: WallMs, now: WallMs): JobState {
  return { kind: 'unclear', attemptId, since, nextLookAt: now, looks: 0, saidYes: false, otherwise: null };
}

function resumed(point: ResumePoint, now: WallMs): JobState {
  switch (point.from) {
    case 'send':
      return fresh;
    case 'look':
      return looking(point.attemptId, point.since, now);
    case 'describe':
      return describing(point.videoId);
  }
}

/** Total over every pair: an event that means nothing in a state returns the very same job. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the table is read as a whole, and each event stands in one place.
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the same; what is hard about a pair stands in a function of its own.
export function transition(job: Job, event: JobEvent): Job {
  const { state } = job;
  switch (event.kind) {
    case 'start': {
      if (state.kind !== 'waiting') return job;
      const { attemptId, clip, sha256, mayHaveArrivedAt: since } = event;
      return {
        ...job,
        clip,
        sha256,
        state: since === null ? { kind: 'sending', attemptId } : { kind: 'processing', attemptId, since },
      };
    }

    case 'last-bytes':
      if (state.kind !== 'sending') return job;
      return {
        ...job,
        sha256: event.sha256 ?? job.sha256,
        state: { kind: 'processing', attemptId: state.attemptId, since: event.now },
      };

    case 'verdict':
      return state.kind === 'sending' || state.kind === 'processing' ? afterVerdict(job, state, event) : job;

    case 'refused-before-sending':
      if (state.kind !== 'waiting') return job;
      return afterFailure(job, event.cause, { from: 'send' }, event.until, waiting);

    case 'looked':
      return state.kind === 'unclear' ? afterLook(job, state, event.finding, event.until) : job;

    case 'described':
      return state.kind === 'describing' ? afterDescribing(job, state, event) : job;

    case 'text-leaves': {
      // Also when the user cancelled the job a moment ago: it leaves all the same.
      const isCancelled = state.kind === 'cancelled' && state.resume.from === 'describe';
      if (state.kind !== 'describing' && !isCancelled) return job;
      const { values, sent } = job.seen;
      return {
        ...job,
        seen: { ...job.seen, values: { ...values, ...event.values }, sent: { ...sent, ...event.sent } },
      };
    }

    case 'edited': {
      const edited: Job = {
        ...job,
        draft: event.draft,
        seen: event.seen ?? job.seen,
        draftRevision: job.draftRevision + 1,
      };
      if (state.kind === 'done' && state.videoId !== null)
        return { ...edited, failures: 0, state: describing(state.videoId) };
      if (state.kind === 'needs-you' && state.resume.from === 'describe' && state.action === 'edit') {
        return { ...edited, failures: 0, state: describing(state.resume.videoId) };
      }
      return edited;
    }

    case 'refreshed':
      if (state.kind !== 'done' || job.appliedRevision !== job.draftRevision) return job;
      return { ...job, draft: event.draft, seen: event.seen };

    case 'resolved':
      if (state.kind !== 'needs-you' || state.reason !== 'changed-on-site') return job;
      return {
        ...job,
        draft: event.draft,
        seen: event.seen,
        draftRevision: job.draftRevision + 1,
        failures: 0,
        state: resumed(state.resume, event.now),
      };

    case 'pause':
      // After the last byte there is nothing left to hold back: the outcome is followed to its end.
      return state.kind === 'waiting' || state.kind === 'sending'
        ? { ...job, failures: 0, state: { kind: 'paused' } }
        : job;

    case 'resume':
      return state.kind === 'paused' ? { ...job, state: fresh } : job;

    case 'cancel':
      return cancelled(job);

    case 'retry':
      return retried(job, event.now);

    case 'finish':
      if (state.kind !== 'needs-you' || (state.resume.from === 'send' && state.reason !== 'video-gone')) return job;
      return {
        ...job,
        seen: { ...job.seen, theirs: {} },
        appliedRevision: job.draftRevision,
        state: {
          kind: 'done',
          videoId: state.resume.from === 'describe' ? state.resume.videoId : null,
          finishedAt: event.now,
        },
      };

    case 'chosen':
      if (state.kind !== 'needs-you' || state.reason !== 'ask-which') return job;
      return { ...job, failures: 0, state: event.videoId === null ? fresh : describing(event.videoId) };

    case 'none-of-these':
      if (state.kind !== 'needs-you' || state.reason !== 'ask-which') return job;
      return { ...job, failures: 0, state: resumed(state.resume, event.now) };

    case 'removed':
      return job.removed ? cancelled(job) : { ...cancelled(job), removed: true };

    case 'brought-back':
      if (job.removed) return { ...retried(job, event.now), removed: false };
      return state.kind === 'cancelled' ? retried(job, event.now) : job;

    case 'moved-to-account':
      return isUnsent(state) ? movedTo(job, event) : job;

    case 'hurried': {
      const waits = state.kind === 'waiting' || state.kind === 'describing';
      if (!waits || (state.why !== 'site-busy' && state.why !== 'site-maintenance')) return job;
      return hurried(job);
    }

    case 'relocated': {
      if (state.kind === 'done') return job;
      const { path, name, identity, mtimeMs } = event.clip;
      const missedIt = state.kind === 'needs-you' && state.reason === 'clip-missing';
      return { ...(missedIt ? retried(job, event.now) : job), clip: { ...job.clip, path, name, identity, mtimeMs } };
    }

    case 'clip-replaced': {
      // What was read of the old one, and what was wrong with it, says nothing about the new one.
      if (!isUnsent(state)) return job;
      const replaced = { ...job, clip: event.clip, sha256: null };
      const missedIt = state.kind === 'needs-you' && clipReasons.has(state.reason);
      return missedIt ? { ...replaced, failures: 0, state: fresh } : replaced;
    }

    case 'disk-back':
      if (state.kind === 'waiting' && (state.why === 'folder-away' || state.why === 'disk-silent')) return hurried(job);
      return state.kind === 'needs-you' && state.reason === 'clip-missing' ? retried(job, event.now) : job;

    case 'candidate-taken': {
      const asks = state.kind === 'needs-you' && state.reason === 'ask-which';
      if (!asks || !state.candidates.some(({ videoId }) => videoId === event.videoId)) return job;
      return { ...job, failures: 0, state: resumed(state.resume, event.now) };
    }

    case 'unblamed':
      return unblamed(job);

    case 'unblocked':
      return isParkedForPage(state) ? retried(job, event.now) : unblamed(job);

    case 'presumed':
      return presumed(job, event);

    case 'clock-set': {
      const at = dueAt(state);
      return at === null ? job : { ...job, state: withDue(state, at + event.byMs) };
    }

    case 'due-capped': {
      const at = dueAt(state);
      return at === null || at <= event.latest ? job : { ...job, state: withDue(state, event.latest) };
    }

    case 'recover':
      if (state.kind === 'sending') return { ...job, state: fresh };
      if (state.kind === 'processing') return { ...job, state: resumed(resumePoint(state), event.now) };
      return job;
  }
}

/** Nothing of it has left, and nothing is about to: waiting, held back by the user or waiting for the user. */
function isUnsent(state: JobState): boolean {
  const isHeld = state.kind === 'waiting' || state.kind === 'paused' || state.kind === 'needs-you';
  return isHeld && resumePoint(state).from === 'send';
}

function withDue(state: JobState, at: WallMs): JobState {
  if (state.kind === 'unclear') return { ...state, nextLookAt: at };
  return state.kind === 'waiting' || state.kind === 'describing' ? { ...state, until: at } : state;
}

/** What waits for a time goes at once. */
function hurried(job: Job): Job {
  const { state } = job;
  if ((state.kind !== 'waiting' && state.kind !== 'describing') || state.until === null) return job;
  return { ...job, failures: 0, state: { ...state, until: null } };
}

function cancelled(job: Job): Job {
  const { state } = job;
  if (state.kind === 'done' || state.kind === 'cancelled') return job;
  return { ...job, state: { kind: 'cancelled', resume: resumePoint(state) } };
}

function retried(job: Job, now: WallMs): Job {
  const { state } = job;
  if (state.kind === 'waiting' || state.kind === 'describing') return hurried(job);
  if (state.kind !== 'needs-you' && state.kind !== 'cancelled') return job;
  return { ...job, failures: 0, state: resumed(state.resume, now) };
}

/** Terms are another site's own and stay behind. Where it goes is no word about when: a paused clip stays paused. */
function movedTo(job: Job, { accountId, sameSite }: Extract<JobEvent, { kind: 'moved-to-account' }>): Job {
  const draft = sameSite ? job.draft : { ...job.draft, terms: null, termChanges: null };
  // Its user has not looked at what could not be read of it.
  const isDamaged = job.state.kind === 'needs-you' && job.state.reason === 'entry-damaged';
  const state = isDamaged || job.state.kind === 'paused' ? job.state : fresh;
  return { ...job, accountId, draft, failures: 0, state };
}

/** Not looked for yet after a page: when it is not there, that page is no reason to park it. */
function unblamed(job: Job): Job {
  const { state } = job;
  if (state.kind !== 'unclear' || !isPage(state.otherwise)) return job;
  return { ...job, state: { ...state, otherwise: null } };
}

/** What would be sent is looked up instead. A clip that is paused goes on from there, and is looked up before it is sent (runner/send.ts). */
function presumed(job: Job, { attemptId, since, now }: Extract<JobEvent, { kind: 'presumed' }>): Job {
  const { state } = job;
  switch (state.kind) {
    case 'waiting':
    case 'sending':
      return { ...job, state: looking(attemptId, since, now) };
    case 'needs-you':
    case 'cancelled':
      if (state.resume.from !== 'send') return job;
      return { ...job, state: { ...state, resume: { from: 'look', attemptId, since } } };
    default:
      return job;
  }
}

function afterVerdict(
  job: Job,
  state: Extract<JobState, { kind: 'sending' | 'processing' }>,
  event: Extract<JobEvent, { kind: 'verdict' }>,
): Job {
  const { verdict, now, until } = event;
  const known: Job = { ...job, sha256: event.sha256 ?? job.sha256 };
  const since = state.kind === 'processing' ? state.since : now;
  const look = (saidYes: boolean, otherwise: FailureCause | null): JobState => ({
    kind: 'unclear',
    attemptId: state.attemptId,
    since,
    nextLookAt: now,
    looks: 0,
    saidYes,
    otherwise,
  });
  switch (verdict.kind) {
    case 'arrived':
      return {
        ...known,
        failures: 0,
        state: verdict.videoId === null ? look(true, null) : describing(verdict.videoId),
      };
    case 'unclear':
      return { ...known, state: look(false, verdict.otherwise) };
    case 'stopped':
      return { ...known, state: fresh };
    case 'failed':
      return afterFailure(known, verdict.cause, { from: 'send' }, until, waiting);
  }
}

/**
 * Of a clip that was never read to its end nothing but its file is known: it is what the video was found equal to, also when it
 * was touched since it was sent. Else the same file, added again, would be taken for another clip and sent a second time (F-25).
 */
function asFound(job: Job, file: Extract<Finding, { kind: 'found' }>['file']): Job {
  if (!file || job.sha256 !== null) return job;
  const { mtimeMs, ...identity } = file;
  return { ...job, clip: { ...job.clip, identity, mtimeMs } };
}

function afterLook(job: Job, state: Extract<JobState, { kind: 'unclear' }>, finding: Finding, until: WallMs): Job {
  const point: ResumePoint = { from: 'look', attemptId: state.attemptId, since: state.since };
  switch (finding.kind) {
    case 'found': {
      const found = asFound(job, finding.file ?? null);
      const known = isAssumed(state.attemptId) ? foundAgain(found) : found;
      return { ...known, failures: 0, state: describing(finding.videoId) };
    }
    case 'not-yet':
      return { ...job, state: { ...state, looks: state.looks + 1, nextLookAt: finding.nextLookAt } };
    case 'ask':
      return { ...job, failures: 0, state: needsYou('ask-which', 'choose', null, point, finding.candidates) };
    case 'failed':
      // Nobody was asked at all: as soon as the line is there, it is.
      if (finding.cause.kind === 'line') return job;
      // A look that failed proves nothing: only another look can. The job stays unclear, however long that takes.
      return finding.cause.kind === 'needs-you'
        ? { ...job, state: needsYou(finding.cause.reason, finding.cause.action, finding.cause.detail, point) }
        : { ...job, state: { ...state, looks: state.looks + 1, nextLookAt: finding.nextLookAt } };
    case 'absent':
      if (state.saidYes) return { ...job, state: needsYou('arrived-not-found', 'retry', null, point) };
      if (state.otherwise === null) return { ...job, state: fresh };
      return afterFailure(job, state.otherwise, { from: 'send' }, until, waiting);
  }
}

/** What was seen while a change was on its way is kept where the answer to it says nothing newer. */
function alsoSeen(before: Seen, now: Seen): Seen {
  return { ...now, values: { ...before.values, ...now.values } };
}

function afterDescribing(
  job: Job,
  state: Extract<JobState, { kind: 'describing' }>,
  event: Extract<JobEvent, { kind: 'described' }>,
): Job {
  const { result, now, until } = event;
  const point: ResumePoint = { from: 'describe', videoId: state.videoId };
  switch (result.kind) {
    case 'applied': {
      const seen = alsoSeen(job.seen, result.seen);
      const applied: Job = { ...job, failures: 0, seen, appliedRevision: result.revision };
      // Something was typed while the last change was on its way: apply that too.
      if (job.draftRevision > result.revision) return { ...applied, state: describing(state.videoId) };
      return {
        ...applied,
        // Terms that were put on or taken off are so now; the next change begins from what the video has then.
        draft: job.draft.termChanges === null ? job.draft : { ...job.draft, termChanges: null },
        state: { kind: 'done', videoId: state.videoId, finishedAt: now },
      };
    }
    case 'gone':
      // Going on means sending the clip again: there is nothing left to describe.
      return { ...job, state: needsYou('video-gone', 'finish', null, { from: 'send' }) };
    case 'ignored':
      return {
        ...job,
        seen: alsoSeen(job.seen, result.seen),
        state: needsYou('metadata-ignored', 'edit', result.fields, point),
      };
    case 'refused':
      return {
        ...job,
        failures: 0,
        seen: alsoSeen(job.seen, result.seen),
        state: needsYou('metadata-refused', 'edit', `${result.fields}\n${result.said ?? ''}`, point),
      };
    case 'conflict':
      return {
        ...job,
        failures: 0,
        seen: alsoSeen(job.seen, result.seen),
        state: needsYou('changed-on-site', 'resolve', null, point),
      };
    case 'failed': {
      const { cause } = result;
      if (cause.kind === 'needs-you') {
        return { ...job, failures: 0, state: needsYou('metadata-refused', 'edit', cause.detail, point) };
      }
      return afterFailure(job, cause, point, until, (why, at) => ({
        kind: 'describing',
        videoId: state.videoId,
        why,
        until: at,
      }));
    }
  }
}

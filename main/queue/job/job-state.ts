// The states of a job and their transitions: one pure, total function `(job, event) -> job`.
//
// What happens to a job whose answer is lost? `verdict unclear` makes it unclear; looks follow until one finds it (adopt), the
// settle time is over without it (send again, or what the answer said), or the user has to choose.
import type {
  AttemptId,
  Candidate,
  ClipIdentity,
  FailureCause,
  Job,
  JobState,
  NeedsYouAction,
  NeedsYouReason,
  ResumePoint,
  Seen,
  Verdict,
  WaitReason,
  WallMs,
} from '../../model.ts';

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
  | { readonly kind: 'start'; readonly attemptId: AttemptId }
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
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'retry'; readonly now: WallMs }
  | { readonly kind: 'finish'; readonly now: WallMs }
  | { readonly kind: 'chosen'; readonly videoId: number | null }
  /** The app starts: whatever was running is not any more. */
  | { readonly kind: 'recover'; readonly now: WallMs };

/** Failures in a row after which a bounded retry asks the user instead. */
export const mostBoundedFailures = 4;

const fresh: JobState = { kind: 'waiting', why: null, until: null };

const boundedAsk: Readonly<Partial<Record<Extract<FailureCause, { kind: 'retry' }>['why'], NeedsYouReason>>> = {
  'server-error': 'server-error',
  'web-page-answer': 'web-page-answer',
  'clip-busy': 'clip-changing',
};

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
  switch (cause.kind) {
    case 'sign-in':
      // The account stops, not the job: no failure of its own, no waiting time.
      return { ...job, state: wait('sign-in', null) };
    case 'line':
      // Nor is it the job's when nobody gets through to the site (F-18).
      return { ...job, state: wait(cause.why, null) };
    case 'needs-you':
      return { ...job, failures: 0, state: needsYou(cause.reason, cause.action, cause.detail, resume) };
    case 'retry': {
      // A pause that the site asked for is planned: it uses up no try (F-14).
      const busy = cause.why === 'site-busy' || cause.why === 'site-maintenance';
      const failures = busy && cause.afterMs !== null ? job.failures : job.failures + 1;
      const asked = cause.bounded && failures >= mostBoundedFailures ? boundedAsk[cause.why] : undefined;
      if (asked) return { ...job, failures: 0, state: needsYou(asked, 'retry', null, resume) };
      return { ...job, failures, state: wait(cause.why, until) };
    }
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

function resumed(point: ResumePoint, now: WallMs): JobState {
  switch (point.from) {
    case 'send':
      return fresh;
    case 'look':
      return {
        kind: 'unclear',
        attemptId: point.attemptId,
        since: point.since,
        nextLookAt: now,
        looks: 0,
        saidYes: false,
        otherwise: null,
      };
    case 'describe':
      return describing(point.videoId);
  }
}

/** Total over every pair: an event that means nothing in a state returns the very same job. */
export function transition(job: Job, event: JobEvent): Job {
  const { state } = job;
  switch (event.kind) {
    case 'start':
      return state.kind === 'waiting' ? { ...job, state: { kind: 'sending', attemptId: event.attemptId } } : job;

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
      return state.kind === 'done' || state.kind === 'cancelled'
        ? job
        : { ...job, state: { kind: 'cancelled', resume: resumePoint(state) } };

    case 'retry':
      if (state.kind === 'waiting' || state.kind === 'describing') {
        return state.until === null ? job : { ...job, failures: 0, state: { ...state, until: null } };
      }
      if (state.kind === 'needs-you' || state.kind === 'cancelled') {
        return { ...job, failures: 0, state: resumed(state.resume, event.now) };
      }
      return job;

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

    case 'recover':
      if (state.kind === 'sending') return { ...job, state: fresh };
      if (state.kind === 'processing') return { ...job, state: resumed(resumePoint(state), event.now) };
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
    case 'found':
      return { ...asFound(job, finding.file ?? null), failures: 0, state: describing(finding.videoId) };
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

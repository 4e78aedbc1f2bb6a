// What follows from an answer: to an attempt, to a look on the site, and to what was typed; part of the one table (job-state.ts).
//
// What happens to a job whose answer is lost? `verdict unclear` makes it unclear; looks follow until one finds it (adopt), the
// settle time is over without it (send again, or what the answer said), or the user has to choose.
import type {
  Candidate,
  FailureCause,
  Job,
  JobState,
  NeedsYouAction,
  NeedsYouReason,
  ResumePoint,
  Seen,
  WaitReason,
  WallMs,
} from '../../model.ts';
import { nextTry } from '../../retry.ts';
import type { Finding, JobEvent } from './job-event.ts';
import { foundAgain, isAssumed } from './presumed-attempt.ts';

export const fresh: JobState = { kind: 'waiting', why: null, until: null };

/** What a job does of which nothing is on its site: it waits for its turn, or for its user's word. */
export function unsent({ isHeld }: Pick<Job, 'isHeld'>): JobState {
  return isHeld ? { kind: 'ready' } : fresh;
}

export function describing(videoId: number): JobState {
  return { kind: 'describing', videoId, why: null, until: null };
}

export function waiting(why: WaitReason, until: WallMs | null): JobState {
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

/** A site that fails at the details of a video has the video. */
const whileDescribing: Readonly<Partial<Record<NeedsYouReason, NeedsYouReason>>> = {
  'server-error': 'metadata-failing',
  'web-page-answer': 'metadata-blocked',
};

/**
 * The state that follows a failure whose meaning is known; `wait` is what the job does when it goes on by itself: at `until`, or
 * with its account or site.
 */
export function afterFailure(
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
    case 'ask': {
      const reason = (resume.from === 'describe' ? whileDescribing[next.reason] : undefined) ?? next.reason;
      return { ...job, failures: 0, state: needsYou(reason, next.action, next.detail, resume) };
    }
    case 'again':
      return { ...job, failures: next.failures, state: wait(next.why, until) };
  }
}

export function afterVerdict(
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

/** What was found on the site stands for the job from here on. */
export function adopted(job: Job, { videoId, file }: Extract<Finding, { kind: 'found' }>): Job {
  return { ...asFound(job, file ?? null), failures: 0, state: describing(videoId) };
}

export function afterLook(
  job: Job,
  state: Extract<JobState, { kind: 'unclear' }>,
  finding: Finding,
  until: WallMs,
): Job {
  const point: ResumePoint = { from: 'look', attemptId: state.attemptId, since: state.since };
  switch (finding.kind) {
    case 'found': {
      const found = adopted(job, finding);
      return isAssumed(state.attemptId) && !finding.isLate ? foundAgain(found) : found;
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
    case 'refused': {
      const { otherwise } = state;
      if (otherwise?.kind !== 'needs-you') return job;
      return { ...job, failures: 0, state: needsYou(otherwise.reason, otherwise.action, otherwise.detail, point) };
    }
    case 'absent':
      if (state.saidYes) return { ...job, state: needsYou('arrived-not-found', 'retry', null, point) };
      if (state.otherwise === null) return { ...job, state: unsent(job) };
      return afterFailure(job, state.otherwise, { from: 'send' }, until, waiting);
  }
}

/** What was seen while a change was on its way is kept where the answer to it says nothing newer. */
function alsoSeen(before: Seen, now: Seen): Seen {
  return { ...now, values: { ...before.values, ...now.values } };
}

export function afterDescribing(
  job: Job,
  state: Extract<JobState, { kind: 'describing' }>,
  event: Extract<JobEvent, { kind: 'described' }>,
): Job {
  const { result, now, until } = event;
  const { videoId } = state;
  const point: ResumePoint = { from: 'describe', videoId };
  const later = (why: WaitReason, at: WallMs | null): JobState => ({ kind: 'describing', videoId, why, until: at });
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
        // An edit of later moves no arrival.
        state: { kind: 'done', videoId: state.videoId, finishedAt: job.arrivedAt ?? now },
      };
    }
    case 'typed-since':
      return { ...job, state: describing(videoId) };
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
    case 'older-failed': {
      const applied: Job = { ...job, seen: alsoSeen(job.seen, result.seen), appliedRevision: result.revision };
      const failed = afterFailure(applied, result.cause, point, until, later);
      const { state: parked } = failed;
      return parked.kind === 'needs-you' ? { ...failed, state: { ...parked, reason: 'older-stays' } } : failed;
    }
    case 'failed': {
      const { cause } = result;
      if (cause.kind === 'needs-you') {
        return { ...job, failures: 0, state: needsYou('metadata-refused', 'edit', cause.detail, point) };
      }
      return afterFailure(job, cause, point, until, later);
    }
  }
}

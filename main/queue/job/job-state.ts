// The states of a job and their transitions: one pure, total function `(job, event) -> job`.
//
// Nothing else makes a state: what is written down is what `transition` gives for the job as it was read in the same write
// (store/job-store.ts), or what is read back from the disk (store/rows.ts).
import { byField, type PlainDraft } from '../../fields.ts';
import {
  type AttemptId,
  type Draft,
  type Job,
  type JobState,
  jobBegun,
  type NeedsYouReason,
  nothingSeen,
  type ResumePoint,
  type WallMs,
} from '../../model.ts';
import { dueAt, isSentAway, isUnsent, recordOf, resumePoint } from '../../states.ts';
import {
  adopted,
  afterDescribing,
  afterFailure,
  afterLook,
  afterVerdict,
  describing,
  fresh,
  unsent,
  waiting,
} from './after-answer.ts';
import type { JobEvent } from './job-event.ts';
import { isPage, isParkedForPage } from './page-answer.ts';

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

/** A job as it comes to the list: it waits for its turn, or for its user's word. */
export function newJob(job: Omit<Job, 'state' | keyof typeof jobBegun> & Partial<Job>): Job {
  const begun = { ...jobBegun, ...job };
  return { ...begun, state: unsent(begun) };
}

/** A job of which something could not be read, before it is written over: it goes on only by its user's word, and `waits` for that. */
export function heldBack(job: Job, waits: JobState): Job {
  const { group } = recordOf(job.state);
  return group === 'needs-you' || group === 'done' ? job : { ...job, state: waits };
}

/** To be looked for from now on; `since` = when its last byte may have left. */
function looking(attemptId: AttemptId, since: WallMs, now: WallMs): JobState {
  return { kind: 'unclear', attemptId, since, nextLookAt: now, looks: 0, saidYes: false, otherwise: null };
}

function resumed(job: Pick<Job, 'isHeld'>, point: ResumePoint, now: WallMs): JobState {
  switch (point.from) {
    case 'send':
      return unsent(job);
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
        arrivedAt: null,
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
      if (state.kind !== 'waiting' && !(state.kind === 'ready' && event.cause.kind === 'needs-you')) return job;
      return afterFailure(job, event.cause, { from: 'send' }, event.until, waiting);

    case 'looked':
      if (state.kind === 'unclear') return afterLook(job, state, event.finding, event.until);
      // While its answer is awaited only its being there counts.
      return state.kind === 'processing' && event.finding.kind === 'found' ? adopted(job, event.finding) : job;

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
        return { ...edited, failures: 0, arrivedAt: state.finishedAt, state: describing(state.videoId) };
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
        state: resumed(job, state.resume, event.now),
      };

    case 'send':
      return state.kind === 'ready' ? { ...job, isHeld: false, state: fresh } : job;

    case 'pause':
      // After the last byte there is nothing left to hold back: the outcome is followed to its end.
      return state.kind === 'waiting' || state.kind === 'sending'
        ? { ...job, failures: 0, state: { kind: 'paused' } }
        : job;

    case 'resume':
      return state.kind === 'paused' ? { ...job, state: unsent(job) } : job;

    case 'cancel':
      return cancelled(job);

    case 'retry':
      // What is asked has to be answered: its own event goes on from there.
      return isAskedVersion(state) ? job : retried(job, event.now);

    case 'version-chosen':
      return versionChosen(job, event);

    case 'sent-anew':
      if (state.kind !== 'done' || state.videoId === null || state.videoId !== event.videoId) return job;
      // What was seen was the old video's: all that was typed goes along with the new one.
      return {
        ...job,
        isHeld: false,
        failures: 0,
        seen: nothingSeen,
        draftRevision: job.draftRevision + 1,
        state: fresh,
      };

    case 'finish':
      if (state.kind !== 'needs-you') return job;
      // It is not on the site, and whoever names the file again wants it there.
      if (state.reason === 'video-gone') return cancelled(job);
      if (state.resume.from === 'send') return job;
      return {
        ...job,
        seen: { ...job.seen, theirs: {} },
        appliedRevision: job.draftRevision,
        state: {
          kind: 'done',
          videoId: state.resume.from === 'describe' ? state.resume.videoId : null,
          finishedAt: job.arrivedAt ?? event.now,
        },
      };

    case 'chosen':
      if (state.kind !== 'needs-you' || state.reason !== 'ask-which') return job;
      return { ...job, failures: 0, state: event.videoId === null ? unsent(job) : describing(event.videoId) };

    case 'none-of-these':
      if (state.kind !== 'needs-you' || state.reason !== 'ask-which') return job;
      return { ...job, failures: 0, state: resumed(job, state.resume, event.now) };

    case 'removed':
      return job.removed ? cancelled(job) : { ...cancelled(job), removed: true };

    case 'put-back':
      return putBack(job, event);

    case 'brought-back':
      if (!job.removed && state.kind !== 'cancelled') return job;
      return { ...retried({ ...job, isHeld: event.isHeld }, event.now), removed: false };

    case 'moved-to-account':
      return isUnsent(state) ? movedTo(job, event) : job;

    case 'hurried':
      return isSentAway(state) ? hurried(job) : job;

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
      return missedIt ? { ...replaced, failures: 0, state: unsent(job) } : replaced;
    }

    case 'disk-back':
      if (state.kind === 'waiting' && (state.why === 'folder-away' || state.why === 'disk-silent')) return hurried(job);
      return state.kind === 'needs-you' && state.reason === 'clip-missing' ? retried(job, event.now) : job;

    case 'candidate-taken': {
      const asks = state.kind === 'needs-you' && state.reason === 'ask-which';
      if (!asks || !state.candidates.some(({ videoId }) => videoId === event.videoId)) return job;
      return { ...job, failures: 0, state: resumed(job, state.resume, event.now) };
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
      return recordOf(state).runs ? { ...job, state: resumed(job, resumePoint(state), event.now) } : job;
  }
}

/** Its user is asked what becomes of the older video. */
function isAskedVersion(state: JobState): boolean {
  return state.kind === 'needs-you' && state.reason === 'newer-version';
}

function versionChosen(job: Job, { draft, now }: Extract<JobEvent, { kind: 'version-chosen' }>): Job {
  const { state } = job;
  const isAsked = isAskedVersion(state);
  // What it was to get is not made up: its user looks at it first.
  if (draft === 'damaged')
    return isAsked && state.kind === 'needs-you'
      ? { ...job, state: { ...state, reason: 'entry-damaged', action: 'retry' } }
      : job;
  const drafted = draft === null ? job : alsoDrafted(job, draft);
  return isAsked ? retried(drafted, now) : drafted;
}

/** What nobody has typed for it yet becomes as in `draft`. */
function alsoDrafted(job: Job, draft: Draft): Job {
  const hasTerms = job.draft.terms !== null || job.draft.termChanges !== null;
  const { terms, termChanges } = hasTerms ? job.draft : draft;
  const plain = byField<PlainDraft>((field) => job.draft[field] ?? draft[field]);
  const after: Draft = { ...plain, terms, termChanges };
  return JSON.stringify(after) === JSON.stringify(job.draft)
    ? job
    : { ...job, draft: after, draftRevision: job.draftRevision + 1 };
}

function withDue(state: JobState, at: WallMs): JobState {
  const { due } = recordOf(state);
  if (due === 'nextLookAt' && 'nextLookAt' in state) return { ...state, nextLookAt: at };
  return due === 'until' && 'until' in state ? { ...state, until: at } : state;
}

/** What waits for a time goes at once. */
function hurried(job: Job): Job {
  const { state } = job;
  if (!('why' in state) || state.until === null) return job;
  return { ...job, failures: 0, state: { ...state, until: null } };
}

function cancelled(job: Job): Job {
  const { state } = job;
  if (recordOf(state).group === 'done') return job;
  return { ...job, state: { kind: 'cancelled', resume: resumePoint(state) } };
}

/** What stood still stands as before; what asks about videos that may be another clip's by now is looked into anew. */
function putBack(job: Job, { was, now }: Extract<JobEvent, { kind: 'put-back' }>): Job {
  const { state } = job;
  const back = job.removed ? { ...job, removed: false } : job;
  // Something else has become of it meanwhile, or nothing was to be sent any more.
  if (state.kind !== 'cancelled' || was.kind === 'cancelled') return back;
  // What may have been sent meanwhile by nobody known is looked up before a paused clip goes (runner/send.ts).
  if (was.kind === 'paused' && state.resume.from !== 'describe') return { ...back, failures: 0, state: was };
  const stood = was.kind === 'needs-you' && was.reason !== 'ask-which';
  const isSamePoint = JSON.stringify(resumePoint(was)) === JSON.stringify(state.resume);
  return { ...back, failures: 0, state: stood && isSamePoint ? was : resumed(job, state.resume, now) };
}

function retried(job: Job, now: WallMs): Job {
  const { state } = job;
  if ('why' in state) return hurried(job);
  return 'resume' in state ? { ...job, failures: 0, state: resumed(job, state.resume, now) } : job;
}

/** Terms are another site's own and stay behind. Where it goes is no word about when: a paused clip stays paused, one that is ready ready. */
function movedTo(job: Job, { accountId, sameSite }: Extract<JobEvent, { kind: 'moved-to-account' }>): Job {
  const draft = sameSite ? job.draft : { ...job.draft, terms: null, termChanges: null };
  // Its user has not looked at what could not be read of it.
  const isDamaged = job.state.kind === 'needs-you' && job.state.reason === 'entry-damaged';
  const state = isDamaged || job.state.kind === 'paused' ? job.state : unsent(job);
  return { ...job, accountId, draft, failures: 0, state };
}

/** Not looked for yet after a page: when it is not there, that page is no reason to park it. */
function unblamed(job: Job): Job {
  const { state } = job;
  if (state.kind !== 'unclear' || !isPage(state.otherwise)) return job;
  return { ...job, state: { ...state, otherwise: null } };
}

/** What would be sent is looked up instead. A clip that is paused or ready goes on from there, and is looked up before it is sent (runner/send.ts). */
function presumed(job: Job, { attemptId, since, now }: Extract<JobEvent, { kind: 'presumed' }>): Job {
  const { state } = job;
  if (recordOf(state).resume === 'send' && state.kind !== 'paused' && state.kind !== 'ready')
    return { ...job, state: looking(attemptId, since, now) };
  if (!('resume' in state) || state.resume.from !== 'send') return job;
  return { ...job, state: { ...state, resume: { from: 'look', attemptId, since } } };
}

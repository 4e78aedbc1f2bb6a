// Sends one clip: its attempt is durable before the first byte leaves, and `processing` before the last bytes do.
import { type Attempt, type Clip, type FailureCause, isSameFile, type Job } from '../../model.ts';
import type { StepReport } from '../../retry.ts';
import { carriedOn, contentOf } from '../job/attempt-lineage.ts';
import type { JobEvent } from '../job/job-event.ts';
import { isPage } from '../job/page-answer.ts';
import { isAssumed } from '../job/presumed-attempt.ts';
import { noteBlocked, resumeBlocked } from './blocked-clips.ts';
import type { RunnerContext } from './context.ts';
import { causeOf, endOf, type SendOutcome } from './job-tasks.ts';
import type { Live } from './live.ts';

/** A clip that was seen on its site and then not found there is looked at again after so long, in ms. */
const turnMs = 30_000;
const again: FailureCause = { kind: 'retry', why: 'other-computer', afterMs: turnMs, bounded: false };

/** Up to this size intent and "may have arrived" are one write: the whole clip leaves in one go anyway. */
const oneGoBytes = 256 * 1024;

/** A clip that was found fit to go, as it is on disk now. */
interface Ready {
  readonly kind: 'go';
  readonly clip: Clip;
  /** As far as its bytes are known before they are sent. */
  readonly sha256: string | null;
  readonly inOneGo: boolean;
}

/** Whom an attempt asks. */
interface Asked {
  readonly host: string;
  /** As they were when it began. */
  readonly lifts: number;
  readonly report: StepReport;
}

/** `mayGo` = nothing holds the account back at this moment. */
export async function sendOne(context: RunnerContext, job: Job, one: Live, mayGo: () => boolean): Promise<void> {
  const { clock, store, jobTasks, circuits, apply, beginStep } = context;
  const assumed = store.attempts(job.id).find((tried) => isAssumed(tried.id) && tried.ended === null);
  if (assumed) {
    const now = clock.now();
    await apply(job.id, { kind: 'presumed', attemptId: assumed.id, since: assumed.endedAt ?? now, now });
    return;
  }
  // Told what comes of it, also should the account be removed meanwhile.
  const host = jobTasks.hostOf(job.accountId);
  const asked: Asked = { host, lifts: circuits.lifts(host), report: beginStep(host) };
  const { report } = asked;
  const ready = await getReady(context, job, one.stop.signal);
  if (ready.kind === 'stop') return refuse(context, job, report(ready.cause), ready.cause);
  if (ready.kind === 'seen') return presume(context, job, ready.clip, report);
  // Paused, signed out or told to wait while the clip was checked: it waits like the others.
  if (!mayGo() || one.stop.signal.aborted) return;
  const beganAt = clock.monotonic();
  const attempt = newAttempt(context, job, ready.clip);
  const started = await begin(context, job, ready, attempt);
  if (!started) return;
  const outcome = await transmit(context, started, attempt, one, ready.inOneGo);
  // By the clock as it stood at the beginning, should it have been set back meanwhile (F-13).
  const endedAt = Math.max(clock.now(), attempt.startedAt + (clock.monotonic() - beganAt));
  const ended = { ...attempt, endedAt, sentBytes: seenToLeave(one) };
  await conclude(context, job, asked, { ...ended, ended: endOfTry(outcome, one) }, outcome);
}

type NotReady =
  | { readonly kind: 'stop'; readonly cause: FailureCause }
  /** Its site seems to have it already. */
  | { readonly kind: 'seen'; readonly clip: Clip };

async function getReady({ jobTasks }: RunnerContext, job: Job, signal: AbortSignal): Promise<Ready | NotReady> {
  const checked = await jobTasks.check(job);
  if (checked.kind === 'stop') return checked;
  const { clip } = checked;
  const inOneGo = clip.identity.size <= oneGoBytes;
  // What was read of a clip that was replaced since says nothing about the new one.
  const readBefore = clip === job.clip ? job.sha256 : null;
  // Written down before the site can have it: after a crash a touched file is still known by its bytes (F-02, F-25).
  const sha256 = readBefore ?? (inOneGo ? await jobTasks.hashed(clip) : null);
  // What takes long of it comes before the look, which is to be as young as can be.
  const kept = await jobTasks.enter({ ...job, clip });
  if (kept) return { kind: 'stop', cause: kept };
  const elsewhere = await jobTasks.elsewhere({ ...job, clip }, 'begin', inOneGo, signal);
  if (elsewhere.kind !== 'no') return elsewhere.kind === 'stop' ? elsewhere : { kind: 'seen', clip };
  // After the reading: a clock that is set meanwhile would leave an attempt of which nobody knows when it began (F-13).
  const cause = await jobTasks.enter({ ...job, clip });
  return cause ? { kind: 'stop', cause } : { kind: 'go', clip, sha256, inOneGo };
}

/** The site has it already, from elsewhere: it is looked for like a clip that may have been sent. */
async function presume(context: RunnerContext, job: Job, clip: Clip, report: StepReport): Promise<void> {
  const { clock, store, jobTasks, apply } = context;
  const attempt = jobTasks.elsewhereAttempt({ ...job, clip });
  const last = store.attempt(attempt.id);
  // Seen, looked for, not there, seen again: whatever it is with this site, it is not asked about that without a pause.
  if (last?.ended === 'absent' && clock.now() - (last.looks.at(-1)?.at ?? 0) < turnMs)
    return refuse(context, job, report(again), again);
  await apply(
    job.id,
    (before) =>
      isLookedAt(before, job) ? { kind: 'presumed', attemptId: attempt.id, since: 0, now: clock.now() } : null,
    (before, after) => {
      if (before === after) return;
      const known = store.attempt(attempt.id);
      if (known === null) store.insertAttempt(attempt);
      // What the user said of videos that are not this clip stays said.
      else store.saveAttempt({ ...attempt, looks: known.looks, rejectedVideoIds: known.rejectedVideoIds });
    },
  );
}

async function refuse(
  { jobTasks, apply }: RunnerContext,
  job: Job,
  until: RunnerContext['until'],
  cause: FailureCause,
): Promise<void> {
  await apply(
    job.id,
    (now) =>
      isLookedAt(now, job) ? { kind: 'refused-before-sending', cause, until: until(now.failures, cause) } : null,
    () => {
      if (cause.kind === 'sign-in') jobTasks.signedOut(job.accountId);
    },
  );
}

function newAttempt({ clock, random, store, jobTasks }: RunnerContext, job: Job, clip: Clip): Attempt {
  const prepared = jobTasks.prepare({ ...job, clip });
  const content = contentOf(clip.identity);
  return {
    id: random.hex(8),
    jobId: job.id,
    boundary: `----clipferry${random.hex(16)}`,
    key: random.hex(16),
    content,
    startedAt: clock.now(),
    endedAt: null,
    ended: null,
    status: null,
    said: null,
    sentBytes: null,
    looks: [],
    mediaId: null,
    rejectedVideoIds: [],
    ...prepared,
    ...carriedOn(store.attempts(job.id), content, prepared.fileName),
  };
}

/** Writes the attempt down. Null = the job does not go: it was changed meanwhile, or its bytes are on their way already. */
async function begin(
  { clock, store, apply }: RunnerContext,
  job: Job,
  { clip, sha256, inOneGo }: Ready,
  attempt: Attempt,
): Promise<Job | null> {
  const start = (before: Job): JobEvent | null => {
    if (!isLookedAt(before, job)) return null;
    const read = sha256 ?? (clip === job.clip ? before.sha256 : null);
    // Inside the write: of two jobs with the same bytes only the first to start goes (F-31).
    const known = read === null ? null : store.underWay(job.accountId, clip.identity.size, read, job.id);
    if (known) {
      const cause: FailureCause = { kind: 'needs-you', reason: 'clip-known', action: 'retry', detail: known.clip.name };
      return { kind: 'refused-before-sending', cause, until: clock.now() };
    }
    const mayHaveArrivedAt = inOneGo ? clock.now() : null;
    return { kind: 'start', attemptId: attempt.id, clip, sha256: read, mayHaveArrivedAt };
  };
  const after = await apply(job.id, start, (_, started) => {
    if (isOf(started, attempt)) store.insertAttempt(attempt);
  });
  return after && isOf(after, attempt) ? after : null;
}

/** False = the clip was found in another place, or another version took its place, since it was looked at: that one gets its own turn. */
function isLookedAt({ clip }: Job, looked: Job): boolean {
  return clip.path === looked.clip.path && isSameFile(clip.identity, looked.clip.identity);
}

/** Whether it is this attempt that is under way. */
function isOf({ state }: Job, attempt: Attempt): boolean {
  return (state.kind === 'sending' || state.kind === 'processing') && state.attemptId === attempt.id;
}

function transmit(
  { clock, jobTasks, apply, onChange }: RunnerContext,
  job: Job,
  attempt: Attempt,
  one: Live,
  inOneGo: boolean,
): Promise<SendOutcome> {
  one.leaves();
  return jobTasks.send(
    job,
    attempt,
    one.stop.signal,
    (bytes) => {
      one.taken(bytes);
      onChange(job.id, false);
    },
    async (digest) => {
      one.hasLetGo = inOneGo;
      if (inOneGo) return;
      // Another computer may have been as quick: what is there now is looked for instead of being sent to its end.
      const there = await jobTasks.elsewhere(job, 'end', false, one.stop.signal);
      if (there.kind === 'seen' && !one.stop.signal.aborted) {
        one.isElsewhere = true;
        one.stop.abort();
      }
      one.stop.signal.throwIfAborted();
      const now = await apply(job.id, { kind: 'last-bytes', now: clock.now(), sha256: digest });
      // Paused or cancelled a moment ago: the last bytes must not leave.
      if (now?.state.kind !== 'processing') one.stop.abort();
      one.stop.signal.throwIfAborted();
      one.hasLetGo = true;
    },
  );
}

/** Bytes of the clip that the connection took; null = it broke with the last ones in its hands, and nobody saw how many of them left. */
function seenToLeave({ sentBytes, bytes, hasLetGo }: Live): number | null {
  return hasLetGo && sentBytes < bytes ? null : Math.min(sentBytes, bytes);
}

/** How the attempt ended, for its history. */
function endOfTry(outcome: SendOutcome, { isElsewhere }: Live): Attempt['ended'] {
  return isElsewhere && outcome.verdict.kind === 'stopped' ? 'elsewhere' : endOf(outcome);
}

/** Writes down what came of the attempt; `ended` says when it did and how far it got. */
async function conclude(
  context: RunnerContext,
  job: Job,
  { host, lifts, report }: Asked,
  ended: Attempt,
  outcome: SendOutcome,
): Promise<void> {
  const { clock, store, jobTasks, circuits, apply, endedAt } = context;
  const { verdict } = outcome;
  const now = clock.now();
  const cause = causeOf(verdict);
  const until = report(cause);
  // A clip that was stopped, missing or kept back said nothing about the site.
  const answered = verdict.kind === 'arrived' || outcome.status !== null;
  const tell = answered || isPage(cause) ? circuits.clipAnswered(host, job.id, isPage(cause), lifts) : [];
  /** Found while its answer was awaited; asked when this is written down, as a look may have ended a moment before. */
  const adopted = (): Attempt | null => {
    const known = store.attempt(ended.id);
    return known?.ended === 'found' ? known : null;
  };
  if (!adopted() && (verdict.kind === 'arrived' || verdict.kind === 'unclear'))
    endedAt.set(ended.id, clock.monotonic());
  await apply(
    job.id,
    (before) =>
      adopted()
        ? null
        : { kind: 'verdict', verdict, now, until: until(before.failures, cause), sha256: outcome.sha256 },
    () => {
      if (adopted()) return;
      const looks = store.attempt(ended.id)?.looks ?? [];
      store.saveAttempt({ ...ended, looks, status: outcome.status, said: outcome.said, mediaId: outcome.mediaId });
      if (verdict.kind === 'failed' && verdict.cause.kind === 'sign-in') jobTasks.signedOut(job.accountId);
    },
  );
  const found = adopted();
  if (found) await confirm(context, found, outcome);
  await noteBlocked(context, host, tell);
  // A page in place of every upload bans nobody, as long as the site answers anything else (F-21).
  if (tell.length > 0) circuits.blocked(host, await jobTasks.isBlocked(job.accountId));
  if (verdict.kind === 'arrived') await resumeBlocked(context, host);
}

/** The clip was found on its site while its answer was awaited: what comes late changes nothing about the job. */
async function confirm({ store, logger }: RunnerContext, known: Attempt, outcome: SendOutcome): Promise<void> {
  const { verdict, status, said, mediaId } = outcome;
  if (status === null) return;
  logger.info('A late answer', { job: known.jobId, verdict: verdict.kind, status });
  const ended = verdict.kind === 'arrived' ? 'arrived' : known.ended;
  await store.write(() => store.saveAttempt({ ...known, ended, status, said, mediaId }));
}

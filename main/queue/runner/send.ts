// Sends one clip: its attempt is durable before the first byte leaves, and `processing` before the last bytes do.
import type { AccountId, Attempt, FailureCause, Job, SiteId } from '../../model.ts';
import { carriedOn, contentOf } from '../job/attempt-lineage.ts';
import { transition } from '../job/job-state.ts';
import { broughtInDoubt, isAssumed } from '../job/presumed-attempt.ts';
import type { Speed } from '../progress/speed.ts';
import { noteBlocked, resumeBlocked } from './blocked-clips.ts';
import type { RunnerContext } from './context.ts';
import { causeOf, endOf, isPage } from './job-tasks.ts';

/** What is known of a running job beyond its row. */
export interface Live {
  readonly accountId: AccountId;
  readonly siteId: SiteId;
  readonly bytes: number;
  readonly stop: AbortController;
  readonly speed: Speed;
  sentBytes: number;
}

/** Up to this size intent and "may have arrived" are one write: the whole clip leaves in one go anyway. */
const oneGoBytes = 256 * 1024;

/** `mayGo` = nothing holds the account back at this moment. */
export async function sendOne(context: RunnerContext, job: Job, one: Live, mayGo: () => boolean): Promise<void> {
  const { clock, random, store, jobTasks, circuits, apply, until, onChange, endedAt } = context;
  const assumed = store.attempts(job.id).find(({ id, ended }) => isAssumed(id) && ended === null);
  if (assumed) {
    const state = broughtInDoubt(job.state, assumed.id, assumed.endedAt ?? clock.now(), clock.now());
    await apply(job.id, { kind: 'resume' }, (before) =>
      before.state.kind === 'waiting' ? { ...before, state } : before,
    );
    return;
  }
  const host = jobTasks.hostOf(job.accountId);
  const refuse = async (cause: FailureCause): Promise<void> => {
    circuits.report(host, cause);
    await apply(
      job.id,
      (now) => ({ kind: 'refused-before-sending', cause, until: until(now.failures, cause) }),
      () => {
        if (cause.kind === 'sign-in') jobTasks.signedOut(job.accountId);
        return undefined;
      },
    );
  };
  const checked = await jobTasks.check(job);
  if (checked.kind === 'stop') return refuse(checked.cause);
  const inOneGo = checked.clip.identity.size <= oneGoBytes;
  // What was read of a clip that was replaced since says nothing about the new one.
  const readBefore = checked.clip === job.clip ? job.sha256 : null;
  // Written down before the site can have it: after a crash a touched file is still known by its bytes (F-02, F-25).
  const sha256 = readBefore ?? (inOneGo ? await jobTasks.hashed(checked.clip) : null);
  const ready = { ...job, clip: checked.clip };
  // After the reading: a clock that is set meanwhile would leave an attempt of which nobody knows when it began (F-13).
  const refusal = await jobTasks.enter(ready);
  if (refusal) return refuse(refusal);
  // Paused, signed out or told to wait while the clip was checked: it waits like the others.
  if (!mayGo()) return;
  const prepared = jobTasks.prepare(ready);
  const content = contentOf(checked.clip.identity);
  const beganAt = clock.monotonic();
  const attempt: Attempt = {
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
  const started = await apply(job.id, { kind: 'start', attemptId: attempt.id }, (before, after) => {
    if (after === before) return undefined;
    const read = sha256 ?? (checked.clip === job.clip ? after.sha256 : null);
    // Inside the write: of two jobs with the same bytes only the first to start goes (F-31).
    const known = read === null ? null : store.underWay(job.accountId, checked.clip.identity.size, read, job.id);
    if (known) {
      const cause: FailureCause = { kind: 'needs-you', reason: 'clip-known', action: 'retry', detail: known.clip.name };
      return transition(before, { kind: 'refused-before-sending', cause, until: clock.now() });
    }
    store.insertAttempt(attempt);
    const sending = { ...after, clip: checked.clip, sha256: read };
    return inOneGo ? transition(sending, { kind: 'last-bytes', now: clock.now(), sha256: null }) : sending;
  });
  if (!started || (started.state.kind !== 'sending' && started.state.kind !== 'processing')) return;
  if (started.state.attemptId !== attempt.id) return;

  const outcome = await jobTasks.send(
    started,
    attempt,
    one.stop.signal,
    (bytes) => {
      one.sentBytes = bytes;
      one.speed.sample(bytes, clock.monotonic());
      onChange(job.id, false);
    },
    async (digest) => {
      if (inOneGo) return;
      const now = await apply(job.id, { kind: 'last-bytes', now: clock.now(), sha256: digest });
      // Paused or cancelled a moment ago: the last bytes must not leave.
      if (now?.state.kind !== 'processing') one.stop.abort();
      one.stop.signal.throwIfAborted();
    },
  );
  const now = clock.now();
  if (outcome.verdict.kind === 'arrived' || outcome.verdict.kind === 'unclear') {
    endedAt.set(attempt.id, clock.monotonic());
  }
  const cause = causeOf(outcome.verdict);
  circuits.report(host, cause);
  // A clip that was stopped, missing or kept back said nothing about the site.
  const answered = outcome.verdict.kind === 'arrived' || outcome.status !== null;
  const tell = answered || isPage(cause) ? circuits.clipAnswered(host, job.id, isPage(cause)) : [];
  await apply(
    job.id,
    (before) => ({
      kind: 'verdict',
      verdict: outcome.verdict,
      now,
      until: until(before.failures, cause),
      sha256: outcome.sha256,
    }),
    () => {
      store.saveAttempt({
        ...attempt,
        // By the clock as it stood at the beginning, should it have been set back meanwhile (F-13).
        endedAt: Math.max(now, attempt.startedAt + (clock.monotonic() - beganAt)),
        ended: endOf(outcome),
        status: outcome.status,
        said: outcome.said,
        sentBytes: Math.min(one.sentBytes, one.bytes),
        mediaId: outcome.mediaId,
      });
      if (outcome.verdict.kind === 'failed' && outcome.verdict.cause.kind === 'sign-in')
        jobTasks.signedOut(job.accountId);
      return undefined;
    },
  );
  await noteBlocked(context, host, tell);
  if (outcome.verdict.kind === 'arrived') await resumeBlocked(context, host);
}

// Runs the queue: picks what is due, lets the steps do it, and writes each change down before acting on it.
//
// Invariants:
// - only `apply` changes a job, in a write that reads it first: two events can never overwrite each other;
// - an attempt and its state are durable before the first byte leaves, and `processing` before the last bytes do;
// - a user's pause or cancel is durable before the request is ended, so a verdict that comes later changes nothing.
import type { AccountId, Attempt, AttemptId, Clip, Job, JobId, JobState, Meaning } from '../model.ts';
import type { Clock, Logger, Random } from '../ports.ts';
import { clampedDue, movedDue, watchClock } from './due.ts';
import { createHolds } from './holds.ts';
import { type Finding, type JobEvent, resumePoint, transition } from './job-state.ts';
import { backOff, bigBytes, isSettled, type Lanes, nextLook, room, untilDue } from './schedule.ts';
import { type Speed, speedometer } from './speed.ts';
import type { QueueStore } from './store.ts';
import { crashEvent, endOf, meaningOf, type Steps } from './work.ts';

/** What is known of a running job beyond its row. */
export interface Live {
  readonly accountId: AccountId;
  readonly bytes: number;
  readonly stop: AbortController;
  readonly speed: Speed;
  sentBytes: number;
}

export interface RunnerOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly store: QueueStore;
  readonly steps: Steps;
  /** Asked each time work is picked, so that a change counts at once. */
  readonly lanes: () => Lanes;
  /** Something about the job changed; `listed` = its row may have moved between filters. */
  readonly onChange: (jobId: JobId, listed: boolean) => void;
  /** A job went from one state to another, as written down. */
  readonly onMoved: (before: Job, after: Job) => void;
  /** The number of sending jobs went from or to zero. */
  readonly onBusy: (busy: boolean) => void;
}

export interface Runner {
  /** Puts right what a crash left, then begins. */
  start(): Promise<void>;
  /** Ends what is running and waits for it. */
  stop(): Promise<void>;
  /** Looks for work soon; call after anything that may have made some. */
  kick(): void;
  apply(jobId: JobId, event: JobEvent | ((job: Job) => JobEvent)): Promise<Job | null>;
  /** Changes several jobs in one write, with `alongside` in it. Gives how many changed. */
  applyMany(
    jobIds: readonly JobId[],
    event: (job: Job, place: number) => JobEvent,
    alongside: () => void,
  ): Promise<number>;
  /** Off the list; what is not done is cancelled. */
  remove(jobId: JobId): Promise<Job | null>;
  /** Back on the list, going on where it stood; an attempt that may have arrived is looked up first. */
  bringBack(jobId: JobId): Promise<Job | null>;
  /** The clip of an open job lies in another place by now: a job that missed it goes on. */
  relocate(jobId: JobId, clip: Clip): Promise<Job | null>;
  /** To another account, as long as nothing of it has left; terms are another site's own and stay behind. False = too late. */
  moveTo(jobId: JobId, accountId: AccountId, sameSite: boolean): Promise<boolean>;
  setPaused(paused: boolean): Promise<void>;
  paused(): boolean;
  /** Ends what an account is sending; its jobs wait for it. What may have arrived is followed to its end. */
  hold(accountId: AccountId): void;
  live(): ReadonlyMap<JobId, Live>;
}

/** Up to this size intent and "may have arrived" are one write: the whole clip leaves in one go anyway. */
const oneGoBytes = 256 * 1024;
/** Looks and metadata steps of one account at a time. */
const callLanes = 4;
/** How long the queue rests when nothing can be written down. */
const restMs = 5_000;

export function createRunner(options: RunnerOptions): Runner {
  const { clock, random, logger, store, steps } = options;
  const live = new Map<JobId, Live>();
  const calling = new Map<JobId, AccountId>();
  const tasks = new Set<Promise<void>>();
  const holds = createHolds(clock, random);
  const putBackMs = watchClock(clock);
  /** When attempts of this run ended, in monotonic ms: the wall clock may be set meanwhile (F-13). */
  const endedAt = new Map<AttemptId, number>();
  let paused = store.paused();
  let stopped = false;
  let restUntil = Number.NEGATIVE_INFINITY;
  let pumping = false;
  let takeBackTimer: (() => void) | null = null;

  /** When to try again after `failures` in a row before this one. */
  const until = (failures: number, meaning: Meaning | null): number =>
    clock.now() + backOff(failures + 1, random.fraction(), meaning?.kind === 'retry' ? meaning.afterMs : null);

  const change = (jobId: JobId, before: Job, after: Job): void => {
    const moved = before.state.kind !== after.state.kind || before.removed !== after.removed;
    if (before !== after) options.onChange(jobId, moved);
    if (moved) options.onMoved(before, after);
  };

  /** Applies what `event` makes of the job as it is in the store at that moment; `also` is written with it. */
  const apply = async (
    jobId: JobId,
    event: JobEvent | ((job: Job) => JobEvent),
    also?: (before: Job, after: Job) => Job | undefined,
  ): Promise<Job | null> => {
    const result = await store.write(() => {
      const before = store.job(jobId);
      if (!before) return null;
      let after = transition(before, typeof event === 'function' ? event(before) : event);
      after = also?.(before, after) ?? after;
      if (after !== before) store.saveJob(after);
      return { before, after };
    });
    if (!result) return null;
    change(jobId, result.before, result.after);
    return result.after;
  };

  /**
   * A step threw what no step should throw. The job waits its turn like after any failure; when even that cannot be written
   * down (a full disk), the queue as a whole rests a little, so that it never spins.
   */
  const afterCrash = async (jobId: JobId, error: unknown): Promise<void> => {
    logger.error('A step of the queue failed unexpectedly', { job: jobId, error: String(error) });
    const meaning: Meaning = { kind: 'retry', why: 'server-error', afterMs: null, bounded: true };
    try {
      await apply(jobId, (job) => {
        const failures = job.state.kind === 'unclear' ? job.state.looks : job.failures;
        return crashEvent(job, meaning, clock.now(), until(failures, meaning));
      });
    } catch (second) {
      logger.error('The queue cannot write', { error: String(second) });
      restUntil = clock.monotonic() + restMs;
      clock.after(restMs + 50, kick);
    }
  };

  const run = (jobId: JobId, work: Promise<void>): void => {
    const task = work
      .catch((error: unknown) => afterCrash(jobId, error))
      .finally(() => {
        tasks.delete(task);
        kick();
      });
    tasks.add(task);
  };

  const mayGo = (accountId: AccountId): boolean =>
    holds.leftMs(accountId) === 0 && steps.readyAccounts().some((account) => account.id === accountId);

  const sendOne = async (job: Job, one: Live): Promise<void> => {
    const checked = await steps.check(job);
    if (checked.kind === 'stop') {
      holds.note(job.accountId, checked.meaning);
      await apply(
        job.id,
        (now) => ({
          kind: 'refused-before-sending',
          meaning: checked.meaning,
          until: until(now.failures, checked.meaning),
        }),
        () => {
          if (checked.meaning.kind === 'sign-in') steps.signedOut(job.accountId);
          return undefined;
        },
      );
      return;
    }
    // Paused, signed out or told to wait while the clip was checked: it waits like the others.
    if (paused || stopped || !mayGo(job.accountId)) return;
    const attempt: Attempt = {
      id: random.hex(8),
      jobId: job.id,
      boundary: `----clipferry${random.hex(16)}`,
      startedAt: clock.now(),
      endedAt: null,
      ended: null,
      status: null,
      said: null,
      ...steps.prepare({ ...job, clip: checked.clip }),
    };
    const inOneGo = checked.clip.identity.size <= oneGoBytes;
    const started = await apply(job.id, { kind: 'start', attemptId: attempt.id }, (before, after) => {
      if (after === before) return undefined;
      store.insertAttempt(attempt);
      // What was read of a clip that was replaced since says nothing about the new one.
      const sha256 = checked.clip === job.clip ? after.sha256 : null;
      const sending = { ...after, clip: checked.clip, sha256 };
      return inOneGo ? transition(sending, { kind: 'last-bytes', now: clock.now(), sha256: null }) : sending;
    });
    if (!started || (started.state.kind !== 'sending' && started.state.kind !== 'processing')) return;
    if (started.state.attemptId !== attempt.id) return;

    const outcome = await steps.send(
      started,
      attempt,
      one.stop.signal,
      (bytes) => {
        one.sentBytes = bytes;
        one.speed.sample(bytes, clock.monotonic());
        options.onChange(job.id, false);
      },
      async () => {
        if (inOneGo) return;
        const now = await apply(job.id, { kind: 'last-bytes', now: clock.now(), sha256: null });
        // Paused or cancelled a moment ago: the last bytes must not leave.
        if (now?.state.kind !== 'processing') one.stop.abort();
        one.stop.signal.throwIfAborted();
      },
    );
    const now = clock.now();
    if (outcome.verdict.kind === 'arrived' || outcome.verdict.kind === 'unclear') {
      endedAt.set(attempt.id, clock.monotonic());
    }
    holds.note(job.accountId, meaningOf(outcome.verdict));
    await apply(
      job.id,
      (before) => ({
        kind: 'verdict',
        verdict: outcome.verdict,
        now,
        until: until(before.failures, meaningOf(outcome.verdict)),
        sha256: outcome.sha256,
      }),
      () => {
        store.saveAttempt({
          ...attempt,
          endedAt: now,
          ended: endOf(outcome),
          status: outcome.status,
          said: outcome.said,
        });
        if (outcome.verdict.kind === 'failed' && outcome.verdict.meaning.kind === 'sign-in')
          steps.signedOut(job.accountId);
        return undefined;
      },
    );
  };

  const startSending = (job: Job): void => {
    const one: Live = {
      accountId: job.accountId,
      bytes: job.clip.identity.size,
      stop: new AbortController(),
      speed: speedometer(clock.monotonic()),
      sentBytes: 0,
    };
    live.set(job.id, one);
    if (live.size === 1) options.onBusy(true);
    run(
      job.id,
      sendOne(job, one).finally(() => {
        live.delete(job.id);
        options.onChange(job.id, false);
        if (live.size === 0) options.onBusy(false);
      }),
    );
  };

  const lookOne = async (job: Job): Promise<void> => {
    if (job.state.kind !== 'unclear') return;
    const { attemptId, looks } = job.state;
    const attempt = store.attempt(attemptId);
    if (!attempt) {
      // Without its attempt nothing can be proven: the user decides.
      await apply(job.id, { kind: 'looked', finding: { kind: 'ask', candidates: [] }, until: 0 });
      return;
    }
    const settleMs = steps.settleMs(job.accountId);
    const ended = endedAt.get(attemptId);
    const since = ended === undefined ? job.state.since : clock.now() - (clock.monotonic() - ended);
    const settled = isSettled(since, looks, clock.now(), settleMs);
    const found = await steps.look(job, attempt);
    const notYet = (): Finding => ({ kind: 'not-yet', nextLookAt: nextLook(since, clock.now(), settleMs) });
    // The site may be in the middle of storing it: neither "not there" nor "not enough proof" counts before the settle time is
    // over (F-02); only a proven find does.
    let finding: Finding =
      (found.kind === 'absent' || found.kind === 'ask') && !settled
        ? notYet()
        : found.kind === 'failed'
          ? { ...found, nextLookAt: until(looks, found.meaning) }
          : found;
    if (finding.kind === 'failed') holds.note(job.accountId, finding.meaning);
    await apply(
      job.id,
      (before) => {
        // Two equal clips may have seen the same video at the same moment: it stands for the one that came first.
        if (finding.kind === 'found' && store.takenVideos(job.accountId, job.id).has(finding.videoId))
          finding = notYet();
        return {
          kind: 'looked',
          finding,
          until: until(before.failures, before.state.kind === 'unclear' ? before.state.otherwise : null),
        };
      },
      (before) => {
        if (finding.kind === 'found') store.saveAttempt({ ...attempt, ended: 'found' });
        if (finding.kind === 'absent') store.saveAttempt({ ...attempt, ended: 'absent' });
        const otherwise = before.state.kind === 'unclear' ? before.state.otherwise : null;
        const meaning = finding.kind === 'failed' ? finding.meaning : finding.kind === 'absent' ? otherwise : null;
        if (meaning?.kind === 'sign-in') steps.signedOut(job.accountId);
        return undefined;
      },
    );
    if (finding.kind === 'found' || finding.kind === 'absent') endedAt.delete(attemptId);
  };

  const describeOne = async (job: Job): Promise<void> => {
    const result = await steps.describe(job);
    const meaning = result.kind === 'failed' ? result.meaning : null;
    holds.note(job.accountId, meaning);
    await apply(
      job.id,
      (before) => ({ kind: 'described', result, now: clock.now(), until: until(before.failures, meaning) }),
      () => {
        if (meaning?.kind === 'sign-in') steps.signedOut(job.accountId);
        return undefined;
      },
    );
  };

  const startCalls = (accountId: AccountId, now: number): void => {
    for (const [kind, step] of [
      ['describing', describeOne],
      ['unclear', lookOne],
    ] as const) {
      let free = callLanes - [...calling.values()].filter((id) => id === accountId).length;
      if (free <= 0) return;
      for (const job of store.due(accountId, kind, now, free + calling.size)) {
        if (free === 0) break;
        if (calling.has(job.id)) continue;
        free--;
        calling.set(job.id, accountId);
        run(
          job.id,
          step(job).finally(() => calling.delete(job.id)),
        );
      }
    }
  };

  const startSends = (accountId: AccountId, now: number): void => {
    const free = room(accountId, live.values(), options.lanes());
    for (const big of [true, false]) {
      let lanes = big ? free.big : free.small;
      if (lanes === 0) continue;
      for (const job of store.startable(accountId, now, big, bigBytes, lanes + live.size)) {
        if (lanes === 0) break;
        if (live.has(job.id)) continue;
        lanes--;
        startSending(job);
      }
    }
  };

  const moveDue = (move: (state: JobState) => JobState): Promise<void> =>
    store.write(() => {
      for (const job of store.timed()) {
        const state = move(job.state);
        if (state !== job.state) store.saveJob({ ...job, state });
      }
    });

  const pump = (): void => {
    pumping = false;
    if (stopped || clock.monotonic() < restUntil) return;
    takeBackTimer?.();
    takeBackTimer = null;
    const backMs = putBackMs();
    if (backMs > 0) {
      moveDue((state) => movedDue(state, -backMs)).then(kick, (error: unknown) =>
        logger.error('The due times could not be moved', { error: String(error) }),
      );
    }
    const now = clock.now();
    let wakeMs = Number.POSITIVE_INFINITY;
    for (const account of steps.readyAccounts()) {
      const heldMs = holds.leftMs(account.id);
      if (heldMs > 0) {
        wakeMs = Math.min(wakeMs, heldMs);
        continue;
      }
      startCalls(account.id, now);
      if (!paused) startSends(account.id, now);
    }
    const next = store.nextDue(now);
    if (next !== null) wakeMs = Math.min(wakeMs, untilDue(next, now, 15 * 60_000));
    if (wakeMs < Number.POSITIVE_INFINITY) takeBackTimer = clock.after(wakeMs + 1, kick);
  };

  const kick = (): void => {
    if (pumping || stopped) return;
    pumping = true;
    clock.soon(pump);
  };

  const recover = async (): Promise<void> => {
    await moveDue((state) => clampedDue(state, clock.now()));
    await store.write(() => {
      const now = clock.now();
      for (const job of store.interrupted()) {
        const { state } = job;
        store.saveJob(transition(job, { kind: 'recover', now }));
        if (state.kind !== 'sending' && state.kind !== 'processing') continue;
        const attempt = store.attempt(state.attemptId);
        if (!attempt) continue;
        store.saveAttempt({ ...attempt, endedAt: now, ended: state.kind === 'sending' ? 'interrupted' : 'unclear' });
      }
    });
  };

  /** A user's pause or cancel is written down by now: end the request that it holds back. */
  const endIfHeld = (jobId: JobId, after: Job | null): Job | null => {
    if (after?.state.kind === 'paused' || after?.state.kind === 'cancelled') live.get(jobId)?.stop.abort();
    kick();
    return after;
  };

  return {
    start: async () => {
      await recover();
      kick();
    },
    stop: async () => {
      stopped = true;
      takeBackTimer?.();
      for (const one of live.values()) one.stop.abort();
      await Promise.all(tasks);
    },
    kick,
    apply: async (jobId, event) => {
      const after = await apply(jobId, event);
      // Who says "try again" means now.
      if (typeof event !== 'function' && event.kind === 'retry' && after) holds.lift(after.accountId);
      return endIfHeld(jobId, after);
    },
    applyMany: async (jobIds, event, alongside) => {
      const changed = await store.write(() => {
        let count = 0;
        jobIds.forEach((jobId, place) => {
          const before = store.job(jobId);
          const after = before && transition(before, event(before, place));
          if (!after || after === before) return;
          if (after.state === before.state) store.saveDraft(after);
          else store.saveJob(after);
          count++;
        });
        alongside();
        return count;
      });
      kick();
      return changed;
    },
    remove: async (jobId) =>
      endIfHeld(jobId, await apply(jobId, { kind: 'cancel' }, (_, after) => ({ ...after, removed: true }))),
    bringBack: async (jobId) =>
      endIfHeld(
        jobId,
        await apply(jobId, { kind: 'retry', now: clock.now() }, (_, after) => ({ ...after, removed: false })),
      ),
    relocate: async (jobId, clip) => {
      const after = await apply(jobId, { kind: 'retry', now: clock.now() }, (before, after) => {
        const { path, name, identity, mtimeMs } = clip;
        const isMissing = before.state.kind === 'needs-you' && before.state.reason === 'clip-missing';
        return { ...(isMissing ? after : before), clip: { ...before.clip, path, name, identity, mtimeMs } };
      });
      kick();
      return after;
    },
    moveTo: async (jobId, accountId, sameSite) => {
      let moved = false;
      await apply(jobId, { kind: 'resume' }, (before) => {
        const held =
          before.state.kind === 'waiting' || before.state.kind === 'paused' || before.state.kind === 'needs-you';
        if (!held || resumePoint(before.state).from !== 'send' || live.has(jobId)) return before;
        moved = true;
        const draft = sameSite ? before.draft : { ...before.draft, terms: null, termChanges: null };
        return { ...before, accountId, draft, failures: 0, state: { kind: 'waiting', why: null, until: null } };
      });
      kick();
      return moved;
    },
    setPaused: async (wanted) => {
      await store.write(() => store.setPaused(wanted));
      paused = wanted;
      if (paused) {
        // What has not sent its last byte is ended; it waits again from its beginning, as a cut would have it anyway.
        for (const [jobId, one] of live) {
          if (store.job(jobId)?.state.kind === 'sending') one.stop.abort();
        }
      }
      kick();
    },
    paused: () => paused,
    hold: (accountId) => {
      for (const [jobId, one] of live) {
        if (one.accountId === accountId && store.job(jobId)?.state.kind === 'sending') one.stop.abort();
      }
    },
    live: () => live,
  };
}

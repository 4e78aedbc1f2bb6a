// Runs the queue: begins and ends it, and carries out what a user wants of jobs; what begins when is picked in dispatcher.ts.
//
// Invariants:
// - only `apply` changes a job, in a write that reads it first: two events can never overwrite each other (context.ts);
// - an attempt and its state are durable before the first byte leaves, and `processing` before the last bytes do (send.ts);
// - a user's pause or cancel is durable before the request is ended, so a verdict that comes later changes nothing.
import type { AccountId, Clip, Job, JobId, NeedsYouReason } from '../../model.ts';
import { type JobEvent, resumePoint, transition } from '../job/job-state.ts';
import { createContext, type RunnerContextOptions } from './context.ts';
import { createDispatcher, type DispatcherOptions } from './dispatcher.ts';
import { recover } from './recover.ts';
import { type Chosen, choose } from './resolve.ts';
import type { Live } from './send.ts';

export type RunnerOptions = RunnerContextOptions & DispatcherOptions;

export interface Runner {
  /** Puts right what a crash left, then begins. */
  start(): Promise<void>;
  /** Ends what is running and waits for it. */
  stop(): Promise<void>;
  /** Looks for work soon; call after anything that may have made some. */
  kick(): void;
  /** Puts right what could not be written down while the disk was full, and goes on. */
  mend(): Promise<void>;
  /** A `retry` is the user's word: one request may go to the job's host also before the time that it asked for is over. */
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
  /** What the job waited for is here again; its host is left alone for as long as it asked for all the same. */
  resumeWaiting(jobId: JobId): Promise<Job | null>;
  /** The clip of an open job lies in another place by now: a job that missed it goes on. */
  relocate(jobId: JobId, clip: Clip): Promise<Job | null>;
  /** Another version took the place of an open job's clip: that one goes, as long as nothing of the old one has left. False = too late. */
  replaceClip(jobId: JobId, clip: Clip): Promise<boolean>;
  /** To another account, as long as nothing of it has left; terms are another site's own and stay behind. False = too late. */
  moveTo(jobId: JobId, accountId: AccountId, sameSite: boolean): Promise<boolean>;
  /** While `work` is under way nothing new begins to be sent. */
  quietly<T>(work: () => Promise<T>): Promise<T>;
  /** Answers which video a clip is; null = none of those that were asked about. */
  choose(jobId: JobId, videoId: number | null): Promise<Chosen>;
  setPaused(paused: boolean): Promise<void>;
  paused(): boolean;
  /** Ends what an account is sending; its jobs wait for it. What may have arrived is followed to its end. */
  hold(accountId: AccountId): void;
  live(): ReadonlyMap<JobId, Live>;
}

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

export function createRunner(options: RunnerOptions): Runner {
  const { clock, store, jobTasks, circuits } = options;
  const context = createContext(options);
  const dispatcher = createDispatcher(context, options);
  const { apply } = context;
  const { kick, live } = dispatcher;

  /** A user's pause or cancel is written down by now: end the request that it holds back. */
  const endIfHeld = (jobId: JobId, after: Job | null): Job | null => {
    if (after?.state.kind === 'paused' || after?.state.kind === 'cancelled') live.get(jobId)?.stop.abort();
    kick();
    return after;
  };

  return {
    start: async () => {
      await recover(context);
      kick();
    },
    stop: dispatcher.stop,
    kick,
    mend: async () => {
      await recover(context, (jobId) => live.has(jobId));
      dispatcher.wake();
      kick();
    },
    apply: async (jobId, event) => {
      const after = await apply(jobId, event);
      // Who says "try again" means now.
      if (typeof event !== 'function' && event.kind === 'retry' && after)
        circuits.lift(jobTasks.hostOf(after.accountId));
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
    resumeWaiting: async (jobId) => endIfHeld(jobId, await apply(jobId, { kind: 'retry', now: clock.now() })),
    relocate: async (jobId, clip) => {
      const after = await apply(jobId, { kind: 'retry', now: clock.now() }, (before, after) => {
        const { path, name, identity, mtimeMs } = clip;
        const isMissing = before.state.kind === 'needs-you' && before.state.reason === 'clip-missing';
        return { ...(isMissing ? after : before), clip: { ...before.clip, path, name, identity, mtimeMs } };
      });
      kick();
      return after;
    },
    replaceClip: async (jobId, clip) => {
      let replaced = false;
      await apply(jobId, { kind: 'retry', now: clock.now() }, (before, after) => {
        const { kind } = before.state;
        const open = kind === 'waiting' || kind === 'paused' || kind === 'needs-you';
        if (!open || resumePoint(before.state).from !== 'send') return before;
        replaced = true;
        const missedIt = before.state.kind === 'needs-you' && clipReasons.has(before.state.reason);
        return { ...(missedIt ? after : before), clip, sha256: null };
      });
      kick();
      return replaced;
    },
    moveTo: async (jobId, accountId, sameSite) => {
      let moved = false;
      await apply(jobId, { kind: 'resume' }, (before) => {
        const held =
          before.state.kind === 'waiting' || before.state.kind === 'paused' || before.state.kind === 'needs-you';
        if (!held || resumePoint(before.state).from !== 'send' || live.has(jobId)) return before;
        moved = true;
        const draft = sameSite ? before.draft : { ...before.draft, terms: null, termChanges: null };
        // Its user has not looked at what could not be read of it.
        const isDamaged = before.state.kind === 'needs-you' && before.state.reason === 'entry-damaged';
        const state: Job['state'] = isDamaged ? before.state : { kind: 'waiting', why: null, until: null };
        return { ...before, accountId, draft, failures: 0, state };
      });
      kick();
      return moved;
    },
    quietly: dispatcher.quietly,
    choose: async (jobId, videoId) => {
      const chosen = await choose(context, jobId, videoId);
      kick();
      return chosen;
    },
    setPaused: async (wanted) => {
      await store.write(() => store.setPaused(wanted));
      dispatcher.setPaused(wanted);
      if (wanted) {
        // What has not sent its last byte is ended; it waits again from its beginning, as a cut would have it anyway.
        for (const [jobId, one] of live) {
          if (store.job(jobId)?.state.kind === 'sending') one.stop.abort();
        }
      }
      kick();
    },
    paused: dispatcher.paused,
    hold: (accountId) => {
      for (const [jobId, one] of live) {
        if (one.accountId === accountId && store.job(jobId)?.state.kind === 'sending') one.stop.abort();
      }
    },
    live: () => live,
  };
}

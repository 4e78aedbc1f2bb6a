// Runs the queue: begins and ends it, and carries out what a user wants of jobs; what begins when is picked in dispatcher.ts.
//
// Invariants:
// - a job's state changes by an event only, in a write that reads it first: two can never overwrite each other (store/job-store.ts);
// - an attempt and its state are durable before the first byte leaves, and `processing` before the last bytes do (send.ts);
// - a user's pause or cancel is durable before the request is ended, so a verdict that comes later changes nothing.
import type { AccountId, Clip, Job, JobId } from '../../model.ts';
import type { JobEvent } from '../job/job-event.ts';
import { createContext, type RunnerContext, type RunnerContextOptions } from './context.ts';
import { createDispatcher, type Dispatcher, type DispatcherOptions } from './dispatcher.ts';
import type { Live } from './live.ts';
import { recover } from './recover.ts';
import { type Chosen, choose } from './resolve.ts';

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
  /**
   * Gives whether that changed anything. A `retry` is the user's word: one request may go to the job's host also before the time that it
   * asked for is over.
   */
  apply(jobId: JobId, event: JobEvent | ((job: Job) => JobEvent | null)): Promise<boolean>;
  /** Changes several jobs in one write, with `alongside` in it. Gives how many changed. */
  applyMany(
    jobIds: readonly JobId[],
    event: (job: Job, place: number) => JobEvent | null,
    alongside: () => void,
  ): Promise<number>;
  /**
   * Back on the list, going on where it stood; an attempt that may have arrived is looked up first. `isHeld` = what would be sent from its
   * beginning waits for its user's word.
   */
  bringBack(jobId: JobId, isHeld: boolean): Promise<Job | null>;
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
  /** Whether anything of any clip is under way: it is sent, looked for or described. */
  isWorking(): boolean;
}

export function createRunner(options: RunnerOptions): Runner {
  const { store } = options;
  const context = createContext(options);
  const dispatcher = createDispatcher(context, options);
  const { kick, live } = dispatcher;
  /** Ends the requests of clips whose last byte has not left; they go again from their beginning, as a cut would have it anyway. */
  const endSending = (which: (one: Live) => boolean): void => {
    for (const [jobId, one] of live) {
      if (which(one) && store.job(jobId)?.state.kind === 'sending') one.stop.abort();
    }
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
    ...usersOrders(context, dispatcher),
    quietly: dispatcher.quietly,
    setPaused: async (wanted) => {
      await store.write(() => store.setPaused(wanted));
      dispatcher.setPaused(wanted);
      if (wanted) endSending(() => true);
      kick();
    },
    paused: dispatcher.paused,
    hold: (accountId) => endSending((one) => one.accountId === accountId),
    live: () => live,
    isWorking: dispatcher.isWorking,
  };
}

type Orders = 'apply' | 'applyMany' | 'bringBack' | 'resumeWaiting' | 'relocate' | 'replaceClip' | 'moveTo' | 'choose';

/** What is wanted of single jobs: each is an event, and the queue looks for work after it. */
function usersOrders(context: RunnerContext, { live, kick }: Dispatcher): Pick<Runner, Orders> {
  const { clock, store, jobTasks, circuits, apply, tell } = context;
  /** A user's pause or cancel is written down by now: the request that it holds back is ended. */
  const endIfHeld = (jobId: JobId, after: Job | null): Job | null => {
    if (after?.state.kind === 'paused' || after?.state.kind === 'cancelled') live.get(jobId)?.stop.abort();
    kick();
    return after;
  };
  /** Whether the event changed anything. */
  const changes = async (jobId: JobId, event: JobEvent | ((job: Job) => JobEvent | null)): Promise<boolean> => {
    let isChanged = false;
    const job = await apply(jobId, event, (before, after) => {
      isChanged = after !== before;
    });
    // Who says "try again" means now.
    if (typeof event !== 'function' && event.kind === 'retry' && job) circuits.lift(jobTasks.hostOf(job.accountId));
    endIfHeld(jobId, job);
    return isChanged;
  };

  return {
    apply: changes,
    applyMany: async (jobIds, event, alongside) => {
      const done = await store.write(() => {
        const all = jobIds.flatMap((jobId, place) => store.change(jobId, (job) => event(job, place)) ?? []);
        alongside();
        return all.filter(({ before, after }) => after !== before);
      });
      // Who only got another text is told of with the list.
      const moved = done.filter(
        ({ before, after }) => before.state !== after.state || before.removed !== after.removed,
      );
      for (const { before, after } of moved) {
        tell(before, after);
        endIfHeld(after.id, after);
      }
      kick();
      return done.length;
    },
    bringBack: async (jobId, isHeld) =>
      endIfHeld(jobId, await apply(jobId, { kind: 'brought-back', now: clock.now(), isHeld })),
    resumeWaiting: async (jobId) => endIfHeld(jobId, await apply(jobId, { kind: 'disk-back', now: clock.now() })),
    relocate: async (jobId, clip) =>
      endIfHeld(jobId, await apply(jobId, { kind: 'relocated', clip, now: clock.now() })),
    replaceClip: (jobId, clip) => changes(jobId, { kind: 'clip-replaced', clip }),
    // What is just being checked is about to leave for the account that it was on.
    moveTo: (jobId, accountId, sameSite) =>
      changes(jobId, () => (live.has(jobId) ? null : { kind: 'moved-to-account', accountId, sameSite })),
    choose: async (jobId, videoId) => {
      const chosen = await choose(context, jobId, videoId);
      kick();
      return chosen;
    },
  };
}

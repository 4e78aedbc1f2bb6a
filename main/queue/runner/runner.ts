// Runs the queue: picks what is due and lets it be done; says how a user changes jobs.
//
// Invariants:
// - only `apply` changes a job, in a write that reads it first: two events can never overwrite each other (context.ts);
// - an attempt and its state are durable before the first byte leaves, and `processing` before the last bytes do (send.ts);
// - a user's pause or cancel is durable before the request is ended, so a verdict that comes later changes nothing.
import type { AccountId, Clip, Job, JobId, NeedsYouReason, SiteId } from '../../model.ts';
import type { Clock, Logger, Random } from '../../ports.ts';
import { longestBackOffMs } from '../../retry.ts';
import { movedDue, watchClock } from '../job/due.ts';
import { type JobEvent, resumePoint, transition } from '../job/job-state.ts';
import { beginning, bigBytes, keepsLane, keptLaneMs, type Lanes, room, untilDue } from '../job/schedule.ts';
import { speedometer } from '../progress/speed.ts';
import type { ThroughputMeter } from '../progress/throughput.ts';
import type { BlockedClipsStore } from '../store/blocked-clips-store.ts';
import type { QueueStore } from '../store/job-store.ts';
import { tryOneOf } from './blocked-clips.ts';
import { createContext, type RunnerContext } from './context.ts';
import { describeOne } from './describe.ts';
import type { HostPolicy } from './host-policy.ts';
import type { JobTasks } from './job-tasks.ts';
import { afterCrash, clampDue, moveDue, recover } from './recover.ts';
import { type Chosen, choose } from './resolve.ts';
import { type Live, sendOne } from './send.ts';
import { lookOne } from './verify.ts';

export interface RunnerOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly store: QueueStore;
  readonly jobTasks: JobTasks;
  /** Hosts that are to be left alone; kick after they change. */
  readonly circuits: HostPolicy;
  readonly blockedClips: BlockedClipsStore;
  /** Asked each time work is picked, so that a change counts at once. */
  readonly lanes: () => Lanes;
  /** Requests of the account that are under way for something else than a job; kick when they are over. */
  readonly otherRequests: (accountId: AccountId) => number;
  /** Whether a clip may begin to be sent now: the weekly hours. What is being sent goes on to its end. */
  readonly open: () => boolean;
  readonly throughput: ThroughputMeter;
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
/** Looks and metadata steps of one account at a time. */
const callLanes = 4;
/** How long the queue rests when nothing can be written down. */
const restMs = 5_000;
/** How often what is due is looked through for times that no reason explains; the longest sleep of a queue that waits for one. */
const reviewMs = longestBackOffMs;

export function createRunner(options: RunnerOptions): Runner {
  const { clock, random, logger, store, jobTasks, circuits } = options;
  const live = new Map<JobId, Live>();
  const calling = new Map<JobId, AccountId>();
  /** Jobs that go ahead to a host that asked for time, by host: the others follow when that went well. */
  const probes = new Map<string, JobId>();
  /** Hosts for which a parked clip is being made to go ahead. */
  const trying = new Set<string>();
  const tasks = new Set<Promise<void>>();
  const context = createContext({
    clock,
    random,
    logger,
    store,
    jobTasks,
    circuits,
    blockedClips: options.blockedClips,
    onChange: options.onChange,
    onMoved: options.onMoved,
  });
  const { apply } = context;
  const clockSetMs = watchClock(clock);
  let paused = store.paused();
  let stopped = false;
  let quiet = 0;
  let restUntil = Number.NEGATIVE_INFINITY;
  let reviewedAt = clock.monotonic();
  let pumping = false;
  let cancelTimer: (() => void) | null = null;

  /** When a failure cannot even be written down, the queue as a whole rests a little, so that it never spins. */
  const putRight = async (jobId: JobId, error: unknown): Promise<void> => {
    if (await afterCrash(context, jobId, error)) return;
    restUntil = clock.monotonic() + restMs;
    clock.after(restMs + 50, () => {
      // It is still written down as running, and nobody else would ever bring it to an end (F-43); unless it runs again by now.
      if (!stopped && !live.has(jobId) && !calling.has(jobId)) run(jobId, Promise.reject(error));
    });
  };

  const run = (jobId: JobId, work: Promise<void>): void => {
    const task = work
      .catch((error: unknown) => putRight(jobId, error))
      .finally(() => {
        tasks.delete(task);
        for (const [host, probe] of probes) if (probe === jobId) probes.delete(host);
        kick();
      });
    tasks.add(task);
  };

  const mayBegin = (): boolean => !paused && quiet === 0 && options.open();
  const mayGo = ({ id, accountId }: Job): boolean => {
    const host = jobTasks.hostOf(accountId);
    const circuit = circuits.stateOf(host);
    if (circuit === 'open' || (circuit === 'half-open' && probes.get(host) !== id)) return false;
    return jobTasks.readyAccounts().some((account) => account.id === accountId);
  };

  /** How many more jobs of the account may have a request out: together no more than there are lanes, and one (F-15). */
  const free = (accountId: AccountId): number => {
    const { small, big } = options.lanes();
    let busy = options.otherRequests(accountId);
    for (const one of live.values()) if (one.accountId === accountId) busy++;
    for (const id of calling.values()) if (id === accountId) busy++;
    return Math.max(0, small + big + 1 - busy);
  };

  const startSending = (job: Job): void => {
    const { throughput } = options;
    const speed = speedometer(clock.monotonic());
    const siteId = jobTasks.readyAccounts().find(({ id }) => id === job.accountId)?.siteId ?? '';
    const one: Live = {
      accountId: job.accountId,
      siteId,
      bytes: job.clip.identity.size,
      stop: new AbortController(),
      speed: {
        ...speed,
        sample: (bytes, at) => {
          speed.sample(bytes, at);
          throughput.taken(job.id, bytes);
        },
      },
      sentBytes: 0,
    };
    throughput.begins(siteId, job.id, one.bytes);
    live.set(job.id, one);
    if (live.size === 1) options.onBusy(true);
    run(
      job.id,
      sendOne(context, job, one, () => mayBegin() && !stopped && mayGo(job)).finally(() => {
        live.delete(job.id);
        const after = store.job(job.id)?.state.kind;
        throughput.ends(job.id, after === 'done' || after === 'describing');
        options.onChange(job.id, false);
        if (live.size === 0) options.onBusy(false);
      }),
    );
  };

  const calls = [
    ['describing', describeOne],
    ['unclear', lookOne],
  ] as const;
  const startCall = (job: Job, step: (context: RunnerContext, job: Job) => Promise<void>): void => {
    calling.set(job.id, job.accountId);
    run(
      job.id,
      step(context, job).finally(() => calling.delete(job.id)),
    );
  };

  const startCalls = (accountId: AccountId, now: number): void => {
    for (const [kind, step] of calls) {
      const mine = [...calling.values()].filter((id) => id === accountId).length;
      let lanes = Math.min(callLanes - mine, free(accountId));
      if (lanes <= 0) return;
      for (const job of store.due(accountId, kind, now, lanes + calling.size)) {
        if (lanes === 0) break;
        if (calling.has(job.id)) continue;
        lanes--;
        startCall(job, step);
      }
    }
  };

  /** For all accounts of a site together, in the one order of the queue: none of them takes the lanes of another. */
  const startSends = (siteId: SiteId, accountIds: readonly AccountId[], now: number): void => {
    const places = room(siteId, live.values(), options.lanes());
    const ofAll = (read: (accountId: AccountId) => readonly Job[]): readonly Job[] =>
      accountIds.flatMap(read).toSorted((a, b) => a.position - b.position);
    for (const big of [true, false]) {
      const lanes = big ? places.big : places.small;
      if (lanes === 0) continue;
      const ready = ofAll((id) =>
        store
          .startable(id, now, big, bigBytes, lanes + live.size)
          .filter((job) => !live.has(job.id))
          .slice(0, free(id)),
      );
      if (ready.length === 0) continue;
      const kept = big
        ? ofAll((id) => store.soon(id, now, keptLaneMs, bigBytes).filter((job) => keepsLane(job, now)))
        : [];
      for (const job of beginning(ready, kept, lanes)) startSending(job);
    }
  };

  /** One step of one job, the lightest there is, for a host that asked for time (F-14). */
  const startProbe = (host: string, accountId: AccountId, now: number): void => {
    if (probes.has(host)) return;
    for (const [kind, step] of calls) {
      const job = store.due(accountId, kind, now, 1 + calling.size).find(({ id }) => !calling.has(id));
      if (!job) continue;
      probes.set(host, job.id);
      startCall(job, step);
      return;
    }
    if (!mayBegin()) return;
    for (const big of [false, true]) {
      const job = store.startable(accountId, now, big, bigBytes, 1 + live.size).find(({ id }) => !live.has(id));
      if (!job) continue;
      probes.set(host, job.id);
      startSending(job);
      return;
    }
  };

  /** A host that blocked everything and has nothing left to probe it with but what told so (F-21). */
  const startParked = (host: string, accountIds: readonly AccountId[]): void => {
    if (probes.has(host) || trying.has(host) || !mayBegin()) return;
    if (options.blockedClips.of(host).length === 0) return;
    trying.add(host);
    const task = tryOneOf(context, host, accountIds)
      .then((goes) => {
        if (goes) kick();
      })
      .catch((error: unknown) => logger.error('A parked clip could not go ahead', { error: String(error) }))
      .finally(() => {
        tasks.delete(task);
        trying.delete(host);
      });
    tasks.add(task);
  };

  /** Due times follow a clock that was put back; one that was set ahead and back again unseen leaves times that no reason explains. */
  const bringForward = (): void => {
    const failed = (error: unknown): void => logger.error('The due times could not be moved', { error: String(error) });
    const setMs = clockSetMs();
    if (setMs < 0) {
      moveDue(store, Number.MIN_SAFE_INTEGER, (state) => movedDue(state, setMs)).then(kick, failed);
    } else if (clock.monotonic() - reviewedAt >= reviewMs) {
      reviewedAt = clock.monotonic();
      clampDue(context).then(kick, failed);
    }
  };

  const pump = (): void => {
    pumping = false;
    if (stopped || clock.monotonic() < restUntil) return;
    cancelTimer?.();
    cancelTimer = null;
    bringForward();
    const now = clock.now();
    let wakeMs = Number.POSITIVE_INFINITY;
    const open = new Map<SiteId, AccountId[]>();
    const probed = new Map<string, AccountId[]>();
    for (const account of jobTasks.readyAccounts()) {
      const host = jobTasks.hostOf(account.id);
      switch (circuits.stateOf(host)) {
        case 'open':
          wakeMs = Math.min(wakeMs, circuits.leftMs(host));
          break;
        case 'half-open':
          startProbe(host, account.id, now);
          probed.set(host, [...(probed.get(host) ?? []), account.id]);
          break;
        case 'closed':
          open.set(account.siteId, [...(open.get(account.siteId) ?? []), account.id]);
      }
    }
    for (const [host, accountIds] of probed) startParked(host, accountIds);
    for (const [siteId, accountIds] of open) {
      // Sending first: a change for thousands of videos must not hold up what is not there yet. A place is left for calls.
      if (mayBegin()) startSends(siteId, accountIds, now);
      for (const accountId of accountIds) startCalls(accountId, now);
    }
    const next = store.nextDue(now);
    if (next !== null) wakeMs = Math.min(wakeMs, untilDue(next, now, reviewMs));
    if (wakeMs < Number.POSITIVE_INFINITY) cancelTimer = clock.after(wakeMs + 1, kick);
  };

  const kick = (): void => {
    if (pumping || stopped) return;
    pumping = true;
    clock.soon(pump);
  };

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
    stop: async () => {
      stopped = true;
      cancelTimer?.();
      for (const one of live.values()) one.stop.abort();
      await Promise.all(tasks);
    },
    kick,
    mend: async () => {
      await recover(context, (jobId) => live.has(jobId));
      restUntil = Number.NEGATIVE_INFINITY;
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
        return { ...before, accountId, draft, failures: 0, state: { kind: 'waiting', why: null, until: null } };
      });
      kick();
      return moved;
    },
    quietly: async (work) => {
      quiet++;
      try {
        return await work();
      } finally {
        quiet--;
        kick();
      }
    },
    choose: async (jobId, videoId) => {
      const chosen = await choose(context, jobId, videoId);
      kick();
      return chosen;
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

// Picks what begins: whenever something may have changed, what is due is looked for and begun as far as lanes and hosts allow.
import type { Account, AccountId, CircuitState, Job, JobId, SiteId } from '../../model.ts';
import { longestBackOffMs, watchClock } from '../../retry.ts';
import type { RequestKind } from '../../states.ts';
import { beginning, bigBytes, isAsking, keepsLane, keptLaneMs, type Lanes, room, untilDue } from '../job/schedule.ts';
import type { ThroughputMeter } from '../progress/throughput.ts';
import { isOverdue, lookForOverdue, untilAwaited } from './awaited.ts';
import { tryOneOf } from './blocked-clips.ts';
import type { RunnerContext } from './context.ts';
import { describeOne } from './describe.ts';
import type { Live } from './live.ts';
import { clampDue, moveDue } from './recover.ts';
import { createRunningSteps, type RunningSteps } from './running-steps.ts';
import { lookOne } from './verify.ts';

export interface DispatcherOptions {
  /** Asked each time work is picked, so that a change counts at once. */
  readonly lanes: (siteId: SiteId) => Lanes;
  /** Requests of the account that are under way for something else than a job; kick when they are over. */
  readonly otherRequests: (accountId: AccountId) => number;
  /** Whether a clip may begin to be sent now: the weekly hours. What is being sent goes on to its end. */
  readonly open: () => boolean;
  /** Whether clips of the account may begin to be sent, for all that its user was asked. */
  readonly mayLeave: (accountId: AccountId) => boolean;
  readonly throughput: ThroughputMeter;
  /** The number of sending jobs went from or to zero. */
  readonly onBusy: (busy: boolean) => void;
}

export interface Dispatcher {
  /** Looks for work soon; call after anything that may have made some. */
  kick(): void;
  /** While paused nothing begins to be sent; calls go on. */
  setPaused(paused: boolean): void;
  paused(): boolean;
  /** While `work` is under way nothing new begins to be sent. */
  quietly<T>(work: () => Promise<T>): Promise<T>;
  /** What is being sent. */
  readonly live: ReadonlyMap<JobId, Live>;
  /** Whether anything of any clip is under way. */
  isWorking(): boolean;
  /** There is room on the disk again: what rests goes on. */
  wake(): void;
  /** Begins nothing more, ends what is being sent and waits for all that is under way. */
  stop(): Promise<void>;
}

/** Looks and metadata steps of one account at a time. */
const callLanes = 4;
/** How often what is due is looked through for times that no reason explains; the longest sleep of a queue that waits for one. */
const reviewMs = longestBackOffMs;

/** Steps that send no clip, lightest first. */
const calls: { readonly [K in RequestKind]: typeof lookOne } = { describing: describeOne, unclear: lookOne };
const callKinds = Object.keys(calls) as readonly RequestKind[];

/** What the parts of picking share. */
interface Picking {
  readonly context: RunnerContext;
  readonly options: DispatcherOptions;
  readonly running: RunningSteps;
  /** Jobs that go ahead to a host that asked for time, by host: the others follow when that went well. */
  readonly probes: Map<string, JobId>;
  /** Hosts for which a parked clip is being made to go ahead. */
  readonly trying: Set<string>;
  /** Whether any clip may begin to be sent now. */
  readonly mayBegin: () => boolean;
  /** How often it was quiet so far: what a clip was found to be before the last time need not be so any more. */
  readonly quietTimes: () => number;
  readonly kick: () => void;
}

export function createDispatcher(context: RunnerContext, options: DispatcherOptions): Dispatcher {
  const { clock, store } = context;
  const clockSetMs = watchClock(clock);
  let paused = store.paused();
  let stopped = false;
  let quiet = 0;
  let quietTimes = 0;
  let reviewedAt = clock.monotonic();
  let isKicked = false;
  let cancelTimer: (() => void) | null = null;

  const kick = (): void => {
    if (isKicked || stopped) return;
    isKicked = true;
    clock.soon(() => {
      isKicked = false;
      pump();
    });
  };
  const probes = new Map<string, JobId>();
  const running = createRunningSteps(context, {
    ...options,
    onWaits: kick,
    onEnd: (jobId) => {
      for (const [host, probe] of probes) if (probe === jobId) probes.delete(host);
      kick();
    },
  });
  const mayBegin = (): boolean => !stopped && !paused && quiet === 0 && options.open();
  const picking: Picking = {
    context,
    options,
    running,
    probes,
    trying: new Set(),
    mayBegin,
    quietTimes: () => quietTimes,
    kick,
  };

  /** Due times follow a clock that was put back; one that was set ahead and back again unseen leaves times that no reason explains. */
  const bringForward = (): void => {
    const failed = (error: unknown): void =>
      context.logger.error('The due times could not be moved', { error: String(error) });
    const setMs = clockSetMs();
    if (setMs < 0) {
      moveDue(store, setMs).then(kick, failed);
    } else if (clock.monotonic() - reviewedAt >= reviewMs) {
      reviewedAt = clock.monotonic();
      clampDue(context).then(kick, failed);
    }
  };

  const pump = (): void => {
    if (stopped || running.isResting()) return;
    cancelTimer?.();
    cancelTimer = null;
    bringForward();
    const now = clock.now();
    const wakeMs = Math.min(
      beginAll(picking, now),
      untilNextDue(context, now),
      untilAwaited(running.live.values(), clock.monotonic()),
    );
    if (wakeMs < Number.POSITIVE_INFINITY) cancelTimer = clock.after(wakeMs + 1, kick);
  };

  return {
    kick,
    setPaused: (wanted) => {
      paused = wanted;
    },
    paused: () => paused,
    quietly: async (work) => {
      quiet++;
      quietTimes++;
      try {
        return await work();
      } finally {
        quiet--;
        kick();
      }
    },
    live: running.live,
    isWorking: () => running.live.size + running.calling.size > 0,
    wake: running.wake,
    stop: () => {
      stopped = true;
      cancelTimer?.();
      return running.stop();
    },
  };
}

/** Where the jobs of the accounts may go now, by the circuits of their hosts; each list in the order of the accounts. */
interface Ways {
  /** Hosts that take everything: accounts by site. */
  readonly open: ReadonlyMap<SiteId, readonly AccountId[]>;
  /** Hosts that take a single probe. */
  readonly probed: readonly { readonly host: string; readonly accountId: AccountId }[];
  /** Hosts that are to be left alone. */
  readonly shut: readonly string[];
}

/** Pure: sorts accounts by what their hosts take. */
export function waysOf(
  accounts: readonly Pick<Account, 'id' | 'siteId'>[],
  hostOf: (accountId: AccountId) => string,
  circuitOf: (host: string) => CircuitState,
): Ways {
  const open = new Map<SiteId, AccountId[]>();
  const probed: { host: string; accountId: AccountId }[] = [];
  const shut: string[] = [];
  for (const { id, siteId } of accounts) {
    const host = hostOf(id);
    const circuit = circuitOf(host);
    if (circuit === 'closed') open.set(siteId, [...(open.get(siteId) ?? []), id]);
    else if (circuit === 'half-open') probed.push({ host, accountId: id });
    else shut.push(host);
  }
  return { open, probed, shut };
}

/** Begins everything that may. Gives in how many ms a host that is left alone may be probed; Infinity = none is. */
function beginAll(picking: Picking, now: number): number {
  const { jobTasks, circuits } = picking.context;
  const ways = waysOf(jobTasks.readyAccounts(), jobTasks.hostOf, circuits.stateOf);
  const shut = [...ways.shut];
  for (const { host, accountId } of ways.probed) startProbe(picking, host, accountId, now);
  for (const host of new Set(ways.probed.map((one) => one.host))) {
    const accountIds = ways.probed.filter((one) => one.host === host).map(({ accountId }) => accountId);
    const uploads = circuits.uploadsTo(host);
    // Its clips have to wait longer than all else, and nothing else may come to wake the queue for them.
    if (circuits.stateOf(uploads) === 'open') shut.push(uploads);
    else startParked(picking, host, host, accountIds);
  }
  for (const [siteId, accountIds] of ways.open) {
    const host = jobTasks.hostOf(accountIds[0] ?? '');
    const uploads = circuits.uploadsTo(host);
    // Sending first: a change for thousands of videos must not hold up what is not there yet. A place is left for calls.
    if (circuits.stateOf(uploads) === 'open') shut.push(uploads);
    else if (circuits.stateOf(uploads) === 'half-open') startUploadProbe(picking, host, accountIds, now);
    else if (picking.mayBegin()) startSends(picking, siteId, accountIds.filter(picking.options.mayLeave), now);
    for (const accountId of accountIds) startCalls(picking, siteId, accountId, now);
  }
  return Math.min(Number.POSITIVE_INFINITY, ...shut.map((name) => circuits.leftMs(name)));
}

function untilNextDue({ store }: RunnerContext, now: number): number {
  const next = store.nextDue(now);
  return next === null ? Number.POSITIVE_INFINITY : untilDue(next, now, reviewMs);
}

/**
 * How many more jobs of the account may have a request out: together no more than there are lanes, and one (F-15).
 */
function free({ context: { clock }, options, running }: Picking, siteId: SiteId, accountId: AccountId): number {
  const { small, big } = options.lanes(siteId);
  const at = clock.monotonic();
  let busy = options.otherRequests(accountId);
  for (const one of running.live.values()) if (one.accountId === accountId && isAsking(one, at)) busy++;
  for (const id of running.calling.values()) if (id === accountId) busy++;
  return Math.max(0, small + big + 1 - busy);
}

/** Whether the job's host and account take it at this moment. */
function mayGo({ context: { jobTasks, circuits }, options, probes }: Picking, { id, accountId }: Job): boolean {
  if (!options.mayLeave(accountId)) return false;
  const host = jobTasks.hostOf(accountId);
  for (const name of [host, circuits.uploadsTo(host)]) {
    const circuit = circuits.stateOf(name);
    if (circuit === 'open' || (circuit === 'half-open' && probes.get(name) !== id)) return false;
  }
  return jobTasks.readyAccounts().some((account) => account.id === accountId);
}

function startSending(picking: Picking, job: Job): void {
  const before = picking.quietTimes();
  const isAsChecked = (): boolean => picking.quietTimes() === before;
  picking.running.send(job, () => isAsChecked() && picking.mayBegin() && mayGo(picking, job));
}

function startCalls(picking: Picking, siteId: SiteId, accountId: AccountId, now: number): void {
  const { context, running } = picking;
  const left = (): number => {
    const mine = [...running.calling.values()].filter((id) => id === accountId).length;
    return Math.min(callLanes - mine, free(picking, siteId, accountId));
  };
  while (left() > 0 && lookForOverdue(context, running, accountId) !== null);
  for (const kind of callKinds) {
    let lanes = left();
    if (lanes <= 0) return;
    for (const job of context.store.due(accountId, kind, now, lanes + running.calling.size)) {
      if (lanes === 0) break;
      if (running.calling.has(job.id)) continue;
      lanes--;
      running.call(job, calls[kind]);
    }
  }
}

/** For all accounts of a site together, in the one order of the queue: none of them takes the lanes of another. */
function startSends(picking: Picking, siteId: SiteId, accountIds: readonly AccountId[], now: number): void {
  const { clock, store } = picking.context;
  const { live } = picking.running;
  const ofAll = (read: (accountId: AccountId) => readonly Job[]): readonly Job[] =>
    accountIds.flatMap(read).toSorted((a, b) => a.position - b.position);
  for (const big of [true, false]) {
    const places = room(siteId, live.values(), picking.options.lanes(siteId), clock.monotonic());
    const lanes = big ? places.big : places.small;
    if (lanes === 0) continue;
    const ready = ofAll((id) =>
      store
        .startable(id, now, big, bigBytes, lanes + live.size)
        .filter((job) => !live.has(job.id))
        .slice(0, free(picking, siteId, id)),
    );
    if (ready.length === 0) continue;
    const kept = big
      ? ofAll((id) => store.soon(id, now, keptLaneMs, bigBytes).filter((job) => keepsLane(job, now)))
      : [];
    for (const job of beginning(ready, kept, lanes)) startSending(picking, job);
  }
}

/** Whether one went ahead of which it is not known yet how it fares; a clip without an answer for too long tells nothing any more. */
function isProbed({ context: { clock }, running, probes }: Picking, host: string): boolean {
  const probe = probes.get(host);
  if (probe === undefined) return false;
  const one = running.live.get(probe);
  return !one || running.calling.has(probe) || !isOverdue(one, clock.monotonic());
}

/** One step of one job, the lightest there is, for a host that asked for time (F-14). */
function startProbe(picking: Picking, host: string, accountId: AccountId, now: number): void {
  const { context, running, probes } = picking;
  if (isProbed(picking, host)) return;
  const overdue = lookForOverdue(context, running, accountId);
  if (overdue !== null) {
    probes.set(host, overdue);
    return;
  }
  for (const kind of callKinds) {
    const due = context.store.due(accountId, kind, now, 1 + running.calling.size);
    const job = due.find(({ id }) => !running.calling.has(id));
    if (!job) continue;
    probes.set(host, job.id);
    running.call(job, calls[kind]);
    return;
  }
  sendProbe(picking, host, accountId, now);
}

/** One clip goes ahead to a host; false = none can. */
function sendProbe(picking: Picking, host: string, accountId: AccountId, now: number): boolean {
  const { context, running, probes } = picking;
  const uploads = context.circuits.uploadsTo(host);
  if (!picking.mayBegin() || !picking.options.mayLeave(accountId)) return false;
  if (context.circuits.stateOf(uploads) === 'open' || isProbed(picking, uploads)) return false;
  for (const big of [false, true]) {
    const ready = context.store.startable(accountId, now, big, bigBytes, 1 + running.live.size);
    const job = ready.find(({ id }) => !running.live.has(id));
    if (!job) continue;
    // Where only the uploads are held back, everything else goes on beside it.
    if (context.circuits.stateOf(host) !== 'closed') probes.set(host, job.id);
    probes.set(uploads, job.id);
    startSending(picking, job);
    return true;
  }
  return false;
}

/** One clip of the site, to find out whether its host takes uploads again. */
function startUploadProbe(picking: Picking, host: string, accountIds: readonly AccountId[], now: number): void {
  if (accountIds.some((accountId) => sendProbe(picking, host, accountId, now))) return;
  startParked(picking, host, picking.context.circuits.uploadsTo(host), accountIds);
}

/**
 * A host that blocked everything and has nothing left to probe it with but what told so (F-21); `held` = the name under which it is
 * held back.
 */
function startParked(picking: Picking, host: string, held: string, accountIds: readonly AccountId[]): void {
  const { context, trying } = picking;
  if (isProbed(picking, held) || trying.has(host) || !picking.mayBegin()) return;
  if (context.blockedClips.of(host).length === 0) return;
  trying.add(host);
  picking.running.alongside(
    tryOneOf(context, host, accountIds.filter(picking.options.mayLeave))
      .then((goes) => {
        if (goes) picking.kick();
      })
      .catch((error: unknown) => context.logger.error('A parked clip could not go ahead', { error: String(error) }))
      .finally(() => trying.delete(host)),
  );
}

// Durations, and the one policy for what failed: whether it is tried again, how often, and after how long, whoever sets the clock (F-13).
import type { FailureCause, NeedsYouAction, NeedsYouReason, WaitReason, WallMs } from './model.ts';
import type { Clock, Random } from './ports.ts';

export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Longest wait between two tries by ourselves, in ms; transient failures go on for days at this pace (F-22). */
export const longestBackOffMs = 15 * minuteMs;

/** `firstMs`, and twice as long after each of `times` further ones, up to `longestMs`. */
export function doubled(firstMs: number, times: number, longestMs: number): number {
  return Math.min(longestMs, firstMs * 2 ** times);
}

/** A wait in ms made longer by up to a tenth, so that many computers do not come back at once. `fraction` in [0, 1). */
export function jitterAdded(ms: number, fraction: number): number {
  return ms * (1 + fraction / 10);
}

/**
 * Milliseconds until the next try after `failures` in a row (1 = the first). `fraction` in [0, 1) spreads the herd.
 * `floorMs` is what the site asked for (Retry-After): jitter only ever adds to it (F-14).
 */
export function backOff(
  failures: number,
  fraction: number,
  floorMs: number | null = null,
  longestMs = longestBackOffMs,
): number {
  const spread = doubled(secondMs, Math.min(failures, 12), longestMs) * (0.5 + fraction / 2);
  return floorMs === null ? spread : Math.max(jitterAdded(floorMs, fraction), spread);
}

/**
 * No due time is later than this for a good reason: the clock may have been put back while the app was closed. `heldMs` is what is left
 * of the time that the job's host asked for, which is kept apart from the clock (hosts/circuit.ts); all else is our own back-off.
 */
export function latestDue(now: WallMs, heldMs: number): WallMs {
  return now + Math.max(heldMs, longestBackOffMs);
}

/** Gives by how many ms the wall clock was set ahead since the last call, less than 0 = back; 0 = it was not. A sleep may look like ahead. */
export function watchClock(clock: Clock): () => number {
  let offset = clock.now() - clock.monotonic();
  return () => {
    const was = offset;
    offset = clock.now() - clock.monotonic();
    const ahead = offset - was;
    return Math.abs(ahead) > 1_000 ? ahead : 0;
  };
}

/** A moment by both clocks: the monotonic one stands still in sleep on some systems (Linux, macOS), the other one may be set. */
export interface Moment {
  readonly wall: WallMs;
  readonly monotonic: number;
}

export const longAgo: Moment = { wall: Number.NEGATIVE_INFINITY, monotonic: Number.NEGATIVE_INFINITY };

export const momentOf = (clock: Pick<Clock, 'now' | 'monotonic'>): Moment => ({
  wall: clock.now(),
  monotonic: clock.monotonic(),
});

/** Milliseconds from one moment to another by the clock that counts more: what must not be too old is then rather asked anew than believed. */
export const passedMs = (from: Moment, to: Moment): number =>
  Math.max(to.monotonic - from.monotonic, to.wall - from.wall);

/** Failures in a row after which a bounded retry asks the user instead. */
export const mostBoundedFailures = 4;

/** What the user is asked where a bounded retry failed so often. */
const boundedAsk: Readonly<Partial<Record<WaitReason, NeedsYouReason>>> = {
  'server-error': 'server-error',
  'web-page-answer': 'web-page-answer',
  'clip-busy': 'clip-changing',
};

/** Pauses of one job alone, which its host did not ask for. */
const ownMatters: ReadonlySet<WaitReason> = new Set(['other-computer', 'pieces-away']);

/** What it is to a step that it threw what no step should throw. */
export const unexpected: FailureCause = { kind: 'retry', why: 'server-error', afterMs: null, bounded: true };

/** What follows from a failure for whatever met it. */
export type NextTry =
  /** It stops with its account, or with the way to its site: no failure of its own, no waiting time. */
  | { readonly kind: 'held'; readonly why: WaitReason }
  /** It goes on by itself after a while. `failures` = in a row, this one among them where it uses up a try. */
  | { readonly kind: 'again'; readonly why: WaitReason; readonly failures: number }
  | {
      readonly kind: 'ask';
      readonly reason: NeedsYouReason;
      readonly action: NeedsYouAction;
      readonly detail: string | null;
    };

/** What a failure leads to after `failures` in a row before it; pure. */
export function nextTry(failures: number, cause: FailureCause): NextTry {
  switch (cause.kind) {
    case 'sign-in':
      return { kind: 'held', why: 'sign-in' };
    case 'line':
      // Nor is it anybody's own when nobody gets through to the site (F-18).
      return { kind: 'held', why: cause.why };
    case 'needs-you':
      return { kind: 'ask', reason: cause.reason, action: cause.action, detail: cause.detail };
    case 'retry': {
      // A pause that the site asked for is planned: it uses up no try (F-14). Nor does one of the job's own.
      const busy = cause.why === 'site-busy' || cause.why === 'site-maintenance';
      const isPlanned = (busy && cause.afterMs !== null) || ownMatters.has(cause.why);
      const after = isPlanned ? failures : failures + 1;
      const reason = cause.bounded && after >= mostBoundedFailures ? boundedAsk[cause.why] : undefined;
      if (reason) return { kind: 'ask', reason, action: 'retry', detail: null };
      return { kind: 'again', why: cause.why, failures: after };
    }
  }
}

/** What a step has to know of hosts and tells about them. */
export interface HostReports {
  /** How often the user wanted it now. */
  lifts(host: string): number;
  /**
   * What a step makes of the host; null = nothing that keeps it from going on. `lifts` as they were when the step began.
   * False = the user wanted it now since then: the cause is old, and holds nobody back.
   */
  report(host: string, cause: FailureCause | null, lifts: number): boolean;
}

/** When to try again after `failures` in a row before this one. */
export type Until = (failures: number, cause: FailureCause | null) => WallMs;

export type StepReport = (cause: FailureCause | null) => Until;

export interface Tries {
  readonly until: Until;
  /**
   * Begins a step that asks `host`. What is given tells the host's circuit what the step made of it, and then knows when to try
   * again: at once where the user wanted it now since the step began, whatever was answered to the question of before.
   */
  readonly beginStep: (host: string) => StepReport;
}

export interface TriesOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly circuits: HostReports;
}

/** At least so long is waited where the same again at once would tell nothing more, in ms; no word of the site, so it holds back this job only. */
const pauseMs: Readonly<Partial<Record<WaitReason, number>>> = { 'size-doubted': minuteMs };

export function createTries({ clock, random, circuits }: TriesOptions): Tries {
  const until: Until = (failures, cause) => {
    const floorMs = cause?.kind === 'retry' ? (cause.afterMs ?? pauseMs[cause.why] ?? null) : null;
    return clock.now() + backOff(failures + 1, random.fraction(), floorMs);
  };
  return {
    until,
    beginStep: (host) => {
      const lifts = circuits.lifts(host);
      return (cause) => {
        const told = cause?.kind === 'retry' && ownMatters.has(cause.why) ? null : cause;
        return circuits.report(host, told, lifts) ? until : () => clock.now();
      };
    },
  };
}

// Holds a host back for as long as it asked for, or after it blocked one clip after the other: nobody asks it meanwhile, whichever
// account or job it is (F-14, F-21). When the time is over a single probe goes first, and the others follow its success.
import type { BusyWhy, CircuitState, FailureCause, WallMs } from '../model.ts';
import { type Clock, type Random, StoreError } from '../ports.ts';
import { backOff, dayMs, doubled, hourMs, jitterAdded } from '../retry.ts';
import { createPageAnswers, type Holds, type PageAnswers } from './page-answers.ts';

/**
 * Several different clips in a row were answered with a page for people: uploads alone, or also what the API was asked then; unsure =
 * to that there was no answer that tells.
 */
export type OpenCircuitReason = BusyWhy | 'uploads-blocked' | 'uploads-unsure' | 'site-blocked';

/** A hold as it is kept between runs. */
export interface CircuitRecord {
  readonly host: string;
  readonly why: OpenCircuitReason;
  /** When it ends by the wall clock: a hint, as the clock may be set (F-13). */
  readonly until: WallMs;
  /** How long it was when it began, in ms: it is never longer than that. */
  readonly ms: number;
  /** Probes that failed since. */
  readonly waits: number;
}

export interface CircuitStore {
  all(): readonly CircuitRecord[];
  /** Durable when it returns. */
  save(record: CircuitRecord): void;
  remove(host: string): void;
}

export interface OpenCircuit {
  readonly why: OpenCircuitReason;
  /** When it began, however often it grew longer since. */
  readonly since: WallMs;
  /** When the next probe goes; the present moment while one is out. */
  readonly until: WallMs;
}

export interface Circuits extends PageAnswers {
  stateOf(host: string): CircuitState;
  /** Milliseconds until a probe may go; 0 = now. */
  leftMs(host: string): number;
  /** Null = it is not held back. */
  of(host: string): OpenCircuit | null;
  /** The host asked not to be asked for `ms`; a longer time that is known stays. `why` is busy when left out. */
  asked(host: string, ms: number, why?: BusyWhy): void;
  /** It answered as it should: after the time is over this opens it for all. */
  fine(host: string): void;
  /** It did not, or not at all: where a probe was due, that waits a little longer. */
  trouble(host: string, why?: BusyWhy): void;
  /**
   * What a step of a job makes of the host; null = nothing that keeps it from going on. It opens no host: trouble with the clip on
   * disk, or an answer that was known already, says nothing about who was not even asked. `lifts` as they were when the step began.
   * False = the cause is old, and holds nobody back.
   */
  report(host: string, cause: FailureCause | null, lifts: number): boolean;
  /** The user wants it now: where it was held back a single probe may go, and what was asked before says nothing any more. */
  lift(host: string): void;
  /** How often the user wanted it now while it was held back: an answer to what was asked before the last time is old. */
  lifts(host: string): number;
  /** The computer slept: the wall clock went on. */
  woke(): void;
  /** There is room on the disk again: what could not be kept is kept now. */
  keep(): void;
}

const longestMs = dayMs;
/** Troubles that are the host's or the way's, not the clip's. */
const troubles: ReadonlySet<string> = new Set([
  'site-busy',
  'site-maintenance',
  'server-error',
  'web-page-answer',
  'connection-lost',
]);

/** A proxy's trouble is none of a host that never heard of the request. */
function isHosts(cause: FailureCause | null): boolean {
  if (cause?.kind === 'line') return !cause.why.startsWith('proxy-');
  return cause?.kind === 'retry' && troubles.has(cause.why);
}

interface Held {
  why: OpenCircuitReason;
  /** By the monotonic clock. */
  readonly begunAt: number;
  /** By the monotonic clock. */
  endsAt: number;
  until: WallMs;
  ms: number;
  waits: number;
}

/** What was kept before, by the clocks of this run: never longer than it was when it began. */
function restored({ why, until, ms, waits }: CircuitRecord, clock: Clock): Held {
  const length = Math.min(Math.max(0, ms), longestMs * 1.1);
  const left = Math.min(Math.max(0, until - clock.now()), length);
  const now = clock.monotonic();
  return { why, begunAt: now + left - length, until: clock.now() + left, endsAt: now + left, ms: length, waits };
}

export function createCircuits(clock: Clock, random: Random, store: CircuitStore, onChange: () => void): Circuits {
  const hosts = new Map<string, Held>();
  const unkept = new Set<string>();
  const lifted = new Map<string, number>();
  for (const record of store.all()) hosts.set(record.host, restored(record, clock));

  const leftMs: Circuits['leftMs'] = (host) => Math.max(0, (hosts.get(host)?.endsAt ?? 0) - clock.monotonic());
  const stateOf: Circuits['stateOf'] = (host) => {
    if (!hosts.has(host)) return 'closed';
    return leftMs(host) > 0 ? 'open' : 'half-open';
  };
  /** A disk without room takes nothing from what the host asked for: it counts from memory, and is kept as soon as may be (F-43). */
  const keep = (host: string): void => {
    const held = hosts.get(host);
    unkept.add(host);
    try {
      if (held) store.save({ host, why: held.why, until: held.until, ms: held.ms, waits: held.waits });
      else store.remove(host);
      unkept.delete(host);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
    }
  };
  const hold = (host: string, why: OpenCircuitReason, ms: number, waits: number): void => {
    const now = clock.monotonic();
    const begunAt = hosts.get(host)?.begunAt ?? now;
    hosts.set(host, { why, begunAt, until: clock.now() + ms, endsAt: now + ms, ms, waits });
    keep(host);
    onChange();
  };
  const asked: Circuits['asked'] = (host, ms, busy = 'site-busy') => {
    // Jitter only ever adds, so that many computers do not come back at once.
    const long = jitterAdded(Math.min(ms, longestMs), random.fraction());
    const held = hosts.get(host);
    const why = held?.why === 'site-blocked' ? held.why : busy;
    if (long > leftMs(host)) hold(host, why, long, held?.waits ?? 0);
    // The clock was set forward since that longer time was named: what is asked for now counts by the new one (F-13).
    else if (held && (held.until < clock.now() + long || held.why !== why)) {
      held.until = Math.max(held.until, clock.now() + long);
      held.why = why;
      keep(host);
      onChange();
    }
  };
  const block: Holds['block'] = (name, why, firstMs) => {
    const waits = (hosts.get(name)?.waits ?? -1) + 1;
    hold(name, why, jitterAdded(doubled(firstMs, waits, longestMs), random.fraction()), waits);
  };
  const trouble: Circuits['trouble'] = (host, busy = 'site-busy') => {
    const held = hosts.get(host);
    if (!held || leftMs(host) > 0) return;
    const waits = held.waits + 1;
    if (held.why === 'site-blocked') block(host, held.why, hourMs);
    else hold(host, busy, backOff(waits, random.fraction()), waits);
  };
  const release = (host: string): void => {
    if (!hosts.delete(host)) return;
    keep(host);
    onChange();
  };
  const fine: Circuits['fine'] = (host) => {
    if (stateOf(host) === 'half-open') release(host);
  };

  const lifts: Circuits['lifts'] = (host) => lifted.get(host) ?? 0;

  const rename: Holds['rename'] = (name, why) => {
    const held = hosts.get(name);
    if (!held || held.why === why) return;
    held.why = why;
    keep(name);
    onChange();
  };

  const pages = createPageAnswers({ stateOf, lifts, block, rename, release });

  return {
    ...pages,
    stateOf,
    leftMs,
    of: (host) => {
      const held = hosts.get(host);
      if (!held) return null;
      const since = clock.now() - (clock.monotonic() - held.begunAt);
      return { why: held.why, since, until: clock.now() + leftMs(host) };
    },
    asked,
    fine,
    trouble,
    lifts,
    report: (host, cause, askedIn) => {
      if (askedIn !== lifts(host)) return false;
      const why = cause && 'why' in cause && cause.why === 'site-maintenance' ? cause.why : 'site-busy';
      if (cause?.kind === 'retry' && cause.afterMs !== null) asked(host, cause.afterMs, why);
      else if (isHosts(cause)) trouble(host, why);
      return true;
    },
    lift: (host) => {
      const names = [host, pages.uploadsTo(host)].filter((name) => leftMs(name) > 0);
      // Nothing held it back: what it answers from now on is news, whenever it was asked (F-14).
      if (names.length === 0) return;
      lifted.set(host, lifts(host) + 1);
      for (const name of names) {
        const held = hosts.get(name);
        if (held) held.endsAt = clock.monotonic();
      }
      onChange();
    },
    woke: () => {
      // Only ever earlier: what the wall clock says counts no further than the time that is left anyway.
      for (const [host, held] of hosts) {
        const left = Math.min(leftMs(host), Math.max(0, held.until - clock.now()));
        held.endsAt = clock.monotonic() + left;
      }
      onChange();
    },
    keep: () => {
      for (const host of [...unkept]) keep(host);
    },
  };
}

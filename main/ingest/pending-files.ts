// Files of a watched folder on their way to being taken: looked at again and again until each is ready, refused or gone.
//
// Invariant: a file is forgotten only when it is settled (in the ledger), gone, or refused; everything else keeps its next look.
import type { FolderRefusal } from '../../preload/contract.ts';
import type { Clock, FileStat, Files, Logger, Writers } from '../ports.ts';
import { dayMs } from '../retry.ts';
import { arrivalsOf } from './arrivals.ts';
import { fileKey, observe, observeInside, observeWriters, type SeenWriter } from './observe.ts';
import { type Candidate, heldLookMs, type Observation, type Readiness, readiness, type WaitsFor } from './readiness.ts';
import { createReadyFiles, type ReadyFile, type ReadyFiles } from './ready-files.ts';

export interface PendingFilesOptions {
  readonly clock: Clock;
  readonly files: Files;
  readonly logger: Logger;
  /** Left out = nobody can be seen to write. */
  readonly writers?: Pick<Writers, 'holding'> | undefined;
  /** Milliseconds a file has to be unchanged. */
  readonly stableMs: number;
  /** The folder lies on a disk of this computer. */
  readonly isLocal: () => boolean;
  /** See Background. */
  readonly wasTaken: (path: string, stat: FileStat) => boolean;
  /** True when this very file needs nothing: it is in the ledger, or was to be left. */
  readonly settled: (path: string, stat: FileStat) => boolean;
  /** Takes files that are ready, in order; gives the paths of those that changed meanwhile and have to be looked at again. */
  readonly take: (files: readonly ReadyFile[]) => Promise<readonly string[]>;
  /** Starts work in the background. */
  readonly run: (task: () => Promise<void>) => void;
  readonly onChange: () => void;
}

export interface PendingFiles {
  /** A hint: look at this file. */
  hint(path: string): void;
  /** A scan saw this file. */
  found(path: string, stat: FileStat): void;
  /** A whole scan saw these files and no others. */
  keepRefused(there: ReadonlySet<string>): void;
  beingWritten(): number;
  /** What is not taken yet, at most `most` files. */
  arrivals(most: number): ReturnType<typeof arrivalsOf>;
  /** The files among these that are not taken yet. */
  pathOf(fits: (path: string) => boolean): string | null;
  /** The user wants nothing of it, as it is. */
  forget(path: string): void;
  /** The user wants it taken as it is, whatever is seen of it. */
  insist(path: string, stat: FileStat): void;
  clear(): void;
  stop(): void;
}

const looksAbreast = 4;
/** So many files are looked at before the system is asked, once for all of them, who writes to them. */
const groupSize = 1_000;
/** Between two passes over the candidates: a burst is looked at in groups. */
const passMs = 50;
/** After something that should not have happened. */
const restMs = 5_000;

interface Held {
  readonly path: string;
  /** Place in the order in which files were found. */
  readonly order: number;
  candidate: Candidate | null;
  /** When it appeared while the folder was being watched, by the wall clock; null = it may have been there before. */
  readonly appearedAt: number | null;
  /** It was refused, and is only looked at once more: some programs write without any sign of it. */
  readonly isOnceMore: boolean;
  /** Since when it is here, in monotonic ms. */
  readonly since: number;
  dueAt: number;
  lookedAt: number;
  why: WaitsFor | null;
  /** Who held it at the last look. */
  program: string | null;
}

/** A file that was looked at from outside. */
interface Looked {
  readonly one: Held;
  readonly seen: Observation;
  readonly stat: FileStat | null;
}

/** What stands in the way for longer than it takes to write a file. */
function blocked({ why }: Held): FolderRefusal | null {
  if (why === 'elsewhere') return 'in-cloud';
  return why === 'unreadable' ? why : null;
}

/** A file that appears so long after it was made, in ms, was made elsewhere or under another name: nobody makes it here. */
const broughtMs = 10_000;

const isMadeBefore = (stat: FileStat | null, appearedAt: number | null): stat is FileStat =>
  stat?.bornMs !== undefined && appearedAt !== null && stat.bornMs <= appearedAt - broughtMs;

/** What is being written for so long is a recording or a slow copy, in ms. */
const longMs = 10_000;
/** It is looked at once nothing was heard of it for so long: longer than from one hint to the next, see changed-names.ts. */
const silenceMs = 750;
/** And so often all the same: there may be no end to what is heard. */
const longLookMs = 5_000;

/** When a file is looked at of which is heard at `now`, in monotonic ms: sooner than was planned, or later where it is written for long. */
function lookAfterHint({ why, lookedAt, dueAt, since }: Held, now: number, stableMs: number): number {
  const isWritten = why === 'held' || why === 'changing';
  if (isWritten && now - since >= longMs) return Math.min(now + silenceMs, Math.max(now, lookedAt + longLookMs));
  // It is hinted at twice a second: four looks per quiet time are enough, and one a second while its program is seen.
  return Math.min(dueAt, Math.max(now, lookedAt + (why === 'held' ? heldLookMs : stableMs / 4)));
}

/** The soonest of all next looks, in monotonic ms. */
function nextLookAt(held: Iterable<Held>): number {
  let next = Number.POSITIVE_INFINITY;
  for (const one of held) next = Math.min(next, one.dueAt);
  return next;
}

/** Passes over the files, one at a time: a timer for the next one that somebody asked for. */
class PassTimer {
  readonly #clock: Clock;
  readonly #begin: () => void;
  #cancelTimer: (() => void) | null = null;
  #at = Number.POSITIVE_INFINITY;
  #isStopped = false;
  #isPassing = false;

  constructor(clock: Clock, begin: () => void) {
    this.#clock = clock;
    this.#begin = begin;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** A pass at `at`, in monotonic ms, or sooner where one is planned already. */
  plan(at: number): void {
    if (this.#isStopped || this.#isPassing || at >= this.#at) return;
    this.#cancelTimer?.();
    this.#at = at;
    this.#cancelTimer = this.#clock.after(Math.max(passMs, at - this.#clock.monotonic()), this.#begin);
  }

  /** False = one is under way, or there is to be none any more. */
  begin(): boolean {
    if (this.#isPassing || this.#isStopped) return false;
    this.#isPassing = true;
    this.#at = Number.POSITIVE_INFINITY;
    return true;
  }

  end(): void {
    this.#isPassing = false;
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelTimer?.();
  }
}

/** Takes them in order, a few at a time. */
async function abreast<T>(all: readonly T[], step: (item: T) => Promise<void>): Promise<void> {
  const left = all.values();
  const lane = async (): Promise<void> => {
    for (const item of left) await step(item);
  };
  await Promise.all(Array.from({ length: looksAbreast }, lane));
}

/** One step with one file; what should not have happened there is not heard of for a while. */
async function stepOf<T extends { readonly one: Held }>(
  { logger, clock }: Pick<PendingFilesOptions, 'logger' | 'clock'>,
  item: T,
  step: (item: T) => Promise<void>,
): Promise<void> {
  await step(item).catch((error: unknown) => {
    logger.error('A new file could not be looked at', { error: String(error) });
    item.one.dueAt = clock.monotonic() + restMs;
  });
}

interface WantedOf extends Pick<PendingFilesOptions, 'clock' | 'run' | 'onChange'> {
  readonly held: Map<string, Held>;
  readonly refused: Map<string, { readonly reason: FolderRefusal }>;
  readonly ready: ReadyFiles;
  readonly nextOrder: () => number;
}

/** What is shown of the files, and what their user wants of one. */
function wantedOf({ clock, run, onChange, held, refused, ready, nextOrder }: WantedOf) {
  return {
    beingWritten: () => [...held.values()].filter((one) => !one.isOnceMore && !blocked(one)).length,
    arrivals: (most) =>
      arrivalsOf(
        [...refused].map(([path, { reason }]) => [path, reason] as const),
        held.values(),
        clock.monotonic(),
        most,
      ),
    pathOf: (fits) => [...held.keys(), ...refused.keys()].find(fits) ?? null,
    forget: (path) => {
      held.delete(path);
      refused.delete(path);
      onChange();
    },
    insist: (path, stat) => {
      const place = held.get(path)?.order ?? nextOrder();
      held.delete(path);
      refused.delete(path);
      ready.add({ path, stat, order: place, isWanted: true });
      if (ready.mayTake()) run(ready.takeAll);
    },
  } satisfies Partial<PendingFiles>;
}

export function createPendingFiles(options: PendingFilesOptions): PendingFiles {
  const { clock, files, logger, writers, stableMs, isLocal, wasTaken, settled, take, run, onChange } = options;
  const held = new Map<string, Held>();
  const refused = new Map<string, { readonly key: string; readonly reason: FolderRefusal }>();
  let order = 0;
  /** What was there at the beginning is known. */
  let isLookedThrough = false;
  const passes = new PassTimer(clock, () => run(pass));

  const hold = (path: string, afterMs = 0, appearedAt: number | null = null, isOnceMore = false): void => {
    if (ready.has(path)) return;
    const since = clock.monotonic();
    const dueAt = since + afterMs;
    const fresh = { candidate: null, since, dueAt, lookedAt: Number.NEGATIVE_INFINITY, why: null, program: null };
    held.set(path, { path, order: order++, appearedAt, isOnceMore, ...fresh });
    passes.plan(dueAt);
  };
  const ready = createReadyFiles({ logger, stableMs, take, onGivenBack: hold, onChange });

  const apply = (one: Held, verdict: Readiness, stat: FileStat | null): void => {
    const now = clock.monotonic();
    one.lookedAt = now;
    if (verdict.kind === 'wait' || verdict.kind === 'look-inside') {
      one.candidate = verdict.candidate;
      one.why = verdict.kind === 'wait' ? verdict.why : 'changing';
      one.dueAt = now + (verdict.kind === 'wait' ? verdict.afterMs : stableMs);
      return;
    }
    held.delete(one.path);
    if (verdict.kind === 'refuse' && stat) refused.set(one.path, { key: fileKey(stat), reason: verdict.reason });
    if (verdict.kind === 'take' && stat) ready.add({ path: one.path, stat, order: one.order });
  };

  const isGone = (one: Held): boolean => passes.isStopped || held.get(one.path) !== one;

  /** Nothing = it needs nothing any more. */
  const look = async (one: Held): Promise<readonly Looked[]> => {
    const { seen, stat } = await observe(files, one.path, { now: clock.now(), isLocal: isLocal(), wasTaken });
    if (isGone(one)) return [];
    if (stat === null || refused.get(one.path)?.key !== fileKey(stat)) refused.delete(one.path);
    // A hint about what was refused or is long settled: nothing to wait for.
    if (one.candidate === null && stat && ((refused.has(one.path) && !one.isOnceMore) || settled(one.path, stat))) {
      held.delete(one.path);
      return [];
    }
    return [{ one, seen, stat }];
  };

  const judge = async (looked: Looked, { writer, program }: SeenWriter): Promise<void> => {
    const { one } = looked;
    if (isGone(one)) return;
    one.program = program;
    const outside = looked.seen.kind === 'file' ? { ...looked.seen, writer } : looked.seen;
    const isBrought = isMadeBefore(looked.stat, one.appearedAt) && !wasTaken(one.path, looked.stat);
    const verdict = readiness(one.candidate, outside, { now: clock.monotonic(), stableMs, isBrought });
    if (verdict.kind !== 'look-inside' || outside.kind !== 'file' || looked.stat === null) {
      apply(one, verdict, looked.stat);
      return;
    }
    const { seen, stat } = await observeInside(files, one.path, outside, looked.stat);
    const again = { now: clock.monotonic(), stableMs, isBrought: false };
    if (!isGone(one)) apply(one, readiness(verdict.candidate, seen, again), stat);
  };

  const inLanes = <T extends { readonly one: Held }>(all: readonly T[], step: (item: T) => Promise<void>) =>
    abreast(all, (item) => (isGone(item.one) ? Promise.resolve() : stepOf(options, item, step)));

  const pass = async (): Promise<void> => {
    if (!passes.begin()) return;
    const now = clock.monotonic();
    const due = [...held.values()].filter((one) => one.dueAt <= now).map((one) => ({ one }));
    for (let at = 0; at < due.length; at += groupSize) {
      const looked: Looked[] = [];
      await inLanes(due.slice(at, at + groupSize), async ({ one }) => void looked.push(...(await look(one))));
      const there = looked.flatMap(({ one, stat }) => (stat ? [{ ...stat, path: one.path }] : []));
      const writerOf = await observeWriters(writers, there);
      await inLanes(looked, (one) => judge(one, writerOf(one.one.path)));
      // What is ready is written down while the disk is asked about the next ones.
      if (ready.mayTake()) run(ready.takeAll);
    }
    passes.end();
    // A look may have been put off since this pass was planned.
    if (due.length > 0) onChange();
    passes.plan(nextLookAt(held.values()));
  };

  return {
    hint: (path) => {
      if (ready.hint(path)) return;
      const known = held.get(path);
      if (!known) return hold(path, 0, isLookedThrough && isLocal() && !refused.has(path) ? clock.now() : null);
      known.dueAt = lookAfterHint(known, clock.monotonic(), stableMs);
      passes.plan(known.dueAt);
    },
    found: (path, stat) => {
      if (held.has(path)) return;
      const isRefused = refused.get(path)?.key === fileKey(stat);
      if (!isRefused && !settled(path, stat)) hold(path);
      if (isRefused && Math.abs(clock.now() - stat.mtimeMs) < dayMs) hold(path, 0, null, true);
    },
    keepRefused: (there) => {
      isLookedThrough = true;
      for (const path of refused.keys()) if (!there.has(path)) refused.delete(path);
    },
    ...wantedOf({ clock, run, onChange, held, refused, ready, nextOrder: () => order++ }),
    clear: () => {
      isLookedThrough = false;
      held.clear();
      ready.clear();
    },
    stop: () => {
      passes.stop();
      ready.stop();
    },
  };
}

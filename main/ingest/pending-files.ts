// Files of a watched folder on their way to being taken: looked at again and again until each is ready, refused or gone.
//
// Invariant: a file is forgotten only when it is settled (in the ledger), gone, or refused; everything else keeps its next look.
import type { FolderRefusal } from '../../preload/contract.ts';
import { type Clock, FileError, type FileStat, type Files, type Logger } from '../ports.ts';
import { doubled } from '../retry.ts';
import { companions } from './names.ts';
import {
  type Candidate,
  type Inside,
  type Observation,
  type Readiness,
  readiness,
  type WaitsFor,
} from './readiness.ts';
import { recognise } from './recognise.ts';

export interface ReadyFile {
  readonly path: string;
  readonly stat: FileStat;
}

export interface NotTaken {
  readonly path: string;
  readonly reason: FolderRefusal;
}

export interface PendingFilesOptions {
  readonly clock: Clock;
  readonly files: Files;
  readonly logger: Logger;
  /** Milliseconds a file has to be unchanged. */
  readonly stableMs: number;
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
  /** Oldest first. */
  notTaken(): readonly NotTaken[];
  clear(): void;
  stop(): void;
}

const looksAbreast = 4;
const mostTaken = 200;
/** Between two passes over the candidates: a burst is looked at in groups. */
const passMs = 50;
/** After something that should not have happened. */
const restMs = 5_000;

interface Held {
  readonly path: string;
  /** Place in the order in which files were found. */
  readonly order: number;
  candidate: Candidate | null;
  dueAt: number;
  lookedAt: number;
  why: WaitsFor | null;
}

/** What stands in the way for longer than it takes to write a file. */
function blocked({ why }: Held): FolderRefusal | null {
  if (why === 'elsewhere') return 'in-cloud';
  return why === 'unreadable' ? why : null;
}

/** A file that is given back again and again is looked at this seldom, unless something is heard of it. */
const longestBackMs = 60_000;

const keyOf = (stat: FileStat): string => `${stat.device}:${stat.inode}:${stat.size}:${stat.mtimeNs}`;

export function createPendingFiles(options: PendingFilesOptions): PendingFiles {
  const { clock, files, logger, stableMs, settled, run, onChange } = options;
  const held = new Map<string, Held>();
  const refused = new Map<string, { readonly key: string; readonly reason: NotTaken['reason'] }>();
  const ready = new Map<string, ReadyFile & { readonly order: number }>();
  let found = 0;
  let stopped = false;
  let passing = false;
  let taking = false;
  let cancelPass: (() => void) | null = null;
  let passAt = Number.POSITIVE_INFINITY;

  const schedulePass = (at: number): void => {
    if (stopped || passing || at >= passAt) return;
    cancelPass?.();
    passAt = at;
    cancelPass = clock.after(Math.max(passMs, at - clock.monotonic()), () => run(pass));
  };

  /** Times in a row that a whole file was given back: its old version may be on its way to the site for days. */
  const givenBack = new Map<string, number>();

  const hold = (path: string, afterMs = 0): void => {
    if (ready.has(path)) return;
    const dueAt = clock.monotonic() + afterMs;
    const fresh = { candidate: null, dueAt, lookedAt: Number.NEGATIVE_INFINITY, why: null };
    held.set(path, { path, order: found++, ...fresh });
    schedulePass(dueAt);
  };

  const see = async (path: string): Promise<{ readonly seen: Observation; readonly stat: FileStat | null }> => {
    try {
      const stat = await files.stat(path);
      if (stat.kind !== 'file') return { seen: { kind: 'gone' }, stat: null };
      return { seen: { kind: 'file', key: keyOf(stat), size: stat.size, inside: null }, stat };
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      return { seen: { kind: error.problem === 'missing' ? 'gone' : 'unreadable' }, stat: null };
    }
  };

  const lookInside = async (path: string, { size, elsewhere }: FileStat): Promise<Inside> => {
    // Not even opened: that alone may fetch gigabytes.
    if (elsewhere === true) return 'elsewhere';
    const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
    for (const companion of companions(path.slice(at))) {
      const beside = await files.stat(path.slice(0, at) + companion).catch(() => null);
      if (beside) return 'accompanied';
    }
    try {
      const file = await files.open(path);
      try {
        const found = await recognise(file, size);
        return found.kind === 'video' ? found.ending : found.kind;
      } finally {
        await file.close();
      }
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      return error.problem === 'unreadable' || error.problem === 'failed' ? 'unreadable' : 'busy';
    }
  };

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
    if (verdict.kind === 'refuse' && stat) refused.set(one.path, { key: keyOf(stat), reason: verdict.reason });
    if (verdict.kind === 'take' && stat) ready.set(one.path, { path: one.path, stat, order: one.order });
  };

  const look = async (one: Held): Promise<void> => {
    const first = await see(one.path);
    const gone = (): boolean => stopped || held.get(one.path) !== one;
    if (gone()) return;
    if (first.stat === null || refused.get(one.path)?.key !== keyOf(first.stat)) refused.delete(one.path);
    // A hint about what was refused or is long settled: nothing to wait for.
    if (one.candidate === null && first.stat && (refused.has(one.path) || settled(one.path, first.stat))) {
      held.delete(one.path);
      return;
    }
    const verdict = readiness(one.candidate, first.seen, clock.monotonic(), stableMs);
    if (verdict.kind !== 'look-inside' || first.seen.kind !== 'file' || first.stat === null) {
      apply(one, verdict, first.stat);
      return;
    }
    const inside = await lookInside(one.path, first.stat);
    const second = await see(one.path);
    if (gone()) return;
    // What changed while it was being read proves nothing.
    const same = second.seen.kind === 'file' && second.seen.key === first.seen.key;
    const seen = same ? { ...first.seen, inside } : second.seen;
    apply(one, readiness(verdict.candidate, seen, clock.monotonic(), stableMs), second.stat);
  };

  const pass = async (): Promise<void> => {
    if (passing || stopped) return;
    passing = true;
    passAt = Number.POSITIVE_INFINITY;
    const now = clock.monotonic();
    const due = [...held.values()].filter((one) => one.dueAt <= now).values();
    const lane = async (): Promise<void> => {
      for (const one of due) {
        if (stopped) return;
        if (held.get(one.path) !== one) continue;
        await look(one).catch((error: unknown) => {
          logger.error('A new file could not be looked at', { error: String(error) });
          one.dueAt = clock.monotonic() + restMs;
        });
      }
    };
    await Promise.all(Array.from({ length: looksAbreast }, lane));
    passing = false;
    if (ready.size > 0 && !taking) run(takeReady);
    onChange();
    let next = Number.POSITIVE_INFINITY;
    for (const one of held.values()) next = Math.min(next, one.dueAt);
    if (next < Number.POSITIVE_INFINITY) schedulePass(next);
  };

  const takeReady = async (): Promise<void> => {
    if (taking) return;
    taking = true;
    while (ready.size > 0 && !stopped) {
      const group = [...ready.values()].sort((a, b) => a.order - b.order).slice(0, mostTaken);
      const again = await options.take(group).catch((error: unknown) => {
        logger.error('Clips of a watched folder could not be taken', { error: String(error) });
        return group.map((file) => file.path);
      });
      for (const file of group) if (ready.get(file.path) === file) ready.delete(file.path);
      for (const { path } of group) {
        const times = again.includes(path) ? (givenBack.get(path) ?? 0) + 1 : 0;
        if (times === 0) givenBack.delete(path);
        else {
          givenBack.set(path, times);
          hold(path, times === 1 ? 0 : doubled(stableMs, times - 2, longestBackMs));
        }
      }
      onChange();
    }
    taking = false;
  };

  return {
    hint: (path) => {
      const known = held.get(path);
      if (!known) {
        hold(path);
        return;
      }
      // A file that grows is hinted at many times a second: four looks per quiet time are enough.
      const soonest = Math.max(clock.monotonic(), known.lookedAt + stableMs / 4);
      if (soonest < known.dueAt) {
        known.dueAt = soonest;
        schedulePass(soonest);
      }
    },
    found: (path, stat) => {
      if (!held.has(path) && refused.get(path)?.key !== keyOf(stat) && !settled(path, stat)) hold(path);
    },
    keepRefused: (there) => {
      for (const path of refused.keys()) if (!there.has(path)) refused.delete(path);
    },
    beingWritten: () => {
      let count = 0;
      for (const one of held.values()) if (!blocked(one)) count++;
      return count;
    },
    notTaken: () => [
      ...[...refused].map(([path, { reason }]) => ({ path, reason })),
      ...[...held.values()].flatMap((one) => {
        const reason = blocked(one);
        return reason ? [{ path: one.path, reason }] : [];
      }),
    ],
    clear: () => {
      held.clear();
      ready.clear();
    },
    stop: () => {
      stopped = true;
      cancelPass?.();
    },
  };
}

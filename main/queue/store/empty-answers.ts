// Remembers which questions to the queue had no answer, so that none of them is asked again before anything can have changed:
// the queue looks for work after every step of every job, and nearly always there is none.
import type { JobState, WallMs } from '../../model.ts';

export interface Idle {
  /** A job was written down in this state: what was asked about it may have another answer now. */
  wrote(kind: JobState['kind']): void;
  /** Gives what `ask` gives, which are jobs of that kind that are due at `now`; `question` tells it from every other. */
  ask<T>(question: string, kind: JobState['kind'], now: WallMs, ask: () => readonly T[]): readonly T[];
  /** The earliest due time after `now`; null = none. */
  nextDue(now: WallMs): WallMs | null;
}

const none = [] as const;

/** `readNextDue` reads the earliest due time after `now` off the disk. */
export function createIdle(readNextDue: (now: WallMs) => WallMs | null): Idle {
  let writes = 0;
  const came = new Map<JobState['kind'], number>();
  /** Questions without an answer: it stays so until a job comes into that state, or the time is there. */
  const silent = new Map<string, { readonly came: number; readonly until: WallMs | null }>();
  let next = { writes: -1, from: 0, at: null as WallMs | null };

  const nextDue: Idle['nextDue'] = (now) => {
    const holds = next.writes === writes && now >= next.from && (next.at === null || now < next.at);
    if (!holds) next = { writes, from: now, at: readNextDue(now) };
    return next.at;
  };

  return {
    wrote: (kind) => {
      writes++;
      came.set(kind, (came.get(kind) ?? 0) + 1);
    },
    ask: (question, kind, now, ask) => {
      const count = came.get(kind) ?? 0;
      const known = silent.get(question);
      if (known?.came === count && (known.until === null || now < known.until)) return none;
      const found = ask();
      if (found.length === 0) silent.set(question, { came: came.get(kind) ?? 0, until: nextDue(now) });
      else silent.delete(question);
      return found;
    },
    nextDue,
  };
}

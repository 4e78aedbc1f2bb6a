// A check that is made again and again, one at a time; who asks for one while it runs gets a further one soon after.
import type { Clock } from '../ports.ts';

const soonMs = 50;

export interface Rechecks {
  start(): void;
  soon(): void;
  stop(): void;
}

export interface RechecksOptions {
  readonly clock: Clock;
  /** Milliseconds from the end of a check to the next. */
  readonly everyMs: number;
  /** Starts work in the background. */
  readonly run: (task: () => Promise<void>) => void;
  readonly check: () => Promise<void>;
}

export function createRechecks({ clock, everyMs, run, check }: RechecksOptions): Rechecks {
  let stopped = false;
  let checking = false;
  let again = false;
  let cancelTimer: (() => void) | null = null;

  const now = async (): Promise<void> => {
    if (checking || stopped) return;
    checking = true;
    again = false;
    try {
      await check();
    } finally {
      checking = false;
      schedule(again ? soonMs : everyMs);
    }
  };
  const schedule = (afterMs: number): void => {
    cancelTimer?.();
    if (!stopped) cancelTimer = clock.after(afterMs, () => run(now));
  };

  return {
    start: () => run(now),
    soon: () => {
      if (checking) again = true;
      else schedule(soonMs);
    },
    stop: () => {
      stopped = true;
      cancelTimer?.();
    },
  };
}

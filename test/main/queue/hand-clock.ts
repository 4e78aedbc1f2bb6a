// A clock that a test moves by hand: timers fire in order when it does, and the wall clock can be set apart (F-13).
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../../main/ports.ts';

export interface HandClock extends Clock {
  /**
   * Lets `ms` pass: everything that becomes due meanwhile happens in order, and what follows from it. `turns` of the loop after each
   * timer: fewer for days in which hardly any timer does more than set itself again.
   */
  pass(ms: number, turns?: number): Promise<void>;
  /** Timers that wait. */
  timers(): number;
  /** Sets the wall clock as a user would; nothing else moves. */
  setWall(now: number): void;
  /** Lets what is already waiting be served. */
  settle(): Promise<void>;
}

export function handClock(start = 1_763_620_000_000): HandClock {
  let monotonic = 0;
  let offset = start;
  let timers: { at: number; n: number; call: () => void }[] = [];
  let count = 0;
  const takeTurns = async (turns: number): Promise<void> => {
    for (let taken = 0; taken < turns; taken++) await turn();
  };
  // Group commits, promises and their continuations: a few turns of the loop are more than any step needs.
  const enough = 12;
  const settle = (): Promise<void> => takeTurns(enough);
  return {
    now: () => offset + monotonic,
    monotonic: () => monotonic,
    zoneOffsetMinutes: () => 0,
    after: (ms, call) => {
      const timer = { at: monotonic + ms, n: count++, call };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    soon: (call) => void setImmediate(call),
    settle,
    timers: () => timers.length,
    pass: async (ms, turns = enough) => {
      await settle();
      const end = monotonic + ms;
      for (;;) {
        const next = timers.filter((one) => one.at <= end).sort((a, b) => a.at - b.at || a.n - b.n)[0];
        if (!next) break;
        timers = timers.filter((one) => one !== next);
        monotonic = Math.max(monotonic, next.at);
        next.call();
        await takeTurns(turns);
      }
      monotonic = end;
    },
    setWall: (now) => {
      offset = now - monotonic;
    },
  };
}

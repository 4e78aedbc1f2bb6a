// A clock that goes on when it is told to: hours pass at once, with all that comes due in them.
import { systemClock } from '../../main/adapters/clock.ts';
import type { Clock } from '../../main/ports.ts';

export interface HandClock extends Clock {
  pass(ms: number): void;
}

export function handClock(): HandClock {
  let passed = 0;
  const begun = systemClock.now();
  const due = new Set<{ readonly at: number; readonly call: () => void }>();
  return {
    ...systemClock,
    now: () => begun + passed,
    monotonic: () => passed,
    after: (ms, call) => {
      const one = { at: passed + ms, call };
      due.add(one);
      return () => due.delete(one);
    },
    pass: (ms) => {
      const until = passed + ms;
      for (;;) {
        const [next] = [...due].filter(({ at }) => at <= until).sort((one, other) => one.at - other.at);
        if (next === undefined) break;
        due.delete(next);
        passed = Math.max(passed, next.at);
        next.call();
      }
      passed = until;
    },
  };
}

// Long work in short turns: the loop serves others in between.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Far below what somebody would notice, far above what a turn costs by itself. */
const longestTurnMs = 8;

export interface Turns {
  /** True when it is time to `rest`. */
  isLong(): boolean;
  rest(): Promise<void>;
}

export function createTurns(): Turns {
  let began = performance.now();
  return {
    isLong: () => performance.now() - began > longestTurnMs,
    rest: async () => {
      await nextTurn();
      began = performance.now();
    },
  };
}

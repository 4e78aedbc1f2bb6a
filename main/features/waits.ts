// Requests of the window that a person may end before their answer: each has the page's own name and one signal for all that it asks.
import type { WaitId } from '../../preload/contract.ts';

export interface Waits {
  /** Runs `work` so that `cancel` with the same name aborts its signal; without a name nobody can. */
  run<T>(wait: WaitId | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** What is over already, or was never begun, is left alone. */
  cancel(wait: WaitId): void;
  /** Ends them all. */
  stop(): void;
}

export function createWaits(): Waits {
  const running = new Map<WaitId, AbortController>();
  return {
    run: async (wait, work) => {
      const controller = new AbortController();
      // A name used twice belongs to the later request: the page asked anew.
      if (wait !== undefined) running.set(wait, controller);
      try {
        return await work(controller.signal);
      } finally {
        if (wait !== undefined && running.get(wait) === controller) running.delete(wait);
      }
    },
    cancel: (wait) => running.get(wait)?.abort(),
    stop: () => {
      for (const controller of running.values()) controller.abort();
    },
  };
}

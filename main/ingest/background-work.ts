// Work of a watched folder that nobody waits for: a failure is logged, and its end can be waited for.
import type { Clock, Logger } from '../ports.ts';

export interface BackgroundWork {
  run(task: () => Promise<void>): void;
  /** Resolves when nothing runs any more, or after `mostMs`. */
  ended(mostMs: number): Promise<void>;
}

export function createBackgroundWork(clock: Clock, logger: Logger): BackgroundWork {
  const work = new Set<Promise<void>>();
  return {
    run: (task) => {
      const running = task()
        .catch((error: unknown) => logger.error('Watching a folder failed unexpectedly', { error: String(error) }))
        .finally(() => work.delete(running));
      work.add(running);
    },
    ended: async (mostMs) => {
      const ended = (async (): Promise<void> => {
        while (work.size > 0) await Promise.all(work);
      })();
      let cancel = (): void => {};
      const patience = new Promise<void>((resolve) => {
        cancel = clock.after(mostMs, resolve);
      });
      await Promise.race([ended, patience]);
      cancel();
    },
  };
}

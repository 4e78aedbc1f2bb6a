// The watcher of one folder: opened, closed, and opened anew with growing pauses after it failed (F-28, F-29).
import type { Clock, Logger, Watcher, Watching, WatchLimit, WatchRequest } from '../ports.ts';
import { doubled, secondMs } from '../retry.ts';

const longestReopenMs = 5 * 60_000;

export interface RootWatcherOptions
  extends Pick<WatchRequest, 'root' | 'recursive' | 'wanted' | 'onFile' | 'onFolder'> {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly watcher: Watcher;
  /** Starts work in the background. */
  readonly run: (task: () => Promise<void>) => void;
  readonly onReady: () => void;
  /** It failed, and watches no more. */
  readonly onEnd: () => void;
}

export interface RootWatcher {
  isOpen(): boolean;
  /** True when the system has no more watches to give. */
  isLimited(): boolean;
  /** Which limit of the system that is, where it says so. */
  limit(): WatchLimit | null;
  /** False while it rests after a failure. `now` in monotonic ms. */
  mayOpen(now: number): boolean;
  open(): void;
  close(): void;
  /** Forgets that it ever failed. */
  forgive(): void;
  /** Hints since the last question. */
  takeHints(): number;
}

export function createRootWatcher(options: RootWatcherOptions): RootWatcher {
  const { clock, logger, watcher, run } = options;
  let watching: Watching | null = null;
  let limited = false;
  let limit: WatchLimit | null = null;
  let failures = 0;
  let reopenAt = Number.NEGATIVE_INFINITY;
  let hints = 0;

  const open = (): void => {
    hints = 0;
    let opened: Watching | null = null;
    const isOurs = (): boolean => watching !== null && watching === opened;
    opened = watcher.watch({
      root: options.root,
      recursive: options.recursive,
      wanted: options.wanted,
      onReady: () => {
        if (!isOurs()) return;
        failures = 0;
        limited = false;
        options.onReady();
      },
      onFile: (path) => {
        hints++;
        if (isOurs()) options.onFile(path);
      },
      onFolder: (path) => {
        if (isOurs()) options.onFolder(path);
      },
      onProblem: (problem, message, which = null) => {
        if (!isOurs()) return;
        watching = null;
        limited = problem === 'limit';
        limit = which;
        failures++;
        reopenAt = clock.monotonic() + doubled(secondMs, failures, longestReopenMs);
        logger.warn('The watcher of a folder ended', { problem, message });
        options.onEnd();
      },
    });
    watching = opened;
  };

  return {
    isOpen: () => watching !== null,
    isLimited: () => limited,
    limit: () => (limited ? limit : null),
    mayOpen: (now) => now >= reopenAt,
    open,
    close: () => {
      const old = watching;
      watching = null;
      if (old) run(() => old.close());
    },
    forgive: () => {
      reopenAt = Number.NEGATIVE_INFINITY;
      failures = 0;
      limited = false;
    },
    takeHints: () => {
      const count = hints;
      hints = 0;
      return count;
    },
  };
}

// A watcher whose hints get lost, come twice or late, and which ends when the system has no watches left.
import type { Watcher, WatchProblem, WatchRequest } from '../../main/ports.ts';
import type { Life, Timeline } from './timeline.ts';

export type HintFault = 'lost' | 'doubled' | 'late';

export interface Hints {
  watcher(life: Life): Watcher;
  /** A file appeared or changed. */
  changed(path: string): void;
  /** What happens to hints from now on; null = they come at once. */
  fault(fault: HintFault | null): void;
  /** Every watcher ends; new ones end the same way while `lasting`. */
  fail(problem: WatchProblem, lasting: boolean): void;
  mend(): void;
}

const lateMs = 20_000;
const readyMs = 30;

export function createHints(timeline: Timeline): Hints {
  interface Watch {
    readonly life: Life;
    readonly request: WatchRequest;
    ready: boolean;
  }
  const watches = new Set<Watch>();
  let fault: HintFault | null = null;
  let failing: WatchProblem | null = null;

  const end = (watch: Watch, problem: WatchProblem): void => {
    if (!watches.delete(watch) || !watch.life.alive) return;
    watch.request.onProblem(problem, 'no watches left');
  };
  const tell = (watch: Watch, path: string, ms: number): void => {
    timeline.after(
      ms,
      () => {
        if (watches.has(watch)) watch.request.onFile(path);
      },
      watch.life,
    );
  };

  return {
    watcher: (life) => ({
      watch: (request) => {
        const watch: Watch = { life, request, ready: false };
        watches.add(watch);
        timeline.after(
          readyMs,
          () => {
            if (!watches.has(watch)) return;
            if (failing) {
              end(watch, failing);
              return;
            }
            watch.ready = true;
            request.onReady();
          },
          life,
        );
        return {
          close: () => {
            watches.delete(watch);
            return Promise.resolve();
          },
        };
      },
    }),
    changed: (path) => {
      for (const watch of watches) {
        const { request, ready, life } = watch;
        if (!life.alive) {
          watches.delete(watch);
          continue;
        }
        if (!ready || !path.startsWith(`${request.root}/`) || fault === 'lost') continue;
        if (!request.wanted(path.slice(path.lastIndexOf('/') + 1), 'file')) continue;
        tell(watch, path, fault === 'late' ? lateMs : 5);
        if (fault === 'doubled') tell(watch, path, 8);
      }
    },
    fault: (next) => {
      fault = next;
    },
    fail: (problem, lasting) => {
      failing = lasting ? problem : null;
      for (const watch of [...watches]) timeline.after(0, () => end(watch, problem), watch.life);
    },
    mend: () => {
      failing = null;
    },
  };
}

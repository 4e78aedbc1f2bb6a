// Feeds the window: a view onto the list, then numbered patches, at most ten a second however many files.
import type { JobDetails, JobRow, QueuePatch, QueueView, QueueWindow } from '../../../preload/contract.ts';
import type { JobId } from '../../model.ts';
import type { Clock } from '../../ports.ts';

const pauseMs = 100;

export interface FeedSource {
  /** Everything of the view except its number. */
  window(view: QueueView): Omit<QueueWindow, 'seq' | 'view'>;
  /** As a row of the view. */
  row(jobId: JobId, view: QueueView): JobRow | null;
  details(jobId: JobId): JobDetails | null;
  summary(view: QueueView): Pick<QueueWindow, 'total' | 'counts' | 'totals' | 'found'>;
}

export interface Feed {
  view(view: QueueView): QueueWindow;
  watch(jobId: JobId | null): JobDetails | null;
  /** `listed`: rows may have come, gone or moved. */
  changed(jobId: JobId, listed: boolean): void;
  /** Everything may look different now (accounts, pause, network). */
  changedAll(): void;
  stop(): void;
}

export function createFeed(
  clock: Clock,
  source: FeedSource,
  onPatch: (patch: QueuePatch) => void,
  onDetails: (details: JobDetails) => void,
): Feed {
  let seq = 0;
  let current: QueueView | null = null;
  let shown = new Set<JobId>();
  let watched: JobId | null = null;
  let listChanged = false;
  const dirty = new Set<JobId>();
  let waiting: (() => void) | null = null;
  let lastAt = -pauseMs;
  let stopped = false;

  const flush = (): void => {
    waiting = null;
    lastAt = clock.monotonic();
    if (current) {
      const base = { seq: ++seq, rows: null, changed: [] as JobRow[] };
      if (listChanged) {
        const { rows, ...rest } = source.window(current);
        shown = new Set(rows.map((row) => row.id));
        onPatch({ ...base, ...rest, rows });
      } else {
        const view = current;
        const changed = [...dirty].filter((id) => shown.has(id)).flatMap((id) => source.row(id, view) ?? []);
        onPatch({ ...base, ...source.summary(current), changed });
      }
    }
    if (watched !== null && (dirty.has(watched) || listChanged)) {
      const details = source.details(watched);
      if (details) onDetails(details);
    }
    dirty.clear();
    listChanged = false;
  };

  const schedule = (): void => {
    if (waiting || stopped) return;
    waiting = clock.after(Math.max(0, lastAt + pauseMs - clock.monotonic()), flush);
  };

  return {
    view: (view) => {
      current = view;
      const window = source.window(view);
      shown = new Set(window.rows.map((row) => row.id));
      return { ...window, seq, view };
    },
    watch: (jobId) => {
      watched = jobId;
      return jobId === null ? null : source.details(jobId);
    },
    changed: (jobId, listed) => {
      dirty.add(jobId);
      if (listed) listChanged = true;
      schedule();
    },
    changedAll: () => {
      listChanged = true;
      schedule();
    },
    stop: () => {
      stopped = true;
      waiting?.();
      waiting = null;
    },
  };
}

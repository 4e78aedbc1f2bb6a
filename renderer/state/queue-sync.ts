// Keeps the renderer's copy of the queue window in step with main: numbered patches in, a new look on every gap.
import type { Bridge, JobRow, QueuePatch, QueueView, QueueWindow } from '../../preload/contract.ts';
import { messageOf } from './message-of.ts';

/** The most rows that main hands over at once. */
export const windowLimit = 200;

/** The window after `patch`; 'old' when it is already in it, 'gap' when one before it is missing. */
export function applyPatch(window: QueueWindow, patch: QueuePatch): QueueWindow | 'old' | 'gap' {
  if (patch.seq <= window.seq) return 'old';
  if (patch.seq > window.seq + 1) return 'gap';
  return {
    seq: patch.seq,
    view: window.view,
    total: patch.total,
    counts: patch.counts,
    totals: patch.totals,
    rows: patch.rows ?? replaceChanged(window.rows, patch.changed),
  };
}

/** Untouched rows keep their identity, so that only changed rows are drawn again. */
function replaceChanged(rows: readonly JobRow[], changed: readonly JobRow[]): readonly JobRow[] {
  if (changed.length === 0) return rows;
  const byId = new Map(changed.map((row) => [row.id, row]));
  return rows.map((row) => byId.get(row.id) ?? row);
}

export interface QueueSync {
  /** Shows another window; the newest wish wins when several come at once. */
  look(view: QueueView): void;
  patch(patch: QueuePatch): void;
  /** Reads rows [from, to] of the current filter and sort, beyond the window too, then shows the window again. */
  range(from: number, to: number): Promise<readonly JobRow[]>;
  close(): void;
}

/**
 * Only one look is under way at a time. Patches that come while main answers are kept, because an answer and an event
 * may overtake each other; those that are newer than the answer are applied after it.
 */
export function createQueueSync(
  bridge: Pick<Bridge, 'request'>,
  onWindow: (window: QueueWindow) => void,
  onProblem: (message: string) => void,
): QueueSync {
  let wanted: QueueView | null = null;
  let current: QueueWindow | null = null;
  let busy = false;
  let stale = false;
  let closed = false;
  let early: QueuePatch[] = [];
  let retry: ReturnType<typeof setTimeout> | null = null;
  const ranges: (() => Promise<void>)[] = [];

  function show(window: QueueWindow): void {
    current = window;
    onWindow(window);
  }

  function takeEarly(window: QueueWindow): QueueWindow {
    let latest = window;
    for (const patch of early.toSorted((a, b) => a.seq - b.seq)) {
      const next = applyPatch(latest, patch);
      if (next === 'old') continue;
      if (next === 'gap') {
        stale = true;
        break;
      }
      latest = next;
    }
    early = [];
    return latest;
  }

  async function work(): Promise<void> {
    if (busy || closed) return;
    busy = true;
    try {
      while (!closed && (stale || ranges.length > 0)) {
        const range = ranges.shift();
        if (range !== undefined) {
          await range();
          stale = true;
          continue;
        }
        stale = false;
        if (wanted === null) break;
        const answer = await bridge.request('queue.view', wanted);
        if (closed) return;
        show(takeEarly(answer));
      }
    } catch (error) {
      onProblem(messageOf(error));
      stale = true;
      retry = setTimeout(() => {
        retry = null;
        void work();
      }, 1_000);
    } finally {
      busy = false;
    }
  }

  function refresh(): void {
    stale = true;
    if (retry === null) void work();
  }

  async function readRange(from: number, to: number): Promise<readonly JobRow[]> {
    const rows: JobRow[] = [];
    if (wanted === null) return rows;
    const { filter, sort } = wanted;
    for (let offset = from; offset <= to && !closed; ) {
      const limit = Math.min(windowLimit, to - offset + 1);
      const part = await bridge.request('queue.view', { filter, sort, offset, limit });
      rows.push(...part.rows);
      if (part.rows.length < limit) break;
      offset += limit;
    }
    return rows;
  }

  return {
    look(view) {
      wanted = view;
      refresh();
    },
    patch(patch) {
      if (busy) {
        early.push(patch);
        return;
      }
      if (current === null) return;
      const next = applyPatch(current, patch);
      if (next === 'old') return;
      if (next === 'gap') refresh();
      else show(next);
    },
    range(from, to) {
      return new Promise((resolve, reject) => {
        ranges.push(() => readRange(from, to).then(resolve, reject));
        void work();
      });
    },
    close() {
      closed = true;
      if (retry !== null) clearTimeout(retry);
    },
  };
}

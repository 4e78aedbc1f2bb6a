// What taskbar and dock show of the queue: a bar while something is to be done, and how many clips need the user; pure.
import type { QueueCounts, QueueTotals } from '../../preload/contract.ts';

export interface TaskbarState {
  /** Part that was sent, 0 to 0.99; -1 = no bar. */
  readonly progress: number;
  /** The bar's colour, where the system has some. */
  readonly mode: 'none' | 'normal' | 'paused' | 'error';
  readonly badge: number;
}

export function taskbarState(counts: QueueCounts, totals: QueueTotals): TaskbarState {
  const badge = counts.needsYou;
  const underWay = counts.active > 0 || totals.bytesOpen > 0;
  if (!underWay) return { progress: -1, mode: 'none', badge };
  // Everything is sent but not confirmed: nearly, never wholly.
  const sent = totals.bytesOpen > 0 ? totals.bytesSent / totals.bytesOpen : 1;
  const progress = Math.max(0, Math.min(0.99, Math.floor(sent * 100) / 100));
  const isHeld = totals.offline || (totals.lines.length > 0 && totals.bytesPerSecond === 0);
  const mode = totals.paused ? 'paused' : badge > 0 || isHeld ? 'error' : 'normal';
  return { progress, mode, badge };
}

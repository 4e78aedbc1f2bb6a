// The tray's one line: what is going on, in the words of the window.
import type { QueueCounts, QueueTotals } from '../../preload/contract.ts';

const clips = (count: number): string => (count === 1 ? '1 clip' : `${count} clips`);

export function trayText(counts: QueueCounts, totals: QueueTotals): string {
  const open = counts.active + counts.waiting;
  const parts: string[] = [];
  if (totals.paused) parts.push('paused');
  else if (totals.offline && open > 0) parts.push('offline');
  if (open > 0) {
    // Rounded down: 100 % is the site's word, not ours.
    const percent = totals.bytesOpen > 0 ? Math.min(99, Math.floor((100 * totals.bytesSent) / totals.bytesOpen)) : 0;
    parts.push(`${clips(open)} to go, ${percent} % sent`);
  }
  if (counts.needsYou > 0) parts.push(counts.needsYou === 1 ? '1 clip needs you' : `${counts.needsYou} clips need you`);
  return parts.length === 0 ? 'Clipferry' : `Clipferry: ${parts.join(', ')}`;
}

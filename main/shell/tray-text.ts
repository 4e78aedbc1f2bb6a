// The tray's few words: what is going on, and when it will be over, in the words of the window.
import type { QueueCounts, QueueTotals, SiteLine } from '../../preload/contract.ts';

const clips = (count: number): string => (count === 1 ? '1 clip' : `${count} clips`);

const troubles = {
  'site-away': (site) => `${site} cannot be reached`,
  'site-failing': (site) => `${site} is out of order`,
  'site-busy': (site) => `${site} is busy or under maintenance`,
  'site-maintenance': (site) => `${site} is in maintenance`,
  portal: () => 'the network wants you to sign in first',
} as const satisfies Record<SiteLine['trouble'], (site: string) => string>;

function lineText(lines: QueueTotals['lines']): string[] {
  const [first, ...others] = lines;
  if (first === undefined) return [];
  return [others.length === 0 ? troubles[first.trouble](first.siteName) : `${lines.length} sites cannot be reached`];
}

export function trayText(counts: QueueCounts, totals: QueueTotals): string {
  const open = counts.active + counts.waiting;
  const parts: string[] = [];
  if (totals.paused) parts.push('paused');
  else if (totals.offline && open > 0) parts.push('offline');
  else parts.push(...lineText(totals.lines));
  if (open > 0) {
    // Rounded down: 100 % is the site's word, not ours.
    const percent = totals.bytesOpen > 0 ? Math.min(99, Math.floor((100 * totals.bytesSent) / totals.bytesOpen)) : 0;
    parts.push(`${clips(open)} to go, ${percent} % sent`);
  }
  if (counts.needsYou > 0) parts.push(counts.needsYou === 1 ? '1 clip needs you' : `${counts.needsYou} clips need you`);
  return parts.length === 0 ? 'Clipferry' : `Clipferry: ${parts.join(', ')}`;
}

const fiveMinutes = 300_000;

/** "All on the site about 14:20", rounded up to five minutes; null while nobody can know. `now` in ms since 1970. */
export function finishText({ secondsLeft }: QueueTotals, now: number, locale?: string): string | null {
  if (secondsLeft === null) return null;
  const at = Math.ceil((now + secondsLeft * 1_000) / fiveMinutes) * fiveMinutes;
  const hours = (at - now) / 3_600_000;
  const day: Intl.DateTimeFormatOptions =
    hours < 20 ? {} : hours < 6 * 24 ? { weekday: 'long' } : { day: 'numeric', month: 'long' };
  const clock: Intl.DateTimeFormatOptions = hours < 6 * 24 ? { hour: '2-digit', minute: '2-digit' } : {};
  return `All on the site about ${new Intl.DateTimeFormat(locale, { ...day, ...clock }).format(at)}`;
}

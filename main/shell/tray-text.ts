// The tray's few words: what is going on, and when it will be over, in the words of the window.
import type { QueueCounts, QueueTotals } from '../../preload/contract.ts';
import { hourDigits } from '../../preload/text/format.ts';
import { formatLocale } from '../../preload/text/region.ts';
import { listed, t, written } from '../../preload/text/text.ts';

/** What holds one site is named; of several only how many they are. */
function holdText({ lines, signIns }: QueueTotals): string[] {
  const sites = new Set([...lines, ...signIns].map(({ siteName }) => siteName)).size;
  if (sites > 1) return [t('tray.sites', { sites })];
  const [line] = lines;
  if (line?.trouble === 'portal') return [t('tray.portal')];
  if (line !== undefined) return [t(`uploads.line.${line.trouble}`, { site: line.siteName, proxy: line.proxy ?? '' })];
  return signIns.slice(0, 1).map(({ siteName }) => t('uploads.hold.sign-in', { site: siteName }));
}

export function trayText(counts: QueueCounts, totals: QueueTotals): string {
  const open = counts.active + counts.waiting;
  const parts: string[] = [];
  if (totals.paused) parts.push(t('tray.paused'));
  else if (totals.offline && open > 0) parts.push(t('tray.offline'));
  else parts.push(...holdText(totals));
  if (open > 0) {
    // Rounded down: 100 % is the site's word, not ours.
    const percent = totals.bytesOpen > 0 ? Math.min(99, Math.floor((100 * totals.bytesSent) / totals.bytesOpen)) : 0;
    parts.push(t('tray.to-go', { clips: open, percent }));
  }
  if (counts.ready > 0) parts.push(t('tray.ready', { clips: counts.ready }));
  if (counts.needsYou > 0) parts.push(t('tray.need', { clips: counts.needsYou }));
  return parts.length === 0 ? t('tray.idle') : t('tray.text', { parts: listed(parts) });
}

const fiveMinutes = 300_000;

/** "Finishes about 14:20", rounded up to five minutes; null while nobody can know. `now` in ms since 1970. */
export function finishText({ secondsLeft }: QueueTotals, now: number, locale = formatLocale()): string | null {
  if (secondsLeft === null) return null;
  const at = Math.ceil((now + secondsLeft * 1_000) / fiveMinutes) * fiveMinutes;
  const hours = (at - now) / 3_600_000;
  const day: Intl.DateTimeFormatOptions =
    hours < 20 ? {} : hours < 6 * 24 ? { weekday: 'long' } : { day: 'numeric', month: 'long' };
  const clock: Intl.DateTimeFormatOptions = hours < 6 * 24 ? { hour: hourDigits(locale), minute: '2-digit' } : {};
  return t('tray.finish', { time: written(new Intl.DateTimeFormat(locale, { ...day, ...clock }).format(at)) });
}

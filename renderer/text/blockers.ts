// What holds uploads as a whole, in a creator's words: what happened, that nothing is lost, and when it goes on.
import type { QueueWindow, SiteLine } from '../../preload/contract.ts';
import { formatClock, formatMoment } from '../../preload/text/format.ts';
import { sentences, t } from '../../preload/text/text.ts';
import type { Hold } from '../model/blockers.ts';
import { hoursWords, type IconName } from './jobs.ts';

export interface HoldWords {
  readonly icon: IconName;
  readonly title: string;
  /** May change from minute to minute; a screen reader finds it, but is not interrupted by it. */
  readonly text: string;
  /** Said once when it begins. */
  readonly spoken: string;
}

const halfDayMs = 12 * 3_600_000;

/** A time of day alone is clear only when it is near. */
function moment(at: number, now: number): string {
  return Math.abs(now - at) < halfDayMs ? formatClock(at) : formatMoment(at, now);
}

function nextTry({ nextTryAt }: SiteLine, now: number): string {
  return nextTryAt === null || nextTryAt <= now
    ? t('uploads.hold.trying')
    : t('uploads.hold.next-try', { clock: formatClock(nextTryAt) });
}

function lineText(line: SiteLine, now: number): string {
  if (line.trouble === 'portal') return t('uploads.hold.portal', { site: line.siteName });
  const since = line.trouble === 'site-maintenance' ? 'uploads.hold.since-update' : 'uploads.hold.since';
  return sentences(t(since, { moment: moment(line.since, now) }), nextTry(line, now), t('uploads.hold.automatic'));
}

/** `now` = wall clock in ms. */
export function holdWords(hold: Hold, now: number): HoldWords {
  switch (hold.kind) {
    case 'paused':
      return {
        icon: 'paused',
        title: t('uploads.hold.paused.title'),
        text: t('uploads.hold.paused.text'),
        spoken: t('uploads.hold.paused.spoken'),
      };
    case 'offline':
      return {
        icon: 'offline',
        title: t('uploads.hold.offline.title'),
        text: t('uploads.hold.offline.text'),
        spoken: t('uploads.hold.offline.spoken'),
      };
    case 'hours':
      return {
        icon: 'waiting',
        title: t('uploads.hold.hours.title'),
        text: hoursWords(hold.until, hold.active, now),
        spoken: t('uploads.hold.hours.spoken'),
      };
    case 'line': {
      const { line } = hold;
      const title = t(`uploads.line.${line.trouble}`, { site: line.siteName });
      const isThere = line.trouble === 'site-busy' || line.trouble === 'site-maintenance';
      return {
        icon: isThere ? 'waiting' : 'offline',
        title,
        text: lineText(line, now),
        spoken: t('uploads.hold.spoken', { title }),
      };
    }
  }
}

/** What everything to come waits for, for the finish time's place; null = it can be foreseen. */
export function waitsFor({ counts, totals }: Pick<QueueWindow, 'counts' | 'totals'>): string | null {
  const { paused, offline, hours, lines } = totals;
  if (paused) return t('uploads.waits.paused');
  if (hours?.kind === 'closed' && counts.waiting > 0 && totals.secondsLeft === null) return t('uploads.waits.hours');
  if (offline) return t('uploads.waits.offline');
  const [first, ...others] = lines;
  if (first === undefined) return null;
  return others.length === 0 ? t('uploads.waits.site', { site: first.siteName }) : t('uploads.waits.sites');
}

// What holds uploads as a whole, in a creator's words: what happened, that nothing is lost, and when it goes on.
import type { SiteLine } from '../../preload/contract.ts';
import type { Hold } from '../model/blockers.ts';
import { formatClock, formatMoment } from './format.ts';
import { hoursWords, type IconName } from './jobs.ts';

export interface HoldWords {
  readonly icon: IconName;
  readonly title: string;
  /** May change from minute to minute; a screen reader finds it, but is not interrupted by it. */
  readonly text: string;
  /** Said once when it begins. */
  readonly spoken: string;
}

export const lineTitles = {
  'site-away': (site) => `${site} cannot be reached`,
  'site-failing': (site) => `${site} is out of order`,
  'site-busy': (site) => `${site} is busy or under maintenance`,
  'site-maintenance': (site) => `${site} is in maintenance`,
  portal: () => 'This network may want you to sign in first',
} as const satisfies Record<SiteLine['trouble'], (site: string) => string>;

const halfDayMs = 12 * 3_600_000;

/** A time of day alone is clear only when it is near. */
function moment(at: number, now: number): string {
  return Math.abs(now - at) < halfDayMs ? formatClock(at) : formatMoment(at, now);
}

function nextTry(line: SiteLine, now: number): string {
  return line.nextTryAt === null || line.nextTryAt <= now
    ? 'Trying now.'
    : `Next try at ${formatClock(line.nextTryAt)}.`;
}

/** `now` = wall clock in ms. */
export function holdWords(hold: Hold, now: number): HoldWords {
  switch (hold.kind) {
    case 'paused':
      return {
        icon: 'paused',
        title: 'Uploads are paused',
        text: 'No further clip is started.',
        spoken: 'Uploads paused.',
      };
    case 'offline':
      return {
        icon: 'offline',
        title: 'You are offline',
        text: 'Uploads go on by themselves when the connection is back.',
        spoken: 'Offline. Uploads wait for the connection.',
      };
    case 'hours':
      return {
        icon: 'waiting',
        title: 'Uploads wait for your hours',
        text: hoursWords(hold.until, hold.active, now),
        spoken: 'Uploads wait for your hours.',
      };
    case 'line': {
      const { line } = hold;
      const title = lineTitles[line.trouble](line.siteName);
      const since = `Since ${moment(line.since, now)}`;
      const text =
        line.trouble === 'portal'
          ? `A web page answers for ${line.siteName}. Uploads go on by themselves.`
          : `${since}${line.trouble === 'site-maintenance' ? ', usually for an update' : ''}. ${nextTry(line, now)} Uploads go on by themselves.`;
      const isThere = line.trouble === 'site-busy' || line.trouble === 'site-maintenance';
      return { icon: isThere ? 'waiting' : 'offline', title, text, spoken: `${title}; its uploads wait.` };
    }
  }
}

/** Said when the last of them is over. */
export const holdsOver = 'Uploads go on.';

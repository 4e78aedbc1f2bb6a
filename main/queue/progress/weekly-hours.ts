// The weekly hours: what the user's week says about sending at a moment, and until when; pure, by the computer's own local time.
import type { WallMs } from '../../model.ts';

/** 'none' = nothing new is begun; what is being sent is sent to its end, because a cut would cost the whole clip. */
export type HourPace = 'full' | 'slow' | 'none';

/** Minutes that local time is ahead of UTC at a moment; changes with daylight saving. */
export type Zone = (at: WallMs) => number;

export interface PaceNow {
  readonly pace: HourPace;
  /** When another pace begins; null = never. */
  readonly until: WallMs | null;
}

const hourMs = 3_600_000;
const paces: Readonly<Record<string, HourPace>> = { f: 'full', s: 'slow', n: 'none' };

/** Letter of the week (see SettingValues) that a moment falls into. */
function letterAt(week: string, at: WallMs, zone: Zone): string {
  const local = Math.floor((at + zone(at) * 60_000) / hourMs);
  // 1970 began on a Thursday; the week begins with Monday's first hour.
  const hour = (((local + 3 * 24) % 168) + 168) % 168;
  return week.charAt(hour);
}

/** The moment at which the next hour of local time begins, also where the clocks are put on or back meanwhile. */
function nextHour(at: WallMs, zone: Zone): WallMs {
  const offsetMs = zone(at) * 60_000;
  return at + hourMs - ((((at + offsetMs) % hourMs) + hourMs) % hourMs);
}

/** `week` null = any time. */
export function paceAt(week: string | null, at: WallMs, zone: Zone): PaceNow {
  if (week === null) return { pace: 'full', until: null };
  const letter = letterAt(week, at, zone);
  const pace = paces[letter] ?? 'full';
  // A week, and the hour that a change of the clocks may add.
  let next = at;
  for (let hours = 0; hours <= 169; hours++) {
    next = nextHour(next, zone);
    if (letterAt(week, next, zone) !== letter) return { pace, until: next };
  }
  return { pace, until: null };
}

/** When something may be begun at the earliest: `at` itself, or the end of hours in which nothing is; null = never. */
export function opensAt(week: string | null, at: WallMs, zone: Zone): WallMs | null {
  const now = paceAt(week, at, zone);
  return now.pace === 'none' ? now.until : at;
}

/**
 * Milliseconds until work is done that takes `fullMs` at full speed and `slowMs` in slower hours, begun at `at`. Null = not within
 * a month, or never.
 */
export function throughHours(
  week: string | null,
  at: WallMs,
  zone: Zone,
  fullMs: number,
  slowMs: number,
): number | null {
  let done = 0;
  let now = at;
  while (now - at < 31 * 24 * hourMs) {
    const { pace, until } = paceAt(week, now, zone);
    const wholeMs = pace === 'full' ? fullMs : pace === 'slow' ? slowMs : Number.POSITIVE_INFINITY;
    const leftMs = wholeMs === Number.POSITIVE_INFINITY ? wholeMs : (1 - done) * wholeMs;
    if (until === null || leftMs <= until - now) {
      return leftMs === Number.POSITIVE_INFINITY ? null : now + leftMs - at;
    }
    if (wholeMs > 0) done += (until - now) / wholeMs;
    now = until;
  }
  return null;
}

// Times by the site's clock: between moments and what a date field shows, through summer time, and for sites with a fixed offset.
import type { SiteZone, WallMs } from '../../preload/contract.ts';

const hourMs = 3_600_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(name: string): Intl.DateTimeFormat {
  let made = formats.get(name);
  if (made === undefined) {
    made = new Intl.DateTimeFormat('en-GB', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(name, made);
  }
  return made;
}

/** The years that a date field takes, a day left out at each end. */
const earliest = Date.UTC(1000, 0, 2);
const latest = Date.UTC(9999, 11, 30);

/** What the site's clock shows, as if it were UTC; of a moment that no calendar has, the nearest one. */
function wallMs(any: WallMs, zone: SiteZone): number {
  const at = Math.min(Math.max(Number.isNaN(any) ? 0 : any, earliest), latest);
  if (zone.name === null) return at + zone.offsetMinutes * 60_000;
  const part: Record<string, string> = {};
  for (const { type, value } of formatOf(zone.name).formatToParts(at)) part[type] = value;
  return Date.parse(`${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}Z`);
}

/** "2026-11-21T09:00" by the site's clock, as a date field takes it. */
export function toWall(at: WallMs, zone: SiteZone): string {
  return new Date(wallMs(at, zone)).toISOString().slice(0, 16);
}

/**
 * The moment that the site's clock shows "2026-11-21T09:00"; null for what is no such text. An hour that comes twice in autumn
 * is its first one; one that is left out in spring is the one after it.
 */
export function fromWall(text: string, zone: SiteZone): WallMs | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return null;
  const wall = Date.parse(`${text}:00Z`);
  if (!Number.isFinite(wall)) return null;
  const offset = (at: WallMs): number => wallMs(at, zone) - at;
  const [before, after] = [offset(wall - 24 * hourMs), offset(wall + 24 * hourMs)];
  const fitting = [wall - before, wall - after].filter((at) => wallMs(at, zone) === wall);
  return fitting.length > 0 ? Math.min(...fitting) : wall - before;
}

/** "Europe/Paris" or "UTC+05:30". */
export function zoneWords(zone: SiteZone): string {
  if (zone.name !== null) return zone.name.replaceAll('_', ' ');
  const minutes = Math.abs(zone.offsetMinutes);
  if (minutes === 0) return 'UTC';
  const two = (value: number): string => String(value).padStart(2, '0');
  return `UTC${zone.offsetMinutes < 0 ? '−' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Whether this computer's clock shows another time than the site's at that moment. */
export function differsHere(at: WallMs, zone: SiteZone): boolean {
  return wallMs(at, zone) !== at - new Date(at).getTimezoneOffset() * 60_000;
}

/** A good first proposal: nine in the morning of the next day at the site. */
export function nextMorning(now: WallMs, zone: SiteZone): WallMs {
  const day = new Date(wallMs(now, zone) + 24 * hourMs).toISOString().slice(0, 10);
  return fromWall(`${day}T09:00`, zone) ?? now + 24 * hourMs;
}

// The clock of a site, which every world reckons by: between moments and what it shows, through summer time and with a fixed offset.

/** Milliseconds since 1970. */
type WallMs = number;

/** `name` is a zone like Europe/Paris; null = only a fixed distance from UTC. */
export interface SiteZone {
  readonly name: string | null;
  readonly offsetMinutes: number;
}

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
export function wallMs(any: WallMs, zone: SiteZone): number {
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

/** One after the other, so far apart. */
export interface Interval {
  /** At least 1. */
  readonly count: number;
  readonly unit: 'minute' | 'hour' | 'day' | 'week';
}

const dayMs = 24 * hourMs;
const passing = { minute: 60_000, hour: hourMs } as const;
const dated = { day: dayMs, week: 7 * dayMs } as const;

/** The moment `steps` intervals after the first one: hours pass alike everywhere, days keep the time of day of the site's clock. */
export function stepped(first: WallMs, steps: number, { count, unit }: Interval, zone: SiteZone): WallMs {
  if (unit === 'minute' || unit === 'hour') return first + steps * count * passing[unit];
  const wall = wallMs(first, zone) + steps * count * dated[unit];
  return fromWall(new Date(Math.min(wall, latest)).toISOString().slice(0, 16), zone) ?? first;
}

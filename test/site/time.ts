// Site time as WordPress keeps it: UTC and site-local strings of whole seconds, and the reading of dates in requests.

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timezone: string): Intl.DateTimeFormat {
  let found = formatters.get(timezone);
  if (!found) {
    found = new Intl.DateTimeFormat('en-GB', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(timezone, found);
  }
  return found;
}

/** Milliseconds since 1970 -> "2026-11-20T04:33:12" in UTC. */
export function gmtFromMs(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}

/** "2026-11-20T04:33:12" in UTC -> milliseconds since 1970. */
export function msFromGmt(gmt: string): number {
  return Date.parse(`${gmt}Z`);
}

/** Hours that the zone is ahead of UTC at this moment. */
export function offsetHours(ms: number, timezone: string): number {
  return (localAsMs(ms, timezone) - Math.floor(ms / 1000) * 1000) / 3_600_000;
}

function localAsMs(ms: number, timezone: string): number {
  const parts: Record<string, string> = {};
  for (const part of formatter(timezone).formatToParts(ms)) parts[part.type] = part.value;
  return Date.parse(`${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}Z`);
}

/** A UTC string as the site's wall clock shows it. */
export function localFromGmt(gmt: string, timezone: string): string {
  return gmtFromMs(localAsMs(msFromGmt(gmt), timezone));
}

/** The site's wall clock as UTC. */
export function gmtFromLocal(local: string, timezone: string): string {
  const wall = msFromGmt(local);
  let guess = wall - offsetHours(wall, timezone) * 3_600_000;
  guess = wall - offsetHours(guess, timezone) * 3_600_000;
  return gmtFromMs(guess);
}

const ISO = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:\.\d+)?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/**
 * An ISO 8601 date with time, as UTC. Without a zone it is read as `bare` says. A bare date is no date here
 * (platform facts, section 9). Returns null for anything else.
 */
export function parseDate(text: string, bare: 'local' | 'gmt', timezone: string): string | null {
  const match = ISO.exec(text.trim());
  if (!match) return null;
  const [, day, clock, zone] = match;
  const wall = `${day}T${clock}`;
  if (Number.isNaN(msFromGmt(wall))) return null;
  if (!zone) return bare === 'gmt' ? wall : gmtFromLocal(wall, timezone);
  const iso = zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  const ms = Date.parse(`${wall}${iso}`);
  return Number.isNaN(ms) ? null : gmtFromMs(ms);
}

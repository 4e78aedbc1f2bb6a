// What the clock of a site is called, how it differs from this computer's, and what is proposed by it.
import type { WallMs } from '../../preload/contract.ts';
import { fromWall, type SiteZone, wallMs } from '../../preload/site-zone.ts';

const hourMs = 3_600_000;

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

/** Every earlier year is one on the way to a later one: while 2027 is typed it is first 2, then 20 and 202. */
const firstYear = '1000';

/** What a date field holds while somebody types in it: a moment to come, one that has passed, or nothing whole yet. */
export function typedMoment(
  text: string,
  zone: SiteZone,
  now: WallMs,
): { readonly kind: 'to-come'; readonly at: WallMs } | { readonly kind: 'passed' | 'not-yet' } {
  const at = text < firstYear ? null : fromWall(text, zone);
  if (at === null) return { kind: 'not-yet' };
  return at > now ? { kind: 'to-come', at } : { kind: 'passed' };
}

/** A good first proposal: nine in the morning of the next day at the site. */
export function nextMorning(now: WallMs, zone: SiteZone): WallMs {
  const day = new Date(wallMs(now, zone) + 24 * hourMs).toISOString().slice(0, 10);
  return fromWall(`${day}T09:00`, zone) ?? now + 24 * hourMs;
}

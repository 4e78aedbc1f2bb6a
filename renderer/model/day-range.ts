// Days that the library is narrowed to, by the site's clock: the usual stretches of them, and what they are called. Pure.
import type { DayRange, WallMs } from '../../preload/contract.ts';
import { type SiteZone, wallMs } from '../../preload/site-zone.ts';
import { formatDay } from '../../preload/text/format.ts';
import { t } from '../../preload/text/text.ts';

const dayMs = 24 * 3_600_000;

export const stretches = ['any', 'week', 'month', 'this-year', 'last-year'] as const;
export type Stretch = (typeof stretches)[number];

export const anyDay: DayRange = { from: null, to: null };

/** The days of a stretch that ends today; 'week' and 'month' are the last 7 and 30 days. */
export function daysOf(stretch: Stretch, now: WallMs, zone: SiteZone): DayRange {
  const today = wallMs(now, zone);
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const year = new Date(today).getUTCFullYear();
  switch (stretch) {
    case 'any':
      return anyDay;
    case 'week':
      return { from: day(today - 6 * dayMs), to: null };
    case 'month':
      return { from: day(today - 29 * dayMs), to: null };
    case 'this-year':
      return { from: `${year}-01-01`, to: null };
    case 'last-year':
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
  }
}

/** The stretch that these days are; null = others. */
export function stretchOf({ from, to }: DayRange, now: WallMs, zone: SiteZone): Stretch | null {
  const isThese = (stretch: Stretch): boolean => {
    const days = daysOf(stretch, now, zone);
    return days.from === from && days.to === to;
  };
  return stretches.find(isThese) ?? null;
}

/** With the earlier day first; one end that is open stays open. */
export function inOrder({ from, to }: DayRange): DayRange {
  return from !== null && to !== null && from > to ? { from: to, to: from } : { from, to };
}

/** What a filter by days says of them. */
export function dayRangeWords(days: DayRange, now: WallMs, zone: SiteZone): string {
  const stretch = stretchOf(days, now, zone);
  if (stretch !== null) return t(`library.days.${stretch}`);
  const { from, to } = days;
  if (from === null) return t('library.days.until', { day: formatDay(to ?? '') });
  if (to === null) return t('library.days.since', { day: formatDay(from) });
  return from === to ? formatDay(from) : t('library.days.between', { from: formatDay(from), to: formatDay(to) });
}

// The week of sending hours as a person sees it: painting it, its usual forms, and what it says in words; pure.
import { formatHour, formatWeekday } from '../../preload/text/format.ts';
import { formatLocale } from '../../preload/text/region.ts';
import { listed, t } from '../../preload/text/text.ts';

/** One letter of the setting: full speed, slower, nothing new. */
export type Letter = 'f' | 's' | 'n';

/** Places in the week: day 0 = Monday, hour 0 to 23. */
export interface Hour {
  readonly day: number;
  readonly hour: number;
}

/** The days as rows of a calendar, its first day on top: 6 = Sunday first. */
export function daysFrom(first: number): readonly number[] {
  return Array.from({ length: 7 }, (_, row) => (row + first) % 7);
}

export const hours = Array.from({ length: 24 }, (_, hour) => hour);

const every = (day: string): string => day.repeat(7);

/** Weeks that one can choose by name; 'any' is no week at all. */
export const usualWeeks = {
  any: null,
  nights: every(`${'f'.repeat(7)}${'n'.repeat(15)}${'f'.repeat(2)}`),
  'slow-by-day': every(`${'f'.repeat(7)}${'s'.repeat(15)}${'f'.repeat(2)}`),
} as const;

export type UsualWeek = keyof typeof usualWeeks | 'own';

export function usualOf(week: string | null): UsualWeek {
  const found = Object.entries(usualWeeks).find(([, usual]) => usual === week);
  return (found?.[0] as keyof typeof usualWeeks | undefined) ?? 'own';
}

export function letterAt(week: string, { day, hour }: Hour): Letter {
  const letter = week.charAt(day * 24 + hour);
  return letter === 's' || letter === 'n' ? letter : 'f';
}

/** Where a day stands in a calendar that begins with `first`. */
const rowOf = (day: number, first: number): number => (day - first + 7) % 7;

/** The week with a rectangle of hours painted; the corners in any order, the days as a calendar from `first` on shows them. */
export function painted(week: string, from: Hour, to: Hour, letter: Letter, first = 0): string {
  const rows = [rowOf(from.day, first), rowOf(to.day, first)];
  const [firstRow, lastRow] = [Math.min(...rows), Math.max(...rows)];
  const [firstHour, lastHour] = [Math.min(from.hour, to.hour), Math.max(from.hour, to.hour)];
  return [...week]
    .map((old, at) => {
      const [row, hour] = [rowOf(Math.floor(at / 24), first), at % 24];
      return row >= firstRow && row <= lastRow && hour >= firstHour && hour <= lastHour ? letter : old;
    })
    .join('');
}

/** Where a key leads from an hour in a calendar that begins with `first`; the edges hold. */
export function stepped({ day, hour }: Hour, key: string, first = 0): Hour | null {
  const within = (value: number, most: number): number => Math.max(0, Math.min(most, value));
  const dayAt = (place: number): number => (within(place, 6) + first) % 7;
  const row = rowOf(day, first);
  switch (key) {
    case 'ArrowLeft':
      return { day, hour: within(hour - 1, 23) };
    case 'ArrowRight':
      return { day, hour: within(hour + 1, 23) };
    case 'ArrowUp':
      return { day: dayAt(row - 1), hour };
    case 'ArrowDown':
      return { day: dayAt(row + 1), hour };
    case 'Home':
      return { day, hour: 0 };
    case 'End':
      return { day, hour: 23 };
    default:
      return null;
  }
}

/** "00:00–07:00 full speed, 07:00–22:00 no uploads, 22:00–24:00 full speed" */
function dayWords(week: string, day: number, locale: string): string {
  const parts: string[] = [];
  for (let hour = 0; hour < 24; ) {
    const letter = letterAt(week, { day, hour });
    const from = hour;
    while (hour < 24 && letterAt(week, { day, hour }) === letter) hour++;
    const speed = t(`week.letter.${letter}`);
    if (from === 0 && hour === 24) return t('week.all-day', { speed });
    parts.push(t('week.span', { from: formatHour(from, locale), to: formatHour(hour, locale), speed }));
  }
  return listed(parts);
}

/** One line for each run of equal days, from Monday on so that the weekend stays together: "Monday to Friday: …". */
export function weekWords(week: string, locale = formatLocale()): readonly string[] {
  if (!/[fs]/.test(week)) return [t('week.never')];
  const lines: string[] = [];
  for (let day = 0; day < 7; ) {
    const words = dayWords(week, day, locale);
    const from = day;
    while (day < 7 && dayWords(week, day, locale) === words) day++;
    const [first, last] = [formatWeekday(from, 'long', locale), formatWeekday(day - 1, 'long', locale)];
    if (from === 0 && day === 7) lines.push(t('week.every-day', { hours: words }));
    else if (day - from === 1) lines.push(t('week.one-day', { day: first, hours: words }));
    else lines.push(t('week.days', { first, last, hours: words }));
  }
  return lines;
}

export function hourWords(week: string, at: Hour, locale = formatLocale()): string {
  return t('week.hour', {
    day: formatWeekday(at.day, 'long', locale),
    from: formatHour(at.hour, locale),
    to: formatHour(at.hour + 1, locale),
    speed: t(`week.letter.${letterAt(week, at)}`),
  });
}

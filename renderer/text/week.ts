// The week of sending hours as a person sees it: painting it, its usual forms, and what it says in words; pure.
import { formatHour } from './format.ts';

/** One letter of the setting: full speed, slower, nothing new. */
export type Letter = 'f' | 's' | 'n';

/** Places in the week: day 0 = Monday, hour 0 to 23. */
export interface Hour {
  readonly day: number;
  readonly hour: number;
}

export const days = Array.from({ length: 7 }, (_, day) => day);
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

/** The week with a rectangle of hours painted; the corners in any order. */
export function painted(week: string, from: Hour, to: Hour, letter: Letter): string {
  const [firstDay, lastDay] = [Math.min(from.day, to.day), Math.max(from.day, to.day)];
  const [firstHour, lastHour] = [Math.min(from.hour, to.hour), Math.max(from.hour, to.hour)];
  return [...week]
    .map((old, at) => {
      const [day, hour] = [Math.floor(at / 24), at % 24];
      return day >= firstDay && day <= lastDay && hour >= firstHour && hour <= lastHour ? letter : old;
    })
    .join('');
}

/** Where a key leads from an hour; the edges hold. */
export function stepped({ day, hour }: Hour, key: string): Hour | null {
  const within = (value: number, most: number): number => Math.max(0, Math.min(most, value));
  switch (key) {
    case 'ArrowLeft':
      return { day, hour: within(hour - 1, 23) };
    case 'ArrowRight':
      return { day, hour: within(hour + 1, 23) };
    case 'ArrowUp':
      return { day: within(day - 1, 6), hour };
    case 'ArrowDown':
      return { day: within(day + 1, 6), hour };
    case 'Home':
      return { day, hour: 0 };
    case 'End':
      return { day, hour: 23 };
    default:
      return null;
  }
}

/** "Monday", or "Mon". */
export function dayName(day: number, length: 'long' | 'short', locale?: string): string {
  // 5 January 1970 was a Monday.
  return new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' }).format((4 + day) * 86_400_000);
}

const letterWords = { f: 'full speed', s: 'slower', n: 'nothing new' } as const satisfies Record<Letter, string>;

/** "00:00–07:00 full speed, 07:00–22:00 nothing new, 22:00–24:00 full speed" */
function dayWords(week: string, day: number, locale?: string): string {
  const parts: string[] = [];
  for (let hour = 0; hour < 24; ) {
    const letter = letterAt(week, { day, hour });
    const from = hour;
    while (hour < 24 && letterAt(week, { day, hour }) === letter) hour++;
    if (from === 0 && hour === 24) return `all day ${letterWords[letter]}`;
    parts.push(`${formatHour(from, locale)}–${formatHour(hour, locale)} ${letterWords[letter]}`);
  }
  return parts.join(', ');
}

/** One line for each run of equal days: "Monday to Friday: …". */
export function weekWords(week: string, locale?: string): readonly string[] {
  if (!/[fs]/.test(week)) return ['Nothing is ever sent: give at least one hour to sending.'];
  const lines: string[] = [];
  for (let day = 0; day < 7; ) {
    const words = dayWords(week, day, locale);
    const from = day;
    while (day < 7 && dayWords(week, day, locale) === words) day++;
    const names =
      from === 0 && day === 7
        ? 'Every day'
        : day - from === 1
          ? dayName(from, 'long', locale)
          : `${dayName(from, 'long', locale)} to ${dayName(day - 1, 'long', locale)}`;
    lines.push(`${names}: ${words}.`);
  }
  return lines;
}

export function hourWords(week: string, at: Hour, locale?: string): string {
  return `${dayName(at.day, 'long', locale)} ${formatHour(at.hour, locale)} to ${formatHour(at.hour + 1, locale)}, ${letterWords[letterAt(week, at)]}`;
}

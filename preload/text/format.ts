// Numbers and times as a person reads them, by the region of the system: sizes, speed, time left, finish time, clip length.
import { formatLocale } from './region.ts';
import { t, written } from './text.ts';

const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormat(key: string, locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const name = `${locale} ${key}`;
  let made = numberFormats.get(name);
  if (made === undefined) {
    made = new Intl.NumberFormat(locale, options);
    numberFormats.set(name, made);
  }
  return made;
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** The time zone of a moment as its offset, "+02:00": a format kept for a zone by its name would stay in the one of its first use. */
function zoneOf(at: Date): string {
  const minutes = -Math.round(at.getTimezoneOffset());
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

/** Making a format costs more than a hundred uses of it, and a list shows one on each row. */
function dateText(at: number | Date, locale: string, options: Intl.DateTimeFormatOptions): string {
  const timeZone = zoneOf(new Date(at));
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`;
  let made = dateFormats.get(key);
  if (made === undefined) {
    made = new Intl.DateTimeFormat(locale, { timeZone, ...options });
    dateFormats.set(key, made);
  }
  return written(made.format(at));
}

/** Decimal units, as file managers on macOS and Linux count. */
function scaleOf(bytes: number): number {
  let scale = 0;
  let rest = bytes;
  // 999.5 rounds up to 1000 of the smaller unit, which reads worse than 1 of the larger.
  while (rest >= 999.5 && scale < sizeUnits.length - 1) {
    rest /= 1_000;
    scale += 1;
  }
  return scale;
}

function digitsOf(scale: number, value: number): number {
  if (scale >= 3) return value < 100 ? 1 : 0;
  return scale === 2 && value < 10 ? 1 : 0;
}

function inUnit(bytes: number, scale: number, suffix: '' | '-per-second', locale: string): string {
  const value = bytes / 1_000 ** scale;
  const digits = digitsOf(scale, value);
  const unit = `${sizeUnits[scale] ?? 'byte'}${suffix}`;
  const shown = numberFormat(`${unit} ${digits}`, locale, {
    style: 'unit',
    unit,
    unitDisplay: scale === 0 && suffix === '' ? 'long' : 'short',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return written(shown.format(value));
}

/** "4.6 GB" */
export function formatBytes(bytes: number, locale = formatLocale()): string {
  return inUnit(bytes, scaleOf(bytes), '', locale);
}

/** "1.2 of 4.6 GB": both numbers in the unit and with the digits of the whole, so that only the digits change. */
export function formatPart(part: number, whole: number, locale = formatLocale()): string {
  const scale = scaleOf(whole);
  const digits = digitsOf(scale, whole / 1_000 ** scale);
  const shown = numberFormat(`plain ${digits}`, locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return t('format.part', { part: shown.format(part / 1_000 ** scale), whole: inUnit(whole, scale, '', locale) });
}

/** "11.3 MB/s" */
export function formatSpeed(bytesPerSecond: number, locale = formatLocale()): string {
  return inUnit(bytesPerSecond, Math.max(1, scaleOf(bytesPerSecond)), '-per-second', locale);
}

function unitText(value: number, unit: 'day' | 'hour' | 'minute' | 'second', locale: string): string {
  const unitDisplay = unit === 'day' ? 'long' : 'short';
  return written(numberFormat(unit, locale, { style: 'unit', unit, unitDisplay }).format(value));
}

/** "6 min", "2 hr 10 min", "under 1 min"; coarser the longer it takes, because that is all one can know. */
export function formatTimeLeft(seconds: number, locale = formatLocale()): string {
  if (seconds < 60) return t('format.under', { time: unitText(1, 'minute', locale) });
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return unitText(minutes, 'minute', locale);
  const rounded = minutes < 300 ? Math.ceil(minutes / 5) * 5 : Math.ceil(minutes / 30) * 30;
  const hours = Math.floor(rounded / 60);
  if (hours >= 48) return unitText(Math.ceil(hours / 24), 'day', locale);
  const rest = rounded % 60;
  return rest === 0
    ? unitText(hours, 'hour', locale)
    : `${unitText(hours, 'hour', locale)} ${unitText(rest, 'minute', locale)}`;
}

/** Whether a moment can be written as a date; one that comes from a site may be anything. */
function isMoment(at: number): boolean {
  return !Number.isNaN(new Date(at).getTime());
}

function dayNumber(at: Date): number {
  return Math.round(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / 86_400_000);
}

/** Whether two moments lie on one day of this computer's calendar. */
export function isSameDay(one: number, other: number): boolean {
  return dayNumber(new Date(one)) === dayNumber(new Date(other));
}

const digitsOfHours = new Map<string, 'numeric' | '2-digit'>();

/** Without a leading zero where the day has twice twelve hours: "9:05 AM", "09:05". */
export function hourDigits(locale: string): 'numeric' | '2-digit' {
  const known = digitsOfHours.get(locale);
  if (known !== undefined) return known;
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  const digits = hour12 === true ? 'numeric' : '2-digit';
  digitsOfHours.set(locale, digits);
  return digits;
}

/** "14:20", or "2:20 PM" where that is usual; on its own also what no calendar can show. */
export function formatClock(at: number, locale = formatLocale()): string {
  return isMoment(at) ? dateText(at, locale, { hour: hourDigits(locale), minute: '2-digit' }) : t('format.no-moment');
}

/** A full hour of the day, 0 to 24: "07:00", "24:00"; "7:00 AM" where that is usual. */
export function formatHour(hour: number, locale = formatLocale()): string {
  const text = formatClock(new Date(2026, 0, 5, hour % 24).getTime(), locale);
  return hour === 24 ? text.replace(/00(?=:00)/, '24') : text;
}

/** "at 22:00", "tomorrow at 07:00", "Saturday at 22:00". */
export function formatWhen(at: number, now: number, locale = formatLocale()): string {
  if (!isMoment(at)) return t('format.no-moment');
  const days = dayNumber(new Date(at)) - dayNumber(new Date(now));
  const clock = formatClock(at, locale);
  if (days <= 0) return t('format.at', { clock });
  return days === 1
    ? t('format.tomorrow-at', { clock })
    : t('format.day-at', { day: dateText(at, locale, { weekday: 'long' }), clock });
}

/**
 * "about 14:20", "about 02:30 tomorrow", "about Sunday 09:00": rounded up to 5 minutes, to half an hour when it is more
 * than 5 hours away, and to the day when it is more than 6 days away.
 */
export function formatFinish(now: number, secondsLeft: number, locale = formatLocale()): string {
  const step = secondsLeft > 5 * 3_600 ? 30 : 5;
  const raw = new Date(now + secondsLeft * 1_000);
  raw.setSeconds(0, 0);
  raw.setMinutes(Math.ceil((raw.getMinutes() + 1) / step) * step);
  if (!isMoment(raw.getTime())) return t('format.no-moment');
  const days = dayNumber(raw) - dayNumber(new Date(now));
  if (days > 6) return t('format.about', { time: dateText(raw, locale, { day: 'numeric', month: 'long' }) });
  const clock = formatClock(raw.getTime(), locale);
  if (days === 0) return t('format.about', { time: clock });
  if (days === 1) return t('format.about-tomorrow', { clock });
  return t('format.about-day', { day: dateText(raw, locale, { weekday: 'long' }), clock });
}

/** Date and time, the year only when it is not this one. */
function otherDay(at: number, now: number, locale: string): string {
  const date = new Date(at);
  return dateText(date, locale, {
    day: 'numeric',
    month: 'short',
    hour: hourDigits(locale),
    minute: '2-digit',
    ...(date.getFullYear() === new Date(now).getFullYear() ? {} : { year: 'numeric' }),
  });
}

/** Date and time within a sentence: "today at 14:20", "2 Oct, 09:05". */
export function formatMoment(at: number, now: number, locale = formatLocale()): string {
  if (!isMoment(at)) return t('format.no-moment');
  return isSameDay(at, now) ? t('format.today', { clock: formatClock(at, locale) }) : otherDay(at, now, locale);
}

/** Date and time on their own: "Today at 14:20", "2 Oct, 09:05". */
export function formatMomentAlone(at: number, now: number, locale = formatLocale()): string {
  if (!isMoment(at)) return t('format.no-moment');
  return isSameDay(at, now) ? t('format.today.start', { clock: formatClock(at, locale) }) : otherDay(at, now, locale);
}

/** A day, such as "27 Nov 2026". */
export function formatDate(at: number, locale = formatLocale()): string {
  return isMoment(at) ? dateText(at, locale, { dateStyle: 'medium' }) : t('format.no-moment');
}

/** A day without a place, given as `YYYY-MM-DD`: "27 Nov 2026". */
export function formatDay(day: string, locale = formatLocale()): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return isMoment(at) ? dateText(at, locale, { dateStyle: 'medium', timeZone: 'UTC' }) : t('format.no-moment');
}

/** Date and time of a wall clock that is not this computer's, given as if it were UTC: "21 Nov 2026, 09:00". */
export function formatWall(at: number, locale = formatLocale()): string {
  return dateText(at, locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
}

/** "Monday", or "Mon"; 0 = Monday. */
export function formatWeekday(day: number, weekday: 'long' | 'short', locale = formatLocale()): string {
  // 5 January 1970 was a Monday.
  return dateText((4 + day) * 86_400_000, locale, { weekday, timeZone: 'UTC' });
}

/** "1:02:03" or "2:03". */
export function formatLength(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3_600);
  const minutes = Math.floor((whole % 3_600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

export function formatCount(value: number, locale = formatLocale()): string {
  return numberFormat('count', locale, { maximumFractionDigits: 0 }).format(value);
}

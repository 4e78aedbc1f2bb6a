// Numbers and times as a person reads them, by the system's locale: sizes, speed, time left, finish time, clip length.
const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

const cache = new Map<string, Intl.NumberFormat>();

function numberFormat(key: string, locale: string | undefined, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const name = `${locale ?? ''} ${key}`;
  let made = cache.get(name);
  if (made === undefined) {
    made = new Intl.NumberFormat(locale, options);
    cache.set(name, made);
  }
  return made;
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

function inUnit(bytes: number, scale: number, suffix: '' | '-per-second', locale: string | undefined): string {
  const value = bytes / 1_000 ** scale;
  const digits = digitsOf(scale, value);
  const unit = `${sizeUnits[scale] ?? 'byte'}${suffix}`;
  return numberFormat(`${unit} ${digits}`, locale, {
    style: 'unit',
    unit,
    unitDisplay: scale === 0 && suffix === '' ? 'long' : 'short',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}

/** "4.6 GB" */
export function formatBytes(bytes: number, locale?: string): string {
  return inUnit(bytes, scaleOf(bytes), '', locale);
}

/** "1.2 of 4.6 GB": both numbers in the unit and with the digits of the whole, so that only the digits change. */
export function formatPart(part: number, whole: number, locale?: string): string {
  const scale = scaleOf(whole);
  const digits = digitsOf(scale, whole / 1_000 ** scale);
  const first = numberFormat(`plain ${digits}`, locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(part / 1_000 ** scale);
  return `${first} of ${inUnit(whole, scale, '', locale)}`;
}

/** "11.3 MB/s" */
export function formatSpeed(bytesPerSecond: number, locale?: string): string {
  return inUnit(bytesPerSecond, Math.max(1, scaleOf(bytesPerSecond)), '-per-second', locale);
}

function unitText(value: number, unit: 'day' | 'hour' | 'minute' | 'second', locale: string | undefined): string {
  return numberFormat(unit, locale, { style: 'unit', unit, unitDisplay: unit === 'day' ? 'long' : 'short' }).format(
    value,
  );
}

/** "6 min", "2 hr 10 min", "under 1 min"; coarser the longer it takes, because that is all one can know. */
export function formatTimeLeft(seconds: number, locale?: string): string {
  if (seconds < 60) return `under ${unitText(1, 'minute', locale)}`;
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

/** What a calendar cannot show. */
const noMoment = 'at a time that no calendar has';

/** Whether a moment can be written as a date; one that comes from a site may be anything. */
function isMoment(at: number): boolean {
  return !Number.isNaN(new Date(at).getTime());
}

function dayNumber(at: Date): number {
  return Math.round(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / 86_400_000);
}

export function formatClock(at: number, locale?: string): string {
  return isMoment(at) ? new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(at) : noMoment;
}

/** A full hour of the day, 0 to 24: "07:00", "24:00"; "7 AM" where that is usual. */
export function formatHour(hour: number, locale?: string): string {
  const text = formatClock(new Date(2026, 0, 5, hour % 24).getTime(), locale);
  return hour === 24 ? text.replace(/^00/, '24') : text;
}

/** "at 22:00", "tomorrow at 07:00", "Saturday at 22:00". */
export function formatWhen(at: number, now: number, locale?: string): string {
  if (!isMoment(at)) return noMoment;
  const days = dayNumber(new Date(at)) - dayNumber(new Date(now));
  const clock = `at ${formatClock(at, locale)}`;
  if (days <= 0) return clock;
  return days === 1
    ? `tomorrow ${clock}`
    : `${new Intl.DateTimeFormat(locale, { weekday: 'long' }).format(at)} ${clock}`;
}

/**
 * "about 14:20", "about 02:30 tomorrow", "about Sunday 09:00": rounded up to 5 minutes, to half an hour when it is more
 * than 5 hours away, and to the day when it is more than 6 days away.
 */
export function formatFinish(now: number, secondsLeft: number, locale?: string): string {
  const step = secondsLeft > 5 * 3_600 ? 30 : 5;
  const raw = new Date(now + secondsLeft * 1_000);
  raw.setSeconds(0, 0);
  raw.setMinutes(Math.ceil((raw.getMinutes() + 1) / step) * step);
  if (!isMoment(raw.getTime())) return noMoment;
  const days = dayNumber(raw) - dayNumber(new Date(now));
  if (days > 6) return `about ${new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' }).format(raw)}`;
  const clock = formatClock(raw.getTime(), locale);
  if (days === 0) return `about ${clock}`;
  if (days === 1) return `about ${clock} tomorrow`;
  return `about ${new Intl.DateTimeFormat(locale, { weekday: 'long' }).format(raw)} ${clock}`;
}

/** Date and time, the year only when it is not this one. */
export function formatMoment(at: number, now: number, locale?: string): string {
  if (!isMoment(at)) return noMoment;
  const date = new Date(at);
  const today = new Date(now);
  if (dayNumber(date) === dayNumber(today)) return `today, ${formatClock(at, locale)}`;
  const sameYear = date.getFullYear() === today.getFullYear();
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(date);
}

/** "1:02:03" or "2:03". */
/** A day, such as "27 Nov 2026". */
export function formatDate(at: number, locale?: string): string {
  return isMoment(at) ? new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(at) : noMoment;
}

export function formatLength(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3_600);
  const minutes = Math.floor((whole % 3_600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

export function formatCount(value: number, locale?: string): string {
  return numberFormat('count', locale, { maximumFractionDigits: 0 }).format(value);
}

/** "1 clip", "40 clips". */
export function counted(value: number, one: string, many: string, locale?: string): string {
  return `${formatCount(value, locale)} ${value === 1 ? one : many}`;
}

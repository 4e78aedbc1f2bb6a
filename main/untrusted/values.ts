// Numbers and moments that a site tells, in headers or in texts: in a sane range, or not told at all.
import type { WallMs } from '../model.ts';

/** Fifteen digits are exact in a double, and more than any site has of anything. */
const wholeNumber = /^\d{1,15}$/;
/** Longer is no number and no date. */
const longestText = 100;

/** A whole number of 0 to `most`; null for whatever else stands there: signs, exponents, several values joined by a comma. */
export function toldWhole(text: string | undefined, most = Number.MAX_SAFE_INTEGER): number | null {
  if (text === undefined || text.length > longestText) return null;
  const digits = text.trim();
  return wholeNumber.test(digits) && Number(digits) <= most ? Number(digits) : null;
}

/** The years of a calendar with four digits, a day left out at each end: every zone can show such a moment, and every format take it. */
const earliest = Date.UTC(1000, 0, 2);
const latest = Date.UTC(9999, 11, 30);

/** Ms since 1970 when a calendar has it; null = no moment that a site can mean. */
export function saneMoment(at: number): WallMs | null {
  return at >= earliest && at <= latest ? at : null;
}

/** A date as a header (with the name of its month) or a record (ISO 8601) writes it; null = none. */
export function toldMoment(text: string | null | undefined): WallMs | null {
  if (text == null || text.length > longestText) return null;
  // Date.parse takes "-1" and "3.5" for days of 2001.
  const isDate = /^\s*\d{4}-\d\d-\d\d/.test(text) || (/[a-z]{3}/i.test(text) && /\d:\d\d/.test(text));
  return isDate ? saneMoment(Date.parse(text)) : null;
}

/** A moment as the platform takes it: UTC, whole seconds, with Z. One that no calendar has is its nearest end. */
export function utcText(at: WallMs): string {
  const sane = Math.min(Math.max(Number.isNaN(at) ? 0 : at, earliest), latest);
  return `${new Date(sane).toISOString().slice(0, 19)}Z`;
}

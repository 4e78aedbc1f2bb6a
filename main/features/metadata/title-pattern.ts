// Titles, and descriptions, for many clips from one pattern: names in braces stand for what is known of each clip. Pure.

import type { Clip } from '../../model.ts';
import { withoutExtension } from '../../queue/match/match.ts';

/** What a pattern may name besides the clip itself. */
export interface TitlePlace {
  /** Of the clip among all that get the pattern, from 0. */
  readonly place: number;
  /** Number of the first of them. */
  readonly start: number;
  /** This computer's distance from UTC when the file was changed last, in minutes. */
  readonly zoneMinutes: number;
}

/** Whether the pattern needs the length of each clip. */
export const namesLength = (pattern: string): boolean => pattern.includes('{duration}');

const two = (value: number): string => String(value).padStart(2, '0');

/** "3:05", "1:02:03"; '' = not known. */
function lengthOf(seconds: number | null): string {
  if (seconds === null) return '';
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60)];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`;
}

/** The name of the folder that the file lies in; '' = it lies in none. */
const folderOf = (path: string): string => path.split(/[/\\]/).at(-2) ?? '';

const parts: Readonly<Record<string, (clip: Clip, place: TitlePlace) => string>> = {
  name: ({ name }) => withoutExtension(name),
  date: ({ mtimeMs }, { zoneMinutes }) => isoOf(mtimeMs, zoneMinutes).slice(0, 10),
  time: ({ mtimeMs }, { zoneMinutes }) => isoOf(mtimeMs, zoneMinutes).slice(11, 16),
  folder: ({ path }) => folderOf(path),
  duration: ({ facts }) => lengthOf(facts.durationSeconds),
};

/** In the way that sorts by itself, and that no country reads otherwise. */
function isoOf(at: number, zoneMinutes: number): string {
  return new Date(at + zoneMinutes * 60_000).toISOString();
}

/** With the names in braces filled in; anything else in braces stays as it is. */
function filled(pattern: string, clip: Clip, place: TitlePlace): string {
  return pattern.replace(/\{(name|date|time|folder|duration|n{1,6})\}/g, (_whole, key: string) => {
    const part = parts[key];
    return part === undefined ? String(place.start + place.place).padStart(key.length, '0') : part(clip, place);
  });
}

/**
 * `{name}` = the file's name without extension, `{n}` = the clip's number, `{nn}` and `{nnn}` with zeros before it, `{date}` and `{time}`
 * = when the file was changed last, `{folder}` and `{duration}`.
 */
export function titleFrom(pattern: string, clip: Clip, place: TitlePlace): string {
  return filled(pattern, clip, place).replace(/\s+/g, ' ').trim();
}

/** A description by a pattern that may name the same, and `{title}`; its lines stay lines. */
export function descriptionFrom(pattern: string, clip: Clip, place: TitlePlace, title: string): string {
  return pattern
    .split('{title}')
    .map((part) => filled(part, clip, place))
    .join(title);
}

// The settings as they lie on disk made into whole ones: what is missing gets its usual value, and what is damaged is named; pure.
import type { z } from 'zod';
import type { SettingValues } from '../../preload/contract.ts';
import { settingSchemas } from '../../preload/schemas.ts';
import type { OfferedSettings } from '../ports.ts';
import { readValue } from '../untrusted/rows.ts';

/** What is kept on disk; start at login is kept by the system itself. */
export type KeptValues = Omit<SettingValues, 'startAtLogin'>;

export const usualValues: KeptValues = {
  smallLanes: 3,
  bigLanes: 1,
  bytesPerSecond: null,
  week: null,
  slowBytesPerSecond: 2_000_000,
  keepAwake: true,
  notify: true,
  updates: 'ask',
  appearance: 'system',
  libraryView: 'list',
  publicSites: [],
  columns: [],
  libraryColumns: [],
};

export interface ReadSettings {
  readonly values: KeptValues;
  /** Those that have their usual values because nobody can read what was chosen, with what stands there as text. */
  readonly damaged: readonly { readonly name: keyof KeptValues; readonly text: string }[];
}

/** What a text of settings may have been shortened to, in characters. */
const shownText = 1_000;

/** `unreadable` = not even the file could be read. A setting that is not there was never changed. */
export function readSettings(stored: unknown, unreadable = false): ReadSettings {
  const isObject = typeof stored === 'object' && stored !== null && !Array.isArray(stored);
  const found = new Map(isObject ? Object.entries<unknown>({ ...stored }) : []);
  const isLost = unreadable || (stored !== undefined && !isObject);
  const damaged: { name: keyof KeptValues; text: string }[] = [];
  const value = <K extends keyof KeptValues>(name: K): KeptValues[K] => {
    if (!found.has(name) && !isLost) return usualValues[name];
    const schemas: { readonly [N in keyof KeptValues]: z.ZodType<KeptValues[N]> } = settingSchemas;
    const read = readValue(schemas[name], found.get(name));
    if (read.ok) return read.value;
    damaged.push({ name, text: (JSON.stringify(found.get(name)) ?? '').slice(0, shownText) });
    return usualValues[name];
  };
  const values: KeptValues = {
    smallLanes: value('smallLanes'),
    bigLanes: value('bigLanes'),
    bytesPerSecond: value('bytesPerSecond'),
    week: value('week'),
    slowBytesPerSecond: value('slowBytesPerSecond'),
    keepAwake: value('keepAwake'),
    notify: value('notify'),
    updates: value('updates'),
    appearance: value('appearance'),
    libraryView: value('libraryView'),
    publicSites: value('publicSites'),
    columns: value('columns'),
    libraryColumns: value('libraryColumns'),
  };
  return { values, damaged };
}

/** Ids of sites mean nothing on another computer, and whether clips may go public unasked is agreed to on each. */
const staysHere: ReadonlySet<keyof KeptValues> = new Set(['publicSites']);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What a file with another computer's settings would change here: those that still have their usual values, and others there. */
export function offeredSettings(from: Readonly<Record<string, unknown>>, here: KeptValues): OfferedSettings {
  const names = (Object.keys(usualValues) as (keyof KeptValues)[]).filter((name) => !staysHere.has(name));
  const { values, damaged } = readSettings(from);
  const unreadable = damaged.filter(({ name }) => !staysHere.has(name)).length;
  const changed = names.filter(
    (name) => isSame(here[name], usualValues[name]) && !isSame(values[name], usualValues[name]),
  );
  return { change: Object.fromEntries(changed.map((name) => [name, values[name]])), unreadable };
}

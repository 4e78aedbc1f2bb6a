// The settings as they lie on disk made into whole ones: what is missing gets its usual value, and what is damaged is named; pure.
import type { z } from 'zod';
import type { SettingValues } from '../../preload/contract.ts';
import { settingSchemas } from '../../preload/schemas.ts';
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
  appearance: 'system',
  publicSites: [],
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
    appearance: value('appearance'),
    publicSites: value('publicSites'),
  };
  return { values, damaged };
}

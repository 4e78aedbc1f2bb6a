// The settings as they lie on disk made into whole ones: what is missing or damaged gets its usual value; pure.
import type { SettingValues } from '../../preload/contract.ts';
import { settingSchemas } from '../../preload/schemas.ts';

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
};

export function keptValues(stored: unknown): KeptValues {
  const found: Readonly<Record<string, unknown>> = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const value = <K extends keyof KeptValues>(name: K): KeptValues[K] => {
    const checked = settingSchemas[name].safeParse(found[name]);
    return checked.success ? (checked.data as KeptValues[K]) : usualValues[name];
  };
  return {
    smallLanes: value('smallLanes'),
    bigLanes: value('bigLanes'),
    bytesPerSecond: value('bytesPerSecond'),
    week: value('week'),
    slowBytesPerSecond: value('slowBytesPerSecond'),
    keepAwake: value('keepAwake'),
    notify: value('notify'),
    appearance: value('appearance'),
  };
}

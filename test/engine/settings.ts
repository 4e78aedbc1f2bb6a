// The settings port in memory, and a notifier that only writes down; for the engine's tests.

import type { Notice, Notifier, Settings } from '../../main/ports.ts';
import { offeredSettings } from '../../main/shell/setting-values.ts';
import type { SettingValues } from '../../preload/contract.ts';

export const usualSettings: SettingValues = {
  smallLanes: 3,
  bigLanes: 1,
  bytesPerSecond: null,
  week: null,
  slowBytesPerSecond: 2_000_000,
  keepAwake: true,
  startAtLogin: false,
  notify: true,
  updates: 'ask',
  appearance: 'system',
  libraryView: 'list',
  publicSites: [],
  columns: [],
  libraryColumns: [],
};

export function memorySettings(start: Partial<SettingValues> = {}): Settings {
  let values = { ...usualSettings, ...start };
  const listeners = new Set<(values: SettingValues) => void>();
  return {
    values: () => values,
    offered: (from) => offeredSettings(from, values),
    change: (change) => {
      values = { ...values, ...change };
      for (const listener of listeners) listener(values);
    },
    onChange: (call) => {
      listeners.add(call);
      return () => listeners.delete(call);
    },
    places: { data: '/profile/clipferry.sqlite', log: '/profile/logs/clipferry.log' },
  };
}

export function notebook(): Notifier & { readonly notices: readonly Notice[] } {
  const notices: Notice[] = [];
  return { notices, tell: (notice) => void notices.push(notice) };
}

// What the app remembers between runs besides its database: small, losable, and never a secret in the clear.
import { join } from 'node:path';
import { app } from 'electron';
import Store from 'electron-store';
import { z } from 'zod';
import type { SettingValues } from '../../preload/contract.ts';
import type { Settings } from '../ports.ts';
import { readValue } from '../untrusted/rows.ts';
import { setAsideUnreadable } from './json-file.ts';
import type { LoginItem } from './login-item.ts';
import { offeredSettings, readSettings } from './setting-values.ts';

export interface WindowBounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly maximized: boolean;
}

interface Stored {
  /** Checked whenever it is read. */
  readonly window: unknown;
  /** Checked whenever it is read (setting-values.ts): a person may have edited the file. */
  readonly values: unknown;
  /** True once the user was told that the app goes on without its window. */
  readonly toldHidden: unknown;
}

const boundsSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1).max(100_000),
  height: z.number().int().min(1).max(100_000),
  maximized: z.boolean(),
});

/** The settings file; `isDamaged` = what was in it could not be read and lies beside it. */
export interface SettingsFile {
  readonly store: Store<Stored>;
  readonly isDamaged: boolean;
}

export function openSettings(folder = app.getPath('userData')): SettingsFile {
  const isDamaged = setAsideUnreadable(join(folder, 'settings.json'));
  const store = new Store<Stored>({
    name: 'settings',
    cwd: folder,
    clearInvalidConfig: true,
    defaults: { window: null, values: {}, toldHidden: false },
  });
  return { store, isDamaged };
}

/** Where the window was; null = it was nowhere yet, or nobody can read where. */
export function windowBounds({ store }: SettingsFile): WindowBounds | null {
  const read = readValue(boundsSchema, store.get('window'));
  return read.ok ? read.value : null;
}

interface SettingsParts {
  readonly file: SettingsFile;
  readonly loginItem: LoginItem;
  readonly places: Settings['places'];
}

/** Settings port: kept in the store, start at login in the system. */
export function createSettings({ file, loginItem, places }: SettingsParts): Settings {
  const listeners = new Set<(values: SettingValues) => void>();
  const { store } = file;
  let { values: kept, damaged } = readSettings(store.get('values'), file.isDamaged);
  const values = (): SettingValues => ({ ...kept, startAtLogin: loginItem.on() });
  return {
    values,
    damaged: () => damaged,
    offered: (from) => offeredSettings(from, kept),
    change: ({ startAtLogin, ...change }) => {
      if (startAtLogin !== undefined) loginItem.set(startAtLogin);
      kept = { ...kept, ...change };
      store.set('values', kept);
      damaged = [];
      for (const listener of listeners) listener(values());
    },
    onChange: (call) => {
      listeners.add(call);
      return () => {
        listeners.delete(call);
      };
    },
    places,
  };
}

/** Names of accounts to ciphertexts in base64; written by shell/secrets.ts only. */
export interface CiphertextStore {
  get(name: string): string | undefined;
  set(name: string, ciphertext: string): void;
  delete(name: string): void;
}

/** A file that cannot be read is set aside, and every account signs in again. */
export function openCiphertexts(folder = app.getPath('userData')): CiphertextStore {
  setAsideUnreadable(join(folder, 'secrets.json'));
  const store = new Store<Record<string, string>>({
    name: 'secrets',
    cwd: folder,
    clearInvalidConfig: true,
    accessPropertiesByDotNotation: false,
  });
  return {
    get: (name) => {
      const value: unknown = store.get(name);
      return typeof value === 'string' ? value : undefined;
    },
    set: (name, ciphertext) => store.set(name, ciphertext),
    delete: (name) => store.delete(name),
  };
}

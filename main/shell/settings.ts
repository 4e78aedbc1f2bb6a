// What the app remembers between runs besides its database: small, losable, and never a secret in the clear.
import Store from 'electron-store';
import type { SettingValues } from '../../preload/contract.ts';
import type { Settings } from '../ports.ts';
import type { LoginItem } from './login-item.ts';
import { keptValues } from './setting-values.ts';

export interface WindowBounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly maximized: boolean;
}

interface Stored {
  readonly window: WindowBounds | null;
  /** Checked whenever it is read (setting-values.ts): a person may have edited the file. */
  readonly values: unknown;
}

/** A damaged file is replaced by the defaults: nothing in it is worth a failed start. */
export function openSettings(): Store<Stored> {
  return new Store<Stored>({ name: 'settings', clearInvalidConfig: true, defaults: { window: null, values: {} } });
}

export type SettingsStore = ReturnType<typeof openSettings>;

interface SettingsParts {
  readonly store: SettingsStore;
  readonly loginItem: LoginItem;
  readonly places: Settings['places'];
}

/** Settings port: kept in the store, start at login in the system. */
export function createSettings({ store, loginItem, places }: SettingsParts): Settings {
  const listeners = new Set<(values: SettingValues) => void>();
  let kept = keptValues(store.get('values'));
  const values = (): SettingValues => ({ ...kept, startAtLogin: loginItem.on() });
  return {
    values,
    change: ({ startAtLogin, ...change }) => {
      if (startAtLogin !== undefined) loginItem.set(startAtLogin);
      kept = { ...kept, ...change };
      store.set('values', kept);
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

export function openCiphertexts(): CiphertextStore {
  const store = new Store<Record<string, string>>({
    name: 'secrets',
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

// What the app remembers between runs besides its database: small, losable, and never a secret in the clear.
import Store from 'electron-store';

export interface WindowBounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly maximized: boolean;
}

interface Settings {
  readonly window: WindowBounds | null;
}

/** A damaged file is replaced by the defaults: nothing in it is worth a failed start. */
export function openSettings(): Store<Settings> {
  return new Store<Settings>({ name: 'settings', clearInvalidConfig: true, defaults: { window: null } });
}

export type SettingsStore = ReturnType<typeof openSettings>;

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

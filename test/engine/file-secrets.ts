// Secrets in a file: a keyring that outlives the engine's process, for tests alone.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Secrets } from '../../main/ports.ts';

export function fileSecrets(path: string): Secrets {
  const read = (): Record<string, string> =>
    existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>) : {};
  return {
    get: async (name) => read()[name] ?? null,
    set: async (name, secret) => {
      writeFileSync(path, JSON.stringify({ ...read(), [name]: secret }));
      return 'keyring';
    },
    delete: async () => {},
    keeping: () => 'keyring',
  };
}

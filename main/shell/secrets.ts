// Secrets of accounts: ciphertexts of the system's keyring on disk, or only this run's memory; never plaintext on disk (F-53…F-55).
import { setTimeout as wait } from 'node:timers/promises';
import type { SafeStorage } from 'electron';
import type { SecretKeeping } from '../../preload/contract.ts';
import type { Logger, Secrets } from '../ports.ts';
import type { CiphertextStore } from './settings.ts';

/** What of safeStorage is used: the async half, because the other blocks the whole app while a keyring asks for its password. */
export type Keyring = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>;

interface RunnerContext {
  readonly keyring: Keyring;
  readonly store: CiphertextStore;
  readonly platform: NodeJS.Platform;
  readonly logger: Logger;
  /** How long a locked keyring may take, in milliseconds, until secrets are kept in memory instead (F-55). */
  readonly guardMs?: number;
}

/** The start waits for it, and it mostly opens in a moment: asked soon at first, then ever more seldom. */
const firstPollMs = 10;
const longestPollMs = 100;

/** Resolves to the promise's value, or to null when it fails or takes longer than `ms`. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T | null> {
  const stop = new AbortController();
  const late = wait(ms, null, { signal: stop.signal }).catch(() => null);
  try {
    return await Promise.race([promise.catch(() => null), late]);
  } finally {
    stop.abort();
  }
}

/**
 * Linux marks what it encrypted with a key that every program knows by `v10`, also where a keyring was chosen but did not
 * answer; only `v11` holds a key of the keyring. Seen on Electron 42.
 */
const openToAll = (ciphertext: Buffer): boolean => ciphertext.subarray(0, 3).toString('latin1') === 'v10';

/** Needs the app to be ready. Resolves as soon as the keyring answered, at the latest after `firstLookMs`. */
export async function createSecrets(parts: RunnerContext, firstLookMs = 2_000): Promise<Secrets> {
  const { keyring, store, platform, logger, guardMs = 30_000 } = parts;
  const inMemory = new Map<string, string>();
  /** Given while the keyring was shut: beside it an older one may be kept, which is not to come back. */
  const unkept = new Set<string>();
  let probe: Promise<boolean> | null = null;
  let works = !namedOpen();
  const listeners: (() => void)[] = [];

  /** A backend without protection, known by its name alone. */
  function namedOpen(): boolean {
    if (platform !== 'linux') return false;
    const backend = keyring.getSelectedStorageBackend();
    return backend === 'basic_text' || backend === 'unknown';
  }

  /** The keyring was asked for in vain, and has answered since: what is kept can be opened, and what is not kept yet can be. */
  async function answered(): Promise<void> {
    probe = null;
    if (!(await usable())) return;
    for (const name of [...unkept]) await renew(name, inMemory.get(name) ?? '');
    for (const listener of listeners) listener();
  }

  /**
   * Nothing may be encrypted before the keyring says that it is there: Electron 42 crashes otherwise. Its answer stays out for as long
   * as a person has not answered the system's question for the keyring's password, which may be after hours.
   */
  async function available(): Promise<boolean> {
    const end = performance.now() + guardMs;
    for (let pollMs = firstPollMs; ; pollMs = Math.min(2 * pollMs, longestPollMs)) {
      // Electron 42 gives the answer itself, later ones a promise of it.
      const asked = Promise.resolve(keyring.isAsyncEncryptionAvailable());
      const answer = await within(asked, Math.max(0, end - performance.now()));
      if (answer === true) return true;
      if (answer === null) void asked.then((isThere) => (isThere ? answered() : undefined)).catch(() => undefined);
      if (answer === null || performance.now() > end) return false;
      await wait(pollMs);
    }
  }

  async function look(): Promise<boolean> {
    if (namedOpen() || !(await available())) return false;
    if (platform !== 'linux') return true;
    const sample = await within(keyring.encryptStringAsync('clipferry'), guardMs);
    return sample !== null && !openToAll(sample);
  }

  /** One look at a time; a failed one is repeated on the next call, for the user may have unlocked the keyring. */
  function usable(): Promise<boolean> {
    probe ??= look()
      .catch(() => false)
      .then((result) => {
        if (result !== works)
          logger.info(result ? 'the keyring can be used' : 'no usable keyring: secrets stay in memory');
        works = result;
        if (!result) probe = null;
        return result;
      });
    return probe;
  }

  async function encrypt(secret: string): Promise<Buffer | null> {
    if (!(await usable())) return null;
    const ciphertext = await within(keyring.encryptStringAsync(secret), guardMs);
    return ciphertext === null || (platform === 'linux' && openToAll(ciphertext)) ? null : ciphertext;
  }

  async function get(name: string): Promise<string | null> {
    const fresh = inMemory.get(name);
    if (fresh !== undefined) return fresh;
    const stored = store.get(name);
    if (stored === undefined || !(await usable())) return null;
    const opened = await within(keyring.decryptStringAsync(Buffer.from(stored, 'base64')), guardMs);
    if (opened === null) {
      logger.warn('a stored secret cannot be opened any more', { account: name });
      return null;
    }
    inMemory.set(name, opened.result);
    if (opened.shouldReEncrypt) await renew(name, opened.result);
    return opened.result;
  }

  /** The old ciphertext stays until a new one is there (F-54). */
  async function renew(name: string, secret: string): Promise<SecretKeeping> {
    const ciphertext = await encrypt(secret);
    // Another one was given, or it was deleted, while the keyring took its time.
    if (inMemory.get(name) !== secret) return works ? 'keyring' : 'session';
    if (ciphertext === null) {
      unkept.add(name);
      return 'session';
    }
    unkept.delete(name);
    store.set(name, ciphertext.toString('base64'));
    return 'keyring';
  }

  await within(usable(), firstLookMs);

  return {
    get,
    set: (name, secret) => {
      inMemory.set(name, secret);
      return renew(name, secret);
    },
    delete: async (name) => {
      inMemory.delete(name);
      unkept.delete(name);
      store.delete(name);
    },
    keeping: () => (works ? 'keyring' : 'session'),
    onOpened: (listener) => void listeners.push(listener),
  };
}

// Secrets: only the keyring's ciphertext ever reaches the disk, and a keyring that fails costs a sign-in, nothing else (F-53…F-55).
import { describe, expect, test } from 'vitest';
import { createSecrets, type Keyring } from '../../../main/shell/secrets.ts';
import type { CiphertextStore } from '../../../main/shell/settings.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

function memoryStore(
  initial: Readonly<Record<string, string>> = {},
): CiphertextStore & { readonly all: Map<string, string> } {
  const all = new Map(Object.entries(initial));
  return {
    all,
    get: (name) => all.get(name),
    set: (name, value) => void all.set(name, value),
    delete: (name) => void all.delete(name),
  };
}

/** Encrypts by reversing, with the marks that Chromium writes on Linux. */
class FakeKeyring implements Keyring {
  backend: ReturnType<Keyring['getSelectedStorageBackend']> = 'gnome_libsecret';
  mark = 'v11';
  unlocked = true;
  opens = true;
  stale = false;
  encrypted = 0;
  getSelectedStorageBackend = (): ReturnType<Keyring['getSelectedStorageBackend']> => this.backend;
  isAsyncEncryptionAvailable = async (): Promise<boolean> => this.unlocked;
  encryptStringAsync = async (text: string): Promise<Buffer> => {
    // As Electron 42 does, which crashes here.
    if (!this.unlocked) throw new Error('crash');
    this.encrypted += 1;
    return Buffer.from(this.mark + [...text].reverse().join(''));
  };
  decryptStringAsync = async (bytes: Buffer): Promise<{ shouldReEncrypt: boolean; result: string }> => {
    if (!this.opens) throw new Error('Error while decrypting the ciphertext');
    return { shouldReEncrypt: this.stale, result: [...bytes.toString().slice(3)].reverse().join('') };
  };
}

function open(keyring: FakeKeyring, store: CiphertextStore, platform: NodeJS.Platform = 'linux') {
  return createSecrets({ keyring, store, platform, logger: silent, guardMs: 150 }, 50);
}

test('a secret survives a restart as ciphertext', async () => {
  const [keyring, store] = [new FakeKeyring(), memoryStore()];
  const secrets = await open(keyring, store);
  expect(secrets.keeping()).toBe('keyring');
  expect(await secrets.set('a1', 'hunter2')).toBe('keyring');
  expect([...store.all.keys()]).toEqual(['a1']);
  expect(Buffer.from(store.all.get('a1') ?? '', 'base64').toString()).toBe('v112retnuh');
  const after = await open(keyring, store);
  expect(await after.get('a1')).toBe('hunter2');
  expect(await after.get('a2')).toBeNull();
});

describe('without a keyring nothing is written, and the secret lives for this run', () => {
  const cases: readonly (readonly [string, (keyring: FakeKeyring) => void])[] = [
    [
      'the backend is plain text',
      (keyring) => {
        keyring.backend = 'basic_text';
      },
    ],
    [
      'the backend is unknown',
      (keyring) => {
        keyring.backend = 'unknown';
      },
    ],
    [
      'a keyring was chosen, but everyone’s key is used',
      (keyring) => {
        keyring.mark = 'v10';
      },
    ],
    [
      'the keyring stays locked',
      (keyring) => {
        keyring.unlocked = false;
      },
    ],
    [
      'encrypting never ends',
      (keyring) => {
        keyring.encryptStringAsync = () => new Promise(() => undefined);
      },
    ],
    [
      'asking fails',
      (keyring) => {
        keyring.isAsyncEncryptionAvailable = () => Promise.reject(new Error('no'));
      },
    ],
  ];
  test.each(cases)('%s', async (_name, breakIt) => {
    const [keyring, store] = [new FakeKeyring(), memoryStore()];
    breakIt(keyring);
    const secrets = await open(keyring, store);
    expect(await secrets.set('a1', 'hunter2')).toBe('session');
    expect(secrets.keeping()).toBe('session');
    expect(store.all.size).toBe(0);
    expect(await secrets.get('a1')).toBe('hunter2');
    expect(await (await open(keyring, store)).get('a1')).toBeNull();
  });

  test('nothing is encrypted with a plain-text backend, not even a trial', async () => {
    const keyring = new FakeKeyring();
    keyring.backend = 'basic_text';
    await (await open(keyring, memoryStore())).set('a1', 'hunter2');
    expect(keyring.encrypted).toBe(0);
  });
});

test('a keyring that was locked is used once it is unlocked', async () => {
  const [keyring, store] = [new FakeKeyring(), memoryStore()];
  keyring.unlocked = false;
  const secrets = await open(keyring, store);
  expect(await secrets.set('a1', 'hunter2')).toBe('session');
  keyring.unlocked = true;
  expect(await secrets.set('a1', 'hunter2')).toBe('keyring');
  expect(secrets.keeping()).toBe('keyring');
  expect(store.all.size).toBe(1);
});

test('an answer that is no promise, as Electron 42 gives it, is one', async () => {
  const [keyring, store] = [new FakeKeyring(), memoryStore()];
  Object.assign(keyring, { isAsyncEncryptionAvailable: () => true });
  expect(await (await open(keyring, store)).set('a1', 'hunter2')).toBe('keyring');
});

test('a question for the keyring’s password that nobody answers holds up nothing; answered later, all of it is kept and opened', async () => {
  const old = Buffer.from('v11terces').toString('base64');
  const [keyring, store] = [new FakeKeyring(), memoryStore({ a1: old })];
  const { promise, resolve: answer } = Promise.withResolvers<boolean>();
  keyring.isAsyncEncryptionAvailable = () => promise;
  const secrets = await open(keyring, store);
  const { promise: heard, resolve: hear } = Promise.withResolvers<void>();
  secrets.onOpened?.(hear);
  expect(await secrets.get('a1')).toBeNull();
  expect(await secrets.set('a2', 'hunter2')).toBe('session');
  // Signed in anew beside an older secret that is still kept; and one that was given up again.
  store.all.set('a3', old);
  expect(await secrets.set('a3', 'newer')).toBe('session');
  expect(await secrets.set('a4', 'given up')).toBe('session');
  await secrets.delete('a4');
  expect(secrets.keeping()).toBe('session');
  expect([...store.all]).toEqual([
    ['a1', old],
    ['a3', old],
  ]);
  answer(true);
  await heard;
  expect(await secrets.get('a1')).toBe('secret');
  expect(Buffer.from(store.all.get('a2') ?? '', 'base64').toString()).toBe('v112retnuh');
  expect(Buffer.from(store.all.get('a3') ?? '', 'base64').toString()).toBe('v11rewen');
  expect(store.all.has('a4')).toBe(false);
  expect(secrets.keeping()).toBe('keyring');
});

test('a keyring that is lost later on gets nothing of a secret to disk, though it worked at the start', async () => {
  const [keyring, store] = [new FakeKeyring(), memoryStore()];
  const secrets = await open(keyring, store);
  expect(secrets.keeping()).toBe('keyring');
  keyring.mark = 'v10';
  expect(await secrets.set('a1', 'hunter2')).toBe('session');
  expect(store.all.size).toBe(0);
});

test('on macOS and Windows the same mark is the keyring’s own', async () => {
  const [keyring, store] = [new FakeKeyring(), memoryStore()];
  keyring.mark = 'v10';
  keyring.backend = 'unknown';
  const secrets = await open(keyring, store, 'darwin');
  expect(await secrets.set('a1', 'hunter2')).toBe('keyring');
});

describe('a ciphertext that cannot be opened any more', () => {
  const old = Buffer.from('v11terces').toString('base64');

  test('counts as signed out and stays until a new secret is there', async () => {
    const [keyring, store] = [new FakeKeyring(), memoryStore({ a1: old })];
    keyring.opens = false;
    const secrets = await open(keyring, store);
    expect(await secrets.get('a1')).toBeNull();
    expect(store.all.get('a1')).toBe(old);
    await secrets.set('a1', 'new one');
    expect(store.all.get('a1')).not.toBe(old);
    expect(await secrets.get('a1')).toBe('new one');
  });

  test('stays while the new secret can only be kept for this run', async () => {
    const [keyring, store] = [new FakeKeyring(), memoryStore({ a1: old })];
    keyring.mark = 'v10';
    const secrets = await open(keyring, store);
    expect(await secrets.set('a1', 'new one')).toBe('session');
    expect(store.all.get('a1')).toBe(old);
  });

  test('does not hold anybody up when opening never ends', async () => {
    const keyring = new FakeKeyring();
    keyring.decryptStringAsync = () => new Promise(() => undefined);
    const secrets = await open(keyring, memoryStore({ a1: old }));
    expect(await secrets.get('a1')).toBeNull();
  });
});

test('a ciphertext under an old key is written anew', async () => {
  const [keyring, store] = [new FakeKeyring(), memoryStore({ a1: Buffer.from('v09terces').toString('base64') })];
  keyring.stale = true;
  expect(await (await open(keyring, store)).get('a1')).toBe('secret');
  expect(Buffer.from(store.all.get('a1') ?? '', 'base64').toString()).toBe('v11terces');
});

test('a deleted secret is gone from memory and disk', async () => {
  const [keyring, store] = [new FakeKeyring(), memoryStore()];
  const secrets = await open(keyring, store);
  await secrets.set('a1', 'hunter2');
  await secrets.delete('a1');
  expect(store.all.size).toBe(0);
  expect(await secrets.get('a1')).toBeNull();
});

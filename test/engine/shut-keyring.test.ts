// A keyring that is locked, not there yet, or asks somebody for its password: the app starts all the same, sign-ins outlive it, and
// what waited goes on when it opens (F-54, F-55).
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Secrets } from '../../main/ports.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { type ClipFolder, clipFolder } from './clip-files.ts';
import { type Engine, fixture, memorySecrets, startEngine } from './engine.ts';
import { signIn, worth } from './sign-ins.ts';

let site: PracticeSite;
let profile: ClipFolder;
let engine: Engine;
let accountId: string;
const secrets = memorySecrets();

beforeEach(async () => {
  site = await startPracticeSite();
  profile = clipFolder();
  engine = await startEngine({ profile: profile.path, secrets });
  accountId = await engine.connect(site);
  await engine.uploader.handlers['queue.pause'](true);
  await engine.add(accountId, fixture('C0001.mp4'));
  await engine.stop();
});
afterEach(async () => {
  await engine.stop();
  await site.stop();
  rmSync(profile.path, { recursive: true, force: true });
});

const resume = (): Promise<void> => engine.uploader.handlers['queue.pause'](false);
const isSignedIn = async (): Promise<boolean> =>
  (await engine.uploader.handlers['app.state']()).sites[0]?.accounts[0]?.signedIn ?? false;

/** A keyring that opens on `open()`; until then its answer is out, or it says that there is nothing, and tells when there is. */
function shut(how: 'silent' | 'empty'): Secrets & { open(): void } {
  const listeners: (() => void)[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  let isOpen = false;
  return {
    ...secrets,
    get: async (name) => {
      const kept = await secrets.get(name);
      if (how === 'silent') await promise;
      return isOpen ? kept : null;
    },
    onOpened: (listener) => void listeners.push(listener),
    open: () => {
      isOpen = true;
      if (how === 'silent') resolve();
      else for (const listener of listeners) listener();
    },
  };
}

it('a start without the keyring forgets no sign-in: the next one with it goes on by itself', async () => {
  engine = await startEngine({ profile: profile.path, secrets: shut('empty') });
  await resume();
  expect(await isSignedIn()).toBe(false);
  const [row] = await engine.rows();
  expect(row?.state).toMatchObject({ kind: 'waiting', why: 'sign-in' });
  await engine.stop();
  engine = await startEngine({ profile: profile.path, secrets });
  expect(await isSignedIn()).toBe(true);
  expect((await engine.settled(['done'])).map(({ state }) => state.kind)).toEqual(['done']);
});

it.each(['silent', 'empty'] as const)(
  'the app starts beside a keyring that is %s, and sends when somebody has opened it',
  async (how) => {
    const keyring = shut(how);
    engine = await startEngine({ profile: profile.path, secrets: keyring });
    await resume();
    expect(await isSignedIn()).toBe(false);
    expect((await engine.rows())[0]?.state).toMatchObject({ kind: 'waiting', why: 'sign-in' });
    keyring.open();
    expect((await engine.settled(['done'])).map(({ state }) => state.kind)).toEqual(['done']);
    expect(await isSignedIn()).toBe(true);
  },
);

it('whoever signs in anew while the keyring is silent stays signed in with that', async () => {
  const keyring = shut('silent');
  engine = await startEngine({ profile: profile.path, secrets: keyring });
  const before = await site.appPasswords('ava');
  const password = await site.addAppPassword('ava');
  const anew = await signIn(engine, site.url, { kind: 'application-password', login: 'ava', password });
  expect(worth(anew).id).toBe(accountId);
  keyring.open();
  // The old one is refused from here on.
  for (const { uuid } of before) await site.revokeAppPassword('ava', uuid);
  await resume();
  expect((await engine.settled(['done', 'needs-you'])).map(({ state }) => state.kind)).toEqual(['done']);
  expect(await isSignedIn()).toBe(true);
});

it('after signing out, a keyring that opens late signs nobody in', async () => {
  const keyring = shut('silent');
  engine = await startEngine({ profile: profile.path, secrets: keyring });
  await resume();
  await engine.uploader.handlers['account.remove'](accountId);
  keyring.open();
  expect((await engine.uploader.handlers['app.state']()).sites).toEqual([]);
  expect((await engine.rows()).map(({ state }) => state.kind)).toEqual(['waiting']);
});

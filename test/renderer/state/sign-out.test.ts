// Signing out with the password revoked on the site, and what is told where the site would not.
import { afterEach, expect, test, vi } from 'vitest';
import { createAppStore } from '../../../renderer/state/app-store.ts';
import type { AppStore } from '../../../renderer/state/client-state.ts';
import { signOut } from '../../../renderer/state/sign-out.ts';
import { createFakeBridge, fakeAccount, fakeSite } from '../fake-bridge.ts';
import { told } from '../told.ts';

const stores: AppStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.stop();
});

async function started() {
  const bridge = createFakeBridge({ jobs: [] });
  const store = createAppStore(bridge);
  stores.push(store);
  await vi.waitFor(() => expect(store.getState().app).not.toBeNull());
  return { bridge, store, removed: () => bridge.calls.filter(({ name }) => name === 'account.remove').length };
}

test('a password that the site does not revoke keeps the account, and it is told that it is signed in', async () => {
  const { bridge, store, removed } = await started();
  bridge.fail('server-error');
  await signOut(store, 'account-1', true);
  expect(told(store)).toBe('The password could not be revoked on the site. You are still signed in.');
  expect(removed()).toBe(0);
  await signOut(store, 'account-1', false);
  expect(removed()).toBe(1);
});

test('where the site no longer takes the sign-in at all, nobody is told to be signed in', async () => {
  const { bridge, store, removed } = await started();
  bridge.setApp({ sites: [fakeSite({ accounts: [fakeAccount({ signedIn: false })] })] });
  bridge.fail('not-reachable');
  await signOut(store, 'account-1', true);
  expect(told(store)).toMatch(/^The site no longer takes this sign-in, so you are signed out\./);
  expect(removed()).toBe(0);
});

test('where the site does not say which password is Clipferry’s none counts as revoked, and nobody is signed out', async () => {
  const { bridge, store, removed } = await started();
  const request = bridge.request as (name: string, ...input: unknown[]) => Promise<unknown>;
  const withoutMarks = async (name: string, ...input: unknown[]) => {
    const answer = await request(name, ...input);
    if (name !== 'account.passwords') return answer;
    const { value } = answer as { readonly value: readonly object[] };
    return { ok: true, value: value.map((password) => ({ ...password, mark: 'other' })) };
  };
  Object.assign(bridge, { request: withoutMarks });
  await signOut(store, 'account-1', true);
  expect(told(store)).toMatch(/^The site does not say which of your passwords Clipferry uses, so none was revoked/);
  expect(removed()).toBe(0);
});

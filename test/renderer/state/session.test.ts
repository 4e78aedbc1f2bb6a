// Where clips go: to the account that was chosen; one that signs in is offered, and taken only where there was none.
import { expect, test, vi } from 'vitest';
import { createAppStore } from '../../../renderer/state/app-store.ts';
import { newsWords } from '../../../renderer/text/news.ts';
import { createFakeBridge, fakeAccount, fakeSite } from '../fake-bridge.ts';

const harbour = fakeSite({ id: 'site-1', name: 'Harbour Films' });
const other = fakeAccount({ id: 'account-9', siteId: 'site-9', name: 'Redaktion' });
const tide = fakeSite({ id: 'site-9', name: 'Tide TV', accounts: [other] });

async function started(sites = [harbour]) {
  const bridge = createFakeBridge({ app: { sites } });
  const store = createAppStore(bridge);
  await vi.waitFor(() => expect(store.getState().app).not.toBeNull());
  return { bridge, store };
}

test('the first account is where clips go', async () => {
  const { store } = await started([]);
  store.show('connect');
  store.welcome(other);
  expect(store.getState()).toMatchObject({ accountId: 'account-9', screen: 'uploads', notice: null });
});

test.each([
  ['before its news has come', [harbour]],
  ['after', [harbour, tide]],
])('another one is offered, and taken only when its user says so (%s)', async (_, sites) => {
  const { store } = await started(sites);
  const before = store.getState().accountId;
  store.show('connect');
  store.welcome(other);
  expect(store.getState()).toMatchObject({ accountId: before, screen: 'uploads' });
  const { notice } = store.getState();
  expect(notice && newsWords(notice.news)).toBe('Redaktion is signed in. New clips still go to Harbour Films.');
});

test('who signs in again on the list of sites changes nothing about where clips go, and is not offered', async () => {
  const { store } = await started([harbour, tide]);
  const before = store.getState().accountId;
  store.show('sites');
  store.welcome(other);
  expect(store.getState()).toMatchObject({ accountId: before, screen: 'sites', notice: null });
});

test('hours painted one after the other are all there, however late the answers come, and what was not saved is not shown', async () => {
  const { bridge, store } = await started();
  await vi.waitFor(() => expect(store.getState().settings).not.toBeNull());
  const request = bridge.request as (name: string, ...input: unknown[]) => Promise<unknown>;
  const late: (() => void)[] = [];
  Object.assign(bridge, {
    request: async (name: string, ...input: unknown[]) => {
      const answer = await request(name, ...input);
      if (name === 'settings.change') await new Promise<void>((resolve) => late.push(resolve));
      return answer;
    },
  });
  const weekNow = () => store.getState().settings?.values.week;
  const painting = ['n', 'nn', 'nnn'].map((week) => store.changeSettings({ week: week.padEnd(168, 'f') }));
  expect(weekNow()).toBe('nnn'.padEnd(168, 'f'));
  await vi.waitFor(() => expect(late).toHaveLength(3));
  for (const answer of late) {
    answer();
    await Promise.resolve();
    expect(weekNow()).toBe('nnn'.padEnd(168, 'f'));
  }
  await Promise.all(painting);
  expect(weekNow()).toBe('nnn'.padEnd(168, 'f'));
  Object.assign(bridge, {
    request: async (name: string, ...input: unknown[]) =>
      name === 'settings.change' ? Promise.reject(new Error('failed')) : request(name, ...input),
  });
  await store.changeSettings({ week: null });
  await vi.waitFor(() => expect(weekNow()).toBe('nnn'.padEnd(168, 'f')));
  store.stop();
});

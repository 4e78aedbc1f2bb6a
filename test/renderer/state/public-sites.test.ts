// Before clips go to where everybody sees them as soon as they have arrived, their user is asked.
import { afterEach, expect, test, vi } from 'vitest';
import type { AccountView } from '../../../preload/contract.ts';
import { emptyDraft } from '../../../preload/fields.ts';
import { createAppStore } from '../../../renderer/state/app-store.ts';
import type { AppStore } from '../../../renderer/state/client-state.ts';
import { createFakeBridge, fakeAccount, fakeRow, fakeSite } from '../fake-bridge.ts';

const stores: AppStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.stop();
});

async function started(publishesAtOnce: AccountView['publishesAtOnce'], held: Partial<AccountView> = {}) {
  const other = fakeSite({ id: 'site-2', accounts: [fakeAccount({ id: 'account-2', siteId: 'site-2' })] });
  const bridge = createFakeBridge({
    app: { sites: [fakeSite({ accounts: [fakeAccount({ publishesAtOnce, ...held })] }), other] },
    jobs: [1, 2].map((n) => ({
      row: fakeRow(n, { id: `job-${n}`, accountId: `account-${n}`, state: { kind: 'ready' } }),
      draft: emptyDraft,
      pending: false,
    })),
  });
  const store = createAppStore(bridge);
  stores.push(store);
  await vi.waitFor(() => expect(store.getState()).toMatchObject({ accountId: 'account-1', settings: { values: {} } }));
  const chosen = () => bridge.calls.filter(({ name }) => name === 'queue.choose').length;
  const moved = () => bridge.calls.filter(({ name }) => name === 'queue.moveTo').map(({ input }) => input);
  return { bridge, store, chosen, moved };
}
const from = (accountId: string) =>
  ({ id: 'job-1', accountId, state: { kind: 'waiting', why: null, until: null } }) as const;
const question = (store: AppStore) => store.getState().question?.title ?? null;

test('nothing is added before the answer, and nothing after a no', async () => {
  const { store, chosen } = await started(true);
  await store.choose('files');
  expect([question(store), chosen()]).toEqual(['Send to Harbour Films?', 0]);
  store.answer(false);
  expect([question(store), chosen()]).toEqual([null, 0]);
  await store.choose('folder');
  store.answer(true);
  expect(chosen()).toBe(1);
  // The answer was for this once.
  await store.choose('files');
  expect([question(store), chosen()]).toEqual(['Send to Harbour Films?', 1]);
});

test('with the tick it is not asked again for that site, until it is to be asked again', async () => {
  const { store, chosen } = await started(true);
  await store.choose('files');
  store.answer(true, true);
  await vi.waitFor(() => expect(store.getState().settings?.values.publicSites).toEqual(['site-1']));
  await store.choose('files');
  expect([question(store), chosen()]).toEqual([null, 2]);
  await store.changeSettings({ publicSites: [] });
  await store.choose('files');
  expect([question(store), chosen()]).toEqual(['Send to Harbour Films?', 2]);
});

test.each([false, null])(
  'is not asked where a site makes nothing public, or nobody knows: %s',
  async (publishesAtOnce) => {
    const { store, chosen } = await started(publishesAtOnce);
    await store.choose('files');
    expect([question(store), chosen()]).toEqual([null, 1]);
  },
);

test('is asked of the site that the clips go to', async () => {
  const { store, chosen } = await started(true);
  store.setAccount('account-2');
  await store.choose('files');
  expect([question(store), chosen()]).toEqual([null, 1]);
});

test('is asked of the site that a waiting clip is moved to, too: after a no it goes where it went', async () => {
  const { store, moved } = await started(true);
  await store.moveToAccount(from('account-2'), 'account-1');
  expect([question(store), moved()]).toEqual(['Send to Harbour Films?', []]);
  store.answer(false);
  expect(moved()).toEqual([]);
  await store.moveToAccount(from('account-2'), 'account-1');
  store.answer(true, true);
  const there = [{ ids: ['job-1'], accountId: 'account-1' }];
  await vi.waitFor(() => expect(store.getState().settings?.values.publicSites).toEqual(['site-1']));
  expect(moved()).toEqual([there]);
  await store.moveToAccount(from('account-2'), 'account-1');
  expect([question(store), moved()]).toEqual([null, [there, there]]);
});

test('is not asked of a move that makes nothing more public: to another site, or another account of the same', async () => {
  const { bridge, store, moved } = await started(true);
  await store.moveToAccount(from('account-1'), 'account-2');
  expect([question(store), moved()]).toEqual([null, [[{ ids: ['job-1'], accountId: 'account-2' }]]]);
  const accounts = ['account-1', 'account-3', 'account-4'].map((id) =>
    fakeAccount({ id, publishesAtOnce: id !== 'account-4' }),
  );
  bridge.setApp({ sites: [fakeSite({ accounts })] });
  await store.moveToAccount(from('account-1'), 'account-3');
  expect([question(store), moved().length]).toEqual([null, 2]);
  // From one whose clips are not public to one whose are: nobody has said yes to that.
  await store.moveToAccount(from('account-4'), 'account-1');
  expect([question(store), moved().length]).toEqual(['Send to Harbour Films?', 2]);
});

test('about clips that are held until then tells how many go with a yes, and lets them go; a no leaves them where they are', async () => {
  const { bridge, store } = await started(true, { publicUnasked: true });
  bridge.setTotals({
    publics: [{ accountId: 'account-1', accountName: 'Mara', siteName: 'Harbour Films', clips: 39 }],
  });
  await vi.waitFor(() => expect(store.getState().queue?.totals.publics).toHaveLength(1));
  const sent = () => bridge.calls.flatMap(({ name, input }) => (name === 'queue.sendPublic' ? input : []));
  store.askPublic('account-1');
  expect(store.getState().question?.body).toContain('39 clips that wait go, too.');
  store.answer(false);
  expect(sent()).toEqual([]);
  store.askPublic('account-1');
  store.answer(true);
  expect(sent()).toEqual(['account-1']);
});

test('also where clips are held and those since were hidden, a clip is asked about before it is added to them', async () => {
  const { store, chosen } = await started(false, { publicUnasked: true });
  await store.choose('files');
  expect([question(store), chosen()]).toEqual(['Send to Harbour Films?', 0]);
});

test('new clips that wait for their user’s word are asked about when they go, and not before (user-needs: nothing public by accident)', async () => {
  const { bridge, store, chosen } = await started(true, { holdsNew: true });
  const acts = () => bridge.calls.flatMap(({ name, input }) => (name === 'queue.act' ? input : []));
  await store.choose('files');
  expect([question(store), chosen()]).toEqual([null, 1]);
  const target = { ids: ['job-1'] };
  await store.sendReady(target);
  expect([question(store), acts()]).toEqual(['Send to Harbour Films?', []]);
  store.answer(false);
  expect(acts()).toEqual([]);
  await store.sendReady(target);
  store.answer(true);
  expect(acts()).toEqual([{ act: 'send', target }]);
  // To a site where nothing is public by itself nothing is asked.
  await store.sendReady({ ids: ['job-2'] });
  expect([question(store), acts().length]).toEqual([null, 2]);
});

test('of several sites one question names all of them, and the tick is for all', async () => {
  const other = fakeSite({
    ...{ id: 'site-2', name: 'Night Market' },
    accounts: [fakeAccount({ id: 'account-2', siteId: 'site-2', publishesAtOnce: true })],
  });
  const { bridge, store } = await started(true, { publicUnasked: true });
  bridge.setApp({ sites: [...(store.getState().app?.sites.slice(0, 1) ?? []), other] });
  await store.sendReady({ filter: 'ready' });
  expect(store.getState().question?.tick).toBe('Do not ask again for Harbour Films, Night Market');
  store.answer(true, true);
  await vi.waitFor(() => expect(store.getState().settings?.values.publicSites).toEqual(['site-1', 'site-2']));
  // What was held at the one goes, too.
  expect(bridge.calls.flatMap(({ name, input }) => (name === 'queue.sendPublic' ? input : []))).toEqual(['account-1']);
});

test('a clip that is ready goes to another account without a question: it does not go yet', async () => {
  const { store, moved } = await started(true);
  await store.moveToAccount({ ...from('account-2'), state: { kind: 'ready' } }, 'account-1');
  expect([question(store), moved()]).toEqual([null, [[{ ids: ['job-1'], accountId: 'account-1' }]]]);
});

test('what becomes ready while the question is open, of an account that it did not name, does not go with the yes', async () => {
  const { bridge, store } = await started(true);
  bridge.jobs.pop();
  await store.sendReady({ filter: 'ready' });
  store.answer(true);
  const search = { text: '', accountIds: ['account-1'], from: null };
  expect(bridge.calls.flatMap(({ name, input }) => (name === 'queue.act' ? input : []))).toEqual([
    { act: 'send', target: { filter: 'ready', search } },
  ]);
});

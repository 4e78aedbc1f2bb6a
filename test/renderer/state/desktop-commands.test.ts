// What menu, tray, notifications and opened files make of the window, and settings as main answers them.
import { afterEach, expect, test, vi } from 'vitest';
import type { JobStateView, RequestOutput } from '../../../preload/contract.ts';
import { emptyDraft } from '../../../preload/fields.ts';
import { singleRow } from '../../../renderer/model/selection.ts';
import { createAppStore } from '../../../renderer/state/app-store.ts';
import type { AppStore } from '../../../renderer/state/client-state.ts';
import { createFakeBridge, fakeRow } from '../fake-bridge.ts';
import { told } from '../told.ts';

const stores: AppStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.stop();
});

const needsYou: JobStateView = { kind: 'needs-you', reason: 'clip-missing', action: 'retry', detail: null };

async function started() {
  const jobs = [0, 1, 2, 3].map((index) => ({
    row: fakeRow(index, { state: index % 2 === 0 ? { kind: 'waiting', why: null, until: null } : needsYou }),
    draft: emptyDraft,
    pending: false,
  }));
  const bridge = createFakeBridge({ jobs });
  const store = createAppStore(bridge);
  stores.push(store);
  await vi.waitFor(() => expect(store.getState().queue?.total).toBe(4));
  await vi.waitFor(() => expect(store.getState().accountId).not.toBeNull());
  const called = (name: string) => bridge.calls.filter((call) => call.name === name).map((call) => call.input);
  return { bridge, store, called };
}

test('a notification about one clip leads to its row, wherever the window was', async () => {
  const { bridge, store } = await started();
  store.show('sites');
  bridge.emit('desktop.command', { kind: 'filter', filter: 'needs-you', jobId: 'job-3' });
  expect(store.getState().screen).toBe('uploads');
  await vi.waitFor(() => expect(singleRow(store.getState().selection)?.id).toBe('job-3'));
  expect(store.getState().queue?.view.filter).toBe('needs-you');
  // Also when the filter is there already.
  bridge.emit('desktop.command', { kind: 'filter', filter: 'needs-you', jobId: 'job-1' });
  await vi.waitFor(() => expect(singleRow(store.getState().selection)?.id).toBe('job-1'));
});

test('the menu adds, and goes to places; while something is asked it waits', async () => {
  const { bridge, store, called } = await started();
  store.show('sites');
  bridge.emit('desktop.command', { kind: 'add', what: 'folder' });
  await vi.waitFor(() => expect(called('queue.choose')).toEqual([[{ accountId: 'account-1', what: 'folder' }]]));
  expect(store.getState().screen).toBe('uploads');
  store.ask({ title: 'Sure?', body: '', yes: 'Yes', danger: false, onYes: () => undefined });
  bridge.emit('desktop.command', { kind: 'show', place: 'settings' });
  expect(store.getState().screen).toBe('uploads');
  store.answer(false);
  bridge.emit('desktop.command', { kind: 'show', place: 'settings' });
  expect(store.getState().screen).toBe('settings');
});

test('a notification about a proxy opens the form of its question, and none once the question is over', async () => {
  const { bridge, store } = await started();
  bridge.emit('desktop.command', { kind: 'proxy' });
  expect(store.getState().proxyForm).toBe(false);
  const asking = { id: 'http://p:1', address: 'p:1', user: '', isRefused: false, isSecure: false };
  bridge.setApp({ proxies: { asking, kept: [] } });
  bridge.emit('desktop.command', { kind: 'proxy' });
  expect(store.getState().proxyForm).toBe(true);
  // Answered meanwhile; the next question waits until somebody wants to answer it.
  bridge.setApp({ proxies: { asking: null, kept: [] } });
  bridge.setApp({ proxies: { asking, kept: [] } });
  expect(store.getState().proxyForm).toBe(false);
});

test('help lies over whatever is shown, and a command that leads elsewhere ends it', async () => {
  const { bridge, store } = await started();
  store.show('sites');
  bridge.emit('desktop.command', { kind: 'help', what: 'report' });
  expect([store.getState().help, store.getState().screen]).toEqual(['report', 'sites']);
  bridge.emit('desktop.command', { kind: 'help', what: 'about' });
  expect(store.getState().help).toBe('about');
  bridge.emit('desktop.command', { kind: 'show', place: 'settings' });
  expect([store.getState().help, store.getState().screen]).toEqual([null, 'settings']);
});

test('a move lies over whatever is shown, and a command that leads elsewhere ends it', async () => {
  const { bridge, store } = await started();
  bridge.emit('desktop.command', { kind: 'move', way: 'out' });
  expect(store.getState().moving).toEqual({ way: 'out' });
  bridge.emit('desktop.command', { kind: 'show', place: 'settings' });
  expect([store.getState().moving, store.getState().screen]).toEqual([null, 'settings']);
  bridge.emit('desktop.command', { kind: 'move', way: 'in' });
  expect(store.getState().moving).toEqual({ way: 'in', found: null });
  await vi.waitFor(() => expect(store.getState().moving).toMatchObject({ found: { ok: true } }));
  bridge.emit('desktop.command', { kind: 'help', what: 'about' });
  expect([store.getState().moving, store.getState().help]).toEqual([null, 'about']);
  expect(bridge.calls.filter(({ name }) => name === 'move.close')).toHaveLength(2);
});

test('who chooses no other file is where they were, and one that is read too late is not shown', async () => {
  const bridge = createFakeBridge({ moveIn: { ok: false, failure: 'damaged' } });
  const asked = bridge.request;
  let answer: (found: RequestOutput<'move.open'>) => void = () => undefined;
  const later = new Promise<RequestOutput<'move.open'>>((resolve) => {
    answer = resolve;
  });
  let opened = 0;
  const request: typeof asked = (name, ...input) => {
    if (name !== 'move.open' || ++opened === 1) return asked(name, ...input);
    return (opened === 2 ? Promise.resolve(null) : later) as ReturnType<typeof asked<typeof name>>;
  };
  const store = createAppStore({ ...bridge, request });
  stores.push(store);
  await store.bringOver();
  const damaged = { way: 'in', found: { ok: false, failure: 'damaged' } };
  expect(store.getState().moving).toEqual(damaged);
  await store.bringOver();
  expect(store.getState().moving).toEqual(damaged);
  const opening = store.bringOver();
  store.closeMove();
  answer({ ok: false, failure: 'newer' });
  await opening;
  expect(store.getState().moving).toBe(null);
});

test('opened files: what became of them is told, or asked', async () => {
  const { bridge, store, called } = await started();
  bridge.emit('desktop.opened', { kind: 'no-account' });
  expect(store.getState().notice?.tone).toBe('bad');
  expect(told(store)).toContain('Connect a site first');
  store.show('settings');
  const result = { added: 2, ready: 0, alreadyQueued: 0, alreadyOnSite: 1, notVideos: 0, refused: [] };
  bridge.emit('desktop.opened', { kind: 'added', result });
  expect(store.getState().screen).toBe('uploads');
  expect(told(store)).toBe('1 already on the site, 2 new');

  bridge.emit('desktop.opened', { kind: 'choose', count: 3 });
  expect(store.getState().opened).toBe(3);
  await store.addOpened(null);
  expect(store.getState().opened).toBe(0);
  bridge.emit('desktop.opened', { kind: 'choose', count: 1 });
  await store.addOpened('account-1');
  expect(called('queue.addOpened')).toEqual([[null], ['account-1']]);
  expect(told(store)).toBe('1 clip added');
});

test('settings are what main says, also when it is changed elsewhere or refuses', async () => {
  const { bridge, store } = await started();
  await vi.waitFor(() => expect(store.getState().settings?.values.smallLanes).toBe(3));
  await store.changeSettings({ smallLanes: 6 });
  expect(store.getState().settings?.values).toMatchObject({ smallLanes: 6, bigLanes: 1 });
  const now = store.getState().settings;
  if (now === null) throw new Error('no settings');
  bridge.emit('settings.changed', { ...now, values: { ...now.values, appearance: 'dark' } });
  expect(store.getState().settings?.values.appearance).toBe('dark');
});

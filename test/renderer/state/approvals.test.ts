// Waiting for the browser: one at a time, its answer told where it belongs, a late one never taken for another.
import { beforeEach, expect, test, vi } from 'vitest';
import type { AccountView } from '../../../preload/contract.ts';
import { createAppStore } from '../../../renderer/state/app-store.ts';
import { type Approvals, createApprovals } from '../../../renderer/state/approvals.ts';
import { createFakeBridge, type FakeBridge, fakeAccount } from '../fake-bridge.ts';

let bridge: FakeBridge;
let approvals: Approvals;
let signedIn: AccountView[];

beforeEach(() => {
  bridge = createFakeBridge({ app: { sites: [] } });
  signedIn = [];
  approvals = createApprovals(bridge, (account) => signedIn.push(account));
});

const waitingId = (): string => approvals.getState().waiting?.id ?? '';
const failed = { ok: false, failure: { problem: 'not-approved', said: null } } as const;

test('a yes signs in and a no is told at the site that was asked', async () => {
  await approvals.begin({ offer: 'one' });
  expect(approvals.getState().waiting).toMatchObject({ key: 'offer one' });
  bridge.emit('account.approval', { approval: waitingId(), outcome: failed });
  expect(approvals.getState()).toEqual({ waiting: null, failed: { key: 'offer one', failure: failed.failure } });
  await approvals.begin({ accountId: 'one' });
  expect(approvals.getState().failed).toBeNull();
  bridge.emit('account.approval', { approval: waitingId(), outcome: { ok: true, value: fakeAccount() } });
  expect(signedIn).toEqual([fakeAccount()]);
  expect(approvals.getState().waiting).toBeNull();
});

test('opening another page gives the first one up, and its no is nobody’s', async () => {
  await approvals.begin({ offer: 'one' });
  const first = waitingId();
  await approvals.begin({ offer: 'two' });
  expect(bridge.calls.filter(({ name }) => name === 'account.cancelApproval')).toEqual([
    { name: 'account.cancelApproval', input: [first] },
  ]);
  bridge.emit('account.approval', { approval: first, outcome: failed });
  expect(approvals.getState()).toMatchObject({ waiting: { key: 'offer two' }, failed: null });
});

test('stopped while the browser was being opened, nothing waits', async () => {
  const opening = approvals.begin({ offer: 'one' });
  await approvals.cancel();
  await opening;
  expect(approvals.getState().waiting).toBeNull();
  await vi.waitFor(() => expect(bridge.calls.at(-1)?.name).toBe('account.cancelApproval'));
});

test('what cannot be opened is told', async () => {
  bridge.fail('browser-failed');
  await approvals.begin({ offer: 'one' });
  expect(approvals.getState()).toMatchObject({ waiting: null, failed: { failure: { problem: 'browser-failed' } } });
});

test('the window goes to the uploads when connecting is over, and stays where it is otherwise', async () => {
  const store = createAppStore(bridge);
  store.show('connect');
  await store.approvals.begin({ offer: 'one' });
  const answer = { approval: 'approval-1', outcome: { ok: true, value: fakeAccount({ id: 'new' }) } } as const;
  bridge.emit('account.approval', answer);
  expect(store.getState()).toMatchObject({ screen: 'uploads', accountId: 'new' });
  store.show('sites');
  bridge.emit('account.approval', answer);
  expect(store.getState().screen).toBe('sites');
  store.stop();
});

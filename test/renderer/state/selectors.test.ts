// Pure answers: destinations, the one action of a row, bars that never claim what the site has not confirmed.
import { expect, test } from 'vitest';
import type { AppState, JobStateView } from '../../../preload/contract.ts';
import { defaultAccount, destinations, mayBe, rowAction, sentPart } from '../../../renderer/state/selectors.ts';
import { fakeAccount, fakeRow, fakeSite } from '../fake-bridge.ts';

const app: AppState = {
  store: {
    trouble: null,
    folder: '/data',
    rebuilt: null,
    elsewhere: null,
    unreadable: { edits: 0, changes: 0, settings: 0 },
  },
  sites: [
    fakeSite(),
    fakeSite({
      id: 'site-2',
      name: 'Nordlicht TV',
      accounts: [fakeAccount({ id: 'a', name: 'Redaktion' }), fakeAccount({ id: 'b', name: 'Archiv' })],
    }),
  ],
  folders: [],
  keyring: 'available',
  proxies: { asking: null, kept: [] },
  duplicates: [],
  checkups: [],
  version: '1',
  platform: 'linux',
  region: 'en-US',
};

test('a destination names the account only where its site has several', () => {
  expect(destinations(app).map(({ label }) => label)).toEqual([
    'Harbour Films',
    'Nordlicht TV as Redaktion',
    'Nordlicht TV as Archiv',
  ]);
});

test('the first account that can upload right now is the default', () => {
  const sites = [fakeSite({ accounts: [fakeAccount({ id: 'out', signedIn: false }), fakeAccount({ id: 'in' })] })];
  expect(defaultAccount({ ...app, sites }, null)).toBe('in');
  expect(defaultAccount({ ...app, sites }, 'out')).toBe('out');
  expect(defaultAccount({ ...app, sites: [] }, 'out')).toBeNull();
});

test('the bar never reaches its end before the site has confirmed', () => {
  const sending = (sentBytes: number): JobStateView => ({
    kind: 'sending',
    sentBytes,
    bytesPerSecond: 1,
    secondsLeft: 1,
  });
  expect(sentPart(sending(50), 100)).toBe(0.5);
  expect(sentPart(sending(100), 100)).toBeLessThan(1);
  expect(sentPart(sending(120), 100)).toBeLessThan(1);
  expect(sentPart(sending(0), 0)).toBe(0);
  expect(sentPart({ kind: 'processing', since: 0 }, 100)).toBeNull();
});

const actions: readonly (readonly [JobStateView, string | null])[] = [
  [{ kind: 'waiting', why: null, until: null }, 'Pause'],
  [{ kind: 'waiting', why: 'sign-in', until: null }, 'Sign in…'],
  [{ kind: 'sending', sentBytes: 0, bytesPerSecond: 0, secondsLeft: null }, 'Pause'],
  [{ kind: 'processing', since: 0 }, null],
  [{ kind: 'unclear', nextLookAt: null, rebuilt: false }, null],
  [{ kind: 'describing', why: null, until: null }, null],
  [{ kind: 'describing', why: 'sign-in', until: null }, 'Sign in…'],
  [{ kind: 'done', videoId: 3, finishedAt: 0 }, 'Open'],
  [{ kind: 'done', videoId: null, finishedAt: 0 }, 'Remove from list'],
  [{ kind: 'paused' }, 'Resume'],
  [{ kind: 'cancelled' }, 'Send again'],
  [{ kind: 'needs-you', reason: 'ask-which', action: 'choose', detail: null }, 'Choose…'],
  [{ kind: 'needs-you', reason: 'metadata-ignored', action: 'finish', detail: null }, 'Finish'],
];

test.each(actions)('one action for %o', (state, label) => {
  expect(rowAction({ state, onSite: null })?.label ?? null).toBe(label);
});

test('what was deleted on the site can be sent again, by its button and in the menu; nothing else that is done', () => {
  const state = { kind: 'done', videoId: 3, finishedAt: 0 } as const;
  const row = (status: string | null) => fakeRow(1, { state, onSite: { status, date: null } });
  expect(rowAction(row(null))).toEqual({ kind: 'act', act: 'retry', label: 'Send again' });
  expect([rowAction(row('trash')), rowAction(row('draft'))?.kind]).toEqual([null, 'open']);
  expect([row(null), row('trash'), fakeRow(1, { state })].map((one) => mayBe('retry', [one]))).toEqual([
    true,
    false,
    false,
  ]);
});

// Pure answers: destinations, the one action of a row, bars that never claim what the site has not confirmed.
import { expect, test } from 'vitest';
import type { AppState, JobRow, JobStateView } from '../../../preload/contract.ts';
import {
  actsOn,
  actsUnder,
  defaultAccount,
  destinations,
  isAccountGone,
  isOnSite,
  mayBe,
  rowAction,
  sentPart,
} from '../../../renderer/state/selectors.ts';
import { rowWords } from '../../../renderer/text/jobs.ts';
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
  updates: null,
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

const rowIn = (state: JobStateView, at: number) => ({ ...fakeRow(at), state });
const looked = { nextLookAt: 1, rebuilt: false };
test.each<[string, readonly JobStateView[], string]>([
  ['paused', [{ kind: 'paused' }], 'resume remove'],
  ['needs you', [{ kind: 'needs-you', reason: 'clip-missing', action: 'retry', detail: null }], 'retry remove'],
  ['being sent and paused', [{ kind: 'processing', since: 1 }, { kind: 'paused' }], 'resume cancel remove'],
  ['done', [{ kind: 'done', videoId: 1, finishedAt: 1 }], 'remove'],
  ['cancelled', [{ kind: 'cancelled', videoId: null }], 'retry remove'],
  ['looked for', [{ kind: 'unclear', ...looked }], 'cancel remove'],
  ['waiting', [{ kind: 'waiting', why: null, until: null }], 'pause remove'],
  ['waiting for a busy site', [{ kind: 'waiting', why: 'site-busy', until: 5 }], 'pause retry remove'],
  ['waiting for a site that blocks', [{ kind: 'waiting', why: 'site-blocked', until: 5 }], 'pause retry remove'],
])('of several clips only the acts are offered that mean something: %s', (_, states, acts) => {
  expect(actsOn(states.map(rowIn)).join(' ')).toBe(acts);
});

test('a newer version is answered, alone and with others, and never only tried again', () => {
  const asks = { kind: 'needs-you', reason: 'newer-version', action: 'version', detail: null } as const;
  const other = { ...asks, reason: 'too-large', action: 'retry' } as const;
  const rows = (...states: readonly JobStateView[]) => states.map((state, at) => fakeRow(at, { state }));
  expect(actsOn(rows(asks, asks)).join(' ')).toBe('replace keep remove');
  expect(actsOn(rows(asks, other)).join(' ')).toBe('retry replace keep remove');
  expect(actsOn(rows(other)).join(' ')).toBe('retry remove');
});

test('of all under a filter the acts are offered that its clips may have', () => {
  const counts = { all: 3, needsYou: 0, ready: 0, active: 0, waiting: 3, done: 0 };
  expect(actsUnder('waiting', counts).join(' ')).toBe('pause resume remove');
  expect(actsUnder('all', counts).join(' ')).toBe('pause resume remove');
  expect(actsUnder('all', { ...counts, active: 1, needsYou: 1 }).join(' ')).toBe('pause resume retry cancel remove');
  expect(actsUnder('done', { ...counts, done: 1 }).join(' ')).toBe('retry remove');
});

test('the bar never reaches its end before the site has confirmed', () => {
  const sending = (sentBytes: number): JobStateView => ({
    kind: 'sending',
    sentBytes,
    bytesPerSecond: 1,
    secondsLeft: 1,
    goesOn: false,
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
  [{ kind: 'sending', sentBytes: 0, bytesPerSecond: 0, secondsLeft: null, goesOn: false }, 'Pause'],
  [{ kind: 'processing', since: 0 }, null],
  [{ kind: 'unclear', nextLookAt: null, rebuilt: false }, null],
  [{ kind: 'describing', why: null, until: null }, null],
  [{ kind: 'describing', why: 'sign-in', until: null }, 'Sign in…'],
  [{ kind: 'done', videoId: 3, finishedAt: 0 }, 'Open'],
  [{ kind: 'done', videoId: null, finishedAt: 0 }, 'Remove from list'],
  [{ kind: 'paused' }, 'Resume'],
  [{ kind: 'cancelled', videoId: null }, 'Send again'],
  [{ kind: 'cancelled', videoId: 3 }, 'Try again'],
  [{ kind: 'needs-you', reason: 'ask-which', action: 'choose', detail: null }, 'Choose…'],
  [{ kind: 'needs-you', reason: 'newer-version', action: 'version', detail: null }, 'Decide…'],
  [{ kind: 'needs-you', reason: 'metadata-ignored', action: 'finish', detail: null }, 'Finish'],
];

test.each(actions)('one action for %o', (state, label) => {
  expect(rowAction({ state, onSite: null })?.label ?? null).toBe(label);
});

test('a clip whose account is not connected any more leads to connecting a site; what waits for nothing of it does not', () => {
  const without = { ...app, sites: app.sites.slice(1) };
  expect([app, without, null].map((one) => isAccountGone(one, fakeRow(1).accountId))).toEqual([false, true, false]);
  const offered = (state: JobStateView) => rowAction({ state, onSite: null }, true);
  const connect = { kind: 'connect', label: 'Connect…' };
  expect(offered({ kind: 'waiting', why: 'sign-in', until: null })).toEqual(connect);
  expect(offered({ kind: 'describing', why: 'sign-in', until: null })).toEqual(connect);
  expect(offered({ kind: 'unclear', nextLookAt: null, rebuilt: false })).toEqual(connect);
  expect(offered({ kind: 'paused' })?.label).toBe('Resume');
  const said = (state: JobStateView) => rowWords({ state, bytes: 1, onSite: null }, 0, true);
  expect(said({ kind: 'waiting', why: 'sign-in', until: null })).toMatchObject({
    label: 'Account not connected',
    detail: null,
  });
  expect(said({ kind: 'unclear', nextLookAt: null, rebuilt: false }).label).toBe('Account not connected');
  expect(said({ kind: 'paused' }).label).toBe('Paused');
});

const arrived = { kind: 'done', videoId: 7, finishedAt: 0 } as const;
const left = { kind: 'cancelled', videoId: 7 } as const;
test.each<[string, boolean, JobStateView, JobRow['onSite']]>([
  ['arrived', true, arrived, null],
  ['arrived, and public', true, arrived, { status: 'publish', date: 0 }],
  ['deleted on its site', false, arrived, { status: null, date: null }],
  ['in the trash of its site', false, arrived, { status: 'trash', date: null }],
  ['accepted as it is, with no video', false, { kind: 'done', videoId: null, finishedAt: 0 }, null],
  ['there, with its details on their way', true, { kind: 'describing', why: null, until: null }, null],
  ['waiting', false, { kind: 'waiting', why: null, until: null }, null],
  ['called off', false, { kind: 'cancelled', videoId: null }, null],
  ['called off after it had arrived', true, left, null],
  ['called off after it had arrived, and deleted', false, left, { status: null, date: null }],
])('a clip that is %s can be opened there, and has a link: %s', (_, is, state, onSite) => {
  expect(isOnSite(fakeRow(1, { state, onSite }))).toBe(is);
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

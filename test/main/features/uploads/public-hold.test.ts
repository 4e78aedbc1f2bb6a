// Clips that turn out to be public at once, while more of their account wait that nobody was asked about.
import { beforeEach, describe, expect, it } from 'vitest';
import { createPublicHold, type PublicHold } from '../../../../main/features/uploads/public-hold.ts';
import type { Account } from '../../../../main/model.ts';
import { usualSettings } from '../../../engine/settings.ts';
import { account as usual } from './tasks/parts.ts';

let accounts: Map<string, Account>;
let agreed: readonly string[];
let waiting: number;
let ended: string[];
let hold: PublicHold;

beforeEach(() => {
  const editor = { ...usual, id: 'account-2', name: 'Mia' };
  accounts = new Map([usual, editor].map((one) => [one.id, one]));
  [agreed, waiting, ended] = [[], 39, []];
  hold = createPublicHold({
    accounts: {
      account: (id) => accounts.get(id) ?? null,
      views: () => [{ id: 'site-1', name: 'Harbour', accounts: [...accounts.values()] }] as never,
      learnOf: (id, what) => void accounts.set(id, { ...(accounts.get(id) ?? usual), ...what }),
    },
    settings: { values: () => ({ ...usualSettings, publicSites: agreed }) },
    waiting: () => waiting,
    endSending: (id) => void ended.push(id),
  });
});
const knownOf = (id: string) => accounts.get(id)?.publishesAtOnce;

describe('a clip that is public at once', () => {
  it.each([null, false])(
    'holds the others of its account, and of no other, until their user was asked; known before: %s',
    async (known) => {
      accounts.set('account-1', { ...usual, publishesAtOnce: known });
      hold.arrivedAs('account-1', 'publish');
      expect([hold.isHeld('account-1'), hold.isHeld('account-2'), ended]).toEqual([true, false, ['account-1']]);
      expect(hold.waits()).toEqual([{ accountId: 'account-1', accountName: 'Ava', siteName: 'Harbour', clips: 39 }]);
      expect([knownOf('account-1'), knownOf('account-2')]).toEqual([true, null]);
      await hold.handlers['queue.sendPublic']('account-1');
      expect([hold.isHeld('account-1'), hold.waits()]).toEqual([false, []]);
      // The user knows by now.
      hold.arrivedAs('account-1', 'publish');
      expect([hold.isHeld('account-1'), ended]).toEqual([false, ['account-1']]);
    },
  );

  it('holds nothing at a site that its user wants no question about, also when that is said later', () => {
    agreed = ['site-1'];
    hold.arrivedAs('account-1', 'publish');
    expect([hold.isHeld('account-1'), ended, knownOf('account-1')]).toEqual([false, [], true]);
    agreed = [];
    hold.arrivedAs('account-2', 'publish');
    agreed = ['site-1'];
    expect([hold.isHeld('account-2'), hold.waits()]).toEqual([false, []]);
  });

  it('is nothing to ask about while no more wait, or while nobody is signed in', () => {
    hold.arrivedAs('account-1', 'publish');
    waiting = 0;
    expect(hold.waits()).toEqual([]);
    waiting = 1;
    accounts.set('account-1', { ...usual, ...accounts.get('account-1'), signedIn: false });
    expect(hold.waits()).toEqual([]);
  });
});

describe('a clip that is not public', () => {
  it.each(['draft', 'pending', 'private', 'future'])('is what is known of its account from then on: %s', (status) => {
    accounts.set('account-1', { ...usual, publishesAtOnce: true });
    hold.arrivedAs('account-1', status);
    expect([knownOf('account-1'), hold.isHeld('account-1')]).toEqual([false, false]);
  });

  it('lets nothing go that waits for an answer', () => {
    hold.arrivedAs('account-1', 'publish');
    hold.arrivedAs('account-1', 'pending');
    expect(hold.isHeld('account-1')).toBe(true);
  });
});

it.each(['', 'trash', 'archived'])('a status that tells nothing (%s) teaches nothing', (status) => {
  hold.arrivedAs('account-1', status);
  hold.arrivedAs('gone', 'publish');
  expect([knownOf('account-1'), accounts.has('gone')]).toEqual([null, false]);
});

// What a look at a site means together with what waits for it: tokens against the longest clip, sizes, kinds, order.

import { expect, it } from 'vitest';
import { findings, type Known, type TokenKnown } from '../../../../main/features/checkup/findings.ts';
import type { Account, Site } from '../../../../main/model.ts';
import type { SiteSeen } from '../../../../main/site/connect/inspect-site.ts';
import { byOffer } from '../../../../preload/sign-in-ways.ts';
import { aSizeLimit } from '../../a-site.ts';

const now = 1_780_000_000_000;
const minute = 60_000;
const none = { count: 0, names: [] };
const site: Site = {
  id: 's',
  name: 'Harbour Films',
  address: 'https://harbour.example',
  root: 'https://harbour.example/wp-json/',
  platform: 'wp',
  uploadRoute: 'streamtube/v1/upload',
  passwordPage: null,
  ways: byOffer(() => true),
  sizeLimit: null,
  refusedExtensions: [],
  settleMs: 1,
  honoursKeys: false,
  hasHelper: false,
  helperTrouble: null,
  pieceLimit: null,
};
const account: Account = {
  id: 'a',
  siteId: 's',
  login: 'mara',
  name: 'Mara',
  userId: 2,
  canUpload: true,
  canPublish: true,
  signedIn: true,
  method: 'token',
  tokenEndsAt: null,
  passwordUuid: null,
  publishesAtOnce: null,
  publicUnasked: false,
  holdsNew: null,
  presetId: null,
};
const me = { userId: 2, login: 'mara', name: 'Mara', canUpload: true, canPublish: true, skewMs: 0 };
const seen: SiteSeen = {
  answer: { code: 'answers', said: null },
  answers: true,
  people: [{ account, signIn: { code: 'sign-in-arrives', said: null }, me, mayUpload: true }],
  uploadRoute: true,
  otherRoute: null,
  hasHelper: false,
  helper: null,
  largest: 2_000,
  kinds: [],
  ranges: true,
  skewMs: 0,
};
const known: Known = {
  now,
  site,
  seen,
  carriedHelper: '1.2.0',
  queue: {
    tooLarge: none,
    refusedKind: none,
    refused: { ...none, said: null },
    routeMissing: none,
    webPages: none,
    doubtful: none,
    largestArrived: 3_000,
  },
  tokens: [],
  publishing: [{ accountId: 'a', publishesAtOnce: false }],
  holds: [],
};
const found = (over: Partial<Known>, code: string) =>
  findings({ ...known, ...over }).find((one) => one.code === code) ?? null;

it('says of each account whether its clips are public at once, and of all together where it is the same', () => {
  const of = (...all: readonly (boolean | null)[]) =>
    findings({ ...known, publishing: all.map((publishesAtOnce, at) => ({ accountId: `a${at}`, publishesAtOnce })) })
      .filter(({ code }) => code.startsWith('publish'))
      .map(({ code, accountId }) => [code, accountId]);
  expect(of(true, false, null)).toEqual([
    ['publishes-at-once', 'a0'],
    ['publishes-later', 'a1'],
    ['publishing-unknown', 'a2'],
  ]);
  expect(of(true, true)).toEqual([['publishes-at-once', null]]);
});

function token(lifeMs: number, leftMs: number, clipMs: number, renewable = false): readonly TokenKnown[] {
  const longest = { name: 'Long take.mp4', expected: { ms: clipMs, measured: true } };
  return [{ accountId: 'a', life: { endsAt: now + leftMs, lifeMs, renewable }, longest }];
}

it('compares the life of a token with the longest clip that waits', () => {
  expect(found({ tokens: token(10 * minute, 9 * minute, 30 * minute) }, 'token-too-short')).toMatchObject({
    status: 'blocks',
    accountId: 'a',
    names: ['Long take.mp4'],
    amount: 10 * minute,
  });
  expect(found({ tokens: token(60 * minute, 5 * minute, 30 * minute) }, 'token-ends')?.status).toBe('blocks');
  expect(found({ tokens: token(60 * minute, 5 * minute, 30 * minute, true) }, 'token-renews')?.status).toBe('fine');
  expect(found({ tokens: token(60 * minute, 50 * minute, minute) }, 'token-ends')?.status).toBe('note');
  const week = 7 * 24 * 60 * minute;
  expect(found({ tokens: token(week, week, minute) }, 'token-lasts')?.status).toBe('fine');
});

it('takes the larger of what is there and what was sent as the lower bound of the size', () => {
  expect(found({}, 'size-arrived')?.amount).toBe(3_000);
  expect(found({ seen: { ...seen, largest: 9_000 } }, 'size-arrived')?.amount).toBe(9_000);
  expect(found({ site: { ...site, sizeLimit: aSizeLimit(8_000) } }, 'size-limit')).toMatchObject({
    status: 'note',
    amount: 8_000,
  });
});

it('doubts kinds that the known plugin refuses only until one of them is there', () => {
  const doubtful = { count: 2, names: ['A.mov', 'B.mov'] };
  const queue = { ...known.queue, doubtful };
  expect(found({ queue }, 'kinds-doubtful')).toMatchObject({ status: 'note', clips: 2 });
  expect(found({ queue }, 'kinds-doubtful')?.names).toContain('mov');
  expect(found({ queue, seen: { ...seen, kinds: ['mov'] } }, 'kinds-doubtful')?.names).not.toContain('mov');
  expect(found({ site: { ...site, uploadRoute: 'films/v1/upload' } }, 'kinds-open')?.names).toEqual([]);
});

it('claims nothing about what was not looked at', () => {
  const away: SiteSeen = { ...seen, answer: { code: 'no-answer', said: null }, answers: false, uploadRoute: null };
  const codes = findings({ ...known, seen: away }).map(({ code }) => code);
  expect(codes[0]).toBe('no-answer');
  for (const code of ['sign-in-arrives', 'may-publish', 'upload-route', 'clock-right', 'ranges']) {
    expect(codes).not.toContain(code);
  }
});

it('says plain http once, and that a token there was agreed to', () => {
  const plain = { ...site, root: 'http://harbour.example/wp-json/' };
  expect(found({ site: plain }, 'plain-http-token')?.status).toBe('note');
  const byPassword = { ...account, method: 'application-password' } as const;
  const person = {
    account: byPassword,
    signIn: { code: 'plain-http', said: null },
    me: null,
    mayUpload: null,
  } as const;
  const codes = findings({ ...known, site: plain, seen: { ...seen, people: [person] } }).map(({ code }) => code);
  expect(codes.filter((code) => code === 'plain-http')).toHaveLength(1);
});

it('an upload service that is not where it was is looked for, and what was found is said', () => {
  const moved = { ...seen, uploadRoute: false, otherRoute: 'films/v1/upload' };
  expect(found({ seen: moved }, 'upload-route-moved')).toMatchObject({
    status: 'blocks',
    names: ['streamtube/v1/upload', 'films/v1/upload'],
  });
  expect(found({ seen: { ...moved, otherRoute: null } }, 'upload-route-missing')).toMatchObject({ status: 'blocks' });
});

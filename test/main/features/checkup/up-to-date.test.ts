// What an old check-up says today: what was seen stays, what was learned since takes the place of what was known then.
import { describe, expect, it } from 'vitest';
import type { Learned } from '../../../../main/features/checkup/findings.ts';
import { upToDate } from '../../../../main/features/checkup/up-to-date.ts';
import type { CheckCode, CheckFinding, CheckStatus } from '../../../../main/model.ts';
import { aSite, aSizeLimit } from '../../a-site.ts';

const none = { count: 0, names: [] };
const now: Learned = {
  now: 1_780_000_000_000,
  site: aSite({ honoursKeys: false }),
  queue: {
    tooLarge: none,
    refusedKind: none,
    refused: { ...none, said: null },
    routeMissing: none,
    webPages: none,
    doubtful: none,
    largestArrived: null,
  },
  tokens: [],
  publishing: [{ accountId: 'a', publishesAtOnce: false }],
  holds: [],
};
const people = [{ id: 'a', signedIn: true }];
const of = (code: CheckCode, status: CheckStatus, more: Partial<CheckFinding> = {}): CheckFinding => ({
  ...{ code, status, accountId: null, said: null, amount: null, names: [], clips: 0 },
  ...more,
});
const codesOf = (found: readonly CheckFinding[]) => found.map(({ code, status }) => `${status} ${code}`);
const learnedOf = (over: Partial<Learned>, found: readonly CheckFinding[] = []) =>
  codesOf(upToDate(found, { ...now, ...over }, people));

describe('what was learned', () => {
  it('takes the place of what was known then, once each', () => {
    const old = [
      of('size-unknown', 'unknown'),
      of('kinds-open', 'fine'),
      of('publishing-unknown', 'unknown'),
      of('keys-honoured', 'fine'),
    ];
    expect(learnedOf({}, old)).toEqual([
      'fine kinds-open',
      'fine publishes-later',
      'fine in-one',
      'fine looks-first',
      'unknown size-unknown',
    ]);
    const site = aSite({
      honoursKeys: true,
      hasHelper: true,
      sizeLimit: aSizeLimit(8_000),
      refusedExtensions: ['mov'],
    });
    const publishing = [{ accountId: 'a', publishesAtOnce: true }];
    expect(learnedOf({ site, publishing }, old)).toEqual([
      'note size-limit',
      'note kinds-refused',
      'note publishes-at-once',
      'fine in-pieces',
      'fine keys-honoured',
    ]);
  });

  it('is which clips wait for it', () => {
    const some = { count: 2, names: ['A.mp4', 'B.mp4'] };
    const queue = { ...now.queue, tooLarge: some, refusedKind: some, refused: { ...some, said: 'No.' } };
    const site = aSite({ sizeLimit: aSizeLimit(8_000), refusedExtensions: ['mov'] });
    expect(learnedOf({ queue, site }).slice(0, 3)).toEqual([
      'blocks uploads-refused',
      'blocks size-limit-clips',
      'blocks kinds-refused-clips',
    ]);
  });

  it('is the largest of what was seen there and what has arrived since', () => {
    const size = (largestArrived: number | null) =>
      upToDate(
        [of('size-arrived', 'fine', { amount: 5_000 })],
        { ...now, queue: { ...now.queue, largestArrived } },
        people,
      ).find(({ code }) => code === 'size-arrived')?.amount;
    expect([size(null), size(4_000), size(6_000)]).toEqual([5_000, 5_000, 6_000]);
  });

  it('doubts a kind as it did, until the site was seen to refuse it', () => {
    const old = [of('kinds-doubtful', 'note', { names: ['mov', 'mkv'], clips: 2 })];
    const queue = { ...now.queue, doubtful: { count: 1, names: ['A.mkv'] } };
    const kinds = (site = now.site) =>
      upToDate(old, { ...now, site, queue }, people).find(({ code }) => code === 'kinds-doubtful');
    expect(kinds()).toMatchObject({ names: ['mov', 'mkv'], clips: 1 });
    expect(kinds(aSite({ refusedExtensions: ['mov'] }))).toMatchObject({ names: ['mkv'] });
  });

  it('is how long a token lasts now', () => {
    const life = { endsAt: now.now + 60_000, lifeMs: 3_600_000, renewable: false };
    expect(learnedOf({ tokens: [{ accountId: 'a', life, longest: null }] })).toContain('note token-ends');
    expect(learnedOf({}, [of('token-ends', 'note', { accountId: 'a' })]).join()).not.toContain('token');
  });
});

describe('what stands in the way since', () => {
  const fine = [of('answers', 'fine'), of('upload-route', 'fine'), of('sign-in-arrives', 'fine', { accountId: 'a' })];
  const some = { count: 2, names: ['A.mp4', 'B.mp4'] };

  it.each([
    [['uploads-blocked'], 'uploads-blocked', true],
    [['uploads-unsure'], 'uploads-unsure', true],
    // The widest says all that the other would, and that the site answered is over.
    [['site-blocked', 'uploads-unsure'], 'site-blocked', false],
    [['site-busy'], null, true],
  ] as const)('is a site that blocks: %s', (holds, code, answers) => {
    const codes = learnedOf({ holds }, fine);
    expect(codes.filter((one) => one.startsWith('blocks'))).toEqual(code === null ? [] : [`blocks ${code}`]);
    expect(codes.includes('fine answers')).toBe(answers);
  });

  it('is an upload service that clips did not find any more', () => {
    const codes = learnedOf({ queue: { ...now.queue, routeMissing: some } }, fine);
    expect(codes[0]).toBe('blocks upload-route-clips');
    expect(codes).not.toContain('fine upload-route');
  });

  it('is that clips are answered with web pages', () => {
    const [first] = upToDate(fine, { ...now, queue: { ...now.queue, webPages: some } }, people);
    expect(first).toMatchObject({ code: 'web-page-clips', status: 'blocks', clips: 2, names: ['A.mp4', 'B.mp4'] });
  });

  it('is that our helper was removed, of whatever version it was', () => {
    const old = [of('helper-older', 'note', { names: ['1.0', '1.1'] }), of('in-pieces', 'fine')];
    expect(learnedOf({ site: aSite({ hasHelper: true }) }, old)).toContain('note helper-older');
    expect(learnedOf({ site: aSite({ helperTrouble: 'refuses' }) }, old).slice(0, 2)).toEqual([
      'note helper-older',
      'note helper-refuses',
    ]);
    const gone = learnedOf({ site: aSite() }, old);
    expect([gone.includes('fine in-one'), gone.join().includes('helper')]).toEqual([true, false]);
  });

  it('is over with what was in the way', () => {
    expect(
      learnedOf({}, [...fine, of('uploads-blocked', 'blocks'), of('web-page-clips', 'blocks')]).join(),
    ).not.toMatch(/blocks/);
  });
});

describe('what was seen', () => {
  const seen = [
    of('answers', 'fine'),
    of('sign-in-arrives', 'fine', { accountId: 'a' }),
    of('may-publish', 'fine', { accountId: 'a' }),
    of('ranges', 'fine'),
    of('clock-off', 'note', { amount: 9 }),
  ];

  it('stays what it was', () => {
    const after = upToDate(seen, now, people);
    for (const one of seen) expect(after).toContainEqual(one);
  });

  it.each(['sign-in-arrives', 'sign-in-unknown'] as const)('of a sign-in (%s) is over with the sign-in', (code) => {
    const after = upToDate([of(code, 'fine', { accountId: 'a' })], now, [{ id: 'a', signedIn: false }]);
    expect(after[0]).toEqual(of('signed-out', 'blocks', { accountId: 'a' }));
    expect(codesOf(after).join()).not.toContain(code);
  });

  it('of why a sign-in was refused says more than that nobody is signed in', () => {
    const refused = of('password-refused', 'blocks', { accountId: 'a' });
    expect(upToDate([refused], now, [{ id: 'a', signedIn: false }])[0]).toEqual(refused);
  });

  it('of an account that is gone is gone', () => {
    expect(codesOf(upToDate(seen, now, [])).join()).not.toMatch(/sign-in|may-publish/);
  });
});

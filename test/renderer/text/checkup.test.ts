// Everything that a check-up can find has whole words, and a text for the host wherever one is spoken of.
import { describe, expect, it } from 'vitest';
import { checkCodes } from '../../../main/site/store/checkup-store.ts';
import type { CheckCode, SiteCheckup } from '../../../preload/contract.ts';
import { isCheckRefusal } from '../../../preload/sign-in-ways.ts';
import { checkupLine, findingWords, whoseWords } from '../../../renderer/text/checkup.ts';
import { fakeAccount, fakeFinding, fakeSite } from '../fake-bridge.ts';

const full = { amount: 3_000_000_000, names: ['Quay.mp4', 'Regatta.mp4'], clips: 5, said: 'No.' } as const;
const empty = {} as const;

describe.each(Object.keys(checkCodes) as CheckCode[])('%s', (code) => {
  it.each([full, empty])('has a sentence, and a text where one is spoken of', (facts) => {
    const { about, what, todo, host } = findingWords(fakeFinding(code, facts), 0);
    expect(about.length).toBeGreaterThan(3);
    expect(what).toMatch(/^[A-Z].*\.$/);
    expect(`${what}${todo}${host}`).not.toMatch(/undefined|NaN|\bnull clip/);
    if (todo?.includes('text below')) expect(host?.length).toBeGreaterThan(40);
    if (isCheckRefusal(code)) expect(todo).toMatch(/^[A-Z].*\.$/);
    if (host !== null) expect(`${todo}`).toMatch(/host|rights?|right,|this network/);
  });
});

describe('the one line', () => {
  const now = new Date(2026, 10, 20, 10, 0).getTime();
  const checkup = (over: Partial<SiteCheckup>): SiteCheckup => ({
    siteId: 's',
    at: now - 5_000,
    running: false,
    findings: [fakeFinding('secure')],
    ...over,
  });
  const note = fakeFinding('no-ranges', { status: 'note' });
  const bad = fakeFinding('maintenance', { status: 'blocks' });
  it.each<[Partial<SiteCheckup>, RegExp]>([
    [{}, /^Checked just now: all fine\.$/],
    [{ at: now - 120_000 }, /^Checked today at 0?9:58.*: all fine\.$/],
    [{ findings: [note] }, /^Checked just now: no problem, 1 note\.$/],
    [{ findings: [bad, note, note] }, /: 1 problem, 2 notes\.$/],
    [{ findings: [bad, bad] }, /: 2 problems\.$/],
    [{ running: true }, /^Checking this site…$/],
    [{ at: null }, /^Not checked yet\.$/],
  ])('%j', (over, words) => {
    expect(checkupLine(checkup(over), now)).toMatch(words);
  });
});

it('names the account only where there are several', () => {
  const mine = fakeFinding('signed-out', { accountId: 'account-1' });
  expect(whoseWords(mine, fakeSite())).toBeNull();
  const both = fakeSite({ accounts: [fakeAccount(), fakeAccount({ id: 'account-2', name: 'Ida' })] });
  expect(whoseWords(mine, both)).toBe('Mara Lind');
  expect(whoseWords(fakeFinding('secure'), both)).toBeNull();
});

it('says of a limit of size that our plugin lifts it, where the site could have it', () => {
  for (const code of ['size-limit', 'size-limit-clips'] as const) {
    const todo = (...beside: readonly CheckCode[]) =>
      findingWords(
        fakeFinding(code, full),
        0,
        beside.map((one) => fakeFinding(one)),
      ).todo;
    expect(todo('in-one')).toMatch(/with Clipferry’s plugin on the site \(see Large clips\)/i);
    for (const other of ['in-pieces', 'helper-refuses', 'helper-not-ready'] as const)
      expect(todo(other)).not.toContain('plugin');
  }
});

it('counts what is not named', () => {
  const { what } = findingWords(fakeFinding('size-limit-clips', full), 0);
  expect(what).toContain('5 queued clips will be refused: Quay.mp4, Regatta.mp4 and 3 more.');
});

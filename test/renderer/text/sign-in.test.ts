// What is said of tokens and passwords: when they end, in words that a person can plan with.
import { expect, test } from 'vitest';
import { signInWays } from '../../../preload/sign-in-ways.ts';
import { t } from '../../../preload/text/text.ts';
import { accountWords, passwordFacts, signedInWords, tokenEndWords } from '../../../renderer/text/sign-in.ts';
import { fakeAccount } from '../fake-bridge.ts';

const now = Date.UTC(2026, 10, 20, 12);
const minute = 60_000;

test.each([
  [null, 'No expiry date.'],
  [-1, 'It has ended.'],
  [0.5 * minute, 'It ends in 1 minute.'],
  [9.2 * minute, 'It ends in 10 minutes.'],
  [90 * minute, 'It ends in 1 hour.'],
  [47 * 60 * minute, 'It ends in 47 hours.'],
])('%s ms: %s', (left, words) => {
  expect(tokenEndWords(left === null ? null : now + left, now)).toBe(words);
});

test('days are told with their date', () => {
  expect(tokenEndWords(now + 7 * 24 * 60 * minute, now)).toMatch(/^It ends in 7 days, on .*2026\.$/);
  // A token of a week, a moment after it was fetched.
  expect(tokenEndWords(now + 7 * 24 * 60 * minute - 90_000, now)).toMatch(/^It ends in 7 days, on/);
});

test('an account says how it is signed in, where the secret is and what it may do', () => {
  expect(accountWords(fakeAccount(), now)).toBe(
    'With an application password, kept in this computer’s keyring. May upload and publish.',
  );
  const token = fakeAccount({ method: 'token', tokenEndsAt: now + 90 * minute, secret: 'session', canPublish: false });
  expect(accountWords(token, now)).toBe(
    'With an access token, kept only until Clipferry is closed. It ends in 1 hour. May upload; someone else publishes.',
  );
  expect(signedInWords(token, now)).toContain('It ends in 1 hour.');
  expect(signedInWords(fakeAccount(), now)).toBeNull();
});

test('a password tells when it was made and used, as far as the site knows', () => {
  const facts = { uuid: 'u', name: 'n', mark: 'other' } as const;
  expect(passwordFacts({ ...facts, createdAt: null, lastUsedAt: null, lastIp: null })).toBe('not used yet');
  expect(passwordFacts({ ...facts, createdAt: now, lastUsedAt: now, lastIp: '::1' })).toMatch(
    /^Created .*2026, last used .*2026 from ::1$/,
  );
});

test.each(signInWays)('%s is explained in whole sentences', (way) => {
  const [choose, help] = [t(`sign-in.${way}.choose`), t(`sign-in.${way}.help`)];
  expect(choose.length).toBeLessThan(40);
  expect(help).toMatch(/^[A-Z].*\.$/);
});

// What is said of tokens and passwords: when they end, in words that a person can plan with.
import { expect, test } from 'vitest';
import type { AppPasswordView } from '../../../preload/contract.ts';
import { signInWays } from '../../../preload/sign-in-ways.ts';
import { t } from '../../../preload/text/text.ts';
import {
  accountWords,
  passwordFacts,
  revokeAllWords,
  revokeOthersWords,
  signedInWords,
  tokenEndWords,
} from '../../../renderer/text/sign-in.ts';
import { fakeAccount } from '../fake-bridge.ts';

const now = Date.UTC(2026, 10, 20, 12);
const minute = 60_000;

test.each([
  [null, 'No expiry date.'],
  [-1, 'It has ended.'],
  [0.5 * minute, 'It expires in 1 minute.'],
  [9.2 * minute, 'It expires in 10 minutes.'],
  [90 * minute, 'It expires in 1 hour.'],
  [47 * 60 * minute, 'It expires in 47 hours.'],
])('%s ms: %s', (left, words) => {
  expect(tokenEndWords(left === null ? null : now + left, now)).toBe(words);
});

test('days are told with their date', () => {
  expect(tokenEndWords(now + 7 * 24 * 60 * minute, now)).toMatch(/^It expires in 7 days, on .*2026\.$/);
  // A token of a week, a moment after it was fetched.
  expect(tokenEndWords(now + 7 * 24 * 60 * minute - 90_000, now)).toMatch(/^It expires in 7 days, on/);
});

test('an account says how it is signed in, where the secret is and what it may do', () => {
  expect(accountWords(fakeAccount(), now)).toBe(
    'With an application password, kept in this computer’s keyring. May upload and publish.',
  );
  const token = fakeAccount({ method: 'token', tokenEndsAt: now + 90 * minute, secret: 'session', canPublish: false });
  expect(accountWords(token, now)).toBe(
    'With an access token, kept only until Clipferry is closed. It expires in 1 hour. May upload; someone else publishes.',
  );
  expect(signedInWords(token, now)).toContain('It expires in 1 hour.');
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

const password = (mark: AppPasswordView['mark'], name: string): AppPasswordView => ({
  ...{ uuid: name, name, createdAt: null, lastUsedAt: null, lastIp: null, mark },
});

test('before many passwords are revoked it is said which one stays, and who is signed out', () => {
  const used = password('in-use', 'Clipferry on desk');
  const phone = password('other', 'Phone');
  const elsewhere = password('ours', 'Clipferry on cutting-room');
  const one = revokeOthersWords([used, phone]);
  expect(one).toMatchObject({ title: 'Revoke the other password?', yes: 'Revoke the other' });
  expect(one?.body).toContain('“Clipferry on desk” stays, so Clipferry stays signed in here.');
  expect(one?.body).not.toContain('another computer');
  const two = revokeOthersWords([phone, used, elsewhere]);
  expect(two).toMatchObject({ title: 'Revoke the 2 other passwords?', yes: 'Revoke 2 others' });
  expect(two?.body).toContain('Clipferry on another computer included');
  expect(revokeOthersWords([phone, elsewhere])).toBeNull();
});

test('before all passwords are revoked it is said whether Clipferry is signed out by it', () => {
  const used = password('in-use', 'Clipferry on desk');
  const phone = password('other', 'Phone');
  const all = revokeAllWords([used, phone], 'Harbour Films', true);
  expect(all).toMatchObject({ yes: 'Revoke all 2 and sign out' });
  expect(all.body).toContain('Clipferry uses “Clipferry on desk”: it is signed out of Harbour Films at once.');
  const none = revokeAllWords([phone, password('ours', 'Clipferry on cutting-room')], 'Harbour Films', false);
  expect(none).toMatchObject({ title: 'Revoke all 2 passwords?', yes: 'Revoke all 2' });
  expect(none.body).toContain('stays signed in');
  const unknown = revokeAllWords([phone, password('other', 'Desk')], 'Harbour Films', true);
  expect(unknown).toMatchObject({ yes: 'Revoke all 2 and sign out' });
  expect(unknown.body).toContain(
    'does not say which of them Clipferry uses: it is signed out of Harbour Films at once.',
  );
  expect(none.body).toContain('Clipferry on another computer included');
});

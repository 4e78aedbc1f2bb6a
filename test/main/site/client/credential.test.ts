// What an account signs in with: kept among the secrets and read again, and where it may go.
import { describe, expect, it } from 'vitest';
import {
  authorizationOf,
  lastsUntil,
  methodOf,
  readCredential,
  speakerOf,
  withoutRefresh,
  writeCredential,
} from '../../../../main/site/client/credential.ts';
import type { Credential } from '../../../../main/site/client/sign-in-ways.ts';
import type { TokenCredential } from '../../../../main/site/client/token-credential.ts';

const password: Credential = { kind: 'application-password', login: 'ava', password: 'abcd efgh' };
const token: TokenCredential = {
  kind: 'token',
  token: 'e30.e30.x',
  plainHttp: true,
  endsAt: 5_000,
  lifeMs: 9_000,
  refresh: { value: 'cookie', endsAt: 70_000, device: 'desk' },
};
const lasting: TokenCredential = { ...token, plainHttp: false, endsAt: null, lifeMs: null, refresh: null };

describe('a kept credential', () => {
  it.each<[string, Credential]>([
    ['a password', password],
    ['a token', token],
    ['a token of which little is known', lasting],
    ['a token whose cookie names no end', { ...token, refresh: { value: 'c', endsAt: null, device: '' } }],
  ])('is read as it was written: %s', (_, credential) => {
    const text = writeCredential(credential);
    expect(JSON.parse(text)).toMatchObject({ version: 1 });
    expect(readCredential(text)).toEqual(credential);
  });

  it('of Clipferry 0.1 is a password', () => {
    expect(readCredential('{"login":"ava","password":"abcd efgh"}')).toEqual(password);
  });

  it.each([
    ['no JSON', 'words'],
    ['nothing of ours', '{}'],
    ['a password with more than there ever was', '{"login":"ava","password":"x","more":1}'],
    ['half a password', '{"login":"ava"}'],
    ['a newer one', JSON.stringify({ version: 2, ...password })],
    ['a newer token', JSON.stringify({ version: 2, ...token })],
    ['another kind', JSON.stringify({ version: 1, ...password, kind: 'passkey' })],
    [
      'a token with an empty cookie',
      JSON.stringify({ version: 1, ...token, refresh: { ...token.refresh, value: '' } }),
    ],
    ['a token without an end', JSON.stringify({ version: 1, ...token, endsAt: undefined })],
  ])('that is %s is none', (_, text) => {
    expect(readCredential(text)).toBeNull();
  });
});

describe('a credential', () => {
  it('stands in the header as its kind has it, and has its name', () => {
    expect(authorizationOf(password)).toBe(`Basic ${Buffer.from('ava:abcdefgh').toString('base64')}`);
    expect(authorizationOf(token)).toBe('Bearer e30.e30.x');
    expect([password, token].map(methodOf)).toEqual(['application-password', 'token']);
  });

  it('lasts for good, as long as its token, or as long as that can be renewed', () => {
    expect([password, { ...token, refresh: null }, token, lasting].map(lastsUntil)).toEqual([
      null,
      5_000,
      70_000,
      null,
    ]);
  });
});

it('a credential whose cookie is dead is as it was, without it', () => {
  expect(withoutRefresh(token)).toEqual({ ...token, refresh: null });
  expect(withoutRefresh(lasting)).toEqual(lasting);
  expect(withoutRefresh(password)).toEqual(password);
});

describe('who speaks to a site', () => {
  const secure = 'https://good.example/wp-json/';
  const plain = 'http://good.example/wp-json/';

  it('with a password does so over a safe line only', () => {
    expect(speakerOf(secure, password)).toEqual({
      root: secure,
      header: 'authorization',
      authorization: authorizationOf(password),
    });
    expect(speakerOf(plain, password)).toBeNull();
  });

  it('with a token does so over plain http where the user agreed to that', async () => {
    const renew = async (): Promise<string> => 'Bearer new';
    const speaker = speakerOf(plain, token, renew);
    expect(speaker).toEqual({
      root: plain,
      header: 'authorization',
      authorization: 'Bearer e30.e30.x',
      token: { plainHttp: true, endsAt: 5_000, renew },
    });
    expect(speakerOf(plain, lasting)).toBeNull();
    // Who names no way to renew it has none.
    expect(await speakerOf(secure, lasting)?.token?.renew('Bearer e30.e30.x')).toBeNull();
  });
});

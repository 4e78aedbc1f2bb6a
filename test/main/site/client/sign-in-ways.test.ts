// What is made of what a person enters: the credential that is tried, trimmed as people paste it, or nothing that a site would take.
import { describe, expect, it } from 'vitest';
import type { Given, TypedWay } from '../../../../main/model.ts';
import { enteredWay, type SiteSigns } from '../../../../main/site/client/sign-in-ways.ts';

const password = { login: ' ava ', password: ' ab cd ' };
const token = (text: string, consentPlainHttp = false) => ({ token: text, consentPlainHttp });
const kept = (text: string, plainHttp = false) => ({ credential: { kind: 'token', token: text, plainHttp } });
const refused = { refused: 'token-refused' };

it.each<[TypedWay, Given[TypedWay], object]>([
  [
    'application-password',
    password,
    { credential: { kind: 'application-password', login: 'ava', password: ' ab cd ' } },
  ],
  ['account-password', password, { account: { login: 'ava', password: ' ab cd ' } }],
  ['token', token('  a-b.c_d.e~+/=  '), kept('a-b.c_d.e~+/=')],
  ['token', token('bearer   a.b.c', true), kept('a.b.c', true)],
  ['token', token('BearerOfNews'), kept('BearerOfNews')],
  ['token', token('a Bearer b'), refused],
  ['token', token('xBearer b'), refused],
  ['token', token('a b'), refused],
  ['token', token('ä.b.c'), refused],
  ['token', token('a.b.c\r\nx'), refused],
  ['token', token(' '), refused],
])('%s: %j', (way, given, tried) => {
  expect(enteredWay(way).tried(given, null)).toMatchObject(tried);
});

it('a token ends by the clock of the site', () => {
  const claims = Buffer.from('{"exp":1000}').toString('base64url');
  expect(enteredWay('token').tried(token(`a.${claims}.b`), 5_000)).toMatchObject({ credential: { endsAt: 995_000 } });
});

describe('what is offered', () => {
  const none: SiteSigns = {
    isSafe: false,
    isForMembers: false,
    hasAppPasswords: false,
    hasTokens: false,
    namespaces: [],
  };
  it.each<[TypedWay, Partial<SiteSigns>, boolean]>([
    ['application-password', { isSafe: true, hasAppPasswords: true }, true],
    ['application-password', { isSafe: true }, false],
    ['application-password', { hasAppPasswords: true }, false],
    ['account-password', { isSafe: true, hasTokens: true }, true],
    ['account-password', { isSafe: true }, false],
    ['account-password', { hasTokens: true }, false],
    ['token', { hasTokens: true }, true],
    ['token', { isForMembers: true }, true],
    ['token', { isSafe: true, hasAppPasswords: true }, false],
  ])('%s where there is %j: %s', (way, signs, isOffered) => {
    expect(enteredWay(way).isOffered({ ...none, ...signs })).toBe(isOffered);
  });
});

// Reading what the token plugins say: tokens, their times, both bodies, the refresh cookie among others; secrets on disk.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { systemClock } from '../../../../main/adapters/clock.ts';
import type { HttpRequest } from '../../../../main/ports.ts';
import { siteCalls } from '../../../../main/site/client/client.ts';
import {
  authorizationOf,
  readCredential,
  speakerOf,
  writeCredential,
} from '../../../../main/site/client/credential.ts';
import { claimsOf, tokenCredential } from '../../../../main/site/client/token-credential.ts';
import {
  headerIsStripped,
  refreshCookieIn,
  renewToken,
  requestToken,
  tokensAnswer,
} from '../../../../main/site/connect/tokens.ts';
import { clock, now } from './answering.ts';

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (claims: unknown): string => `${encoded({ typ: 'JWT', alg: 'HS256' })}.${encoded(claims)}.c2lnbmF0dXJl`;
const week = { iss: 'https://a.example', iat: 1_795_149_191, nbf: 1_795_149_191, exp: 1_795_753_991 };

describe('the times of a token', () => {
  it('are read from its claims', () => {
    expect(claimsOf(jwt(week))).toEqual({ iat: 1_795_149_191, exp: 1_795_753_991 });
    expect(claimsOf(jwt({ data: {} }))).toEqual({ iat: null, exp: null });
    expect(claimsOf(jwt({ exp: 'soon', iat: -1 }))).toEqual({ iat: null, exp: null });
    // No calendar has such a moment; and what is longer than any header is cut, so it is no token.
    expect(claimsOf(jwt({ exp: 1e13, iat: 5 }))).toEqual({ iat: 5, exp: null });
    expect(claimsOf(jwt({ exp: 5, more: 'x'.repeat(16_000) }))).toBeNull();
    const claims = encoded({ exp: 5 });
    for (const text of [`a.${claims}`, `a.${claims}.b.c`]) expect(claimsOf(text), text).toBeNull();
  });

  it('are unknown where it is no such token, whatever it is', () => {
    for (const text of ['', 'opaque', 'a.b', 'a.b.c', 'a.b.c.d', `x.${encoded('text')}.y`, `x.${encoded(null)}.y`]) {
      expect(claimsOf(text), text).toBeNull();
    }
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void claimsOf(text)));
    fc.assert(fc.property(fc.json(), (json) => void claimsOf(`a.${Buffer.from(json).toString('base64url')}.b`)));
  });

  it('are meant by the clock of the site', () => {
    expect(tokenCredential(jwt(week), 90_000)).toMatchObject({
      endsAt: 1_795_753_991_000 - 90_000,
      lifeMs: 7 * 86_400_000,
    });
    expect(tokenCredential(jwt({ exp: 5 }), null)).toMatchObject({ endsAt: 5_000, lifeMs: null });
    expect(tokenCredential(jwt({ iat: 5 }), null)).toMatchObject({ endsAt: null, lifeMs: null });
    expect(tokenCredential('opaque', null)).toMatchObject({ endsAt: null, lifeMs: null });
  });
});

test('the refresh cookie is found among others, with its own end', () => {
  const own = 'refresh_token=2.873f52; expires=Sun, 20 Dec 2026 04:33:12 GMT; Max-Age=2592000; path=/; HttpOnly';
  const others = 'a=1; expires=Mon, 01 Jan 2027 00:00:00 GMT; path=/';
  expect(refreshCookieIn(own, 1_000)).toEqual({ value: '2.873f52', endsAt: 1_000 + 2_592_000_000 });
  expect(refreshCookieIn(`${others}, ${own}, b=2; Max-Age=5`, 0)).toEqual({
    value: '2.873f52',
    endsAt: 2_592_000_000,
  });
  expect(refreshCookieIn('refresh_token=2.abc; expires=Sun, 20 Dec 2026 04:33:12 GMT', 0)?.endsAt).toBe(
    Date.UTC(2026, 11, 20, 4, 33, 12),
  );
  expect(refreshCookieIn('refresh_token=2.abc, b=2; Max-Age=5', 0)).toEqual({ value: '2.abc', endsAt: null });
  for (const tight of ['refresh_token=2;Max-Age=5,bc=3;Max-Age=7', 'refresh_token=2;Max-Age=5,  bc=3']) {
    expect(refreshCookieIn(tight, 0), tight).toEqual({ value: '2', endsAt: 5_000 });
  }
  expect(refreshCookieIn('refresh_token=2,bc=3; Max-Age=7', 0)?.endsAt).toBeNull();
  expect(refreshCookieIn('refresh_token=2;expires=Sun, 20 Dec 2026 04:33:12 GMT', 0)?.endsAt).not.toBeNull();
  for (const none of [undefined, '', others, 'xrefresh_token=1', 'refresh_token=; Max-Age=0']) {
    expect(refreshCookieIn(none, 0), String(none)).toBeNull();
  }
});

interface Played {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

/** Calls that answer by turns, and what they were asked. */
function played(...answers: readonly Played[]) {
  const asked: HttpRequest[] = [];
  const http = {
    request: async (request: HttpRequest) => {
      asked.push(request);
      const answer = answers[asked.length - 1];
      if (!answer) throw new Error('asked too often');
      const body = new TextEncoder().encode(JSON.stringify(answer.body));
      return { status: answer.status, headers: answer.headers ?? {}, body, cut: null };
    },
  };
  return { asked, calls: siteCalls(http, systemClock) };
}

const root = 'https://a.example/wp-json/';
const bodyB = { success: true, statusCode: 200, code: 'jwt_auth_valid_credential', data: { token: jwt(week), id: 2 } };
const cookieB = { 'set-cookie': 'refresh_token=2.new; Max-Age=2592000; path=/; HttpOnly' };

describe('the token endpoint', () => {
  it('is asked with JSON and without any Authorization; both plugins are understood', async () => {
    const a = played({ status: 200, body: { token: jwt(week), user_email: 'x' } });
    expect(await requestToken(a.calls, systemClock, root, 'ava', 'p', 'desk')).toMatchObject({
      token: jwt(week),
      refresh: null,
    });
    const [request] = a.asked;
    expect(request).toMatchObject({ method: 'POST', url: `${root}jwt-auth/v1/token` });
    expect(Object.keys(request?.headers ?? {}).sort()).toEqual(['accept', 'content-type']);
    expect(JSON.parse(String(request?.body))).toEqual({ username: 'ava', password: 'p', device: 'desk' });

    const b = played({ status: 200, body: bodyB, headers: cookieB });
    expect(await requestToken(b.calls, systemClock, root, 'ava', 'p', 'desk')).toMatchObject({
      token: jwt(week),
      refresh: { value: '2.new', device: 'desk' },
    });
  });

  it.each([
    { status: 403, body: { code: '[jwt_auth] incorrect_password', data: { status: 403 } } },
    { status: 401, body: { success: false, statusCode: 401, code: 'incorrect_password', message: '', data: [] } },
    { status: 200, body: { success: true, data: {} } },
    { status: 200, body: { token: '' } },
  ])('throws what is no token: %o', async (answer) => {
    await expect(requestToken(played(answer).calls, systemClock, root, 'a', 'b', 'c')).rejects.toThrow('answered');
  });

  it('never gets a password over plain http, except on this computer', async () => {
    const { calls, asked } = played();
    const clear = 'http://a.example/wp-json/';
    await expect(requestToken(calls, systemClock, clear, 'ava', 'p', 'desk')).rejects.toMatchObject({
      problem: 'protocol',
    });
    expect(asked).toHaveLength(0);
  });

  it('renews with the cookie alone, and changes a cookie in its second half first', async () => {
    const fresh = { value: '2.old', endsAt: Date.now() + 29 * 86_400_000, device: 'desk' };
    const one = played({ status: 200, body: bodyB });
    expect((await renewToken(one.calls, systemClock, root, fresh)).refresh).toEqual(fresh);
    expect(one.asked.map(({ headers }) => headers.cookie)).toEqual(['refresh_token=2.old']);
    expect(one.asked[0]?.headers.authorization).toBeUndefined();

    const old = { ...fresh, endsAt: Date.now() + 86_400_000 };
    const two = played({ status: 200, body: { data: [] }, headers: cookieB }, { status: 200, body: bodyB });
    expect((await renewToken(two.calls, systemClock, root, old)).refresh).toMatchObject({ value: '2.new' });
    expect(two.asked.map(({ url, headers }) => [url.slice(root.length), headers.cookie])).toEqual([
      ['jwt-auth/v1/token/refresh', 'refresh_token=2.old'],
      ['jwt-auth/v1/token', 'refresh_token=2.new'],
    ]);
    expect(two.asked.map(({ body }) => body)).toEqual(['{"device":"desk"}', '{"device":"desk"}']);
  });

  it.each([null, now + 15 * 86_400_000])('renews with a cookie that is not in its second half: %j', async (endsAt) => {
    const { calls, asked } = played({ status: 200, body: bodyB });
    const refresh = { value: '2.old', endsAt, device: 'desk' };
    expect((await renewToken(calls, clock, root, refresh)).refresh).toEqual(refresh);
    expect(asked.map(({ url }) => url)).toEqual([`${root}jwt-auth/v1/token`]);
  });
});

describe('whether tokens answer, and arrive, is asked at the route that judges them', () => {
  it.each<[string, Played, boolean, boolean]>([
    ['no header came', { status: 403, body: { code: 'jwt_auth_no_auth_header' } }, true, true],
    ['a header came', { status: 403, body: { code: 'jwt_auth_invalid_token' } }, true, false],
    ['no such route', { status: 404, body: { code: 'rest_no_route' } }, false, false],
    ['a code of another', { status: 403, body: { code: 'my_jwt_auth_' } }, false, false],
    ['no code', { status: 200, body: {} }, false, false],
  ])('%s', async (_, answer, answers, stripped) => {
    const one = played(answer);
    expect(await tokensAnswer(one.calls, root)).toBe(answers);
    expect(one.asked[0]).toMatchObject({ method: 'POST', url: `${root}jwt-auth/v1/token/validate` });
    expect(one.asked[0]?.headers.authorization).toBeUndefined();
    // Nobody's secret, so an open line may carry it.
    const two = played(answer);
    expect(await headerIsStripped(two.calls, 'http://a.example/wp-json/')).toBe(stripped);
    expect(two.asked[0]).toMatchObject({
      method: 'POST',
      url: 'http://a.example/wp-json/jwt-auth/v1/token/validate',
    });
    expect(two.asked[0]?.headers.authorization).toMatch(/^Bearer clipferry\./);
  });
});

describe('a secret as it is kept', () => {
  const password = { kind: 'application-password', login: 'ava', password: 'abcd efgh' } as const;
  const token = tokenCredential(jwt(week), 0, { refresh: { value: '2.x', endsAt: null, device: 'desk' } });

  it('comes back as it was, also from before there were kinds, and anything else is nothing', () => {
    for (const one of [password, token]) expect(readCredential(writeCredential(one))).toEqual(one);
    expect(readCredential('{"login":"ava","password":"abcd efgh"}')).toEqual(password);
    for (const text of ['', '{', '[]', 'null', '{"version":2,"kind":"token"}', '{"login":1,"password":"x"}']) {
      expect(readCredential(text), text).toBeNull();
    }
  });

  it('travels only where it may', () => {
    expect(authorizationOf(token)).toBe(`Bearer ${jwt(week)}`);
    expect(speakerOf(root, password)?.authorization).toMatch(/^Basic /);
    const clear = 'http://a.example/wp-json/';
    expect(speakerOf(clear, password)).toBeNull();
    expect(speakerOf(clear, token)).toBeNull();
    expect(speakerOf(clear, { ...token, plainHttp: true })).not.toBeNull();
    expect(speakerOf('http://127.0.0.1:80/wp-json/', password)).not.toBeNull();
  });
});

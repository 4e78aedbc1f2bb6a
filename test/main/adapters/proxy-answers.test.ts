// What a proxy's own answers mean for the request that needed it.
import { describe, expect, it, test } from 'vitest';
import { isSignIn, refusedSignIn, refusedTunnel } from '../../../main/adapters/proxy-answers.ts';
import { HttpError, ProxyError } from '../../../main/ports.ts';

const proxy = { kind: 'http', address: 'proxy.example:3128' } as const;
/** What the answer means, in the words of the app: a proxy's trouble, or a problem of the line. */
const meaning = (error: HttpError | null): string | null =>
  error instanceof ProxyError ? error.trouble : (error?.problem ?? null);

describe('an answer to the request for a tunnel', () => {
  it.each<[number, string | null]>([
    [199, 'proxy-away'],
    [200, null],
    [299, null],
    [300, 'proxy-away'],
    [399, 'proxy-away'],
    [400, 'proxy-refuses'],
    [401, 'proxy-sign-in'],
    [403, 'proxy-refuses'],
    [407, 'proxy-sign-in'],
    [428, 'proxy-refuses'],
    [429, 'unreachable'],
    [499, 'proxy-refuses'],
    [500, 'unreachable'],
    [599, 'unreachable'],
  ])('%i is told as %s', (status, told) => {
    const refused = refusedTunnel(proxy, status, {});
    expect(meaning(refused)).toBe(told);
    if (refused instanceof ProxyError) expect(refused).toMatchObject({ problem: 'proxy', proxy: proxy.address });
    if (refused !== null) expect(refused.message).toMatch(isSignIn(refused) ? /sign-in/ : new RegExp(`${status}$`));
  });
});

describe('a proxy that asks for a sign-in', () => {
  it.each<[string, string | string[] | undefined, string]>([
    ['names no way at all', undefined, 'proxy-sign-in'],
    ['names Basic', 'Basic realm="x"', 'proxy-sign-in'],
    ['writes it otherwise', 'BASIC', 'proxy-sign-in'],
    ['names it behind others', 'Negotiate, Digest realm="a, b", nonce="c",Basic realm="d"', 'proxy-sign-in'],
    ['names each in a line of its own', ['Negotiate', 'NTLM', 'Basic realm="x"'], 'proxy-sign-in'],
    ['names nothing', '', 'proxy-method'],
    ['names others only', ['Negotiate', 'NTLM'], 'proxy-method'],
    ['has the word in another one', 'Basically realm="x"', 'proxy-method'],
    ['has the word in the name of its place', 'Digest realm="our, Basic net", nonce="a"', 'proxy-method'],
    ['has as many ways as nobody reads', `${'Digest x=y, '.repeat(10_000)}Basic`, 'proxy-method'],
  ])('and %s', (_, challenge, trouble) => {
    expect(meaning(refusedSignIn(proxy, { 'proxy-authenticate': challenge }))).toBe(trouble);
    expect(meaning(refusedTunnel(proxy, 407, { 'proxy-authenticate': challenge }))).toBe(trouble);
  });

  test('only where it takes one that is known here may somebody be asked for it', () => {
    expect(isSignIn(refusedSignIn(proxy, {}))).toBe(true);
    expect(isSignIn(refusedSignIn(proxy, { 'proxy-authenticate': 'NTLM' }))).toBe(false);
    expect(isSignIn(new HttpError('unreachable', ''))).toBe(false);
  });
});

// The one text that any program may hand to the app: only a well-formed answer with a good state is anything (row 28).
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { approvalReturn, parseApprovalLink } from '../../../../main/features/accounts/approval-link.ts';

const state = 'a1'.repeat(32);
const back = approvalReturn(state);
const yes = `${back}&site_url=https%3A%2F%2Fharbour.example&user_login=ava&password=`;

describe('an answer of the approval page', () => {
  it('with the grouped password of its script, the bare one of its form, and pluses for spaces', () => {
    const approved = {
      kind: 'approved',
      state,
      siteUrl: 'https://harbour.example',
      login: 'ava',
      password: 'OyDizSdpFFCqVOAho8kAn3UM',
    };
    expect(parseApprovalLink(`${yes}OyDi%20zSdp%20FFCq%20VOAh%20o8kA%20n3UM`)).toEqual(approved);
    expect(parseApprovalLink(`${yes}OyDi+zSdp+FFCq+VOAh+o8kA+n3UM`)).toEqual(approved);
    expect(parseApprovalLink(`${yes}OyDizSdpFFCqVOAho8kAn3UM`)).toEqual(approved);
    expect(
      parseApprovalLink(`${yes}OyDizSdpFFCqVOAho8kAn3UM`.replace('authorized?', 'authorized/?')),
      'a browser may add the slash',
    ).toEqual(approved);
  });

  it('that says no', () => {
    expect(parseApprovalLink(`${back}&success=false`)).toEqual({ kind: 'rejected', state });
  });

  it.each([
    ['another scheme', yes.replace('clipferry:', 'https:')],
    ['another host', yes.replace('//authorized', '//other')],
    ['a path', yes.replace('authorized?', 'authorized/../x?')],
    ['a port', yes.replace('authorized?', 'authorized:80?')],
    ['a user', yes.replace('//authorized', '//me@authorized')],
    ['no state', yes.replace(`state=${state}`, 'x=1')],
    ['a short state', yes.replace(state, 'a1')],
    ['two states', `${yes}OyDizSdpFFCqVOAho8kAn3UM&state=${state}`],
    ['two passwords', `${yes}OyDizSdpFFCqVOAho8kAn3UM&password=OyDizSdpFFCqVOAho8kAn3UM`],
    ['a success that is not false', `${back}&success=true`],
    ['no password', yes],
    ['a password that is none', `${yes}..%2F..%2Fetc%2Fpasswd`],
    ['no login', `${yes}OyDizSdpFFCqVOAho8kAn3UM`.replace('user_login=ava', 'user_login=')],
    ['a login over two lines', `${yes}OyDizSdpFFCqVOAho8kAn3UM`.replace('=ava', '=a%0Ab')],
    ['a site that is a file', `${yes}OyDizSdpFFCqVOAho8kAn3UM`.replace('https%3A', 'file%3A')],
    ['too much', `${yes}OyDizSdpFFCqVOAho8kAn3UM&x=${'x'.repeat(9_000)}`],
    ['nothing', ''],
  ])('is nothing with %s', (_what, text) => {
    const whole = text === yes ? text : text.endsWith('password=') ? `${text}OyDizSdpFFCqVOAho8kAn3UM` : text;
    expect(parseApprovalLink(whole)).toBeNull();
  });
});

test('no text makes the parser fail, and what it lets through has the form it promises', () => {
  const part = fc.oneof(
    fc.constantFrom('clipferry:', '//', 'authorized', '?', '&', '=', '%', '%2', '+', '#', '@', ':', '\\', '\n', '\0'),
    fc.constantFrom(`state=${state}`, 'success=false', 'site_url=https://a.example', 'user_login=ava', 'password='),
    fc.constantFrom('OyDizSdpFFCqVOAho8kAn3UM', '&password=OyDizSdpFFCqVOAho8kAn3UM', 'state=', 'user_login[]=x'),
    fc.string({ unit: 'binary', maxLength: 12 }),
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
    fc.array(part, { maxLength: 8 }).map((parts) => `${back}&${parts.join('&')}`),
  );
  let through = 0;
  fc.assert(
    fc.property(texts, (text) => {
      const link = parseApprovalLink(text);
      if (link === null) return;
      through++;
      expect(link.state).toMatch(/^[0-9a-f]{64}$/);
      if (link.kind === 'rejected') return;
      expect(link.password).toMatch(/^[A-Za-z0-9]{16,128}$/);
      expect(new URL(link.siteUrl).protocol).toMatch(/^https?:$/);
      expect(link.login).not.toMatch(/[\p{Cc}]/u);
    }),
    { numRuns: 50_000 },
  );
  expect(through, 'some of it is a real answer').toBeGreaterThan(0);
});

// Proving a sign-in: only users/me shows who the site takes us for (platform facts, sections 3 and 8).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HttpError } from '../../../../main/ports.ts';
import { type AuthorizedClient, basic } from '../../../../main/site/client/client.ts';
import {
  mayUpload,
  proveAccountPassword,
  proveRights,
  proveSignIn,
  whoAmI,
} from '../../../../main/site/connect/prove-sign-in.ts';
import { type PracticeSite, startPracticeSite } from '../../../site/start.ts';
import { calls, client, http, problemOf } from '../practice.ts';
import { answering, clock, type Written } from './answering.ts';

const route = 'streamtube/v1/upload';
let site: PracticeSite;
beforeAll(async () => {
  site = await startPracticeSite();
});
beforeEach(() => site.reset());
afterAll(async () => {
  await site.stop();
  await http.close();
});

/** As signing in does it: who we are, then what we may. */
async function enter(as: AuthorizedClient, tokens = false) {
  const { me } = await proveSignIn(calls, as, 'application-password', tokens);
  await proveRights(calls, as, me, route);
  return me;
}
const prove = (authorization: string, tokens = false) => problemOf(enter({ root: site.root, authorization }, tokens));

describe('a sign-in', () => {
  it('is proven, with rights and the site’s clock', async () => {
    await site.switches({ clockOffsetSeconds: 7_200 });
    const me = await enter(client(site));
    expect(me).toMatchObject({ userId: 2, login: 'ava', canUpload: true, canPublish: true });
    expect(me.name).toBe('Ava Author');
    expect(me.skewMs).toBeGreaterThan(7_195_000);
    expect(me.skewMs).toBeLessThan(7_205_000);
  });

  it.each(['admin', 'ava'])('of %s may upload, by rights and by the route’s own word', async (login) => {
    expect((await whoAmI(calls, client(site, login))).canUpload).toBe(true);
    expect(await mayUpload(calls, client(site, login), route)).toBe(true);
  });

  it('works by e-mail and with the spaces that the site shows', async () => {
    const { appPassword } = site.signIn('ava');
    expect(await prove(basic('ava@example.test', appPassword))).toMatchObject({ login: 'ava' });
    expect(await prove(basic('ava', ` ${appPassword.replaceAll(' ', '')} `))).toMatchObject({ login: 'ava' });
  });
});

describe('no sign-in', () => {
  const wrong = basic('ava', 'wrong');

  it('with a wrong password, which a bare site ignores without a word (section 3)', async () => {
    expect(await prove(wrong)).toEqual({ problem: 'wrong-password', said: null });
    const { requests } = await site.state();
    expect(requests.map((request) => request.status)).toEqual([401]);
  });

  it('with a wrong password where a plugin looks at the user early', async () => {
    await site.switches({ earlyUserCheck: true });
    expect(await prove(wrong)).toEqual({ problem: 'wrong-password', said: null });
    expect(await prove(basic('nobody', 'wrong'))).toEqual({ problem: 'wrong-password', said: null });
  });

  it('with the account password', async () => {
    expect(await prove(basic('ava', site.signIn('ava').accountPassword))).toMatchObject({ problem: 'wrong-password' });
  });

  it('where the server throws the header away: the same from outside, unless the token extension can tell', async () => {
    await site.switches({ stripAuthorization: true });
    expect(await prove(site.basic('ava'))).toEqual({ problem: 'wrong-password', said: null });
    expect(await prove(site.basic('ava'), true)).toEqual({ problem: 'header-stripped', said: null });
  });

  it.each(['sue', 'carl'])('of %s, whose role may not upload', async (login) => {
    expect(await prove(site.basic(login))).toMatchObject({ problem: 'no-upload-right' });
    expect(await mayUpload(calls, client(site, login), route)).toBe(false);
  });

  it('where application passwords were switched off meanwhile (F-16)', async () => {
    await site.switches({
      failWith: {
        status: 501,
        route: '^GET /wp/v2/users/me',
        body: { code: 'application_passwords_disabled', message: 'Application passwords are not available.' },
      },
    });
    expect(await prove(site.basic('ava'))).toEqual({
      problem: 'app-passwords-off',
      said: 'Application passwords are not available.',
    });
  });

  it.each<[string, Parameters<PracticeSite['switches']>[0], string]>([
    ['a firewall', { htmlInsteadOfJson: { status: 403, route: 'users/me' } }, 'html-instead'],
    ['a page in its place', { htmlInsteadOfJson: { route: 'users/me' } }, 'html-instead'],
    ['maintenance', { maintenance: true }, 'maintenance'],
    [
      'an error of the server',
      { failWith: { status: 500, route: 'users/me', body: { code: 'x', message: 'Oops' } } },
      'server-error',
    ],
    [
      'an answer nobody can read',
      { failWith: { status: 200, route: 'users/me', body: { hello: 'you' } } },
      'unexpected',
    ],
    [
      'an answer that was cut off',
      { failWith: { status: 200, route: 'users/me', contentType: 'application/json', body: '{"id":2,"na' } },
      'unexpected',
    ],
  ])('because of %s', async (_, switches, problem) => {
    await site.switches(switches);
    expect(await prove(site.basic('ava'))).toMatchObject({ problem });
  });

  it('because nobody answers', async () => {
    await using gone = await startPracticeSite({ ownProcess: true });
    const at = client(gone);
    await gone.kill();
    expect(await problemOf(enter(at))).toEqual({ problem: 'not-reachable', said: null });
  });
});

const far = 'https://e.com/wp-json/';
const said = (status: number, code: string): Written => ({ status, json: { code, message: 'No.' } });
const page = (status: number): Written => ({ status, text: '<title>Wall</title>' });

describe('the password of the account', () => {
  it.each<[string, Written, object]>([
    ['is exchanged', { json: { token: 'a.b.c' } }, { token: 'a.b.c' }],
    ['is wrong', said(403, '[jwt_auth] incorrect_password'), { problem: 'wrong-account-password', said: null }],
    ['is of nobody', said(403, 'invalid_username'), { problem: 'wrong-account-password', said: null }],
    ['is of nobody’s address', said(403, 'invalid_email'), { problem: 'wrong-account-password', said: null }],
    ['is none', said(403, 'empty_password'), { problem: 'wrong-account-password', said: null }],
    ['is another', said(501, 'application_passwords_disabled'), { problem: 'wrong-account-password', said: null }],
    ['is refused so', said(403, 'my_incorrect_password'), { problem: 'wrong-account-password', said: 'No.' }],
    ['is refused thus', said(401, 'invalid_email_twice'), { problem: 'wrong-account-password', said: 'No.' }],
    [
      'is refused without a code',
      { status: 403, json: { message: 'No.' } },
      { problem: 'wrong-account-password', said: 'No.' },
    ],
    ['has no route', said(404, 'rest_no_route'), { problem: 'tokens-off', said: 'No.' }],
    ['has a route for members', said(401, 'rest_not_logged_in'), { problem: 'tokens-off', said: 'No.' }],
    ['has a route without its key', said(403, 'jwt_auth_bad_config'), { problem: 'tokens-off', said: 'No.' }],
    ['meets a firewall', page(403), { problem: 'html-instead', said: 'Wall' }],
    ['meets a failure', said(500, 'x'), { problem: 'server-error', said: 'No.' }],
    ['meets nobody', new HttpError('reset', 'gone'), { problem: 'not-reachable', said: null }],
  ])('%s', async (_, answer, expected) => {
    const fake = answering({ [`POST ${far}jwt-auth/v1/token`]: answer });
    const typed = { login: 'ava', password: 'p' };
    expect(await problemOf(proveAccountPassword(fake.calls, clock, far, typed, 'desk'))).toMatchObject(expected);
  });
});

describe('a sign-in at a site far away', () => {
  const as: AuthorizedClient = { root: far, authorization: 'Basic x' };
  const me = `GET ${far}wp/v2/users/me`;
  const validate = `POST ${far}jwt-auth/v1/token/validate`;
  const stripped = said(403, 'jwt_auth_no_auth_header');
  const rights = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, true]));

  it.each<[object, object]>([
    [{ capabilities: rights('upload_files', 'edit_posts') }, { login: '', canUpload: true, canPublish: false }],
    [{ capabilities: rights('upload_files', 'publish_posts') }, { canUpload: false, canPublish: true }],
    [{ capabilities: { edit_posts: true, upload_files: 'yes' } }, { canUpload: false, canPublish: false }],
    [{ slug: 'ava' }, { login: 'ava', canUpload: false, canPublish: false }],
    [{ slug: 'ava-2', username: 'ava' }, { login: 'ava' }],
  ])('as %j is %j', async (user, expected) => {
    expect(await whoAmI(answering({ [me]: { json: { id: 2, ...user } } }).calls, as)).toMatchObject(expected);
  });

  it.each<[string, Written, Written, object]>([
    [
      'off for this person',
      said(501, 'application_passwords_disabled_for_user'),
      stripped,
      { problem: 'app-passwords-off', said: 'No.' },
    ],
    ['refused, the header dropped', said(403, 'x'), stripped, { problem: 'header-stripped', said: null }],
    [
      'refused, and then nobody there',
      said(401, 'x'),
      new HttpError('stalled', 'gone'),
      { problem: 'not-reachable', said: null },
    ],
    ['a failure that is data', said(503, 'x'), stripped, { problem: 'server-error', said: 'No.' }],
    ['maintenance that is data', said(503, 'wp_die'), stripped, { problem: 'maintenance', said: 'No.' }],
  ])('%s', async (_, answer, probed, expected) => {
    const { calls: far2 } = answering({ [me]: answer, [validate]: probed });
    expect(await problemOf(proveSignIn(far2, as, 'application-password', true))).toEqual(expected);
  });

  it('a mistake of our own is no word of the site', async () => {
    const broken = answering({ [me]: new TypeError('ours') });
    await expect(proveSignIn(broken.calls, as, 'token', true)).rejects.toThrow(TypeError);
    const second = answering({ [me]: said(401, 'x'), [validate]: new TypeError('ours') });
    await expect(proveSignIn(second.calls, as, 'token', true)).rejects.toThrow(TypeError);
  });

  it.each<[string, boolean, Written, boolean | null, object | undefined]>([
    ['lets pass', true, { json: {}, headers: { allow: 'GET, POST' } }, true, undefined],
    ['does not', true, { json: {}, headers: { allow: 'GET' } }, false, { problem: 'no-upload-right' }],
    ['names nothing', true, { json: {} }, false, { problem: 'no-upload-right' }],
    ['is no data', true, { headers: { allow: 'GET' } }, null, undefined],
    ['refuses', true, { status: 405, json: {}, headers: { allow: 'GET' } }, null, undefined],
    [
      'passes one without rights',
      false,
      { json: {}, headers: { allow: 'POST' } },
      true,
      { problem: 'no-upload-right' },
    ],
  ])('the upload route %s', async (_, canUpload, answer, may, expected) => {
    const { calls: there } = answering({ [`OPTIONS ${far}${route}`]: answer });
    expect(await mayUpload(there, as, route)).toBe(may);
    const who = { ...{ userId: 2, login: 'ava', name: 'Ava', canPublish: true, skewMs: null }, canUpload };
    const told = await problemOf(proveRights(there, as, who, route));
    expected === undefined ? expect(told).toBeUndefined() : expect(told).toMatchObject(expected);
  });
});

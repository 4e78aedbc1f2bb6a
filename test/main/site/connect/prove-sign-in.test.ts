// Proving a sign-in: only users/me shows who the site takes us for (platform facts, sections 3 and 8).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuthorizedClient, basic } from '../../../../main/site/client/client.ts';
import { mayUpload, proveRights, proveSignIn, whoAmI } from '../../../../main/site/connect/prove-sign-in.ts';
import { type PracticeSite, startPracticeSite } from '../../../site/start.ts';
import { calls, client, http, problemOf } from '../practice.ts';

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
  const me = await proveSignIn(calls, as, 'application-password', tokens);
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

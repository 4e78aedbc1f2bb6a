// Who a request is from: application passwords, silent failures and what hides them (platform facts, sections 2, 3, 8 and 17).
import { readFileSync } from 'node:fs';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { api, browserCookies, get, type Reply } from '../site/test-client.ts';
import { startTarget, type Target, targetName } from './target.ts';

const NOT_LOGGED_IN = {
  code: 'rest_not_logged_in',
  message: 'You are not currently logged in.',
  data: { status: 401 },
};

/** Of the certificate that the sites show. */
const authority = readFileSync(new URL('../site/tls/ca.pem', import.meta.url), 'utf8');

let site: Target;
beforeAll(async () => {
  site = await startTarget();
});
afterAll(() => site.stop());
beforeEach(() => site.reset());

function me(login: string, password: string, root = site.root): Promise<Reply> {
  const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
  return get(`${root}wp/v2/users/me?context=edit`, { authorization });
}

describe('application passwords', () => {
  it('say who one is, with roles and capabilities in context=edit only', async () => {
    const { status, json, headers } = await api(site, 'ava', 'GET', 'wp/v2/users/me?context=edit');
    expect(status).toBe(200);
    expect(json).toMatchObject({ id: 2, username: 'ava', email: 'ava@example.test', roles: ['author'] });
    expect(json.capabilities).toMatchObject({ upload_files: true, edit_posts: true, publish_posts: true });
    expect(json.meta).toEqual({ persisted_preferences: [] });
    expect(headers.get('allow')).toBe('GET, POST, PUT, PATCH');
    const view = (await api(site, 'ava', 'GET', 'wp/v2/users/me')).json;
    expect(view.username ?? view.roles ?? view.email).toBeUndefined();
  });

  it('show what each role may not', async () => {
    const can = async (login: string): Promise<Record<string, boolean>> =>
      (await api(site, login, 'GET', 'wp/v2/users/me?context=edit')).json.capabilities;
    expect(await can('carl')).toMatchObject({ edit_posts: true, contributor: true });
    expect((await can('carl')).upload_files).toBeUndefined();
    expect(await can('sue')).toEqual({ read: true, level_0: true, subscriber: true });
    expect((await can('admin')).unfiltered_html).toBe(true);
  });

  it('work by e-mail, with and without spaces, and never as account password', async () => {
    const { appPassword, accountPassword } = site.signIn('ava');
    expect(appPassword).toMatch(/^(\w{4} ){5}\w{4}$/);
    expect((await me('ava', appPassword)).status).toBe(200);
    expect((await me('ava@example.test', appPassword.replaceAll(' ', ''))).status).toBe(200);
    expect((await me('ava', accountPassword)).json).toEqual(NOT_LOGGED_IN);
  });

  it('count by their letters and digits only (platform facts, section 3)', async () => {
    const { appPassword } = site.signIn('ava');
    expect((await me('ava', appPassword.replaceAll(' ', ' - .!\t'))).status).toBe(200);
    expect((await me('ava', appPassword.slice(0, -1))).status).toBe(401);
  });

  it('are ignored without an error over plain http in production, and work over https (platform facts, section 3)', async () => {
    const headers = { authorization: site.basic('ava') };
    const { productionUrl, httpsUrl } = site;
    expect((await get(`${productionUrl}/wp-json/wp/v2/video`, headers)).status).toBe(200);
    expect((await get(`${productionUrl}/wp-json/wp/v2/users/me`, headers)).json).toEqual(NOT_LOGGED_IN);
    // PHP's own server speaks no TLS.
    if (httpsUrl === null) return expect(targetName).toBe('wordpress');
    const dispatcher = new Agent({ connect: { ca: authority } });
    const { statusCode, body } = await request(`${httpsUrl}/wp-json/wp/v2/users/me`, { headers, dispatcher });
    expect([statusCode, await body.json()]).toEqual([200, expect.objectContaining({ id: 2 })]);
    await dispatcher.close();
  });

  it('fail in silence on a bare site: public routes answer, private ones see nobody', async () => {
    const wrong = { authorization: `Basic ${Buffer.from('ava:wrong').toString('base64')}` };
    expect((await get(`${site.root}wp/v2/video`, wrong)).status).toBe(200);
    const refused = await get(`${site.root}wp/v2/users/me`, wrong);
    expect([refused.status, refused.json, refused.headers.get('allow')]).toEqual([401, NOT_LOGGED_IN, 'GET']);
  });

  it('fail on every route where a plugin looks at the user early', async () => {
    await site.switches({ earlyUserCheck: true });
    const code = async (login: string): Promise<unknown[]> => {
      const authorization = `Basic ${Buffer.from(`${login}:wrong`).toString('base64')}`;
      const { status, json } = await get(`${site.root}wp/v2/video`, { authorization });
      return [status, json.code];
    };
    expect(await code('ava')).toEqual([401, 'incorrect_password']);
    expect(await code('nobody')).toEqual([401, 'invalid_username']);
    expect(await code('nobody@example.test')).toEqual([401, 'invalid_email']);
    expect((await me('ava', site.signIn('ava').appPassword)).status).toBe(200);
  });

  it('are ignored over plain http in production, and once revoked', async () => {
    const { appPassword } = site.signIn('ava');
    expect((await me('ava', appPassword, `${site.productionUrl}/wp-json/`)).json).toEqual(NOT_LOGGED_IN);
    const fresh = await site.addAppPassword('ava');
    expect((await me('ava', fresh)).status).toBe(200);
    await site.revoke('ava');
    expect((await me('ava', appPassword)).status).toBe(401);
    expect((await me('ava', fresh)).status).toBe(401);
    await site.reset();
    expect((await me('ava', appPassword)).status).toBe(200);
  });

  it('do not arrive where the server strips the header, nor beside a login cookie', async () => {
    const authorization = site.basic('ava');
    await site.switches({ stripAuthorization: true });
    expect((await get(`${site.root}wp/v2/users/me`, { authorization })).json).toEqual(NOT_LOGGED_IN);
    await site.switches({ stripAuthorization: false });
    const cookie = await browserCookies(site.url, 'ava', site.signIn('ava').accountPassword);
    expect((await get(`${site.root}wp/v2/users/me`, { authorization, cookie })).json).toEqual(NOT_LOGGED_IN);
    const headers = { authorization, cookie, 'x-wp-nonce': 'old' };
    expect((await get(`${site.root}wp/v2/users/me`, headers)).json.code).toBe('rest_cookie_invalid_nonce');
    for (const other of ['theme=dark', 'a=b; wordpress_logged_in_123=ava%7C1']) {
      expect((await get(`${site.root}wp/v2/users/me`, { authorization, cookie: other })).status).toBe(200);
    }
  });

  it('give nested _fields of capabilities back empty', async () => {
    expect(
      (await api(site, 'ava', 'GET', 'wp/v2/users/me?context=edit&_fields=capabilities.upload_files')).json,
    ).toEqual([]);
  });
});

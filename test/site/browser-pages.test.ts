// The browser's way to an application password: sign-in page and authorize-application.php (platform facts, 5; samples 10).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PracticeSite, startPracticeSite } from './start.ts';
import { api, get, type Reply } from './test-client.ts';

let site: PracticeSite;
beforeAll(async () => {
  site = await startPracticeSite();
});
afterAll(() => site.stop());
beforeEach(() => site.reset());

const PAGE = 'wp-admin/authorize-application.php';
const APP = 'app_name=Desk%20Up';

async function post(url: string, fields: Record<string, string>, cookie = ''): Promise<Reply> {
  const body = new URLSearchParams(fields);
  const response = await fetch(url, { method: 'POST', body, headers: { cookie }, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text(), json: undefined };
}

/** Signs in with the form and returns the cookie. */
async function browser(login: string, home = site.url): Promise<string> {
  const answer = await post(`${home}/wp-login.php`, { log: login, pwd: `${login}-pass-1` });
  expect(answer.status).toBe(302);
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** The hidden and shown fields of the page's form, as a browser would send them. */
function fieldsOf(page: string): Record<string, string> {
  const inputs = [...page.matchAll(/<input [^>]*name="(\w+)"[^>]*value="([^"]*)"/g)];
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]));
}

const location = ({ headers }: Reply): string => headers.get('location') ?? '';

describe('the sign-in page', () => {
  it('sends there whoever is not signed in, and leads back', async () => {
    const asked = `${site.url}/${PAGE}?${APP}&success_url=clipferry%3A%2F%2Fauthorized`;
    const sent = await get(asked);
    expect(sent.status).toBe(302);
    expect(location(sent)).toBe(`${site.url}/wp-login.php?redirect_to=${encodeURIComponent(asked)}&reauth=1`);
    const page = await get(location(sent));
    expect(page.text).toMatch(/<input type="text" name="log"[\s\S]*<input type="password" name="pwd"[\s\S]*wp-submit/);
    const fields = fieldsOf(page.text);
    expect(fields.redirect_to).toBe(asked);
    const login = await post(`${site.url}/wp-login.php`, { ...fields, log: 'ava', pwd: 'ava-pass-1' });
    expect([login.status, location(login)]).toEqual([302, asked]);
    expect(login.headers.get('set-cookie')).toMatch(/^wordpress_logged_in_[0-9a-f]{32}=.*; path=\/; HttpOnly$/);
  });

  it('shows what is wrong with status 200, and takes no application password', async () => {
    const attempt = (log: string, pwd: string): Promise<Reply> => post(`${site.url}/wp-login.php`, { log, pwd });
    const wrong = await attempt('ava', site.signIn('ava').appPassword);
    expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([200, null]);
    expect(wrong.text).toContain('The password you entered for the username <strong>ava</strong> is incorrect');
    expect((await attempt('<b>x', 'y')).text).toContain('<strong>&lt;b&gt;x</strong> is not registered');
  });

  it('never leads to another site', async () => {
    const fields = { log: 'ava', pwd: 'ava-pass-1', redirect_to: 'https://elsewhere.test/wp-admin/' };
    expect(location(await post(`${site.url}/wp-login.php`, fields))).toBe(`${site.url}/wp-admin/`);
  });
});

describe('authorize-application.php (section 5)', () => {
  const open = async (query: string, login = 'ava'): Promise<Reply> =>
    get(`${site.url}/${PAGE}?${APP}&${query}`, { cookie: await browser(login) });
  const success = (url: string): string => `success_url=${encodeURIComponent(url)}`;

  it('accepts https and an app’s own scheme, and refuses the rest with a page of status 500', async () => {
    for (const url of ['https://example.test/cb', 'clipferry://authorized?state=xyz']) {
      const page = await open(success(url));
      expect([url, page.status]).toEqual([url, 200]);
      expect(page.text).toContain(`"success":"${url}"`);
    }
    const refused = async (url: string): Promise<string> => {
      const { status, text } = await open(success(url));
      expect(status).toBe(500);
      return /allowed\. (.*?)<\/div>/.exec(text)?.[1] ?? '';
    };
    const insecure = 'The URL must be served over a secure connection.';
    const invalid = 'Invalid URL format.';
    expect(await refused('http://127.0.0.1:5000/cb?state=abc')).toBe(`${insecure} ${insecure}`);
    expect(await refused('http://localhost:5000/cb')).toBe(`${insecure} ${insecure}`);
    expect(await refused('clipferry:/cb')).toBe(`${invalid} ${invalid}`);
    expect(await refused('javascript://x/%0aalert(1)')).toBe(`${invalid} ${invalid}`);
    expect((await open('app_id=clipferry')).text).toContain('The application ID must be a UUID.');
    expect((await open('app_id=3fa85f64-5717-5562-b3fc-2c963f66afa6')).status).toBe(200);
    expect((await open(`reject_url=${encodeURIComponent('http://x.test/')}`)).status).toBe(500);
  });

  it('approves with a redirect that keeps its query, and the password signs in', async () => {
    const cookie = await browser('ava');
    const page = await get(`${site.url}/${PAGE}?${APP}&${success('https://example.test/cb?state=1')}`, { cookie });
    const fields = { ...fieldsOf(page.text), approve: '1' };
    const approved = await post(`${site.url}/${PAGE}`, fields, cookie);
    expect(approved.status).toBe(302);
    const to = new URL(location(approved));
    expect(to.href).toMatch(/^https:\/\/example\.test\/cb\?state=1&site_url=http%3A%2F%2F127/);
    expect([...to.searchParams.keys()]).toEqual(['state', 'site_url', 'user_login', 'password']);
    const { site_url, user_login, password = '' } = Object.fromEntries(to.searchParams);
    expect([site_url, user_login]).toEqual([site.url, 'ava']);
    expect(password).toMatch(/^\w{24}$/);
    const authorization = `Basic ${Buffer.from(`ava:${password}`).toString('base64')}`;
    expect((await get(`${site.root}wp/v2/users/me`, { authorization })).json.id).toBe(2);
    expect((await site.appPasswords('ava')).map((one) => one.name)).toEqual(['Practice sign-in', 'Desk Up']);
    const rejected = await post(`${site.url}/${PAGE}`, { ...fieldsOf(page.text), reject: '1' }, cookie);
    expect(location(rejected)).toBe('https://example.test/cb?state=1&success=false');
  });

  it('loses an own scheme in the plain form, keeps it when sent, and shows the password without an address', async () => {
    const cookie = await browser('ava');
    const page = await get(`${site.url}/${PAGE}?${APP}&${success('clipferry://authorized')}`, { cookie });
    const fields: Record<string, string> = { ...fieldsOf(page.text), approve: '1' };
    expect(fields.success_url).toBe('');
    const shown = await post(`${site.url}/${PAGE}`, fields, cookie);
    expect(shown.text).toMatch(/readonly value="(\w{4} ){5}\w{4}"/);
    const sent = await post(`${site.url}/${PAGE}`, { ...fields, success_url: 'clipferry://authorized' }, cookie);
    expect(location(sent)).toMatch(/^clipferry:\/\/authorized\?site_url=.*&user_login=ava&password=\w{24}$/);
    const forged = await post(`${site.url}/${PAGE}`, { ...fields, _wpnonce: 'x' }, cookie);
    expect([forged.status, (await site.appPasswords('ava')).length]).toEqual([403, 3]);
  });

  it('lets its script make the password through the API with cookie and nonce', async () => {
    const cookie = await browser('ava');
    const page = await get(`${site.url}/${PAGE}?${APP}&${success('clipferry://authorized')}`, { cookie });
    const app = JSON.parse(/id="auth-app">(.*?)<\/script>/.exec(page.text)?.[1] ?? '');
    const route = new URL(app.create).pathname.replace('/wp-json/', '');
    const create = (nonce: string): Promise<Reply> =>
      api(site, null, 'POST', route, { json: { name: 'Desk Up' }, headers: { cookie, 'x-wp-nonce': nonce } });
    expect((await create(app.nonce)).json).toMatchObject({ name: 'Desk Up', password: expect.any(String) });
    expect((await create('old')).json.code).toBe('rest_cookie_invalid_nonce');
  });

  it('is not available over plain http in production, nor where passwords are off', async () => {
    const home = site.productionUrl ?? '';
    const production = await get(`${home}/${PAGE}?${APP}`, { cookie: await browser('ava', home) });
    expect([production.status, production.text]).toEqual([
      501,
      expect.stringContaining('Application passwords are not available.'),
    ]);
    await site.switches({ appPasswordsDisabledFor: ['ava'] });
    expect((await open('')).status).toBe(501);
    const cookie = await browser('admin');
    const authorization = 'Basic eDp5';
    expect((await get(`${site.url}/${PAGE}?${APP}`, { cookie, authorization })).status).toBe(501);
  });

  it('stays shut for ordinary people where the product blocks wp-admin (section 1)', async () => {
    await site.switches({ blockAdminAccess: true });
    const asked = `${site.url}/${PAGE}?${APP}`;
    const fields = (login: string) => ({ log: login, pwd: `${login}-pass-1`, redirect_to: asked });
    expect(location(await post(`${site.url}/wp-login.php`, fields('ava')))).toBe(site.url);
    expect(location(await post(`${site.url}/wp-login.php`, fields('admin')))).toBe(asked);
    const blocked = await open('');
    expect([blocked.status, location(blocked)]).toEqual([302, site.url]);
    expect((await open('', 'admin')).status).toBe(200);
  });
});

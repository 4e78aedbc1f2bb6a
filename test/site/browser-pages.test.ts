// The practice site's own pages for a browser: what its sign-in page refuses, what its script does, and what the product shuts; the rest is the contract's (platform facts, section 5).
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

const location = ({ headers }: Reply): string => headers.get('location') ?? '';

describe('the sign-in page', () => {
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

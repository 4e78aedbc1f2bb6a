// The page on which a person lets an application have a password of its own (platform facts, section 5; samples 10).
import { decode } from 'html-entities';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { api, browserCookies, get, type Reply } from '../site/test-client.ts';
import { startTarget, type Target } from './target.ts';

const PAGE = 'wp-admin/authorize-application.php';
const APP = 'app_name=Desk%20Up';
const OWN_SCHEME = 'clipferry://authorized?state=xyz';

let site: Target;
beforeAll(async () => {
  site = await startTarget();
});
afterAll(() => site.stop());
beforeEach(() => site.reset());

const cookies = (login = 'ava', home = site.url): Promise<string> =>
  browserCookies(home, login, site.signIn(login).accountPassword);

async function post(url: string, fields: Record<string, string>, cookie = ''): Promise<Reply> {
  const body = new URLSearchParams(fields);
  const response = await fetch(url, { method: 'POST', body, headers: { cookie }, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text(), json: undefined };
}

/** The page with a query beside the application's name. */
async function open(query: string, cookie?: string, home = site.url): Promise<Reply> {
  return get(`${home}/${PAGE}?${APP}&${query}`, { cookie: cookie ?? (await cookies('ava', home)) });
}

/** What the page's form would send without its script and before a button. */
function fieldsOf({ text }: Reply): Record<string, string> {
  const form = /<form [^>]*authorize-application[\s\S]*?<\/form>/.exec(text)?.[0] ?? '';
  const inputs = [...form.matchAll(/<input (?![^>]*type="submit")[^>]*name="(\w+)"[^>]*value="([^"]*)"/g)];
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, decode(value)]));
}

const to = (name: string, url: string): string => `${name}=${encodeURIComponent(url)}`;
const success = (url: string): string => to('success_url', url);
const location = ({ headers }: Reply): string => headers.get('location') ?? '';
const names = async (): Promise<string[]> => (await site.appPasswords('ava')).map(({ name }) => name);

describe('the page for approving an application (platform facts, section 5)', () => {
  it('sends whoever is not signed in to the sign-in page, which leads back', async () => {
    const asked = `${site.url}/${PAGE}?${APP}&${success(OWN_SCHEME)}`;
    const sent = await get(asked);
    expect([sent.status, location(sent)]).toEqual([
      302,
      `${site.url}/wp-login.php?redirect_to=${encodeURIComponent(asked)}&reauth=1`,
    ]);
    const form = (await get(location(sent))).text;
    const back = decode(/<input [^>]*name="redirect_to"[^>]*value="([^"]*)"/.exec(form)?.[1] ?? '');
    const fields = { log: 'ava', pwd: site.signIn('ava').accountPassword, redirect_to: back };
    const login = await post(`${site.url}/wp-login.php`, fields, 'wordpress_test_cookie=WP%20Cookie%20check');
    expect([back, login.status, location(login)]).toEqual([asked, 302, asked]);
  });

  it('takes https and a scheme of one’s own with a host for the way back, and nothing without a host', async () => {
    const cookie = await cookies();
    for (const url of ['https://example.test/cb', OWN_SCHEME]) {
      const page = await open(success(url), cookie);
      expect([url, page.status, page.text.includes('Desk Up')]).toEqual([url, 200, true]);
    }
    for (const url of ['clipferry:/cb', 'javascript://x/%0aalert(1)']) {
      const page = await open(success(url), cookie);
      expect([url, page.status, page.headers.get('content-type')]).toEqual([url, 500, expect.stringContaining('html')]);
      expect(page.text).toContain('Invalid URL format.');
    }
  });

  it('takes plain http for the way back only where the site is local, this computer included', async () => {
    const local = await cookies();
    const production = await cookies('ava', site.productionUrl);
    for (const url of ['http://127.0.0.1:5000/cb?state=abc', 'http://localhost:5000/cb', 'http://example.test/']) {
      expect([url, (await open(success(url), local)).status]).toEqual([url, 200]);
      const refused = await open(success(url), production, site.productionUrl);
      // 7.1 takes this computer by its number, and then has no application passwords without https.
      const isTaken = site.isNewest && url.startsWith('http://127.0.0.1:');
      expect([url, refused.status]).toEqual([url, isTaken ? 501 : 500]);
      expect(refused.text.includes('The URL must be served over a secure connection.')).toBe(!isTaken);
    }
    expect((await open(to('reject_url', 'http://example.test/'), production, site.productionUrl)).status).toBe(500);
  });

  it('refuses an app_id that is no UUID', async () => {
    const cookie = await cookies();
    const refused = await open('app_id=clipferry', cookie);
    expect([refused.status, refused.text.includes('The application ID must be a UUID.')]).toEqual([500, true]);
    expect((await open('app_id=3fa85f64-5717-5562-b3fc-2c963f66afa6', cookie)).status).toBe(200);
  });

  it('leads on with address, login and bare password behind the query that was there, and these sign in', async () => {
    const cookie = await cookies();
    for (const url of ['https://example.test/cb?state=1', 'https://example.test/cb']) {
      const fields = { ...fieldsOf(await open(success(url), cookie)), approve: '1', app_name: `Desk Up ${url.length}` };
      const approved = await post(`${site.url}/${PAGE}`, fields, cookie);
      expect(approved.status).toBe(302);
      const {
        state,
        site_url,
        user_login,
        password = '',
      } = Object.fromEntries(new URL(location(approved)).searchParams);
      expect([location(approved).split('site_url')[0], state]).toEqual([
        `${url}${url.includes('?') ? '&' : '?'}`,
        url.includes('?') ? '1' : undefined,
      ]);
      expect([site_url, user_login]).toEqual([site.url, 'ava']);
      expect(password).toMatch(/^\w{24}$/);
      const authorization = `Basic ${Buffer.from(`ava:${password}`).toString('base64')}`;
      expect((await get(`${site.root}wp/v2/users/me`, { authorization })).json.id).toBe(2);
    }
    expect(await names()).toEqual(['Practice sign-in', 'Desk Up 31', 'Desk Up 23']);
  });

  it('leads a no to reject_url, else to success_url with success=false, else to the admin page', async () => {
    const cookie = await cookies();
    const no = async (query: string): Promise<string> => {
      const fields = { ...fieldsOf(await open(query, cookie)), reject: '1' };
      return location(await post(`${site.url}/${PAGE}`, fields, cookie));
    };
    const back = success('https://example.test/cb?state=1');
    expect(await no(back)).toBe('https://example.test/cb?state=1&success=false');
    expect(await no(`${back}&${to('reject_url', 'https://example.test/no')}`)).toBe('https://example.test/no');
    expect(await no('')).toBe(`${site.url}/wp-admin/`);
    expect(await names()).toEqual(['Practice sign-in']);
  });

  it('loses a scheme of one’s own in the form without its script, keeps it when it is sent, and makes nothing unasked', async () => {
    const cookie = await cookies();
    const fields = { ...fieldsOf(await open(success(OWN_SCHEME), cookie)), approve: '1' };
    expect(fields).toMatchObject({ success_url: '', app_name: 'Desk Up' });
    const shown = await post(`${site.url}/${PAGE}`, fields, cookie);
    expect([shown.status, location(shown)]).toEqual([200, '']);
    // The label, in which 6.8 leaves no field: what it lets into a notice has none.
    expect(shown.text).toMatch(/for="new-application-password-value">\s*Your new password/);
    const sent = await post(`${site.url}/${PAGE}`, { ...fields, app_name: 'B', success_url: OWN_SCHEME }, cookie);
    expect(location(sent)).toMatch(/^clipferry:\/\/authorized\?state=xyz&site_url=.*&user_login=ava&password=\w{24}$/);
    const nameless = await post(`${site.url}/${PAGE}`, { ...fields, app_name: '' }, cookie);
    expect([nameless.status, location(nameless)]).toEqual([200, '']);
    expect((await post(`${site.url}/${PAGE}`, { ...fields, _wpnonce: 'x' }, cookie)).status).toBe(403);
    expect(await names()).toEqual(['Practice sign-in', 'Desk Up', 'B']);
  });

  it('is 501 over plain http in production, where passwords are off, and behind a server that asks for HTTP Basic', async () => {
    const cookie = await cookies();
    const production = await open('', undefined, site.productionUrl);
    expect([production.status, production.text.includes('Application passwords are not available.')]).toEqual([
      501,
      true,
    ]);
    const behind = await api({ ...site, root: `${site.url}/` }, null, 'GET', `${PAGE}?${APP}`, {
      headers: { cookie, authorization: 'Basic eDp5' },
    });
    expect([behind.status, behind.text.includes('appears to use Basic Authentication')]).toEqual([501, true]);
    await site.switches({ appPasswordsDisabledFor: ['ava'] });
    expect((await open('', cookie)).status).toBe(501);
  });
});

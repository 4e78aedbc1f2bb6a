// Both token plugins on the same route (platform facts, sections 2, 3, 6, 7 and 17; samples 2, 2b, 9.29 to 9.33).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { api, browserCookies, get, type Reply } from '../site/test-client.ts';
import { startTarget, type Target } from './target.ts';

const NOT_LOGGED_IN = {
  code: 'rest_not_logged_in',
  message: 'You are not currently logged in.',
  data: { status: 401 },
};

let site: Target;
beforeAll(async () => {
  site = await startTarget();
});
afterAll(() => site.stop());
beforeEach(() => site.reset());

const login = (json: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  api(site, null, 'POST', 'jwt-auth/v1/token', { json, headers });
const AVA = { username: 'ava', password: 'ava-pass-1' };
const token = async (): Promise<string> => {
  const { json } = await login(AVA);
  return json.token ?? json.data.token;
};
const bearer = (value: string): { authorization: string } => ({ authorization: `Bearer ${value}` });
const me = (headers: Record<string, string>, root = site.root): Promise<Reply> =>
  get(`${root}wp/v2/users/me?_fields=id`, headers);
const validate = (headers: Record<string, string>): Promise<Reply> =>
  api(site, null, 'POST', 'jwt-auth/v1/token/validate', { headers });

function claims(jwt: string): { exp: number; iat: number; data: unknown } {
  return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8'));
}

describe('plugin A (section 6)', () => {
  it('gives a token of seven days for the account password, by name or e-mail', async () => {
    const { status, json, headers } = await login(AVA);
    expect([status, headers.get('allow')]).toEqual([200, 'POST']);
    expect(json).toEqual({
      token: expect.stringMatching(/^eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9\.[\w-]+\.[\w-]+$/),
      user_email: 'ava@example.test',
      user_nicename: 'ava',
      user_display_name: 'Ava Author',
    });
    const { exp, iat, data, ...rest } = claims(json.token);
    expect([exp - iat, data, rest]).toEqual([604_800, { user: { id: '2' } }, { iss: site.url, nbf: iat }]);
    expect((await login({ ...AVA, username: 'ava@example.test' })).status).toBe(200);
    const body = new URLSearchParams(AVA);
    expect((await api(site, null, 'POST', 'jwt-auth/v1/token', { body })).json.user_nicename).toBe('ava');
    await site.switches({ tokenSeconds: 90 });
    const short = claims((await login(AVA)).json.token);
    expect(short.exp - short.iat).toBe(90);
  });

  it('takes an application password too, and words every refusal as one', async () => {
    const { appPassword } = site.signIn('ava');
    expect((await login({ username: 'ava', password: appPassword })).json.user_nicename).toBe('ava');
    const wrong = await login({ username: 'ava', password: 'wrong' });
    expect([wrong.status, wrong.json, wrong.headers.get('allow')]).toEqual([
      403,
      {
        code: '[jwt_auth] incorrect_password',
        message: 'The provided password is an invalid application password.',
        data: { status: 403 },
      },
      'POST',
    ]);
    const code = async (json: unknown): Promise<string> => (await login(json)).json.code;
    expect(await code({ username: 'nobody', password: 'x' })).toBe('[jwt_auth] invalid_username');
    expect(await code({ username: 'no@example.test', password: 'x' })).toBe('[jwt_auth] invalid_email');
    expect(await code({})).toBe('[jwt_auth] invalid_username');
    await site.switches({ basicDisabled: true });
    expect(await code({ username: 'ava', password: 'x' })).toBe('[jwt_auth] application_passwords_disabled');
    await site.forgetAppPasswords();
    const plain = await login({ username: 'ava', password: 'x' });
    expect(plain.json.message).toContain('The password you entered for the username <strong>ava</strong> is incorrect');
  });

  it('lets a token do what its user may, also over plain http in production and beside a login cookie', async () => {
    const headers = bearer(await token());
    expect((await me(headers)).json).toEqual({ id: 2 });
    const cookie = await browserCookies(site.url, 'ava', AVA.password);
    // A browser shows the others to wp-admin only.
    const shown = cookie.split('; ').filter((one) => one.startsWith('wordpress_logged_in_'));
    expect(shown).toHaveLength(1);
    expect((await me({ ...headers, cookie: shown.join() })).json).toEqual({ id: 2 });
    expect((await validate(headers)).json).toEqual({ code: 'jwt_auth_valid_token', data: { status: 200 } });
    const root = `${site.productionUrl}/wp-json/`;
    const answer = await fetch(`${root}jwt-auth/v1/token`, { method: 'POST', body: new URLSearchParams(AVA) });
    const there = ((await answer.json()) as { token: string }).token;
    expect((await me(bearer(there), root)).json).toEqual({ id: 2 });
    const elsewhere = await me(headers, root);
    expect([elsewhere.status, elsewhere.json]).toEqual([
      403,
      { code: 'jwt_auth_bad_iss', message: 'The iss do not match with this server', data: { status: 403 } },
    ]);
  });

  it('calls every wrong password application_passwords_disabled over plain http in production (platform facts, section 6)', async () => {
    const body = new URLSearchParams({ ...AVA, password: 'wrong' });
    const refused = await api({ ...site, root: `${site.productionUrl}/wp-json/` }, null, 'POST', 'jwt-auth/v1/token', {
      body,
    });
    expect([refused.status, refused.json.code]).toEqual([403, '[jwt_auth] application_passwords_disabled']);
  });

  it('counts the token of somebody who was removed as nobody’s (platform facts, section 6)', async () => {
    const headers = bearer(await token());
    await site.removeUser('ava');
    const private_ = await me(headers);
    expect([private_.status, private_.json]).toEqual([401, NOT_LOGGED_IN]);
    expect((await get(`${site.root}wp/v2/video`, headers)).status).toBe(200);
    expect((await login(AVA)).json.code).toBe('[jwt_auth] invalid_username');
    await site.reset();
    expect((await me(bearer(await token()))).json).toEqual({ id: 2 });
  });

  it('gives a token without a cookie, which nothing but its end takes back (platform facts, section 6)', async () => {
    const { json, headers } = await login(AVA);
    expect(headers.get('set-cookie')).toBeNull();
    await site.revoke('ava');
    expect((await me(bearer(json.token))).json).toEqual({ id: 2 });
  });

  it('blocks every route with a bad or expired token, public ones and the token route included', async () => {
    const broken = await get(`${site.root}wp/v2/video`, bearer('garbage'));
    expect([broken.status, broken.json, broken.headers.get('allow')]).toEqual([
      403,
      { code: 'jwt_auth_invalid_token', message: 'Wrong number of segments', data: { status: 403 } },
      null,
    ]);
    expect((await login(AVA, bearer('garbage'))).json.code).toBe('jwt_auth_invalid_token');
    expect((await get(site.root, bearer('garbage'))).json.code).toBe('jwt_auth_invalid_token');
    const message = async (value: string): Promise<string> => (await me(bearer(value))).json.message;
    const good = await token();
    expect(await message(`${good.slice(0, -4)}AAAA`)).toBe('Signature verification failed');
    await site.expireTokens('carl');
    expect((await me(bearer(good))).json).toEqual({ id: 2 });
    await site.expireTokens('ava');
    expect(await message(good)).toBe('Expired token');
    expect((await validate(bearer(good))).json.message).toBe('Expired token');
    await site.reset();
  });

  it('knows the scheme only as Bearer, and tells a stripped header', async () => {
    const value = await token();
    expect((await me({ authorization: `bearer ${value}` })).json).toEqual(NOT_LOGGED_IN);
    const code = async (headers: Record<string, string>): Promise<unknown[]> => {
      const { status, json } = await validate(headers);
      return [status, json.code];
    };
    expect(await code({ authorization: `bearer ${value}` })).toEqual([403, 'jwt_auth_bad_auth_header']);
    expect(await code({})).toEqual([403, 'jwt_auth_no_auth_header']);
    await site.switches({ stripAuthorization: true });
    expect(await code(bearer(value))).toEqual([403, 'jwt_auth_no_auth_header']);
    expect((await me(bearer(value))).json).toEqual(NOT_LOGGED_IN);
    expect((await login(AVA)).status).toBe(200);
  });

  it('stands behind a members-only wall', async () => {
    const value = await token();
    await site.switches({ membersOnly: true });
    expect((await login(AVA)).json).toEqual(NOT_LOGGED_IN);
    expect((await me(bearer('garbage'))).json).toEqual(NOT_LOGGED_IN);
    expect((await me(bearer(value))).json).toEqual({ id: 2 });
  });

  it('is what the index names, until it is off', async () => {
    const namespaces = async (): Promise<string[]> =>
      (await get(`${site.root}?_fields=namespaces`)).json.namespaces as string[];
    expect(await namespaces()).toContain('jwt-auth/v1');
    expect(Object.keys((await get(`${site.root}jwt-auth/v1`)).json.routes).sort()).toEqual([
      '/jwt-auth/v1',
      '/jwt-auth/v1/token',
      '/jwt-auth/v1/token/validate',
    ]);
    const value = await token();
    await site.switches({ tokenPlugin: 'none' });
    expect(await namespaces()).not.toContain('jwt-auth/v1');
    expect((await login(AVA)).json.code).toBe('rest_no_route');
    expect((await get(`${site.root}jwt-auth/v1`)).status).toBe(404);
    expect((await me(bearer(value))).json).toEqual(NOT_LOGGED_IN);
  });
});

describe('plugin B (section 7)', () => {
  beforeEach(() => site.switches({ tokenPlugin: 'B' }));
  const call = (route: string, cookie?: string, json?: unknown): Promise<Reply> =>
    api(site, null, 'POST', `jwt-auth/v1/${route}`, { headers: cookie ? { cookie } : {}, json });
  const code = (reply: Reply): unknown[] => [reply.status, reply.json.statusCode, reply.json.code];

  it('gives a token of ten minutes and a refresh cookie', async () => {
    const { status, json, headers } = await login(AVA);
    expect(status).toBe(200);
    expect(json).toEqual({
      success: true,
      statusCode: 200,
      code: 'jwt_auth_valid_credential',
      message: 'Credential is valid',
      data: {
        token: expect.any(String),
        id: 2,
        email: 'ava@example.test',
        nicename: 'ava',
        firstName: '',
        lastName: '',
        displayName: 'Ava Author',
      },
    });
    // PHP works out the age from the end, a moment later: a second may have begun in between.
    expect(headers.get('set-cookie')).toMatch(
      /^refresh_token=2\.[0-9a-f]{64}; expires=[^;]+; Max-Age=(?:2592000|2591999); path=\/; HttpOnly$/,
    );
    const { exp, iat, data } = claims(json.data.token);
    expect([exp - iat, data]).toEqual([600, { user: { id: 2 } }]);
    expect((await me(bearer(json.data.token))).json).toEqual({ id: 2 });
  });

  it('fails with 401 in its own shape', async () => {
    const wrong = await login({ username: 'ava', password: 'wrong' });
    expect([wrong.status, wrong.json]).toEqual([
      401,
      {
        success: false,
        statusCode: 401,
        code: 'incorrect_password',
        message: 'The provided password is an invalid application password.',
        data: [],
      },
    ]);
    const unknown = (await login({ username: 'nobody', password: 'x' })).json;
    expect([unknown.code, unknown.message]).toEqual([
      'invalid_username',
      'Error: Unknown username. Check again or try your email address.',
    ]);
    expect(code(await login({}))).toEqual([401, 401, 'jwt_auth_missing_credentials']);
    expect(code(await validate({}))).toEqual([401, 401, 'jwt_auth_no_auth_header']);
    expect(code(await validate(bearer('garbage')))).toEqual([401, 401, 'jwt_auth_invalid_token']);
    expect((await validate(bearer(await token()))).json).toMatchObject({ success: true, message: 'Token is valid' });
  });

  it('ignores a bad token: the request goes on as anonymous', async () => {
    expect((await get(`${site.root}wp/v2/video`, bearer('garbage'))).json).toEqual([]);
    expect((await me(bearer('garbage'))).json).toEqual(NOT_LOGGED_IN);
    const value = await token();
    await site.expireTokens();
    expect((await me(bearer(value))).json).toEqual(NOT_LOGGED_IN);
    expect((await login(AVA, bearer('garbage'))).status).toBe(200);
  });

  it('renews by cookie and rotates it', async () => {
    const cookieOf = (reply: Reply): string => reply.headers.get('set-cookie')?.split(';')[0] ?? '';
    const first = cookieOf(await login(AVA));
    const renewed = await call('token', first);
    expect([renewed.json.data.id, renewed.headers.get('set-cookie')]).toEqual([2, null]);
    const rotated = await call('token/refresh', first);
    expect(rotated.json).toMatchObject({ success: true, code: 'jwt_auth_valid_token' });
    const second = cookieOf(rotated);
    expect(second).not.toBe(first);
    expect(code(await call('token', first))).toEqual([401, 401, 'jwt_auth_obsolete_refresh_token']);
    expect((await call('token', second)).status).toBe(200);
    // Each device has its own.
    const phone = cookieOf(await call('token', undefined, { ...AVA, device: 'phone' }));
    expect((await call('token', second)).status).toBe(200);
    expect((await call('token', phone, { device: 'phone' })).status).toBe(200);
    expect(code(await call('token', 'refresh_token=2'))).toEqual([401, 401, 'jwt_auth_invalid_refresh_token']);
    expect(code(await call('token/refresh'))).toEqual([401, 401, 'jwt_auth_no_auth_cookie']);
  });

  it('finds a REST call without pretty permalinks only by unescaped slashes', async () => {
    await using plain = await startTarget({ plainPermalinks: true, switches: { tokenPlugin: 'B' } });
    const { json } = await api(plain, null, 'POST', 'jwt-auth/v1/token', { json: AVA });
    const headers = bearer(json.data.token);
    expect((await get(`${plain.root}wp/v2/users/me&_fields=id`, headers)).json).toEqual({ id: 2 });
    const escaped = `${plain.url}/index.php?rest_route=%2Fwp%2Fv2%2Fusers%2Fme&_fields=id`;
    expect((await get(escaped, headers)).json).toEqual(NOT_LOGGED_IN);
  });
});

// Managing application passwords (platform facts, sections 3, 4 and 17; samples 4.1 to 4.7).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { api, get, type Reply } from '../site/test-client.ts';
import { startTarget, type Target } from './target.ts';

const APP_ID = '3fa85f64-5717-5562-b3fc-2c963f66afa6';
const BASE = 'wp/v2/users/me/application-passwords';

let site: Target;
beforeAll(async () => {
  site = await startTarget();
});
afterAll(() => site.stop());
beforeEach(() => site.reset());

const create = (json: unknown, query = ''): Promise<Reply> => api(site, 'ava', 'POST', BASE + query, { json });
const as = (password: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`ava:${password}`).toString('base64')}`,
});
const call = (password: string, method: string, route: string): Promise<Reply> =>
  api(site, null, method, route, { headers: as(password) });
const outcome = ({ status, json }: Reply): unknown[] => [status, json.code];

describe('application passwords through the API (section 4)', () => {
  it('are created with 201, Location and the secret once', async () => {
    const { status, json, headers } = await create({ name: 'Desktop uploader', app_id: APP_ID });
    expect([status, headers.get('allow')]).toEqual([201, 'GET, POST, DELETE']);
    const address = `${site.root}wp/v2/users/2/application-passwords/${json.uuid}`;
    expect(headers.get('location')).toBe(address);
    expect(json).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      app_id: APP_ID,
      name: 'Desktop uploader',
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      last_used: null,
      last_ip: null,
      password: expect.stringMatching(/^(\w{4} ){5}\w{4}$/),
      // Since 6.7 with what may be asked there.
      _links: { self: [expect.objectContaining({ href: address })] },
    });
    expect((await get(`${site.root}wp/v2/users/me`, as(json.password))).json.id).toBe(2);
    const again = await create({ name: 'Desktop uploader' });
    // Up to 6.1 every one needs a name of its own.
    expect([again.status, again.json.code ?? again.json.app_id]).toEqual(
      site.isRecent ? [201, ''] : [409, 'application_password_duplicate_name'],
    );
    if (site.mayWantNames) {
      await site.switches({ appPasswordNamesDiffer: true });
      const refused = await create({ name: 'Desktop uploader' });
      expect([refused.status, refused.json]).toEqual([
        409,
        {
          code: 'application_password_duplicate_name',
          message: 'Each application name should be unique.',
          data: { status: 409 },
        },
      ]);
    }
    const listed = await api(site, 'ava', 'GET', BASE);
    expect(listed.json.map((one: { name: string }) => one.name)).toEqual([
      'Practice sign-in',
      'Desktop uploader',
      ...(site.isRecent ? ['Desktop uploader'] : []),
    ]);
    expect(listed.json[1].password).toBeUndefined();
    expect(listed.headers.get('x-wp-total')).toBeNull();
    expect((await site.appPasswords('ava')).map((one) => one.uuid)).toEqual(
      listed.json.map((one: { uuid: string }) => one.uuid),
    );
  });

  it('need a name and a real app_id, and lose their Location to _fields', async () => {
    const missing = await create({});
    expect([...outcome(missing), missing.json.data.params]).toEqual([400, 'rest_missing_callback_param', ['name']]);
    expect((await create({ name: '  ' })).json.data.details.name.code).toBe('rest_invalid_pattern');
    // 7.1 takes an empty one for none.
    const [wrong, code] = site.isNewest
      ? [['clipferry'], 'rest_no_matching_schema']
      : [['', 'clipferry'], 'rest_invalid_uuid'];
    for (const app_id of wrong) {
      expect((await create({ name: 'x', app_id })).json.data.details.app_id.code).toBe(code);
    }
    expect(Object.keys((await create({ name: 7, app_id: 5 })).json.data.details).sort()).toEqual(['app_id', 'name']);
    expect((await create({ name: 'x' }, '?_fields=uuid,password')).headers.get('location')).toBe('');
  });

  it('are read, renamed and removed one by one; the app_id stays', async () => {
    const { uuid, password } = (await create({ name: 'One', app_id: APP_ID })).json;
    expect((await api(site, 'ava', 'GET', `${BASE}/${uuid}`)).json).toMatchObject({ uuid, name: 'One' });
    for (const method of ['POST', 'PATCH']) {
      const by = await api(site, 'ava', method, `${BASE}/${uuid}`, { json: { name: method } });
      expect(by.json).toMatchObject({ uuid, name: method, app_id: APP_ID });
    }
    const other = 'aaaaaaaa-5717-5562-b3fc-2c963f66afa6';
    const renamed = await api(site, 'ava', 'PUT', `${BASE}/${uuid}`, { json: { name: 'Two', app_id: other } });
    expect(renamed.json).toMatchObject({ uuid, name: 'Two', app_id: APP_ID });
    // Also where each new one needs a name of its own, a rename may give one that is taken.
    const taken = (await create({ name: 'Taken' })).json;
    const same = await api(site, 'ava', 'POST', `${BASE}/${taken.uuid}`, { json: { name: 'Two' } });
    expect([same.status, same.json.name]).toEqual([200, 'Two']);
    const blank = await api(site, 'ava', 'POST', `${BASE}/${uuid}`, { json: { name: ' ' } });
    expect(outcome(blank)).toEqual([400, 'rest_invalid_param']);
    const removed = await call(password, 'DELETE', `${BASE}/${uuid}`);
    expect(removed.headers.get('allow')).toBe('GET, POST, PUT, PATCH, DELETE');
    expect(removed.json).toEqual({
      deleted: true,
      previous: {
        uuid,
        app_id: APP_ID,
        name: 'Two',
        created: expect.any(String),
        last_used: expect.any(String),
        last_ip: expect.stringContaining('127.0.0.1'),
      },
    });
    // It has removed itself: from now on it is just ignored.
    expect(outcome(await call(password, 'GET', 'wp/v2/users/me'))).toEqual([401, 'rest_not_logged_in']);
    expect(outcome(await api(site, 'ava', 'GET', `${BASE}/${uuid}`))).toEqual([
      404,
      'rest_application_password_not_found',
    ]);
  });

  it('are removed all at once', async () => {
    await create({ name: 'x' });
    expect((await api(site, 'ava', 'DELETE', BASE)).json).toEqual({ deleted: true, count: 2 });
    expect(await site.appPasswords('ava')).toEqual([]);
    expect(outcome(await api(site, 'ava', 'GET', BASE))).toEqual([401, 'rest_not_logged_in']);
  });

  it('tell which of them is in use', async () => {
    const { uuid, password } = (await create({ name: 'In use' })).json;
    const own = await call(password, 'GET', `${BASE}/introspect?_fields=uuid,name`);
    expect([own.json, own.headers.get('allow')]).toEqual([{ uuid, name: 'In use' }, 'GET']);
    const json = { username: 'ava', password: 'ava-pass-1' };
    const { token } = (await api(site, null, 'POST', 'jwt-auth/v1/token', { json })).json;
    const headers = { authorization: `Bearer ${token}` };
    expect((await api(site, null, 'GET', BASE, { headers })).json).toHaveLength(2);
    const byToken = await api(site, null, 'GET', `${BASE}/introspect`, { headers });
    expect(outcome(byToken)).toEqual([404, 'rest_no_authenticated_app_password']);
    expect(outcome(await api(site, 'admin', 'GET', 'wp/v2/users/2/application-passwords/introspect'))).toEqual([
      403,
      'rest_cannot_introspect_app_password_for_non_authenticated_user',
    ]);
  });

  it('note when and where they were used', async () => {
    const used = async (): Promise<string | null | undefined> => (await site.appPasswords('ava'))[0]?.lastUsed;
    expect(await used()).toBeNull();
    await api(site, 'ava', 'GET', 'wp/v2/users/me');
    expect(Date.now() - Date.parse(`${await used()}Z`)).toBeLessThan(60_000);
  });

  it('do not note it again within 24 hours (platform facts, section 3)', async () => {
    const used = async (): Promise<string> => {
      await api(site, 'ava', 'GET', 'wp/v2/users/me');
      return (await site.appPasswords('ava'))[0]?.lastUsed ?? '';
    };
    const first = await used();
    // Only a later second could show.
    await expect.poll(async () => (await site.state()).now.slice(0, 19) > first).toBe(true);
    expect(await used()).toBe(first);
  });

  it('of somebody else may not be made, renamed or taken away (platform facts, section 4)', async () => {
    const [uuid] = (await site.appPasswords('admin')).map((one) => one.uuid);
    for (const [method, route, code] of [
      ['POST', '', 'rest_cannot_create_application_passwords'],
      ['DELETE', '', 'rest_cannot_delete_application_passwords'],
      ['PUT', `/${uuid}`, 'rest_cannot_edit_application_password'],
      ['DELETE', `/${uuid}`, 'rest_cannot_delete_application_password'],
    ] as const) {
      const ask = (login: string | null): Promise<Reply> =>
        api(site, login, method, `wp/v2/users/1/application-passwords${route}`, { json: { name: 'x' } });
      expect(outcome(await ask('ava'))).toEqual([403, code]);
      expect(outcome(await ask(null))).toEqual([401, code]);
    }
    expect(await site.appPasswords('admin')).toHaveLength(1);
  });

  it('belong to their user, and to administrators', async () => {
    const of = (login: string | null, method: string, route: string): Promise<Reply> =>
      api(site, login, method, `wp/v2/users/${route}`);
    const [uuid] = (await site.appPasswords('admin')).map((one) => one.uuid);
    expect(outcome(await of('ava', 'GET', '1/application-passwords'))).toEqual([
      403,
      'rest_cannot_list_application_passwords',
    ]);
    expect(outcome(await of(null, 'DELETE', `1/application-passwords/${uuid}`))).toEqual([
      401,
      'rest_cannot_delete_application_password',
    ]);
    expect(outcome(await of('ava', 'GET', `1/application-passwords/${uuid}`))).toEqual([
      403,
      'rest_cannot_read_application_password',
    ]);
    expect(outcome(await of(null, 'GET', 'me/application-passwords'))).toEqual([401, 'rest_not_logged_in']);
    expect(outcome(await of('ava', 'GET', '99/application-passwords'))).toEqual([404, 'rest_user_invalid_id']);
    expect((await of('admin', 'GET', '2/application-passwords')).json).toHaveLength(1);
  });

  it('are 501 where they are switched off, for the site or for one person', async () => {
    const json = { username: 'ava', password: 'ava-pass-1' };
    const { token } = (await api(site, null, 'POST', 'jwt-auth/v1/token', { json })).json;
    const list = (): Promise<Reply> => api(site, null, 'GET', BASE, { headers: { authorization: `Bearer ${token}` } });
    await site.switches({ basicDisabled: true });
    const off = await list();
    expect([off.status, off.json, off.headers.get('allow')]).toEqual([
      501,
      {
        code: 'application_passwords_disabled',
        message: 'Application passwords are not available.',
        data: { status: 501 },
      },
      null,
    ]);
    await site.switches({ basicDisabled: false, appPasswordsDisabledFor: ['ava'] });
    expect(outcome(await list())).toEqual([501, 'application_passwords_disabled_for_user']);
    expect(outcome(await api(site, 'ava', 'GET', 'wp/v2/users/me'))).toEqual([401, 'rest_not_logged_in']);
    expect((await api(site, 'admin', 'GET', 'wp/v2/users/me')).status).toBe(200);
  });
});

describe('on the account page', () => {
  it('one is taken away while the others stay', async () => {
    const fresh = await site.addAppPassword('ava');
    const [first] = await site.appPasswords('ava');
    await site.revokeAppPassword('ava', first?.uuid ?? '');
    expect((await api(site, 'ava', 'GET', 'wp/v2/users/me')).status).toBe(401);
    expect((await get(`${site.root}wp/v2/users/me`, as(fresh))).status).toBe(200);
    await expect(site.revokeAppPassword('ava', 'none')).rejects.toThrow('no such');
  });

  it('until the first one ever is made, Basic is ignored even where wrong ones are refused (section 3)', async () => {
    await site.switches({ earlyUserCheck: true });
    expect(outcome(await call('wrong', 'GET', 'wp/v2/video'))).toEqual([401, 'incorrect_password']);
    await site.forgetAppPasswords();
    expect((await call('wrong', 'GET', 'wp/v2/video')).status).toBe(200);
    await site.addAppPassword('ava');
    expect(outcome(await call('wrong', 'GET', 'wp/v2/video'))).toEqual([401, 'incorrect_password']);
  });
});

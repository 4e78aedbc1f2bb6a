// What the passing of time changes on the practice site, whose clock a test can set.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PracticeSite, startPracticeSite } from './start.ts';
import { api, filmBytes, get, upload } from './test-client.ts';

let site: PracticeSite;
beforeAll(async () => {
  site = await startPracticeSite();
});
afterAll(() => site.stop());
beforeEach(() => site.reset());

const AVA = { username: 'ava', password: 'ava-pass-1' };
const token = async (): Promise<string> =>
  (await api(site, null, 'POST', 'jwt-auth/v1/token', { json: AVA })).json.token;

describe('time', () => {
  it('shows in the last use of an application password once in 24 hours', async () => {
    const used = async (): Promise<string | null | undefined> => {
      await api(site, 'ava', 'GET', 'wp/v2/users/me');
      return (await site.appPasswords('ava'))[0]?.lastUsed;
    };
    const first = await used();
    await site.switches({ clockOffsetSeconds: 3600 });
    expect(await used()).toBe(first);
    await site.switches({ clockOffsetSeconds: 86_500 });
    expect(Date.parse(`${await used()}Z`) - Date.parse(`${first}Z`)).toBeGreaterThanOrEqual(86_400_000);
  });

  it('moves the date of an undated draft with each save', async () => {
    await site.switches({ clockOffsetSeconds: -3600 });
    const { json } = await api(site, 'ava', 'POST', 'wp/v2/video', { json: { title: 'a', status: 'draft' } });
    await site.switches({ clockOffsetSeconds: 0 });
    const after = (await api(site, 'ava', 'POST', `wp/v2/video/${json.id}`, { json: { title: 'later' } })).json;
    expect(Date.parse(`${after.date_gmt}Z`) - Date.parse(`${json.date_gmt}Z`)).toBeGreaterThanOrEqual(3_599_000);
  });

  it('ends a token of plugin A after seven days, and makes one from the future suspect', async () => {
    const old = await token();
    const message = async (): Promise<string> =>
      (await get(`${site.root}wp/v2/users/me`, { authorization: `Bearer ${old}` })).json.message;
    await site.switches({ clockOffsetSeconds: 604_801 });
    expect(await message()).toBe('Expired token');
    await site.switches({ clockOffsetSeconds: -60 });
    expect(await message()).toMatch(/^Cannot handle token prior to 20/);
  });

  it('ends a refresh cookie of plugin B after thirty days', async () => {
    await site.switches({ tokenPlugin: 'B' });
    const made = await api(site, null, 'POST', 'jwt-auth/v1/token', { json: AVA });
    const cookie = (made.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    await site.switches({ clockOffsetSeconds: 31 * 86_400 });
    const { status, json } = await api(site, null, 'POST', 'jwt-auth/v1/token', { headers: { cookie } });
    expect([status, json.code]).toEqual([401, 'jwt_auth_expired_refresh_token']);
  });

  it('is not asked for ranges of a file once they are switched off', async () => {
    const bytes = filmBytes(1000);
    const { source_url: url } = (await upload(site, 'ava', 'a.mp4', bytes)).json.attachment;
    await site.switches({ ranges: false });
    const whole = await fetch(url, { headers: { range: 'bytes=0-9' } });
    expect([whole.status, Buffer.from(await whole.arrayBuffer())]).toEqual([200, bytes]);
  });
});

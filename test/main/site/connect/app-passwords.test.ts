// Every operation on application passwords, typed, on the practice site.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../main/adapters/clock.ts';
import { undiciHttp } from '../../../../main/adapters/http.ts';
import { SiteRefusal } from '../../../../main/answers.ts';
import { type AuthorizedClient, basic, siteCalls } from '../../../../main/site/client/client.ts';
import {
  appId,
  createPassword,
  deleteAllPasswords,
  deletePassword,
  getPassword,
  introspectPassword,
  listPasswords,
  renamePassword,
} from '../../../../main/site/connect/app-passwords.ts';
import { requestToken } from '../../../../main/site/connect/tokens.ts';
import { type PracticeSite, startPracticeSite } from '../../../site/start.ts';
import { answering, type Written } from './answering.ts';

const http = undiciHttp();
const calls = siteCalls(http, systemClock);
let site: PracticeSite;
let ava: AuthorizedClient;

beforeAll(async () => {
  site = await startPracticeSite();
});
beforeEach(async () => {
  await site.reset();
  ava = { root: site.root, authorization: basic('ava', site.signIn('ava').appPassword) };
});
afterAll(async () => {
  await site.stop();
  await http.close();
});

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no failure',
    (error: unknown) => (error instanceof SiteRefusal ? error.said.code : error),
  );

describe('application passwords', () => {
  it('are made with our name and id, and work at once; the password is told with its spaces', async () => {
    const made = await createPassword(calls, ava, 'Clipferry on <desk> & co');
    expect(made).toMatchObject({ appId, lastUsedAt: null, lastIp: null });
    expect(made.password).toMatch(/^(\w{4} ){5}\w{4}$/);
    expect(Math.abs((made.createdAt ?? 0) - Date.now())).toBeLessThan(20_000);
    const { password: _told, ...rest } = made;
    expect(await getPassword(calls, ava, made.uuid)).toEqual(rest);

    const own = { root: site.root, authorization: basic('ava', made.password) };
    expect(await introspectPassword(calls, own)).toMatchObject({ uuid: made.uuid });
    expect(await listPasswords(calls, own)).toContainEqual(
      expect.objectContaining({ uuid: made.uuid, lastIp: '127.0.0.1' }),
    );
  });

  it('get a number where the site wants a name of its own for each (platform 6.1)', async () => {
    await site.switches({ appPasswordNamesDiffer: true });
    const names = [];
    for (let count = 0; count < 3; count++) names.push((await createPassword(calls, ava, 'Clipferry on desk')).name);
    expect(names).toEqual(['Clipferry on desk', 'Clipferry on desk (2)', 'Clipferry on desk (3)']);
  });

  it('are renamed, taken away one by one, and all at once', async () => {
    const { uuid } = await createPassword(calls, ava, 'One');
    expect(await renamePassword(calls, ava, uuid, 'Another')).toMatchObject({ uuid, name: 'Another', appId });
    await deletePassword(calls, ava, uuid);
    await deletePassword(calls, ava, uuid);
    expect(await codeOf(getPassword(calls, ava, uuid))).toBe('rest_application_password_not_found');
    await createPassword(calls, ava, 'Two');
    const all = await listPasswords(calls, ava);
    expect(await deleteAllPasswords(calls, ava)).toBe(all.length);
    expect(await codeOf(listPasswords(calls, ava))).toBe('rest_not_logged_in');
  });

  it('are managed with a token too, of which none is in use', async () => {
    const { token } = await requestToken(
      calls,
      systemClock,
      site.root,
      'ava',
      site.signIn('ava').accountPassword,
      'desk',
    );
    const client = { root: site.root, authorization: `Bearer ${token}` };
    expect(await introspectPassword(calls, client)).toBeNull();
    expect((await createPassword(calls, client, 'By token')).name).toBe('By token');
  });

  it('that cannot be had say why', async () => {
    const { token } = await requestToken(
      calls,
      systemClock,
      site.root,
      'ava',
      site.signIn('ava').accountPassword,
      'desk',
    );
    const client = { root: site.root, authorization: `Bearer ${token}` };
    await site.switches({ basicDisabled: true });
    expect(await codeOf(createPassword(calls, client, 'x'))).toBe('application_passwords_disabled');
    await site.switches({ basicDisabled: false, appPasswordsDisabledFor: ['ava'] });
    expect(await codeOf(listPasswords(calls, client))).toBe('application_passwords_disabled_for_user');
    expect(await codeOf(listPasswords(calls, { root: site.root, authorization: null }))).toBe('rest_not_logged_in');
    await site.switches({ htmlInsteadOfJson: { route: 'application-passwords' } });
    expect(await codeOf(deletePassword(calls, client, '0c1b8a57-7f0e-4c5e-9a34-6b1d5d1c2f01'))).toBeNull();
  });
});

describe('an odd answer', () => {
  const at = { root: 'https://e.com/wp-json/', authorization: 'Basic x' };
  const base = `${at.root}wp/v2/users/me/application-passwords`;
  const item = { uuid: 'u-1', name: 'Desk' };
  const refusal = (status: number, code: string): Written => ({ status, json: { code } });
  const of = (address: string, answer: Written) => answering({ [address]: answer });

  it('to a wish for a password is none, unless it is whole', async () => {
    const make = (answer: Written) => createPassword(of(`POST ${base}`, answer).calls, at, 'Desk');
    const made = { ...item, password: 'a b' };
    for (const status of [200, 201, 299]) {
      expect(await make({ status, json: made })).toMatchObject({ uuid: 'u-1', appId: '', password: 'a b' });
    }
    for (const status of [199, 300]) expect(await codeOf(make({ status, json: { ...made, code: 'odd' } }))).toBe('odd');
    for (const json of [item, { password: 'a b' }]) expect(await codeOf(make({ json }))).toBeNull();
    const taken = of(`POST ${base}`, refusal(400, 'application_password_duplicate_name'));
    expect(await codeOf(createPassword(taken.calls, at, 'Desk'))).toBe('application_password_duplicate_name');
    expect(taken.sent).toHaveLength(101);
  });

  it.each<[Written, unknown]>([
    [{ json: { deleted: true } }, 'no failure'],
    [refusal(404, 'rest_application_password_not_found'), 'no failure'],
    [refusal(404, 'rest_no_route'), 'rest_no_route'],
    [refusal(403, 'rest_application_password_not_found'), 'rest_application_password_not_found'],
    [{ json: { deleted: false } }, null],
    [{ json: {} }, null],
    [{ status: 500, json: { deleted: true } }, null],
  ])('to its taking away: %j', async (answer, expected) => {
    expect(await codeOf(deletePassword(of(`DELETE ${base}/u-1`, answer).calls, at, 'u-1'))).toBe(expected);
  });

  it('to the taking away of all counts only with their number', async () => {
    const all = (json: unknown) => deleteAllPasswords(of(`DELETE ${base}`, { json }).calls, at);
    expect(await all({ deleted: true, count: 3 })).toBe(3);
    for (const json of [{ deleted: false, count: 3 }, { deleted: true }]) expect(await codeOf(all(json))).toBeNull();
  });

  it.each<[Written, unknown]>([
    [{ json: item }, 'no failure'],
    [refusal(404, 'rest_no_authenticated_app_password'), 'no failure'],
    [refusal(404, 'rest_no_route'), 'rest_no_route'],
    [refusal(403, 'rest_no_authenticated_app_password'), 'rest_no_authenticated_app_password'],
    [{ status: 500, json: { ...item, code: 'odd' } }, 'odd'],
  ])('to whose it is: %j', async (answer, expected) => {
    expect(await codeOf(introspectPassword(of(`GET ${base}/introspect`, answer).calls, at))).toBe(expected);
  });

  it('with odd texts is read as far as it goes', async () => {
    const json = [{ ...item, app_id: 1, name: null, created: 5, last_ip: 6 }];
    expect(await listPasswords(of(`GET ${base}`, { json }).calls, at)).toEqual([
      { uuid: 'u-1', appId: '', name: '', createdAt: null, lastUsedAt: null, lastIp: null },
    ]);
  });
});

// Managing the account's application passwords through the whole engine, on the practice site.
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { AppPasswordView } from '../../preload/contract.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { clipFolder } from './clip-files.ts';
import { type Engine, fixture, startEngine } from './engine.ts';
import { accountOf, accountPassword, issue, pasted, signIn, worth } from './sign-ins.ts';

let site: PracticeSite;
let engine: Engine;
let id: string;

beforeEach(async () => {
  site = await startPracticeSite({ name: 'Harbour Films' });
  engine = await startEngine();
  id = worth(await signIn(engine, site.url, accountPassword(site))).id;
});
afterEach(async () => {
  await engine.stop();
  await site.stop();
});

const handlers = () => engine.uploader.handlers;
const listed = async (accountId = id): Promise<readonly AppPasswordView[]> =>
  worth(await handlers()['account.passwords'](accountId));
const marked = async (mark: AppPasswordView['mark']): Promise<AppPasswordView> => {
  const found = (await listed()).find((one) => one.mark === mark);
  if (!found) throw new Error(`none is ${mark}`);
  return found;
};
const onSite = async (): Promise<readonly string[]> => (await site.appPasswords('ava')).map(({ name }) => name);
const names = (passwords: readonly AppPasswordView[]): readonly string[] => passwords.map(({ name }) => name);

describe('one application password', () => {
  it('is shown as the site has it now, and renamed as the site keeps it', async () => {
    const other = await marked('other');
    const of = { accountId: id, uuid: other.uuid };
    expect(worth(await handlers()['account.password'](of))).toEqual(other);
    const renamed = worth(await handlers()['account.renamePassword']({ ...of, name: '<b>Edit</b>  suite & co' }));
    expect(renamed).toEqual({ ...other, name: 'Edit suite & co' });
    expect(await onSite()).toContain('Edit suite & co');
    const ours = await marked('in-use');
    const own = { accountId: id, uuid: ours.uuid, name: 'Desk' };
    expect(worth(await handlers()['account.renamePassword'](own))).toMatchObject({ name: 'Desk', mark: 'in-use' });
    expect(await accountOf(engine, id)).toMatchObject({ signedIn: true });
  });

  it('that was taken away meanwhile is said to be gone; taking it away again is no failure', async () => {
    const other = await marked('other');
    await site.revokeAppPassword('ava', other.uuid);
    const of = { accountId: id, uuid: other.uuid };
    const gone = { ok: false, failure: { problem: 'password-gone' } };
    expect(await handlers()['account.password'](of)).toMatchObject(gone);
    expect(await handlers()['account.renamePassword']({ ...of, name: 'Desk' })).toMatchObject(gone);
    expect(await handlers()['account.revokePassword'](of)).toEqual({ ok: true, value: null });
    expect(await accountOf(engine, id)).toMatchObject({ signedIn: true });
  });

  it.each([
    [409, 'application_password_duplicate_name', 'password-name-taken'],
    [400, 'application_password_empty_name', 'password-name-refused'],
    [400, 'rest_invalid_param', 'password-name-refused'],
    [403, 'rest_cannot_edit_application_password', 'passwords-not-allowed'],
    [501, 'application_passwords_disabled', 'app-passwords-off'],
    [500, 'db_error', 'server-error'],
  ])(
    'whose renaming is answered with %d %s keeps its name, and the account its sign-in',
    async (status, code, problem) => {
      const { uuid, name } = await marked('other');
      await site.switches({
        failWith: { route: '^POST .*application-passwords', status, body: { code, message: 'No.' } },
      });
      const refused = await handlers()['account.renamePassword']({ accountId: id, uuid, name: 'Another' });
      expect(refused).toMatchObject({ ok: false, failure: { problem } });
      expect(await onSite()).toContain(name);
      expect(await accountOf(engine, id)).toMatchObject({ signedIn: true });
    },
  );
});

describe('many application passwords', () => {
  it('are taken away but for the one in use: the account stays signed in, and its clips arrive', async () => {
    await site.addAppPassword('ava');
    const before = await listed();
    const revoked = await handlers()['account.revokePasswords']({ accountId: id, which: 'others' });
    expect(revoked).toEqual({ ok: true, value: before.length - 1 });
    expect(await onSite()).toEqual(names(before.filter(({ mark }) => mark === 'in-use')));
    await engine.add(id, fixture('Tide pools.mp4'));
    await engine.settled();
    expect((await site.state()).videos).toHaveLength(1);
  });

  it('are all taken away with one question to the site: the account is signed out, and its clips wait for it', async () => {
    await site.switches({ stallAfterBytes: { bytes: 1 } });
    // More than the line's buffers hold: its last bytes are here.
    const clips = clipFolder();
    onTestFinished(() => clips.remove());
    await engine.add(id, clips.make('Long.mp4', 24 * 1024 * 1024));
    await site.waitFor('uploadBytes', 1);
    const revoked = await handlers()['account.revokePasswords']({ accountId: id, which: 'all' });
    expect(revoked).toEqual({ ok: true, value: 2 });
    expect(await onSite()).toEqual([]);
    expect(await accountOf(engine, id)).toMatchObject({ signedIn: false });
    // The site still takes bytes: nobody but the account's own end ends it.
    await expect.poll(() => engine.uploader.sendingCount()).toBe(0);
    await site.switches({ stallAfterBytes: null });
    await site.release();
    worth(await handlers()['account.signInAgain']({ accountId: id, with: accountPassword(site) }));
    await engine.settled();
    expect((await site.state()).videos).toHaveLength(1);
  });

  it('are taken away by somebody who signs in with a token, who stays signed in', async () => {
    const admin = worth(await signIn(engine, site.url, pasted(await issue(site, 'admin'))));
    await site.addAppPassword('admin');
    const before = await listed(admin.id);
    expect(before.length).toBeGreaterThan(1);
    const revoked = await handlers()['account.revokePasswords']({ accountId: admin.id, which: 'all' });
    expect(revoked).toEqual({ ok: true, value: before.length });
    expect(await accountOf(engine, admin.id)).toMatchObject({ signedIn: true });
    expect(await listed(admin.id)).toEqual([]);
  });

  it('stay where the site does not say which one is in use, for that one would be among them', async () => {
    await site.switches({
      failWith: {
        route: '^GET .*/introspect',
        status: 404,
        body: { code: 'rest_no_authenticated_app_password', message: 'Cannot introspect.' },
      },
    });
    const fresh = await startEngine();
    try {
      const unknown = await fresh.connect(site, 'ava');
      const before = await onSite();
      const refused = await fresh.uploader.handlers['account.revokePasswords']({ accountId: unknown, which: 'others' });
      expect(refused).toMatchObject({ ok: false, failure: { problem: 'unexpected' } });
      expect(await onSite()).toEqual(before);
    } finally {
      await fresh.stop();
    }
  });
});

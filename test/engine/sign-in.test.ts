// The ways to sign in that are typed, from the request to what is on the site and among the secrets, on the practice site.
import { appendFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { appId } from '../../main/site/connect/app-passwords.ts';
import type { SignInWith } from '../../preload/contract.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { clipFolder, type Engine, fixture, memorySecrets, startEngine } from './engine.ts';
import { accountOf, accountPassword, find, issue, pasted, signIn, worth } from './sign-ins.ts';

let site: PracticeSite;
let engine: Engine;
let secrets: ReturnType<typeof memorySecrets>;

beforeEach(async () => {
  site = await startPracticeSite({ name: 'Harbour Films' });
  secrets = memorySecrets();
  engine = await startEngine({ secrets });
});
afterEach(async () => {
  await engine.stop();
  await site.stop();
});

describe('the ways that a site has', () => {
  it.each([
    [{}, [true, true, true, true]],
    [{ tokenPlugin: 'none' }, [true, true, false, false]],
    [{ basicDisabled: true, tokenPlugin: 'B' }, [false, false, true, true]],
  ] as const)('%o: application password, browser, account password, token %o', async (switches, wanted) => {
    await site.switches(switches);
    const { ways } = await find(engine, site.url);
    expect([ways.applicationPassword, ways.browser, ways.accountPassword, ways.token]).toEqual(wanted);
  });

  it('over plain http elsewhere only a token, and nothing where there are no tokens', async () => {
    if (!site.productionUrl) return;
    expect((await find(engine, site.productionUrl)).ways).toEqual({
      applicationPassword: false,
      browser: false,
      accountPassword: false,
      token: true,
    });
    await site.switches({ tokenPlugin: 'none' });
    expect(await engine.uploader.handlers['site.find'](site.productionUrl)).toMatchObject({
      ok: false,
      failure: { problem: 'plain-http' },
    });
  });
});

it('two sites of one name can be told apart: on the list of sites, in rows and in banners', async () => {
  const other = await startPracticeSite({ name: 'Harbour Films' });
  try {
    const accounts = [await engine.connect(site), await engine.connect(other)];
    const names = [site, other].map(({ url }) => `Harbour Films (${url.replace('http://', '')})`);
    const { sites } = await engine.uploader.handlers['app.state']();
    expect(sites.map(({ name }) => name)).toEqual(names);
    await engine.uploader.handlers['queue.pause'](true);
    for (const account of accounts) await engine.add(account, fixture('C0001.mp4'));
    expect((await engine.rows()).map(({ siteName }) => siteName)).toEqual(names);
    for (const one of await site.appPasswords('ava')) await site.revokeAppPassword('ava', one.uuid);
    await engine.uploader.handlers['queue.pause'](false);
    const view = { filter: 'all', sort: 'queue', offset: 0, limit: 1 } as const;
    const signIns = async () => (await engine.uploader.handlers['queue.view'](view)).totals.signIns;
    await vi.waitFor(async () => expect(await signIns()).toMatchObject([{ siteName: names[0], clips: 1 }]), 60_000);
    await engine.uploader.handlers['site.remove'](sites[1]?.id ?? '');
    expect((await engine.uploader.handlers['app.state']()).sites.map(({ name }) => name)).toEqual(['Harbour Films']);
  } finally {
    await other.stop();
  }
});

describe('the account password', () => {
  it.each(['A', 'B'] as const)('becomes an application password of this computer (plugin %s)', async (tokenPlugin) => {
    await site.switches({ tokenPlugin });
    const { id } = worth(await signIn(engine, site.url, accountPassword(site)));
    expect(await accountOf(engine, id)).toMatchObject({
      signedIn: true,
      method: 'application-password',
      tokenEndsAt: null,
    });
    expect(await site.appPasswords('ava')).toContainEqual(
      expect.objectContaining({ name: 'Clipferry on test-bench', appId }),
    );
    expect([...secrets.kept.values()].join()).not.toContain(site.signIn('ava').accountPassword);

    const before = (await site.state()).requests.length;
    await engine.add(id, fixture('Tide pools.mp4'));
    await engine.settled();
    const { requests } = await site.state();
    // Who answers at the site is asked as nobody; everything else with the new password.
    expect(new Set(requests.slice(before).flatMap(({ scheme }) => scheme ?? []))).toEqual(new Set(['Basic']));
    const token = requests.filter(({ path }) => path.endsWith('/jwt-auth/v1/token'));
    expect(token).toMatchObject([{ scheme: null, cookies: false, status: 200 }]);
  });

  it('by e-mail too; signing in anew takes the former password of ours away and no other', async () => {
    const first = worth(await signIn(engine, site.url, accountPassword(site, 'ava')));
    const { email, accountPassword: password } = site.signIn('ava');
    const second = worth(await signIn(engine, site.url, { kind: 'account-password', login: email, password }));
    expect(second.id).toBe(first.id);
    const names = (await site.appPasswords('ava')).map(({ name }) => name);
    expect(names.filter((name) => name === 'Clipferry on test-bench')).toHaveLength(1);
    expect(names.length).toBeGreaterThan(1);
  });

  it.each(['A', 'B'] as const)('that is wrong is said in its own words (plugin %s)', async (tokenPlugin) => {
    await site.switches({ tokenPlugin });
    for (const way of [
      accountPassword(site, 'ava', 'wrong'),
      { ...accountPassword(site), login: 'nobody' } as SignInWith,
    ]) {
      expect(await signIn(engine, site.url, way)).toMatchObject({
        ok: false,
        failure: { problem: 'wrong-account-password', said: null },
      });
    }
    expect((await engine.uploader.handlers['app.state']()).sites).toEqual([]);
  });

  it.each([
    ['A', 403],
    ['B', 500],
  ] as const)(
    'is not called wrong where extension %s was never set up (platform facts, sections 6 and 7)',
    async (_, status) => {
      const body = { code: 'jwt_auth_bad_config', message: 'JWT is not configured properly.', data: { status } };
      await site.switches({ failWith: { status, body, route: '^POST /jwt-auth/v1/token$' } });
      expect(await signIn(engine, site.url, accountPassword(site))).toMatchObject({
        ok: false,
        failure: { problem: 'tokens-off', said: body.message },
      });
    },
  );

  it('of an account that may not upload leaves no password behind', async () => {
    const before = (await site.appPasswords('sue')).length;
    expect(await signIn(engine, site.url, accountPassword(site, 'sue'))).toMatchObject({
      ok: false,
      failure: { problem: 'no-upload-right' },
    });
    expect(await site.appPasswords('sue')).toHaveLength(before);
  });

  it.each([{ basicDisabled: true }, { appPasswordsDisabledFor: ['ava'] }])(
    'becomes a token where there are no application passwords: %o',
    async (switches) => {
      await site.switches(switches);
      const { id } = worth(await signIn(engine, site.url, accountPassword(site)));
      const view = await accountOf(engine, id);
      expect(view.method).toBe('token');
      expect(Math.abs((view.tokenEndsAt ?? 0) - Date.now() - 7 * 86_400_000)).toBeLessThan(20_000);
      await engine.add(id, fixture('Tide pools.mp4'));
      await engine.settled();
      expect((await site.state()).videos).toHaveLength(1);
    },
  );
});

describe('a token that lives shortly (plugin B)', () => {
  beforeEach(() => site.switches({ tokenPlugin: 'B', basicDisabled: true, tokenSeconds: 2 }));

  it('is renewed with its cookie in the middle of the queue; nobody is asked, and the cookie goes nowhere else', {
    tags: 'proof',
  }, async () => {
    const { id, tokenEndsAt } = worth(await signIn(engine, site.url, accountPassword(site)));
    expect((tokenEndsAt ?? 0) - Date.now(), 'lasts as long as the cookie').toBeGreaterThan(29 * 86_400_000);
    await site.switches({ holdAnswer: {} });
    await engine.add(id, ...['Tide pools.mp4', 'Harbour at dawn.mp4', 'Market street.mp4', 'C0001.mp4'].map(fixture));
    await site.waitFor('held', 3);
    await site.expireTokens('ava');
    await site.switches({ holdAnswer: null });
    await site.release();
    await engine.settled();
    const { videos, uploads, requests } = await site.state();
    expect(videos).toHaveLength(4);
    // One may have been on its way when the site forgot the token, which only the site knew.
    expect(uploads.filter(({ status }) => status !== 201).map(({ status }) => status)).toEqual(
      uploads.length === 4 ? [] : [401],
    );
    expect(await accountOf(engine, id)).toMatchObject({ signedIn: true });
    const withCookie = requests.filter(({ cookies }) => cookies);
    expect(withCookie.length).toBeGreaterThan(0);
    expect(withCookie.filter(({ path }) => !path.endsWith('/jwt-auth/v1/token'))).toEqual([]);
    expect(withCookie.filter(({ scheme }) => scheme !== null)).toEqual([]);
  });

  it('that the site forgets in the very second in which it gave it is given anew, as the same text, and used', async () => {
    await site.switches({ tokenPlugin: 'B', basicDisabled: true, tokenSeconds: 600 });
    const { id } = worth(await signIn(engine, site.url, accountPassword(site)));
    const ask = () => engine.uploader.handlers['site.form']({ accountId: id, fresh: true });
    await ask();
    // A second has just begun: what is given twice in it is one text.
    await expect.poll(() => Date.now() % 1_000, { interval: 5 }).toBeLessThan(300);
    for (let times = 0; times < 2; times++) {
      await site.expireTokens('ava');
      await ask();
    }
    await engine.add(id, fixture('Tide pools.mp4'));
    await engine.settled();
    expect(await accountOf(engine, id)).toMatchObject({ signedIn: true });
  });

  it('outlives a restart with its cookie, and asks once when the cookie is dead', async () => {
    const { id } = worth(await signIn(engine, site.url, accountPassword(site)));
    await engine.uploader.handlers['queue.pause'](true);
    await engine.add(id, fixture('Tide pools.mp4'), fixture('C0001.mp4'));
    const { profile } = engine;
    await engine.uploader.stop();
    // The same account signs in on another computer that names no device of its own: only its own cookie changes.
    await issue(site);
    engine = await startEngine({ secrets, profile });
    await site.expireTokens('ava');
    await engine.uploader.handlers['queue.pause'](false);
    await engine.settled();
    expect(await accountOf(engine, id)).toMatchObject({ signedIn: true });

    const broken = [...secrets.kept].map(
      ([name, kept]) => [name, kept.replace(/"value":"2\.\w+/, '"value":"2.0')] as const,
    );
    await engine.uploader.stop();
    for (const [name, kept] of broken) secrets.kept.set(name, kept);
    await site.expireTokens('ava');
    engine = await startEngine({ secrets, profile });
    await engine.add(id, fixture('Market street.mp4'), fixture('Harbour at dawn.mp4'));
    await engine.settled(['done', 'waiting']);
    await expect.poll(async () => (await accountOf(engine, id)).signedIn).toBe(false);
    const refused = (await site.state()).requests.filter(({ cookies, status }) => cookies && status === 401);
    expect(refused).toHaveLength(1);
    worth(await engine.uploader.handlers['account.signInAgain']({ accountId: id, with: accountPassword(site) }));
    await engine.settled();
    expect((await site.state()).videos).toHaveLength(4);
  });

  it('that would never live long enough is not started with: the clip waits for the user', {
    tags: 'proof',
  }, async () => {
    const { id } = worth(await signIn(engine, site.url, accountPassword(site)));
    await site.switches({ slowBytesPerSecond: 2 * 1024 * 1024 });
    const folder = clipFolder({ 'Long take.mp4': 'Tide pools.mp4' });
    const clip = folder.file('Long take.mp4');
    // Not zeros: a new file with an empty end looks like one that is still being written.
    const filling = Buffer.alloc(12 * 1024 * 1024, 1);
    filling.writeUInt32BE(filling.length, 0);
    filling.write('free', 4, 'latin1');
    appendFileSync(clip, filling);
    const [job] = await engine.add(id, clip);
    const stopped = await engine.until(job?.id ?? '', (row) => row.state.kind === 'needs-you');
    expect(stopped.state).toMatchObject({ reason: 'token-too-short', action: 'retry' });
    expect((await site.state()).uploads, 'found out once, not again and again').toHaveLength(1);
    expect(await accountOf(engine, id)).toMatchObject({ signedIn: true });
    folder.remove();
  });
});

describe('a pasted token', () => {
  it('signs in as its user, with its end; spaces and the word Bearer around it do not matter', async () => {
    const view = worth(await signIn(engine, site.url, pasted(`  Bearer ${await issue(site)}\n`)));
    expect(view).toMatchObject({ login: 'ava', method: 'token', signedIn: true });
    expect(Math.abs((view.tokenEndsAt ?? 0) - Date.now() - 7 * 86_400_000)).toBeLessThan(20_000);
    await engine.add(view.id, fixture('Tide pools.mp4'));
    await engine.settled();
    expect((await site.state()).uploads).toHaveLength(1);
  });

  it.each(['A', 'B'] as const)('that is broken or has ended is refused (plugin %s)', async (tokenPlugin) => {
    await site.switches({ tokenPlugin });
    const dead = await issue(site);
    await site.expireTokens();
    for (const token of [dead, 'garbage', 'two words', 'a\r\nX-Injected: 1']) {
      expect(await signIn(engine, site.url, pasted(token)), token).toMatchObject({
        ok: false,
        failure: { problem: 'token-refused' },
      });
    }
  });

  it('goes over plain http only with consent', async () => {
    if (!site.productionUrl) return;
    const token = await issue(site, 'ava', site.productionUrl);
    const before = (await site.state()).requests.length;
    expect(await signIn(engine, site.productionUrl, pasted(token))).toMatchObject({
      ok: false,
      failure: { problem: 'plain-http' },
    });
    for (const way of [
      accountPassword(site),
      { ...accountPassword(site), kind: 'application-password' } as SignInWith,
    ]) {
      expect(await signIn(engine, site.productionUrl, way)).toMatchObject({
        ok: false,
        failure: { problem: 'plain-http' },
      });
    }
    const sent = (await site.state()).requests.slice(before);
    expect(sent.filter(({ scheme, method }) => scheme !== null || method === 'POST')).toEqual([]);

    const view = worth(await signIn(engine, site.productionUrl, pasted(token, true)));
    await engine.add(view.id, fixture('Tide pools.mp4'));
    await engine.settled();
    expect((await site.state()).videos).toHaveLength(1);
  });

  it('that dies in the middle of the queue asks once, loses nothing, and is not shown to the site again (F-15)', async () => {
    const { id } = worth(await signIn(engine, site.url, pasted(await issue(site))));
    const names = ['Tide pools.mp4', 'Harbour at dawn.mp4', 'Market street.mp4', 'C0001.mp4', 'Deep zoom.mp4'];
    await site.switches({ stallAfterBytes: { bytes: 1 } });
    await engine.add(id, ...names.map(fixture));
    await site.waitFor('uploadBytes', 1);
    await site.expireTokens();
    await site.switches({ stallAfterBytes: null });
    await site.release();
    await expect.poll(async () => (await accountOf(engine, id)).signedIn).toBe(false);
    await engine.settled(['waiting', 'done']);
    for (const { state } of await engine.rows()) expect(state).toMatchObject({ kind: 'waiting', why: 'sign-in' });
    const refused = (await site.state()).requests.filter(({ status }) => status === 403);
    expect(refused.length).toBeLessThanOrEqual(4);

    expect(
      await engine.uploader.handlers['account.signInAgain']({
        accountId: id,
        with: pasted(await issue(site, 'admin')),
      }),
    ).toMatchObject({ ok: false, failure: { problem: 'other-account' } });
    // Two tokens of the same second are the same token.
    await expect
      .poll(
        async () =>
          (await engine.uploader.handlers['account.signInAgain']({ accountId: id, with: pasted(await issue(site)) }))
            .ok,
        { timeout: 60_000 },
      )
      .toBe(true);
    await engine.settled();
    expect((await site.state()).videos).toHaveLength(names.length);
  });
});

describe('a site that is hard to get into', () => {
  it('for members only is looked through after the sign-in', async () => {
    await site.switches({ membersOnly: true });
    const offer = await find(engine, site.url);
    expect(offer).toMatchObject({
      membersOnly: true,
      ways: { applicationPassword: true, browser: false, accountPassword: false, token: true },
    });
    const { appPassword } = site.signIn('ava');
    const way = (password: string): SignInWith => ({ kind: 'application-password', login: 'ava', password });
    expect(await signIn(engine, site.url, way('abcd efgh ijkl mnop qrst uvwx'))).toMatchObject({
      failure: { problem: 'wrong-password' },
    });
    const { id } = worth(await signIn(engine, site.url, way(appPassword)));
    expect((await engine.uploader.handlers['app.state']()).sites).toMatchObject([{ name: 'Harbour Films' }]);
    await engine.add(id, fixture('Tide pools.mp4'));
    await engine.settled();
    expect((await site.state()).videos).toHaveLength(1);
  });

  it('whose server drops the header is told apart from a wrong password, where it can be', async () => {
    await site.switches({ stripAuthorization: true });
    const { appPassword } = site.signIn('ava');
    const right = { kind: 'application-password', login: 'ava', password: appPassword } as const;
    for (const way of [right, accountPassword(site), pasted(await issue(site))]) {
      expect(await signIn(engine, site.url, way), way.kind).toMatchObject({ failure: { problem: 'header-stripped' } });
    }
    await site.switches({ tokenPlugin: 'none' });
    expect(await signIn(engine, site.url, right), 'nothing can tell').toMatchObject({
      failure: { problem: 'wrong-password' },
    });
  });
});

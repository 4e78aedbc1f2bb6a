// Sites whose platform has another namespace than WordPress's own: found, signed in at in every way, and used for everything.
import { globSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountView, ApprovalTarget, Events, SignInWith } from '../../preload/contract.ts';
import { type PracticeSite, type PracticeSiteOptions, startPracticeSite } from '../site/start.ts';
import { type Engine, fixture, startEngine } from './engine.ts';
import { accountOf, accountPassword, find, issue, pasted, signIn, worth } from './sign-ins.ts';

let site: PracticeSite;
let engine: Engine;

beforeEach(async () => {
  engine = await startEngine();
});
afterEach(async () => {
  await engine.stop();
  await site.stop();
});

const start = async (options: PracticeSiteOptions = {}): Promise<void> => {
  site = await startPracticeSite({ name: 'Harbour Films', platformNamespace: 'films', ...options });
};
const typed = (): SignInWith => ({
  kind: 'application-password',
  login: 'ava',
  password: site.signIn('ava').appPassword,
});
/** Nothing was asked of the namespace that every other site has. */
async function expectOwnNamespace(): Promise<void> {
  const asked = (await site.state()).requests.map(({ method, path }) => `${method} ${path}`);
  expect(asked.filter((one) => one.includes('/wp/v2'))).toEqual([]);
}

/** What a person does with the account: a clip arrives with its title, is listed, changed and listed anew. */
async function useIt({ id }: AccountView): Promise<void> {
  const { handlers } = engine.uploader;
  const [row] = await engine.add(id, fixture('Tide pools.mp4'));
  await handlers['job.describe']({ jobId: row?.id ?? '', draft: { title: 'At low tide' } });
  await engine.settled();
  const all = { search: '', status: 'all', author: 'me', terms: {}, sort: 'newest' } as const;
  const page = () => handlers['library.page']({ query: { accountId: id, ...all }, offset: 0, limit: 10 });
  const listed = await page();
  expect(listed.failure).toBeNull();
  expect(listed.rows.map((one) => one?.title)).toEqual(['At low tide']);
  const videoId = listed.rows[0]?.id ?? 0;
  const changed = new Promise<void>((resolve) => {
    engine.uploader.on('library.details', ({ video, edit }) => {
      if (edit.kind === 'none' && video?.title === 'At high tide') resolve();
    });
  });
  await handlers['library.watch']({ accountId: id, videoId });
  await handlers['library.describe']({ accountId: id, videoId, draft: { title: 'At high tide' } });
  await changed;
  expect((await site.state()).videos).toMatchObject([{ title: 'At high tide', authorLogin: 'ava' }]);
  const filters = await handlers['library.filters'](id);
  expect(filters.taxonomies?.map(({ restBase }) => restBase)).toEqual(['video_category', 'video_tag']);
  const posts = await handlers['posts.page']({ accountId: id, search: '', offset: 0, limit: 10 });
  expect([posts.failure, posts.rows.length > 0]).toEqual([null, true]);
  const form = await handlers['site.form']({ accountId: id, fresh: true });
  expect(form.taxonomies).toHaveLength(2);
  await expectOwnNamespace();
}

describe('a site whose platform is called otherwise', () => {
  it.each([
    ['the account password, exchanged', {}, () => accountPassword(site)],
    ['an application password, without pretty addresses', { plainPermalinks: true }, typed],
  ] as const)('is signed in at with %s, and used for everything', async (_, options, way) => {
    await start(options);
    const account = worth(await signIn(engine, site.url, way()));
    expect(account).toMatchObject({ login: 'ava', canUpload: true });
    await useIt(account);
  });

  it.each([
    ['with the account password on plugin B', { tokenPlugin: 'B' }, 'application-password'],
    ['with a token where there are no application passwords', { basicDisabled: true }, 'token'],
  ] as const)('is signed in at %s', async (_, switches, method) => {
    await start({ switches });
    const account = worth(await signIn(engine, site.url, accountPassword(site)));
    expect(account).toMatchObject({ login: 'ava', canUpload: true, method });
    await engine.add(account.id, fixture('Tide pools.mp4'));
    await engine.settled();
    await expectOwnNamespace();
  });

  it('is signed in at with a pasted token, and with an approval in the browser; a password that is not kept is given back', {
    tags: 'proof',
  }, async () => {
    await start();
    const { handlers } = engine.uploader;
    const ava = worth(await signIn(engine, site.url, pasted(await issue(site))));
    expect(ava).toMatchObject({ login: 'ava', method: 'token' });
    const approved = async (target: ApprovalTarget, login: string): Promise<Events['account.approval']> => {
      const outcome = new Promise<Events['account.approval']>((resolve) => {
        const end = engine.uploader.on('account.approval', (event) => {
          end();
          resolve(event);
        });
      });
      worth(await handlers['account.approve'](target));
      const back = new URL(engine.opened.at(-1) ?? '').searchParams.get('success_url') ?? '';
      const password = encodeURIComponent(await site.addAppPassword(login));
      const from = encodeURIComponent(site.url);
      engine.uploader.openLink(`${back}&site_url=${from}&user_login=${login}&password=${password}`);
      return outcome;
    };
    const before = await site.appPasswords('admin');
    const foreign = await approved({ accountId: ava.id }, 'admin');
    expect(foreign).toMatchObject({ outcome: { failure: { problem: 'other-account' } } });
    expect(await site.appPasswords('admin')).toHaveLength(before.length);
    const { offer } = await find(engine, site.url);
    expect(await approved({ offer }, 'ava')).toMatchObject({
      outcome: { ok: true, value: { id: ava.id, method: 'application-password' } },
    });
    await useIt(await accountOf(engine, ava.id));
  });

  it('has its application passwords and its check-up there, also for somebody whose sign-in does not arrive any more', async () => {
    await start();
    const { id, siteId } = worth(await signIn(engine, site.url, accountPassword(site)));
    const { handlers } = engine.uploader;
    const list = worth(await handlers['account.passwords'](id));
    expect(list.map(({ mark }) => mark).sort()).toEqual(['in-use', 'other']);
    const sound = await handlers['site.checkup'](siteId);
    expect(sound.findings.filter(({ status }) => status === 'blocks')).toEqual([]);
    await site.revoke('ava');
    const refused = await handlers['site.checkup'](siteId);
    expect(refused.findings.map(({ status }) => status)).toContain('blocks');
    await expectOwnNamespace();
  });
});

describe('a site for members only', () => {
  it('whose platform is called otherwise says so to somebody who is signed in', async () => {
    await start({ switches: { membersOnly: true } });
    const account = worth(await signIn(engine, site.url, typed()));
    expect(account).toMatchObject({ login: 'ava', canUpload: true });
    const { requests } = await site.state();
    const introspected = requests.filter(({ path }) => path.includes('/introspect'));
    expect(
      introspected.map(({ status }) => status),
      'from there on its own namespace',
    ).toEqual([200]);
    await engine.add(account.id, fixture('Tide pools.mp4'));
    await engine.settled();
    expect((await site.state()).videos).toHaveLength(1);
  });

  it('gets a wrong password once, whatever its platform is called', async () => {
    await start({ switches: { membersOnly: true } });
    const refused = await signIn(engine, site.url, { kind: 'application-password', login: 'ava', password: 'not it' });
    expect(refused).toMatchObject({ ok: false, failure: { problem: 'wrong-password' } });
    const withSecret = (await site.state()).requests.filter(({ scheme }) => scheme === 'Basic');
    expect(withSecret).toHaveLength(1);
  });
});

it('a site that calls its platform otherwise since it was connected is found under its new name by signing in again', async () => {
  await start({ platformNamespace: 'wp' });
  const { id } = worth(await signIn(engine, site.url, typed()));
  const { url } = site;
  await site.stop();
  await start({ port: Number(new URL(url).port), platformNamespace: 'films' });
  const again = { accountId: id, with: typed() };
  expect(worth(await engine.uploader.handlers['account.signInAgain'](again))).toMatchObject({ id, signedIn: true });
  await engine.add(id, fixture('Tide pools.mp4'));
  await engine.settled();
  expect((await site.state()).videos).toHaveLength(1);
});

it('no route of main names the usual namespace by itself', () => {
  const named = globSync('main/**/*.ts').filter((file) => /['"`/]wp\/v2/.test(readFileSync(file, 'utf8')));
  expect(named).toEqual([]);
});

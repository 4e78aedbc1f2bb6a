// Sites and accounts on disk: as they were saved, hidden and found again, and still to be used where something of them was damaged.
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openSqlite } from '../../../../main/adapters/database/sqlite.ts';
import type { Account, Site } from '../../../../main/model.ts';
import { type Sql, StoreError } from '../../../../main/ports.ts';
import { migrate } from '../../../../main/schema.ts';
import { type SiteStore, siteStore } from '../../../../main/site/store/site-store.ts';
import { byOffer } from '../../../../preload/sign-in-ways.ts';
import { aSite, aSizeLimit } from '../../a-site.ts';
import { account } from '../../features/uploads/tasks/parts.ts';

let sql: Sql;
let store: SiteStore;

beforeEach(() => {
  sql = openSqlite(':memory:');
  onTestFinished(() => sql.close());
  migrate(sql);
  store = siteStore(sql);
});
function save(sites: readonly Partial<Site>[], ...accounts: readonly Partial<Account>[]): void {
  for (const site of sites) store.saveSite(aSite(site));
  for (const one of accounts) store.saveAccount({ ...account, ...one });
}
const other = { id: 'site-2', root: 'http://127.0.0.1/two/wp-json/' };
const full: Site = aSite({
  ...{ name: 'Harbour', address: 'https://a.example/film', root: 'https://a.example/film/wp-json/' },
  ...{
    platform: 'films',
    uploadRoute: 'other/v2/upload',
    passwordPage: 'https://a.example/login',
  },
  ...{ ways: byOffer((way) => way !== 'browser'), sizeLimit: aSizeLimit(5_000), refusedExtensions: ['mov', 'avi'] },
  ...{ settleMs: 131_000, honoursKeys: true, pieceLimit: 65_536 },
});
const token: Account = {
  ...account,
  ...{ login: 'm', name: 'Mia', userId: 4, canUpload: false, canPublish: false, signedIn: false, method: 'token' },
  ...{
    tokenEndsAt: 1_763_620_000_000,
    passwordUuid: 'u-1',
    publishesAtOnce: false,
    publicUnasked: true,
    holdsNew: true,
    presetId: null,
  },
};

describe('a site', () => {
  it.each([
    full,
    aSite(),
    aSite({ hasHelper: true }),
    aSite({ helperTrouble: 'not-ready' }),
    aSite({ helperTrouble: 'refuses' }),
    aSite({ helperTrouble: 'blocked' }),
    aSite({ pieceLimit: 1_048_576 }),
    aSite({ sizeLimit: aSizeLimit(5_000, { source: 'named' }) }),
    aSite({ sizeLimit: aSizeLimit(0, { source: 'guessed', refusals: 4, isDoubted: true }) }),
  ])('is read back as it was saved', (site) => {
    store.saveSite(site);
    expect([store.site(site.id), store.findSite(site.root)]).toEqual([site, site]);
  });

  it('keeps whole milliseconds, as every time on the disk', () => {
    store.saveSite(aSite({ sizeLimit: aSizeLimit(5_000, { at: 1_000.7 }) }));
    expect(store.site('site-1')?.sizeLimit).toEqual(aSizeLimit(5_000));
  });

  it('is as it was saved last', () => {
    store.saveSite(aSite());
    store.saveSite({ ...full, id: 'site-1' });
    expect(store.site('site-1')).toEqual({ ...full, id: 'site-1' });
  });

  it('is none where there is none', () => {
    expect([store.site('site-1'), store.findSite('https://a.example/'), store.sites()]).toEqual([null, null, []]);
  });

  it('is listed while somebody has an account there, in the order in which sites came', () => {
    save([{ id: 'z', root: 'https://z.example/' }, {}, other]);
    save([], { id: 'a', siteId: 'z' }, { id: 'b', siteId: 'site-1' });
    expect(store.sites().map(({ id }) => id)).toEqual(['z', 'site-1']);
    store.removeSite('z');
    expect(store.sites().map(({ id }) => id)).toEqual(['site-1']);
    expect(store.findSite('https://z.example/')).toMatchObject({ id: 'z' });
    expect(store.accounts().map(({ id }) => id)).toEqual(['b']);
  });
});

describe('an account', () => {
  it.each([account, token, { ...account, presetId: 'preset-1' }])('is read back as it was saved', (one) => {
    save([{}], one);
    expect([store.account(one.id), store.findAccount('site-1', one.userId), store.accounts()]).toEqual([
      ...[one, one, [one]],
    ]);
  });

  it('is as it was saved last, and its token ends in whole milliseconds', () => {
    save([{}], account, { ...token, tokenEndsAt: 5.7, userId: account.userId });
    expect(store.account(account.id)).toEqual({ ...token, tokenEndsAt: 5, userId: account.userId });
  });

  it('is none where there is none', () => {
    save([{}], account);
    expect([store.account('gone'), store.findAccount('site-1', 99), store.findAccount('gone', 3)]).toEqual([
      ...[null, null, null],
    ]);
  });

  it('that was removed is hidden and signed out, and comes back by signing in', () => {
    save([{}, other], account, { id: 'account-2', siteId: 'site-2' });
    store.removeAccount(account.id);
    expect(store.accounts().map(({ id }) => id)).toEqual(['account-2']);
    expect(store.findAccount('site-1', account.userId)).toEqual({ ...account, signedIn: false });
    store.saveAccount(account);
    expect(store.accounts()).toMatchObject([{ id: account.id, signedIn: true }, { id: 'account-2' }]);
  });

  it('of a removed site is signed out, and no other is', () => {
    save([{}, other], account, { id: 'account-2', siteId: 'site-2' });
    store.removeSite('site-1');
    expect([store.account(account.id)?.signedIn, store.account('account-2')?.signedIn]).toEqual([false, true]);
  });
});

describe('what cannot be read', () => {
  const damage = (table: string, set: string): void => sql.exec(`UPDATE ${table} SET ${set}`);

  it.each<[string, Partial<Site>]>([
    ["ways = '{'", { ways: { ...aSite().ways, browser: true, applicationPassword: true } }],
    ["ways = '{}'", { ways: { ...aSite().ways, browser: true, applicationPassword: true } }],
    ['too_large_from = -1', { sizeLimit: null }],
    // Also as older versions left it: it counts, and is tried again soon.
    ['size_limit = NULL', { sizeLimit: aSizeLimit(5_000, { source: 'guessed', at: 0, refusals: 2 }) }],
    [`size_limit = '{"source":"heard"}'`, { sizeLimit: aSizeLimit(5_000, { source: 'guessed', at: 0, refusals: 2 }) }],
    ["refused_extensions = 'mov'", { refusedExtensions: [] }],
    ["refused_extensions = '[1]'", { refusedExtensions: [] }],
    // As long as it can be: nothing is looked for too early.
    ['settle_ms = -1', { settleMs: 3_600_000 }],
    ["password_page = 'javascript:x'", { passwordPage: null }],
    ["password_page = 'xhttps://a.example/'", { passwordPage: null }],
    ["password_page = 'httpsx://a.example/'", { passwordPage: null }],
    ['honours_keys = 7', { honoursKeys: false }],
    ['helper = 7', { hasHelper: false, helperTrouble: null }],
    ['piece_limit = -1', { pieceLimit: null }],
    ['piece_limit = NULL', { pieceLimit: null }],
    ["platform = ''", { platform: 'wp' }],
    ["platform = '../x'", { platform: 'wp' }],
  ])('of a site is asked of it anew: %s', (set, expected) => {
    save([full], { ...account, siteId: full.id });
    damage('sites', set);
    const usual = { ...full, ways: store.site(full.id)?.ways };
    expect(store.site(full.id)).toMatchObject({ ...usual, ...expected });
  });

  it('of an account is as little as is safe', () => {
    save([{}], token);
    damage('accounts', "method = 'gone', token_ends_at = -5");
    expect(store.account(token.id)).toEqual({ ...token, method: 'application-password', tokenEndsAt: null });
    save([], { ...token, signedIn: true });
    damage('accounts', 'user_id = -1');
    expect(store.account(token.id)).toMatchObject({ userId: 0, signedIn: false });
    damage('accounts', 'publishes_at_once = 7, public_unasked = 7');
    // Whether anybody was asked is not known: they are.
    expect(store.account(token.id)).toMatchObject({ publishesAtOnce: null, publicUnasked: true });
    damage('accounts', 'can_upload = 7, can_publish = 7, signed_in = 7, user_id = 3');
    expect(store.account(token.id)).toMatchObject({ canUpload: false, canPublish: false, signedIn: false });
  });

  it('of both addresses leaves nobody to be asked', () => {
    save([{}], account);
    damage('sites', "address = 'a', root = 'b'");
    const next = siteStore(sql);
    expect([next.site('site-1'), next.sites(), next.account(account.id)?.signedIn]).toEqual([null, [], true]);
  });
});

describe('a site that lost one address', () => {
  const kept = () => sql.prepare('SELECT kind, name, problem, text FROM damaged').all();

  it.each([
    ['the root', "root = 'x'", { address: 'http://127.0.0.1', root: 'http://127.0.0.1/?rest_route=/' }],
    ['its own', "address = 'x'", { address: 'http://127.0.0.1', root: 'http://127.0.0.1/wp-json/' }],
  ])('gets it back by the other, and its user signs in again: %s', (_, set, expected) => {
    save([{}, other], account, { id: 'account-2', siteId: 'site-2' });
    sql.exec(`UPDATE sites SET ${set} WHERE id = 'site-1'`);
    expect(store.site('site-1')).toBeNull();
    const next = siteStore(sql);
    expect(next.site('site-1')).toMatchObject(expected);
    expect([next.account(account.id)?.signedIn, next.account('account-2')?.signedIn]).toEqual([false, true]);
    const [row] = kept();
    expect(kept()).toHaveLength(1);
    expect(row).toMatchObject({ kind: 'site', name: 'site-1', problem: set.split(' ')[0] });
    expect(JSON.parse(String(row?.text))).toMatchObject({ [set.split(' ')[0] ?? '']: 'x' });
  });

  it('with a path keeps it', () => {
    save([{ address: 'https://a.example/film/', root: 'https://a.example/film/wp-json/' }], account);
    sql.exec("UPDATE sites SET root = 'x'");
    expect(siteStore(sql).site('site-1')?.root).toBe('https://a.example/film/?rest_route=/');
  });

  it('is as it was where nothing is missing', () => {
    save([{}], account);
    expect(siteStore(sql).account(account.id)?.signedIn).toBe(true);
    expect(kept()).toEqual([]);
  });

  it.each([
    ['full', null],
    ['failed', 'the disk'],
  ] as const)('waits for a later start on a disk that is %s', (problem, thrown) => {
    save([{}], account);
    sql.exec("UPDATE sites SET root = 'x'");
    const failing: Sql = {
      ...sql,
      transaction: () => {
        throw new StoreError(problem, 'the disk');
      },
    };
    if (thrown === null) expect(siteStore(failing).site('site-1')).toBeNull();
    else expect(() => siteStore(failing)).toThrow(thrown);
  });
});

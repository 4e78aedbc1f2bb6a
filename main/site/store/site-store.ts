// Sites and accounts on disk; no secret is ever among them.
import { z } from 'zod';
import type { Account, AccountId, Site, SiteId } from '../../model.ts';
import type { Sql, SqlRow } from '../../ports.ts';

export interface SiteStore {
  sites(): readonly Site[];
  site(id: SiteId): Site | null;
  saveSite(site: Site): void;
  /** Hides all its accounts: a site without accounts is not shown. */
  removeSite(id: SiteId): void;
  accounts(): readonly Account[];
  account(id: AccountId): Account | null;
  saveAccount(account: Account): void;
  /** Hidden, not deleted: its jobs stay as ledger, and signing in again brings both back. */
  removeAccount(id: AccountId): void;
  /** Also among removed ones. */
  findSite(root: string): Site | null;
  findAccount(siteId: SiteId, userId: number): Account | null;
}

const waysSchema = z.object({
  applicationPassword: z.boolean(),
  browser: z.boolean(),
  accountPassword: z.boolean(),
  token: z.boolean(),
});

function toSite(row: SqlRow): Site {
  return {
    id: String(row.id),
    name: String(row.name),
    address: String(row.address),
    root: String(row.root),
    uploadRoute: String(row.upload_route),
    passwordPage: row.password_page === null ? null : String(row.password_page),
    ways: waysSchema.parse(JSON.parse(String(row.ways))),
    publishesAtOnce: row.publishes_at_once === null ? null : row.publishes_at_once === 1,
    tooLargeFrom: row.too_large_from === null ? null : Number(row.too_large_from),
    refusedExtensions: JSON.parse(String(row.refused_extensions)) as string[],
    settleMs: Number(row.settle_ms),
    honoursKeys: row.honours_keys === 1,
  };
}

function toAccount(row: SqlRow): Account {
  return {
    id: String(row.id),
    siteId: String(row.site_id),
    login: String(row.login),
    name: String(row.name),
    userId: Number(row.user_id),
    canUpload: row.can_upload === 1,
    canPublish: row.can_publish === 1,
    signedIn: row.signed_in === 1,
    method: row.method === 'token' ? 'token' : 'application-password',
    tokenEndsAt: row.token_ends_at === null ? null : Number(row.token_ends_at),
    passwordUuid: row.password_uuid === null ? null : String(row.password_uuid),
  };
}

export function siteStore(sql: Sql): SiteStore {
  const read = {
    sites: sql.prepare(
      'SELECT * FROM sites WHERE EXISTS (SELECT 1 FROM accounts WHERE site_id = sites.id AND removed = 0) ORDER BY rowid',
    ),
    site: sql.prepare('SELECT * FROM sites WHERE id = ?'),
    siteByRoot: sql.prepare('SELECT * FROM sites WHERE root = ?'),
    accounts: sql.prepare('SELECT * FROM accounts WHERE removed = 0 ORDER BY rowid'),
    account: sql.prepare('SELECT * FROM accounts WHERE id = ?'),
    accountByUser: sql.prepare('SELECT * FROM accounts WHERE site_id = ? AND user_id = ?'),
  };
  const write = {
    site: sql.prepare(`INSERT INTO sites (id, name, address, root, upload_route, password_page, publishes_at_once,
        too_large_from, refused_extensions, settle_ms, ways, honours_keys) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, address = excluded.address, root = excluded.root,
        upload_route = excluded.upload_route, password_page = excluded.password_page,
        publishes_at_once = excluded.publishes_at_once, too_large_from = excluded.too_large_from,
        refused_extensions = excluded.refused_extensions, settle_ms = excluded.settle_ms, ways = excluded.ways,
        honours_keys = excluded.honours_keys`),
    account:
      sql.prepare(`INSERT INTO accounts (id, site_id, login, name, user_id, can_upload, can_publish, signed_in, method,
        token_ends_at, password_uuid, removed)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
      ON CONFLICT (id) DO UPDATE SET login = excluded.login, name = excluded.name, user_id = excluded.user_id,
        can_upload = excluded.can_upload, can_publish = excluded.can_publish, signed_in = excluded.signed_in,
        method = excluded.method, token_ends_at = excluded.token_ends_at, password_uuid = excluded.password_uuid, removed = 0`),
    hideAccount: sql.prepare('UPDATE accounts SET removed = 1, signed_in = 0 WHERE id = ?'),
    hideAccounts: sql.prepare('UPDATE accounts SET removed = 1, signed_in = 0 WHERE site_id = ?'),
  };
  const one = <T>(row: SqlRow | undefined, to: (row: SqlRow) => T): T | null => (row ? to(row) : null);
  const flag = (value: boolean | null): number | null => (value === null ? null : Number(value));
  return {
    sites: () => read.sites.all().map(toSite),
    site: (id) => one(read.site.get(id), toSite),
    findSite: (root) => one(read.siteByRoot.get(root), toSite),
    saveSite: (site) => {
      write.site.run(
        site.id,
        site.name,
        site.address,
        site.root,
        site.uploadRoute,
        site.passwordPage,
        flag(site.publishesAtOnce),
        site.tooLargeFrom,
        JSON.stringify(site.refusedExtensions),
        site.settleMs,
        JSON.stringify(site.ways),
        Number(site.honoursKeys),
      );
    },
    removeSite: (id) => {
      write.hideAccounts.run(id);
    },
    accounts: () => read.accounts.all().map(toAccount),
    account: (id) => one(read.account.get(id), toAccount),
    findAccount: (siteId, userId) => one(read.accountByUser.get(siteId, userId), toAccount),
    saveAccount: (account) => {
      write.account.run(
        account.id,
        account.siteId,
        account.login,
        account.name,
        account.userId,
        Number(account.canUpload),
        Number(account.canPublish),
        Number(account.signedIn),
        account.method,
        account.tokenEndsAt === null ? null : Math.floor(account.tokenEndsAt),
        account.passwordUuid,
      );
    },
    removeAccount: (id) => {
      write.hideAccount.run(id);
    },
  };
}

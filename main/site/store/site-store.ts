// Sites and accounts on disk; no secret is ever among them.
import { z } from 'zod';
import {
  type Account,
  type AccountId,
  byOffer,
  type HelperTrouble,
  methodIds,
  type Site,
  type SiteId,
  type SizeLimit,
  typedWays,
  usualPlatform,
} from '../../model.ts';
import { type Sql, type SqlRow, StoreError } from '../../ports.ts';
import { hourMs } from '../../retry.ts';
import { keepDamaged } from '../../untrusted/damaged.ts';
import { readRow, readValue } from '../../untrusted/rows.ts';
import { count, pathSegment } from '../../untrusted/stored.ts';

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

const methodSchema = z.enum(methodIds);

const extensionsSchema = z.array(z.string());
const webAddress = z.url({ protocol: /^https?$/ });
/** Ways that every site of this kind may have; which it really has is seen when it is found again. */
const usualWays = byOffer((way) => way === 'browser' || typedWays[way].isUsual);
/** What was found before there was a way says nothing of it. */
const waysSchema = z.object(byOffer((way) => z.boolean().default(way === 'browser' || typedWays[way].isUsual)));
const limitSchema = z.object({
  source: z.enum(['named', 'said', 'guessed']),
  at: count,
  refusals: count,
  isDoubted: z.boolean(),
});
/** What the column has for a helper that is there and of no use; 1 = it is of use. */
const troubleNumbers = { 'not-ready': 2, refuses: 3, blocked: 4 } as const satisfies Record<HelperTrouble, number>;
/** As what cannot be read is taken: it counts, and is tried again soon. */
const unknownLimit: Omit<SizeLimit, 'from'> = { source: 'guessed', at: 0, refusals: 2, isDoubted: false };
/** As long as it can be: what is looked for too early is sent a second time (F-02). */
const unknownSettleMs = hourMs;

const flagOf = (value: SqlRow[string] | undefined): boolean | null => (value === 0 || value === 1 ? value === 1 : null);

function toSizeLimit(row: SqlRow): SizeLimit | null {
  const from = readValue(count, row.too_large_from);
  if (!from.ok) return null;
  const more = readRow(limitSchema, row.size_limit);
  return { from: from.value, ...(more.ok ? more.value : unknownLimit) };
}

function limitText(limit: SizeLimit | null): string | null {
  if (limit === null) return null;
  const { source, at, refusals, isDoubted } = limit;
  return JSON.stringify({ source, at: Math.floor(at), refusals, isDoubted });
}

function toTrouble(value: SqlRow[string] | undefined): HelperTrouble | null {
  const troubles = Object.keys(troubleNumbers) as HelperTrouble[];
  return troubles.find((trouble) => troubleNumbers[trouble] === value) ?? null;
}

function helperNumber({ hasHelper, helperTrouble }: Site): number {
  return hasHelper || helperTrouble === null ? Number(hasHelper) : troubleNumbers[helperTrouble];
}

/** Null = it has no address any more that anybody could be asked at. What else cannot be read is asked of the site anew. */
function toSite(row: SqlRow): Site | null {
  const address = readValue(webAddress, row.address);
  const root = readValue(webAddress, row.root);
  if (!address.ok || !root.ok) return null;
  const ways = readRow(waysSchema, row.ways);
  const extensions = readRow(extensionsSchema, row.refused_extensions);
  const settleMs = readValue(count, row.settle_ms);
  const passwordPage = readValue(webAddress, row.password_page);
  const platform = readValue(pathSegment, row.platform);
  const pieceLimit = readValue(count, row.piece_limit);
  return {
    id: String(row.id),
    name: String(row.name),
    address: address.value,
    root: root.value,
    platform: platform.ok ? platform.value : usualPlatform,
    uploadRoute: String(row.upload_route),
    passwordPage: passwordPage.ok ? passwordPage.value : null,
    ways: ways.ok ? ways.value : usualWays,
    sizeLimit: toSizeLimit(row),
    refusedExtensions: extensions.ok ? extensions.value : [],
    settleMs: settleMs.ok ? settleMs.value : unknownSettleMs,
    honoursKeys: row.honours_keys === 1,
    hasHelper: row.helper === 1,
    helperTrouble: toTrouble(row.helper),
    pieceLimit: pieceLimit.ok ? pieceLimit.value : null,
  };
}

function toAccount(row: SqlRow): Account {
  const userId = readValue(count, row.user_id);
  const method = readValue(methodSchema, row.method);
  const tokenEndsAt = readValue(count, row.token_ends_at);
  return {
    id: String(row.id),
    siteId: String(row.site_id),
    login: String(row.login),
    name: String(row.name),
    userId: userId.ok ? userId.value : 0,
    canUpload: row.can_upload === 1,
    canPublish: row.can_publish === 1,
    // Whose account it is has to be known for certain: else the user signs in again.
    signedIn: row.signed_in === 1 && userId.ok,
    method: method.ok ? method.value : 'application-password',
    tokenEndsAt: tokenEndsAt.ok ? tokenEndsAt.value : null,
    passwordUuid: row.password_uuid === null ? null : String(row.password_uuid),
    publishesAtOnce: flagOf(row.publishes_at_once),
    // What cannot be read is asked once more.
    publicUnasked: row.public_unasked !== 0,
    holdsNew: flagOf(row.holds_new),
    presetId: row.preset_id === null ? null : String(row.preset_id),
  };
}

/**
 * A site that lost one of its two addresses gets it back by the other, in the form that every such site knows; who is signed in there
 * signs in again, for a secret goes only where the site itself was found.
 */
function mendAddresses(sql: Sql): void {
  for (const row of sql.prepare('SELECT * FROM sites').all()) {
    const id = String(row.id);
    const address = readValue(webAddress, row.address);
    const root = readValue(webAddress, row.root);
    if (address.ok === root.ok) continue;
    sql.transaction(() => {
      const text = JSON.stringify({ address: row.address, root: row.root });
      keepDamaged(sql, { kind: 'site', name: id, problem: address.ok ? 'root' : 'address', text });
      const found = address.ok
        ? `${address.value.replace(/\/$/, '')}/?rest_route=/`
        : root.ok && new URL(root.value).origin;
      const column = address.ok ? 'root' : 'address';
      sql.prepare(`UPDATE OR IGNORE sites SET ${column} = ? WHERE id = ?`).run(String(found), id);
      sql.prepare('UPDATE accounts SET signed_in = 0 WHERE site_id = ?').run(id);
    });
  }
}

export function siteStore(sql: Sql): SiteStore {
  try {
    mendAddresses(sql);
  } catch (error) {
    // Without room on the disk a later start does it; until then the site is not there (F-43).
    if (!(error instanceof StoreError) || error.problem !== 'full') throw error;
  }
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
    site: sql.prepare(`INSERT INTO sites (id, name, address, root, platform, upload_route, password_page,
        too_large_from, size_limit, refused_extensions, settle_ms, ways, honours_keys, helper,
        piece_limit)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, address = excluded.address, root = excluded.root,
        platform = excluded.platform, upload_route = excluded.upload_route, password_page = excluded.password_page,
        too_large_from = excluded.too_large_from, size_limit = excluded.size_limit,
        refused_extensions = excluded.refused_extensions, settle_ms = excluded.settle_ms, ways = excluded.ways,
        honours_keys = excluded.honours_keys, helper = excluded.helper, piece_limit = excluded.piece_limit`),
    account:
      sql.prepare(`INSERT INTO accounts (id, site_id, login, name, user_id, can_upload, can_publish, signed_in, method,
        token_ends_at, password_uuid, publishes_at_once, public_unasked, holds_new, preset_id, removed)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
      ON CONFLICT (id) DO UPDATE SET login = excluded.login, name = excluded.name, user_id = excluded.user_id,
        can_upload = excluded.can_upload, can_publish = excluded.can_publish, signed_in = excluded.signed_in,
        method = excluded.method, token_ends_at = excluded.token_ends_at, password_uuid = excluded.password_uuid,
        publishes_at_once = excluded.publishes_at_once, public_unasked = excluded.public_unasked,
        holds_new = excluded.holds_new, preset_id = excluded.preset_id, removed = 0`),
    hideAccount: sql.prepare('UPDATE accounts SET removed = 1, signed_in = 0 WHERE id = ?'),
    hideAccounts: sql.prepare('UPDATE accounts SET removed = 1, signed_in = 0 WHERE site_id = ?'),
  };
  const one = <T>(row: SqlRow | undefined, to: (row: SqlRow) => T | null): T | null => (row ? to(row) : null);
  const flag = (value: boolean | null): number | null => (value === null ? null : Number(value));
  return {
    sites: () => read.sites.all().flatMap((row) => toSite(row) ?? []),
    site: (id) => one(read.site.get(id), toSite),
    findSite: (root) => one(read.siteByRoot.get(root), toSite),
    saveSite: (site) => {
      write.site.run(
        site.id,
        site.name,
        site.address,
        site.root,
        site.platform,
        site.uploadRoute,
        site.passwordPage,
        site.sizeLimit?.from ?? null,
        limitText(site.sizeLimit),
        JSON.stringify(site.refusedExtensions),
        site.settleMs,
        JSON.stringify(site.ways),
        Number(site.honoursKeys),
        helperNumber(site),
        site.pieceLimit,
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
        flag(account.publishesAtOnce),
        Number(account.publicUnasked),
        flag(account.holdsNew),
        account.presetId,
      );
    },
    removeAccount: (id) => {
      write.hideAccount.run(id);
    },
  };
}

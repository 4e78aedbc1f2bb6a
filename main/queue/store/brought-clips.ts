// Clips that another computer had on a site, as they were brought over from there: known by size and content, for paths mean nothing here.
//
// They come in steps, many as they may be, and count from the moment in which all of them are here: until then their taking is written
// down as a half one, which every question leaves out.
import type { AccountId, WallMs } from '../../model.ts';
import type { Sql, SqlRow } from '../../ports.ts';
import { atMost, createStatements } from './sql.ts';

export interface BroughtClip {
  readonly accountId: AccountId;
  /** In bytes. */
  readonly size: number;
  /** Of the content, in lower-case hex. */
  readonly sha256: string;
  readonly videoId: number;
  /** File name there. */
  readonly name: string;
  readonly arrivedAt: WallMs;
}

/** A place in the ledger to read on from: clips of the list come before those that were brought over. */
export type LedgerPlace =
  | { readonly of: 'jobs'; readonly videoId: number; readonly row: number }
  | { readonly of: 'brought'; readonly size: number; readonly sha256: string };

/** Some of what an account has on its site. */
export interface LedgerPart {
  readonly clips: readonly BroughtClip[];
  /** Clips that are there and whose content was never read here. */
  readonly unread: number;
  /** Null = that was all. */
  readonly next: LedgerPlace | null;
}

/** A place among all that was brought over, by which it is gone through in steps. */
export interface BroughtPlace {
  readonly accountId: AccountId;
  readonly size: number;
  readonly sha256: string;
}

export interface BroughtClips {
  hasSize(accountId: AccountId, size: number): boolean;
  find(accountId: AccountId, size: number, sha256: string): BroughtClip | null;
  /** True = this computer knows already that the content is on the site. */
  isKnown(accountId: AccountId, size: number, sha256: string): boolean;
  /** Inside a write: what is kept as `taking` counts for nothing until that has ended. */
  beginTaking(taking: string): void;
  /** Inside a write; what is known already stays as it is. Gives whether it was new. */
  keep(clip: BroughtClip, taking: string): boolean;
  /** Inside a write: all that was kept as `taking` counts from now on. */
  endTaking(taking: string): void;
  hasHalf(): boolean;
  /**
   * Inside a write: throws away what came with takings that were never ended, as long as nothing is being taken; of the next `limit`
   * clips. Gives where to go on; null = nothing of them is left.
   */
  dropHalf(from: BroughtPlace, limit: number): BroughtPlace | null;
  /** The next of all that an account is known to have on its site, whichever computer sent it; at most `limit`. */
  arrived(accountId: AccountId, from: LedgerPlace, limit: number): LedgerPart;
}

export const ledgerBegin: LedgerPlace = { of: 'jobs', videoId: 0, row: 0 };
export const broughtBegin: BroughtPlace = { accountId: '', size: 0, sha256: '' };

/** Of a row of brought_clips: it came with a taking that is not over. */
const isHalf = 'brought_clips.taking IN (SELECT id FROM half_taken)';
export const takingIsOver = `NOT ${isHalf}`;

const content = /^[\da-f]{64}$/;

const toClip = (row: SqlRow): BroughtClip => ({
  accountId: String(row.account_id),
  size: Number(row.size),
  sha256: String(row.sha256),
  videoId: Number(row.video_id),
  name: String(row.name),
  arrivedAt: Number(row.arrived_at),
});

/** Behind which it goes on; undefined = there were fewer than were asked for, so that was all. */
const lastOf = <T>(found: readonly T[], limit: number): T | undefined =>
  found.length === limit ? found.at(-1) : undefined;

const sentThere = 'SELECT 1 FROM jobs WHERE account_id = ?1 AND size = ?2 AND sha256 = ?3 AND video_id IS NOT NULL';
const ofJobs = `SELECT account_id, size, sha256, video_id, name, rowid AS row, COALESCE(arrived_at,
    (SELECT MAX(ended_at) FROM attempts WHERE job_id = jobs.id), added_at) AS arrived_at
  FROM jobs WHERE account_id = ? AND video_id IS NOT NULL AND (video_id, rowid) > (?, ?) ORDER BY video_id, rowid ${atMost}`;
const ofBrought = `SELECT * FROM brought_clips WHERE account_id = ? AND (size, sha256) > (?, ?) AND ${takingIsOver}
  ORDER BY size, sha256 ${atMost}`;
const ofAll = `SELECT account_id, size, sha256, ${isHalf} AS half FROM brought_clips WHERE (account_id, size, sha256) > (?, ?, ?)
  ORDER BY account_id, size, sha256 ${atMost}`;

/** Takes over an already migrated database. */
export function broughtClipStore(sql: Sql): BroughtClips {
  const query = createStatements(sql);

  const jobsFrom = (accountId: AccountId, from: Extract<LedgerPlace, { of: 'jobs' }>, limit: number): LedgerPart => {
    const rows = query(ofJobs).all(accountId, from.videoId, from.row, limit);
    const clips = rows.filter(({ size, sha256 }) => content.test(String(sha256)) && Number(size) > 0).map(toClip);
    const last = lastOf(rows, limit);
    const next: LedgerPlace = last
      ? { of: 'jobs', videoId: Number(last.video_id), row: Number(last.row) }
      : { of: 'brought', size: 0, sha256: '' };
    return { clips, unread: rows.length - clips.length, next };
  };

  return {
    hasSize: (accountId, size) =>
      query(`SELECT 1 FROM brought_clips WHERE account_id = ? AND size = ? AND ${takingIsOver} LIMIT 1`).get(
        accountId,
        size,
      ) !== undefined,
    find: (accountId, size, sha256) => {
      const row = query(
        `SELECT * FROM brought_clips WHERE account_id = ? AND size = ? AND sha256 = ? AND ${takingIsOver}`,
      ).get(accountId, size, sha256);
      return row ? toClip(row) : null;
    },
    isKnown: (accountId, size, sha256) =>
      query(
        `SELECT 1 FROM brought_clips WHERE account_id = ?1 AND size = ?2 AND sha256 = ?3 AND ${takingIsOver}
         UNION ALL ${sentThere} LIMIT 1`,
      ).get(accountId, size, sha256) !== undefined,
    beginTaking: (taking) => void query('INSERT INTO half_taken VALUES (?)').run(taking),
    keep: ({ accountId, size, sha256, videoId, name, arrivedAt }, taking) =>
      query(`INSERT OR IGNORE INTO brought_clips (account_id, size, sha256, video_id, name, arrived_at, taking)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE NOT EXISTS (${sentThere})`).run(
        ...[accountId, size, sha256, videoId, name, Math.floor(arrivedAt), taking],
      ).changes > 0,
    endTaking: (taking) => void query('DELETE FROM half_taken WHERE id = ?').run(taking),
    hasHalf: () => query('SELECT 1 FROM half_taken LIMIT 1').get() !== undefined,
    dropHalf: (from, limit) => {
      const rows = query(ofAll).all(from.accountId, from.size, from.sha256, limit);
      const drop = query('DELETE FROM brought_clips WHERE account_id = ? AND size = ? AND sha256 = ?');
      for (const row of rows.filter(({ half }) => half === 1))
        drop.run(String(row.account_id), Number(row.size), String(row.sha256));
      const last = lastOf(rows, limit);
      if (last) return { accountId: String(last.account_id), size: Number(last.size), sha256: String(last.sha256) };
      query('DELETE FROM half_taken').run();
      return null;
    },
    arrived: (accountId, from, limit) => {
      if (from.of === 'jobs') return jobsFrom(accountId, from, limit);
      const clips = query(ofBrought).all(accountId, from.size, from.sha256, limit).map(toClip);
      const last = lastOf(clips, limit);
      return { clips, unread: 0, next: last ? { of: 'brought', size: last.size, sha256: last.sha256 } : null };
    },
  };
}

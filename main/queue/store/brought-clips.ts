// Clips that another computer had on a site, as they were brought over from there: known by size and content, for paths mean nothing here.
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

export interface BroughtClips {
  hasSize(accountId: AccountId, size: number): boolean;
  find(accountId: AccountId, size: number, sha256: string): BroughtClip | null;
  /** True = this computer knows already that the content is on the site. */
  isKnown(accountId: AccountId, size: number, sha256: string): boolean;
  /** Inside a write; what is known already stays as it is. Gives whether it was new. */
  keep(clip: BroughtClip): boolean;
  /** The next of all that an account is known to have on its site, whichever computer sent it; at most `limit`. */
  arrived(accountId: AccountId, from: LedgerPlace, limit: number): LedgerPart;
}

export const ledgerBegin: LedgerPlace = { of: 'jobs', videoId: 0, row: 0 };

const content = /^[\da-f]{64}$/;

const toClip = (row: SqlRow): BroughtClip => ({
  accountId: String(row.account_id),
  size: Number(row.size),
  sha256: String(row.sha256),
  videoId: Number(row.video_id),
  name: String(row.name),
  arrivedAt: Number(row.arrived_at),
});

const sentThere = 'SELECT 1 FROM jobs WHERE account_id = ?1 AND size = ?2 AND sha256 = ?3 AND video_id IS NOT NULL';
const ofJobs = `SELECT account_id, size, sha256, video_id, name, rowid AS row, COALESCE(arrived_at,
    (SELECT MAX(ended_at) FROM attempts WHERE job_id = jobs.id), added_at) AS arrived_at
  FROM jobs WHERE account_id = ? AND video_id IS NOT NULL AND (video_id, rowid) > (?, ?) ORDER BY video_id, rowid ${atMost}`;
const ofBrought = `SELECT * FROM brought_clips WHERE account_id = ? AND (size, sha256) > (?, ?) ORDER BY size, sha256 ${atMost}`;

/** Takes over an already migrated database. */
export function broughtClipStore(sql: Sql): BroughtClips {
  const query = createStatements(sql);

  const jobsFrom = (accountId: AccountId, from: Extract<LedgerPlace, { of: 'jobs' }>, limit: number): LedgerPart => {
    const rows = query(ofJobs).all(accountId, from.videoId, from.row, limit);
    const clips = rows.filter(({ size, sha256 }) => content.test(String(sha256)) && Number(size) > 0).map(toClip);
    const last = rows.at(-1);
    const next: LedgerPlace =
      last === undefined || rows.length < limit
        ? { of: 'brought', size: 0, sha256: '' }
        : { of: 'jobs', videoId: Number(last.video_id), row: Number(last.row) };
    return { clips, unread: rows.length - clips.length, next };
  };

  return {
    hasSize: (accountId, size) =>
      query('SELECT 1 FROM brought_clips WHERE account_id = ? AND size = ? LIMIT 1').get(accountId, size) !== undefined,
    find: (accountId, size, sha256) => {
      const row = query('SELECT * FROM brought_clips WHERE account_id = ? AND size = ? AND sha256 = ?').get(
        accountId,
        size,
        sha256,
      );
      return row ? toClip(row) : null;
    },
    isKnown: (accountId, size, sha256) =>
      query(
        `SELECT 1 FROM brought_clips WHERE account_id = ?1 AND size = ?2 AND sha256 = ?3 UNION ALL ${sentThere} LIMIT 1`,
      ).get(accountId, size, sha256) !== undefined,
    keep: ({ accountId, size, sha256, videoId, name, arrivedAt }) =>
      query(`INSERT OR IGNORE INTO brought_clips SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE NOT EXISTS (${sentThere})`).run(
        accountId,
        size,
        sha256,
        videoId,
        name,
        Math.floor(arrivedAt),
      ).changes > 0,
    arrived: (accountId, from, limit) => {
      if (from.of === 'jobs') return jobsFrom(accountId, from, limit);
      const clips = query(ofBrought).all(accountId, from.size, from.sha256, limit).map(toClip);
      const last = clips.at(-1);
      const next: LedgerPlace | null =
        last === undefined || clips.length < limit ? null : { of: 'brought', size: last.size, sha256: last.sha256 };
      return { clips, unread: 0, next };
    },
  };
}

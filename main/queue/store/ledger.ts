// The ledger: which files on this computer are known to be which job's clip, by identity, by place, and by content.
import type { AccountId, ClipIdentity, FolderId, Job, JobId } from '../../model.ts';
import type { Sql, SqlRow } from '../../ports.ts';
import { kindsThat, resumePoint } from '../../states.ts';
import { type BroughtClips, broughtClipStore } from './brought-clips.ts';
import type { QueueStore } from './job-store.ts';
import { isOneOf } from './kinds.ts';
import { type NewerVersions, newerVersionStore } from './newer-versions.ts';
import { atMost, createStatements } from './sql.ts';

export interface FolderTally {
  readonly taken: number;
  /** On the list and not on the site yet. */
  readonly waiting: number;
  readonly lastTakenAt: number | null;
}

export interface Ledger {
  /** The job of this very file for this account: by its place, its identity, or as a copy that was compared before. */
  known(accountId: AccountId, identity: ClipIdentity, path: string): Job | null;
  /** The job, not on the site yet, whose clip lies at this very place: what lies there now is another version of it. */
  openAt(accountId: AccountId, path: string): Job | null;
  /** True when this very file was taken from this very place before, whatever was in it. */
  hasTaken(accountId: AccountId, identity: Pick<ClipIdentity, 'device' | 'inode'>, path: string): boolean;
  /** True when nothing needs to be done about this file. False for an open job's clip that lies in another place by now. */
  settled(accountId: AccountId, identity: ClipIdentity, path: string): boolean;
  /** False = no clip of this size is known, so no content can be equal. */
  hasSize(accountId: AccountId, size: number): boolean;
  byContent(accountId: AccountId, size: number, sha256: string): Job | null;
  /** What another computer had on the sites. */
  readonly brought: BroughtClips;
  /** What was written over after it had been sent. */
  readonly versions: NewerVersions;
  ofSize(accountId: AccountId, size: number): readonly Job[];
  /** Jobs of this size whose content has never been read to its end. */
  unhashed(accountId: AccountId, size: number): readonly Job[];
  /** Open jobs of a watched folder whose clips were not to be found. */
  missed(folderId: FolderId): readonly JobId[];
  /** Jobs whose clips' disks did not answer. */
  silent(): readonly JobId[];
  /** What a watched folder has brought so far. */
  tally(folderId: FolderId): FolderTally;
  /** Where the last clips of a watched folder lay whose videos are on the site, newest first; at most `most`. */
  sentFrom(folderId: FolderId, most: number): readonly string[];
  /** Inside `write` only. */
  rememberCopy(jobId: JobId, identity: ClipIdentity, path: string): void;
  rememberHash(job: Job, sha256: string): void;
  /**
   * The same of a clip that was read for another's sake. False = that is not remembered: it would go as one that was compared, and is to be
   * compared first with what another computer had on the site.
   */
  rememberRead(job: Job, sha256: string): boolean;
}

/** A clip that is on the same place with the same size and change time is the same, whatever number its disk has today (F-27). */
const byPlace = `SELECT id, grp, removed FROM jobs WHERE account_id = ? AND path = ? AND size = ? AND mtime_ns = ?
  ORDER BY removed, rowid DESC LIMIT 1`;
const byIdentity = `SELECT id, grp, removed FROM jobs WHERE account_id = ? AND device = ? AND inode = ? AND size = ? AND mtime_ns = ?
  ORDER BY removed, rowid DESC LIMIT 1`;
const copy = 'SELECT jobs.id, grp, removed FROM copies JOIN jobs ON jobs.id = copies.job_id WHERE jobs.account_id = ?';
const copyByPlace = `${copy} AND copies.path = ? AND copies.size = ? AND copies.mtime_ns = ? ORDER BY removed LIMIT 1`;
const copyByIdentity = `${copy} AND copies.device = ? AND copies.inode = ? AND copies.size = ? AND copies.mtime_ns = ?
  ORDER BY removed LIMIT 1`;

/** Open, and not known to be on the site. */
const notThere = isOneOf(kindsThat(({ group, resume }) => group !== 'done' && resume !== 'describe'));

/** Takes over an already migrated database. */
export function createLedger(sql: Sql, store: QueueStore): Ledger {
  const query = createStatements(sql);
  const brought = broughtClipStore(sql);
  const jobOf = (row: SqlRow | undefined): Job | null => (row ? store.job(String(row.id)) : null);
  /** A job of which something could not be read waits for its user, whatever comes back. */
  const isWhole = (id: JobId): boolean => {
    const state = store.job(id)?.state;
    return state?.kind !== 'needs-you' || state.reason !== 'entry-damaged';
  };
  const atPlace = (account: AccountId, { size, mtimeNs }: ClipIdentity, path: string): SqlRow | undefined =>
    query(byPlace).get(account, path, size, mtimeNs) ?? query(copyByPlace).get(account, path, size, mtimeNs);
  const numbers = ({ device, inode, size, mtimeNs }: ClipIdentity) => [device, inode, size, mtimeNs] as const;

  const rememberHash: Ledger['rememberHash'] = (job, sha256) => {
    const now = store.job(job.id);
    const isSame = now?.clip.identity.mtimeNs === job.clip.identity.mtimeNs;
    if (now?.sha256 === null && isSame) store.saveLearned(job.id, { sha256 });
  };

  return {
    known: (accountId, identity, path) =>
      jobOf(
        atPlace(accountId, identity, path) ??
          query(byIdentity).get(accountId, ...numbers(identity)) ??
          query(copyByIdentity).get(accountId, ...numbers(identity)),
      ),
    openAt: (accountId, path) =>
      jobOf(
        query(
          // By its order alone SQLite would go through the whole list for a path that is new.
          `SELECT id FROM jobs INDEXED BY jobs_by_path WHERE account_id = ? AND path = ? AND removed = 0
           AND ${notThere} ORDER BY position DESC LIMIT 1`,
        ).get(accountId, path),
      ),
    hasTaken: (accountId, { device, inode }, path) =>
      query(
        `SELECT 1 FROM jobs INDEXED BY jobs_by_path WHERE account_id = ? AND path = ? AND device = ? AND inode = ?
         LIMIT 1`,
      ).get(accountId, path, device, inode) !== undefined,
    settled: (accountId, identity, path) => {
      if (atPlace(accountId, identity, path)) return true;
      const row = query(byIdentity).get(accountId, ...numbers(identity));
      if (row) return row.grp === 'done' || row.removed === 1;
      return query(copyByIdentity).get(accountId, ...numbers(identity)) !== undefined;
    },
    hasSize: (accountId, size) =>
      query('SELECT 1 FROM jobs WHERE account_id = ? AND size = ? LIMIT 1').get(accountId, size) !== undefined ||
      brought.hasSize(accountId, size),
    brought,
    versions: newerVersionStore(sql, store),
    byContent: (accountId, size, sha256) =>
      jobOf(
        query(
          'SELECT id FROM jobs WHERE account_id = ? AND size = ? AND sha256 = ? ORDER BY removed, rowid DESC LIMIT 1',
        ).get(accountId, size, sha256),
      ),
    ofSize: (accountId, size) =>
      query('SELECT id FROM jobs WHERE account_id = ? AND size = ? ORDER BY position')
        .all(accountId, size)
        .flatMap((row) => jobOf(row) ?? []),
    unhashed: (accountId, size) =>
      query('SELECT id FROM jobs WHERE account_id = ? AND size = ? AND sha256 IS NULL ORDER BY position')
        .all(accountId, size)
        .flatMap((row) => jobOf(row) ?? []),
    missed: (folderId) =>
      query(
        `SELECT id FROM jobs WHERE folder_id = ? AND removed = 0 AND grp IN ('waiting', 'needs-you')
         AND (state LIKE '%"folder-away"%' OR state LIKE '%"clip-missing"%')`,
      )
        .all(folderId)
        .map((row) => String(row.id))
        .filter(isWhole),
    silent: () =>
      query(
        `SELECT id FROM jobs WHERE due_at IS NOT NULL AND kind = 'waiting' AND removed = 0 AND state LIKE '%"disk-silent"%'`,
      )
        .all()
        .map((row) => String(row.id))
        .filter(isWhole),
    tally: (folderId) => {
      const row = query('SELECT taken, open, last_at FROM folder_tally WHERE folder_id = ?').get(folderId);
      return {
        taken: Number(row?.taken ?? 0),
        waiting: Number(row?.open ?? 0),
        lastTakenAt: row ? Number(row.last_at) : null,
      };
    },
    sentFrom: (folderId, most) =>
      query(
        `SELECT path FROM jobs WHERE folder_id = ? AND removed = 0 AND grp = 'done' AND kind = 'done'
         ORDER BY added_at DESC ${atMost}`,
      )
        .all(folderId, most)
        .map((row) => String(row.path))
        // Versions of one clip lay in one place.
        .filter((path, at, all) => all.indexOf(path) === at),
    rememberCopy: (jobId, identity, path) =>
      void query('INSERT OR IGNORE INTO copies VALUES (?, ?, ?, ?, ?, ?)').run(jobId, ...numbers(identity), path),
    rememberHash,
    rememberRead: (job, sha256) => {
      const { accountId, clip } = job;
      const isToGo = resumePoint((store.job(job.id) ?? job).state).from === 'send';
      if (isToGo && brought.find(accountId, clip.identity.size, sha256) !== null) return false;
      rememberHash(job, sha256);
      return true;
    },
  };
}

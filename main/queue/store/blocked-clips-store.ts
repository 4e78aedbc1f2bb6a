// Clips that were refused while a site blocked everything, as they stand on disk until each has gone on once (F-21).
import type { JobId } from '../../model.ts';
import type { Sql } from '../../ports.ts';

export interface BlockedClipsStore {
  /** Inside a write: these were refused while the host blocked everything. Gives those of which it was not known. */
  note(host: string, jobIds: readonly JobId[]): readonly JobId[];
  /** Those of them that have not gone on since, in the order in which they were noted. */
  of(host: string): readonly JobId[];
  /** Inside a write: this one goes on, and the site is not to blame for it a second time. */
  spend(host: string, jobId: JobId): void;
}

/** Takes over an already migrated database. */
export function blockedClipsStore(sql: Sql): BlockedClipsStore {
  const insert = sql.prepare('INSERT OR IGNORE INTO refused_together (job_id, host, went_on) VALUES (?, ?, 0)');
  const select = sql.prepare('SELECT job_id FROM refused_together WHERE host = ? AND went_on = 0 ORDER BY rowid');
  const spend = sql.prepare('UPDATE refused_together SET went_on = 1 WHERE job_id = ?');
  /** Asked after each clip that arrives, and nearly always empty. */
  const known = new Map<string, readonly JobId[]>();
  return {
    note: (host, jobIds) => {
      known.delete(host);
      return jobIds.filter((jobId) => insert.run(jobId, host).changes > 0);
    },
    of: (host) => {
      const ids = known.get(host) ?? select.all(host).map((row) => String(row.job_id));
      known.set(host, ids);
      return ids;
    },
    spend: (host, jobId) => {
      known.delete(host);
      spend.run(jobId);
    },
  };
}

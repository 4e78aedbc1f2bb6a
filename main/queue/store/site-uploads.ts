// Clips that go in pieces, as they stand on disk: where each goes on upon its site, and whether its last bytes may have left.
import type { JobId } from '../../model.ts';
import type { Sql } from '../../ports.ts';

export interface SiteUpload {
  readonly url: string;
  readonly hasLetGo: boolean;
}

export interface SiteUploads {
  /** The upload of these very bytes (job/attempt-lineage.ts); null = none is under way. */
  of(jobId: JobId, content: string | null): SiteUpload | null;
  /** Inside a write, as are the others: the clip goes on there from now on. */
  begun(jobId: JobId, content: string, url: string): void;
  letGo(jobId: JobId): void;
  ended(jobId: JobId): void;
}

/** Takes over an already migrated database. */
export function siteUploadStore(sql: Sql): SiteUploads {
  const find = sql.prepare('SELECT url, let_go FROM site_uploads WHERE job_id = ? AND content = ?');
  const begin = sql.prepare(`INSERT INTO site_uploads (job_id, content, url, let_go) VALUES (?, ?, ?, 0)
    ON CONFLICT (job_id) DO UPDATE SET content = excluded.content, url = excluded.url, let_go = 0`);
  const letGo = sql.prepare('UPDATE site_uploads SET let_go = 1 WHERE job_id = ?');
  const end = sql.prepare('DELETE FROM site_uploads WHERE job_id = ?');
  return {
    of: (jobId, content) => {
      const row = content === null ? undefined : find.get(jobId, content);
      return row ? { url: String(row.url), hasLetGo: row.let_go !== 0 } : null;
    },
    begun: (jobId, content, url) => void begin.run(jobId, content, url),
    letGo: (jobId) => void letGo.run(jobId),
    ended: (jobId) => void end.run(jobId),
  };
}

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
  /** Where the last bytes of what the clip was before may have left; null = nowhere. */
  letGoOfOthers(jobId: JobId, content: string | null): string | null;
  /** Those of clips that were cancelled or taken off the list before their last bytes left. */
  leftOver(): readonly { readonly jobId: JobId; readonly url: string }[];
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
  const others = sql.prepare('SELECT url FROM site_uploads WHERE job_id = ? AND let_go = 1 AND content IS NOT ?');
  const letGo = sql.prepare('UPDATE site_uploads SET let_go = 1 WHERE job_id = ?');
  const end = sql.prepare('DELETE FROM site_uploads WHERE job_id = ?');
  const left = sql.prepare(`SELECT job_id, url FROM site_uploads JOIN jobs ON jobs.id = job_id
    WHERE let_go = 0 AND (jobs.kind = 'cancelled' OR jobs.removed = 1)`);
  return {
    of: (jobId, content) => {
      const row = content === null ? undefined : find.get(jobId, content);
      return row ? { url: String(row.url), hasLetGo: row.let_go !== 0 } : null;
    },
    letGoOfOthers: (jobId, content) => {
      const row = others.get(jobId, content);
      return row ? String(row.url) : null;
    },
    leftOver: () => left.all().map(({ job_id, url }) => ({ jobId: String(job_id), url: String(url) })),
    begun: (jobId, content, url) => void begin.run(jobId, content, url),
    letGo: (jobId) => void letGo.run(jobId),
    ended: (jobId) => void end.run(jobId),
  };
}

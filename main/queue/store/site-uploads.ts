// Clips that go in pieces, as they stand on disk: where each goes on upon its site, and whether its last bytes may have left.
import type { JobId } from '../../model.ts';
import type { Sql } from '../../ports.ts';
import { isSameOnAnotherDisk } from '../job/attempt-lineage.ts';

export interface SiteUpload {
  readonly url: string;
  readonly hasLetGo: boolean;
}

export interface SiteUploads {
  /** The upload of these bytes, whatever number their disk has now (job/attempt-lineage.ts): the site compares them all at the end. Null = none is under way. */
  of(jobId: JobId, content: string | null): SiteUpload | null;
  /** Where something of the clip is, whichever bytes; null = nowhere. */
  anyOf(jobId: JobId): SiteUpload | null;
  /** Where the last bytes of what the clip was before may have left; null = nowhere. */
  letGoOfOthers(jobId: JobId, content: string | null): string | null;
  /** Those of clips that were cancelled or taken off the list before their last bytes left, or after it was seen that these did not arrive. */
  leftOver(): readonly (SiteUpload & { readonly jobId: JobId })[];
  /** Inside a write, as are the others: the clip goes on there from now on. */
  begun(jobId: JobId, content: string, url: string): void;
  letGo(jobId: JobId): void;
  ended(jobId: JobId): void;
}

/** Takes over an already migrated database. */
export function siteUploadStore(sql: Sql): SiteUploads {
  const find = sql.prepare('SELECT content, url, let_go FROM site_uploads WHERE job_id = ?');
  const begin = sql.prepare(`INSERT INTO site_uploads (job_id, content, url, let_go) VALUES (?, ?, ?, 0)
    ON CONFLICT (job_id) DO UPDATE SET content = excluded.content, url = excluded.url, let_go = 0`);
  const letGo = sql.prepare('UPDATE site_uploads SET let_go = 1 WHERE job_id = ?');
  const end = sql.prepare('DELETE FROM site_uploads WHERE job_id = ?');
  const left = sql.prepare(`SELECT job_id, url, let_go FROM site_uploads JOIN jobs ON jobs.id = job_id
    WHERE (jobs.kind = 'cancelled' OR jobs.removed = 1)
      AND (let_go = 0 OR jobs.kind = 'cancelled'
        AND CASE WHEN json_valid(jobs.state) THEN json_extract(jobs.state, '$.resume.from') END = 'send')`);
  /** `isOf` = of these bytes. */
  const read = (jobId: JobId, content: string | null) => {
    const row = find.get(jobId);
    if (!row) return null;
    const isOf = content !== null && isSameOnAnotherDisk(String(row.content), content);
    return { url: String(row.url), hasLetGo: row.let_go !== 0, isOf };
  };
  return {
    of: (jobId, content) => {
      const row = read(jobId, content);
      return row?.isOf ? { url: row.url, hasLetGo: row.hasLetGo } : null;
    },
    anyOf: (jobId) => {
      const row = read(jobId, null);
      return row && { url: row.url, hasLetGo: row.hasLetGo };
    },
    letGoOfOthers: (jobId, content) => {
      const row = read(jobId, content);
      return row?.hasLetGo && !row.isOf ? row.url : null;
    },
    leftOver: () =>
      left.all().map(({ job_id, url, let_go }) => ({
        ...{ jobId: String(job_id), url: String(url), hasLetGo: let_go !== 0 },
      })),
    begun: (jobId, content, url) => void begin.run(jobId, content, url),
    letGo: (jobId) => void letGo.run(jobId),
    ended: (jobId) => void end.run(jobId),
  };
}

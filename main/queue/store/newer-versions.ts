// Clips that are newer versions of what was sent before: of which job, what its user wants of the older video, and what became of it.
import { storedDraft } from '../../fields.ts';
import type { AccountId, Draft, Job, JobId } from '../../model.ts';
import type { Sql } from '../../ports.ts';
import { videoOf } from '../../states.ts';
import { noteDamaged } from '../../untrusted/damaged.ts';
import { readRow } from '../../untrusted/rows.ts';
import type { QueueStore } from './job-store.ts';
import { createStatements } from './sql.ts';

/** What is to become of the older video; null = its user has not said so yet. */
export type VersionChoice = 'replace' | 'keep' | null;

/** What became of it; null = nothing so far. 'gone' = the site had it no more. */
export type OlderBecame = 'trashed' | 'gone' | 'stays' | null;

export interface NewerVersion {
  readonly older: Job;
  readonly choice: VersionChoice;
  readonly became: OlderBecame;
}

export interface NewerVersions {
  /** The last job whose clip lay at this very place and whose video `isThere`: what lies there now is a newer version of it. */
  olderAt(accountId: AccountId, path: string, isThere: (videoId: number) => boolean): Job | null;
  of(jobId: JobId): NewerVersion | null;
  /** Whether its user is to say first what becomes of the older video. */
  isAsked(jobId: JobId): boolean;
  /** Inside a write, as are `choose` and `settle`. */
  note(jobId: JobId, olderId: JobId, draft: Draft): void;
  /** What it gets where the older video is kept; 'damaged' = that cannot be read. */
  draftOf(jobId: JobId): Draft | 'damaged';
  /** False = nothing is asked about it, or the older video is settled already. */
  choose(jobId: JobId, choice: Exclude<VersionChoice, null>): boolean;
  settle(jobId: JobId, became: Exclude<OlderBecame, null>): void;
}

/** Programs that always write over one and the same file make thousands of them: those that were called off need not all be read. */
const lastOnes = 20;

const choices: ReadonlySet<unknown> = new Set<VersionChoice>(['replace', 'keep']);
const ends: ReadonlySet<unknown> = new Set<OlderBecame>(['trashed', 'gone', 'stays']);
const isChoice = (value: unknown): value is VersionChoice => choices.has(value);
const isEnd = (value: unknown): value is OlderBecame => ends.has(value);

/** Takes over an already migrated database. */
export function newerVersionStore(sql: Sql, store: Pick<QueueStore, 'job'>): NewerVersions {
  const query = createStatements(sql);
  const of: NewerVersions['of'] = (jobId) => {
    const row = query('SELECT * FROM newer_versions WHERE job_id = ?').get(jobId);
    const older = row ? store.job(String(row.older_job_id)) : null;
    // Sent to another account meanwhile it stands beside nothing there.
    if (!row || !older || older.accountId !== store.job(jobId)?.accountId) return null;
    // What cannot be read of it is asked again, and nothing is trashed by it.
    return {
      older,
      choice: isChoice(row.choice) ? row.choice : null,
      became: isEnd(row.became) ? row.became : null,
    };
  };
  return {
    olderAt: (accountId, path, isThere) => {
      const rows = query(
        `SELECT id FROM jobs INDEXED BY jobs_by_path WHERE account_id = ? AND path = ? ORDER BY rowid DESC LIMIT ${lastOnes}`,
      ).all(accountId, path);
      for (const { id } of rows) {
        const job = store.job(String(id));
        const videoId = job && videoOf(job.state);
        if (videoId !== null && isThere(videoId)) return job;
      }
      return null;
    },
    of,
    isAsked: (jobId) => {
      const version = of(jobId);
      return version !== null && version.choice === null && version.became === null;
    },
    note: (jobId, olderId, draft) =>
      void query('INSERT OR IGNORE INTO newer_versions (job_id, older_job_id, draft) VALUES (?, ?, ?)').run(
        ...[jobId, olderId, JSON.stringify(draft)],
      ),
    draftOf: (jobId) => {
      const text = query('SELECT draft FROM newer_versions WHERE job_id = ?').get(jobId)?.draft;
      const read = readRow(storedDraft, text);
      if (read.ok) return read.value;
      noteDamaged(sql, { kind: 'job', name: `${jobId} newer version`, problem: read.problem, text: String(text) });
      return 'damaged';
    },
    choose: (jobId, choice) =>
      query('UPDATE newer_versions SET choice = ? WHERE job_id = ? AND became IS NULL AND choice IS NOT ?').run(
        ...[choice, jobId, choice],
      ).changes > 0,
    settle: (jobId, became) =>
      void query('UPDATE newer_versions SET became = ? WHERE job_id = ? AND became IS NULL').run(became, jobId),
  };
}

// Jobs as rows: one whole job read or written, and questions that give jobs. What may be written when is decided above (job-store.ts).
import type { Job, JobState } from '../../model.ts';
import type { Sql, SqlRow, SqlStatement } from '../../ports.ts';
import { createIdle, type Idle } from './empty-answers.ts';
import { clipColumns, clipValues, jobColumns, stateColumns, stateValues, toJob } from './rows.ts';

export interface JobRows {
  /** The statement of this text, prepared once. */
  query(text: string): SqlStatement;
  read(row: SqlRow): Job;
  /** Jobs of one kind. A damaged row still says in its columns that it is due: it is parked there, so that nothing spins. */
  sound(kind: JobState['kind'], rows: () => readonly SqlRow[]): readonly Job[];
  readonly idle: Idle;
  /** Inside a write only, as are the others. */
  insertJob(job: Job): void;
  saveJob(job: Job): void;
  /** Only what was typed; touches no index. */
  saveDraft(job: Job): void;
}

/** A column of a row as a number; 0 where there is none. */
export function numberOf(row: SqlRow | undefined, name = 'n'): number {
  return Number(row?.[name] ?? 0);
}

/** Takes over an already migrated database. */
export function createJobRows(sql: Sql): JobRows {
  const marks = (names: readonly string[]): string => names.map(() => '?').join(', ');
  const insertJob = sql.prepare(`INSERT INTO jobs (id, ${jobColumns.join(', ')}) VALUES (?, ${marks(jobColumns)})`);
  const saveState = sql.prepare(`UPDATE jobs SET ${stateColumns.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`);
  const saveClip = sql.prepare(
    `UPDATE jobs SET ${clipColumns.map((name) => `${name} = ?`).join(', ')}
     WHERE id = ? AND (${clipColumns.join(', ')}) IS NOT (${marks(clipColumns)})`,
  );
  const saveDraft = sql.prepare('UPDATE jobs SET draft = ?, title = ?, draft_revision = ?, seen = ? WHERE id = ?');
  const prepared = new Map<string, SqlStatement>();
  const query = (text: string): SqlStatement => {
    const statement = prepared.get(text) ?? sql.prepare(text);
    prepared.set(text, statement);
    return statement;
  };
  const idle = createIdle((now) => {
    const row = query('SELECT MIN(due_at) AS n FROM jobs WHERE due_at > ?').get(now);
    return row?.n == null ? null : Number(row.n);
  });
  const saveJob = (job: Job): void => {
    idle.wrote(job.state.kind);
    const values = clipValues(job);
    saveState.run(...stateValues(job), job.id);
    saveClip.run(...values, job.id, ...values);
  };
  const read = (row: SqlRow): Job =>
    toJob(row, () => query('SELECT * FROM attempts WHERE job_id = ? ORDER BY rowid DESC LIMIT 1').get(String(row.id)));
  const sound: JobRows['sound'] = (kind, rows) => {
    const jobs = rows().map(read);
    const damaged = jobs.filter((job) => job.state.kind !== kind);
    if (damaged.length === 0) return jobs;
    for (const job of damaged) saveJob(job);
    return sound(kind, rows);
  };

  return {
    query,
    read,
    sound,
    idle,
    insertJob: (job) => {
      idle.wrote(job.state.kind);
      insertJob.run(job.id, ...stateValues(job), ...clipValues(job));
    },
    saveJob,
    saveDraft: ({ id, draft, draftRevision, seen }) =>
      void saveDraft.run(JSON.stringify(draft), draft.title ?? '', draftRevision, JSON.stringify(seen), id),
  };
}

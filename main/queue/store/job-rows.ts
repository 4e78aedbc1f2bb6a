// Jobs as rows: one whole job read or written, and questions that give jobs. What may be written when is decided above (job-store.ts).
import type { Attempt, Job, JobId, JobState } from '../../model.ts';
import { type Clock, type Sql, type SqlRow, type SqlStatement, StoreError } from '../../ports.ts';
import { kindsThat } from '../../states.ts';
import { keepDamaged } from '../../untrusted/damaged.ts';
import { heldBack } from '../job/job-state.ts';
import { createIdle, type Idle } from './empty-answers.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import { isOneOf } from './kinds.ts';
import { lostJobs } from './lost-jobs.ts';
import {
  clipColumns,
  clipValues,
  jobColumns,
  type ReadJob,
  stateColumns,
  stateValues,
  toAttempt,
  toJob,
} from './rows.ts';
import { createStatements } from './sql.ts';

export interface JobRows {
  /** The statement of this text, prepared once. */
  query(text: string): SqlStatement;
  read(row: SqlRow): Job;
  /** Jobs of one kind. A damaged row still says in its columns that it is due: it is parked there, so that nothing spins. */
  sound(kind: JobState['kind'], rows: () => readonly SqlRow[]): readonly Job[];
  readonly idle: Idle;
  readonly commit: GroupCommit;
  /** Inside a write only, as are the others. */
  insertJob(job: Job): void;
  saveJob(job: Job): void;
  /** Only what was typed; touches no index. */
  saveDraft(job: Job): void;
  /** Clips that are to be sent, were read, and hold what came with `taking` (brought-clips.ts) are to be read and compared once more. */
  compareAnew(taking: string): void;
}

const toSend = kindsThat(({ resume, runs }) => resume === 'send' && !runs);
const mayBeToSend = kindsThat(({ resume }) => resume === 'kept');
/** A clip whose content is known counts as one that was compared with all that is known. */
const forgetRead = `UPDATE jobs SET sha256 = NULL WHERE ${isOneOf([...toSend, ...mayBeToSend])} AND sha256 IS NOT NULL
  AND (${isOneOf(toSend)} OR state LIKE '%"resume":{"from":"send"}%')
  AND EXISTS (SELECT 1 FROM brought_clips AS brought WHERE brought.account_id = jobs.account_id AND brought.size = jobs.size
    AND brought.sha256 = jobs.sha256 AND brought.taking = ?)`;

/** A column of a row as a number; 0 where there is none. */
export function numberOf(row: SqlRow | undefined, name = 'n'): number {
  return Number(row?.[name] ?? 0);
}

const marks = (names: readonly string[]): string => names.map(() => '?').join(', ');

/** Jobs of which something could not be read, until it is kept and the row is whole again. */
function createDamagedJobs(sql: Sql) {
  const damaged = new Map<JobId, ReadJob>();
  return {
    /** Gives whether it was not known. */
    note: (found: ReadJob): boolean => {
      const isNew = !damaged.has(found.job.id);
      damaged.set(found.job.id, found);
      return isNew;
    },
    has: (id: JobId): boolean => damaged.has(id),
    forget: (id: JobId): boolean => damaged.delete(id),
    /** Keeps what could not be read before it is written over. Gives the job as it may be written: it goes on only by the user's word. */
    mended: (job: Job): { readonly job: Job; readonly keptDraft: string | null } => {
      const before = damaged.get(job.id);
      if (!before) return { job, keptDraft: null };
      for (const { column, problem, text } of before.damage) {
        keepDamaged(sql, { kind: 'job', name: `${job.id} ${column}`, problem, text });
      }
      damaged.delete(job.id);
      // Should a cancelled job ever go on, its user is to be asked: until then its draft stays as damaged as it is.
      const draft = before.damage.find(({ column }) => column === 'draft');
      const isKept = draft && job.state.kind === 'cancelled' && job.draftRevision === before.job.draftRevision;
      return {
        job: before.waits === null ? job : heldBack(job, before.waits),
        keptDraft: isKept ? draft.text : null,
      };
    },
  };
}

/** Puts right what no question would ever find; a full disk leaves it to a later start (F-43). */
function mendLost({ query, read, saveJob }: Pick<JobRows, 'query' | 'read' | 'saveJob'>, now: number): void {
  try {
    for (const row of lostJobs(query, now)) saveJob(read(row));
  } catch (error) {
    if (!(error instanceof StoreError) || error.problem !== 'full') throw error;
  }
}

/** Takes over an already migrated database. */
export function createJobRows(sql: Sql, clock: Clock): JobRows {
  const commit = createGroupCommit(sql, clock);
  const insertJob = sql.prepare(`INSERT INTO jobs (id, ${jobColumns.join(', ')}) VALUES (?, ${marks(jobColumns)})`);
  const saveState = sql.prepare(`UPDATE jobs SET ${stateColumns.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`);
  const saveClip = sql.prepare(
    `UPDATE jobs SET ${clipColumns.map((name) => `${name} = ?`).join(', ')}
     WHERE id = ? AND (${clipColumns.join(', ')}) IS NOT (${marks(clipColumns)})`,
  );
  const saveDraft = sql.prepare('UPDATE jobs SET draft = ?, title = ?, draft_revision = ?, seen = ? WHERE id = ?');
  const query = createStatements(sql);
  const idle = createIdle((now) => {
    const row = query('SELECT MIN(due_at) AS n FROM jobs WHERE due_at > ?').get(now);
    return row?.n == null ? null : Number(row.n);
  });
  const damaged = createDamagedJobs(sql);
  const saveJob = (given: Job): void => {
    const { job, keptDraft } = damaged.mended(given);
    idle.wrote(job.state.kind);
    const values = clipValues(job);
    saveState.run(...stateValues(job), job.id);
    saveClip.run(...values, job.id, ...values);
    if (keptDraft !== null) query('UPDATE jobs SET draft = ? WHERE id = ?').run(keptDraft, job.id);
  };
  const lastAttempt = (jobId: string): Attempt | null => {
    const row = query('SELECT * FROM attempts WHERE job_id = ? ORDER BY rowid DESC LIMIT 1').get(jobId);
    return row ? toAttempt(row) : null;
  };
  const mend = (id: JobId): void => {
    const row = query('SELECT * FROM jobs WHERE id = ?').get(id);
    if (row) saveJob(read(row));
  };
  const read = (row: SqlRow): Job => {
    const found = toJob(row, () => lastAttempt(String(row.id)));
    if (found.damage.length === 0) return found.job;
    const { id } = found.job;
    const isNew = damaged.note(found);
    // Written down soon, so that the row and its place in the list say the same; a full disk is met again with the next read.
    if (found.job.state === found.waits && isNew) commit.write(() => mend(id)).catch(() => damaged.forget(id));
    return found.job;
  };
  const sound: JobRows['sound'] = (kind, rows) => {
    const jobs = rows().map(read);
    const others = jobs.filter((job) => job.state.kind !== kind);
    if (others.length === 0) return jobs;
    for (const job of others) saveJob(job);
    return sound(kind, rows);
  };
  mendLost({ query, read, saveJob }, clock.now());

  return {
    query,
    read,
    sound,
    idle,
    commit,
    insertJob: (job) => {
      idle.wrote(job.state.kind);
      insertJob.run(job.id, ...stateValues(job), ...clipValues(job));
    },
    saveJob,
    compareAnew: (taking) => void query(forgetRead).run(taking),
    saveDraft: (job) => {
      const { id, draft, draftRevision, seen } = job;
      if (damaged.has(id)) saveJob(job);
      else saveDraft.run(JSON.stringify(draft), draft.title ?? '', draftRevision, JSON.stringify(seen), id);
    },
  };
}

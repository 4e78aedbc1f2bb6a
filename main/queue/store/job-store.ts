// Jobs and attempts on disk: every change is durable before it counts, and changes of the same moment share one commit.
import type { QueueCounts, QueueFilter, QueueSort } from '../../../preload/contract.ts';
import type { AccountId, Attempt, AttemptId, ClipFacts, ClipIdentity, Draft, Job, JobId } from '../../model.ts';
import type { Clock, Sql } from '../../ports.ts';
import { kindsThat } from '../../states.ts';
import type { JobEvent } from '../job/job-event.ts';
import { transition } from '../job/job-state.ts';
import { countsOf } from './counts.ts';
import { createDueJobs, type DueJobs } from './due-jobs.ts';
import type { GroupCommit } from './group-commit.ts';
import { createJobRows, type JobRows, numberOf } from './job-rows.ts';
import type { Findable } from './job-search.ts';
import { isOneOf } from './kinds.ts';
import { type QueuePlace, queueList } from './list.ts';
import { positionStep } from './order.ts';
import { createOtherJobs, type OtherJobs } from './other-jobs.ts';
import { ceil, toAttempt, toDraft } from './rows.ts';

type ListRequest = 'count' | 'counts' | 'openBytes' | 'openJobs' | 'rows' | 'place' | 'ids';

interface Attempts {
  /** Inside `write` only. */
  insertAttempt(attempt: Attempt): void;
  saveAttempt(attempt: Attempt): void;
  attempt(id: AttemptId): Attempt | null;
  /** Of a job, as they were written: the clock may have been set between two of them (F-13). */
  attempts(jobId: JobId): readonly Attempt[];
}

/** The very same job twice = nothing changed. */
export interface JobChange {
  readonly before: Job;
  readonly after: Job;
}

export interface QueueStore extends GroupCommit, DueJobs, OtherJobs, Attempts {
  /** Inside `write` only, as are the next two. */
  insertJob(job: Job): void;
  /**
   * Lets `event` happen to the job as it stands on disk, and writes down what follows; a null event changes nothing. There is no other
   * way to change a job's state. Null = there is no such job.
   */
  change(jobId: JobId, event: JobEvent | ((job: Job) => JobEvent | null)): JobChange | null;
  /** What was learned of its clip by reading it: its facts, or the sha256 of its content. */
  saveLearned(jobId: JobId, learned: { readonly facts?: ClipFacts; readonly sha256?: string }): void;
  /** Inside `write` only, as all of a taking of another computer's clips counts: those of the list are compared with it before they go. */
  compareAnew(taking: string): void;

  job(id: JobId): Job | null;
  /** The job of this very clip for this account, also when it was taken off the list. */
  findClip(accountId: AccountId, identity: ClipIdentity): Job | null;
  /** Where the next added job stands: behind all; those after it follow at `positionStep`. */
  nextPosition(): number;
  /** What was typed for jobs: each account's different drafts, and for how many of the jobs each is. */
  drafts(
    ids: readonly JobId[],
  ): readonly { readonly accountId: AccountId; readonly draft: Draft; readonly jobs: number }[];

  paused(): boolean;
  /** Inside `write` only. */
  setPaused(paused: boolean): void;

  count(filter: QueueFilter): number;
  counts(): QueueCounts;
  /** Bytes of jobs that are to be sent by themselves or whose sending has not been answered. */
  openBytes(): number;
  /** Jobs on the list that go by themselves and are not done. */
  openJobs(): number;
  rows(filter: QueueFilter, sort: QueueSort, offset: number, limit: number): readonly Job[];
  /** How many rows stand before a job; null = it is not under the filter. */
  place(jobId: JobId, filter: QueueFilter, sort: QueueSort): number | null;
  /**
   * The next ids in the order of the queue behind a place (null = from its beginning), at most `limit`, of those only which `fits`;
   * `last` is null when there are no more.
   */
  ids(
    filter: QueueFilter,
    after: QueuePlace | null,
    limit: number,
    fits?: (one: Findable) => boolean,
  ): { readonly ids: readonly JobId[]; readonly last: QueuePlace | null };
}

/** Takes over an already migrated database. */
export function queueStore(sql: Sql, clock: Clock, jobRows: JobRows = createJobRows(sql, clock)): QueueStore {
  const { query, read } = jobRows;
  const job: QueueStore['job'] = (id) => {
    const row = query('SELECT * FROM jobs WHERE id = ?').get(id);
    return row ? read(row) : null;
  };
  return {
    ...jobRows.commit,
    ...createDueJobs(jobRows),
    ...createOtherJobs(jobRows),
    ...attemptRows(sql, jobRows),
    ...listOf(sql, jobRows),
    insertJob: jobRows.insertJob,
    compareAnew: jobRows.compareAnew,
    change: (jobId, event) => {
      const before = job(jobId);
      if (!before) return null;
      const happens = typeof event === 'function' ? event(before) : event;
      const after = happens === null ? before : transition(before, happens);
      if (happens?.kind === 'edited' && after.state === before.state) jobRows.saveDraft(after);
      else if (after !== before) jobRows.saveJob(after);
      return { before, after };
    },
    saveLearned: (jobId, { facts, sha256 }) => {
      const known = job(jobId);
      if (!known) return;
      const clip = facts ? { ...known.clip, facts } : known.clip;
      jobRows.saveJob({ ...known, clip, sha256: sha256 ?? known.sha256 });
    },

    job,
    findClip: (accountId, identity) => {
      const row = query(
        `SELECT * FROM jobs WHERE account_id = ? AND device = ? AND inode = ? AND size = ? AND mtime_ns = ?
         ORDER BY removed, rowid DESC LIMIT 1`,
      ).get(accountId, identity.device, identity.inode, identity.size, identity.mtimeNs);
      return row ? read(row) : null;
    },
    // In two halves, because each is one step in the index of its own.
    nextPosition: () =>
      positionStep +
      Math.max(
        ...[0, 1].map((removed) =>
          numberOf(query('SELECT MAX(position) AS n FROM jobs WHERE removed = ?').get(removed)),
        ),
      ),
    drafts: (ids) =>
      query(
        `SELECT account_id, draft, COUNT(*) AS n FROM jobs WHERE id IN (SELECT value FROM json_each(?))
         GROUP BY account_id, draft`,
      )
        .all(JSON.stringify(ids))
        .map((row) => ({ accountId: String(row.account_id), draft: toDraft(row.draft), jobs: Number(row.n) })),

    // Whatever else may stand there: what is not 0 was paused.
    paused: () => numberOf(query("SELECT value AS n FROM flags WHERE name = 'paused'").get()) !== 0,
    setPaused: (paused) =>
      void query("INSERT INTO flags VALUES ('paused', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value").run(
        Number(paused),
      ),
  };
}

function attemptRows(sql: Sql, { query }: JobRows): Attempts {
  const insertAttempt = sql.prepare(
    `INSERT INTO attempts (id, job_id, boundary, file_name, started_at, site_skew_ms, ended_at, ended, status, said, key,
       content, sent_bytes, looks, not_these, media_id, after_media)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const saveAttempt = sql.prepare(
    `UPDATE attempts SET ended_at = ?, ended = ?, status = ?, said = ?, sent_bytes = ?, looks = ?, not_these = ?,
     media_id = ?
     WHERE id = ?`,
  );
  return {
    insertAttempt: (attempt) =>
      void insertAttempt.run(
        attempt.id,
        attempt.jobId,
        attempt.boundary,
        attempt.fileName,
        Math.floor(attempt.startedAt),
        attempt.siteSkewMs === null ? null : Math.round(attempt.siteSkewMs),
        ceil(attempt.endedAt),
        attempt.ended,
        attempt.status,
        attempt.said,
        attempt.key,
        attempt.content,
        attempt.sentBytes,
        JSON.stringify(attempt.looks),
        JSON.stringify(attempt.rejectedVideoIds),
        attempt.mediaId,
        attempt.afterMediaId ?? null,
      ),
    saveAttempt: (attempt) =>
      void saveAttempt.run(
        ceil(attempt.endedAt),
        attempt.ended,
        attempt.status,
        attempt.said,
        attempt.sentBytes,
        JSON.stringify(attempt.looks),
        JSON.stringify(attempt.rejectedVideoIds),
        attempt.mediaId,
        attempt.id,
      ),
    attempt: (id) => {
      const row = query('SELECT * FROM attempts WHERE id = ?').get(id);
      return row ? toAttempt(row) : null;
    },
    attempts: (jobId) => query('SELECT * FROM attempts WHERE job_id = ? ORDER BY rowid').all(jobId).map(toAttempt),
  };
}

/** The list as the window shows it: its rows, and how many there are. */
function listOf(sql: Sql, { query, read }: JobRows): Pick<QueueStore, ListRequest> {
  const count = (filter: QueueFilter): number =>
    numberOf(query(`SELECT SUM(n) AS n FROM tally ${filter === 'all' ? '' : `WHERE grp = '${filter}'`}`).get());
  const list = queueList(sql, count);
  return {
    count,
    counts: () => ({
      ...countsOf(query('SELECT grp, SUM(n) AS n FROM tally GROUP BY grp').all()),
      arrived: numberOf(query("SELECT SUM(n) AS n FROM tally WHERE kind = 'done'").get()),
    }),
    openBytes: () =>
      numberOf(
        query(`SELECT SUM(bytes) AS n FROM tally WHERE ${isOneOf(kindsThat(({ ahead }) => ahead === 'bytes'))}`).get(),
      ),
    openJobs: () =>
      numberOf(query(`SELECT SUM(n) AS n FROM tally WHERE ${isOneOf(kindsThat(({ ahead }) => ahead !== null))}`).get()),
    rows: (filter, sort, offset, limit) => list.rows(filter, sort, offset, limit).map(read),
    place: list.place,
    ids: list.ids,
  };
}

// Jobs and attempts on disk: every change is durable before it counts, and changes of the same moment share one commit.
import type { QueueCounts, QueueFilter, QueueSort } from '../../preload/contract.ts';
import type { AccountId, Attempt, AttemptId, ClipIdentity, Job, JobId, JobState } from '../model.ts';
import type { Clock, Sql, SqlRow, SqlStatement } from '../ports.ts';
import { positionStep } from './order.ts';
import { ceil, type Group, jobColumns, jobValues, toAttempt, toJob } from './rows.ts';

export interface QueueStore {
  /**
   * Runs `work` in the next common commit and resolves when it is durable. Work of the same moment shares one commit;
   * when one of them throws, the others are committed without it.
   */
  write<T>(work: () => T): Promise<T>;
  /** Inside `write` only. */
  insertJob(job: Job): void;
  saveJob(job: Job): void;
  /** Only what was typed; touches no index. */
  saveDraft(job: Job): void;
  insertAttempt(attempt: Attempt): void;
  saveAttempt(attempt: Attempt): void;

  job(id: JobId): Job | null;
  attempt(id: AttemptId): Attempt | null;
  attempts(jobId: JobId): readonly Attempt[];
  /** The job of this very clip for this account, also when it was taken off the list. */
  findClip(accountId: AccountId, identity: ClipIdentity): Job | null;
  /** Where the next added job stands: behind all; those after it follow at `positionStep`. */
  nextPosition(): number;
  /** Waiting jobs of an account that are due, big or small ones, in order of the queue. */
  startable(accountId: AccountId, now: number, big: boolean, bigBytes: number, limit: number): readonly Job[];
  /** Jobs in one of the states, due at `now` or earlier. */
  due(accountId: AccountId, kind: 'unclear' | 'describing', now: number, limit: number): readonly Job[];
  /** The earliest time at which something becomes due after `now`; null = nothing does by itself. */
  nextDue(now: number): number | null;
  /** Whether a job of the account goes on by itself as soon as it may; `sending`: also one that has not been sent. */
  goesOn(accountId: AccountId, sending: boolean): boolean;
  /** Jobs that wait for a time. */
  timed(): readonly Job[];
  /** Jobs that were running when the app ended. */
  interrupted(): readonly Job[];
  /** Videos of the account that other jobs stand for. */
  takenVideos(accountId: AccountId, except: JobId): ReadonlySet<number>;

  /** Other jobs of the account with a clip of this size, also those that were taken off the list. */
  sameSize(accountId: AccountId, size: number, except: JobId): readonly Job[];

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
  ids(filter: QueueFilter): readonly JobId[];
}

const order: Readonly<Record<QueueSort, string>> = {
  queue: 'position',
  newest: 'rowid DESC',
  name: 'name COLLATE NOCASE, position',
  size: 'size DESC, position',
};

const isDue = '(due_at IS NULL OR due_at <= ?)';

/** Takes over an already migrated database. */
export function queueStore(sql: Sql, clock: Clock): QueueStore {
  const names = jobColumns.split(',').map((name) => name.trim());
  const insertJob = sql.prepare(`INSERT INTO jobs (id, ${jobColumns}) VALUES (?, ${names.map(() => '?').join(', ')})`);
  const saveJob = sql.prepare(`UPDATE jobs SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`);
  const saveDraft = sql.prepare('UPDATE jobs SET draft = ?, title = ?, draft_revision = ?, seen = ? WHERE id = ?');
  const insertAttempt = sql.prepare(
    `INSERT INTO attempts (id, job_id, boundary, file_name, started_at, site_skew_ms, ended_at, ended, status, said, key,
       content, sent_bytes, looks, not_these) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const saveAttempt = sql.prepare(
    `UPDATE attempts SET ended_at = ?, ended = ?, status = ?, said = ?, sent_bytes = ?, looks = ?, not_these = ?
     WHERE id = ?`,
  );
  const prepared = new Map<string, SqlStatement>();
  const query = (text: string): SqlStatement => {
    const statement = prepared.get(text) ?? sql.prepare(text);
    prepared.set(text, statement);
    return statement;
  };
  const read = (row: SqlRow): Job =>
    toJob(row, () =>
      query('SELECT * FROM attempts WHERE job_id = ? ORDER BY started_at DESC, rowid DESC LIMIT 1').get(String(row.id)),
    );
  /** Jobs of one kind. A damaged row still says in its columns that it is due: it is parked there, so that nothing spins. */
  const sound = (kind: JobState['kind'], rows: () => readonly SqlRow[]): readonly Job[] => {
    const jobs = rows().map(read);
    const damaged = jobs.filter((job) => job.state.kind !== kind);
    if (damaged.length === 0) return jobs;
    for (const job of damaged) saveJob.run(...jobValues(job), job.id);
    return sound(kind, rows);
  };
  const where = (filter: QueueFilter): string =>
    filter === 'all' ? 'removed = 0' : `removed = 0 AND grp = '${filter}'`;
  const number = (row: SqlRow | undefined, name = 'n'): number => Number(row?.[name] ?? 0);

  let waiting: (() => void)[] = [];
  const flush = (): void => {
    const works = waiting;
    waiting = [];
    const after: (() => void)[] = [];
    try {
      sql.transaction(() => {
        for (const work of works) {
          sql.exec('SAVEPOINT one');
          try {
            work();
            sql.exec('RELEASE one');
          } catch (error) {
            sql.exec('ROLLBACK TO one; RELEASE one');
            after.push(() => reject(work, error));
          }
        }
      });
    } catch (error) {
      for (const work of works) reject(work, error);
      return;
    }
    for (const call of after) call();
    for (const work of works) settle.get(work)?.resolve();
    for (const work of works) settle.delete(work);
  };
  const settle = new Map<() => void, { resolve: () => void; reject: (error: unknown) => void }>();
  const reject = (work: () => void, error: unknown): void => {
    settle.get(work)?.reject(error);
    settle.delete(work);
  };

  return {
    write: <T>(work: () => T) =>
      new Promise<T>((resolve, rejectWork) => {
        let result: T;
        const run = (): void => {
          result = work();
        };
        settle.set(run, { resolve: () => resolve(result), reject: rejectWork });
        waiting.push(run);
        if (waiting.length === 1) clock.soon(flush);
      }),
    insertJob: (job) => void insertJob.run(job.id, ...jobValues(job)),
    saveJob: (job) => void saveJob.run(...jobValues(job), job.id),
    saveDraft: ({ id, draft, draftRevision, seen }) =>
      void saveDraft.run(JSON.stringify(draft), draft.title ?? '', draftRevision, JSON.stringify(seen), id),
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
        JSON.stringify(attempt.notThese),
      ),
    saveAttempt: (attempt) =>
      void saveAttempt.run(
        ceil(attempt.endedAt),
        attempt.ended,
        attempt.status,
        attempt.said,
        attempt.sentBytes,
        JSON.stringify(attempt.looks),
        JSON.stringify(attempt.notThese),
        attempt.id,
      ),

    job: (id) => {
      const row = query('SELECT * FROM jobs WHERE id = ?').get(id);
      return row ? read(row) : null;
    },
    attempt: (id) => {
      const row = query('SELECT * FROM attempts WHERE id = ?').get(id);
      return row ? toAttempt(row) : null;
    },
    attempts: (jobId) =>
      query('SELECT * FROM attempts WHERE job_id = ? ORDER BY started_at, rowid').all(jobId).map(toAttempt),
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
        ...[0, 1].map((removed) => number(query('SELECT MAX(position) AS n FROM jobs WHERE removed = ?').get(removed))),
      ),
    startable: (accountId, now, big, bigBytes, limit) =>
      sound('waiting', () =>
        query(
          `SELECT * FROM jobs WHERE kind = 'waiting' AND account_id = ? AND removed = 0
           AND ${isDue} AND size ${big ? '>=' : '<'} ? ORDER BY position LIMIT ?`,
        ).all(accountId, now, bigBytes, limit),
      ),
    due: (accountId, kind, now, limit) =>
      sound(kind, () =>
        query(`SELECT * FROM jobs WHERE kind = ? AND account_id = ? AND ${isDue} ORDER BY position LIMIT ?`).all(
          kind,
          accountId,
          now,
          limit,
        ),
      ),
    nextDue: (now) => {
      const row = query(
        `SELECT MIN(due_at) AS n FROM jobs WHERE kind IN ('waiting', 'unclear', 'describing') AND due_at > ?`,
      ).get(now);
      return row?.n == null ? null : Number(row.n);
    },
    goesOn: (accountId, sending) =>
      query(
        `SELECT 1 FROM jobs WHERE kind IN ('describing', 'unclear'${sending ? ", 'waiting', 'sending', 'processing'" : ''})
         AND account_id = ? AND removed = 0 LIMIT 1`,
      ).get(accountId) !== undefined,
    timed: () =>
      query(`SELECT * FROM jobs WHERE kind IN ('waiting', 'unclear', 'describing') AND due_at IS NOT NULL`)
        .all()
        .map(read),
    interrupted: () => query(`SELECT * FROM jobs WHERE kind IN ('sending', 'processing')`).all().map(read),
    takenVideos: (accountId, except) =>
      new Set(
        query('SELECT video_id FROM jobs WHERE account_id = ? AND video_id IS NOT NULL AND id <> ?')
          .all(accountId, except)
          .map((row) => Number(row.video_id)),
      ),

    sameSize: (accountId, size, except) =>
      query('SELECT * FROM jobs WHERE account_id = ? AND size = ? AND id <> ?').all(accountId, size, except).map(read),

    paused: () => number(query("SELECT value AS n FROM flags WHERE name = 'paused'").get()) === 1,
    setPaused: (paused) =>
      void query("INSERT INTO flags VALUES ('paused', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value").run(
        Number(paused),
      ),

    count: (filter) =>
      number(query(`SELECT SUM(n) AS n FROM tally ${filter === 'all' ? '' : `WHERE grp = '${filter}'`}`).get()),
    counts: () => {
      const by = new Map(
        query('SELECT grp, SUM(n) AS n FROM tally GROUP BY grp')
          .all()
          .map((row) => [String(row.grp), Number(row.n)]),
      );
      const of = (group: Group): number => by.get(group) ?? 0;
      return {
        all: of('waiting') + of('active') + of('needs-you') + of('done'),
        needsYou: of('needs-you'),
        active: of('active'),
        waiting: of('waiting'),
        done: of('done'),
      };
    },
    openBytes: () =>
      number(query(`SELECT SUM(bytes) AS n FROM tally WHERE kind IN ('waiting', 'sending', 'processing')`).get()),
    openJobs: () =>
      number(
        query(
          `SELECT SUM(n) AS n FROM tally WHERE kind IN ('waiting', 'sending', 'processing', 'unclear', 'describing')`,
        ).get(),
      ),
    rows: (filter, sort, offset, limit) =>
      query(`SELECT * FROM jobs WHERE ${where(filter)} ORDER BY ${order[sort]} LIMIT ? OFFSET ?`)
        .all(limit, offset)
        .map(read),
    ids: (filter) =>
      query(`SELECT id FROM jobs WHERE ${where(filter)} ORDER BY position`)
        .all()
        .map((row) => String(row.id)),
  };
}

// Jobs and attempts on disk: every change is durable before it counts, and changes of the same moment share one commit.
import type { QueueCounts, QueueFilter, QueueSort } from '../../../preload/contract.ts';
import type { AccountId, Attempt, AttemptId, ClipIdentity, Draft, Job, JobId, JobState, WallMs } from '../../model.ts';
import { type Clock, type Sql, type SqlRow, type SqlStatement, StoreError } from '../../ports.ts';
import { resumePoint } from '../job/job-state.ts';
import { createIdle } from './empty-answers.ts';
import { type QueuePlace, queueList } from './list.ts';
import { positionStep } from './order.ts';
import {
  ceil,
  clipColumns,
  clipValues,
  type Group,
  jobColumns,
  stateColumns,
  stateValues,
  toAttempt,
  toDraft,
  toJob,
} from './rows.ts';
import { atMost } from './sql.ts';

/** Videos, asked for one by one. */
export type Videos = Pick<ReadonlySet<number>, 'has'>;

/** A place among the jobs that wait for a time. */
export interface DuePlace {
  readonly dueAt: WallMs;
  readonly rowid: number;
}

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
  /** Big waiting jobs of an account that become due within `withinMs` after `now`, in order of the queue. */
  soon(accountId: AccountId, now: number, withinMs: number, bigBytes: number): readonly Job[];
  /** Jobs in one of the states, due at `now` or earlier. */
  due(accountId: AccountId, kind: 'unclear' | 'describing', now: number, limit: number): readonly Job[];
  /** The earliest time at which something becomes due after `now`; null = nothing does by itself. */
  nextDue(now: number): number | null;
  /** Whether a job of the account goes on by itself as soon as it may; `sending`: also one that has not been sent. */
  goesOn(accountId: AccountId, sending: boolean): boolean;
  /** The next jobs that wait for a time behind a place, earliest first; `last` is null when there are no more. */
  timed(after: DuePlace, limit: number): { readonly jobs: readonly Job[]; readonly last: DuePlace | null };
  /** Jobs that may be on the site and are looked for. */
  unclear(): readonly Job[];
  /** Jobs that were running when the app ended. */
  interrupted(): readonly Job[];
  /** Videos of the account that other jobs stand for. */
  takenVideos(accountId: AccountId, except: JobId): Videos;

  /**
   * Attempts of other jobs of the account and size which were not there when they were looked for, whatever has become of their jobs
   * since: what they left may come late (F-02). No more than are worth looking at.
   */
  mayComeLate(accountId: AccountId, size: number, except: JobId): readonly Attempt[];

  /** Another job of the account with these very bytes, which are on the site, may be, or are on their way; null = none. */
  underWay(accountId: AccountId, size: number, sha256: string, except: JobId): Job | null;

  /** Other jobs of the account and size that may be on the site and are not found; no more than are worth looking at. */
  notFound(accountId: AccountId, size: number, except: JobId): readonly Job[];

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
  /** The next ids in the order of the queue behind a place (null = from its beginning); `last` is null when there are no more. */
  ids(
    filter: QueueFilter,
    after: QueuePlace | null,
    limit: number,
  ): { readonly ids: readonly JobId[]; readonly last: QueuePlace | null };
}

/** How many of those that wait for a time are looked at in the order of the queue before they are looked for by their time. */
const headJobs = 500;

/** Takes over an already migrated database. */
export function queueStore(sql: Sql, clock: Clock): QueueStore {
  const marks = (names: readonly string[]): string => names.map(() => '?').join(', ');
  const insertJob = sql.prepare(`INSERT INTO jobs (id, ${jobColumns.join(', ')}) VALUES (?, ${marks(jobColumns)})`);
  const saveState = sql.prepare(`UPDATE jobs SET ${stateColumns.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`);
  const saveClip = sql.prepare(
    `UPDATE jobs SET ${clipColumns.map((name) => `${name} = ?`).join(', ')}
     WHERE id = ? AND (${clipColumns.join(', ')}) IS NOT (${marks(clipColumns)})`,
  );
  const saveDraft = sql.prepare('UPDATE jobs SET draft = ?, title = ?, draft_revision = ?, seen = ? WHERE id = ?');
  const insertAttempt = sql.prepare(
    `INSERT INTO attempts (id, job_id, boundary, file_name, started_at, site_skew_ms, ended_at, ended, status, said, key,
       content, sent_bytes, looks, not_these, media_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const saveAttempt = sql.prepare(
    `UPDATE attempts SET ended_at = ?, ended = ?, status = ?, said = ?, sent_bytes = ?, looks = ?, not_these = ?,
     media_id = ?
     WHERE id = ?`,
  );
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
  /** Jobs of one kind. A damaged row still says in its columns that it is due: it is parked there, so that nothing spins. */
  const sound = (kind: JobState['kind'], rows: () => readonly SqlRow[]): readonly Job[] => {
    const jobs = rows().map(read);
    const damaged = jobs.filter((job) => job.state.kind !== kind);
    if (damaged.length === 0) return jobs;
    for (const job of damaged) saveJob(job);
    return sound(kind, rows);
  };
  const number = (row: SqlRow | undefined, name = 'n'): number => Number(row?.[name] ?? 0);

  const count = (filter: QueueFilter): number =>
    number(query(`SELECT SUM(n) AS n FROM tally ${filter === 'all' ? '' : `WHERE grp = '${filter}'`}`).get());
  const list = queueList(sql, count);

  let waiting: (() => void)[] = [];
  const flush = (): void => {
    const works = waiting;
    waiting = [];
    const after: (() => void)[] = [];
    try {
      sql.transaction(() => {
        // Run a second time where the first one found no room on the disk.
        after.length = 0;
        for (const work of works) {
          sql.exec('SAVEPOINT one');
          try {
            work();
            sql.exec('RELEASE one');
          } catch (error) {
            // That is nobody's own failure, and has ended the whole commit.
            if (error instanceof StoreError && error.problem !== 'failed') throw error;
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
    insertJob: (job) => {
      idle.wrote(job.state.kind);
      insertJob.run(job.id, ...stateValues(job), ...clipValues(job));
    },
    saveJob,
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
        JSON.stringify(attempt.rejectedVideoIds),
        attempt.mediaId,
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

    job: (id) => {
      const row = query('SELECT * FROM jobs WHERE id = ?').get(id);
      return row ? read(row) : null;
    },
    attempt: (id) => {
      const row = query('SELECT * FROM attempts WHERE id = ?').get(id);
      return row ? toAttempt(row) : null;
    },
    attempts: (jobId) =>
      // As they were written: the clock may have been set between two of them (F-13).
      query('SELECT * FROM attempts WHERE job_id = ? ORDER BY rowid').all(jobId).map(toAttempt),
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
    soon: (accountId, now, withinMs, bigBytes) =>
      sound('waiting', () =>
        query(
          `SELECT * FROM jobs WHERE kind = 'waiting' AND account_id = ? AND removed = 0 AND (size >= ${bigBytes}) = 1
           AND due_at > ? AND due_at <= ? ORDER BY due_at LIMIT ${headJobs}`,
        ).all(accountId, now, now + withinMs),
      ).toSorted((a, b) => a.position - b.position),
    startable: (accountId, now, big, bigBytes, limit) =>
      idle.ask(`${accountId} startable ${big} ${bigBytes}`, 'waiting', now, () =>
        sound('waiting', () => {
          const wanted = `kind = 'waiting' AND account_id = ? AND removed = 0 AND (size >= ${bigBytes}) = ${Number(big)}`;
          const ready = query(`SELECT * FROM jobs WHERE ${wanted} AND due_at IS NULL ORDER BY position ${atMost}`);
          // Of very many that wait for a time either the first ones are due, or few are: what is sorted is never long.
          const first = query(
            `SELECT * FROM jobs WHERE rowid IN (SELECT rowid FROM (SELECT rowid, due_at FROM jobs WHERE ${wanted}
           AND due_at IS NOT NULL ORDER BY position LIMIT ${headJobs}) WHERE due_at <= ?) ORDER BY position ${atMost}`,
          );
          const due = query(`SELECT * FROM jobs WHERE ${wanted} AND due_at <= ? ORDER BY position ${atMost}`);
          const again = first.all(accountId, now, limit);
          const rest = again.length < limit ? due.all(accountId, now, limit) : again;
          return [...ready.all(accountId, limit), ...rest]
            .sort((a, b) => Number(a.position) - Number(b.position))
            .slice(0, limit);
        }),
      ),
    due: (accountId, kind, now, limit) =>
      idle.ask(`${accountId} due ${kind}`, kind, now, () =>
        sound(kind, () => {
          const wanted = `kind = '${kind}' AND account_id = ?`;
          const isCall = "kind IN ('unclear', 'describing')";
          // Looks always have a time.
          const first =
            kind === 'unclear'
              ? []
              : query(`SELECT * FROM jobs WHERE ${wanted} AND due_at IS NULL ORDER BY position ${atMost}`).all(
                  accountId,
                  limit,
                );
          const due = query(
            `SELECT * FROM jobs WHERE ${isCall} AND ${wanted} AND due_at <= ? ORDER BY due_at ${atMost}`,
          );
          return [...first, ...due.all(accountId, now, limit - first.length)];
        }),
      ),
    nextDue: idle.nextDue,
    goesOn: (accountId, sending) =>
      query(
        `SELECT 1 FROM jobs WHERE kind IN ('describing', 'unclear'${sending ? ", 'waiting', 'sending', 'processing'" : ''})
         AND account_id = ? AND removed = 0 LIMIT 1`,
      ).get(accountId) !== undefined,
    timed: (after, limit) => {
      const rows = query(
        `SELECT *, rowid FROM jobs WHERE due_at >= ? AND (due_at, rowid) > (?, ?) ORDER BY due_at, rowid ${atMost}`,
      ).all(after.dueAt, after.dueAt, after.rowid, limit);
      const last = rows.length === limit ? rows.at(-1) : undefined;
      return {
        jobs: rows.map(read),
        last: last ? { dueAt: Number(last.due_at), rowid: Number(last.rowid) } : null,
      };
    },
    unclear: () => query(`SELECT * FROM jobs WHERE kind = 'unclear'`).all().map(read),
    interrupted: () => query(`SELECT * FROM jobs WHERE kind IN ('sending', 'processing')`).all().map(read),
    takenVideos: (accountId, except) => ({
      has: (videoId) =>
        query('SELECT 1 FROM jobs WHERE account_id = ? AND video_id = ? AND id <> ? LIMIT 1').get(
          accountId,
          videoId,
          except,
        ) !== undefined,
    }),

    notFound: (accountId, size, except) =>
      [
        "SELECT * FROM jobs WHERE account_id = ? AND size = ? AND id <> ? AND kind IN ('unclear', 'needs-you', 'cancelled') LIMIT 100",
        "SELECT * FROM jobs INDEXED BY jobs_by_kind WHERE account_id = ? AND size = ? AND id <> ? AND kind = 'processing' LIMIT 100",
      ].flatMap((text) => query(text).all(accountId, size, except).map(read)),

    mayComeLate: (accountId, size, except) =>
      query(
        `SELECT attempts.* FROM jobs JOIN attempts ON attempts.job_id = jobs.id
         WHERE jobs.account_id = ? AND jobs.size = ? AND jobs.id <> ? AND attempts.ended = 'absent' ORDER BY attempts.rowid DESC LIMIT 100`,
      )
        .all(accountId, size, except)
        .map(toAttempt),

    underWay: (accountId, size, sha256, except) =>
      query('SELECT * FROM jobs WHERE account_id = ? AND size = ? AND sha256 = ? AND id <> ?')
        .all(accountId, size, sha256, except)
        .map(read)
        .find(({ state }) => state.kind === 'sending' || resumePoint(state).from !== 'send') ?? null,

    drafts: (ids) =>
      query(
        `SELECT account_id, draft, COUNT(*) AS n FROM jobs WHERE id IN (SELECT value FROM json_each(?))
         GROUP BY account_id, draft`,
      )
        .all(JSON.stringify(ids))
        .map((row) => ({ accountId: String(row.account_id), draft: toDraft(row.draft), jobs: Number(row.n) })),

    paused: () => number(query("SELECT value AS n FROM flags WHERE name = 'paused'").get()) === 1,
    setPaused: (paused) =>
      void query("INSERT INTO flags VALUES ('paused', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value").run(
        Number(paused),
      ),

    count,
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
    rows: (filter, sort, offset, limit) => list.rows(filter, sort, offset, limit).map(read),
    ids: list.ids,
  };
}

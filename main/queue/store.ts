// Jobs and attempts on disk: every change is durable before it counts, and changes of the same moment share one commit.
import { z } from 'zod';
import type { QueueCounts, QueueFilter, QueueSort } from '../../preload/contract.ts';
import type { AccountId, Attempt, AttemptId, ClipIdentity, Job, JobId, JobState, ResumePoint } from '../model.ts';
import type { Clock, Sql, SqlRow, SqlStatement, SqlValue } from '../ports.ts';

/** The filters of the list, as one indexed column; cancelled jobs stand with the done ones. */
type Group = 'waiting' | 'active' | 'needs-you' | 'done';

function groupOf(state: JobState): Group {
  switch (state.kind) {
    case 'waiting':
    case 'paused':
      return 'waiting';
    case 'sending':
    case 'processing':
    case 'unclear':
    case 'describing':
      return 'active';
    case 'needs-you':
      return 'needs-you';
    case 'done':
    case 'cancelled':
      return 'done';
  }
}

function dueAt(state: JobState): number | null {
  if (state.kind === 'unclear') return state.nextLookAt;
  return state.kind === 'waiting' || state.kind === 'describing' ? state.until : null;
}

function videoOf(state: JobState): number | null {
  if (state.kind === 'done' || state.kind === 'describing') return state.videoId;
  if ((state.kind === 'needs-you' || state.kind === 'cancelled') && state.resume.from === 'describe')
    return state.resume.videoId;
  return null;
}

// What comes off the disk is unknown until it has this shape; a row that has not is parked, never dropped.
const maybe = { text: z.string().nullable(), time: z.number().nullable() };
const meaningSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('retry'), why: z.string(), afterMs: maybe.time, bounded: z.boolean() }),
  z.object({ kind: z.literal('sign-in') }),
  z.object({ kind: z.literal('needs-you'), reason: z.string(), action: z.string(), detail: maybe.text }),
]);
const resumeSchema = z.discriminatedUnion('from', [
  z.object({ from: z.literal('send') }),
  z.object({ from: z.literal('look'), attemptId: z.string(), since: z.number() }),
  z.object({ from: z.literal('describe'), videoId: z.number() }),
]);
const candidateSchema = z.object({
  videoId: z.number(),
  title: z.string(),
  createdAt: maybe.time,
  sizeMatches: z.boolean(),
});
const stateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('waiting'), why: maybe.text, until: maybe.time }),
  z.object({ kind: z.literal('sending'), attemptId: z.string() }),
  z.object({ kind: z.literal('processing'), attemptId: z.string(), since: z.number() }),
  z.object({
    kind: z.literal('unclear'),
    attemptId: z.string(),
    since: z.number(),
    nextLookAt: z.number(),
    looks: z.number(),
    saidYes: z.boolean(),
    otherwise: meaningSchema.nullable(),
  }),
  z.object({ kind: z.literal('describing'), videoId: z.number(), why: maybe.text, until: maybe.time }),
  z.object({ kind: z.literal('done'), videoId: z.number().nullable(), finishedAt: z.number() }),
  z.object({ kind: z.literal('paused') }),
  z.object({
    kind: z.literal('needs-you'),
    reason: z.string(),
    action: z.string(),
    detail: maybe.text,
    resume: resumeSchema,
    candidates: z.array(candidateSchema),
  }),
  z.object({ kind: z.literal('cancelled'), resume: resumeSchema }),
]);
const factsSchema = z.object({
  format: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
});
const draftSchema = z.object({
  title: z.string().nullable(),
  description: z.string().nullable(),
  status: z.string().nullable(),
});

function parsed<T>(schema: z.ZodType<T>, text: SqlValue | undefined, otherwise: T): T {
  try {
    return schema.parse(JSON.parse(String(text)));
  } catch {
    return otherwise;
  }
}

/** Attempts that ended like this may have arrived; null = nobody saw how it ended. */
const mayHaveArrived: ReadonlySet<unknown> = new Set([null, 'unclear', 'arrived', 'found']);

/** A job whose state cannot be read waits for the user, who never gets past an attempt that may have arrived. */
function parked(row: SqlRow, lastAttempt: SqlRow | undefined): JobState {
  const resume: ResumePoint =
    row.video_id != null
      ? { from: 'describe', videoId: Number(row.video_id) }
      : lastAttempt && mayHaveArrived.has(lastAttempt.ended)
        ? {
            from: 'look',
            attemptId: String(lastAttempt.id),
            since: Number(lastAttempt.ended_at ?? lastAttempt.started_at),
          }
        : { from: 'send' };
  return { kind: 'needs-you', reason: 'clip-unreadable', action: 'retry', detail: null, resume, candidates: [] };
}

function toJob(row: SqlRow, lastAttempt: () => SqlRow | undefined): Job {
  const state = parsed<unknown>(stateSchema, row.state, null) as JobState | null;
  return {
    id: String(row.id),
    position: Number(row.position),
    accountId: String(row.account_id),
    clip: {
      path: String(row.path),
      name: String(row.name),
      identity: {
        device: String(row.device),
        inode: String(row.inode),
        size: Number(row.size),
        mtimeNs: String(row.mtime_ns),
      },
      mtimeMs: Number(row.mtime_ms),
      facts: parsed(factsSchema, row.facts, { format: null, durationSeconds: null, width: null, height: null }),
    },
    state: state ?? parked(row, lastAttempt()),
    failures: Number(row.failures),
    draft: parsed(draftSchema, row.draft, { title: null, description: null, status: null }),
    draftRevision: Number(row.draft_revision),
    appliedRevision: Number(row.applied_revision),
    sha256: row.sha256 === null ? null : String(row.sha256),
    addedAt: Number(row.added_at),
    removed: row.removed === 1,
  };
}

function toAttempt(row: SqlRow): Attempt {
  const number = (value: SqlValue | undefined): number | null => (value == null ? null : Number(value));
  return {
    id: String(row.id),
    jobId: String(row.job_id),
    boundary: String(row.boundary),
    fileName: String(row.file_name),
    startedAt: Number(row.started_at),
    siteSkewMs: number(row.site_skew_ms),
    endedAt: number(row.ended_at),
    ended: row.ended === null ? null : (String(row.ended) as Attempt['ended']),
    status: number(row.status),
    said: row.said === null ? null : String(row.said),
  };
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
  insertAttempt(attempt: Attempt): void;
  saveAttempt(attempt: Attempt): void;

  job(id: JobId): Job | null;
  attempt(id: AttemptId): Attempt | null;
  attempts(jobId: JobId): readonly Attempt[];
  /** The job of this very clip for this account, also when it was taken off the list. */
  findClip(accountId: AccountId, identity: ClipIdentity): Job | null;
  nextPosition(): number;
  /** Waiting jobs of an account that are due, big or small ones, in order of the queue. */
  startable(accountId: AccountId, now: number, big: boolean, bigBytes: number, limit: number): readonly Job[];
  /** Jobs in one of the states, due at `now` or earlier. */
  due(accountId: AccountId, kind: 'unclear' | 'describing', now: number, limit: number): readonly Job[];
  /** The earliest time at which something becomes due after `now`; null = nothing does by itself. */
  nextDue(now: number): number | null;
  /** Jobs that were running when the app ended. */
  interrupted(): readonly Job[];
  /** Videos of the account that other jobs stand for. */
  takenVideos(accountId: AccountId, except: JobId): ReadonlySet<number>;

  paused(): boolean;
  /** Inside `write` only. */
  setPaused(paused: boolean): void;

  count(filter: QueueFilter): number;
  counts(): QueueCounts;
  /** Bytes of jobs that are to be sent by themselves or whose sending has not been answered. */
  openBytes(): number;
  rows(filter: QueueFilter, sort: QueueSort, offset: number, limit: number): readonly Job[];
  ids(filter: QueueFilter): readonly JobId[];
}

const order: Readonly<Record<QueueSort, string>> = {
  queue: 'position',
  newest: 'position DESC',
  name: 'name COLLATE NOCASE, position',
  size: 'size DESC, position',
};

/** No wait is longer than a day: a due time further off comes from a clock that was put back since (F-13). */
const farMs = 25 * 3_600_000;
const isDue = '(due_at IS NULL OR due_at <= ? OR due_at > ?)';

const jobColumns = `position, account_id, path, name, device, inode, size, mtime_ns, mtime_ms, facts, kind, grp, state, due_at,
  video_id, failures, draft, title, draft_revision, applied_revision, sha256, added_at, removed`;

function jobValues(job: Job): SqlValue[] {
  const { clip, state } = job;
  return [
    job.position,
    job.accountId,
    clip.path,
    clip.name,
    clip.identity.device,
    clip.identity.inode,
    clip.identity.size,
    clip.identity.mtimeNs,
    Math.floor(clip.mtimeMs),
    JSON.stringify(clip.facts),
    state.kind,
    groupOf(state),
    JSON.stringify(state),
    ceil(dueAt(state)),
    videoOf(state),
    job.failures,
    JSON.stringify(job.draft),
    job.draft.title ?? '',
    job.draftRevision,
    job.appliedRevision,
    job.sha256,
    Math.floor(job.addedAt),
    Number(job.removed),
  ];
}

function ceil(value: number | null): number | null {
  return value === null ? null : Math.ceil(value);
}

/** Takes over an already migrated database. */
export function queueStore(sql: Sql, clock: Clock): QueueStore {
  const names = jobColumns.split(',').map((name) => name.trim());
  const insertJob = sql.prepare(`INSERT INTO jobs (id, ${jobColumns}) VALUES (?, ${names.map(() => '?').join(', ')})`);
  const saveJob = sql.prepare(`UPDATE jobs SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`);
  const insertAttempt = sql.prepare('INSERT INTO attempts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const saveAttempt = sql.prepare('UPDATE attempts SET ended_at = ?, ended = ?, status = ?, said = ? WHERE id = ?');
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
      ),
    saveAttempt: (attempt) =>
      void saveAttempt.run(ceil(attempt.endedAt), attempt.ended, attempt.status, attempt.said, attempt.id),

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
         ORDER BY removed, position DESC LIMIT 1`,
      ).get(accountId, identity.device, identity.inode, identity.size, identity.mtimeNs);
      return row ? read(row) : null;
    },
    nextPosition: () => number(query('SELECT COALESCE(MAX(position), 0) + 1 AS n FROM jobs').get()),
    startable: (accountId, now, big, bigBytes, limit) =>
      sound('waiting', () =>
        query(
          `SELECT * FROM jobs WHERE kind = 'waiting' AND account_id = ? AND removed = 0
           AND ${isDue} AND size ${big ? '>=' : '<'} ? ORDER BY position LIMIT ?`,
        ).all(accountId, now, now + farMs, bigBytes, limit),
      ),
    due: (accountId, kind, now, limit) =>
      sound(kind, () =>
        query(`SELECT * FROM jobs WHERE kind = ? AND account_id = ? AND ${isDue} ORDER BY position LIMIT ?`).all(
          kind,
          accountId,
          now,
          now + farMs,
          limit,
        ),
      ),
    nextDue: (now) => {
      const row = query(
        `SELECT MIN(due_at) AS n FROM jobs WHERE kind IN ('waiting', 'unclear', 'describing') AND due_at > ?`,
      ).get(now);
      return row?.n == null ? null : Number(row.n);
    },
    interrupted: () => query(`SELECT * FROM jobs WHERE kind IN ('sending', 'processing')`).all().map(read),
    takenVideos: (accountId, except) =>
      new Set(
        query('SELECT video_id FROM jobs WHERE account_id = ? AND video_id IS NOT NULL AND id <> ?')
          .all(accountId, except)
          .map((row) => Number(row.video_id)),
      ),

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

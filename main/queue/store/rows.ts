// Jobs and attempts as rows of the database: what comes off the disk is checked, and a damaged job is parked, never lost.
import { z } from 'zod';
import {
  type Attempt,
  type Draft,
  emptyDraft,
  type Job,
  type JobState,
  type Look,
  nothingSeen,
  type ResumePoint,
  type Seen,
} from '../../model.ts';
import type { SqlRow, SqlValue } from '../../ports.ts';
import { dueAt } from '../job/due.ts';

/** The filters of the list, as one indexed column; cancelled jobs stand with the done ones. */
export type Group = 'waiting' | 'active' | 'needs-you' | 'done';

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
  z.object({ kind: z.literal('line'), why: z.string() }),
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
const idList = z.array(z.number());
// Drafts of older versions have fewer fields: what is missing was not touched.
const draftSchema = z.object({
  title: maybe.text.default(null),
  description: maybe.text.default(null),
  excerpt: maybe.text.default(null),
  status: maybe.text.default(null),
  publishAt: maybe.time.default(null),
  slug: maybe.text.default(null),
  password: maybe.text.default(null),
  commentsOpen: z.boolean().nullable().default(null),
  terms: z.record(z.string(), idList).nullable().default(null),
  termChanges: z
    .record(z.string(), z.object({ add: idList, remove: idList }))
    .nullable()
    .default(null),
});
const valuesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), idList]));
const seenSchema = z.object({
  modifiedAt: maybe.time.default(null),
  values: valuesSchema.default({}),
  theirs: valuesSchema.default({}),
  sent: valuesSchema.optional(),
});

const looksSchema = z.array(z.object({ at: z.number(), found: z.string() }));

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

export function toDraft(text: SqlValue | undefined): Draft {
  return parsed(draftSchema, text, emptyDraft);
}

export function toJob(row: SqlRow, lastAttempt: () => SqlRow | undefined): Job {
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
    draft: toDraft(row.draft),
    seen: parsed<unknown>(seenSchema, row.seen, nothingSeen) as Seen,
    draftRevision: Number(row.draft_revision),
    appliedRevision: Number(row.applied_revision),
    sha256: row.sha256 === null ? null : String(row.sha256),
    addedAt: Number(row.added_at),
    removed: row.removed === 1,
    folderId: row.folder_id === null ? null : String(row.folder_id),
  };
}

export function toAttempt(row: SqlRow): Attempt {
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
    key: row.key == null ? null : String(row.key),
    content: row.content == null ? null : String(row.content),
    sentBytes: number(row.sent_bytes),
    mediaId: number(row.media_id),
    looks: parsed<unknown>(looksSchema, row.looks, []) as readonly Look[],
    rejectedVideoIds: parsed(idList, row.not_these, []),
  };
}

/** What changes as a job goes its way. */
export const stateColumns = [
  'kind',
  'grp',
  'state',
  'due_at',
  'video_id',
  'failures',
  'draft',
  'title',
  'draft_revision',
  'applied_revision',
  'seen',
] as const;

/** What hardly ever changes; most indexes are about it, and stay untouched while it does not. */
export const clipColumns = [
  'position',
  'account_id',
  'path',
  'name',
  'device',
  'inode',
  'size',
  'mtime_ns',
  'mtime_ms',
  'facts',
  'sha256',
  'added_at',
  'removed',
  'folder_id',
] as const;

/** Everything behind a job's id. */
export const jobColumns: readonly string[] = [...stateColumns, ...clipColumns];

export function stateValues({ state, failures, draft, draftRevision, appliedRevision, seen }: Job): SqlValue[] {
  return [
    state.kind,
    groupOf(state),
    JSON.stringify(state),
    ceil(dueAt(state)),
    videoOf(state),
    failures,
    JSON.stringify(draft),
    draft.title ?? '',
    draftRevision,
    appliedRevision,
    JSON.stringify(seen),
  ];
}

export function clipValues({ position, accountId, clip, sha256, addedAt, removed, folderId }: Job): SqlValue[] {
  return [
    position,
    accountId,
    clip.path,
    clip.name,
    clip.identity.device,
    clip.identity.inode,
    clip.identity.size,
    clip.identity.mtimeNs,
    Math.floor(clip.mtimeMs),
    JSON.stringify(clip.facts),
    sha256,
    Math.floor(addedAt),
    Number(removed),
    folderId,
  ];
}

/** Whole milliseconds for columns that hold integers. */
export function ceil(value: number | null): number | null {
  return value === null ? null : Math.ceil(value);
}

// Jobs and attempts as rows of the database: what comes off the disk is checked, and a damaged job is parked, never lost.

import { z } from 'zod';
import { fieldValues, storedDraft } from '../../fields.ts';
import {
  type Attempt,
  type Draft,
  emptyDraft,
  type Job,
  type JobState,
  nothingSeen,
  type ResumePoint,
} from '../../model.ts';
import type { SqlRow, SqlValue } from '../../ports.ts';
import { dueAt, recordOf, resumePoint, storedState, videoOf } from '../../states.ts';
import { type ReadRow, readRow, readValue } from '../../untrusted/rows.ts';
import { count, ids, whole } from '../../untrusted/stored.ts';
import { isAnsweredYes } from '../job/plain-no.ts';
import { doubtfulSeen } from '../job/presumed-attempt.ts';

// What comes off the disk is unknown until it has this shape; a row that has not is parked, never dropped.
const factsSchema = z.object({
  format: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
});
const seenSchema = z.union([
  z.object({
    modifiedAt: z.number().nullable(),
    values: fieldValues,
    theirs: fieldValues,
    sent: fieldValues.exactOptional(),
  }),
  // As older versions left it where nothing was seen.
  z.strictObject({}).transform(() => nothingSeen),
]);

const looksSchema = z.array(
  z.object({ at: z.number(), found: z.enum(['found', 'absent', 'not-yet', 'ask', 'failed']) }),
);
const endedSchema = z
  .enum([
    'arrived',
    'unclear',
    'connection-lost',
    'clip-unreadable',
    'signed-out',
    'held-back',
    'proxy',
    'answered-early',
    'refused',
    'stopped',
    'elsewhere',
    'clip-changed',
    'clip-in-use',
    'interrupted',
    'found',
    'absent',
  ])
  .nullable();
/** What goes into the request of an attempt that goes on with the key of the one before. */
const headerText = z.string().regex(/^[\w'-]{1,100}$/);

/** Attempts that ended like this may have arrived; null = nobody saw how it ended. */
const mayHaveArrived: ReadonlySet<Attempt['ended']> = new Set([null, 'unclear', 'arrived', 'found']);

/** Behind all others, with room behind it: where a job comes whose place cannot be read. */
export const lastPosition = 2 ** 52;
/** The end of that room, either way: no place lies farther from the beginning. */
export const farthestPosition = 2 ** 52 + 2 ** 51;

// Made once: to make one takes longer than to read a whole row.
const place = whole.min(-farthestPosition).max(farthestPosition);
/** A file without bytes never becomes a job. */
const clipSize = count.min(1);

/** A job as its row says, and what of the row could not be read. */
export interface ReadJob {
  readonly job: Job;
  readonly damage: readonly { readonly column: string; readonly problem: string; readonly text: string }[];
  /**
   * Where the job waits for the user, because something that was chosen is not known any more; null = nothing is. A job that is
   * over stays what it is until it is to go on.
   */
  readonly waits: JobState | null;
}

/** Where a job goes on whose state cannot be read; never past an attempt that may have arrived. */
function resumeOf(row: SqlRow, lastAttempt: Attempt | null): ResumePoint {
  const videoId = readValue(whole, row.video_id);
  if (videoId.ok) return { from: 'describe', videoId: videoId.value };
  if (lastAttempt === null) return { from: 'send' };
  // A no in an answer whose status says yes is no proof as long as nobody looked after the site had its time.
  const isDoubtful = lastAttempt.ended === 'refused' && isAnsweredYes(lastAttempt);
  if (!isDoubtful && !mayHaveArrived.has(lastAttempt.ended)) return { from: 'send' };
  return { from: 'look', attemptId: lastAttempt.id, since: lastAttempt.endedAt ?? lastAttempt.startedAt };
}

/** The state of a job that waits for the user because of what could not be read, going on from where `resume` is. */
function parked(resume: ResumePoint, isSizeKnown: boolean): JobState {
  // What may be there cannot be known by its size any more: the user says which video it is, or that it goes again.
  const asks = resume.from === 'look' && !isSizeKnown;
  const [why, act] = asks ? (['ask-which', 'choose'] as const) : (['entry-damaged', 'retry'] as const);
  return { kind: 'needs-you', reason: why, action: act, detail: null, resume, candidates: [] };
}

/** The state that counts: the one that was read, unless the job waits for the user or has none. What was cancelled stays so. */
function stateNow(found: JobState | null, waits: JobState | null, asked: JobState): JobState {
  return found !== null && (waits === null || found.kind === 'cancelled') ? found : asked;
}

/** What was typed, for showing it; a draft that cannot be read shows nothing, and its job waits for the user. */
export function toDraft(text: SqlValue | undefined): Draft {
  const read = readRow(storedDraft, text);
  return read.ok ? read.value : emptyDraft;
}

export function toJob(row: SqlRow, lastAttempt: () => Attempt | null): ReadJob {
  const damage: { column: string; problem: string; text: string }[] = [];
  const noted = <T>(column: string, read: ReadRow<T>): T | null => {
    if (read.ok) return read.value;
    damage.push({ column, problem: read.problem, text: String(row[column]) });
    return null;
  };
  const json = <T>(column: string, schema: z.ZodType<T>): T | null => noted(column, readRow(schema, row[column]));
  const number = (column: string, schema = count): number | null => noted(column, readValue(schema, row[column]));

  const found = json('state', storedState);
  const draft = json('draft', storedDraft);
  const size = number('size', clipSize);
  const revisions = [number('draft_revision'), number('applied_revision')] as const;
  const isWhole = found !== null && draft !== null && size !== null && !revisions.includes(null);
  const resume = found === null ? resumeOf(row, lastAttempt()) : resumePoint(found);
  const asked = parked(resume, size !== null);
  // What is done has its details on the site.
  const waits = isWhole || found?.kind === 'done' ? null : asked;
  const state = stateNow(found, waits, asked);
  const typed = draft ?? emptyDraft;
  const seen = json('seen', seenSchema);
  const position = readValue(place, row.position);
  const job: Job = {
    id: String(row.id),
    position: position.ok ? position.value : lastPosition,
    accountId: String(row.account_id),
    clip: {
      path: String(row.path),
      name: String(row.name),
      identity: {
        device: String(row.device),
        inode: String(row.inode),
        size: size ?? 0,
        mtimeNs: String(row.mtime_ns),
      },
      mtimeMs: number('mtime_ms', whole) ?? 0,
      // Read from the file, not chosen by anybody.
      facts: json('facts', factsSchema) ?? { format: null, durationSeconds: null, width: null, height: null },
    },
    state,
    failures: number('failures') ?? 0,
    draft: typed,
    // Without it nobody could tell a change on the site from what was there: where the two differ the user decides.
    seen: seen ?? (resume.from === 'send' ? nothingSeen : doubtfulSeen(typed)),
    draftRevision: revisions[0] ?? 1,
    appliedRevision: revisions[1] ?? 0,
    sha256: row.sha256 === null ? null : String(row.sha256),
    addedAt: number('added_at', whole) ?? 0,
    removed: row.removed === 1,
    folderId: row.folder_id === null ? null : String(row.folder_id),
    // What cannot be read waits for its user's word.
    isHeld: row.held !== 0,
    arrivedAt: row.arrived_at == null ? null : number('arrived_at', whole),
  };
  return { job, damage, waits };
}

/** What cannot be read of an attempt makes it one that may have arrived, at any time. */
export function toAttempt(row: SqlRow): Attempt {
  const orNull = <T>(read: ReadRow<T>): T | null => (read.ok ? read.value : null);
  const number = (value: SqlValue | undefined): number | null => orNull(readValue(whole, value));
  const looks = readRow(looksSchema, row.looks);
  const ended = readValue(endedSchema, row.ended);
  const boundary = readValue(headerText, row.boundary);
  const afterMediaId = number(row.after_media);
  return {
    ...(afterMediaId === null ? {} : { afterMediaId }),
    id: String(row.id),
    jobId: String(row.job_id),
    boundary: boundary.ok ? boundary.value : '',
    fileName: String(row.file_name),
    startedAt: number(row.started_at) ?? 0,
    siteSkewMs: number(row.site_skew_ms),
    endedAt: number(row.ended_at),
    ended: ended.ok ? ended.value : 'unclear',
    status: number(row.status),
    said: row.said === null ? null : String(row.said),
    key: boundary.ok ? orNull(readValue(headerText, row.key)) : null,
    content: row.content == null ? null : String(row.content),
    sentBytes: number(row.sent_bytes),
    mediaId: number(row.media_id),
    looks: looks.ok ? looks.value : [],
    rejectedVideoIds: orNull(readRow(ids, row.not_these)),
  };
}

/** The columns of parts of a job, and what each holds of it: a part that has none here does not compile. */
type Columns<K extends keyof Job> = { readonly [P in K]: Readonly<Record<string, (part: Job[P]) => SqlValue>> };
type Way = 'state' | 'failures' | 'draft' | 'draftRevision' | 'appliedRevision' | 'seen' | 'arrivedAt';

const itself = <T extends SqlValue>(part: T): SqlValue => part;

/** What changes as a job goes its way. */
const wayColumns: Columns<Way> = {
  state: {
    kind: ({ kind }) => kind,
    grp: (state) => recordOf(state).group,
    state: (state) => JSON.stringify(state),
    due_at: (state) => ceil(dueAt(state)),
    video_id: videoOf,
  },
  failures: { failures: itself },
  draft: { draft: (draft) => JSON.stringify(draft), title: (draft) => draft.title ?? '' },
  draftRevision: { draft_revision: itself },
  appliedRevision: { applied_revision: itself },
  seen: { seen: (seen) => JSON.stringify(seen) },
  arrivedAt: { arrived_at: ceil },
};

/** What hardly ever changes; most indexes are about it, and stay untouched while it does not. */
const restColumns: Columns<Exclude<keyof Job, Way | 'id'>> = {
  position: { position: itself },
  accountId: { account_id: itself },
  clip: {
    path: ({ path }) => path,
    name: ({ name }) => name,
    device: ({ identity }) => identity.device,
    inode: ({ identity }) => identity.inode,
    size: ({ identity }) => identity.size,
    mtime_ns: ({ identity }) => identity.mtimeNs,
    mtime_ms: ({ mtimeMs }) => Math.floor(mtimeMs),
    facts: ({ facts }) => JSON.stringify(facts),
  },
  sha256: { sha256: itself },
  addedAt: { added_at: Math.floor },
  removed: { removed: Number },
  folderId: { folder_id: itself },
  isHeld: { held: Number },
};

/** Names of columns, and what a job has in each, in one order. */
function written<K extends keyof Job>(parts: Columns<K>) {
  const keys = Object.keys(parts) as K[];
  const values = keys.flatMap((key) => Object.values(parts[key]).map((value) => (job: Job) => value(job[key])));
  return { names: keys.flatMap((key) => Object.keys(parts[key])), of: (job: Job) => values.map((value) => value(job)) };
}

const way = written(wayColumns);
const rest = written(restColumns);
export const stateColumns: readonly string[] = way.names;
export const stateValues: (job: Job) => SqlValue[] = way.of;
export const clipColumns: readonly string[] = rest.names;
export const clipValues: (job: Job) => SqlValue[] = rest.of;

/** Everything behind a job's id. */
export const jobColumns: readonly string[] = [...stateColumns, ...clipColumns];

/** Whole milliseconds for columns that hold integers. */
export function ceil(value: number | null): number | null {
  return value === null ? null : Math.ceil(value);
}

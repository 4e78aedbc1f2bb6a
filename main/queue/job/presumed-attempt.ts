// Attempts that nobody here knows of: after the list was damaged, what may have been sent before is looked up before it is sent; and
// so is what somebody else may have sent, from another computer or on the site itself.
//
// An assumed attempt stands for them. Its job is unclear until the site was looked at, by the same proof as any other (decision 4).
import { fieldsOf, plainValues, termsField } from '../../fields.ts';
import {
  type Attempt,
  type AttemptId,
  type Draft,
  emptyDraft,
  type Job,
  type JobId,
  nothingSeen,
  type Seen,
  type WallMs,
} from '../../model.ts';
import type { JobEvent } from './job-event.ts';

const prefix = 'assumed-';
const elsewhere = 'elsewhere-';

export const isAssumed = (id: AttemptId): boolean => id.startsWith(prefix) || isElsewhere(id);

/** Whether it stands for what somebody else may have sent. */
export const isElsewhere = (id: AttemptId): boolean => id.startsWith(elsewhere);

/** `fileName` = the name under which the clip would have been sent; `since` = when the list was found damaged. */
export function assumedAttempt(job: Pick<Job, 'id'>, fileName: string, since: WallMs): Attempt {
  return {
    id: prefix + job.id,
    jobId: job.id,
    boundary: '',
    key: null,
    content: null,
    fileName,
    // It may have been at any time.
    startedAt: 0,
    siteSkewMs: 0,
    endedAt: since,
    ended: null,
    status: null,
    said: null,
    sentBytes: null,
    mediaId: null,
    looks: [],
    rejectedVideoIds: [],
  };
}

/**
 * For a clip that the site seems to have already, although this list knows of no sending that can have brought it there; seen at
 * `startedAt`.
 */
export function elsewhereAttempt(
  job: Pick<Job, 'id'>,
  { fileName, startedAt, siteSkewMs }: Pick<Attempt, 'fileName' | 'startedAt' | 'siteSkewMs'>,
): Attempt {
  // What others sent is there or not: there is no end after which it could still come.
  return { ...assumedAttempt(job, fileName, 0), id: elsewhere + job.id, startedAt, siteSkewMs, endedAt: null };
}

/**
 * A job whose clip was found on the site without anybody knowing how it got there. What was typed here may be older than what the
 * site has: where the two differ the user decides. The rules of a folder are not applied a second time.
 */
export function foundAgain(job: Job): Job {
  if (job.folderId !== null && job.draftRevision <= 1) return { ...job, draft: emptyDraft };
  return { ...job, seen: { ...job.seen, values: { ...doubtfulSeen(job.draft).values, ...job.seen.values } } };
}

/** Nothing is known of what the site had in the typed fields: whatever else it has there is a change that the user decides about. */
export function doubtfulSeen(draft: Draft): Seen {
  const values: Seen['values'] = {
    ...Object.fromEntries(fieldsOf(plainValues(draft)).map((field) => [field, ''])),
    ...Object.fromEntries(Object.keys(draft.terms ?? {}).map((restBase) => [termsField(restBase), []])),
  };
  return { ...nothingSeen, values };
}

/** What happens to the new job of a clip that another computer is known to have sent: it is done at once. */
export function foundBefore(jobId: JobId, videoId: number, now: WallMs): readonly JobEvent[] {
  return [
    { kind: 'presumed', attemptId: elsewhere + jobId, since: now, now },
    { kind: 'looked', finding: { kind: 'found', videoId }, until: now },
    { kind: 'described', result: { kind: 'applied', revision: 0, seen: nothingSeen }, now, until: now },
  ];
}

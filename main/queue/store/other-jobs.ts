// What other jobs have to do with a clip: videos that they stand for, and those that sent the same bytes or may have.
import type { AccountId, Attempt, Job, JobId } from '../../model.ts';
import { type JobStateKind, kindsThat, recordOf, resumePoint } from '../../states.ts';
import { takingIsOver } from './brought-clips.ts';
import type { JobRows } from './job-rows.ts';
import { isOneOf } from './kinds.ts';
import { toAttempt } from './rows.ts';

/** Videos, asked for one by one. */
export type Videos = Pick<ReadonlySet<number>, 'has'>;

export interface OtherJobs {
  /** Videos of the account that other jobs stand for, or other clips that were brought over from another computer. */
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
}

/** As the index jobs_not_found has them. */
const indexed: readonly JobStateKind[] = ['unclear', 'needs-you', 'cancelled'];
const mayHaveArrived = kindsThat(({ resume }) => resume === 'look' || resume === 'kept');
const others = mayHaveArrived.filter((kind) => !indexed.includes(kind));
/** Of a clip that was not read yet nobody knows whether it is the very one that was brought over. */
const broughtFor = `SELECT 1 FROM brought_clips WHERE account_id = ?1 AND video_id = ?2 AND ${takingIsOver} AND NOT EXISTS
  (SELECT 1 FROM jobs WHERE id = ?3 AND (sha256 IS NULL OR sha256 = brought_clips.sha256)) LIMIT 1`;
const ofSize = 'account_id = ? AND size = ? AND id <> ?';
const notFoundTexts = [
  `SELECT * FROM jobs WHERE ${ofSize} AND ${isOneOf(indexed)} LIMIT 100`,
  `SELECT * FROM jobs INDEXED BY jobs_by_kind WHERE ${ofSize} AND ${isOneOf(others)} LIMIT 100`,
];

export function createOtherJobs({ query, read }: JobRows): OtherJobs {
  return {
    takenVideos: (accountId, except) => ({
      has: (videoId) =>
        query('SELECT 1 FROM jobs WHERE account_id = ? AND video_id = ? AND id <> ? LIMIT 1').get(
          accountId,
          videoId,
          except,
        ) !== undefined || query(broughtFor).get(accountId, videoId, except) !== undefined,
    }),

    notFound: (accountId, size, except) =>
      notFoundTexts.flatMap((text) => query(text).all(accountId, size, except).map(read)),

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
        .find(({ state }) => recordOf(state).runs || resumePoint(state).from !== 'send') ?? null,
  };
}

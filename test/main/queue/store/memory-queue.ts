// A queue in memory with two accounts of one site, for tests that ask one part of the store.
import { onTestFinished } from 'vitest';
import { emptyDraft, type Job, type JobState } from '../../../../main/model.ts';
import type { Sql } from '../../../../main/ports.ts';
import type { JobRows } from '../../../../main/queue/store/job-rows.ts';
import type { QueueStore } from '../../../../main/queue/store/job-store.ts';
import { accountId, openQueue } from '../../../bench/queue-jobs.ts';
import { aJob } from '../jobs.ts';

export const otherAccount = 'account-2';

export interface MemoryQueue {
  readonly sql: Sql;
  readonly store: QueueStore;
  /** Writes jobs as no event makes them. */
  readonly rows: JobRows;
  /** Puts the jobs on the list, in this order. */
  add(...jobs: readonly Partial<Job>[]): void;
}

export function memoryQueue(): MemoryQueue {
  const queue = openQueue(':memory:');
  onTestFinished(() => queue.sql.close());
  queue.sql.exec(`INSERT INTO accounts (id, site_id, login, name, user_id, can_upload, can_publish, signed_in)
    VALUES ('${otherAccount}', 'site-1', 'm', 'n', 2, 1, 1, 0)`);
  let position = 0;
  const add = (...jobs: readonly Partial<Job>[]): void => {
    for (const job of jobs) queue.rows.insertJob(aJob({ accountId, position: ++position, ...job }));
  };
  return { ...queue, add };
}

export const idsOf = (jobs: readonly Job[]): readonly string[] => jobs.map(({ id }) => id);

/** A clip of this many bytes, in a place of its own. */
export function clipOf(size: number, path = `/clips/${size}.mp4`): Job['clip'] {
  const { clip } = aJob();
  return { ...clip, path, name: path.split('/').at(-1) ?? '', identity: { ...clip.identity, inode: path, size } };
}

export const waitingUntil = (until: number | null): JobState => ({ kind: 'waiting', why: 'connection-lost', until });

/** A job of which a title was typed. */
export const titled = (title: string): Pick<Job, 'draft'> => ({ draft: { ...emptyDraft, title } });

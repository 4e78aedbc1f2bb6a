// Clips that a site answered with a page until it was left alone: they were what told that it blocks everything, and nothing is
// known against any of them. They go on with the site, each once: who is refused again after that was refused for itself (F-21).
import type { AccountId, Job, JobId } from '../../model.ts';
import type { Sql } from '../../ports.ts';
import type { Parts } from './context.ts';
import { isPage } from './job-tasks.ts';

export interface Together {
  /** Inside a write: these were refused while the host blocked everything. Gives those of which it was not known. */
  note(host: string, jobIds: readonly JobId[]): readonly JobId[];
  /** Those of them that have not gone on since, in the order in which they were noted. */
  of(host: string): readonly JobId[];
  /** Inside a write: this one goes on, and the site is not to blame for it a second time. */
  spend(host: string, jobId: JobId): void;
}

/** Takes over an already migrated database. */
export function togetherStore(sql: Sql): Together {
  const insert = sql.prepare('INSERT OR IGNORE INTO refused_together (job_id, host, went_on) VALUES (?, ?, 0)');
  const select = sql.prepare('SELECT job_id FROM refused_together WHERE host = ? AND went_on = 0 ORDER BY rowid');
  const spend = sql.prepare('UPDATE refused_together SET went_on = 1 WHERE job_id = ?');
  /** Asked after each clip that arrives, and nearly always empty. */
  const known = new Map<string, readonly JobId[]>();
  return {
    note: (host, jobIds) => {
      known.delete(host);
      return jobIds.filter((jobId) => insert.run(jobId, host).changes > 0);
    },
    of: (host) => {
      const ids = known.get(host) ?? select.all(host).map((row) => String(row.job_id));
      known.set(host, ids);
      return ids;
    },
    spend: (host, jobId) => {
      known.delete(host);
      spend.run(jobId);
    },
  };
}

/** Parked for a page, from its beginning. */
function isParked({ state }: Job): boolean {
  return state.kind === 'needs-you' && state.reason === 'web-page-answer' && state.resume.from !== 'describe';
}

/** Not looked for yet after a page: when it is not there, that page is no reason to park it. */
function unblamed(job: Job): Job {
  const { state } = job;
  if (state.kind !== 'unclear' || !isPage(state.otherwise)) return job;
  return { ...job, state: { ...state, otherwise: null } };
}

/**
 * A page came from a host that is known to block everything: those that tell of it and are not parked yet go on by themselves,
 * once, so that no clip that is refused for itself keeps the others from their turn.
 */
export async function noteTogether(
  { together, store, clock, apply }: Parts,
  host: string,
  jobIds: readonly JobId[],
): Promise<void> {
  if (jobIds.length === 0) return;
  const fresh = await store.write(() => together.note(host, jobIds));
  for (const jobId of fresh) await apply(jobId, { kind: 'retry', now: clock.now() }, unblamed);
}

/** A clip has arrived there: the host blocks nothing any more, and those that told of it are sent again. */
export async function goOnTogether({ together, clock, apply }: Parts, host: string): Promise<void> {
  for (const jobId of together.of(host)) {
    await apply(jobId, { kind: 'retry', now: clock.now() }, (before, after) => {
      together.spend(host, jobId);
      return isParked(before) ? after : unblamed(before);
    });
  }
}

/** The time to leave the host alone is over, and nothing else is there to find out with: one of them goes ahead. False = none can. */
export async function tryOneOf(
  { together, store, clock, apply }: Parts,
  host: string,
  accountIds: readonly AccountId[],
): Promise<boolean> {
  const jobId = together.of(host).find((id) => {
    const job = store.job(id);
    return job !== null && accountIds.includes(job.accountId) && isParked(job);
  });
  if (jobId === undefined) return false;
  await apply(jobId, { kind: 'retry', now: clock.now() }, (before, after) => (isParked(before) ? after : before));
  return true;
}

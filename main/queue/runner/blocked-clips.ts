// Clips that a site answered with a page until it was left alone: they were what told that it blocks everything, and nothing is
// known against any of them. They go on with the site, each once: who is refused again after that was refused for itself (F-21).
import type { AccountId, JobId } from '../../model.ts';
import { isParkedForPage } from '../job/page-answer.ts';
import type { RunnerContext } from './context.ts';

/**
 * A page came from a host that is known to block everything: those that tell of it and are not parked yet go on by themselves,
 * once, so that no clip that is refused for itself keeps the others from their turn.
 */
export async function noteBlocked(
  { blockedClips, store, apply }: RunnerContext,
  host: string,
  jobIds: readonly JobId[],
): Promise<void> {
  if (jobIds.length === 0) return;
  const fresh = await store.write(() => blockedClips.note(host, jobIds));
  for (const jobId of fresh) await apply(jobId, { kind: 'unblamed' });
}

/** A clip has arrived there: the host blocks nothing any more, and those that told of it are sent again. */
export async function resumeBlocked({ blockedClips, clock, apply }: RunnerContext, host: string): Promise<void> {
  for (const jobId of blockedClips.of(host)) {
    await apply(jobId, { kind: 'unblocked', now: clock.now() }, () => blockedClips.spend(host, jobId));
  }
}

/** The time to leave the host alone is over, and nothing else is there to find out with: one of them goes ahead. False = none can. */
export async function tryOneOf(
  { blockedClips, store, clock, apply }: RunnerContext,
  host: string,
  accountIds: readonly AccountId[],
): Promise<boolean> {
  const jobId = blockedClips.of(host).find((id) => {
    const job = store.job(id);
    return job !== null && accountIds.includes(job.accountId) && isParkedForPage(job.state);
  });
  if (jobId === undefined) return false;
  await apply(jobId, { kind: 'unblocked', now: clock.now() });
  return true;
}

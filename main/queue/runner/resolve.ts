// Settles the question which video a clip is, as the user answered it: each video stands for one clip at most.
import type { Attempt, Job, JobId } from '../../model.ts';
import type { JobEvent } from '../job/job-event.ts';
import type { QueueStore } from '../store/job-store.ts';
import type { RunnerContext } from './context.ts';

/** 'taken' = another clip has it by now; 'over' = nothing is asked any more, or not about this video. */
export type Chosen = 'chosen' | 'taken' | 'over';

/**
 * `videoId` null = none of them: what it is not is never taken for it later, and it is looked for once more, as not all that it can
 * be need have been shown; if nothing else is there, it is sent again.
 */
export async function choose(context: RunnerContext, jobId: JobId, videoId: number | null): Promise<Chosen> {
  const { apply, store, clock } = context;
  let outcome = 'over' as Chosen;
  // Decided inside the write: two clips that ask at the same moment never get the same video.
  const answer = (job: Job): JobEvent | null => {
    outcome = 'over';
    const asked = askedAbout(job);
    if (asked === null || (videoId !== null && !asked.includes(videoId))) return null;
    if (videoId !== null && store.takenVideos(job.accountId, job.id).has(videoId)) {
      outcome = 'taken';
      return null;
    }
    outcome = 'chosen';
    const looksOn = videoId === null && asked.length > 0 && attemptOf(store, job) !== null;
    return looksOn ? { kind: 'none-of-these', now: clock.now() } : { kind: 'chosen', videoId };
  };
  await apply(jobId, answer, (before) => {
    const attempt = attemptOf(store, before);
    if (outcome !== 'chosen' || !attempt) return;
    const rejectedVideoIds = [...new Set([...(attempt.rejectedVideoIds ?? []), ...(askedAbout(before) ?? [])])];
    store.saveAttempt(videoId === null ? { ...attempt, rejectedVideoIds } : { ...attempt, ended: 'found' });
  });
  if (outcome === 'chosen' && videoId !== null) await askLess(context, jobId, videoId);
  return outcome;
}

/** The videos of which one may be the clip; null = nothing is asked. */
function askedAbout({ state }: Job): readonly number[] | null {
  if (state.kind !== 'needs-you' || state.reason !== 'ask-which') return null;
  return state.candidates.map((one) => one.videoId);
}

/** The attempt that is asked about. */
function attemptOf(store: QueueStore, { state }: Job): Attempt | null {
  return state.kind === 'needs-you' && state.resume.from === 'look' ? store.attempt(state.resume.attemptId) : null;
}

/** A video has found its clip: who asked about it too may be left with one answer, and looks again by itself. */
export async function askLess({ apply, store, clock }: RunnerContext, jobId: JobId, videoId: number): Promise<void> {
  const job = store.job(jobId);
  if (!job) return;
  for (const other of store.notFound(job.accountId, job.clip.identity.size, jobId)) {
    if (askedAbout(other)?.includes(videoId))
      await apply(other.id, { kind: 'candidate-taken', videoId, now: clock.now() });
  }
}

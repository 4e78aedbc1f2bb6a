// Settles the question which video a clip is, as the user answered it: each video stands for one clip at most.
import type { JobId } from '../../model.ts';
import { transition } from '../job/job-state.ts';
import type { RunnerContext } from './context.ts';

/** 'taken' = another clip has it by now; 'over' = nothing is asked any more, or not about this video. */
export type Chosen = 'chosen' | 'taken' | 'over';

/**
 * `videoId` null = none of them: what it is not is never taken for it later, and it is looked for once more, as not all that it can
 * be need have been shown; if nothing else is there, it is sent again.
 */
export async function choose(context: RunnerContext, jobId: JobId, videoId: number | null): Promise<Chosen> {
  const { apply, store } = context;
  let outcome = 'over' as Chosen;
  // Decided inside the write: two clips that ask at the same moment never get the same video.
  await apply(jobId, { kind: 'resume' }, (job) => {
    const { state } = job;
    if (state.kind !== 'needs-you' || state.reason !== 'ask-which') return job;
    const asked = state.candidates.map((one) => one.videoId);
    if (videoId !== null && !asked.includes(videoId)) return job;
    if (videoId !== null && store.takenVideos(job.accountId, job.id).has(videoId)) {
      outcome = 'taken';
      return job;
    }
    outcome = 'chosen';
    const attempt = state.resume.from === 'look' ? store.attempt(state.resume.attemptId) : null;
    if (attempt) {
      store.saveAttempt(
        videoId === null
          ? { ...attempt, rejectedVideoIds: [...new Set([...(attempt.rejectedVideoIds ?? []), ...asked])] }
          : { ...attempt, ended: 'found' },
      );
    }
    const looksOn = videoId === null && attempt !== null && asked.length > 0;
    return transition(job, looksOn ? { kind: 'retry', now: context.clock.now() } : { kind: 'chosen', videoId });
  });
  if (outcome === 'chosen' && videoId !== null) await askLess(context, jobId, videoId);
  return outcome;
}

/** A video has found its clip: who asked about it too may be left with one answer, and looks again by itself. */
export async function askLess({ apply, store, clock }: RunnerContext, jobId: JobId, videoId: number): Promise<void> {
  const job = store.job(jobId);
  if (!job) return;
  for (const { id, state } of store.notFound(job.accountId, job.clip.identity.size, jobId)) {
    if (state.kind !== 'needs-you' || state.reason !== 'ask-which') continue;
    if (state.candidates.some((one) => one.videoId === videoId)) await apply(id, { kind: 'retry', now: clock.now() });
  }
}

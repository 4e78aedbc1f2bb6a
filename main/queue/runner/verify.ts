// Looks on the site for what an unclear attempt left there: a proven find counts at once, anything else once it is settled.
import type { Job } from '../../model.ts';
import { withLook } from '../job/attempt-lineage.ts';
import type { Finding } from '../job/job-event.ts';
import { isPlainNo } from '../job/plain-no.ts';
import { believedAfterMs, comingMs, isSettled, nextLook, nextLookForComing } from '../job/schedule.ts';
import { knownEnd, type RunnerContext } from './context.ts';
import { askLess } from './resolve.ts';

type Unproved = Extract<Finding, { kind: 'absent' | 'ask' }>;

/** The site has all of it and is at it: whatever time that takes, the clip does not go there beside it (F-02). */
const isComing = (found: Unproved): boolean => found.kind === 'absent' && found.isComing === true;

/**
 * What it means that no proof was found. The site may be in the middle of storing the clip: neither "not there" nor "not enough proof"
 * counts before the settle time is over (F-02). Nor where the site makes one video of one key: what goes again early can be refused,
 * and then the clip is neither known to be there nor not. A plain no stands at once, as nothing goes again after it by itself; what
 * only may be the clip, or may still come, is looked for when its user wants another try.
 */
function unproved(found: Unproved, saidNo: boolean, settled: boolean, notYet: () => Finding): Finding {
  if (saidNo && (found.kind === 'ask' || !settled)) return { kind: 'refused' };
  return settled ? found : notYet();
}

export async function lookOne(context: RunnerContext, job: Job): Promise<void> {
  const { clock, store, jobTasks, apply, beginStep, endedAt } = context;
  if (job.state.kind !== 'unclear') return;
  const { attemptId, looks, saidYes } = job.state;
  const attempt = store.attempt(attemptId);
  if (!attempt) {
    // Without its attempt nothing can be proven: the user decides.
    await apply(job.id, { kind: 'looked', finding: { kind: 'ask', candidates: [] }, until: 0 });
    return;
  }
  const settleMs = jobTasks.settleMs(job.accountId);
  const ended = knownEnd(context, job.state, attempt);
  const ageMs = clock.monotonic() - ended;
  const since = clock.now() - ageMs;
  const report = beginStep(jobTasks.hostOf(job.accountId));
  const found = await jobTasks.look(job, attempt, ageMs);
  const settled = isSettled(ageMs, settleMs) || (found.kind === 'absent' && found.isSure === true);
  const until = report(found.kind === 'failed' ? found.cause : null);
  const notYet = (): Finding => ({ kind: 'not-yet', nextLookAt: nextLook(since, clock.now(), settleMs) });
  const saidNo = isPlainNo(attempt, job.state.otherwise);
  const believedMs = believedAfterMs(settleMs);
  const believed = (one: Extract<Finding, { kind: 'found' }>): Finding => {
    // A site that said yes has the clip: there is nothing to lose by taking its name for it.
    if (!one.byName || saidYes || ageMs >= believedMs) return one;
    const nextLookAt = Math.min(since + believedMs, nextLook(since, clock.now(), settleMs));
    return saidNo ? { kind: 'refused' } : { kind: 'not-yet', nextLookAt };
  };
  const coming = (): Finding =>
    ageMs >= comingMs
      ? { kind: 'ask', candidates: [] }
      : { kind: 'not-yet', nextLookAt: nextLookForComing(since, clock.now()) };
  let finding: Finding =
    found.kind === 'failed'
      ? { ...found, nextLookAt: until(looks, found.cause) }
      : found.kind === 'found'
        ? believed(found)
        : isComing(found)
          ? coming()
          : unproved(found, saidNo, settled, notYet);
  await apply(
    job.id,
    (before) => {
      // Other clips may have seen the same videos at the same moment: each stands for the one that came first.
      if (finding.kind === 'found' || finding.kind === 'ask') {
        const taken = store.takenVideos(job.accountId, job.id);
        const lost =
          finding.kind === 'found'
            ? taken.has(finding.videoId)
            : finding.candidates.some(({ videoId }) => taken.has(videoId));
        if (lost) finding = notYet();
      }
      return {
        kind: 'looked',
        finding,
        // The time that the site asked for went by before this look; from here on it is our own back-off.
        until: until(before.failures, null),
      };
    },
    (before) => {
      const { kind } = finding;
      const looked = withLook(attempt, { at: clock.now(), found: kind === 'refused' ? 'not-yet' : kind });
      store.saveAttempt(
        kind === 'found' || kind === 'absent' || kind === 'refused' ? { ...looked, ended: kind } : looked,
      );
      const otherwise = before.state.kind === 'unclear' ? before.state.otherwise : null;
      const cause = finding.kind === 'failed' ? finding.cause : finding.kind === 'absent' ? otherwise : null;
      if (cause?.kind === 'sign-in') jobTasks.signedOut(job.accountId);
    },
  );
  if (finding.kind === 'found' || finding.kind === 'absent') endedAt.delete(attemptId);
  if (finding.kind === 'found') await askLess(context, job.id, finding.videoId);
}

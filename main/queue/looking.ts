// Looks on the site for what an unclear attempt left there: a proven find counts at once, anything else once it is settled.
import type { Job } from '../model.ts';
import type { Finding } from './job-state.ts';
import type { Parts } from './parts.ts';
import { isSettled, nextLook } from './schedule.ts';

export async function lookOne(parts: Parts, job: Job): Promise<void> {
  const { clock, store, steps, holds, apply, until, endedAt } = parts;
  if (job.state.kind !== 'unclear') return;
  const { attemptId, looks } = job.state;
  const attempt = store.attempt(attemptId);
  if (!attempt) {
    // Without its attempt nothing can be proven: the user decides.
    await apply(job.id, { kind: 'looked', finding: { kind: 'ask', candidates: [] }, until: 0 });
    return;
  }
  const settleMs = steps.settleMs(job.accountId);
  const ended = endedAt.get(attemptId);
  const since = ended === undefined ? job.state.since : clock.now() - (clock.monotonic() - ended);
  const settled = isSettled(since, looks, clock.now(), settleMs);
  const found = await steps.look(job, attempt);
  const notYet = (): Finding => ({ kind: 'not-yet', nextLookAt: nextLook(since, clock.now(), settleMs) });
  // The site may be in the middle of storing it: neither "not there" nor "not enough proof" counts before the settle time is
  // over (F-02); only a proven find does.
  let finding: Finding =
    (found.kind === 'absent' || found.kind === 'ask') && !settled
      ? notYet()
      : found.kind === 'failed'
        ? { ...found, nextLookAt: until(looks, found.meaning) }
        : found;
  if (finding.kind === 'failed') holds.note(job.accountId, finding.meaning);
  await apply(
    job.id,
    (before) => {
      // Two equal clips may have seen the same video at the same moment: it stands for the one that came first.
      if (finding.kind === 'found' && store.takenVideos(job.accountId, job.id).has(finding.videoId)) finding = notYet();
      return {
        kind: 'looked',
        finding,
        until: until(before.failures, before.state.kind === 'unclear' ? before.state.otherwise : null),
      };
    },
    (before) => {
      if (finding.kind === 'found') store.saveAttempt({ ...attempt, ended: 'found' });
      if (finding.kind === 'absent') store.saveAttempt({ ...attempt, ended: 'absent' });
      const otherwise = before.state.kind === 'unclear' ? before.state.otherwise : null;
      const meaning = finding.kind === 'failed' ? finding.meaning : finding.kind === 'absent' ? otherwise : null;
      if (meaning?.kind === 'sign-in') steps.signedOut(job.accountId);
      return undefined;
    },
  );
  if (finding.kind === 'found' || finding.kind === 'absent') endedAt.delete(attemptId);
}

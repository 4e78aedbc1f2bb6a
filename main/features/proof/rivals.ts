// Which other clips may have made the files that are looked at.
import type { Attempt, Job } from '../../model.ts';
import { firstOf } from '../../queue/job/attempt-lineage.ts';
import type { Rival } from '../../queue/match/match.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import { resumePoint } from '../../states.ts';

/** The Date header and a record's time count whole seconds, and half a second is guessed. */
const dateMarginMs = 2_000;

/** Other clips of this size that may be on the site too, for all that is known; those of which a copy may come late as well. */
export function rivalsOf(store: QueueStore, { id: own, accountId, clip }: Job): readonly Rival[] {
  const { size } = clip.identity;
  const rival = (fileName: string, { startedAt, siteSkewMs }: Attempt): Rival => {
    const from = siteSkewMs === null ? Number.NEGATIVE_INFINITY : startedAt + siteSkewMs - dateMarginMs;
    return { fileName, bytes: size, from };
  };
  const notFound = store.notFound(accountId, size, own).flatMap(({ id, state }) => {
    const point = resumePoint(state);
    if (point.from !== 'look') return [];
    const attempts = store.attempts(id);
    const attempt = attempts.find((one) => one.id === point.attemptId);
    return attempt ? [{ id, rival: rival(attempt.fileName, firstOf(attempts, attempt)) }] : [];
  });
  const waitedFor = new Set(notFound.map(({ id }) => id));
  const late = store.mayComeLate(accountId, size, own).filter(({ jobId }) => !waitedFor.has(jobId));
  return [...notFound.map((one) => one.rival), ...late.map((one) => rival(one.fileName, one))];
}

// Which other clips may have made the files that are looked at.
import type { Attempt, Job, StoredFile } from '../../model.ts';
import { firstOf, unanswered } from '../../queue/job/attempt-lineage.ts';
import { isAssumed, isElsewhere } from '../../queue/job/presumed-attempt.ts';
import { canHaveMade, type Rival, titleFits } from '../../queue/match/match.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { SiteFiles } from '../../queue/store/site-files.ts';
import { dayMs } from '../../retry.ts';
import { resumePoint } from '../../states.ts';

/** The Date header and a record's time count whole seconds, and half a second is guessed. */
const dateMarginMs = 2_000;
/** Files that are looked through for somebody else's. */
const mostLately = 60;

const fromOf = ({ startedAt, siteSkewMs }: Attempt): number =>
  siteSkewMs === null ? Number.NEGATIVE_INFINITY : startedAt + siteSkewMs - dateMarginMs;

/** Before this, in ms of the site's own clock, nothing can have come of the attempt or of those before it with its bytes. */
export function earliestOf(attempts: readonly Attempt[], attempt: Attempt): number {
  return isAssumed(attempt.id) ? Number.NEGATIVE_INFINITY : fromOf(firstOf(attempts, attempt));
}

const makerOf = (size: number, fileName: string, attempt: Attempt): Rival => ({
  ...{ fileName, bytes: size, from: fromOf(attempt) },
  ...(attempt.afterMediaId === undefined ? {} : { afterMediaId: attempt.afterMediaId }),
});

/** Clips of this size that may be on the site too, for all that is known; those of which a copy may come late as well. */
function makersOf(store: QueueStore, { id: own, accountId }: Job, size: number): readonly Rival[] {
  const notFound = store.notFound(accountId, size, own).flatMap(({ id, state }) => {
    const point = resumePoint(state);
    if (point.from !== 'look') return [];
    const attempts = store.attempts(id);
    const attempt = attempts.find((one) => one.id === point.attemptId);
    // What was only seen there was never sent from here.
    return attempt && !isElsewhere(attempt.id)
      ? [{ id, rival: makerOf(size, attempt.fileName, firstOf(attempts, attempt)) }]
      : [];
  });
  const waitedFor = new Set(notFound.map(({ id }) => id));
  const late = store.mayComeLate(accountId, size, own).filter(({ jobId }) => !waitedFor.has(jobId));
  return [...notFound.map((one) => one.rival), ...late.map((one) => makerOf(size, one.fileName, one))];
}

/** Other clips that may have made a file of this one's size. */
export function rivalsOf(store: QueueStore, job: Job): readonly Rival[] {
  return makersOf(store, job, job.clip.identity.size);
}

/**
 * True when an attempt of this very clip can have made the file after the looks for it were given up, and its video has the title that the
 * site gave it then: nobody has touched that since.
 */
export function isLateOwn(store: QueueStore, { id, clip }: Job, file: StoredFile, title: string): boolean {
  return unanswered(store.attempts(id)).some(
    (attempt) =>
      titleFits(attempt.fileName, title) && canHaveMade(makerOf(clip.identity.size, attempt.fileName, attempt), file),
  );
}

/** Files of the job's account from a day before `since` on (ms of the site's clock), as far as they are known: who sent one of them may send still. */
export function lately(siteFiles: Pick<SiteFiles, 'latest'>, { accountId }: Job, since: number): readonly StoredFile[] {
  const known = siteFiles.latest(accountId, mostLately);
  return known.filter(({ createdAt }) => createdAt === null || createdAt >= since - dayMs);
}

/** True when somebody else sends for this account, too: one of the files can come from no clip of this list. */
export function hasStranger(
  store: QueueStore,
  job: Job,
  { fileName, from }: Pick<Rival, 'fileName' | 'from'>,
  files: readonly StoredFile[],
): boolean {
  const taken = store.takenVideos(job.accountId, job.id);
  const { size } = job.clip.identity;
  const own: Rival = { fileName, bytes: size, from };
  return files.some((file) => {
    if (file.videoId === null || file.bytes === null || taken.has(file.videoId)) return false;
    const makers = [...makersOf(store, job, file.bytes), own];
    return !makers.some((maker) => canHaveMade(maker, file));
  });
}

// Which other clips may have made the files that are looked at.
import type { Attempt, Job, StoredFile } from '../../model.ts';
import { firstOf } from '../../queue/job/attempt-lineage.ts';
import { canHaveMade, type Rival } from '../../queue/match/match.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';
import type { SiteFiles } from '../../queue/store/site-files.ts';
import { dayMs } from '../../retry.ts';
import { resumePoint } from '../../states.ts';

/** The Date header and a record's time count whole seconds, and half a second is guessed. */
const dateMarginMs = 2_000;
/** Files that are looked through for somebody else's. */
const mostLately = 60;

/** Clips of this size that may be on the site too, for all that is known; those of which a copy may come late as well. */
function makersOf(store: QueueStore, { id: own, accountId }: Job, size: number): readonly Rival[] {
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

/** Other clips that may have made a file of this one's size. */
export function rivalsOf(store: QueueStore, job: Job): readonly Rival[] {
  return makersOf(store, job, job.clip.identity.size);
}

/** Files of the job's account from a day before `since` on (ms of the site's clock), as far as they are known: who sent one of them may send still. */
export function lately(siteFiles: Pick<SiteFiles, 'latest'>, { accountId }: Job, since: number): readonly StoredFile[] {
  const known = siteFiles.latest(accountId, mostLately);
  return known.filter(({ createdAt }) => createdAt === null || createdAt >= since - dayMs);
}

/** True when somebody else sends for this account, too: one of the files can come from no clip of this list. */
export function hasStranger(store: QueueStore, job: Job, fileName: string, files: readonly StoredFile[]): boolean {
  const taken = store.takenVideos(job.accountId, job.id);
  const { size } = job.clip.identity;
  const own: Rival = { fileName, bytes: size, from: Number.NEGATIVE_INFINITY };
  return files.some((file) => {
    if (file.videoId === null || file.bytes === null || taken.has(file.videoId)) return false;
    const makers = [...makersOf(store, job, file.bytes), own];
    return !makers.some((maker) => canHaveMade(maker, file));
  });
}

// Whether a clip that comes to a rebuilt list may have been sent before the list was damaged: then it is looked for first (F-42).
import type { Attempt, Job, WallMs } from '../../model.ts';
import { assumedAttempt } from '../../queue/job/presumed-attempt.ts';
import type { Rebuilds } from '../../queue/store/rebuilds.ts';
import { sentFileName } from '../../transfer/file-name.ts';
import type { ProfileOwner } from '../profile/owner.ts';
import type { SiteLedger } from '../proof/site-inventory.ts';

export interface PresumeOptions {
  readonly rebuilds: Pick<Rebuilds, 'since'>;
  readonly siteLedger: Pick<SiteLedger, 'mayHold'>;
  readonly owner: Pick<ProfileOwner, 'isHere'>;
}

/** The file name under which a job's clip goes to its site. */
export const fileNameOf = ({ clip, draft }: Job): string => sentFileName(clip.name, draft.title, clip.facts.format);

/** The attempt that stands for what may have been sent, and since when that is in doubt; null = the clip is surely not on the site. */
export function presumedAttemptOf(
  { rebuilds, siteLedger, owner }: PresumeOptions,
  job: Job,
): { readonly attempt: Attempt; readonly since: WallMs } | null {
  const since = rebuilds.since();
  const fileName = fileNameOf(job);
  // What comes to a list that belongs to another computer is doubted with all the rest, once it is to go on here.
  if (!owner.isHere() || since === null || !siteLedger.mayHold(job.accountId, job.clip.identity.size, fileName))
    return null;
  return { attempt: assumedAttempt(job, fileName, since), since };
}

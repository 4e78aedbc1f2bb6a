// What was written over after it had been sent: which older clip it is a newer version of, the question, and its answer.
import type { AccountId, Draft, FailureCause, Job, JobId } from '../../model.ts';
import type { Clock } from '../../ports.ts';
import type { Runner } from '../../queue/runner/runner.ts';
import type { JobChange, QueueStore } from '../../queue/store/job-store.ts';
import type { Ledger } from '../../queue/store/ledger.ts';
import type { NewerVersions, VersionChoice } from '../../queue/store/newer-versions.ts';
import { videoOf } from '../../states.ts';
import type { OnSite } from './on-site.ts';

/** Why a newer version is not sent by itself: two public videos of one clip come about by its user's word only. */
export const askedVersion = {
  kind: 'needs-you',
  reason: 'newer-version',
  action: 'version',
  detail: null,
} as const satisfies FailureCause;

/** Where cameras keep what they record (DCF, XDCAM and XAVC, AVCHD, P2); no names that people give to folders of their own. */
const cameraFolder = /[\\/](DCIM|XDROOT|M4ROOT|AVCHD|BDMV|CONTENTS[\\/]VIDEO)[\\/]/i;

/**
 * The job of which a clip at this place is a newer version; null = it is none. A camera that begins a new card numbers from 1 again: what
 * has an old name there is another recording.
 */
export function olderOf(
  { ledger, onSite }: { ledger: Pick<Ledger, 'versions'>; onSite: Pick<OnSite, 'of'> },
  accountId: AccountId,
  file: string,
): Job | null {
  if (cameraFolder.test(file)) return null;
  return ledger.versions.olderAt(accountId, file, (videoId) => {
    const known = onSite.of(accountId, videoId);
    // Thrown away or deleted there it is not beside anything.
    return known === null || (known.status !== null && known.status !== 'trash');
  });
}

/**
 * Inside the write that put a newer version on the list: its user is asked at once, and not only when its turn comes, as they may be away
 * by then. `draft` = what it gets where the older video is kept.
 */
export function askVersion(
  { ledger, store, clock }: { ledger: Pick<Ledger, 'versions'>; store: Pick<QueueStore, 'change'>; clock: Clock },
  jobId: JobId,
  older: Job,
  draft: Draft,
): JobChange | null {
  ledger.versions.note(jobId, older.id, draft);
  return store.change(jobId, { kind: 'refused-before-sending', cause: askedVersion, until: clock.now() });
}

/** The answer; also another one, as long as the older video is where it was. Gives whether that changed anything. */
export async function chooseVersion(
  { runner, versions, now }: { runner: Pick<Runner, 'apply'>; versions: NewerVersions; now: number },
  jobId: JobId,
  choice: Exclude<VersionChoice, null>,
): Promise<boolean> {
  let isChosen = false;
  await runner.apply(jobId, ({ state }) => {
    // What is on the site already has been described without it.
    isChosen = !(choice === 'replace' && videoOf(state) !== null) && versions.choose(jobId, choice);
    if (!isChosen) return null;
    return { kind: 'version-chosen', draft: choice === 'keep' ? versions.draftOf(jobId) : null, now };
  });
  return isChosen;
}

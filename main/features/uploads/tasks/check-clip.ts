// Is the clip there, is it still a video, and may it go at all for all that is known of the site?
import { sortFileError } from '../../../errors.ts';
import { hasHollow } from '../../../ingest/container-end.ts';
import { openTimes, untoldTimes, usualStableMs } from '../../../ingest/readiness.ts';
import { type Recognised, recognise } from '../../../ingest/recognise.ts';
import { type Clip, type FailureCause, isSameFile, type Job } from '../../../model.ts';
import { FileError, type FileStat, type Files, type OpenFile } from '../../../ports.ts';
import type { Checked, JobTasks } from '../../../queue/runner/job-tasks.ts';
import type { NewerVersions } from '../../../queue/store/newer-versions.ts';
import { clipInUse, isWrittenTo } from '../../../transfer/clip-held.ts';
import { smallBytes } from '../../../transfer/small-body.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import { knownRefusal, refusalsOf } from '../early-refusal.ts';
import { askedVersion } from '../version-question.ts';
import type { FailureCauses } from './failure-cause.ts';
import { type JobTasksOptions, signIn, silentDisk } from './task-options.ts';

const needs = (
  reason: Extract<FailureCause, { kind: 'needs-you' }>['reason'],
  detail: string | null = null,
): Checked => ({
  kind: 'stop',
  cause: {
    kind: 'needs-you',
    reason,
    action: reason === 'clip-empty' || reason === 'clip-not-video' ? 'remove' : 'retry',
    detail,
  },
});

type FoundVideo = Extract<Recognised, { readonly kind: 'video' }>;

/**
 * Ms for which a file that changed while it waited has to be left alone first where nobody can be seen to write: who does may pause
 * (F-23). Another file that took its place whole needs no such time.
 */
function careMs({ identity }: Clip, { inode }: FileStat, { ending }: FoundVideo, hollow: boolean): number {
  if (ending === 'proven' && !hollow) return inode === identity.inode ? untoldTimes * usualStableMs : 0;
  return (ending === 'proven' || (ending === 'untold' && !hollow) ? untoldTimes : openTimes) * usualStableMs;
}

/** True while somebody may write to it whom the system does not show. */
async function mayBeWrittenTo(
  options: CheckClipOptions,
  clip: Clip,
  stat: FileStat,
  file: OpenFile,
  found: Recognised,
): Promise<boolean> {
  const restedMs = Math.abs(options.clock.now() - Math.max(stat.mtimeMs, stat.changedMs ?? stat.mtimeMs));
  if (restedMs >= openTimes * usualStableMs) return false;
  const isWhole = found.kind === 'video' && found.ending !== 'cut';
  if (isWhole && restedMs >= careMs(clip, stat, found, await hasHollow(file, stat.size))) return false;
  const { device, inode } = stat;
  return (await options.writers?.holding([{ path: clip.path, device, inode }])) === null;
}

/** A file that was replaced meanwhile, looked into. */
async function lookedInto(options: CheckClipOptions, clip: Clip, stat: FileStat): Promise<Checked> {
  const file = await options.files.open(clip.path);
  try {
    const found = await recognise(file, stat.size);
    if (await mayBeWrittenTo(options, clip, stat, file, found)) return { kind: 'stop', cause: clipInUse };
    if (found.kind === 'not-video') return needs('clip-not-video');
    if (found.kind === 'unfinished' || found.ending === 'cut') return needs('clip-unfinished');
    const { device, inode, size, mtimeNs, mtimeMs } = stat;
    return {
      kind: 'go',
      clip: {
        ...clip,
        identity: { device, inode, size, mtimeNs },
        mtimeMs,
        facts: { format: found.format, durationSeconds: null, width: null, height: null },
      },
    };
  } finally {
    await file.close();
  }
}

/** The clip as it is on disk now; a file that was replaced meanwhile is looked into again. */
async function clipNow(options: CheckClipOptions, clip: Clip): Promise<Checked> {
  try {
    const stat = await options.files.stat(clip.path);
    if (stat.kind !== 'file') return needs('clip-no-file');
    if (stat.size === 0) return needs('clip-empty');
    return isSameFile(clip.identity, stat) ? { kind: 'go', clip } : await lookedInto(options, clip, stat);
  } catch (error) {
    if (error instanceof FileError) return { kind: 'stop', cause: sortFileError(error) };
    throw error;
  }
}

/** The same, once nothing is asked about it. */
async function clipOrQuestion(options: CheckClipOptions, { id, clip }: Job): Promise<Checked> {
  return options.versions.isAsked(id) ? { kind: 'stop', cause: askedVersion } : clipNow(options, clip);
}

export interface CheckClipOptions extends Pick<JobTasksOptions, 'sameClip' | 'lookBeside' | 'clock' | 'writers'> {
  readonly accounts: Pick<Accounts, 'account' | 'siteOf'>;
  readonly files: Pick<Files, 'open' | 'stat'>;
  readonly versions: Pick<NewerVersions, 'isAsked'>;
}

export function createCheckClip(
  options: CheckClipOptions,
  { orAway }: Pick<FailureCauses, 'orAway'>,
): JobTasks['check'] {
  const { accounts } = options;
  return async (job) => {
    const account = accounts.account(job.accountId);
    const site = accounts.siteOf(job.accountId);
    if (!account || !site) return { kind: 'stop', cause: signIn };
    const checked = await clipOrQuestion(options, job);
    if (checked.kind === 'stop') return { kind: 'stop', cause: await orAway(job, checked.cause) };
    // Never read: no file of this size was there to compare with, or it lay on a disk that was away (F-26).
    if (checked.clip !== job.clip || job.sha256 === null) {
      const other = await options.sameClip(job, checked.clip).catch(silentDisk);
      if (other instanceof FileError) return { kind: 'stop', cause: sortFileError(other) };
      if (other !== null) return needs('clip-known', other);
    }
    // What leaves in one go is asked about once, when it leaves.
    if (checked.clip.identity.size > smallBytes && (await isWrittenTo(options, checked.clip)))
      return { kind: 'stop', cause: clipInUse };
    const refusal = knownRefusal({ ...job, clip: checked.clip }, refusalsOf(site));
    if (refusal) return { kind: 'stop', cause: refusal };
    await options.lookBeside(job);
    return checked;
  };
}

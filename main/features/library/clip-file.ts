// Whether the file of a clip is still what was sent to a site: then the window plays it in place of the video.
import type { ClipFile } from '../../../preload/contract.ts';
import { isSameOnAnyDisk, type JobId } from '../../model.ts';
import { FileError, type Files } from '../../ports.ts';
import type { QueueStore } from '../../queue/store/job-store.ts';

export interface ClipFileOptions {
  readonly files: Pick<Files, 'stat'>;
  readonly store: Pick<QueueStore, 'job'>;
}

export async function lookAtClip({ files, store }: ClipFileOptions, jobId: JobId): Promise<ClipFile> {
  const clip = store.job(jobId)?.clip;
  if (!clip) return 'missing';
  try {
    const stat = await files.stat(clip.path);
    return stat.kind === 'file' && isSameOnAnyDisk(clip.identity, stat) ? 'same' : 'changed';
  } catch (error) {
    if (error instanceof FileError) return 'missing';
    throw error;
  }
}

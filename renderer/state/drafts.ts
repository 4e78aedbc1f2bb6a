// What is typed and not saved yet, of jobs and of videos on the site, and whether saving works.
import type { Bridge } from '../../preload/contract.ts';
import { createDraftSaver, type DraftSaver } from './draft-saver.ts';
import type { SliceStore } from './slice.ts';

export interface DraftsState {
  readonly draftProblem: string | null;
  /** Changes whenever what is typed and not yet saved changes. */
  readonly draftSeq: number;
}

export const noDrafts: DraftsState = { draftProblem: null, draftSeq: 0 };

/** The name under which the form's text for a video is saved. */
export function keyOfVideo(accountId: string, videoId: number): string {
  return `${accountId}/${videoId}`;
}

/** Null = the key names a job. */
export function videoOfKey(key: string): { readonly accountId: string; readonly videoId: number } | null {
  const [accountId = '', videoId] = key.split('/');
  return videoId === undefined ? null : { accountId, videoId: Number(videoId) };
}

export function createDrafts(
  { getState: get, setState: set }: SliceStore<DraftsState>,
  bridge: Pick<Bridge, 'request'>,
): DraftSaver {
  return createDraftSaver(
    (key, draft) => {
      const video = videoOfKey(key);
      return video === null
        ? bridge.request('job.describe', { jobId: key, draft })
        : bridge.request('library.describe', { ...video, draft });
    },
    () => set({ draftSeq: get().draftSeq + 1 }),
    (draftProblem) => set({ draftProblem }),
  );
}

// What is typed and not saved yet, of jobs and of videos on the site, and whether saving works.
import type { Bridge, Draft, SeenInRow } from '../../preload/contract.ts';
import { createDraftSaver, type DraftSaver } from './draft-saver.ts';
import type { SliceStore } from './slice.ts';

export interface DraftsState {
  readonly draftProblem: string | null;
  /** Counts what was typed elsewhere than in the form, which shows it from then on. */
  readonly typedElsewhere: number;
  /** Changes whenever what is typed and not yet saved changes. */
  readonly draftSeq: number;
}

export const noDrafts: DraftsState = { draftProblem: null, draftSeq: 0, typedElsewhere: 0 };

/** The name under which the form's text for a video is saved. */
export function keyOfVideo(accountId: string, videoId: number): string {
  return `${accountId}/${videoId}`;
}

/** Null = the key names a job. */
export function videoOfKey(key: string): { readonly accountId: string; readonly videoId: number } | null {
  const [accountId = '', videoId] = key.split('/');
  return videoId === undefined ? null : { accountId, videoId: Number(videoId) };
}

export interface Drafts extends DraftSaver {
  /** What was typed in a row of a list, which is complete. `seen` = what the site had in sight there then, of a video. */
  typeInRow(key: string, draft: Partial<Draft>, seen?: SeenInRow): void;
  /** The form shows what main has by now. */
  changedElsewhere(): void;
}

export function createDrafts(
  { getState: get, setState: set }: SliceStore<DraftsState>,
  bridge: Pick<Bridge, 'request'>,
): Drafts {
  const seenOf = new Map<string, SeenInRow>();
  const changedElsewhere = (): void => set({ typedElsewhere: get().typedElsewhere + 1 });
  const saver = createDraftSaver(
    async (key, draft) => {
      const video = videoOfKey(key);
      if (video === null) return bridge.request('job.describe', { jobId: key, draft });
      const seen = seenOf.get(key);
      await bridge.request('library.describe', { ...video, draft, ...(seen === undefined ? {} : { seen }) });
      if (seenOf.get(key) === seen) seenOf.delete(key);
    },
    () => set({ draftSeq: get().draftSeq + 1 }),
    (draftProblem) => set({ draftProblem }),
  );
  const typeInRow: Drafts['typeInRow'] = (key, draft, seen = {}) => {
    if (Object.keys(seen).length > 0) seenOf.set(key, { ...seenOf.get(key), ...seen });
    saver.type(key, draft);
    saver.flush();
    changedElsewhere();
  };
  return {
    ...saver,
    typeInRow,
    changedElsewhere,
  };
}

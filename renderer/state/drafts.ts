// What is typed and not saved yet, of jobs and of videos on the site, and whether saving works.
import type { Bridge, Draft } from '../../preload/contract.ts';
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
  /** A title from a row of a list, which is complete. `seen` = the one that the site had in sight then; null = not known. */
  typeTitle(key: string, title: string | null, seen: string | null): void;
  /** What was typed in the row of a clip, which is complete. */
  typeInRow(key: string, draft: Partial<Draft>): void;
  /** The form shows what main has by now. */
  changedElsewhere(): void;
}

export function createDrafts(
  { getState: get, setState: set }: SliceStore<DraftsState>,
  bridge: Pick<Bridge, 'request'>,
): Drafts {
  const titlesSeen = new Map<string, string>();
  const changedElsewhere = (): void => set({ typedElsewhere: get().typedElsewhere + 1 });
  const saver = createDraftSaver(
    async (key, draft) => {
      const video = videoOfKey(key);
      if (video === null) return bridge.request('job.describe', { jobId: key, draft });
      const titleSeen = titlesSeen.get(key);
      const seen = titleSeen === undefined ? {} : { titleSeen };
      await bridge.request('library.describe', { ...video, draft, ...seen });
      titlesSeen.delete(key);
    },
    () => set({ draftSeq: get().draftSeq + 1 }),
    (draftProblem) => set({ draftProblem }),
  );
  const typeInRow = (key: string, draft: Partial<Draft>): void => {
    saver.type(key, draft);
    saver.flush();
    changedElsewhere();
  };
  return {
    ...saver,
    typeInRow,
    typeTitle(key, title, seen) {
      if (seen !== null) titlesSeen.set(key, seen);
      typeInRow(key, { title });
    },
    changedElsewhere,
  };
}

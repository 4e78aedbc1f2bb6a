// The details of the one video on the site that is looked at: main is told which, and sends what becomes of it.
import type { Bridge, LibraryDetails } from '../../preload/contract.ts';
import type { DraftSaver } from './draft-saver.ts';
import { keyOfVideo } from './drafts.ts';
import type { Notices } from './notices.ts';
import type { SliceStore } from './slice.ts';

export interface VideoWatchState {
  readonly details: LibraryDetails | null;
}

interface Video {
  readonly accountId: string;
  readonly videoId: number;
}

export interface VideoWatch {
  /** Null = none is looked at. */
  watch(video: Video | null): void;
  stop(): void;
}

/** Only the newest wish counts: an answer may be slow, as the site has it. */
export function createVideoWatch(
  { getState: get, setState: set }: SliceStore<VideoWatchState>,
  bridge: Pick<Bridge, 'request' | 'on'>,
  drafts: Pick<DraftSaver, 'flush'>,
  { attempt }: Pick<Notices, 'attempt'>,
): VideoWatch {
  let watched: string | null = null;
  let wishes = 0;

  async function follow(video: Video | null): Promise<void> {
    wishes += 1;
    const mine = wishes;
    set({ details: null });
    const answer = await attempt(() => bridge.request('library.watch', video));
    // An event that came meanwhile is newer than the answer.
    if (mine === wishes && get().details === null) set({ details: answer });
  }

  const off = bridge.on('library.details', (details) => {
    if (keyOfVideo(details.accountId, details.row.id) === watched) set({ details });
  });
  return {
    watch(video) {
      const key = video && keyOfVideo(video.accountId, video.videoId);
      if (key === watched) return;
      watched = key;
      drafts.flush();
      void follow(video);
    },
    stop: off,
  };
}

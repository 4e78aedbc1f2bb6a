// Whether the clip that is selected plays beside its list; while it does, the next one that is selected plays on.
import { message } from '../../preload/text/text.ts';
import { singleRow } from '../model/selection.ts';
import type { LibraryStore } from './library-list.ts';
import type { Notices } from './notices.ts';
import type { QueueListState } from './queue-list.ts';
import type { SessionState } from './session.ts';
import type { SliceStore } from './slice.ts';

export interface PlayerState {
  readonly plays: boolean;
}

export const notPlaying: PlayerState = { plays: false };

export interface Player {
  setPlaying(plays: boolean): void;
  /** Plays the selected clip, or that of the selected video, or stops; does nothing on other screens. */
  togglePlaying(): void;
}

export function createPlayer(
  {
    getState: get,
    setState: set,
  }: SliceStore<PlayerState & Pick<SessionState, 'screen'> & Pick<QueueListState, 'selection' | 'inspectorOpen'>>,
  notices: Pick<Notices, 'tell'>,
  library: Pick<LibraryStore, 'getState' | 'openInspector'>,
): Player {
  function playVideo(): void {
    const { selected, details } = library.getState();
    const [row, ...others] = [...selected.values()];
    const clipFile = details?.clipFile ?? 'same';
    if (row === undefined || others.length > 0 || row.jobId === null)
      notices.tell(message('player.select-video'), 'info');
    else if (clipFile !== 'same') notices.tell(message(`player.file.${clipFile}`), 'info');
    else {
      set({ plays: true });
      library.openInspector(true);
    }
  }

  return {
    setPlaying: (plays) => set({ plays }),
    togglePlaying() {
      const { plays, screen, selection } = get();
      if (plays) set({ plays: false });
      else if (screen === 'library') playVideo();
      else if (screen !== 'uploads') return;
      else if (singleRow(selection) === null) notices.tell(message('player.select'), 'info');
      else set({ plays: true, inspectorOpen: true });
    },
  };
}

// Whether the clip that is selected plays beside its list; while it does, the next one that is selected plays on.
import { message } from '../../preload/text/text.ts';
import { singleRow } from '../model/selection.ts';
import type { Notices } from './notices.ts';
import type { QueueListState } from './queue-list.ts';
import type { SliceStore } from './slice.ts';

export interface PlayerState {
  readonly plays: boolean;
}

export const notPlaying: PlayerState = { plays: false };

export interface Player {
  setPlaying(plays: boolean): void;
  /** Plays the selected clip, or stops. */
  togglePlaying(): void;
}

export function createPlayer(
  { getState: get, setState: set }: SliceStore<PlayerState & Pick<QueueListState, 'selection' | 'inspectorOpen'>>,
  notices: Pick<Notices, 'tell'>,
): Player {
  return {
    setPlaying: (plays) => set({ plays }),
    togglePlaying() {
      const { plays, selection } = get();
      if (plays) set({ plays: false });
      else if (singleRow(selection) === null) notices.tell(message('player.select'), 'info');
      else set({ plays: true, inspectorOpen: true });
    },
  };
}

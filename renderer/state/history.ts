// What has arrived so far, as the window shows it over whatever is there.
import type { Bridge, HistoryView } from '../../preload/contract.ts';
import { message } from '../../preload/text/text.ts';
import { saidBy } from '../text/failure.ts';
import type { Notices } from './notices.ts';
import type { SliceStore } from './slice.ts';

export interface HistoryState {
  /** `view` null = it is being read. Null = it is not shown. */
  readonly history: { readonly view: HistoryView | { readonly failed: string } | null } | null;
}

export const noHistory: HistoryState = { history: null };

export interface History {
  showHistory(): Promise<void>;
  closeHistory(): void;
  /** Asks for a place, and says what came of it. */
  saveHistory(): Promise<void>;
}

export function createHistory(
  { getState: get, setState: set }: SliceStore<HistoryState>,
  { request }: Pick<Bridge, 'request'>,
  notices: Pick<Notices, 'attempt' | 'tell'>,
): History {
  return {
    async showHistory() {
      const opening = { view: null };
      set({ history: opening });
      const view = await request('history.view').catch((error: unknown) => ({ failed: saidBy(error) }));
      if (get().history === opening) set({ history: { view } });
    },
    closeHistory: () => set(noHistory),
    async saveHistory() {
      const outcome = await notices.attempt(() => request('history.save'));
      if (outcome === null) return;
      set(noHistory);
      if (outcome.ok) notices.tell(message('history.saved', outcome.value), 'plain');
      else notices.tell(message(`history.problem.${outcome.failure}`), 'bad');
    },
  };
}

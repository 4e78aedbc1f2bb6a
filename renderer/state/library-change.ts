// A change for many videos on the site that is being put together: kept while the selection changes, and made in one go.
import type { Bridge, LibraryRow } from '../../preload/contract.ts';
import { message } from '../../preload/text/text.ts';
import type { Acts } from './acts.ts';
import { type BulkChange, noChange, withoutUntouched } from './bulk-edit.ts';
import type { DraftSaver } from './draft-saver.ts';
import type { Notices } from './notices.ts';
import type { SliceStore } from './slice.ts';

export interface LibraryChangeState {
  /** What is put together for many videos and not made yet. */
  readonly change: BulkChange;
  readonly changing: boolean;
}

export const noLibraryChange: LibraryChangeState = { change: noChange, changing: false };

export interface LibraryChange {
  setChange(change: BulkChange): void;
  /** Has the change made for these videos. */
  changeMany(rows: readonly LibraryRow[]): Promise<void>;
}

export interface LibraryChangeParts {
  readonly bridge: Pick<Bridge, 'request'>;
  readonly drafts: Pick<DraftSaver, 'flush'>;
  readonly notices: Pick<Notices, 'tell' | 'attempt'>;
  readonly acts: Pick<Acts, 'beforeAct' | 'tellDone'>;
}

/** `onMade` = the list looks different. */
export function createLibraryChange(
  { getState: get, setState: set }: SliceStore<LibraryChangeState & { readonly accountId: string | null }>,
  { acts, bridge, drafts, notices }: LibraryChangeParts,
  onMade: () => void,
): LibraryChange {
  return {
    setChange: (change) => set({ change }),
    async changeMany(rows) {
      const { accountId, change, changing } = get();
      if (accountId === null || rows.length === 0 || changing) return;
      drafts.flush();
      set({ changing: true });
      const before = acts.beforeAct();
      const { draft, terms, publishEvery } = withoutUntouched(change);
      const input = {
        accountId,
        videoIds: rows.map(({ id }) => id),
        statusesSeen: rows.map(({ status }) => status),
        change: { draft, terms, ...(publishEvery === undefined ? {} : { publishEvery }) },
      };
      const answer = await notices.attempt(() => bridge.request('library.changeMany', input));
      set({ changing: false });
      if (answer === null) return;
      // What was put together meanwhile is the beginning of the next change.
      if (get().change === change) set({ change: noChange });
      if (answer.changed === 0) notices.tell(message('jobs.acted.nothing'), 'info');
      else await acts.tellDone(message('library.change.done', { videos: answer.changed }), 'video-text', before);
      onMade();
    },
  };
}

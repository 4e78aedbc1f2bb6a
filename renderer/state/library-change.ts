// A change for many videos on the site that is being put together: kept while the selection changes, and made in one go.
import type { Bridge, LibraryRow } from '../../preload/contract.ts';
import { message } from '../../preload/text/text.ts';
import type { Acts } from './acts.ts';
import { type BulkChange, noChange, withoutUntouched } from './bulk-edit.ts';
import type { DraftSaver } from './draft-saver.ts';
import type { Notices } from './notices.ts';
import type { SliceStore } from './slice.ts';
import { takesTitle } from './titles.ts';

export interface LibraryChangeState {
  /** What is put together for many videos and not made yet. */
  readonly change: BulkChange;
  readonly changing: boolean;
}

export const noLibraryChange: LibraryChangeState = { change: noChange, changing: false };

export interface LibraryChange {
  setChange(change: BulkChange): void;
  /** Has the change made for what is selected and takes one. */
  changeMany(): Promise<void>;
}

export interface LibraryChangeParts {
  readonly bridge: Pick<Bridge, 'request'>;
  readonly drafts: Pick<DraftSaver, 'flush'>;
  readonly notices: Pick<Notices, 'tell' | 'attempt'>;
  readonly acts: Pick<Acts, 'beforeAct' | 'tellDone'>;
}

interface State extends LibraryChangeState {
  readonly accountId: string | null;
  readonly selected: ReadonlyMap<number, LibraryRow>;
}

interface ChangedList {
  /** What is selected as main has it now, in the order of the list; rejects with what may be shown. */
  readonly selectedNow: () => Promise<readonly LibraryRow[]>;
  /** The list looks different. */
  readonly onMade: () => void;
}

export function createLibraryChange(
  { getState: get, setState: set }: SliceStore<State>,
  { acts, bridge, drafts, notices }: LibraryChangeParts,
  { selectedNow, onMade }: ChangedList,
): LibraryChange {
  async function make(accountId: string, { draft, terms, publishEvery }: BulkChange): Promise<{ changed: number }> {
    // A visibility is compared with the one that was shown, and only what becomes public one after the other has an order.
    const all = draft.status == null ? [...get().selected.values()] : await selectedNow();
    const rows = all.filter(takesTitle);
    if (rows.length === 0) return { changed: 0 };
    return bridge.request('library.changeMany', {
      accountId,
      videoIds: rows.map(({ id }) => id),
      statusesSeen: rows.map(({ status }) => status),
      change: { draft, terms, ...(publishEvery === undefined ? {} : { publishEvery }) },
    });
  }

  return {
    setChange: (change) => set({ change }),
    async changeMany() {
      const { accountId, change, changing } = get();
      if (accountId === null || changing) return;
      drafts.flush();
      set({ changing: true });
      const before = acts.beforeAct();
      const answer = await notices.attempt(() => make(accountId, withoutUntouched(change)));
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

// What buttons and keys do to videos on the site, with the questions asked before something is taken away.
import type { LibraryAct, LibraryRow } from '../../preload/contract.ts';
import { actQuestion } from '../text/library.ts';
import type { AppStore } from './client-state.ts';
import { destinations } from './selectors.ts';

/** What is offered; whether what comes back is public again is asked with it. */
type OfferedAct = Exclude<LibraryAct, 'publish-again'>;

/** Those of the rows that are not on their way somewhere already. */
const resting = (rows: readonly LibraryRow[]): readonly LibraryRow[] =>
  rows.filter(({ moving }) => moving === undefined);

/** What can be done with these rows: those in the trash come back or go for good, the others go to the trash. */
export function actsFor(all: readonly LibraryRow[]): readonly OfferedAct[] {
  const rows = resting(all);
  if (rows.length === 0 || !rows.some((row) => row.canDelete)) return [];
  const trashed = rows.filter((row) => row.status === 'trash').length;
  if (trashed === 0) return ['trash'];
  return trashed === rows.length ? ['restore', 'delete-forever'] : ['trash', 'delete-forever'];
}

export function actOnVideos(store: AppStore, act: OfferedAct, all: readonly LibraryRow[]): void {
  const rows = resting(all);
  const ids = rows.map(({ id }) => id);
  const { accountId } = store.library.getState();
  const account = destinations(store.getState().app).find((one) => one.account.id === accountId)?.account;
  const subject = {
    count: rows.length,
    name: rows.length === 1 ? (rows[0]?.title ?? null) : null,
    mayPublish: account?.canPublish === true,
  };
  // It can be taken back.
  if (act === 'trash') {
    void store.library.act(act, ids);
    return;
  }
  store.ask({
    ...actQuestion(act, subject),
    onYes: (ticked) => void store.library.act(act === 'restore' && ticked ? 'publish-again' : act, ids),
  });
}

export function openVideo(store: AppStore, accountId: string, videoId: number): void {
  void store.attempt(() => store.bridge.request('library.open', { accountId, videoId }));
}

export function openPost(store: AppStore, accountId: string, postId: number): void {
  void store.attempt(() => store.bridge.request('posts.open', { accountId, postId }));
}

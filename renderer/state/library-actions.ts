// What buttons and keys do to videos on the site, with the questions asked before something is taken away.
import type { LibraryAct, LibraryRow } from '../../preload/contract.ts';
import { actQuestion, noTrashQuestion } from '../text/library.ts';
import type { AppStore } from './client-state.ts';

/** What can be done with these rows: those in the trash come back or go for good, the others go to the trash. */
export function actsFor(rows: readonly LibraryRow[]): readonly LibraryAct[] {
  if (rows.length === 0 || !rows.some((row) => row.canDelete)) return [];
  const trashed = rows.filter((row) => row.status === 'trash').length;
  if (trashed === 0) return ['trash'];
  return trashed === rows.length ? ['restore', 'delete-forever'] : ['trash', 'delete-forever'];
}

export function actOnVideos(store: AppStore, act: LibraryAct, rows: readonly LibraryRow[]): void {
  const question = actQuestion(act, rows.length, rows.length === 1 ? (rows[0]?.title ?? null) : null);
  const run = (): void => void carryOut(store, act, rows);
  if (question === null) run();
  else store.ask({ ...question, onYes: run });
}

async function carryOut(store: AppStore, act: LibraryAct, rows: readonly LibraryRow[]): Promise<void> {
  const ids = rows.map((row) => row.id);
  const result = await store.library.act(act, ids);
  const untrashable = result?.failed.filter(({ problem }) => problem === 'no-trash').map(({ id }) => id) ?? [];
  if (untrashable.length === 0) return;
  store.ask({
    ...noTrashQuestion(untrashable.length),
    onYes: () => void store.library.act('delete-forever', untrashable),
  });
}

export function openVideo(store: AppStore, accountId: string, videoId: number): void {
  void store.attempt(() => store.bridge.request('library.open', { accountId, videoId }));
}

export function openPost(store: AppStore, accountId: string, postId: number): void {
  void store.attempt(() => store.bridge.request('posts.open', { accountId, postId }));
}

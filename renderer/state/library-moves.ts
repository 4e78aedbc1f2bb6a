// Videos that are moved to the trash, out of it or away for good, as the window has them: how far each batch is, and what became of it, told once.
import type { StoreApi } from 'zustand/vanilla';
import type { ActOffers, Bridge, LibraryAct, LibraryBatch } from '../../preload/contract.ts';
import { isToTell, noTrashQuestion } from '../text/library.ts';
import type { Acts } from './acts.ts';
import type { DraftSaver } from './draft-saver.ts';
import { keyOfVideo } from './drafts.ts';
import type { Notice, Notices } from './notices.ts';

export interface LibraryMovesState {
  /** Of all accounts, the oldest first. */
  readonly batches: readonly LibraryBatch[];
}

export const noMoves: LibraryMovesState = { batches: [] };

/** A batch of more videos than this is a matter of a while: the Library shows how far it is. */
export const fewMoves = 10;

export interface LibraryMoves {
  /** What is done is told once it is over. */
  act(act: LibraryAct, ids: readonly number[]): Promise<void>;
  /** What has become of a batch, or is to. */
  batch(id: number, how: 'stop' | 'retry' | 'dismiss'): Promise<void>;
}

export interface LibraryMovesParts {
  readonly bridge: Pick<Bridge, 'request' | 'on'>;
  readonly drafts: Pick<DraftSaver, 'flush' | 'forget'>;
  readonly notices: Pick<Notices, 'tell' | 'attempt' | 'ask'>;
  readonly acts: Pick<Acts, 'tellTaken'>;
}

export interface LibraryMovesHooks {
  /** A batch of the account is over; `isOver` = this video is not where it was any more. */
  readonly onOver: (accountId: string, isOver: (videoId: number) => boolean) => void;
}

/** Batches of which the list shows how far they are: there are many videos, or nothing goes on. */
export function batchesUnderWay(batches: readonly LibraryBatch[], accountId: string | null): readonly LibraryBatch[] {
  return batches.filter(
    (one) => one.accountId === accountId && one.over < one.total && (one.total > fewMoves || one.waits !== null),
  );
}

/** Batches of which something failed, once that was told. */
export function batchesFailed(batches: readonly LibraryBatch[], accountId: string | null): readonly LibraryBatch[] {
  return batches.filter(
    ({ accountId: its, failed, result, taken }) =>
      its === accountId && failed.length > 0 && result === null && taken === null,
  );
}

/** Tells what became of a batch that is over, with the way back where there is one. */
function createTeller({ bridge, notices, acts }: LibraryMovesParts, batch: LibraryMoves['batch']) {
  /** A site without a trash is a question. */
  function askAbout({ id, accountId, failed }: LibraryBatch): void {
    const ids = failed.flatMap((one) => (one.problem === 'no-trash' ? [one.id] : []));
    if (ids.length === 0) return;
    notices.ask({
      ...noTrashQuestion(ids.length),
      onYes: () => {
        void batch(id, 'dismiss');
        void notices.attempt(() => bridge.request('library.act', { accountId, ids, act: 'delete-forever' }));
      },
    });
  }

  return async (over: LibraryBatch): Promise<void> => {
    const { act, actId, result, taken } = over;
    if (taken !== null && actId !== null) acts.tellTaken(taken, actId);
    if (result === null) return;
    const told = { ...result, failed: result.failed.filter(({ problem }) => problem !== 'no-trash') };
    askAbout(over);
    if (!isToTell(told)) return;
    // What failed in part is not taken back as a whole.
    const mayOffer = actId !== null && told.failed.length === 0;
    const offers: ActOffers | null = mayOffer ? await bridge.request('acts.offers').catch(() => null) : null;
    const back: Notice['back'] = actId !== null && offers?.undo?.id === actId ? { id: actId, way: 'undo' } : null;
    notices.tell({ kind: 'acted', act, result: told }, told.failed.length > 0 ? 'bad' : 'plain', back);
  };
}

/** Whether a batch that is over took a video away from where it was. */
function awayBy({ result, failed }: LibraryBatch): (videoId: number) => boolean {
  const away = new Set([
    ...(result?.done ?? []),
    ...(result?.otherwise ?? []).map(({ id }) => id),
    ...failed.flatMap(({ id, problem }) => (problem === 'gone' ? [id] : [])),
  ]);
  return (videoId) => away.has(videoId);
}

export function createLibraryMoves(
  {
    getState: get,
    setState: set,
  }: Pick<StoreApi<LibraryMovesState & { readonly accountId: string | null }>, 'getState' | 'setState'>,
  parts: LibraryMovesParts,
  { onOver }: LibraryMovesHooks,
): LibraryMoves & { begin(): void; stop(): void } {
  const { bridge, drafts, notices } = parts;
  /** Batches that are being told: main hears of it a moment later. */
  const telling = new Set<number>();
  let isBegun = false;

  const batch: LibraryMoves['batch'] = async (id, how) => {
    await notices.attempt(() => bridge.request('library.batch', { id, how }));
  };
  const tell = createTeller(parts, batch);

  async function follow(over: LibraryBatch): Promise<void> {
    const { id, accountId, act, result } = over;
    if (act === 'delete-forever')
      for (const videoId of result?.done ?? []) drafts.forget(keyOfVideo(accountId, videoId));
    onOver(accountId, awayBy(over));
    await tell(over);
    await bridge.request('library.batch', { id, how: 'told' }).catch(() => null);
  }

  function take(batches: readonly LibraryBatch[]): void {
    set({ batches });
    for (const one of batches) {
      const isNews = one.result !== null || one.taken !== null;
      if (!isNews) telling.delete(one.id);
      else if (!telling.has(one.id)) {
        telling.add(one.id);
        void follow(one);
      }
    }
  }

  const off = bridge.on('library.batches', take);
  return {
    async act(act, ids) {
      const { accountId } = get();
      if (accountId === null || ids.length === 0) return;
      drafts.flush();
      await notices.attempt(() => bridge.request('library.act', { accountId, ids, act }));
    },
    batch,
    begin() {
      if (isBegun) return;
      isBegun = true;
      // What went on, or ended, before this window was there.
      bridge.request('library.batches').then(take, () => {
        isBegun = false;
      });
    },
    stop: off,
  };
}

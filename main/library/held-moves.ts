// The moves that are not over, or not read of yet, by batch: in memory, and on disk before a site is asked or anybody learns of them.
import type { AccountId } from '../model.ts';
import { type Clock, type Logger, StoreError } from '../ports.ts';
import { latestDue } from '../retry.ts';
import { isOpen, type Move, type MoveEvent, nextMove } from './move-state.ts';
import type { HeldMove, MoveStore } from './move-store.ts';

/** All moves of one act of a person. */
export interface MoveBatch extends Pick<HeldMove, 'accountId' | 'what' | 'actId' | 'isTold'> {
  readonly id: number;
  /** In their order. */
  readonly moves: readonly HeldMove[];
  /** How many of them are not over. */
  readonly open: number;
}

export interface HeldMovesOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly store: MoveStore;
  /** Inside the write in which a move ends by a try. `batch` = all of its batch, now that it is over; null = others of it are not. */
  readonly onEnd: (held: HeldMove, batch: MoveBatch | null) => void;
}

export interface HeldMoves {
  get(id: number): HeldMove | null;
  /** Those of an account that are not over, in their order. */
  open(accountId: AccountId): Iterable<HeldMove>;
  hasOpen(accountId: AccountId): boolean;
  accounts(): readonly AccountId[];
  batches(): readonly MoveBatch[];
  batch(id: number): MoveBatch | null;
  /** The last move of a video that is not over; null = there is none. */
  ofVideo(accountId: AccountId, videoId: number): HeldMove | null;
  /** On disk when it returns, with what `begin` writes. Throws StoreError, and then nothing has changed. Null = none was given. */
  add(begin: () => readonly Omit<HeldMove, 'id' | 'batchId'>[]): number | null;
  /** As `add`, for one that is there. */
  keep(held: HeldMove, move: Move, alongside?: () => void): void;
  /** What became of it without its user. It counts also on a disk without room (F-43): what is on disk finds itself there after a restart. */
  keepEnd(held: HeldMove, move: Move): void;
  /** What happens to some of them by their user's word: all or none. `alongside` = in the same write, for each that has changed. */
  happensTo(all: readonly HeldMove[], event: MoveEvent, alongside?: (before: HeldMove, after: Move) => void): void;
  /** What happens to all of them, or to those of one account. As `keepEnd`. */
  happens(event: MoveEvent, accountId?: AccountId): void;
  /** Whether the user has read what became of the batch: then only what failed stays. */
  setTold(batchId: number, isTold: boolean): void;
  /** What is over of the batch is forgotten. */
  dismiss(batchId: number): void;
}

/** A batch as it is changed. */
interface Batch {
  readonly moves: Map<number, HeldMove>;
  open: number;
}

const staysListed = ({ state }: Move): boolean =>
  state.kind === 'waiting' || state.kind === 'failed' || state.kind === 'damaged';

function viewOf(id: number, { moves, open }: Batch): MoveBatch | null {
  const [first] = moves.values();
  if (first === undefined) return null;
  const { accountId, what, actId, isTold } = first;
  return { ...{ id, accountId, what, actId, isTold, open }, moves: [...moves.values()] };
}

/** Moves in memory, found by their number, their batch, and, while they are not over, by their account and their video. */
function createIndex() {
  const all = new Map<number, HeldMove>();
  const batches = new Map<number, Batch>();
  const openOf = new Map<AccountId, Map<number, HeldMove>>();
  const byVideo = new Map<string, Set<number>>();

  const setOpen = (held: HeldMove): void => {
    const open = openOf.get(held.accountId) ?? new Map<number, HeldMove>();
    openOf.set(held.accountId, open);
    const name = `${held.accountId} ${held.move.videoId}`;
    const ofVideo = byVideo.get(name) ?? new Set<number>();
    if (isOpen(held.move)) {
      open.set(held.id, held);
      byVideo.set(name, ofVideo.add(held.id));
      return;
    }
    open.delete(held.id);
    ofVideo.delete(held.id);
    if (ofVideo.size === 0) byVideo.delete(name);
  };
  return {
    all,
    batches,
    openOf,
    put: (held: HeldMove): void => {
      const batch = batches.get(held.batchId) ?? { moves: new Map<number, HeldMove>(), open: 0 };
      batches.set(held.batchId, batch);
      const before = batch.moves.get(held.id);
      batch.open += Number(isOpen(held.move)) - Number(before !== undefined && isOpen(before.move));
      batch.moves.set(held.id, held);
      all.set(held.id, held);
      setOpen(held);
    },
    /** What is over is no more. */
    drop: (those: readonly HeldMove[]): void => {
      for (const { id, batchId } of those) {
        all.delete(id);
        const batch = batches.get(batchId);
        batch?.moves.delete(id);
        if (batch?.moves.size === 0) batches.delete(batchId);
      }
    },
    batch: (id: number): MoveBatch | null => {
      const batch = batches.get(id);
      return batch === undefined ? null : viewOf(id, batch);
    },
    ofVideo: (accountId: AccountId, videoId: number): HeldMove | null => {
      const ids = byVideo.get(`${accountId} ${videoId}`);
      return ids === undefined ? null : (all.get(Math.max(...ids)) ?? null);
    },
  };
}

export function createHeldMoves({ clock, logger, store, onEnd }: HeldMovesOptions): HeldMoves {
  const index = createIndex();
  const { all, batches, openOf, put } = index;

  // What a host asked for is kept apart from the clock (hosts/circuit.ts), and asked for before each try.
  const capped: MoveEvent = { kind: 'due-capped', latest: latestDue(clock.now(), 0) };
  for (const held of store.all()) put({ ...held, move: nextMove(held.move, capped) });

  const keep: HeldMoves['keep'] = (held, move, alongside) => {
    store.write(() => {
      alongside?.();
      store.save(held.id, move);
    });
    put({ ...held, move });
  };
  /** The batch once this one is over, if that is the last; else null. */
  const overWith = (held: HeldMove): MoveBatch | null => {
    const batch = batches.get(held.batchId);
    if (batch === undefined || batch.open > 1) return null;
    return viewOf(held.batchId, { moves: new Map(batch.moves).set(held.id, held), open: 0 });
  };
  const forget = (held: readonly HeldMove[]): void => {
    if (held.length === 0) return;
    store.remove(held.map(({ id }) => id));
    index.drop(held);
  };
  /** Nobody has to be told of it any more. */
  const tidy = (batchId: number): void => {
    const batch = index.batch(batchId);
    if (batch === null || !batch.isTold || batch.open > 0) return;
    forget(batch.moves.filter(({ move }) => !staysListed(move)));
  };
  const keepEnd: HeldMoves['keepEnd'] = (before, move) => {
    const held = { ...before, move };
    try {
      store.write(() => {
        store.save(held.id, move);
        if (!isOpen(move)) onEnd(held, overWith(held));
      });
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      logger.error('What became of a move could not be written down', { problem: error.problem });
    }
    put(held);
    tidyCalmly(held.batchId);
  };
  const tidyCalmly = (batchId: number): void => {
    try {
      tidy(batchId);
    } catch (error) {
      // It is tidied up with the next one, or after a restart.
      if (!(error instanceof StoreError)) throw error;
    }
  };

  return {
    get: (id) => all.get(id) ?? null,
    open: (accountId) => openOf.get(accountId)?.values() ?? [],
    hasOpen: (accountId) => (openOf.get(accountId)?.size ?? 0) > 0,
    accounts: () => [...openOf.keys()],
    batches: () => [...batches].flatMap(([id, batch]) => viewOf(id, batch) ?? []),
    batch: index.batch,
    ofVideo: index.ofVideo,
    add: (begin) => {
      const added = store.write(() => {
        const batchId = store.nextBatch();
        return begin().map((one) => store.insert({ ...one, batchId }));
      });
      for (const one of added) put(one);
      return added[0]?.batchId ?? null;
    },
    keep,
    keepEnd,
    happensTo: (some, event, alongside) => {
      const changed = some.flatMap((held) => {
        const move = nextMove(held.move, event);
        return move === held.move ? [] : [{ held, move }];
      });
      if (changed.length === 0) return;
      store.write(() => {
        for (const { held, move } of changed) {
          store.save(held.id, move);
          alongside?.(held, move);
        }
      });
      for (const { held, move } of changed) put({ ...held, move });
      for (const batchId of new Set(changed.map(({ held }) => held.batchId))) tidyCalmly(batchId);
    },
    happens: (event, accountId) => {
      for (const one of accountId === undefined ? [...openOf.keys()] : [accountId]) {
        for (const held of [...(openOf.get(one)?.values() ?? [])]) {
          const move = nextMove(held.move, event);
          if (move !== held.move) keepEnd(held, move);
        }
      }
    },
    setTold: (batchId, isTold) => {
      store.setTold(batchId, isTold);
      for (const held of [...(batches.get(batchId)?.moves.values() ?? [])]) put({ ...held, isTold });
      tidyCalmly(batchId);
    },
    dismiss: (batchId) => {
      const batch = index.batch(batchId);
      forget(batch?.moves.filter(({ move }) => !isOpen(move)) ?? []);
    },
  };
}

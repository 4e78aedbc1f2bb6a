// Carries moves of videos to the site, a few at once per account and the later ones after the earlier ones, and keeps them on disk until they are over.
import type { AccountId } from '../model.ts';
import type { Clock, Logger } from '../ports.ts';
import { type Tries, unexpected, watchClock } from '../retry.ts';
import { createHeldMoves, type HeldMoves, type MoveBatch } from './held-moves.ts';
import { isOpen, type Move, type MoveTried, nextMove } from './move-state.ts';
import type { HeldMove, MoveStore } from './move-store.ts';

export interface MoveQueueOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly store: MoveStore;
  readonly tries: Tries;
  /** The host that an account's moves go to. */
  readonly hostOf: (accountId: AccountId) => string;
  /** In how many ms this account's site may be asked; 0 = now, Infinity = that shows at a `kick` (signed out, no network). */
  readonly mayAskInMs: (accountId: AccountId) => number;
  /** How many of an account may be on their way at once. */
  readonly atOnce: (accountId: AccountId) => number;
  /**
   * One try. `asks` has written down that the site is asked, and what the video was, when it returns; false = it is not wanted any more.
   * Never throws for what a site can do.
   */
  readonly apply: (accountId: AccountId, move: Move, asks: (was: string | null) => boolean) => Promise<MoveTried>;
  /** In the write that says that a site is about to be asked: what is needed to take it back. */
  readonly onAsks: (held: HeldMove, was: string | null) => void;
  /** In the write in which a move ends by a try. `batch` = all of its batch, now that it is over; null = others of it are not. */
  readonly onEnd: (held: HeldMove, batch: MoveBatch | null) => void;
  /** Called before the end of a try is written down: the account's secret is dead. */
  readonly signedOut: (accountId: AccountId) => void;
  /** Something of this batch is otherwise. `held` = the move that has just ended by a try; null = something else happened. */
  readonly onChange: (batchId: number | null, held: HeldMove | null) => void;
}

export interface MoveQueue extends Pick<HeldMoves, 'batch' | 'batches' | 'ofVideo'> {
  /** On disk when it returns, with what `begin` writes; then on its way. Gives the batch; null = none was given. Throws StoreError. */
  add(begin: () => readonly Omit<HeldMove, 'id' | 'batchId'>[]): number | null;
  /** What was not asked for is dropped, the rest only looked at. `alongside` = in the same write, for each. Throws StoreError. */
  stopMoves(moves: readonly HeldMove[], alongside: (before: HeldMove, after: Move) => void): void;
  /** What failed and may yet be done is tried once more. Throws StoreError. */
  retry(batchId: number): void;
  /** Its user has read what became of it: only what failed stays in sight. Throws StoreError. */
  told(batchId: number): void;
  /** What is over of it goes out of sight. Throws StoreError. */
  dismiss(batchId: number): void;
  /** Whether a try of this one is under way. */
  isUnderWay(id: number): boolean;
  /** Whether something of this account would go to its site if it could. */
  waits(accountId: AccountId): boolean;
  /** Looks for work: after a sign-in, when the network or a host is back. */
  kick(): void;
  /** The time that the account's site asked for is over by the user's word. */
  hurry(accountId: AccountId): void;
  stop(): Promise<void>;
}

/** Infinity = it does not go by itself. */
const dueAt = ({ move: { state } }: HeldMove): number =>
  state.kind === 'waiting' ? (state.until ?? 0) : Number.POSITIVE_INFINITY;

/** The first of `open` that is due at `now`, not under way, and whose video has no earlier one on its way. */
function firstDue(open: Iterable<HeldMove>, isUnderWay: (id: number) => boolean, now: number): HeldMove | null {
  const before = new Set<number>();
  for (const one of open) {
    const { videoId } = one.move;
    if (!before.has(videoId) && !isUnderWay(one.id) && dueAt(one) <= now) return one;
    before.add(videoId);
  }
  return null;
}

export function createMoveQueue(options: MoveQueueOptions): MoveQueue {
  const { clock, logger, tries, onChange } = options;
  const held = createHeldMoves(options);
  const underWay = new Map<number, { readonly accountId: AccountId; readonly end: Promise<void> }>();
  const clockSetMs = watchClock(clock);
  let timer: (() => void) | null = null;
  let stopped = false;

  const tryOne = async ({ id, accountId, move: begun }: HeldMove): Promise<void> => {
    const asks = (was: string | null): boolean => {
      const now = held.get(id);
      if (now === null || stopped || !isOpen(now.move) || now.move.stops !== begun.stops) return false;
      const move = nextMove(now.move, { kind: 'asks', was });
      held.keep(now, move, () => options.onAsks({ ...now, move }, was));
      return true;
    };
    const report = tries.beginStep(options.hostOf(accountId));
    const result = await options.apply(accountId, begun, asks).catch((error: unknown): MoveTried => {
      logger.error('A video could not be moved', { error: String(error) });
      return { kind: 'failed', cause: unexpected };
    });
    if (stopped) return;
    const cause = result.kind === 'failed' ? result.cause : null;
    const until = cause === unexpected ? tries.until : report(cause);
    if (cause?.kind === 'sign-in') options.signedOut(accountId);
    const now = held.get(id);
    if (now === null || !isOpen(now.move)) return;
    const after = nextMove(now.move, { kind: 'tried', result, until: until(now.move.failures, cause) });
    held.keepEnd(now, after);
    onChange(now.batchId, isOpen(after) ? null : { ...now, move: after });
  };

  const countOf = (accountId: AccountId): number =>
    [...underWay.values()].filter((one) => one.accountId === accountId).length;
  const begin = (one: HeldMove): void => {
    const end = tryOne(one).finally(() => {
      underWay.delete(one.id);
      look();
    });
    underWay.set(one.id, { accountId: one.accountId, end });
  };
  /** Begins what may begin; gives when to look again, Infinity = when something happens. */
  const lookAt = (accountId: AccountId): number => {
    for (;;) {
      if (countOf(accountId) >= options.atOnce(accountId)) return Number.POSITIVE_INFINITY;
      const next = firstDue(held.open(accountId), (id) => underWay.has(id), clock.now());
      // Who has nothing to do is not asked: the question alone may have a site looked at.
      if (next === null) {
        const dues = [...held.open(accountId)].filter(({ id }) => !underWay.has(id)).map(dueAt);
        const later = dues.filter((due) => due > clock.now());
        return later.reduce((least, due) => Math.min(least, due), Number.POSITIVE_INFINITY);
      }
      const inMs = options.mayAskInMs(accountId);
      if (inMs > 0) return clock.now() + inMs;
      begin(next);
    }
  };
  const look = (): void => {
    timer?.();
    timer = null;
    if (stopped) return;
    const setMs = clockSetMs();
    if (setMs < 0) held.happens({ kind: 'clock-set', byMs: setMs });
    const next = Math.min(...held.accounts().map(lookAt), Number.POSITIVE_INFINITY);
    if (Number.isFinite(next)) timer = clock.after(Math.max(0, next - clock.now()), look);
  };

  look();
  return {
    batch: held.batch,
    batches: held.batches,
    ofVideo: held.ofVideo,
    add: (begun) => {
      const batchId = held.add(begun);
      if (batchId !== null) onChange(batchId, null);
      look();
      return batchId;
    },
    stopMoves: (moves, alongside) => {
      held.happensTo(moves, { kind: 'stop' }, alongside);
      for (const batchId of new Set(moves.map((one) => one.batchId))) onChange(batchId, null);
      look();
    },
    retry: (batchId) => {
      // What becomes of it now is news.
      held.setTold(batchId, false);
      held.happensTo(held.batch(batchId)?.moves ?? [], { kind: 'retry' });
      onChange(batchId, null);
      look();
    },
    told: (batchId) => {
      held.setTold(batchId, true);
      onChange(batchId, null);
    },
    dismiss: (batchId) => {
      held.dismiss(batchId);
      onChange(batchId, null);
    },
    isUnderWay: (id) => underWay.has(id),
    waits: held.hasOpen,
    kick: look,
    hurry: (accountId) => {
      held.happens({ kind: 'hurried' }, accountId);
      look();
    },
    stop: async () => {
      stopped = true;
      timer?.();
      await Promise.all([...underWay.values()].map(({ end }) => end));
    },
  };
}

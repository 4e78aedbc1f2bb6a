// What the log of acts says of videos that are moved: how each was before it is asked for, and what taking an act back, or doing it again, is to them.
import type { ActWay } from '../../../preload/contract.ts';
import { isOpen, type Move, newMove } from '../../library/move-state.ts';
import type { HeldMove, MoveWhat } from '../../library/move-store.ts';
import type { AccountId, LibraryAct, LibraryActProblem } from '../../model.ts';
import { aboutVideo, type Kept, videoOfAbout } from '../acts/act-items.ts';
import type { ActLog } from '../acts/act-log.ts';
import type { ActId } from '../acts/act-rows.ts';

type MovedKind = 'trash' | 'restore';
export type NewMove = Omit<HeldMove, 'id' | 'batchId'>;

/** What takes an act back; nothing takes back that a video is gone for good. */
const kindOf: { readonly [A in LibraryAct]: MovedKind | null } = {
  trash: 'trash',
  restore: 'restore',
  'publish-again': 'restore',
  'delete-forever': null,
};

/** The status that a video has after an act; null = there is none left. */
const statusAfter: { readonly [A in LibraryAct]: string | null } = {
  trash: 'trash',
  restore: 'draft',
  'publish-again': 'publish',
  'delete-forever': null,
};

/** Failures that pass: what is taken back is offered once more. */
const passing: ReadonlySet<LibraryActProblem> = new Set([
  ...(['site-busy', 'site-maintenance', 'server-error', 'web-page-answer'] as const),
]);

/** Failures after which nobody knows whether it was done: it may have to be taken back all the same. */
const unsure: ReadonlySet<LibraryActProblem> = passing;

export function doesPass({ state }: Move): boolean {
  return state.kind === 'failed' && passing.has(state.problem);
}

const isWay = (what: MoveWhat): what is ActWay => what === 'undo' || what === 'redo';
const stateAfter = (way: ActWay, isOver: boolean) => (isOver === (way === 'undo') ? 'undone' : 'done');

/** A move as the log keeps it: `from` and `to` in the order of the act itself. */
function keptOf({ from, to }: Move, way: ActWay): Kept<MovedKind> | null {
  const [was, is] = way === 'undo' ? [to, from] : [from, to];
  return is === null ? null : { was, is, isBack: way === 'undo' };
}

export interface MoveActs {
  /** A new act with all its videos; inside the write that adds what is given. */
  begin(accountId: AccountId, act: LibraryAct, videos: readonly Pick<Move, 'videoId' | 'title'>[]): NewMove[];
  /** The site is about to be asked; inside the write that says so. */
  asks(held: HeldMove, was: string | null): void;
  /** A move ended by a try; inside that write. `batch` = all of its batch where that is over, else null. */
  ended(held: HeldMove, batch: readonly HeldMove[] | null): void;
  /** Stopped before it was asked for; inside that write. `way` = its act is taken back, or done again, for that. */
  dropped(held: HeldMove, way: ActWay | null): void;
  /** Moves of an act that is taken back, or done again; inside the write that adds them. `over` = those that had only to be dropped for it. */
  take(act: ActId, kind: MovedKind, way: ActWay, over: readonly HeldMove[]): NewMove[];
  /** Acts of which the end of the app left nothing more to do. */
  settle(moves: readonly HeldMove[]): void;
}

export function createMoveActs(acts: ActLog): MoveActs {
  const movedKind = (act: ActId): MovedKind | null => {
    const kind = acts.find(act)?.kind;
    return kind === 'trash' || kind === 'restore' ? kind : null;
  };
  /** An act that is so long ago that it is not kept any more cannot be taken back either. */
  const keep = (held: HeldMove, item: Kept<MovedKind> | null): void => {
    const kind = held.actId === null ? null : movedKind(held.actId);
    if (held.actId === null || kind === null || item === null) return;
    acts.keep(held.actId, kind, aboutVideo(held.accountId, held.move.videoId), item);
  };
  const forget = ({ actId, accountId, move }: HeldMove): void => {
    if (actId !== null) acts.forget(actId, aboutVideo(accountId, move.videoId));
  };
  const finish = (act: ActId, way: ActWay, batch: readonly HeldMove[]): void => {
    // What failed, or was stopped, can be tried again.
    const isOver = batch.every(({ move }) => !doesPass(move) && move.state.kind !== 'stopped');
    acts.setState(act, stateAfter(way, isOver));
  };

  return {
    begin: (accountId, act, videos) => {
      const kind = kindOf[act];
      const to = statusAfter[act];
      const from = kind === 'restore' ? 'trash' : null;
      const actId = kind === null ? null : acts.begin(kind);
      return videos.map((video) => {
        if (actId !== null && kind !== null && to !== null)
          acts.keep(actId, kind, aboutVideo(accountId, video.videoId), { was: from, is: to });
        // What is out of the trash already is told as what it is, whoever did that.
        return { accountId, what: act, actId, isTold: false, move: newMove({ ...video, to, from: null }) };
      });
    },
    asks: (held, was) => {
      if (was === null || held.what === 'undo') return;
      const kept = keptOf({ ...held.move, from: was }, 'redo');
      keep(held, kept && { was: kept.was, is: kept.is, ...(held.what === 'redo' ? { isBack: true } : {}) });
    },
    ended: (held, batch) => {
      const { actId, move, what } = held;
      const { state } = move;
      if (!isWay(what)) {
        const mayBeDone = state.kind === 'failed' && move.isAsked && unsure.has(state.problem);
        if (state.kind !== 'done' && !mayBeDone) forget(held);
        return;
      }
      if (state.kind === 'done' || state.kind === 'there' || state.kind === 'otherwise') keep(held, keptOf(move, what));
      if (batch !== null && actId !== null) finish(actId, what, batch);
    },
    dropped: (held, way) => {
      const { what, actId } = held;
      if (way === null) {
        if (!isWay(what)) forget(held);
        return;
      }
      const kind = actId === null ? null : movedKind(actId);
      const about = aboutVideo(held.accountId, held.move.videoId);
      const item = actId === null || kind === null ? null : acts.item(actId, kind, about);
      keep(held, item && { was: item.was, is: item.is, isBack: way === 'undo' });
    },
    take: (act, kind, way, over) => {
      const taken = (accountId: AccountId, move: Move): NewMove => ({
        ...{ accountId, what: way, actId: act, isTold: false, move },
      });
      const moves = over.map(({ accountId, move: { videoId, title, from, to } }) =>
        taken(accountId, { ...newMove({ videoId, title, from: to, to: from }), state: { kind: 'done' } }),
      );
      for (const about of acts.abouts(act)) {
        const item = acts.item(act, kind, about);
        if (item === null || (item.isBack === true) === (way === 'undo')) continue;
        const { accountId, videoId } = videoOfAbout(about);
        const [from, to] = way === 'undo' ? [item.is, item.was] : [item.was, item.is];
        // It was never asked for: it is as it was.
        if (to !== null) moves.push(taken(accountId, newMove({ videoId, title: null, from, to })));
      }
      const isOver = !moves.some(({ move }) => isOpen(move));
      acts.setState(act, isOver ? stateAfter(way, true) : way === 'undo' ? 'undoing' : 'redoing');
      return moves;
    },
    settle: (moves) => {
      for (const { id, kind, state } of acts.unfinished()) {
        if (kind !== 'trash' && kind !== 'restore') continue;
        const own = moves.filter(({ actId, what }) => actId === id && isWay(what));
        const way = state === 'undoing' ? 'undo' : 'redo';
        if (own.length === 0) acts.setState(id, stateAfter(way, false));
        else if (!own.some(({ move }) => isOpen(move))) finish(id, way, own);
      }
    },
  };
}

// Moves as the window has them: how far a batch is, what became of it, and what a row says of its video.
import type { ActKind, LibraryActResult, LibraryBatch, Moving, TakenBack } from '../../../preload/contract.ts';
import type { MoveBatch } from '../../library/held-moves.ts';
import { isOpen, type Move, mayRetry } from '../../library/move-state.ts';
import type { HeldMove } from '../../library/move-store.ts';
import type { LibraryAct } from '../../model.ts';
import { doesPass } from './move-acts.ts';

export function movingOf({ to }: Move): Moving {
  if (to === null) return 'forever';
  return to === 'trash' ? 'to-trash' : 'from-trash';
}

/** What happens to the videos of a batch. */
export function actOf({ what, moves }: Pick<MoveBatch, 'what' | 'moves'>): LibraryAct {
  if (what !== 'undo' && what !== 'redo') return what;
  const readable = moves.find(({ move }) => move.state.kind !== 'damaged')?.move;
  return readable !== undefined && movingOf(readable) === 'from-trash' ? 'restore' : 'trash';
}

const ofKinds = (moves: readonly HeldMove[], ...kinds: readonly Move['state']['kind'][]): readonly HeldMove[] =>
  moves.filter(({ move }) => kinds.includes(move.state.kind));

function failedOf(moves: readonly HeldMove[], titleOf: (held: HeldMove) => string | null): LibraryBatch['failed'] {
  return moves.flatMap((held) => {
    const { videoId, title, state } = held.move;
    const about = { id: videoId, title: title ?? titleOf(held) };
    if (state.kind === 'failed') return [{ ...about, problem: state.problem, said: state.said }];
    return state.kind === 'damaged' ? [{ ...about, problem: 'damaged' as const, said: null }] : [];
  });
}

export function resultOf(moves: readonly HeldMove[]): LibraryActResult {
  const idsOf = (...kinds: readonly Move['state']['kind'][]): readonly number[] =>
    ofKinds(moves, ...kinds).map(({ move }) => move.videoId);
  const otherwise = moves.flatMap(({ move: { videoId, state } }) =>
    state.kind === 'otherwise' ? [{ id: videoId, status: state.is }] : [],
  );
  const stopped = idsOf('stopped');
  return {
    done: idsOf('done', 'there'),
    ...(otherwise.length > 0 ? { otherwise } : {}),
    ...(stopped.length > 0 ? { stopped } : {}),
    failed: failedOf(moves, () => null).map(({ title: _, ...one }) => one),
  };
}

/** What came of an act that was taken back, or done again; null = neither was. */
function takenOf(batch: MoveBatch): TakenBack | null {
  const { what, moves } = batch;
  if (what !== 'undo' && what !== 'redo') return null;
  const isInTrash = actOf(batch) === 'trash';
  const kind: ActKind = isInTrash === (what === 'redo') ? 'trash' : 'restore';
  const failed = moves.filter(({ move }) => doesPass(move)).length;
  const stopped = ofKinds(moves, 'stopped').length;
  return {
    ...{ kind, way: what, failed },
    changed: ofKinds(moves, 'done', 'otherwise').length,
    otherwise: ofKinds(moves, 'otherwise').length,
    kept: ofKinds(moves, 'failed', 'damaged').length - failed,
    ...(stopped > 0 ? { stopped } : {}),
  };
}

export interface BatchNow {
  readonly waits: LibraryBatch['waits'];
  /** As the lists show it; null = they do not. */
  readonly titleOf: (held: HeldMove) => string | null;
}

export function batchView(batch: MoveBatch, { waits, titleOf }: BatchNow): LibraryBatch {
  const { id, accountId, actId, moves, open, isTold } = batch;
  const isOver = open === 0;
  const isNews = isOver && !isTold;
  const taken = isNews ? takenOf(batch) : null;
  return {
    ...{ id, accountId, actId, taken, waits: isOver ? null : waits },
    act: actOf(batch),
    total: moves.length,
    over: moves.length - open,
    isStopped: moves.some(({ move }) => move.stops || move.state.kind === 'stopped'),
    result: isNews && taken === null ? resultOf(moves) : null,
    failed: isOver ? failedOf(moves, titleOf) : [],
    mayRetry: isOver && moves.some(({ move }) => mayRetry(move)),
  };
}

/** Why a batch waits, as far as its own tries tell. */
export function ownWait(batch: MoveBatch): {
  readonly why: NonNullable<LibraryBatch['waits']>['why'] | null;
  readonly until: number | null;
} {
  const first = batch.moves.find(({ move }) => isOpen(move))?.move.state;
  return first?.kind === 'waiting' ? { why: first.why, until: first.until } : { why: null, until: null };
}

// What happens to a video on its way to the trash, out of it or away for good: pure rules for being asked for and for the ends of a try.
import type { FailureCause, LibraryActProblem, WaitReason, WallMs } from '../model.ts';
import { nextTry } from '../retry.ts';
import { isSentAway } from '../states.ts';

/** One video on its way to another status. */
export interface Move {
  readonly videoId: number;
  /** As it was shown when it was wanted; null = it was not. */
  readonly title: string | null;
  /** The status that it is to have; null = it is to be gone for good. */
  readonly to: string | null;
  /** Only with this status it is moved: another one is somebody's change. Null = with whichever it has; that stands here once it is asked for. */
  readonly from: string | null;
  /** The site was asked for it: it may be done. */
  readonly isAsked: boolean;
  /** Its user wants it no more: it is only looked whether it was done. */
  readonly stops: boolean;
  readonly failures: number;
  readonly state: MoveState;
}

/** How a move came out. */
export type MoveEnd =
  /** As it was wanted, by this move. */
  | { readonly kind: 'done' }
  /** It was so before. */
  | { readonly kind: 'there' }
  /** Out of the trash, with a status that nobody here asked for. */
  | { readonly kind: 'otherwise'; readonly is: string }
  | { readonly kind: 'failed'; readonly problem: LibraryActProblem; readonly said: string | null }
  /** Not wanted any more before it was done. */
  | { readonly kind: 'stopped' };

export type MoveState =
  | { readonly kind: 'waiting'; readonly why: WaitReason | null; readonly until: WallMs | null }
  | MoveEnd
  /** Its row cannot be read: nobody knows what was wanted, so nothing is. */
  | { readonly kind: 'damaged' };

const waiting: MoveState = { kind: 'waiting', why: null, until: null };

export function newMove(wanted: Pick<Move, 'videoId' | 'title' | 'to' | 'from'>): Move {
  return { ...wanted, isAsked: false, stops: false, failures: 0, state: waiting };
}

/** How one try went. */
export type MoveTried =
  | { readonly kind: 'ended'; readonly end: MoveEnd }
  /** It was stopped while the video was looked at: nothing was asked for. */
  | { readonly kind: 'dropped' }
  | { readonly kind: 'failed'; readonly cause: FailureCause };

export type MoveEvent =
  /** The site is about to be asked. `was` = the status that the video has; null = not known, and nothing will ever need it. */
  | { readonly kind: 'asks'; readonly was: string | null }
  /** `until`: when to try again should the result ask for it. */
  | { readonly kind: 'tried'; readonly result: MoveTried; readonly until: WallMs }
  | { readonly kind: 'stop' }
  /** The user's answer to a failure. */
  | { readonly kind: 'retry' }
  /** "Try now" for the whole site: the time that it asked for is over. */
  | { readonly kind: 'hurried' }
  /** The wall clock was put back, by `byMs` less than 0: its time moves with it (F-13). */
  | { readonly kind: 'clock-set'; readonly byMs: number }
  /** No reason explains a later time: the clock was ahead when it was written down (F-13). */
  | { readonly kind: 'due-capped'; readonly latest: WallMs };

/** Whether the site is still to be asked, or looked at, for it. */
export function isOpen({ state }: Move): boolean {
  return state.kind === 'waiting';
}

/** Whether its video is not where it was shown any more, by this move or somebody else's. */
export function hasMoved({ state }: Move): boolean {
  if (state.kind === 'failed') return state.problem === 'gone';
  return state.kind === 'done' || state.kind === 'there' || state.kind === 'otherwise';
}

/** Failures that a further try may mend. */
const mendable: Readonly<Record<LibraryActProblem, boolean>> = {
  offline: true,
  'sign-in': true,
  'site-busy': true,
  'site-maintenance': true,
  'server-error': true,
  'web-page-answer': true,
  'site-refused': true,
  'not-allowed': true,
  gone: false,
  'no-trash': false,
  changed: false,
  damaged: false,
};

export function mayRetry({ state }: Move): boolean {
  return state.kind === 'failed' && mendable[state.problem];
}

/**
 * What follows from the status that the site shows now; null = the site is to be asked for it. Who moved it meanwhile wins: only with the
 * status that it was known to have it goes on.
 */
export function seenAs({ to, from, isAsked, stops }: Move, is: string): MoveEnd | null {
  if (is === to) return { kind: isAsked ? 'done' : 'there' };
  const comesBack = to !== null && to !== 'trash';
  if (comesBack && is !== 'trash')
    return isAsked || from === null ? { kind: 'otherwise', is } : { kind: 'failed', problem: 'changed', said: null };
  if (from !== null && is !== from) return { kind: 'failed', problem: 'changed', said: null };
  return stops ? { kind: 'stopped' } : null;
}

/** The site has no such video: that is what was asked for, or the end of it. */
export function goneAs({ to, isAsked }: Move): MoveEnd {
  return to === null && isAsked ? { kind: 'done' } : { kind: 'failed', problem: 'gone', said: null };
}

/** The move after `event`. */
export function nextMove(move: Move, event: MoveEvent): Move {
  const { state } = move;
  if (event.kind === 'retry') return mayRetry(move) ? { ...move, stops: false, failures: 0, state: waiting } : move;
  // What is over stays so.
  if (state.kind !== 'waiting') return move;
  switch (event.kind) {
    case 'asks':
      return { ...move, isAsked: true, from: event.was ?? move.from };
    case 'tried':
      return afterTry(move, event.result, event.until);
    case 'stop':
      return move.isAsked ? { ...move, stops: true } : { ...move, state: { kind: 'stopped' } };
    case 'hurried':
      return isSentAway(state) ? { ...move, failures: 0, state: { ...state, until: null } } : move;
    case 'clock-set':
      return state.until === null ? move : { ...move, state: { ...state, until: state.until + event.byMs } };
    case 'due-capped':
      return state.until === null || state.until <= event.latest
        ? move
        : { ...move, state: { ...state, until: event.latest } };
  }
}

function afterTry(move: Move, result: MoveTried, until: WallMs): Move {
  switch (result.kind) {
    case 'ended':
      return { ...move, state: result.end };
    case 'dropped':
      return move;
    case 'failed':
      return afterFailure(move, result.cause, until);
  }
}

/** The one policy for what failed, in the words of a move. */
function afterFailure(move: Move, cause: FailureCause, until: WallMs): Move {
  const next = nextTry(move.failures, cause);
  switch (next.kind) {
    case 'held':
      return { ...move, state: { kind: 'waiting', why: next.why, until: null } };
    case 'ask': {
      const problem =
        next.reason === 'server-error' || next.reason === 'web-page-answer' ? next.reason : 'site-refused';
      return { ...move, failures: 0, state: { kind: 'failed', problem, said: next.detail } };
    }
    case 'again':
      return { ...move, failures: next.failures, state: { kind: 'waiting', why: next.why, until } };
  }
}

// Watched folders: their rules, how they stand, and why one cannot be watched.
import type { FolderRules } from '../folder-rules.ts';
import type { WallMs } from './common.ts';

export type { FolderRules } from '../folder-rules.ts';

export type FolderState =
  | 'watching'
  | 'scanning' // being looked through as a whole
  | 'disconnected' // not there: an unplugged disk, a renamed folder; goes on by itself
  | 'silent' // its disk answers nothing at all now; goes on by itself
  | 'unreadable' // this computer does not let Clipferry look into it
  | 'paused'
  | 'rules-damaged' // its rules cannot be read any more: nothing is taken until they are chosen again
  | 'limited' // the system allows no more watches: looked through once a minute instead
  | 'no-account' // its account is not connected any more
  | 'unplaced'; // brought over from another computer: nobody has said yet where it lies here

/** Why a file of a watched folder is not taken. Words for each are in renderer/text/folders.ts. */
export type FolderRefusal = 'not-video' | 'unreadable' | 'in-cloud'; // only its name is on this computer: reading it would fetch it

/** A limit of the system that all programs of a person share, and what it is now. */
export interface WatchLimit {
  readonly what: 'watches' | 'instances';
  readonly now: number;
}

export interface FolderView {
  readonly id: string;
  /** With 'unplaced' where it lay on the other computer. */
  readonly path: string;
  readonly name: string;
  readonly accountId: string;
  readonly paused: boolean;
  /** Null with 'rules-damaged'. */
  readonly rules: FolderRules | null;
  readonly state: FolderState;
  /** With 'limited', where the system says which limit it is. */
  readonly limit: WatchLimit | null;
  /** Videos that are there and not whole yet, as far as can be told. */
  readonly beingWritten: number;
  /** Newest first, at most 50; `name` is below the folder. */
  readonly refused: readonly { readonly name: string; readonly reason: FolderRefusal }[];
  readonly takenCount: number;
  /** Of those, on the list and not on the site yet. */
  readonly waitingCount: number;
  readonly lastTakenAt: WallMs | null;
}

/** A folder that was chosen in the system's dialog. `offer` names it in the request that follows. */
export interface FolderOffer {
  readonly offer: string;
  readonly path: string;
  readonly name: string;
  /** Videos that are in it by their names; at most 1,000, and then `more`. */
  readonly videos: number;
  readonly more: boolean;
}

/** Why a folder cannot be watched. Words for each are in renderer/text/folders.ts. */
export type FolderProblem =
  | 'already-watched'
  | 'inside-watched' // it lies in a folder that is watched for the same account
  | 'around-watched' // a folder in it is watched for the same account
  | 'missing'
  | 'silent' // its disk does not answer
  | 'unreadable';

export interface FolderFailure {
  readonly problem: FolderProblem;
  /** Name of the other folder, where there is one. */
  readonly other: string | null;
}

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

/**
 * What a file of a watched folder is waiting for. 'writing' = a program holds it; 'changing' = it changed a moment ago; 'unproven' = it
 * looks whole, and is left alone for a while; 'unfinished' = it is not whole yet; 'broken' = the same, and nobody has touched it for half
 * an hour; 'busy' = another program keeps it to itself; 'away' = it cannot be reached now; 'ignored' = by its user's word; 'sent' = its
 * video came to the site.
 */
export type FileState =
  | 'writing'
  | 'changing'
  | 'empty'
  | 'unproven'
  | 'unfinished'
  | 'broken'
  | 'busy'
  | 'away'
  | FolderRefusal
  | 'ignored'
  | 'sent';

export interface FolderFile {
  /** Below the folder. */
  readonly name: string;
  readonly state: FileState;
  /** With 'writing', who writes, where the system says it. */
  readonly program: string | null;
}

/** 'send' = taken as it is, whole or not; 'ignore' = left as long as it does not change; 'heed' = looked at again; 'show' = in its folder. */
export type FileAct = 'show' | 'send' | 'ignore' | 'heed';

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
  /** What is not taken yet, ignored, and sent last; those that need somebody first. */
  readonly files: readonly FolderFile[];
  /** And so many more that are not taken yet or ignored. */
  readonly moreFiles: number;
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

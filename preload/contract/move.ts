// Moving to another computer: what the one file holds, what of it is new here, and why one cannot be used.
import type { WallMs } from './common.ts';

/** What is about to be saved for another computer. */
export interface MoveOutView {
  /** Names it when it is saved. */
  readonly id: string;
  readonly sites: number;
  /** Clips that the other computer will know to be on a site. */
  readonly clips: number;
  /** Clips on a site that are not in the file: their content was never read here, or there are too many. */
  readonly leftClips: number;
  readonly folders: number;
  /** Clips on the list that are not on their site yet: they stay here. */
  readonly openClips: number;
}

/** Why a file cannot be brought over; nothing was changed. */
export type MoveProblem =
  | 'missing'
  | 'unreadable' // it may not be read, or is no file
  | 'too-large'
  | 'not-ours' // another kind of file
  | 'damaged' // cut off or changed since it was saved
  | 'newer'; // saved by a newer Clipferry

/** What of a file was left out, and how many of each. */
export interface MoveLeftOut {
  /** They cannot be read, or their addresses do not belong together; with all that belongs to them. */
  readonly sites: number;
  /** Their rules or their account cannot be read. */
  readonly folders: number;
  readonly settings: number;
  readonly clips: number;
}

export interface MoveSite {
  readonly name: string;
  readonly address: string;
  /** Logins there that this computer does not have yet; none = it has them all. */
  readonly newLogins: readonly string[];
}

/** A file that was chosen and read: what it would bring. Nothing is taken over before the person says so. */
export interface MoveInView {
  /** Names it when it is taken over. */
  readonly id: string;
  /** What the other computer is called; '' = it has no name. */
  readonly computer: string;
  readonly savedAt: WallMs;
  readonly sites: readonly MoveSite[];
  /** Clips that this computer will know to be on a site from then on. */
  readonly newClips: number;
  /** Those that it knows already. */
  readonly knownClips: number;
  /** Names of folders that this computer does not have yet. */
  readonly newFolders: readonly string[];
  /** Settings that were never changed here and are different there. */
  readonly newSettings: number;
  readonly leftOut: MoveLeftOut;
  /** Clips that were still waiting on the other computer, and stay there. */
  readonly openClips: number;
}

/** What was taken over. */
export interface MoveTaken {
  readonly accounts: number;
  readonly clips: number;
  readonly folders: number;
  readonly settings: number;
}

// Updates: what was found, how far it is, and what a person can do about it.

/** When updates are fetched and put in place: by themselves, after a question, or never unless the person looks for them. */
export type UpdateMode = 'automatic' | 'ask' | 'off';

/** What becomes of an update once it is here; the packaging decides which. */
export type UpdateWay =
  | 'replace' // the program is put in the place of the one that runs
  | 'run' // its set-up is run
  | 'offer' // the system is asked to open the package
  | 'show' // its folder is shown
  | 'page'; // the page to download it from is opened

/** Why there is no update, or why it is not in place. */
export type UpdateProblem =
  | 'no-answer' // nobody answers where updates are
  | 'untrusted' // what answers there is not signed by the people who make Clipferry
  | 'stale' // it is signed, and older than what was seen before, or out of its time
  | 'wrong-file' // what was downloaded is not what was signed
  | 'full' // no room on the disk
  | 'read-only' // where the program lies nothing may be written
  | 'moved' // the program does not lie where it was started from
  | 'not-starting' // the new program does not start on this computer
  | 'failed';

/** What is new in a version, as plain text. */
export interface VersionNews {
  readonly version: string;
  readonly lines: readonly string[];
}

export interface FoundUpdate {
  readonly version: string;
  readonly bytes: number;
  readonly way: UpdateWay;
  /** The newest version first, only those that are not here yet. */
  readonly news: readonly VersionNews[];
  /** Nobody has answered the line that tells of it. */
  readonly isUntold: boolean;
}

export interface UpdatesView {
  readonly stage:
    | 'none' // nothing newer is known
    | 'checking'
    | 'found'
    | 'fetching'
    | 'trying' // it is here, and is tried
    | 'ready'
    | 'waiting'; // it is put in place as soon as no clip is on its way, or when the app is quit
  /** Null with 'none', and with 'checking' while nothing newer is known. */
  readonly found: FoundUpdate | null;
  /** Bytes that are here, with 'fetching'. */
  readonly fetched: number;
  /** When the place of updates was last asked and answered, wall clock in ms; null = never. */
  readonly checkedAt: number | null;
  readonly problem: UpdateProblem | null;
}

/**
 * 'check' = looked for now; 'fetch' = brought here; 'install' = put in place as soon as no clip is on its way, or when the app is quit;
 * 'open' = the package, its folder or its page is opened; 'later' = the line that tells of it was answered.
 */
export type UpdateAct = 'check' | 'fetch' | 'install' | 'open' | 'later';

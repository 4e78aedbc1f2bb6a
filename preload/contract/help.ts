// Help: what this build is, and the report for support, which a person reads before it is saved.

/** What this Clipferry is and runs on. */
export interface AboutView {
  readonly version: string;
  /** 'test' = packaged on an unofficial runtime, not for distribution; 'source' = started from the source code. */
  readonly build: 'release' | 'test' | 'source';
  readonly electron: string;
  readonly chromium: string;
  readonly node: string;
  /** The system's own name, version and processor: "Linux 6.12.8 x64". */
  readonly system: string;
}

/** One package inside of this Clipferry, as the file beside the program has it. */
export interface LicenceView {
  /** "zod 4.6.7 (MIT)" */
  readonly name: string;
  /** Where its source is, and the licence itself. */
  readonly text: string;
}

export interface LicencesView {
  /** Null = there is no such file: this Clipferry was started from its source. */
  readonly packages: readonly LicenceView[] | null;
  /** Whether a file with the licences of Chromium lies beside the program. */
  readonly hasChromium: boolean;
}

/** One file of the report, just as it will be saved. */
export interface ReportFile {
  readonly name: string;
  /** Of the text in UTF-8. */
  readonly bytes: number;
  readonly text: string;
}

export interface ReportView {
  /** Names this very report when it is saved. */
  readonly id: string;
  readonly files: readonly ReportFile[];
}

/** Where the report lies by now. */
export interface SavedReport {
  readonly name: string;
  readonly folder: string;
}

/** Why nothing was saved. */
export type SaveProblem =
  | 'full' // no room left on that disk
  | 'read-only' // nothing may be written there
  | 'missing' // the folder is not there (any more)
  | 'failed';

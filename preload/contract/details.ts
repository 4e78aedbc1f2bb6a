// A file with the details of many clips, a row for each: what was read of it, whose rows they are, and what their words are on a site.
import type { WallMs } from './common.ts';
import type { Term } from './metadata.ts';

/** Why nothing can be read of a file that was chosen. */
export type TableProblem =
  | 'missing' // it is not there (any more)
  | 'unreadable' // it may not be read, or is no file
  | 'too-large'
  | 'workbook' // as a spreadsheet keeps it, and no CSV
  | 'not-text'
  | 'empty';

export interface TableFile {
  /** Of this reading. */
  readonly id: number;
  readonly name: string;
  /** Rows that were read, the first one may be headings; blank rows are left out. */
  readonly rows: number;
  /** There are more rows than are read. */
  readonly isCut: boolean;
  /** A quotation mark in it is not closed: what stands in which cell is to be looked at. */
  readonly isLoose: boolean;
}

export interface TableRow {
  /** The line of the file in which it begins, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A clip of the list whose file a row names. */
export interface NamedClip {
  readonly jobId: string;
  readonly accountId: string;
  /** The account that it goes to, with its site, as a table says it. */
  readonly account: string;
  readonly isOnSite: boolean;
  readonly name: string;
  /** The folder that it lies in, as a person knows it. */
  readonly folder: string;
  readonly values: ClipDetails;
}

/** What was typed for a clip; null = nothing. What its site has besides is not told: it may be another by the time that a table comes back. */
export interface ClipDetails {
  readonly title: string | null;
  readonly description: string | null;
  readonly excerpt: string | null;
  /** The site's own word. */
  readonly status: string | null;
  readonly publishAt: WallMs | null;
  readonly commentsOpen: boolean | null;
  readonly slug: string | null;
  /** Ids by taxonomy, of those whose whole set was typed. */
  readonly terms: Readonly<Record<string, readonly number[]>>;
}

/** What a word for a term is on a site: none, one, or several among which nobody chose. */
export interface NamedTerms {
  readonly name: string;
  readonly terms: readonly Term[];
}

/** A table that was saved. */
export interface TableSaved {
  readonly name: string;
  readonly folder: string;
  /** In it. */
  readonly clips: number;
}

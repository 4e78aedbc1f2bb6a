// Links to videos, for whatever they are pasted into, and receipts for what was sent.
import type { JobTarget } from './queue.ts';

/** 'lines' = nothing but addresses; 'table' = cells of a spreadsheet, parted by tabs. */
export type LinkForm = 'lines' | 'markdown' | 'html' | 'table' | 'csv';

/** The videos of clips, or videos of a site. */
export type Linked =
  | { readonly jobs: JobTarget }
  | { readonly accountId: string; readonly videoIds: readonly number[] };

export interface LinksCopied {
  /** Links that lie in the clipboard now; with 0 it holds what it held before. */
  readonly copied: number;
  /** Of these: videos that not everybody may see. */
  readonly notPublic: number;
  /** Of these: in the short form that leads to the video, as the site did not tell its full address. */
  readonly short: number;
  /** Left out: clips that have no video on their site. */
  readonly notThere: number;
  /** Left out: videos that are deleted, or lie in the site's trash. */
  readonly gone: number;
}

/** 'csv' = for a spreadsheet; 'json' = with each try. */
export type ReceiptForm = 'csv' | 'json';

/** A receipt that was saved. */
export interface ReceiptSaved {
  readonly name: string;
  readonly folder: string;
  /** In it. */
  readonly clips: number;
  /** Of these: clips that have no video on their site. */
  readonly notThere: number;
}

// What has arrived on the sites, summed up by day and account, and what became of the last night.
import type { WallMs } from './common.ts';

export interface Arrivals {
  readonly clips: number;
  readonly bytes: number;
  /** Of these: clips that took more than one try. */
  readonly again: number;
  readonly firstAt: WallMs;
  readonly lastAt: WallMs;
}

/** What one account got on one day of this computer's calendar. */
export interface HistoryDay extends Arrivals {
  /** "2026-11-26" */
  readonly day: string;
  /** What the account and its site are called. */
  readonly account: string;
  readonly site: string;
}

export interface HistoryView {
  /** The latest day first, within a day the account with the most clips. */
  readonly days: readonly HistoryDay[];
  /** Null = nothing ever arrived. */
  readonly total: Arrivals | null;
  /** From the evening before to this morning; null = nothing arrived then. */
  readonly night: (Arrivals & { readonly sites: readonly string[] }) | null;
}

export interface HistorySaved {
  readonly name: string;
  readonly folder: string;
}

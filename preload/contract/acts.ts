// What the window knows of acts that can be taken back.

/** 'text' = titles and other metadata of clips; 'video-text' = of videos on a site. */
export type ActKind = 'text' | 'order' | 'remove' | 'cancel' | 'video-text' | 'trash' | 'restore';

/** An act that can be taken back, or be done again. */
export interface ActOffer {
  readonly id: number;
  readonly kind: ActKind;
  /** Clips or videos that it changed. */
  readonly count: number;
}

export interface ActOffers {
  /** The last one; null = there is none. */
  readonly undo: ActOffer | null;
  /** The one that was taken back last; null = there is none, or something else was done since. */
  readonly redo: ActOffer | null;
}

export type ActWay = 'undo' | 'redo';

export interface TakenBack {
  readonly kind: ActKind;
  readonly way: ActWay;
  /** Clips or videos that are as they were, or are on their way to it. */
  readonly changed: number;
  /** Those that were changed otherwise since: they stay as they are. */
  readonly kept: number;
  /** Of them, videos that have another status than they had: what was to become public is so at once when its time is over. */
  readonly otherwise: number;
  /** Videos whose site could not be asked: they can be tried again. */
  readonly failed: number;
  /** Videos that stay where they are because their user stopped it. Left out = none. */
  readonly stopped?: number;
  /** They are on their way with this batch of the Library, and all numbers are 0: it tells what became of them. Left out = it is over. */
  readonly batch?: number;
}

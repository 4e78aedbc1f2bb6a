// The engines that stand beside each other while films are being recorded, and what the process of one is asked and answers.

/**
 * 'none' = no folder is watched; 'bare' = nor is one, but the system is asked to tell of the film, and nothing comes of what it tells;
 * 'seen' = on a disk of this computer, where the system shows who writes; 'unseen' = where it does not;
 * 'network' = on what counts as a disk of another computer, which is looked through again and again.
 */
export const recordingWays = ['none', 'bare', 'seen', 'unseen', 'network'] as const;
export type RecordingWay = (typeof recordingWays)[number];

export type RecordingAsk = { readonly kind: 'cost'; readonly seconds: number } | { readonly kind: 'end' };

export type RecordingAnswer =
  | { readonly kind: 'ready' }
  /** Processor time of a hundred, of all threads; files that wait for their writer by then. */
  | { readonly kind: 'cost'; readonly percent: number; readonly beingWritten: number };

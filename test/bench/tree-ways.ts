// The ways in which a tree is watched beside each other, and what the process of one is asked and answers.

export const ways = ['chokidar', 'plain', 'ours'] as const;
export type Way = (typeof ways)[number];

/** 'several-times' = the tree is watched again and again, for its time alone: each of them costs memory of its own. */
export type HowOften = 'once' | 'several-times';

/** 'idle' = so many seconds; 'heard' = which of these paths were heard of, once all are or after ten seconds. */
export type TreeAsk =
  | { readonly kind: 'idle'; readonly seconds: number }
  | { readonly kind: 'heard'; readonly paths: readonly string[] };
export type TreeAnswer =
  /** Milliseconds until hints come; longest turn of the loop in ms of processor time; RssAnon before in MiB. */
  | { readonly kind: 'ready'; readonly ms: number; readonly turnMs: number; readonly beforeMiB: number }
  /** Processor time of a hundred. */
  | { readonly kind: 'idle'; readonly percent: number }
  | { readonly kind: 'heard'; readonly paths: readonly string[] };

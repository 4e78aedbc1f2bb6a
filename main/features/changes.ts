// What happened in one room and concerns others: told at once, to each in the order in which it asked to be told.
import type { Job, JobId, SiteId } from '../model.ts';

export interface Signals<M> {
  tell<K extends keyof M>(what: K, event: M[K]): void;
  /** Returns the function that ends it. */
  on<K extends keyof M>(what: K, listener: (event: M[K]) => void): () => void;
}

export function createSignals<M>(): Signals<M> {
  const listeners = new Map<keyof M, Set<(event: never) => void>>();
  return {
    tell: (what, event) => {
      for (const listener of listeners.get(what) ?? []) (listener as (event: M[typeof what]) => void)(event);
    },
    on: (what, listener) => {
      const of = listeners.get(what) ?? new Set();
      listeners.set(what, of.add(listener));
      return () => of.delete(listener);
    },
  };
}

/** What the rooms of the engine tell each other; null = there is nothing more to say of it. */
export interface Changes {
  /** Accounts or sites came, went, or are known otherwise. */
  readonly accounts: null;
  readonly signedIn: SiteId;
  /** Who may be asked changed for some host. */
  readonly circuits: null;
  /** The way to some site opened, went down, or is told differently. */
  readonly reachability: null;
  /** Something about a job changed; `listed` = its row may have moved between filters. */
  readonly job: { readonly jobId: JobId; readonly listed: boolean };
  /** A job went from one state to another, as written down. */
  readonly moved: { readonly before: Job; readonly after: Job };
  /** The number of jobs that are being sent went from or to zero. */
  readonly busy: boolean;
  /** Clips came to the list. */
  readonly added: null;
  /** Clips that were there may go once more in spite of what was learned: they were resumed, or go elsewhere. */
  readonly resumed: null;
  /** The list as a whole may look different: its order, many drafts, its pause. */
  readonly list: null;
  /** What can be taken back may be something else. */
  readonly acts: null;
  /** Another hour of the week began, or the user overrules it. */
  readonly hours: null;
  readonly settings: null;
  /** A check-up began or ended. */
  readonly checkups: null;
  /** What the window shows beside its lists may look different. */
  readonly shown: null;
  /** The list has come to this computer: whose secret was not entered here is asked for it. */
  readonly claimed: null;
  /** The list went on here, or was left to another computer. */
  readonly owner: null;
  /** A disk that was silent answers again. */
  readonly diskBack: null;
  /** The computer slept. */
  readonly woke: null;
  /** A few seconds went by: what stands still sends no word of itself. */
  readonly beat: null;
}

export type Reactions<M> = { readonly [K in keyof M]: readonly ((event: M[K]) => void)[] };

/** From here on each thing that is told is followed by its reactions, in their order. */
export function react<M>(signals: Signals<M>, reactions: Reactions<M>): void {
  for (const what of Object.keys(reactions) as (keyof M)[])
    for (const reaction of reactions[what]) signals.on(what, reaction);
}

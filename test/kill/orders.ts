// What the driver of the kill loop may ask of the engine's process, over its IPC channel.
import type { Draft, RequestName } from '../../preload/contract.ts';

/** The process kills itself at its nth such call from its start on: the moments between a write and the act it announces. */
export interface Death {
  readonly at: 'before-commit' | 'after-commit' | 'before-request' | 'after-answer';
  readonly n: number;
}

/** A clip that is not on the site after all that time, and what the window says of it. */
export interface Standing {
  readonly name: string;
  /** As JSON; 'not in the list' for a clip that was never taken. */
  readonly state: string;
}

export interface Orders {
  /** Opens the profile and begins to work. */
  begin: (order: {
    readonly profile: string;
    readonly settleMs: number;
    readonly death: Death | null;
  }) => Promise<void>;
  /** Signs in and has the folder watched; files in it count once they were quiet for `stableMs`. */
  connect: (order: {
    readonly url: string;
    readonly login: string;
    readonly password: string;
    readonly folder: string;
    readonly stableMs: number;
  }) => Promise<void>;
  drop: (order: { readonly paths: readonly string[] }) => Promise<void>;
  /** False = the clip is not in the list yet. */
  type: (order: { readonly name: string; readonly draft: Partial<Draft> }) => Promise<boolean>;
  /** Says "Try again" for everything that waits. */
  hurry: () => Promise<void>;
  /** Waits until the named clips are done, as a patient user would; gives those that are not. */
  drain: (order: { readonly names: readonly string[]; readonly timeoutMs: number }) => Promise<readonly Standing[]>;
  /** Asks what the window asks. */
  request: (order: { readonly name: RequestName; readonly input: readonly unknown[] }) => Promise<unknown>;
  /** Takes what is done off the list. */
  tidy: () => Promise<void>;
}

export type OrderName = keyof Orders;

export interface OrderMessage {
  readonly n: number;
  readonly order: OrderName;
  readonly input: unknown;
}

export interface AnswerMessage {
  readonly n: number;
  readonly value?: unknown;
  readonly error?: string;
}

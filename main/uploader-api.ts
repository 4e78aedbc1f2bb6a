// What the uploader (the whole app without Electron) needs from the shell around it, and what it offers.
import type { AddResult, Command, Events, RefusalCode, Requests } from '../preload/contract.ts';
import type { Clip } from './model.ts';
import type { UpdateHooks, Updates } from './ports/updates.ts';
import type {
  Buffers,
  Clock,
  Connections,
  Desktop,
  Files,
  FolderClaims,
  Hasher,
  Logger,
  MoveFiles,
  Network,
  Notifier,
  Power,
  Random,
  ReceiptFiles,
  Secrets,
  Settings,
  Sql,
  Support,
  TableFiles,
  Watcher,
  Writers,
} from './ports.ts';

export interface UploaderPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly files: Files;
  readonly watcher: Watcher;
  /** Missing = nobody can be seen to write to a file. */
  readonly writers?: Writers | undefined;
  /** Missing = no folder is seen by others. */
  readonly claims?: FolderClaims;
  readonly http: Connections;
  readonly sql: Sql;
  readonly secrets: Secrets;
  readonly hasher: Hasher;
  readonly buffers: Buffers;
  readonly logger: Logger;
  readonly network: Network;
  readonly power: Power;
  readonly desktop: Desktop;
  readonly settings: Settings;
  readonly notifier: Notifier;
  /** Missing = there is nothing to report from, and nowhere to save to. */
  readonly support?: Support;
  /** Missing = nothing can be moved to another computer or from one. */
  readonly moving?: MoveFiles;
  /** Missing = there is nowhere to save one to. */
  readonly receipts?: ReceiptFiles;
  /** Missing = no table of details can be read or saved. */
  readonly tables?: TableFiles;
  /** Missing = updates come by hand, and nothing of what they take is loaded. */
  readonly updates?: (hooks: UpdateHooks) => Updates;
  readonly version: string;
  readonly platform: 'linux' | 'mac' | 'windows';
  /** The system's locale; the window writes numbers and times by it. */
  readonly region: string;
  /** What this computer is called. */
  readonly computer: string;
  /** What tells it from every other computer, see adapters/machine.ts; null or missing = nothing does. */
  readonly machine?: string | null;
  /** Settle time of newly connected sites in ms; PHP hosts end their work within two minutes (F-02). */
  readonly settleMs?: number;
}

/** What a request asked about is not there (any more), as a code: the window has the words. */
export class NotFound extends Error {
  override readonly name = 'NotFound';
  readonly code: RefusalCode;

  constructor(code: RefusalCode) {
    super(code);
    this.code = code;
  }
}

/** Handlers of every request of the contract, as promises. */
export type Handlers = {
  readonly [N in keyof Requests]: (...input: Parameters<Requests[N]>) => Promise<ReturnType<Requests[N]>>;
};

export interface Uploader {
  readonly handlers: Handlers;
  /** Adds files and folders by path, whoever named them (drop, dialog, command line). */
  addPaths(paths: readonly string[], accountId: string, presetId?: string | null): Promise<AddResult>;
  /** Takes what the system asked to open; the account is found or asked for, and the window hears what became of it. */
  openFiles(paths: readonly string[]): Promise<void>;
  /** Asks the window to do something, as its own buttons would. */
  command(command: Command): void;
  /** Takes a clipferry: link that the system handed over; whatever does not belong to a waiting sign-in is ignored. */
  openLink(text: string): void;
  /** A job's clip, and whether it has become a video; null for an unknown job. For `app://main/clip/<jobId>`. */
  clip(jobId: string): (Clip & { readonly isSent: boolean }) | null;
  /** The picture of a video on the site for `app://main/poster/<account>/<media id>`; null = none that may be shown. */
  picture(accountId: string, mediaId: number): Promise<{ readonly type: string; readonly bytes: Uint8Array } | null>;
  /** Returns the function that ends the subscription. */
  on<N extends keyof Events>(name: N, listener: (event: Events[N]) => void): () => void;
  /** Null = updates come by hand. */
  readonly updates: Updates | null;
  /** Jobs whose bytes are on their way right now. */
  sendingCount(): number;
  /** Ends running requests, writes what is left and closes the store. Nothing is lost by not calling it. */
  stop(): Promise<void>;
}

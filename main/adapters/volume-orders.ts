// What main and the threads of a volume say to each other, and the two words of memory that they share.
import type { FileStat, WholeFile } from '../ports.ts';
import type { MountTable, Volume } from './mounts.ts';

/** What can be asked. `path` is absolute; a file that was opened is named by its descriptor, which all threads share. */
export type FileAsk =
  | { readonly kind: 'stat' | 'list' | 'real' | 'open' | 'probe'; readonly path: string }
  | { readonly kind: 'opened' | 'close'; readonly path: string; readonly file: number }
  | {
      readonly kind: 'read';
      readonly path: string;
      readonly file: number;
      /** Shared memory to read into; null = the bytes come with the answer. */
      readonly memory: SharedArrayBuffer | null;
      readonly start: number;
      readonly length: number;
      readonly position: number;
    }
  | {
      readonly kind: 'whole';
      readonly path: string;
      readonly memory: SharedArrayBuffer;
      readonly start: number;
      readonly length: number;
      readonly hash: boolean;
    };

export type FileAnswer =
  | { readonly kind: 'stat'; readonly stat: FileStat }
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'file'; readonly file: number }
  | { readonly kind: 'read'; readonly length: number; readonly bytes: Uint8Array | null }
  | { readonly kind: 'whole'; readonly whole: WholeFile }
  | { readonly kind: 'done' }
  /** A link on the way leads into another volume: ask there, by this path. */
  | { readonly kind: 'elsewhere'; readonly path: string }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

export interface VolumeReply {
  readonly id: number;
  readonly ask: FileAsk;
}

/** `table` where it is another one than before. 'again' = what was closed may begin work again, from the first order on. */
export type ToThread =
  | { readonly kind: 'orders'; readonly orders: readonly VolumeReply[]; readonly table?: MountTable }
  | { readonly kind: 'again' };

export type FromThread = readonly { readonly id: number; readonly answer: FileAnswer }[];

/** Shared with main: how many orders were begun since the last 'again' (-1 = no further one may be), and a pulse of progress. */
export interface ThreadData {
  readonly volume: Volume;
  readonly words: SharedArrayBuffer;
}
export const begunWord = 0;
export const pulseWord = 1;
export const closed = -1;

/** What stands in a clip's place is no file, so it was not opened, or not read from. */
export const notAFile = 'NOT_A_FILE';

/** What may be done twice may be told together with what follows; the rest is told at once. */
export const mayRepeat: ReadonlySet<FileAsk['kind']> = new Set(['stat', 'list', 'real', 'opened', 'probe']);
